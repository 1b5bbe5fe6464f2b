"""docs/commands.md is what the commands say of themselves."""

from __future__ import annotations

from pathlib import Path

from judge.commands.command import commands
from judge.commands.manual import manual
from judge.rules.registry import systems

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
