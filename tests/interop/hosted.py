"""`python -m tests.interop.hosted FOLDER`: docs/mailbox.md, followed by a user who is not root, from pip to a phase.

The provider is a Dovecot and a Postfix with TLS, a login, and senders that must be its user's.
"""

from __future__ import annotations

import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import trustme
from rich.console import Console

from judge.testing.correspondent import Correspondent
from tests.interop.mail_system import free_port, until

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "mailbox.md").read_text()
USER, PASSWORD = "judge@provider.example", "app-pass-word"
ANN, HOST = "ann@example.org", "host@example.org"
OWNER = "games"
DOVECOT = """
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <{folder}/chain.pem
ssl_key = <{folder}/chain.pem
default_login_user = dovenull
default_internal_user = dovecot
mail_location = maildir:{folder}/boxes/%u
first_valid_uid = 1
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid=nobody gid=nogroup home={folder}/boxes/%u allow_all_users=yes
}}
service auth {{
  unix_listener {folder}/queue/private/auth {{
    user = postfix
  }}
}}
service imap-login {{
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = {port}
  }}
}}
"""
MAIN = """
compatibility_level = 3.6
myhostname = provider.example
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/mail.log
maillog_file_prefixes = {folder}
recipient_delimiter = {delimiter}
virtual_mailbox_domains = provider.example example.org
virtual_mailbox_base = {folder}/boxes
virtual_mailbox_maps = inline:{{ {user}={user}/ {ann}={ann}/ {host}={host}/ }}
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
virtual_minimum_uid = 100
smtpd_tls_chain_files = {folder}/chain.pem
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_recipient_restrictions = reject_unlisted_recipient
smtpd_sender_login_maps = inline:{{ {user}={user} }}
"""
MASTER = """
127.0.0.1:{players} inet n - n - - smtpd
127.0.0.1:{port} inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_sasl_type=dovecot
  -o smtpd_sasl_path=private/auth
  -o smtpd_sender_restrictions=reject_sender_login_mismatch
"""
SERVICES = """
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
error unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
proxymap unix - - n - - proxymap
postlog unix-dgram n - n - 1 postlogd
"""


class Provider:
    """`plus`: whether its mailboxes have plus addresses."""

    def __init__(self, folder: Path, *, plus: bool) -> None:
        self.folder = folder
        self.boxes = folder / "boxes"
        self.authority = folder / "authority.pem"
        self.imap, self.smtp, self.players = (free_port() for _ in range(3))
        self.delimiter = "+" if plus else ""

    def set_up(self) -> None:
        for name in ("boxes", "queue", "data", "etc"):
            (self.folder / name).mkdir(parents=True)
        for address in (USER, ANN, HOST):
            for part in ("new", "cur", "tmp"):
                (self.boxes / address / part).mkdir(parents=True)
        subprocess.run(["chown", "-R", "nobody:nogroup", self.boxes], check=True)
        shutil.chown(self.folder / "data", "postfix")
        authority = trustme.CA()
        authority.cert_pem.write_to_path(self.authority)
        chain = authority.issue_cert("localhost").private_key_and_cert_chain_pem
        chain.write_to_path(self.folder / "chain.pem")
        words = {"folder": self.folder, "user": USER, "ann": ANN, "host": HOST, "password": PASSWORD}
        (self.folder / "dovecot.conf").write_text(DOVECOT.format(**words, port=self.imap))
        (self.folder / "etc" / "main.cf").write_text(MAIN.format(**words, delimiter=self.delimiter))
        services = MASTER.format(port=self.smtp, players=self.players) + SERVICES
        (self.folder / "etc" / "master.cf").write_text(services)

    @contextmanager
    def running(self) -> Iterator[None]:
        postfix = ["postfix", "-c", str(self.folder / "etc")]
        subprocess.run([*postfix, "check"], check=True, capture_output=True)
        with subprocess.Popen(["dovecot", "-F", "-c", str(self.folder / "dovecot.conf")]) as dovecot:
            until((self.folder / "queue" / "private" / "auth").exists, "Dovecot does not start")
            subprocess.run([*postfix, "start"], check=True, capture_output=True)
            try:
                yield
            finally:
                subprocess.run([*postfix, "stop"], check=True, capture_output=True)
                dovecot.terminate()


