"""What people's mail programs make of a sheet, from the wire to what is on file."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from email.utils import parseaddr
from pathlib import Path

import pytest

from judge.testing.correspondent import Received
from tests.support.house import open_house
from tests.support.table_of_seven import Seven, seven

FILED = "5 : A PAR - BUR\n3 > F BRE - MAO"
HTML = 'text/html; charset="utf-8"'
PLAIN = 'text/plain; charset="utf-8"'


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> Iterator[Seven]:
    folder = tmp_path_factory.mktemp("programs")
    (folder / "judge.db").write_bytes(sqlite_template.read_bytes())
    with open_house(f"sqlite:///{folder / 'judge.db'}", folder, replies_per_hour=10_000) as house:
        yield seven(house)


def answer(table: Seven, kind: str, body: str, to: Received, subject: str = "Re: x") -> Received:
    """The judge's reply to a mail in just these words."""
    who = table.players["FRANCE"]
    token = parseaddr(to.reply_to)[1]
    message_id = f"<{len(who.inbox())}@program.example.org>"
    head = f"From: {who.address}\nTo: {token}\nSubject: {subject}\nMessage-ID: {message_id}\nContent-Type: {kind}"
    raw = f"{head}\nMIME-Version: 1.0\n\n{body}".replace("\n", "\r\n").encode()
    with smtplib.SMTP(*table.house.server, timeout=120) as smtp:
        smtp.sendmail(who.address, [token], raw)
    table.house.settle()
    return who.last(lambda mail: str(mail.message["In-Reply-To"]) == message_id)


WORD_TABLE = (
    "<table><tr><td><p class=MsoNormal>5<o:p></o:p></p></td><td><p>:</p></td><td><p>A PAR - BUR</p></td></tr>"
    "<tr><td><p>3</p></td><td><p>&gt;</p></td><td><p>F BRE - MAO</p></td></tr></table>"
)
WARNING = "CAUTION: This email originated from outside of the organization."

SHEETS = {
    "Word, a table": (HTML, WORD_TABLE),
    "Gmail, a list as plain text": (PLAIN, "   - 5 : A PAR - BUR\n   - 3 > F BRE - MAO\n"),
    "Outlook, a list as plain text": (PLAIN, "  *   5 : A PAR - BUR\n  *   3 > F BRE - MAO\n"),
    "a list by hand": (PLAIN, "- 5 : A PAR - BUR\n- 3 > F BRE - MAO\n"),
    "an East Asian keyboard": (PLAIN, "５ ： Ａ ＰＡＲ － ＢＵＲ\n３ ＞ Ｆ ＢＲＥ → ＭＡＯ\n"),
    "Gmail, copied in bold": (PLAIN, "*5 : A PAR - BUR*\n*3 > F BRE - MAO*\n"),
    "a company's warning and a rule on top": (PLAIN, f"{WARNING}\nDo not click links\n____________\n\n{FILED}"),
    "Exchange, a warning and a rule on top": (
        HTML,
        f"<div><p>{WARNING}</p></div><hr><div>5 : A PAR - BUR</div><div>3 &gt; F BRE - MAO</div>",
    ),
    "a rule of another system on top": (HTML, "<hr><div>5 : A PAR - BUR</div><div>3 &gt; F BRE - MAO</div>"),
}


@pytest.mark.parametrize("name", SHEETS)
def test_m10_m12_a_sheet_is_read_whatever_the_mail_program_made_of_it(table: Seven, name: str) -> None:
    table.tell("FRANCE", "CLEAR")
    reply = answer(table, *SHEETS[name], table.results("FRANCE"))
    assert FILED in reply.text
    assert "PROBLEM" not in reply.text


HEADINGS = {
    "Gmail": "On Mon, Mar 2, 2026 at 1:00 PM The Judge <{address}>\nwrote:\n\n",
    "Outlook": "________________________________\nFrom: The Judge <{address}>\nSent: Monday, March 2, 2026 1:00 PM\n"
    "To: Fleur <fleur@example.org>\nSubject: [oslo]\n\n",
    "Samsung": "-------- Ursprüngliche Nachricht --------\nVon: The Judge <{address}>\nDatum: 02.03.26 13:00\nAn: F\n"
    "Betreff: [oslo]\n\n",
}


