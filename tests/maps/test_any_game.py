"""A game that the judge has never heard of brings its drawing: the values, and the ground that they stand on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from judge.maps.draw import svg_of
from judge.rules.drawing import Mark, Picture, Piece, Side, Sign, Space
from judge.rules.game import Game
from judge.rules.ground import load_ground
from judge.rules.pirates.system import SYSTEM as PIRATES
from judge.rules.pirates.system import Pirates
from judge.rules.values import PUBLIC, Event

GROUND = {
    "size": [200, 100],
    "coasts": {},
    "areas": {
        "MOO": {"rings": [[0, 0, 100, 0, 100, 100, 0, 100]], "at": [50, 50], "room": 40},
        "SUN": {"rings": [[100, 0, 200, 0, 200, 100, 100, 100]], "at": [150, 50], "room": 40},
    },
}


class Rockets(Pirates):
    """Draws a rocket, and a crater where one has come down."""

    def __init__(self, ground: Path) -> None:
        self._ground = ground

    def position_picture(self, view: Any) -> Picture:
        return Picture(
            ground=load_ground(self._ground),
            title=view.title,
            about="A rocket on the moon.",
            sides={"ANN": Side("Ann", "A", "Ann's")},
            spaces={"MOO": Space("The moon", owner="ANN"), "SUN": Space("The sun", sea=True)},
            pieces=(Piece("ANN", "F", "MOO", title="Ann's rocket, the moon"),),
            signs=(Sign("crater", "bent arrow", "SUN", "2", "2 craters", alarm=True),),
            kinds={"F": "rocket"},
        )

    def phase_picture(self, before: Any, events: Sequence[Event], after: Any = None) -> Picture | None:
        shown = self.position_picture(before)
        marks = tuple(Mark("move", event.data["from"], event.data["to"], text="a leap") for event in events)
        return Picture(shown.ground, shown.title, "", shown.sides, shown.spaces, shown.pieces, marks, kinds=shown.kinds)

    def differs_by_reader(self, view: Any) -> bool:
        return True


VIEW: Any = SimpleNamespace(title="Launch")


@pytest.fixture
def rockets(tmp_path: Path) -> Game:
    file = tmp_path / "space.json"
    file.write_text(json.dumps(GROUND), "utf-8")
    return Rockets(file)


def _titles(svg: str) -> dict[str, str]:
    """Id -> what it says, of all that has both."""
    found = ((each.get("id"), each.findtext("{http://www.w3.org/2000/svg}title")) for each in ET.fromstring(svg).iter())
    return {name: said for name, said in found if name and said}


def test_its_areas_units_and_signs_are_drawn_in_its_own_words(rockets: Game) -> None:
    svg = svg_of(rockets, VIEW)
    titles = _titles(svg)
    assert titles["unit-MOO"] == "Ann's rocket, the moon"
    assert (titles["area-SUN"], titles["crater-SUN"]) == ("The sun", "2 craters")
    assert ">rocket</text>" in svg
    assert ">army</text>" not in svg


def test_its_phases_have_its_marks(rockets: Game) -> None:
    told = [Event(PUBLIC, "leap", {"from": "MOO", "to": "SUN"})]
    assert _titles(svg_of(rockets, VIEW, VIEW, told))["order-MOO"] == "a leap"


def test_it_says_whether_readers_see_the_same(rockets: Game) -> None:
    assert rockets.differs_by_reader(VIEW)


def test_a_system_that_does_not_draw_has_no_map() -> None:
    assert PIRATES.position_picture(VIEW) is None
    assert not PIRATES.differs_by_reader(VIEW)
    with pytest.raises(ValueError, match="there is no map of this game"):
        svg_of(PIRATES, VIEW)
