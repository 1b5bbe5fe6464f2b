"""A crowd: a dozen players in five games at once, all that they may mail by chance, and what came of it, told in a way
that two judges tell alike where nothing but the order among strangers' affairs has differed.
"""

from __future__ import annotations

import email
import email.policy
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from email.header import decode_header, make_header
from email.message import EmailMessage
from typing import Any

from sqlalchemy import Table

from judge.app import Judge
from judge.mailbox.intake import Intake
from judge.store.engine import Database
from judge.store.tables import Base
from tests.durability.story import Rows, rows
from tests.support.house import House

PLAYERS = ("Ada", "Bo", "Cleo", "Dag", "Eva", "Finn", "Gil", "Hana", "Ian", "Jo", "Kim", "Lou")
MASTERS = ("Mara", "Nils")
GAMES = {
    "alder": ("payola", "Mara"),
    "birch": ("payola", "Nils"),
    "cedar": ("diplomacy", "Mara"),
    "drift": ("diplomacy", "Nils"),
}
FORMING = "elder"
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
UNITS = (
    "A VIE",
    "A BUD",
    "F TRI",
    "F LON",
    "A LVP",
    "A PAR",
    "F BRE",
    "A BER",
    "A MUN",
    "A ROM",
    "A VEN",
    "A MOS",
    "F SEV",
    "A CON",
)
PLACES = ("GAL", "SER", "NTH", "PIC", "BUR", "KIE", "TYR", "UKR", "BLA", "BUL", "RUM", "APU")


@dataclass(frozen=True)
class Mail:
    """`after`: so long after the one before it comes in."""

    sender: str
    raw: bytes
    after: timedelta


def gather(house: House) -> dict[str, str]:
    """Everybody registers, the games begin, one is still forming; everybody's KEY."""
    people = {name: house.registered(name) for name in (*MASTERS, *PLAYERS)}
    for number, (name, (system, master)) in enumerate(GAMES.items()):
        house.tell(people[master], f"CREATE {system} {name}\nmovement {24 + 12 * number}h\nEND CREATE")
        for place in range(len(POWERS)):
            house.tell(people[PLAYERS[(3 * number + place) % len(PLAYERS)]], f"JOIN {name}")
        house.tell(people[master], f"GAME {name}\nSTART")
    house.tell(people["Mara"], f"CREATE payola {FORMING}\nEND CREATE")
    return {name: who.key for name, who in people.items()}


class Crowd:
    """What they write, by one seed."""

    def __init__(self, seed: int, keys: Mapping[str, str], judge: str) -> None:
        self._chance = random.Random(seed)
        self._keys = keys
        self._judge = judge
        self._count = 0

    def mails(self, count: int, within: timedelta) -> Iterator[Mail]:
        """So many, that come in one after the other within about that time."""
        for _ in range(count):
            name = self._chance.choice((*PLAYERS, *PLAYERS, *MASTERS, "a stranger"))
            text = self._strangers() if name == "a stranger" else self._lines(name)
            after = within / count * self._chance.uniform(0, 2)
            yield Mail(*self._written(name, text), after)

    def _written(self, name: str, text: str) -> tuple[str, bytes]:
        self._count += 1
        address = f"{name.lower()}@example.org"
        if name == "a stranger":
            address = f"s{self._chance.randrange(30)}@example.net"
        message = EmailMessage(policy=email.policy.SMTP)
        message["From"] = address
        message["To"] = self._judge
        message["Message-ID"] = f"<{self._count}@example.org>"
        message["Subject"] = "to the judge"
        message.set_content(text)
        return address, message.as_bytes()

    def _strangers(self) -> str:
        return self._chance.choice(("Hello, what is this?", "LIST", "REGISTER Somebody", "Buy cheap maps", "HELP"))

    def _lines(self, name: str) -> str:
        chance = self._chance
        parts = []
        for game in chance.sample([*GAMES], chance.choice((1, 1, 1, 2))):
            said = self._masters(game) if name in MASTERS else self._players(game)
            parts.append(f"GAME {game}\n{said}")
        if chance.random() < 0.06:
            parts = [chance.choice(self._of_no_game())]
        elif chance.random() < 0.05:
            parts.append(chance.choice(self._of_no_game()))
        return "\n".join((f"KEY {self._keys[name]}", *parts)) + "\n"

    def _of_no_game(self) -> tuple[str, ...]:
        game = self._chance.choice([*GAMES])
        return (
            f"JOIN {FORMING}",
            f"OBSERVE {game}",
            f"OBSERVE {game} STOP",
            f"TAKEOVER {game}",
            "GAMES",
            f"STATUS {game}",
            f"ZONE {self._chance.choice(('Europe/Berlin', 'Asia/Tokyo'))}",
            f"PROFILE NAME N{self._chance.randrange(90)}",
            f"CREATE diplomacy new{self._chance.randrange(9)}\nEND CREATE",
        )

    def _masters(self, game: str) -> str:
        power = self._chance.choice(POWERS)
        other = self._chance.choice(PLAYERS).lower()
        return self._chance.choice(
            (
                "EXTEND 6h",
                "STATUS",
                "AUDIT",
                "PAUSE lunch",
                "RESUME",
                "RESUME",
                f"BROADCAST\nPlease hurry, {power.title()}.\nEND BROADCAST",
                f"REPLACE {power} WITH {other}@example.org",
                f"EJECT {power}",
                f"SET early {self._chance.choice(('1h', 'never'))}",
                "PROCESS S1901M",
                "PROCESS F1901M",
            )
        )

    def _players(self, game: str) -> str:
        chance = self._chance
        if chance.random() < 0.6:
            return self._sheet(game)
        return chance.choice(
            (
                "SHOW",
                f"PRESS TO {chance.choice((*POWERS, 'ALL'))}\nWords {chance.randrange(1000)}.\nEND PRESS",
                "WAIT",
                "NOWAIT",
                "DRAW",
                "NODRAW",
                f"TRANSFER {chance.randrange(1, 9)} TO {chance.choice(POWERS)}",
                "BALANCE",
                "CLEAR",
                "STATUS",
                f"PSEUDONYM P{chance.randrange(5)}",
                f"BLOCK {chance.choice(POWERS)}",
                "LATE 3h dinner",
                "RESIGN",
                "NO ORDERS",
            )
        )

    def _sheet(self, game: str) -> str:
        chance = self._chance
        money = GAMES[game][0] == "payola"
        lines = []
        for unit in chance.sample(UNITS, 4):
            order = f"{unit} - {chance.choice(PLACES)}" if chance.random() < 0.7 else f"{unit} H"
            lines.append(f"{chance.randrange(1, 9)} : {order}" if money else order)
        return "\n".join(lines)