@pytest.mark.parametrize("name", HEADINGS)
def test_m11_what_a_program_writes_above_a_quotation_of_the_judge_is_not_listed(table: Seven, name: str) -> None:
    to = table.results("FRANCE")
    mark = "> " if name == "Gmail" else ""
    quotation = "\n".join(f"{mark}{line}" for line in to.text.splitlines())
    heading = HEADINGS[name].format(address=parseaddr(to.reply_to)[1])
    reply = answer(table, PLAIN, f"{FILED}\n\nFleur of Paris\n{heading}{quotation}", to)
    unread = [line for line in reply.text.partition("NOT READ")[2].splitlines() if line.startswith("> ")]
    assert unread == ["> Fleur of Paris"]


SLIPS = (
    "1. A PAR - BUR",
    "A PAR - BUR, F BRE - MAO",
    "- BUR | H",
    "| - BUR",
    "5 : A PAR - BUR (if Italy agrees)",
    "5 : A РАR - ВUR",
)


@pytest.mark.parametrize("line", SLIPS)
def test_m10_what_a_program_or_keyboard_did_to_a_line_is_told_and_not_acted_on(table: Seven, line: str) -> None:
    table.tell("FRANCE", "CLEAR")
    told = " ".join(answer(table, PLAIN, line, table.results("FRANCE")).text.split())
    assert "PROBLEM in line 1" in told
    assert "BUR" not in table.tell("FRANCE", "SHOW").text.partition("ON FILE")[2]


@pytest.mark.parametrize(
    "line", ["Привет, Анна", "Thanks, all is well", "A XYZ - BUR", "1,5 : A PAR - BUR", "5 ; A PAR - BUR"]
)
def test_other_lines_that_are_no_orders_get_no_such_hint(table: Seven, line: str) -> None:
    reply = answer(table, PLAIN, line, table.results("FRANCE")).text.partition("\n-- \n")[0]
    told = " ".join(reply.split())
    assert not any(words in told for words in ("of a list", "line of its own", "another alphabet"))


@pytest.mark.parametrize("answers", ["Re:", "AW:", "RES: ", "Antw :", "VS:", "Re[2]:", "Ynt:", "回复：", "SV: Re:"])
def test_the_word_for_an_answer_does_not_pile_up_in_subjects(table: Seven, answers: str) -> None:
    body = f"KEY {table.players['FRANCE'].key}\nSHOW"  # or the subject is that of the letter that is answered
    reply = answer(table, PLAIN, body, table.results("FRANCE"), f"{answers} Re: [oslo] results")
    assert reply.subject == "Re: [oslo] results"


@pytest.mark.parametrize(
    ("form", "confirmed"),
    [
        ("Confirm {code}.\n\nSent from my iPhone", True),
        ("*CONFIRM {code}*", True),
        ("   - CONFIRM {code}", True),
        ("CONFIRM *{code}*", True),
        ("Yes", False),
        ("{code}", False),
        ("> CONFIRM {code}", False),
        ("SHOW", False),
    ],
)
def test_what_waits_for_a_code_is_done_by_the_word_for_it_alone_and_an_answer_without_it_tells_so(
    table: Seven, form: str, *, confirmed: bool
) -> None:
    table.tell("FRANCE", "TRANSFER 1 TO ITALY", key=False)
    asking = table.players["FRANCE"].last(lambda mail: mail.code != "")
    before = table.view("FRANCE").balance
    told = " ".join(answer(table, PLAIN, form.format(code=asking.code), asking).text.split())
    assert table.view("FRANCE").balance == before - confirmed
    assert ("Nothing was confirmed" in told) is not confirmed


@pytest.mark.parametrize(
    "struck", ["<s>9 : A MAR - SPA</s>", "<del>A MAR - SPA</del>", "A MAR - <strike>SPA</strike> PIE"]
)
def test_m8_what_is_crossed_out_is_no_order(table: Seven, struck: str) -> None:
    reply = answer(table, HTML, f"<div>5 : A PAR - BUR</div><div>{struck}</div>", table.results("FRANCE"))
    assert "A MAR - " not in reply.text.partition("ON FILE")[2].partition("This sheet")[0]
    assert "PROBLEM in line 2" in reply.text


@pytest.mark.parametrize("stop", ["--", "END", "SHOW\n________"])
def test_m12_own_lines_behind_the_end_are_listed_though_the_judge_has_said_the_same(table: Seven, stop: str) -> None:
    to = answer(table, PLAIN, "5 : A PAR - BUR", table.results("FRANCE"))
    reply = answer(table, PLAIN, f"{stop}\n5 : A PAR - BUR\n\n{to.text}", to)
    listed = reply.text.partition("NOT READ")[2]
    assert "> 5 : A PAR - BUR" in listed
    assert "> --\n" not in listed
