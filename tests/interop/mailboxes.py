"""`python -m tests.interop.mailboxes FOLDER`: the judge on a mailbox of a real Dovecot, and mail by the pipes of the
programs that docs/hosts.md names.
"""

from __future__ import annotations

import os
import re
import shutil
import site
import smtplib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from sqlalchemy import func, select

from judge.store.engine import Database
from judge.store.tables import InboundRow
from tests.interop.daemon import judge
from tests.interop.mail_system import DOMAIN, PATIENCE, Postfix, free_port, until

PAGE = (Path(__file__).parents[2] / "docs" / "hosts.md").read_text()
USER, PASSWORD = "judge@judge.localhost", "app-pass-word"
CONFIG = """
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_login_user = dovenull
default_internal_user = dovecot
mail_location = maildir:{folder}/mail
first_valid_uid = 1
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid=nobody gid=nogroup home={folder}/home allow_all_users=yes
}}
service imap-login {{
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
"""


class Dovecot:
    """Its one mailbox is the Maildir `mail` in the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mail = folder / "mail"
        self.port = free_port()
        self._serial = 0

    @property
    def url(self) -> str:
        return f"imap://{USER}@127.0.0.1:{self.port}/INBOX,Junk?tls=none"

    def start(self) -> subprocess.Popen[bytes]:
        config = self.folder / "dovecot.conf"
        config.write_text(CONFIG.format(folder=self.folder, port=self.port, password=PASSWORD))
        for box in (self.mail, self.mail / ".Junk"):
            for part in ("new", "cur", "tmp"):
                (box / part).mkdir(parents=True, exist_ok=True)
        self.own()
        process = subprocess.Popen(["dovecot", "-F", "-c", str(config)])
        until((self.folder / "run" / "master.pid").exists, "Dovecot does not start")
        return process

    def own(self) -> None:
        subprocess.run(["chown", "-R", "nobody:nogroup", self.mail], check=True)

    def deliver(self, raw: bytes, folder: str = "", at: float | None = None) -> None:
        """As a mail system does: written beside, then put into the mailbox at once. `at`: when that was."""
        self._serial += 1
        name = f"{time.time_ns()}.{self._serial}.test"
        box = self.mail / folder
        (box / "tmp" / name).write_bytes(raw)
        shutil.chown(box / "tmp" / name, "nobody", "nogroup")
        if at is not None:
            os.utime(box / "tmp" / name, (at, at))
        (box / "tmp" / name).rename(box / "new" / name)

    def holds(self, folder: str = "") -> list[str]:
        """The subjects in a folder."""
        return sorted(subject(file.read_bytes()) for part in ("new", "cur") for file in self.box(folder, part))

    def box(self, folder: str, part: str) -> Iterator[Path]:
        return (self.mail / folder / part).glob("*")


def subject(raw: bytes) -> str:
    found = re.search(rb"Subject: ([^\r\n]*)", raw)
    return found[1].decode() if found else ""


def mail(number: int, size: int = 0) -> bytes:
    return (
        f"Return-Path: <p{number}@example.org>\nDelivered-To: {USER}\nFrom: P{number} <p{number}@example.org>\n"
        f"To: {USER}\nSubject: {number}\nMessage-ID: <{number}@example.org>\n\nHELP\n{'x' * 70}\n"
        + f"{'x' * 70}\n"
        * (size // 71)
    ).encode()


def blank(address: str) -> str:
    return address.replace("a2" * 12, "0" * 24)


def send(port: int, sender: str, recipients: list[str], raw: bytes) -> None:
    with smtplib.SMTP("127.0.0.1", port) as smtp:
        smtp.sendmail(sender, recipients, raw)


class Interop:
    def __init__(self, console: Console, folder: Path) -> None:
        self.console = console
        self.folder = folder
        self.passed = 0

    def check(self, what: str, seen: Callable[[], bool]) -> None:
        until(seen, what)
        self.console.print(f"[green]ok  [/] {what}")
        self.passed += 1

    def kept(self) -> int:
        database = Database(f"sqlite:///{self.folder / 'judge.db'}")
        with database.reading() as session:
            found = session.execute(select(func.count(InboundRow.id))).scalar_one()
        database.close()
        return found

    def answered(self, number: int) -> bool:
        return len([*self.folder.glob(f"out/p{number}@example.org/new/*")]) == 1

    def fetching(self, imap: Dovecot) -> None:
        settings = {
            "JUDGE_FETCH": imap.url,
            "JUDGE_FETCH_PASSWORD": PASSWORD,
            "JUDGE_FETCH_SINCE": "2026-01-01",
            "JUDGE_RELAY": f"maildir:{self.folder / 'out'}",
            "JUDGE_AUTHSERV_ID": "",
        }
        imap.deliver(mail(1), at=1_000_000_000)
        with self.judge(settings):
            self.check("the folder for kept mail is made", (imap.mail / ".Judge").exists)
            imap.deliver(mail(2))
            self.check("new mail is announced (IDLE), answered and moved", lambda: imap.holds(".Judge") == ["2"])
            self.check("and is answered", lambda: self.answered(2))
            imap.deliver(mail(3), ".Junk")
            self.check("mail in another folder is found", lambda: imap.holds(".Judge") == ["2", "3"])
            imap.deliver(mail(4, size=1_100_000))
            imap.deliver(mail(5))
            self.check("mail behind one that is too large is kept", lambda: imap.holds(".Judge") == ["2", "3", "5"])
            self.check(
                "the large one is flagged",
                lambda: sum("F" in each.name.rpartition(",")[2] for each in imap.box("", "cur")) == 1,
            )
            self.check("what was there before stays", lambda: imap.holds() == ["1", "4"])
        imap.deliver(mail(6))
        for file in (*imap.mail.glob("dovecot*"), *imap.mail.glob(".*/dovecot*")):
            file.unlink()
        with self.judge(settings):
            self.check("mail is read after a new UIDVALIDITY", lambda: self.answered(6))
            self.check("and nothing old", lambda: imap.holds() == ["1", "4"])
        self.check("each is kept once", lambda: self.kept() == 4)

    @contextmanager
    def judge(self, settings: dict[str, str]) -> Iterator[None]:
        more = {"JUDGE_FETCH_SECONDS": "2", "JUDGE_LMTP_LISTEN": "", "JUDGE_MTA_NAME": "", **settings}
        with judge(self.folder, 0, 0, more):
            yield

    def line(self, file: str) -> str:
        """The line that docs/hosts.md has for this file, for the judge of this folder."""
        found = re.search(rf"\| `{re.escape(file)}`.*? \| `(.*)` \|\n", PAGE)
        assert found is not None, file
        line = found[1].replace("\\|", "|").replace("/opt/judge/.venv/bin/judge", str(self.folder / "judge"))
        return line.replace("/etc/judge/judge.toml", str(self.folder / "judge.toml"))

    def set_up_pipes(self) -> None:
        database = f"sqlite:///{self.folder / 'judge.db'}"
        config = f'database = "{database}"\nsecret_file = "{self.folder}/judge.secret"\n'
        (self.folder / "judge.toml").write_text(config)
        # Mail systems run it as a user who may not look into the home of root
        hidden = any(not folder.stat().st_mode & 0o001 for folder in Path(sys.executable).resolve().parents)
        python = "/usr/bin/python3" if hidden else sys.executable
        paths = ":".join((str(Path(__file__).parents[2]), *site.getsitepackages()))
        script = self.folder / "judge"
        script.write_text(f'#!/bin/sh\nPYTHONPATH={paths} exec {python} -m judge "$@"\n')
        script.chmod(0o755)

    def postfix(self) -> None:
        """Its pipe, and a user's .forward."""
        folder = self.folder / "postfix"
        folder.mkdir()
        (folder / "forward").write_text(self.line(".forward") + "\n")
        more = {
            "transport_maps": f"inline:{{ {DOMAIN}=judge: }}",
            "judge_destination_recipient_limit": "20",
            "mydestination": "here.localhost",
            "forward_path": f"{folder}/forward",
        }
        made = Postfix(folder, 8024, ["ann@example.org"], more=more)
        made.set_up()
        with (made.config / "master.cf").open("a") as services:
            line = self.line("master.cf").replace("user=judge", "user=nobody")
            services.write(f"{line}\nlocal unix - n n - - local\n")
        shutil.chown(folder / "forward", "nobody", "nogroup")
        for file in (self.folder, *self.folder.glob("judge.*")):
            shutil.chown(file, "nobody", "nogroup")
        made.command("start")
        try:
            before = self.kept()
            token = f"judge+{'a2' * 12}@{DOMAIN}"
            send(made.port, "p20@example.org", [USER, token], mail(20))
            self.check("Postfix's pipe", lambda: self.kept() == before + 1)
            self.check("with its envelope", lambda: self.envelope() == ("p20@example.org", [blank(token), USER]))
            send(made.port, "", [USER], mail(21))
            self.check("Postfix's pipe brings a report as one", lambda: self.envelope() == ("", [USER]))
            raw = mail(22).replace(b"Return-Path: <p22@example.org>\n", b"")
            send(made.port, "b22@example.org", ["nobody@here.localhost"], raw)
            self.check("a .forward", lambda: self.kept() == before + 3)
            self.check("with its sender", lambda: self.envelope() == ("b22@example.org", [USER]))
        except SystemExit:
            self.console.print(made.log.read_text()[-3000:])
            raise
        finally:
            made.command("stop")

    def envelope(self) -> tuple[str, list[str]]:
        """That of the latest mail."""
        database = Database(f"sqlite:///{self.folder / 'judge.db'}")
        with database.reading() as session:
            row = session.execute(select(InboundRow).order_by(InboundRow.id.desc()).limit(1)).scalar_one()
        database.close()
        return row.mail_from, sorted(row.recipients)

    def pipes(self, imap: Dovecot) -> None:
        """The lines of docs/hosts.md, each in its program."""
        line, config = self.line, self.folder / "judge.toml"
        home = self.folder / "home-of-pipes"
        home.mkdir()
        environment = {**os.environ, "HOME": str(home)}
        before = self.kept()

        (home / ".procmailrc").write_text(f":0 w\n{line('.procmailrc')}\nEXITCODE=75\nHOST=again\n")
        (home / ".procmailrc").chmod(0o600)
        command = ["procmail", "-m", f"{home}/.procmailrc"]
        subprocess.run(command, input=b"From p10@example.org\n" + mail(10), env=environment, check=True)
        self.check("procmail's line", lambda: self.kept() == before + 1)
        config.rename(f"{config}.gone")
        done = subprocess.run(command, input=mail(11), env=environment, check=False, capture_output=True)
        Path(f"{config}.gone").rename(config)
        self.check("procmail says 75 for a mail that is not kept", lambda: done.returncode == 75)

        for file in imap.box("", "cur"):
            file.unlink()
        imap.deliver(mail(12))
        (home / ".fetchmailrc").write_text(
            f'poll 127.0.0.1 protocol IMAP service {imap.port} auth password username "{USER}" password "{PASSWORD}" '
            f"sslproto ''\n{line('.fetchmailrc')}\n"
        )
        (home / ".fetchmailrc").chmod(0o600)
        command = ["fetchmail", "-f", f"{home}/.fetchmailrc", "--pidfile", f"{home}/pid", "-i", f"{home}/ids"]
        subprocess.run(command, env=environment, check=True, capture_output=True)
        self.check("fetchmail's line", lambda: self.kept() == before + 2)

        imap.deliver(mail(13))
        (home / "getmail").mkdir()
        (home / "getmail" / "getmailrc").write_text(
            f"[retriever]\ntype = SimpleIMAPRetriever\nserver = 127.0.0.1\nport = {imap.port}\nusername = {USER}\n"
            f"password = {PASSWORD}\n[destination]\ntype = MDA_external\npath = /usr/bin/env\n{line('getmailrc')}\n"
            "unixfrom = False\nallow_root_commands = True\n[options]\ndelete = True\n"
        )
        command = ["getmail", f"--getmaildir={home}/getmail"]
        subprocess.run(command, env=environment, check=True, capture_output=True)
        self.check("getmail's line", lambda: self.kept() == before + 3)


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    console = Console(highlight=False)
    begun = time.monotonic()
    imap = Dovecot(folder)
    process = imap.start()
    try:
        interop = Interop(console, folder)
        interop.fetching(imap)
        interop.set_up_pipes()
        interop.pipes(imap)
        interop.postfix()
    finally:
        process.terminate()
        process.wait(PATIENCE)
    console.print(f"{interop.passed} checks passed in {time.monotonic() - begun:.0f} s; everything lies in {folder}.")


main()
