"""No mail stops the judge: what once took minutes is bounded before it is interpreted, and its writer is told."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

import pytest
from sqlalchemy import func, select

from judge.mail.read import MAX_LINES, read_mail
from judge.mail.text.mime import MAX_HTML
from judge.mail.values import TextLine
from judge.mailbox import confirmation
from judge.mailbox.bounds import CODES, COMMANDS, LETTERS, LINES, MAIL_LETTERS, MAIL_PIECES, TOO_MANY, WORDS, pieces_of
from judge.mailbox.intake import ComeLater, Intake
from judge.mailbox.limits import FEW_LINES, LINES_OF_REPLY
from judge.mailbox.lines import blocks
from judge.mailbox.lines.items import split
from judge.play import sheets
from judge.press import dispatch
from judge.reading.grammar import Parse
from judge.reading.sheet import Reader
from judge.rules.payola import forms
from judge.rules.registry import systems
from judge.rules.rng import Rng
from judge.rules.values import only, sheet_of
from judge.store.tables import InboundRow, LineRow
from tests.support.hostile_mails import SEATS
from tests.support.house import House, Opening, put
from tests.support.table_of_seven import Seven, seven

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


def test_a_line_of_too_many_words_is_interpreted_by_nobody_and_told(table: Seven) -> None:
    """A name or a list may begin at each of its words, and end at each behind that."""
    assert f"{WORDS} words. Nothing of it was done." in _told(table, "i " * (WORDS + 1))
    assert f"{WORDS} words" not in _told(table, "i " * WORDS)


@pytest.mark.parametrize("game", ["payola", "exchange"])
@pytest.mark.parametrize("attack", ["words that are nearly orders", "offers that order nothing"])
def test_at_each_word_of_what_is_nearly_an_order_few_kinds_are_asked_for(
    game: str, attack: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = systems()[game]
    role, *_ = names = system.seating({}).names
    view = system.view(system.start({}, names, Rng(b"bounds", "0")).state, only(role))
    sheet = sheet_of(SEATS[attack](MAIL_LETTERS).text)
    calls = _counted(monkeypatch, Parse, "kind")
    system.read(view, role, sheet)
    assert len(calls) < 5 * sum(pieces_of(line.text) for line in sheet.lines)


def test_an_order_that_is_too_long_is_not_filed_in_part(table: Seven) -> None:
    told = _told(table, f"2 : A PAR - BUR{', 2 : A MAR - GAS' * 100}")
    assert "Nothing of it was done" in told
    assert "Your sheet for" not in told


def test_ends_of_blocks_are_looked_for_once_however_many_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = _counted(monkeypatch, blocks, "ends")
    text = SEATS["lines of CREATE"](79_000).text
    items, left = _split(text)
    assert len(items) == COMMANDS + 1
    assert items[-1].remark == TOO_MANY
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


def test_html_that_is_longer_than_anybody_reads_is_left_out_and_told() -> None:
    rich = "<b>2 : A PAR - BUR</b><br>" * (MAX_HTML // 25)
    read = read_mail(_mail("SHOW", rich), [JUDGE], address=JUDGE)
    assert [line.text for line in read.lines if line.text] == ["SHOW"]
    assert "HTML form of your mail: it holds more than" in read.warnings[0]


def test_of_a_mail_its_text_alone_is_kept(table: Seven) -> None:
    france = table.players["FRANCE"]
    head = f"From: {france.address}\nMessage-ID: <long@x>\nContent-Type: image/png\n\n"
    put(table.house, head + "KEY abcd-efgh-ijkl-mno\n" * (40_000))
    mail = table.house.every(select(InboundRow).order_by(InboundRow.id.desc()).limit(1))[0]
    assert (mail.status, len(mail.raw) < 1_000, mail.sealed) == ("read", True, None)


def test_so_many_mails_of_one_writer_wait_to_be_read_and_no_more(house: House, table: Seven) -> None:
    intake = Intake(house.judge, most=2)

    def comes(number: int, writer: str, to: str = "", source: str = "192.0.2.7") -> None:
        sender = table.players[writer].address if writer in table.players else writer
        raw = f"From: {sender}\nMessage-ID: <{number}@x>\n\nSHOW\n".encode()
        intake.accept("x@example.org", [to or house.judge.settings.address], raw, source)

    def comes_later(number: int, writer: str, to: str = "") -> None:
        with pytest.raises(ComeLater):
            comes(number, writer, to)

    comes(1, "FRANCE")
    comes(2, "stranger@example.org")
    comes_later(3, "FRANCE")
    comes_later(4, "other@example.org")  # anybody can write any From
    comes(5, "FRANCE", source="203.0.113.7")
    leaked = table.results("FRANCE").reply_to.rpartition("<")[2].strip(">")
    comes(6, "FRANCE", leaked)  # a forger has no such proof
    comes(7, "other@example.org", leaked)
    comes_later(8, "third@example.org", leaked)
    house.settle()
    comes(3, "FRANCE")


def test_the_mails_of_one_player_in_all_their_games_wait_together(house: House, table: Seven) -> None:
    """The attack: 35 mails, five to each of seven games, and everybody else in these games waits for all of them."""
    intake = Intake(house.judge, most=2)
    france = table.players["FRANCE"]
    table.tell("FRANCE", "STATUS")
    letters = [mail.reply_to.rpartition("<")[2].strip(">") for mail in france.inbox()]

    def comes(number: int, to: str) -> None:
        raw = f"From: {france.address}\nMessage-ID: <{number}@x>\n\nSHOW\n".encode()
        intake.accept("x@example.org", [to], raw)

    for number in range(4):
        comes(number, letters[number // 2])
    with pytest.raises(ComeLater):
        comes(4, letters[2])
    comes(5, table.results("ITALY").reply_to.rpartition("<")[2].strip(">"))
    house.settle()
    comes(4, letters[2])


def test_strangers_who_answer_letters_do_not_wait_for_each_other(house: House) -> None:
    intake = Intake(house.judge, most=1)
    for name in ("Xaver", "Yan", "Zoe"):
        who = house.person(name)
        who.write("Hello?")
        house.settle()
    for name in ("Xaver", "Yan", "Zoe"):
        who = house.person(name)
        to = who.last().reply_to.rpartition("<")[2].strip(">")
        intake.accept(who.address, [to], f"From: {who.address}\nMessage-ID: <{name}@x>\n\nREGISTER\n".encode())
    assert house.one(select(func.count(InboundRow.id)).where(InboundRow.status == "new")) == 3


def test_mails_of_no_known_network_wait_all_together_whatever_stands_in_their_from(house: House) -> None:
    """The attack: a host's mail system that names no networks, and each mail from another sender."""
    intake = Intake(house.judge, most=2)

    def comes(number: int) -> None:
        raw = f"From: eve{number}@example.org\nMessage-ID: <{number}@x>\n\nSHOW\n".encode()
        intake.accept("x@example.org", [house.judge.settings.address], raw)

    for number in range(16):
        comes(number)
    with pytest.raises(ComeLater):
        comes(16)
    house.settle()
    comes(16)