class Newcomer:
    """Somebody who follows the page in a folder of their own, and is not root. Prints what they see."""

    def __init__(self, console: Console, folder: Path, provider: Provider, wheel: Path) -> None:
        self.console = console
        self.folder = folder
        self.provider = provider
        self.wheel = wheel
        self.environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin", "SSL_CERT_FILE": str(provider.authority)}
        self.begun = time.monotonic()

    def lines(self, heading: str) -> list[str]:
        """The commands below a heading of the page."""
        section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
        return re.findall(r"^    (.+)$", section, re.MULTILINE)

    def run(self, line: str, answers: Sequence[str] = ()) -> str:
        """As typed in a terminal in the folder, with these answers to what it asks."""
        self.tell(f"$ {line}")
        written = line.replace("pbem-judge", str(self.wheel))
        terminal, end = pty.openpty()
        process = subprocess.Popen(
            ["/bin/sh", "-c", f"exec {written}"], cwd=self.folder, env=self.environment, user=OWNER, group=OWNER,
            extra_groups=[], stdin=end, stdout=end, stderr=end, start_new_session=True,
        )  # fmt: skip
        os.close(end)
        waiting, said = list(answers), ""
        with suppress(OSError):  # the end of a terminal
            while heard := os.read(terminal, 65536):
                said += heard.decode().replace("\r", "")
                if said.endswith(": ") and waiting:
                    os.write(terminal, f"{waiting.pop(0)}\n".encode())
        os.close(terminal)
        if process.wait() or waiting:
            raise SystemExit(f"interop failed: {line}\n{said}")
        for each in said.splitlines():
            self.tell(each)
        return said

    def tell(self, text: str) -> None:
        self.console.print(f"[{time.monotonic() - self.begun:4.0f} s] {text}", markup=False, soft_wrap=True)

    def install(self) -> None:
        make, install, export = self.lines("Install")
        self.run(make)
        pip = os.environ.get("PIP_CONFIG_FILE", "/etc/pip.conf")
        self.environment |= {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        self.environment |= {"PIP_CONFIG_FILE": pip, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_QUIET": "2"}
        self.run(install)
        self.tell(f"$ {export}")
        for each in shlex.split(export)[1:]:
            name, _, value = each.partition("=")
            value = value.replace("$PWD", str(self.folder)).replace("$PATH", self.environment["PATH"])
            self.environment[name] = value

    def set_up(self) -> dict[str, str]:
        """Return the settings that `judge init` writes."""
        imap, smtp = f"imaps://localhost:{self.provider.imap}", f"smtps://localhost:{self.provider.smtp}"
        answers = ("mailbox", USER, HOST, imap, smtp, "", PASSWORD, "", "*", "")
        init, *rest = self.lines("Set up")
        assert PASSWORD not in self.run(init, answers)
        assert rest == ["judge migrate", "judge serve"]
        self.run(rest[0])
        return tomllib.loads((self.folder / "judge.toml").read_text())

    @contextmanager
    def serving(self) -> Iterator[None]:
        self.tell("$ judge serve")
        environment = {**self.environment, "JUDGE_LISTEN": "127.0.0.1:0", "PYTHONUNBUFFERED": "1"}
        with (
            (self.folder / "judge.log").open("w") as log,
            subprocess.Popen(
                [self.folder / "judge" / "bin" / "judge", "serve"], cwd=self.folder, env=environment, user=OWNER,
                group=OWNER, extra_groups=[], stdout=subprocess.PIPE, stderr=log, text=True,
            ) as process,
        ):  # fmt: skip
            try:
                assert process.stdout is not None
                self.tell(process.stdout.readline().strip())
                yield
            finally:
                process.terminate()

    def play(self) -> None:
        """A practice phase, by Ann's mail."""
        ann = Correspondent("Ann", ANN, USER, ("127.0.0.1", self.provider.players), self.provider.boxes)
        (practice,) = self.lines("Play")
        self.tell(f"Ann mails: {practice}")
        ann.write(practice)
        first = ann.wait_for(lambda mail: "prove" in mail.subject)
        self.tell(f"and gets: {first.subject}")
        ann.reply(first, "Yes, please.")
        opening = ann.wait_for(lambda mail: "has begun" in mail.subject)
        ann.key = ann.last(lambda mail: mail.key != "").key
        self.tell(f"She answers, and gets: {opening.subject}")
        ann.reply(opening, "NO ORDERS", with_key=not self.provider.delimiter)  # a reply address proves the seat
        results = ann.wait_for(lambda mail: "results" in mail.subject)
        self.tell(f"She answers NO ORDERS, and gets: {results.subject}")


def build(folder: Path) -> Path:
    """The wheel of this tree."""
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "-q",
        "-w",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(command, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def follow(console: Console, folder: Path, wheel: Path, *, plus: bool) -> None:
    provider = Provider(folder / "provider", plus=plus)
    provider.set_up()
    home = folder / "home"
    home.mkdir()
    shutil.chown(home, OWNER, OWNER)
    newcomer = Newcomer(console, home, provider, wheel)
    with provider.running():
        newcomer.install()
        written = newcomer.set_up()
        assert written["reply_address"] == ("plus" if plus else "none"), written
        with newcomer.serving():
            newcomer.play()
    newcomer.tell("followed to the end.")


def main(arguments: Sequence[str]) -> None:
    folder = Path(arguments[0]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    console = Console(highlight=False)
    wheel = build(folder)
    for name, plus in (("plus", True), ("none", False)):
        console.rule(f"A mailbox {'with' if plus else 'without'} plus addresses")
        follow(console, folder / name, wheel, plus=plus)


main(sys.argv[1:])
