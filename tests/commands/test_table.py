"""The commands as a table: what HELP and the manual are made of."""

from __future__ import annotations

import pytest

from judge.commands.command import Needs, commands, near_commands
from judge.mail.values import TextLine
from judge.mailbox.lines.parsed import split

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
