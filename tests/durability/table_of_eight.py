"""Seven players and a GameMaster around a running game of Payola, and the mails that they write."""

from __future__ import annotations

import random
import smtplib
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parseaddr
from pathlib import Path

from sqlalchemy import select

from judge.app import Work
from judge.store.tables import Game
from judge.testing.correspondent import Correspondent
from tests.durability.story import shift
from tests.support.house import House, open_house
from tests.support.soaking import stride

PLAYERS = {
    "Anna": "AUSTRIA",
    "Edward": "ENGLAND",
    "Fleur": "FRANCE",
    "Greta": "GERMANY",
    "Italo": "ITALY",
    "Rosa": "RUSSIA",
    "Timur": "TURKEY",
}
MASTER = "Manus"
GAME = "oslo"
MOST_MAILS = stride(40, 20)  # of one writer: what takes long on a slow machine shall not take for ever
TEMPO = {"movement": "4s", "retreats": "2s", "adjustments": "2s"}
"""Faster than anybody may play by mail."""

SHEETS = {
    "AUSTRIA": ("4 : A VIE - GAL", "6#3 : A BUD - SER", "5 ! F TRI H", "2 : A VEN H", "3 > A VIE S A BUD - GAL"),
    "ENGLAND": ("3*4 : F LON - NTH", "5 : F EDI - NWG | S F LON - NTH", "6 : A LVP - YOR", "10 $", "1 @ A PAR H"),
    "FRANCE": ("8 : A PAR - BUR", "7 : A MAR - SPA", "6 : F BRE - MAO", "2 : A MUN - TYR", "5 $"),
    "GERMANY": ("7 : A BER - KEI", "7 : A MUN - RUH", "6 : F KIE - DEN", "5 : A BER - KIE", "1 & A WAR H"),
    "ITALY": ("5 > A VEN - TRI | H", "6 : F NAP - ION", "4 : A ROM - APU", "1 : F TRI H"),
    "RUSSIA": ("9 : A WAR - GAL", "8 : A MOS - UKR", "7 : F SEV - BLA", "6 : F STP - BOT", "2 : A BUD - RUM"),
    "TURKEY": ("9 : F ANK - BLA", "8 : A CON - BUL", "5 @ A SMY H", "2 : F SEV H"),
}


@dataclass(frozen=True)
class Sitter:
    """Somebody at the table: how he proves who he is, and the address that his opening asked him to answer to."""

    name: str
    power: str  # empty for the GameMaster
    address: str
    key: str
    reply_to: str


@dataclass
class Mail:
    """One mail of a sitter. `accepted`: whether a 250 was heard; `pays`: (amount, to) of the TRANSFER line in it."""

    sitter: Sitter
    message_id: str
    to: str
    raw: bytes
    pays: tuple[int, str] | None = None
    accepted: bool = False


def seat_the_table(database_url: str, folder: Path, *, live: bool = False) -> dict[str, Sitter]:
    """Registers everybody, makes and starts the game, in this process; power (or nothing) -> who sits there. The game
    starts on the first day of every house or, `live`, now: then all that has happened is moved to the present.
    """
    with open_house(database_url, folder) as house:
        people = house.once(("table of eight",), lambda: _seat_everybody(house))
        if live:
            shift(house.judge.db, datetime.now(UTC) - house.clock.now())
        seats = {**PLAYERS, MASTER: ""}
        return {seats[name]: _sitter(name, seats[name], who) for name, who in people.items()}


def _seat_everybody(house: House) -> Mapping[str, Correspondent]:
    people = house.gathered(*PLAYERS, MASTER)
    master = people[MASTER]
    house.tell(master, f"CREATE PAYOLA {GAME}\nnmr default\nEND CREATE")
    house.judge.write(_hurry)
    for name, power in PLAYERS.items():
        house.tell(people[name], f"JOIN {GAME} AS {power}")
    house.tell(master, "START")
    return people


