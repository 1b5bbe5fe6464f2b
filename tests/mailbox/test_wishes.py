"""What people write in other words than the judge's, and wish for in a sentence: each example of the phrase book."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from judge.commands.command import commands
from judge.mail.values import TextLine
from judge.mailbox.lines.items import Item, split
from judge.mailbox.lines.wishes import told_of
from judge.reading.lexicon import phrases_of, tells_of
from judge.rules.registry import systems
from judge.testing.correspondent import Received
from tests.reading.page import LANGUAGES, examples_of
from tests.support.flat import flat
from tests.support.house import House
from tests.support.table_of_seven import Seven, seven

EXAMPLES = examples_of("wishes")
TELLS = tells_of("wishes")
ASKED = tomllib.loads(Path(__file__).with_name("asked_mails.toml").read_text(encoding="utf-8"))
"""Mails of people who had only skimmed the players' pages, one line each: those that are told their command, and those
whose wishes are too rare.
"""


def only_item(text: str) -> Item:
    items, _ = split([TextLine(1, text)])
    assert len(items) == 1
    return items[0]


def outcome(text: str) -> str:
    """What comes of a line, as the examples say it."""
    item = only_item(text)
    if item.command is not None:
        return f"{item.command.name} {item.line.rest}".strip() + ("?" if item.asks else "")
    told = item.remark or told_of(text)
    return f"tells {next(name for name, sentence in TELLS.items() if sentence == told)}" if told else "talk"


@pytest.mark.parametrize(
    ("text", "meant"),
    [pytest.param(said, meant, id=said) for pairs in EXAMPLES.values() for said, meant in pairs],
)
def test_an_example_does_what_stands_beside_it(text: str, meant: str) -> None:
    assert outcome(text) == meant


def test_every_language_has_examples_and_every_wish_has_words_in_it() -> None:
    assert list(EXAMPLES) == list(LANGUAGES)
    wishes = {
        (kind, value): set[str]() for kind, value, _, _ in phrases_of("wishes") if kind in ("POINTER", "CONFIRMED")
    }
    for kind, value, language, _ in phrases_of("wishes"):
        if (kind, value) in wishes:
            wishes[kind, value].add(language)
    assert [value for (_, value), found in wishes.items() if found != set(LANGUAGES)] == ["SIGNON"]


def test_what_is_told_names_a_command_and_belongs_to_a_wish() -> None:
    values = {value for kind, value, _, _ in phrases_of("wishes") if kind in ("POINTER", "TOLD")}
    assert values | {"REPORT", "HOST"} == set(TELLS)
    assert all(value.split()[0] in commands() or value == "NO ORDERS" for value in _aliases())


def _aliases() -> set[str]:
    return {value for kind, value, _, _ in phrases_of("wishes") if kind in ("ALIAS", "CONFIRMED")}


def test_no_word_of_a_game_begins_what_is_the_same_under_another_name() -> None:
    """`NO` alone begins a ballot against somebody, and `no: Carl, Dora` is none of these."""
    words = {word.name for system in systems().values() for word in system.words} - {"NO"}
    firsts = {phrase.split()[0].upper() for kind, _, _, phrase in phrases_of("wishes") if kind in ("ALIAS", "TOLD")}
    assert words & firsts == set()
    assert only_item("no: Carl, Dora").command is None


@pytest.mark.parametrize(("text", "command"), ASKED["told"])
def test_a_mail_of_somebody_who_never_saw_the_forms_is_told_its_command(text: str, command: str) -> None:
    item = only_item(text)
    assert command in (item.command.name if item.command else item.remark or told_of(text))


@pytest.mark.parametrize("text", ASKED["rare"])
def test_a_rare_wish_is_done_by_nobody(text: str) -> None:
    """The reply lists it as not read, above which stands where to read what can be written."""
    command = only_item(text).command
    assert command is None or command.irrevocable or command.ends_with


def asked(table: Seven, text: str) -> Received:
    """With two proofs, which would be enough for the command itself."""
    france = table.players["FRANCE"]
    france.reply(table.results("FRANCE"), text, with_key=True)
    table.house.settle()
    asking = france.last()
    assert asking.code
    return asking


def test_a_vote_in_a_sentence_is_cast_by_its_code_alone(table: Seven) -> None:
    asking = asked(table, "I vote for a draw.")
    assert "I read this as DRAW." in asking.text
    assert "FRANCE" not in table.tell("ITALY", "STATUS").text.partition("draw")[2]
    table.players["FRANCE"].reply(asking, f"CONFIRM {asking.code}")
    table.house.settle()
    assert "> I vote for a draw." in table.players["FRANCE"].last().text.partition("what you have confirmed")[2]


def test_an_absence_in_a_sentence_moves_nothing_before_its_code(table: Seven) -> None:
    asking = asked(table, "I'm on holiday from 2026-03-05 to 2026-03-12.")
    assert "I read this as ABSENCE 2026-03-05 TO 2026-03-12." in flat(asking)
    assert "Deadline Thu 5 Mar 2026" in table.tell("FRANCE", "STATUS").text
    table.players["FRANCE"].reply(asking, f"CONFIRM {asking.code}")
    table.house.settle()
    assert "Deadline Fri 13 Mar 2026" in table.tell("FRANCE", "STATUS").text


def test_talk_and_rare_wishes_are_no_problem_and_told_where_to_read_once(table: Seven) -> None:
    reply = table.tell(
        "FRANCE",
        "5 : A PAR - BUR\n\nDoes a fleet in Brest carry an army to Spain? I'd guess not.\nPlease find me a new sword!",
    )
    assert "PROBLEM" not in reply.text
    assert "HELP lists what you can write." in flat(reply).partition("NOT READ")[2]


@pytest.mark.parametrize(
    "line",
    [
        "Could you move my army in Paris to Burgundy?",
        "Is it too late? Army Marseilles to Spain then.",
        "How about army Marseilles to Spain?",
        "What if A MAR - SPA?",
    ],
)
def test_an_order_in_a_question_is_told(table: Seven, line: str) -> None:
    assert "PROBLEM" in table.tell("FRANCE", f"5 : A PAR - BUR\n{line}").text


def test_the_way_without_a_code_is_one_that_asks_for_none(house: House) -> None:
    table = seven(house, system="diplomacy")
    for said, command, keyed in (
        ("I vote for a draw.", "DRAW", True),
        ("I'll be away from 2026-12-24 to 2027-01-02", "ABSENCE 2026-12-24 TO 2027-01-02", False),
    ):
        asking = flat(table.tell("RUSSIA", said, key=False))
        assert (
            f"Without a code: write {command} alone on a line{', and your KEY on another' if keyed else ''}." in asking
        )
        results = table.results("RUSSIA")
        table.players["RUSSIA"].reply(results, command, with_key=keyed)
        house.settle()
        assert "CONFIRM" not in table.players["RUSSIA"].last().text
