"""What one hostile mail costs: octets out an octet in, and seconds of CPU from its acceptance on; letters to strangers.

    python -m bench hostile
    HOSTILE="LATE,PRESS TO" HOSTILE_KB=60,180 python -m bench hostile    (some of the attacks, at these sizes)

A judge on SQLite with a game of Payola a year old, mails as attackers write them, each read by itself. What is mailed
is counted from the outbox, whoever it goes to.
"""

from __future__ import annotations

import logging
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from judge.mailbox.intake import Intake
from judge.store.migrate import migrate
from judge.store.tables import OutboundRow
from judge.workers.clerk import Clerk
from tests.support.bots import holds
from tests.support.hostile_mails import SEATS, Body
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


def mail(sender: str, number: object, text: str, html: str = "") -> bytes:
    """One mail, its text in base64: no line of it is too long for the wire."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, "judge@judge.localhost", str(number)
    message["Message-ID"] = f"<{number}@hostile>"
    message.set_content(text, cte="base64")
    if html:
        message.add_alternative(html, subtype="html", cte="base64")
    return message.as_bytes(policy=SMTP)


@contextmanager
def a_house(**settings: Any) -> Iterator[House]:
    logging.getLogger("judge").setLevel(50)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/judge.db"
        migrate(url)
        with open_house(url, Path(folder), **settings) as house:
            yield house
    logging.getLogger("judge").setLevel(logging.NOTSET)


def _after_a_year(house: House) -> Seven:
    table = seven(house)
    for _ in range(3):
        table.play_phase(dict.fromkeys(table.players, holds))
    return table


def cost(house: House, raw: bytes, to: str) -> tuple[float, float]:
    """(octets out for each in, seconds of CPU) of one mail."""
    with house.judge.db.reading() as session:
        before = session.execute(select(func.max(OutboundRow.id))).scalar() or 0
    begun = time.process_time()
    Intake(house.judge).accept("x@elsewhere.example", [to], raw)
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


def attacks() -> Iterator[tuple[str, int, float]]:
    """(what, octets in, seconds of CPU) of each attack at each size, an hour after the one before."""
    wanted = os.environ.get("HOSTILE", "").split(",")
    sizes = [int(size) * 1000 for size in os.environ.get("HOSTILE_KB", "5,20,60,180").split(",")]
    with a_house() as house:
        table = _after_a_year(house)
        for place, (what, body_of) in enumerate(SEATS.items()):
            for size in sizes if any(what.startswith(name) for name in wanted) else ():
                yield what, size, _cost_of(house, table, f"{place}.{size}", body_of(size))
        if any("ten spellings".startswith(name) for name in wanted):
            yield "ten spellings", 10_000, _spelled(house, table)


def _cost_of(house: House, table: Seven, number: str, body: Body) -> float:
    """Seconds of CPU of a mail in a seat's name, by a leaked reply address."""
    house.pass_time(minutes=61)
    leaked = table.results("AUSTRIA").reply_to.rpartition("<")[2].strip(">")
    return cost(house, mail(table.players["AUSTRIA"].address, number, *body), leaked)[1]


def _spelled(house: House, table: Seven) -> float:
    """Seconds of CPU of a mail that confirms one code in ten spellings."""
    victim = table.players["ENGLAND"]
    table.tell("ENGLAND", "RESIGN", key=False)
    code = victim.last(lambda received: received.code != "").code
    spelled = "".join(f"CONFIRM {code[:at]} {code[at:]}\n" for at in range(1, 11))
    return cost(house, mail(victim.address, "spelled", spelled), house.judge.settings.address)[1]


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
    for what, size, spent in attacks():
        found.append((f"{what}, {size // 1000} kB", f"{spent * 1000:.0f} ms", "500 ms"))
    if "HOSTILE" in os.environ:
        return found
    for what, ratio, size, spent in hostile():
        figures = f"{ratio:.1f} octets out an octet, of {size / 1000:.1f} kB; {spent * 1000:.0f} ms"
        found.append((what, figures, "200 kB; 1000 ms"))
    for what, count in letters_to_strangers():
        found.append((f"letters to {STRANGERS} forged strangers, {what}", f"{count} an hour", "60 an hour"))
    return found
