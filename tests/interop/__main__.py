"""`python -m tests.interop FOLDER`: the demo's game through Postfix, then a turn by each of three mail programs."""

from __future__ import annotations

import shutil
import smtplib
import sys
import time
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

from rich.console import Console
from sqlalchemy import select

from judge.cli.tools.demo import GAME, MASTER, PLAYERS, Play
from judge.store.engine import Database
from judge.store.tables import Address, InboundRow
from judge.testing.correspondent import Correspondent, Received
from tests.interop.daemon import judge
from tests.interop.mail_system import DOMAIN, NAME, PATIENCE, Postfix, free_port, postfix, until
from tests.interop.programs import mutt, s_nail, swaks

# For the second phase of the demo's game: three lines each, none of them wrong.
TURNS = {
    "swaks": ("AUSTRIA", "1 : A VIE H\n2 : A SER H\n3 : F ALB - ION"),
    "s-nail": ("ENGLAND", "1 : A YOR H\n2 > F NTH - NWY\n3 : F NWG H"),
    "mutt": ("FRANCE", "1 : A BUR H\n2 > A SPA - POR\n3 : F MAO H"),
}


class Interop:
    def __init__(self, console: Console, folder: Path, mx: Postfix) -> None:
        self.console = console
        self.folder = folder
        self.mx = mx
        self.play = Play(console, mx.folder, ("127.0.0.1", mx.port))
        self.passed: list[str] = []

    def check(self, what: str, seen: bool) -> None:
        self.console.print(f"[{'green' if seen else 'red'}]{'ok  ' if seen else 'FAIL'}[/] {what}")
        if not seen:
            raise SystemExit(f"interop failed: {what}")
        self.passed.append(what)

    def player(self, role: str) -> Correspondent:
        return self.play.people[role]

    def turn(self, program: str, send: Callable[[Correspondent, Received, str], None]) -> None:
        role, sheet = TURNS[program]
        who = self.player(role)
        opening = who.last()
        known = len(who.inbox())
        send(who, opening, sheet)
        reply = self.wait(who, lambda mail: mail.subject.startswith("Re:"), known)
        self.check(f"{program}: its turn for {role.title()} is read, every line", "is on file." in reply.text)
        self.check(
            f"{program}: nothing quoted was taken for an order",
            "ON FILE" in reply.text and "not read as orders" not in reply.text.partition("ON FILE")[0],
        )

    def wait(self, who: Correspondent, wanted: Callable[[Received], bool], known: int) -> Received:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for mail in who.inbox()[known:]:
                if wanted(mail):
                    return mail
            time.sleep(0.1)
        raise SystemExit(
            f"interop failed: {who.address} waited in vain; the mail log:\n{self.mx.log.read_text()[-3000:]}"
        )

    def run(self) -> None:
        self.play.run()
        self.check("the demo's game, through Postfix in front (LMTP) and behind (relay)", True)
        self.console.rule("Three mail programs")
        self.player(MASTER).wait_for(lambda mail: "results" in mail.subject)
        self.play.tell_as_master(f"GAME {GAME}\nEXTEND 2h")
        port = self.mx.port
        self.turn("swaks", lambda who, to, sheet: swaks(who, port, sheet, to=to))
        self.turn("s-nail", lambda who, to, sheet: s_nail(who, port, sheet, self.home("s-nail")))
        self.turn("mutt", lambda who, to, sheet: mutt(who, port, sheet, self.home("mutt")))
        self.forgery()
        self.rest()
        self.bounce()

    def home(self, name: str) -> Path:
        made = self.folder / name
        made.mkdir(exist_ok=True)
        return made

    def forgery(self) -> None:
        """Authentication-Results in Postfix's name, sent by somebody else, are taken out."""
        who = self.player("ITALY")
        known = len(who.inbox())
        claim = f"{NAME}; dmarc=pass header.from=example.org"
        swaks(who, self.mx.port, "ZONE Europe/Rome", headers={"Authentication-Results": claim})
        asked = self.wait(who, lambda mail: mail.code != "", known)
        self.check("forged Authentication-Results prove nothing", "in your name" in asked.text)
        with self.database().reading() as session:
            row = session.execute(select(InboundRow).order_by(InboundRow.id.desc())).scalars().first()
            assert row is not None
            self.check("a mail counts from Postfix's own stamp, in whole seconds", row.accepted_at.microsecond == 0)

    def rest(self) -> None:
        """Refused at the door: strangers' mailboxes here, and mail for elsewhere from outside."""
        message = EmailMessage()
        message.set_content("x")
        with smtplib.SMTP("127.0.0.1", self.mx.port) as smtp:
            smtp.ehlo()
            smtp.mail("a@example.org")
            self.check("an unknown mailbox is refused at RCPT by Postfix", smtp.rcpt(f"nobody@{DOMAIN}")[0] == 550)
            self.check("a reply address with = for + is taken", smtp.rcpt(f"judge={'a2' * 12}@{DOMAIN}")[0] == 250)

    def bounce(self) -> None:
        """A player's mailbox goes away: the report comes back to the secret sender, and counts."""
        timur = self.player("TURKEY")
        self.mx.lose_mailbox(timur.address)
        self.play.tell_as_master(f"GAME {GAME}\nEXTEND 3h")
        until(lambda: self.bounces(timur.address) > 0, "a mail that Postfix returns is not counted")
        self.check("a mail that Postfix returns is counted against its address", self.bounces(timur.address) == 1)

    def bounces(self, address: str) -> int:
        with self.database().reading() as session:
            return session.execute(select(Address.bounces).where(Address.address == address)).scalar_one()

    def database(self) -> Database:
        return Database(f"sqlite:///{self.folder / 'judge.db'}")


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    console = Console(highlight=False)
    lmtp_port = free_port()
    start = time.monotonic()
    addresses = [f"{name.lower()}@example.org" for name in (MASTER, *(player["name"] for player in PLAYERS))]
    with (
        postfix(folder, lmtp_port, addresses) as mx,
        judge(folder, lmtp_port, mx.own_port, {"JUDGE_CREATORS": f"{MASTER.lower()}@example.org"}),
    ):
        interop = Interop(console, folder, mx)
        interop.run()
    console.print(
        f"{len(interop.passed)} checks passed in {time.monotonic() - start:.0f} s; everything lies in {folder}."
    )


main()
