"""No mail stops the judge: what once took minutes is bounded before it is interpreted, and its writer is told."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

import pytest

from judge.mail.read import MAX_LINES, read_mail
from judge.mail.values import TextLine
from judge.mailbox import confirmation
from judge.mailbox.bounds import CODES, COMMANDS, ITEMS, LETTERS, ORDER_LINES, SHEET_LETTERS
from judge.mailbox.lines import blocks
from judge.mailbox.lines.parsed import split
from judge.play import sheets
from judge.press import dispatch
from tests.support.hostile_mails import SEATS
from tests.support.table_of_seven import Seven

JUDGE = "judge@host.example"


def _split(text: str) -> Any:
    return split([TextLine(number, line) for number, line in enumerate(text.split("\n"), 1)])


def _counted(monkeypatch: pytest.MonkeyPatch, where: object, name: str) -> list[object]:
    """Counts the calls of a function."""
    calls: list[object] = []
    function: Callable[..., Any] = getattr(where, name)

    def counting(*args: Any, **named: Any) -> Any:
        calls.append(args)
        return function(*args, **named)

    monkeypatch.setattr(where, name, counting)
    return calls


def _told(table: Seven, text: str) -> str:
    return " ".join(table.tell("FRANCE", text, key=False).text.split())


@pytest.mark.parametrize("attack", ["LATE and blanks", "pay and blanks", "pay and many blanks", "CREATE and dots"])
def test_no_run_of_blanks_reaches_who_interprets_a_line(attack: str) -> None:
    items, _ = _split(SEATS[attack](60_000).text)
    assert items
    assert all(len(item.line.text) < 60 and len(item.line.rest) < 60 for item in items)


def test_no_run_of_blanks_reaches_who_reads_the_options_of_a_game() -> None:
    (item,), _ = _split(SEATS["CREATE and options of blanks"](20_000).text)
    assert item.line.block
    assert all(len(line.text) < 30 for line in item.line.block)


def test_a_line_that_is_too_long_is_interpreted_by_nobody_and_told(table: Seven) -> None:
    told = _told(table, f"2 : A PAR - BUR\n{SEATS['a line of words i'](20_000).text}")
    assert f"more than {LETTERS:,} letters" in told
    assert "2 : A PAR - BUR" in told


def test_an_order_that_is_too_long_is_not_filed_in_part(table: Seven) -> None:
    told = _told(table, f"2 : A PAR - BUR{', 2 : A MAR - GAS' * 100}")
    assert "Nothing of it was done" in told
    assert "Your sheet for" not in told


def test_ends_of_blocks_are_looked_for_once_however_many_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = _counted(monkeypatch, blocks, "ends")
    text = SEATS["lines of CREATE"](79_000).text
    items, left = _split(text)
    assert len(items) == COMMANDS + 1
    assert len(left) == text.count("\n") - len(items)
    assert len(calls) < 2 * text.count("\n")


def test_commands_and_lines_beyond_are_listed_as_not_read() -> None:
    items, left = _split("4 : A PAR - BUR\n" * 3_000)
    assert len(items) + len(left) == 3_000


def _mail(text: str, html: str) -> bytes:
    message = EmailMessage()
    message["From"] = "ann@example.org"
    message.set_content(text)
    message.add_alternative(html, subtype="html")
    return message.as_bytes()


def test_html_of_more_lines_than_are_compared_is_told() -> None:
    read = read_mail(_mail(*SEATS["HTML lines"](100_000)), [JUDGE], address=JUDGE)
    assert "HTML form" in read.warnings[0]


def test_html_that_says_the_same_in_another_order_is_compared_so_often_and_no_more() -> None:
    words = [f"line {number} of many" for number in range(MAX_LINES // 10)]
    plain = " ".join(words)
    same = read_mail(_mail(plain, "<br>".join(words)), [JUDGE], address=JUDGE)
    turned = read_mail(_mail(plain, "<br>".join(reversed(words))), [JUDGE], address=JUDGE)
    assert not same.warnings
    assert "HTML form" in turned.warnings[0]


def test_a_sheet_has_so_many_letters(table: Seven) -> None:
    assert f"{SHEET_LETTERS:,} letters in its orders" in _told(table, SEATS["words i"](60_000).text)


def test_a_sheet_is_read_for_a_few_lines_of_nothing_and_no_more(table: Seven, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = _counted(monkeypatch, sheets, "is_read")
    table.tell("FRANCE", "2 : A PAR - BUR\n" + "NOTHING\n" * 30, key=False)
    assert len(calls) <= 2


def test_try_reads_no_more_lines_than_a_sheet_has(table: Seven, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = _counted(monkeypatch, sheets, "try_block")
    assert f"At most {ORDER_LINES} lines may stand below TRY" in _told(table, SEATS["TRY and orders"](60_000).text)
    assert f"more than {LETTERS:,} letters" in _told(table, f"TRY\n{'A PAR ' * 200}\nEND TRY")
    assert not calls


def test_lines_that_try_reads_are_paid_for(table: Seven, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = _counted(monkeypatch, sheets, "try_block")
    told = _told(table, "".join("TRY\n" + "4 : A XYZ H\n" * (150 + more) + "END TRY\n" for more in range(10)))
    assert "One mail may ask for so much" in told
    assert len(calls) == 2


@pytest.mark.parametrize("size", [600, 30_000])
def test_names_of_addressees_are_counted_before_any_is_looked_up(
    size: int, table: Seven, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = _counted(monkeypatch, dispatch, "_addressee")
    names = " ".join(f"A{number}" for number in range(size // 5))
    assert "To whom?" in _told(table, f"PRESS TO {names}: hello")
    assert not calls


def test_a_name_that_stands_there_again_is_one_name(table: Seven, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = _counted(monkeypatch, dispatch, "_addressee")
    assert "Sent to Italy" in _told(table, f"PRESS TO {'ITALY ' * 100}: hello")
    assert len(calls) <= 2


def test_a_code_is_looked_up_once_in_all_its_spellings(table: Seven, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = table.tell("FRANCE", "RESIGN", key=False)
    calls = _counted(monkeypatch, confirmation, "_is_too_soon")
    spelled = "\n".join(f"CONFIRM {asked.code[:at]} {asked.code[at:]}" for at in range(1, 11))
    table.tell("FRANCE", spelled, key=False)
    assert len(calls) == 1


def test_so_many_codes_of_one_mail_are_looked_up(table: Seven, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = _counted(monkeypatch, confirmation, "_is_too_soon")
    assert f"A mail can confirm {CODES} codes" in _told(table, SEATS["lines of CONFIRM"](60_000).text)
    assert len(calls) == CODES


def test_lines_below_commands_count_among_those_of_a_mail() -> None:
    items, left = _split(SEATS["CREATEs and options"](190_000).text)
    assert sum(len(item.line.block) for item in items) <= ITEMS + ORDER_LINES
    assert left