def come_in(judge: Judge, mails: list[Mail], advance: Any) -> None:
    """The mails are accepted, each at its instant: `advance` moves the clock by a span."""
    intake = Intake(judge)
    for mail in mails:
        advance(mail.after)
        intake.accept(mail.sender, (judge.settings.address,), mail.raw)


_STRAY = {"seats", "phases", "outbound_mails", "pictures", "dispatches"}
"""Tables whose numbers are given in the order of work, which is nobody's in particular."""
_LEFT_OUT = {"nodes", "holds", "host", "outbound_pictures"}
_UNLIKE = {
    "inbound_mails": {"attempts", "reach", "raw"},
    "outbound_mails": {"message_id", "claimed_by", "enclosed", "enclosed_of", "raw"},
    "confirmations": {"code_hash", "kept"},
    "games": {"seed", "hidden_seed"},
    "phases": {"cut"},
}
_RANDOM = (
    (re.compile(r"judge\+\S+@"), "judge+token@"),
    (re.compile(r"<[^<>@\s]+@judge\.localhost>"), "<message@judge>"),
    (re.compile(r"\b[Mm]ail (?:number )?\d+\b"), "mail N"),
)


def told(database: Database) -> dict[str, Any]:
    """What each game and each player has, apart; in the order in which it came about there, without numbers that are
    given in the order of all work, codes, and instants of cuts.
    """
    found = rows(database)
    names = {
        "seats": {row["id"]: row["name"] for row in found["seats"]},
        "phases": {row["id"]: row["label"] for row in found["phases"]},
    }
    story: dict[str, list[Any]] = {}
    for table in Base.metadata.sorted_tables:
        if table.name in _LEFT_OUT:
            continue
        for row in found[table.name]:
            story.setdefault(_whose(table, row, found), []).append(_plain(table, row, names))
    return story


def _whose(table: Table, row: Mapping[str, Any], found: Rows) -> str:
    if table.name == "outbound_mails":
        return f"letters to {row['recipient']} of {row['game_id']}"
    for column in ("game_id", "mail_id", "player_id"):
        if row.get(column) is not None:
            return f"{table.name} of {column} {row[column]}"
    if table.name == "tenures":
        seat = next(each for each in found["seats"] if each["id"] == row["seat_id"])
        return f"tenures of {seat['game_id']} {seat['name']}"
    return f"{table.name} {row.get('id')}"


def _plain(table: Table, row: Mapping[str, Any], names: Mapping[str, Mapping[int, str]]) -> dict[str, Any]:
    plain: dict[str, Any] = {"": table.name}
    for column in table.columns:
        value = row[column.name]
        if column.name in _UNLIKE.get(table.name, ()) or (
            column.name == "id" and table.name not in ("games", "players", "inbound_mails")
        ):
            continue
        refers_to = next((key.column.table.name for key in column.foreign_keys), "")
        if refers_to in _STRAY:
            value = names.get(refers_to, {}).get(value)
        if isinstance(value, str):
            value = _masked(value)
        plain[column.name] = value
    if table.name == "outbound_mails":
        plain["letter"] = _letter(row["raw"])
    return plain


def _masked(text: str) -> str:
    for pattern, instead in _RANDOM:
        text = pattern.sub(instead, text)
    return text


def _letter(raw: bytes) -> str:
    # Of the old policy: the new one parses every header, which takes longer than all else here.
    message = email.message_from_bytes(raw, policy=email.policy.compat32)
    plain = next((part for part in message.walk() if part.get_content_type() == "text/plain"), None)
    body = plain.get_payload(decode=True) if plain is not None else b""
    assert isinstance(body, bytes)
    subject = make_header(decode_header(str(message["Subject"])))
    return _masked(f"{subject}\n{body.decode('utf-8', 'backslashreplace')}")
