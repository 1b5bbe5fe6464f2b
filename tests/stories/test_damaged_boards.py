"""Files of boards, damaged at random: each is refused or can be played on and drawn; none takes long or breaks
anything.
"""

from __future__ import annotations

import json
import random
import re
import resource
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from math import ceil
from multiprocessing import get_context
from typing import Any, NamedTuple

import pytest

from judge.maps.png import png_of
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.boardfile import BOARDS, board_names, check_text, whole_data
from judge.rules.diplomacy.packages import import_board
from judge.rules.diplomacy.plate import draw_board
from judge.rules.diplomacy.play import play_movement
from judge.rules.diplomacy.table import opening
from judge.rules.values import BoardImport
from tests.stories.test_added_boards import ISLANDS
from tests.stories.test_imported_boards import GODIP, JDIP, MAP, PICTURES, WEB
from tests.support.soaking import some, stride

FILES = stride(2500, 150)
"""Of each of the five kinds: more than ten thousand in a soak."""
DRAWN = stride(4, 16)
"""Of so many that can be played on one is drawn: some seven hundred in a soak."""
SECONDS = 5
OWN = {"islands.json": str(ISLANDS).replace("'", '"').replace("True", "true")}
KINDS = pytest.mark.parametrize("files", [OWN, MAP, JDIP, WEB, GODIP], ids=lambda files: next(iter(files)))
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


class Loaded(NamedTuple):
    """A board that can be played on, and what comes with it."""

    text: str
    points: Mapping[str, tuple[int, int]]
    picture: bytes


@KINDS
def test_a_damaged_board_is_refused_or_played_and_drawn_within_five_seconds(files: Mapping[str, str]) -> None:
    assert _is_played(OWN["islands.json"])
    loaded = list(_loaded(files))
    assert len(loaded) > FILES / (100 if files is OWN else 30)  # most damaged JSON is none
    _are_drawn(loaded[::DRAWN])


@pytest.mark.parametrize("name", some([name for name in board_names() if name != "chaos"], 16))
def test_a_board_without_some_of_its_provinces_is_drawn_within_five_seconds(name: str) -> None:
    whole = whole_data(json.loads((BOARDS / f"{name}.json").read_text(encoding="utf-8")))
    thinned = [_thinned(whole, random.Random(seed)) for seed in range(stride(20, 2))]
    _are_drawn([Loaded(text, {}, b"") for text in thinned if not check_text("thinned", text).mistakes])


def _thinned(whole: Mapping[str, Any], drawn: random.Random) -> str:
    """The board without a few of its provinces, and without powers that have lost something."""
    codes = sorted(whole["provinces"])
    gone = set(drawn.sample(codes, drawn.randint(1, max(1, len(codes) // 6))))

    def left(places: str) -> str:
        return " ".join(each for each in places.split() if each.strip(">").partition("/")[0] not in gone)

    provinces = {code: dict(entry) for code, entry in whole["provinces"].items() if code not in gone}
    for entry in provinces.values():
        for kind in ("army", "fleet"):
            reach = entry.get(kind, "")
            entry[kind] = (
                left(reach) if isinstance(reach, str) else {coast: left(each) for coast, each in reach.items()}
            )
        for kind in ("army", "fleet"):
            if not entry[kind]:
                del entry[kind]
    powers = {
        power: entry for power, entry in whole["powers"].items() if not gone & set(re.findall("[A-Z]{3}", str(entry)))
    }
    return json.dumps({**whole, "name": "thinned", "victory": 1, "powers": powers, "provinces": provinces})


def _are_drawn(boards: Sequence[Loaded]) -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as painter:
        times = [painter.submit(_drawn, each).result() for each in boards]
    print(f"{len(times)} drawn, the worst in {max(times):.2f} s")  # noqa: T201
    assert max(times) < SECONDS


def _loaded(files: Mapping[str, str]) -> Iterator[Loaded]:
    first = next(iter(files))
    pictures = [*PICTURES.get(first, {}).values(), b""]
    for seed in range(FILES):
        drawn = random.Random(seed)
        hurt = drawn.choice(sorted(files))
        damaged = {**files, hurt: _damaged(files[hurt], drawn)}

        def beside(name: str, damaged: Mapping[str, str] = damaged) -> str:
            if name not in damaged:
                raise ValueError(f"there is no {name}")
            return damaged[name]

        try:
            made = import_board("isles", damaged[first], beside) if files is not OWN else BoardImport(damaged[first])
        except ValueError:
            continue
        if _is_played(made.text):
            yield Loaded(made.text, made.points, _scratched(pictures[0], drawn))


def _scratched(picture: bytes, drawn: random.Random) -> bytes:
    """Every second picture with one other byte."""
    if not picture or drawn.random() < 0.5:
        return picture
    at = drawn.randrange(len(picture))
    return picture[:at] + bytes([drawn.randrange(256)]) + picture[at + 1 :]


def _drawn(loaded: Loaded) -> float:
    """How long it takes, in seconds of CPU; the system ends the process that takes too long."""
    begun = _spent()
    resource.setrlimit(resource.RLIMIT_CPU, (ceil(begun + SECONDS + 1), resource.RLIM_INFINITY))
    with suppress(ValueError):
        draw_board(loaded.text, loaded.picture, loaded.points, png_of)
    return _spent() - begun


def _spent() -> float:
    whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, whose))


def _is_played(text: str) -> bool:
    check = check_text("isles", text) if '"isles"' in text else check_text("islands", text)
    if check.mistakes:
        assert all(check.mistakes)
        return False
    table = opening(text)
    assert isinstance(table.board, Board)
    assert len(play_movement(table, {}).table.units) == len(table.units)
    return True
