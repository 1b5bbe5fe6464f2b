"""The commands as a table: what HELP and the manual are made of, and what each takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.commands.command import Line, Needs, commands, near_commands
from judge.commands.everybody.help import manual
from judge.commands.words import one_address, text_of
from judge.mail.values import TextLine
from judge.mailbox.lines.items import split
from judge.rules.problems import Refused
from judge.rules.registry import systems

NAMES = sorted(commands())


@pytest.mark.parametrize("name", NAMES)
def test_every_command_says_how_it_is_used_and_what_it_does(name: str) -> None:
    command = commands()[name]
    assert f"{command.usage} ".startswith(f"{command.name} ")
    assert command.summary.endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_every_example_is_read_as_its_command(name: str) -> None:
    command = commands()[name]
    items, _ = split([TextLine(number, line) for number, line in enumerate(command.example.split("\n"), 1)])
    assert [item.command for item in items] == [command]


def test_what_only_a_gamemaster_may_do_and_changes_something_wants_two_proofs() -> None:
    masters = [command for command in commands().values() if command.needs == Needs.MASTER]
    assert masters
    assert all(command.irrevocable for command in masters)


def test_c2_a_word_one_letter_off_is_a_hint_and_no_command() -> None:
    assert near_commands("STATSU")[0] == "STATUS"
    items, _ = split([TextLine(1, "STATSU")])
    assert items[0].command is None


def test_a_courtesy_is_near_no_command() -> None:
    assert near_commands("please") == ()


# The one address that INVITE, APPOINT, HANDOVER and REPLACE take.


@pytest.mark.parametrize(
    "text",
    ["Ann@Example.org", " <ann@example.org> ", "ann@example.org, who takes over.", "ann@example.org (my friend)"],
)
def test_an_address_is_read_with_or_without_brackets_in_lower_case(text: str) -> None:
    assert one_address(text, "INVITE ann@example.org") == "ann@example.org"


@pytest.mark.parametrize(
    "text",
    ["", "ann", "ann@example.org, bob@example.org", "ä@example.org", 'a"b@example.org', "a@b@c", "a" * 300 + "@x.org"],
)
def test_what_no_mail_can_go_to_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refused) as refused:
        one_address(text, "INVITE ann@example.org")
    assert refused.value.problem.hint == "INVITE ann@example.org"


# What stands behind a command's name, and below it.


def test_a_block_has_no_empty_lines_around_it_and_keeps_those_within() -> None:
    below = ("", "Dear all,", "", "peace?", " ", "")
    line = Line(1, "BROADCAST", "", tuple(TextLine(number, text) for number, text in enumerate(below, 2)))
    assert text_of(line) == ("Dear all,", "", "peace?")
    assert text_of(line, " From me: ") == ("From me:", "", "Dear all,", "", "peace?")


# docs/commands.md is what the commands say of themselves.

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"


def test_the_page_is_the_manual_as_judge_manual_prints_it() -> None:
    assert PAGE.read_text() == manual(), "run: judge manual > docs/commands.md"


def test_the_words_of_every_game_are_in_the_manual() -> None:
    page = manual()
    for system in systems().values():
        for word in system.words:
            usage = word.usage.replace("|", "/")  # a bar would end the table's cell
            assert f"| `{usage}` | {word.help}" in page


def test_every_command_is_in_the_manual_with_its_example() -> None:
    page = manual()
    for command in commands().values():
        assert f"`{command.usage}`" in page
        assert "\n".join(f"    {line}" for line in command.example.split("\n")) in page