def test_a_mail_has_so_many_letters_in_its_lines(table: Seven) -> None:
    assert TOO_MANY in _told(table, ("i " * (WORDS - 50) + "\n") * 60)
    chapter = "GAME oslo\n" + "2 : A PAR - BUR / SHOW THIS AND THAT TO NOBODY\n" * 20
    assert TOO_MANY in _told(table, chapter * (MAIL_LETTERS // len(chapter) + 1))


def test_a_mail_has_so_many_words_and_signs_in_its_lines(table: Seven) -> None:
    line = "&a" * 30 + "\n"
    assert TOO_MANY not in _told(table, line * (MAIL_PIECES // 60 - 1))
    assert TOO_MANY in _told(table, line * (MAIL_PIECES // 60 + 1))


def test_each_line_of_a_mail_is_read_once_and_its_sheet_priced_once(
    table: Seven, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines, prices = _counted(monkeypatch, Reader, "read_line"), _counted(monkeypatch, forms, "determine")
    table.tell("FRANCE", "Hello!\n3 for army Paris to go to Burgundy\n5 for army Marseilles to hold", key=False)
    assert len(lines) == 3
    assert len(prices) == 1


def test_a_sheet_is_read_for_a_few_lines_of_nothing_and_no_more(table: Seven, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = _counted(monkeypatch, sheets, "is_read")
    table.tell("FRANCE", "2 : A PAR - BUR\n" + "NOTHING\n" * 30, key=False)
    assert len(calls) <= 2


def test_try_reads_no_more_lines_than_a_mail_has(table: Seven, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = _counted(monkeypatch, sheets, "try_block")
    assert TOO_MANY in _told(table, SEATS["TRY and orders"](60_000).text)
    assert f"more than {LETTERS:,} letters" in _told(table, f"TRY\n{'A PAR ' * 200}\nEND TRY")
    assert not calls
    assert TOO_MANY in _told(table, ("TRY\n" + "4 : A XYZ H\n" * (LINES // 2 - 15) + "END TRY\n") * 3)
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
    assert sum(1 + len(item.line.block) for item in items) <= LINES
    assert left


# Mails that are too long (fault C9): read as far as anybody needs, and said so.


def test_c9_lines_beyond_the_limit_are_not_read_and_the_reply_says_so(table: Seven) -> None:
    reply = table.tell("FRANCE", "\n".join(["1 : A PAR - BUR"] * LINES + ["7 : A MUN - RUH"] * 600))
    assert TOO_MANY in " ".join(reply.text.split())
    shown = table.tell("FRANCE", "SHOW").text
    assert "1 : A PAR - BUR" in shown
    assert "A MUN - RUH" not in shown


def test_c9_commands_beyond_the_limit_are_not_read_and_mail_nobody(table: Seven) -> None:
    before = len(table.players["ITALY"].inbox())
    lines = ["PRESS TO ITALY: hello"] * (COMMANDS + 30)
    reply = table.tell("FRANCE", "\n".join(["A PAR - BUR", *lines, "8 : A PAR - PIC"]))
    # The last one read is the KEY or a command, whichever house.tell has put above the others.
    assert TOO_MANY in " ".join(reply.text.split())
    assert COMMANDS - 1 <= len(table.players["ITALY"].inbox()) - before <= COMMANDS
    assert "A PAR - PIC" not in table.tell("FRANCE", "SHOW").text


def test_c9_a_code_is_asked_for_what_was_read_and_no_more(house: House, table: Seven) -> None:
    lines = ["GAME oslo", "EXTEND 1h", *["STATUS"] * COMMANDS, "EXTEND 5h"]
    house.tell(table.master, "\n".join(lines), key=False)
    asking = table.master.last(lambda mail: mail.code != "")
    asked = asking.text.partition("CONFIRM ")[0]
    assert "EXTEND 1h" in asked
    assert "> EXTEND 5h" not in asked
    done = house.tell(table.master, f"CONFIRM {asking.code}", to=asking, key=False).text
    assert "> EXTEND 1h" in done
    assert TOO_MANY not in " ".join(done.split())


WRONG = "1 : A QQQ - XXX"


def _lines_on_file(house: House) -> int:
    return house.one(select(func.count(LineRow.id)).where(LineRow.became == "problem"))


def test_one_mail_has_so_many_lines_of_orders_whatever_it_calls_them(house: House, table: Seven) -> None:
    """The same game again and again, 400 lines each: ten thousand lines, and half a minute of the only clerk."""
    chapter = "GAME oslo\n" + "\n".join([WRONG] * 100)
    reply = table.tell("FRANCE", "\n".join([chapter] * 24))
    assert TOO_MANY in " ".join(reply.text.split())
    assert _lines_on_file(house) <= LINES


def test_a_leaked_reply_address_has_so_many_lines_of_orders_read_within_an_hour(opened: Opening) -> None:
    house = opened(replies_per_hour=4)
    table = seven(house)
    france = table.players["FRANCE"]
    letter = france.last()
    to = letter.reply_to.rpartition("<")[2].strip(">")
    for number in range(12):
        text = "\n".join([WRONG] * 200)
        put(house, f"From: {france.address}\nMessage-ID: <{number}@forged>\n\n{text}\n", to=to)
    assert 0 < _lines_on_file(house) <= 4 * LINES_OF_REPLY
    # The owner's own orders are read: with their KEY at once, however many they are, and few of them in any case.
    before = len(france.inbox())
    table.tell("FRANCE", "\n".join(["1 : A PAR - BUR"] * 30))
    assert [mail.code for mail in france.inbox()[before:]] == [""]
    assert "A PAR - BUR" in table.tell("FRANCE", "SHOW").text
    france.write("2 : A MAR - SPA", answers=letter)
    house.settle()
    assert "A MAR - SPA" in table.tell("FRANCE", "SHOW").text


def test_what_is_beyond_the_lines_of_an_hour_is_filed_once_its_code_comes(opened: Opening) -> None:
    house = opened(replies_per_hour=8)
    table = seven(house)
    france = table.players["FRANCE"]
    letter = france.last()
    for _ in range(4):
        france.write("\n".join([WRONG] * 200), answers=letter)
        house.settle()
    france.write("\n".join(["3 : A PAR - BUR"] * (FEW_LINES + 1)), answers=letter)
    house.settle()
    asked = france.last()
    assert "than I read unasked" in " ".join(asked.text.split())
    assert asked.code
    assert "A PAR - BUR" not in table.tell("FRANCE", "SHOW").text
    france.reply(asked, f"CONFIRM {asked.code}")
    house.settle()
    assert "A PAR - BUR" in table.tell("FRANCE", "SHOW").text
