"""What becomes of lines at which the judge itself fails, and of mails that nobody can read to their end (fault D7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update
from sqlalchemy.exc import OperationalError

from judge.games.lookup import LiveGame
from judge.mailbox.bounds import LINES
from judge.mailbox.line_faults import ATTEMPTS, LINES_LEFT_OUT, lines_without
from judge.play import ledger, sheets
from judge.reading.sheet import SheetLine
from judge.rules.payola.system import Payola
from judge.rules.values import Reading, Sheet, only
from judge.store.tables import InboundRow, LineRow, OrdersRow, OutboundRow
from judge.testing.correspondent import Received
from tests.support.house import House, open_house
from tests.support.statements import listening
from tests.support.table_of_seven import Seven, seven


@pytest.fixture
def stumbles(monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    """Whoever reads a sheet that says STUMBLE raises: the first of these each time or, of several, the next one."""
    faults: list[Exception] = [RuntimeError("a fault in the reader of sheets")]
    read = Payola.read

    def broken(self: Payola, view: Any, role: str, sheet: Sheet) -> Reading:
        if any("STUMBLE" in line.text for line in sheet.lines) and faults:
            raise faults[0] if len(faults) == 1 else faults.pop(0)
        return read(view, role, sheet)

    monkeypatch.setattr(Payola, "read", broken)
    return faults


def _mails(house: House) -> list[InboundRow]:
    return house.every(select(InboundRow).order_by(InboundRow.id))


def _orders(house: House) -> list[str]:
    return house.every(select(OrdersRow.text).order_by(OrdersRow.id))


def _told_the_host(house: House) -> list[str]:
    with house.judge.db.reading() as session:
        query = select(OutboundRow.raw).where(OutboundRow.purpose == "host")
        return [raw.decode() for raw in session.execute(query).scalars()]


@pytest.fixture
def table(sqlite_url: str, tmp_path: Path) -> Iterator[Seven]:
    with open_house(sqlite_url, tmp_path) as house:
        yield seven(house)


def test_d7_the_orders_beside_a_line_that_crashes_are_filed(table: Seven, stumbles: list[Exception]) -> None:
    assert stumbles
    reply = table.tell("FRANCE", "2 : A PAR - BUR\nSTUMBLE 3\n4 : A MAR H", key=False).text
    assert "STUMBLE 3" in reply
    assert "a fault of mine" in " ".join(reply.split())
    assert "a fault in the reader" not in reply
    assert _orders(table.house) == ["2 : A PAR - BUR\n4 : A MAR H"]
    last = _mails(table.house)[-1]
    assert last.status == "read"
    assert "line 2: RuntimeError: a fault in the reader of sheets" in last.trouble
    (told,) = _told_the_host(table.house)
    assert f"Mail number {last.id}" in " ".join(told.split())
    assert "a fault in the reader" in told


def test_d7_a_command_that_crashes_leaves_the_sheet_and_the_other_commands(
    table: Seven, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object) -> None:
        raise KeyError(args)

    monkeypatch.setattr(ledger, "statement_block", broken)
    reply = table.tell("FRANCE", "STATEMENT\nTRANSFER 5 TO ITALY\n2 : A PAR - BUR\nBALANCE", key=False).text
    assert "a fault of mine" in " ".join(reply.split())
    assert _orders(table.house) == ["2 : A PAR - BUR"]
    assert f"{table.view('FRANCE').balance} AgP" in reply
    assert reply.count("TRANSFER 5 TO ITALY") == 1
    with table.house.judge.db.reading() as session:
        lines = select(LineRow).where(LineRow.mail_id == _mails(table.house)[-1].id)
        became = {row.text: row.became for row in session.execute(lines).scalars()}
    assert became["STATEMENT"] == "problem"
    assert became["BALANCE"] == "ok"


def test_d7_what_a_crashed_line_had_begun_is_taken_back(table: Seven, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {role: table.view(role).balance for role in ("FRANCE", "ITALY", "RUSSIA")}
    standing_after = ledger.standing_after

    def broken(was: LiveGame, here: LiveGame, role: str) -> str:
        russia: Any = here.view(only("RUSSIA"))
        if russia.balance > before["RUSSIA"]:
            raise RuntimeError("the money is moved")
        return standing_after(was, here, role)

    monkeypatch.setattr(sheets, "standing_after", broken)
    reply = table.tell("FRANCE", "TRANSFER 6 TO RUSSIA\nTRANSFER 5 TO ITALY\n2 : A PAR - BUR").text
    assert "a fault of mine" in " ".join(reply.split())
    after = {role: table.view(role).balance for role in before}
    assert after == {"FRANCE": before["FRANCE"] - 5, "ITALY": before["ITALY"] + 5, "RUSSIA": before["RUSSIA"]}
    assert not [mail for mail in table.players["RUSSIA"].inbox() if "6 AgP" in mail.text]
    assert _orders(table.house) == ["2 : A PAR - BUR"]


def test_d7_lines_below_a_game_line_that_crashes_are_for_no_game(table: Seven, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise KeyError(args)

    monkeypatch.setattr("judge.commands.request.Request.choose_game", broken)
    reply = table.tell("FRANCE", "GAME bergen\n2 : A PAR - BUR", key=False).text
    assert "Which of your games is this for?" in reply
    assert not _orders(table.house)


def test_d7_trouble_of_the_database_stays_a_retry(table: Seven, stumbles: list[Exception]) -> None:
    trouble = OperationalError("SELECT", {}, Exception("the database is gone"))
    stumbles[:] = [RuntimeError("a fault"), trouble, RuntimeError("a fault")]
    france = table.players["FRANCE"]
    france.reply(table.results("FRANCE"), "STUMBLE 3\n2 : A PAR - BUR", with_key=False)
    with pytest.raises(OperationalError):
        table.house.settle()
    assert (_mails(table.house)[-1].status, _mails(table.house)[-1].attempts) == ("new", 1)
    table.house.settle()
    assert _mails(table.house)[-1].status == "read"
    assert _orders(table.house) == ["2 : A PAR - BUR"]


def test_d7_the_first_reading_of_a_mail_has_no_savepoint_for_its_lines(table: Seven) -> None:
    before = _statements(table, "2 : A PAR - BUR\n3 : A MAR H")
    assert not [each for each in before if "SAVEPOINT" in each.upper()]


def _statements(table: Seven, text: str) -> list[str]:
    seen: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        seen.append(statement)

    def savepoint(_connection: Any, name: str) -> None:
        seen.append(f"SAVEPOINT {name}")

    with listening(table.house.judge.db, before_cursor_execute=note, savepoint=savepoint):
        table.tell("FRANCE", text, key=False)
    return seen


@given(bad=st.sets(st.integers(1, 40), max_size=LINES_LEFT_OUT), many=st.integers(1, 40))
def test_exactly_the_lines_that_raise_are_left_out(bad: set[int], many: int) -> None:
    lines = [SheetLine(number, str(number)) for number in range(1, many + 1)]

    def raises(some: Sequence[SheetLine]) -> str:
        return next((f"trace {line.number}" for line in some if line.number in bad), "")

    left, faulty = lines_without(lines, raises)
    assert [line.number for line in left] == [line.number for line in lines if line.number not in bad]
    assert {line.number: trace for line, trace in faulty} == {n: f"trace {n}" for n in bad if n <= many}


def test_where_more_lines_raise_the_rest_of_the_sheet_is_left_out() -> None:
    lines = [SheetLine(number, "x") for number in range(1, 100)]
    left, faulty = lines_without(lines, lambda some: "trace" if some else "")
    assert not left
    assert sorted(line.number for line, _ in faulty) == list(range(1, 100))


def test_d7_looking_for_the_line_at_fault_counts_no_line_twice(table: Seven, stumbles: list[Exception]) -> None:
    assert stumbles
    good = [f"{number % 3} : A PAR - BUR" for number in range(1, LINES)]
    reply = table.tell("FRANCE", "\n".join([*good, "STUMBLE"]), key=False).text
    assert "A mail can hold" not in reply
    assert "is not done yet" not in reply
    assert _orders(table.house) == ["\n".join(good)]


# A mail that the judge cannot read is kept, and nobody is left to believe that it counts (fault D7).


@pytest.mark.usefixtures("reader_that_stumbles")
def test_d7_a_mail_at_which_the_mail_reader_itself_fails_is_quarantined_and_writer_and_host_are_told(
    house: House,
) -> None:
    france = seven(house).players["FRANCE"]
    france.write("STUMBLE")
    france.write(f"KEY {france.key}\nSHOW")
    house.settle()
    with house.judge.db.reading() as session:
        mails = session.execute(select(InboundRow).order_by(InboundRow.id)).scalars().all()[-2:]
        assert [mail.status for mail in mails] == ["quarantined", "read"]
        assert "a fault below judge.mail" in mails[0].trouble
        hosts = select(OutboundRow.id).where(OutboundRow.purpose == "host")
        assert session.execute(hosts).first() is not None
    told = france.last(lambda mail: "not read" in mail.subject)
    assert "could not read one of your mails" in " ".join(told.text.split())


@pytest.mark.usefixtures("reader_that_stumbles")
def test_no_key_of_a_mail_that_cannot_be_read_stands_in_what_the_host_is_told(house: House) -> None:
    france = seven(house).players["FRANCE"]
    france.write(f"KEY {france.key}\nSTUMBLE")
    house.settle()
    with house.judge.db.reading() as session:
        trouble = session.execute(select(InboundRow.trouble).order_by(InboundRow.id.desc())).scalars().first()
        told = session.execute(select(OutboundRow.raw).where(OutboundRow.purpose == "host")).scalar_one()
    assert trouble is not None
    assert "STUMBLE" in trouble
    assert france.key not in trouble
    assert france.key not in Received(told).text


def test_the_writer_of_a_mail_over_which_its_readers_were_killed_is_told_too(house: House) -> None:
    """Nobody could note whose it is."""
    france = seven(house).players["FRANCE"]
    france.write("STATUS")
    with house.judge.db.writing() as session:
        session.execute(update(InboundRow).where(InboundRow.status == "new").values(attempts=ATTEMPTS))
    house.settle()
    told = france.last(lambda mail: "not read" in mail.subject)
    assert "could not read one of your mails" in " ".join(told.text.split())
