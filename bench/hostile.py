"""What one hostile mail costs: octets out an octet in, seconds of the clerk's CPU; and letters to strangers an hour.

    python -m bench hostile

A judge on SQLite with a game of Payola a year old, mails as attackers write them, each read by itself. What is mailed
is counted from the outbox, whoever it goes to.
"""

from __future__ import annotations

import base64
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import func, select

from judge.mailbox.intake import Intake
from judge.store.migrate import migrate
from judge.store.tables import OutboundRow
from judge.workers.clerk import Clerk
from tests.support.bots import holds
from tests.support.house import House, open_house
from tests.support.table_of_seven import Seven, seven

STRANGERS = 300


def _signs(number: int) -> str:
    return "<&>" * 20 + str(number)


PROVED = {
    "46 MAP lines": "MAP\n" * 46,
    "50 HISTORY lines": "HISTORY\n" * 50,
    "50 MANUAL lines": "MANUAL payola\n" * 50,
    "50 BORDERS lines": "BORDERS\n" * 50,
    "50 HELP lines": "HELP\n" * 50,
    "50 SUMMARY lines": "SUMMARY\n" * 50,
    "50 RULES lines": "RULES\n" * 50,
    "50 TRY lines": "TRY\n" * 50,
    "one line of 190 kB": "x" * 190_000,
    "400 lines of wrong orders": "\n".join(f"4 : A XYZ{number} - QQQ{number}" for number in range(400)),
    "18 times 400 lines of wrong orders": "\n".join(
        "GAME oslo\n" + "\n".join(f"4 : A XYZ{number} - QQQ{number}" for number in range(400)) for _ in range(18)
    ),
    "9000 quoted lines": "SHOW\n" + "\n".join(f"> {number} <&<&<&" for number in range(9000)),
    "PRESS of 100 kB to all": "PRESS TO ALL\n" + "word " * 20 + "\n" + ("word " * 15 + "\n") * 1300 + "END PRESS\n",
}
"""Mails to a leaked reply address, in its owner's name."""

UNPROVED = {
    "30 kB of signs": "\n".join(_signs(number) for number in range(480)),
    "190 kB of signs": "\n".join(_signs(number) for number in range(3000)),
    "one line of 190 kB, no proof": "<" * 190_000,
    "CONFIRM and 9000 quoted lines": "CONFIRM aaaabbbbccccdddd\n" + "\n".join(f"> <&<&{n}" for n in range(9000)),
}
"""Mails in a player's name without any proof."""


def mail(sender: str, number: object, text: str) -> bytes:
    """One mail, its text in base64: no line of it is too long for the wire."""
    body = base64.encodebytes(text.encode()).decode().replace("\n", "\r\n")
    head = (
        f"From: {sender}\r\nTo: judge@judge.localhost\r\nSubject: {number}\r\nMessage-ID: <{number}@hostile>\r\n"
        "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    )
    return (head + body).encode()


@contextmanager
def a_house(**settings: Any) -> Iterator[House]:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/judge.db"
        migrate(url)
        with open_house(url, Path(folder), **settings) as house:
            yield house
    structlog.reset_defaults()


def _after_a_year(house: House) -> Seven:
    table = seven(house)
    for _ in range(3):
        table.play_phase(dict.fromkeys(table.players, holds))
    return table


def cost(house: House, raw: bytes, to: str) -> tuple[float, float]:
    """(octets out for each in, seconds of CPU) of one mail."""
    with house.judge.db.reading() as session:
        before = session.execute(select(func.max(OutboundRow.id))).scalar() or 0
    Intake(house.judge).accept("x@elsewhere.example", [to], raw)
    begun = time.process_time()
    Clerk(house.judge).work_off()
    spent = time.process_time() - begun
    with house.judge.db.reading() as session:
        query = select(func.sum(func.length(OutboundRow.raw))).where(OutboundRow.id > before)
        out = session.execute(query).scalar() or 0
    return out / len(raw), spent


def hostile() -> Iterator[tuple[str, float, int, float]]:
    """(what, octets out for each in, octets in, seconds of CPU) of each mail, an hour after the one before."""
    with a_house(map_width=800) as house:
        table = _after_a_year(house)
        victim = table.players["AUSTRIA"]
        for kind, mails in (("forged, leaked address", PROVED), ("forged, no proof", UNPROVED)):
            for number, (what, text) in enumerate(mails.items()):
                house.pass_time(minutes=61)
                leaked = table.results("AUSTRIA").reply_to.rpartition("<")[2].strip(">")
                raw = mail(victim.address, f"{kind[8:9]}{number}", text)
                ratio, spent = cost(house, raw, leaked if mails is PROVED else house.judge.settings.address)
                yield f"{kind}: {what}", ratio, len(raw), spent


def letters_to_strangers() -> Iterator[tuple[str, int]]:
    """(what, letters within the hour) to forged strangers, one mail each."""
    ours = "Received: from mx.judge.localhost (own mail system)\r\n\tby judge.localhost with LMTP;\r\n\tx\r\n"
    for what, networks in (("of one network", 1), ("of a hundred", 100)):
        with a_house(mta_name="mx.judge.localhost") as house:
            for number in range(STRANGERS):
                source = f"[203.0.{number % networks}.7]"
                stamp = f"Received: from mail.example.org (unknown {source})\r\n\tby mx.judge.localhost (Postfix)\r\n"
                raw = f"{ours}{stamp}".encode() + mail(f"victim{number}@example.org", number, "REGISTER Cheap Pills")
                Intake(house.judge).accept("x@elsewhere.example", [house.judge.settings.address], raw)
            Clerk(house.judge).work_off()
            with house.judge.db.reading() as session:
                yield what, session.execute(select(func.count(OutboundRow.id))).scalar_one()


def rows() -> Sequence[tuple[str, str, str]]:
    """(what, measured, target) for `make bench`."""
    found = []
    for what, ratio, size, spent in hostile():
        figures = f"{ratio:.1f} octets out an octet, of {size / 1000:.1f} kB; {spent * 1000:.0f} ms"
        found.append((what, figures, "200 kB; 1000 ms"))
    for what, count in letters_to_strangers():
        found.append((f"letters to {STRANGERS} forged strangers, {what}", f"{count} an hour", "60 an hour"))
    return found
