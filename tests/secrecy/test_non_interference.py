"""Nobody's mail changes when only others' secrets change: each mail, receipt and error for France, byte for byte.

The same season is played twice. What France does and may know is the same; what the others offer, accept, save, send
each other, get wrong, vote and say is not.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import zip_longest
from pathlib import Path

import pytest

from judge.testing.correspondent import Received
from tests.support.house import open_house
from tests.support.table_of_seven import Seven, seven

WITNESS = "FRANCE"

# As it was, and as it might have been. Either way each unit issues the same order.
SECRETS = {
    "AUSTRIA": ("4 : A VIE - GAL", "9#2 : A VIE - GAL\n3 $  % mine alone\nACCEPT ATRIGFE\nCONCEDE TO FRANCE"),
    "TURKEY": ("5 : F ANK - BLA", "DRAW\n2*3 & F ANK - BLA\n7 : A XXX - YYY\n0 : A VIE H"),
    "RUSSIA": ("5 : A MOS - UKR", "60 : A MOS - UKR\n60 : A WAR - LVN\n1 ! F SEV - RUM"),
    "GERMANY": ("6 : A MUN - RUH", "6 : A MUN - RUH\nPRESS TO ITALY\nFrance must not know.\nEND PRESS"),
}
ORDERS_ALIKE = "5 : A WAR - LVN"

# Drawn at random for each mail: tokens, Message-IDs, codes, keys, the commitment to the seed.
_RANDOM = re.compile(
    rb"(?<=\+)[a-z2-7]{24}(?=@)|<[0-9a-f]{24,32}@|(?:CONFIRM |\"code\": \")[a-z2-7]{16}"
    rb"|(?:[a-z2-7]{4}-){3}[a-z2-7]{4}|[0-9a-f]{64}"
)


def _play(table: Seven, *, other: bool) -> Iterator[None]:
    """The season, with a rest whenever the witness has got mail."""
    house = table.house
    witness = table.players[WITNESS]
    for role, versions in SECRETS.items():
        alike = f"\n{ORDERS_ALIKE}" if role == "RUSSIA" and not other else ""
        table.tell(role, versions[other] + alike)
    if other:
        table.tell("AUSTRIA", "TRANSFER 7 TO TURKEY")
        table.tell("AUSTRIA", "SHOW\nBALANCE")
    table.tell("ENGLAND", "0 : F LON H")
    table.tell("ITALY", "0 : A VEN H\nTRANSFER 3 TO FRANCE")
    house.pass_time(hours=50)  # a reminder
    yield
    table.tell(WITNESS, "HELP\nSTATUS\nSHOW\nBALANCE\nACCEPT FX\nTRANSFER 99 TO ITALY\nSET movement 1h\nfoo")
    yield
    house.pass_time(hours=24)  # too late now
    yield
    table.tell(
        WITNESS,
        "8 : A PAR - BUR\n4 : A MUN - RUH\n2 : A XYZ - ABC\nACCEPT FAEGIRT\nTRANSFER 1 TO ITALY\nPRESS TO ALL: hello",
    )
    yield
    witness.write(f"4 : A PAR - BUR\nTRANSFER 2 TO ITALY\nKEY {witness.key}")
    witness.write("4 : A PAR - BUR")
    house.settle()
    yield
    table.tell(WITNESS, "TRANSFER 15 TO ITALY\nTRANSFER 15 TO ITALY\nTRANSFER 15 TO ITALY")  # more than there is
    table.tell(WITNESS, "SHOW\nSTATUS\nBALANCE\nDRAW")
    yield
    table.direct("DEADLINE +2h")
    yield
    table.tell(WITNESS, "HISTORY\nPRICES\nTRY\n9 : A BUR - BEL\n2# : A RUH H\nEND TRY")
    yield


def _plain(mail: Received) -> bytes:
    data = [part.get_payload(decode=True) for part in mail.message.walk() if part.get_filename() == "letter.json"]
    assert data, "the witness reads each letter as JSON, too"
    text = mail.text.encode() + mail.html.encode() + b"".join(each for each in data if isinstance(each, bytes))
    headers = b"\n".join(f"{name}: {value}".encode() for name, value in mail.message.items() if name != "Content-Type")
    return _RANDOM.sub(b"(random)", headers + b"\n\n" + text)


def _differences(template: Path, tmp_path: Path) -> list[str]:
    """The first lines in which the mails of the two seasons differ, as soon as some do."""
    with ExitStack() as stack:
        tables = []
        for name in ("one", "two"):
            folder = tmp_path / name
            folder.mkdir()
            shutil.copyfile(template, folder / "judge.db")
            house = stack.enter_context(open_house(f"sqlite:///{folder / 'judge.db'}", folder))
            tables.append(seven(house))
            tables[-1].tell(WITNESS, "PROFILE MAIL DATA")
        plays = (_play(table, other=other) for table, other in zip(tables, (False, True), strict=True))
        compared = len(tables[0].players[WITNESS].inbox())
        for _ in zip(*plays, strict=True):
            one, two = (table.players[WITNESS].inbox()[compared:] for table in tables)
            found = []
            for mine, yours in zip_longest(map(_plain, one), map(_plain, two), fillvalue=b"(no mail)"):
                lines = zip_longest(mine.splitlines(), yours.splitlines())
                found += [f"{pair[0]!r} / {pair[1]!r}" for pair in lines if pair[0] != pair[1]][:1]
            if found:
                return found
            compared += len(one)
        assert compared > 12
    return []


@pytest.mark.fault("P1")
def test_p1_no_mail_changes_when_only_others_secrets_change(sqlite_template: Path, tmp_path: Path) -> None:
    assert _differences(sqlite_template, tmp_path) == []
