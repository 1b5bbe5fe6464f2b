"""What mail programs put above the judge's letter goes out with nobody's press, in whatever language they do."""

from __future__ import annotations

import tomllib
from pathlib import Path
from textwrap import indent

import pytest

from judge.mail.text.quotations import REPLY_MARKER, letter_begins, mailboxes, split_quotation, without_letter
from judge.mail.values import TextLine

DATA = tomllib.loads((Path(__file__).parent / "headings.toml").read_text(encoding="utf-8"))

NAMED = mailboxes("judge@host.example", "amy@example.org")
PRESS = "PRESS GREY TO ITALY\nShall we meet at 10:00 tomorrow?"
LETTER = f"{REPLY_MARKER}\n\nDear Amy, here is your sheet.\n\n5 : A LON - YOR"
JUDGE = "The Judge <judge+abcdefghijklmnopqrstuvwx@host.example>"


ROWS = DATA["rows"]

# Above unmarked text and above `>`.
DRESS = {
    "Outlook": "________________________________\n{0}: {from_}\n{1}: {sent}\n{2}: amy@example.org\n{3}: lisbon\n",
    "without addresses": "{0}: The Judge\n{1}: {sent}\n{2}: Amy Smith\n{3}: lisbon\n",
    "spaced, French": "{0} : {from_}\n{1} : {sent}\n{2} : amy@example.org\n{3} : lisbon\n",
    "starred": "*{0}:* {from_}\n*{1}:* {sent}\n*{2}:* Amy <amy@example.org>\n*{3}:* lisbon\n",
    "in another order": "{1}: {sent}\n{0}: {from_}\n{2}: amy@example.org\n",
    "two rows": "{0}: {from_}\n{2}: amy@example.org\n",
    "folded": "{0}: The Judge\n   <judge@host.example>\n{1}: {sent}\n{2}: amy@example.org\n",
    "fenced": "-------- {3} --------\n{0}: {from_}\n{1}: {sent}\n{2}: amy@example.org\n",
}


def new(text: str) -> list[str]:
    lines = [TextLine(number, line) for number, line in enumerate(text.split("\n"), 1)]
    return [line.text for line in split_quotation(lines, NAMED)[0]]


@pytest.mark.parametrize("marked", [False, True], ids=["bare", "marked"])
@pytest.mark.parametrize("dress", DRESS)
@pytest.mark.parametrize("language", ROWS)
def test_header_rows_in_any_language_are_the_mail_programs(language: str, dress: str, *, marked: bool) -> None:
    *keys, sent = ROWS[language].split("|")
    head = DRESS[dress].format(*keys, from_=JUDGE, sent=sent)
    letter = indent(LETTER, "> ", lambda _: True) if marked else LETTER
    assert new(f"{PRESS}\n\n{head}\n{letter}") == PRESS.split("\n")


ATTRIBUTIONS = DATA["attributions"]
BELOW = {
    "marked": "\n> {}",
    "marked at once": "> {}",
    "its end alone": ">:\n> {}",
    "of initials": "\nTJ> {}",
    "bare": "\n{}",
}


@pytest.mark.parametrize("below", BELOW)
@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_an_attribution_in_any_language_is_the_mail_programs(attribution: str, below: str) -> None:
    mark, _, _ = BELOW[below].rpartition("\n")[2].partition("{}")
    letter = BELOW[below].format(indent(LETTER, mark, lambda _: True).removeprefix(mark))
    assert new(f"{PRESS}\n\n{attribution}\n{letter}") == PRESS.split("\n")


@pytest.mark.parametrize(
    "own",
    [
        "CREATE DIPLOMACY lund\nmovement: 72h\ndeadlines: 20:00\nzone: Europe/Berlin",
        "DEADLINE 2026-05-05 20:00",
        "INVITE bob@example.com",
        "ADDRESS amy@example.com",
        "PRESS TO ITALY: hello",
        "HOST Please write to <amy@example.com>, I was not there at 10:00.",
        "5 : A LON - YOR // not before 10:00",
        "PRESS TO ITALY:\nSee you at 10:00.",
        "Italy: yes\nFrance: no",
    ],
)
@pytest.mark.parametrize("heading", ["", "\nThe Judge <judge@host.example> wrote:\n", "\nFrom: The Judge\nTo: Amy\n"])
def test_what_its_writer_says_right_above_the_letter_stays(own: str, heading: str) -> None:
    assert new(f"{own}\n{heading}\n> {REPLY_MARKER}\n> 5 : A LON - YOR") == own.split("\n")


def test_the_letter_begins_with_what_its_mail_program_put_above_it() -> None:
    texts = ["hello", "", "> a friend's words", "De : The Judge", "Envoyé : 10:00", "", f"> {REPLY_MARKER}", "> x", "y"]
    lines = [TextLine(number, line) for number, line in enumerate(texts, 1)]
    assert letter_begins(*split_quotation(lines, NAMED), NAMED) == 4
    assert letter_begins(*split_quotation(lines[:3], NAMED), NAMED) == 0


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_an_attribution_is_not_listed_as_not_read(attribution: str) -> None:
    letter = indent(LETTER, "> ", lambda _: True)
    lines = [TextLine(number, line) for number, line in enumerate(f"{attribution}\n{letter}".split("\n"), 1)]
    names = ("judge@host.example", "The Judge")
    begins = letter_begins(*split_quotation(lines, NAMED), NAMED)
    assert not without_letter(lines, LETTER.split("\n"), names, str, begins)[0]