def _hurry(work: Work) -> None:
    game = work.session.execute(select(Game)).scalar_one()
    game.settings = {**game.settings, **TEMPO}


def _sitter(name: str, power: str, who: Correspondent) -> Sitter:
    opening = who.last(lambda mail: "has begun" in mail.subject)
    return Sitter(name, power, who.address, who.key, parseaddr(opening.reply_to)[1])


def mail_of(sitter: Sitter, text: str, *, to: str = "", pays: tuple[int, str] | None = None) -> Mail:
    """Token (by the address) and KEY: two proofs, so that everything acts at once."""
    message_id = f"<{uuid.uuid4().hex}@example.org>"
    head = f"From: {sitter.name} <{sitter.address}>\r\nTo: {to or sitter.reply_to}\r\nMessage-ID: {message_id}\r\n"
    body = f"KEY {sitter.key}\n{text}\n".replace("\n", "\r\n")
    raw = f"{head}Subject: to the judge\r\n\r\n{body}".encode("ascii")
    return Mail(sitter, message_id, to or sitter.reply_to, raw, pays)


@dataclass
class Writer(threading.Thread):
    """Writes mail after mail until told to stop, each again and again until it is accepted; some he gives up, and some
    he sends once more though they were accepted, as mail systems do.
    """

    sitter: Sitter
    where: Callable[[], tuple[str, int] | None]
    next_text: Callable[[random.Random], tuple[str, str, tuple[int, str] | None]]  # text, to, pays
    seed: int
    pause: float
    most: int = MOST_MAILS
    sent: list[Mail] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        super().__init__(name=f"writer-{self.sitter.name}")

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        chance = random.Random(self.seed)
        while not self.over.is_set() and len(self.sent) < self.most:
            text, to, pays = self.next_text(chance)
            mail = mail_of(self.sitter, text, to=to, pays=pays)
            self.sent.append(mail)
            gives_up = chance.random() < 0.1
            tries = 0
            while not (mail.accepted or (gives_up and tries) or (self.over.is_set() and tries > 100)):
                mail.accepted = hand_in(mail, self.where())
                tries += 1
                if not mail.accepted:
                    time.sleep(0.05)
            if mail.accepted and chance.random() < 0.15:
                hand_in(mail, self.where())
            self.over.wait(self.pause * chance.random() * 2)


def hand_in(mail: Mail, server: tuple[str, int] | None) -> bool:
    """Offers the mail by SMTP; whether a 250 was heard."""
    if server is None:
        return False
    try:
        with smtplib.SMTP(*server, timeout=120) as smtp:
            smtp.sendmail(mail.sitter.address, [mail.to], mail.raw)
            return True
    except (OSError, smtplib.SMTPException):
        return False


def players_text(sitter: Sitter, judge: str) -> Callable[[random.Random], tuple[str, str, tuple[int, str] | None]]:
    """What a player writes next: sheets, acceptance lists, press, questions, and most of all transfers."""
    others = [power for power in SHEETS if power != sitter.power]

    def next_text(chance: random.Random) -> tuple[str, str, tuple[int, str] | None]:
        kind = chance.random()
        if kind < 0.5:
            pays = (chance.randint(1, 2), chance.choice(others))
            more = chance.choice(("", "\nBALANCE", "\nTRANSFR 3 TO NOBODY"))
            return f"TRANSFER {pays[0]} TO {pays[1]}{more}", "", pays
        if kind < 0.75:
            lines = chance.sample(SHEETS[sitter.power], chance.randint(1, 4))
            # To the plain address: an answer to the opening would be for its phase.
            return "\n".join((*lines, "SHOW")), judge, None
        if kind < 0.85:
            return "ACCEPT " + "".join(chance.sample("AEFGIRT", 4)) + "?", "", None
        if kind < 0.95:
            return f"PRESS TO {chance.choice(others)}: shall we?", "", None
        return "STATUS\nBALANCE", "", None

    return next_text
