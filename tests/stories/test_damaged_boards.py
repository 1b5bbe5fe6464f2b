"""Files of boards, damaged at random: each is refused or can be played on, and none takes long or breaks anything."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.boardfile import check_text
from judge.rules.diplomacy.packages import import_board
from judge.rules.diplomacy.play import play_movement
from judge.rules.diplomacy.table import opening
from tests.stories.test_added_boards import ISLANDS
from tests.stories.test_imported_boards import GODIP, JDIP, MAP, WEB
from tests.support.soaking import stride

FILES = stride(2500, 150)
"""Of each of the five kinds: more than ten thousand in a soak."""
PIECES = (
    "",
    " ",
    "\n",
    "/",
    "-",
    '"',
    "'",
    "(",
    ")",
    "<",
    ">",
    "{",
    "}",
    "0",
    "99999999999",
    "one",
    "ONE/SC",
    "Ünü",
    "\0",
    "=",
)


def _damaged(text: str, drawn: random.Random) -> str:
    """A few pieces left out, doubled, exchanged, or replaced."""
    for _ in range(drawn.randint(1, 4)):
        start, end = sorted((drawn.randrange(len(text) + 1), drawn.randrange(len(text) + 1)))
        end = min(end, start + drawn.choice((1, 3, 20, 200)))
        other = drawn.choice((drawn.choice(PIECES), text[start:end] * 2, text[end : end + 9]))
        text = text[:start] + other + text[end:]
    return text


@pytest.mark.parametrize("files", [MAP, JDIP, WEB, GODIP], ids=["map", "jdip", "webdiplomacy", "godip"])
def test_a_damaged_file_of_another_program_is_refused_or_played(files: Mapping[str, str]) -> None:
    sound = 0
    for seed in range(FILES):
        drawn = random.Random(seed)
        hurt = drawn.choice(sorted(files))
        damaged = {**files, hurt: _damaged(files[hurt], drawn)}

        def beside(name: str, damaged: Mapping[str, str] = damaged) -> str:
            if name not in damaged:
                raise ValueError(f"there is no {name}")
            return damaged[name]

        try:
            made = import_board("isles", damaged[next(iter(files))], beside)
        except ValueError:
            continue
        sound += _is_played(made.text)
    assert sound > FILES / 20


def test_a_damaged_board_is_refused_or_played() -> None:
    text = str(ISLANDS).replace("'", '"').replace("True", "true")
    assert _is_played(text)
    for seed in range(FILES):
        _is_played(_damaged(text, random.Random(seed)))


def _is_played(text: str) -> bool:
    check = check_text("isles", text) if '"isles"' in text else check_text("islands", text)
    if check.mistakes:
        assert all(check.mistakes)
        return False
    table = opening(text)
    assert isinstance(table.board, Board)
    assert len(play_movement(table, {}).table.units) == len(table.units)
    return True
