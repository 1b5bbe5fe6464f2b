"""A game that the judge has never heard of brings its drawing: the values, and the ground that they stand on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from judge.rules.drawing import Mark, Picture, Piece, Side, Sign, Space
from judge.rules.empires.state import Area
from judge.rules.empires.system import SYSTEM as EMPIRES
from judge.rules.game import Game
from judge.rules.ground import load_ground
from judge.rules.machiavelli.canonical import parse_order
from judge.rules.machiavelli.state import State as Plague
from judge.rules.machiavelli.system import SYSTEM as MACHIAVELLI
from judge.rules.pirates.system import SYSTEM as PIRATES
from judge.rules.pirates.system import Pirates
from judge.rules.rng import Rng
from judge.rules.story import OPENED
from judge.rules.values import PUBLIC, Event, View, only
from tests.maps.phases import svg_of
from tests.rules.empires.worlds import play, world
from tests.rules.machiavelli.table import phase as campaign
from tests.rules.machiavelli.table import state as position

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


# Maps of Absence of Plague and of Empires: everything on the board is on them.

TITLE = "{http://www.w3.org/2000/svg}title"


def _by_id(svg: str, name: str) -> ET.Element:
    (found,) = [each for each in ET.fromstring(svg).iter() if each.get("id") == name]
    return found


def _title(svg: str, name: str) -> str:
    return _by_id(svg, name).findtext(TITLE) or ""


def _view(state: Plague) -> View:
    return MACHIAVELLI.view(state, PUBLIC)


UNITS = "MILAN A MIL; MILAN G CRE; VENICE A VER; FERRARA F UAD; NOBODY G MAN"


def test_each_unit_stands_on_the_map_and_a_garrison_beside_whoever_is_before_its_city() -> None:
    svg = svg_of(MACHIAVELLI, _view(position(UNITS)))
    assert _title(svg, "unit-MIL") == "Milanese army, Milano"
    assert _title(svg, "unit-CRE-G") == "Milanese garrison, Cremona"
    assert _title(svg, "unit-UAD") == "Ferrarese fleet, Upper Adriatic"
    assert _title(svg, "unit-MAN-G") == "Independent garrison, Mantova"


def test_a_province_tells_its_owner_and_its_city() -> None:
    svg = svg_of(MACHIAVELLI, _view(position(UNITS)))
    assert _by_id(svg, "area-MIL").get("fill") == "url(#owner-MILAN)"
    assert _title(svg, "area-MIL") == "Milano (Milan) – fortified city, income 3"
    assert _title(svg, "area-LAG") == "Lagoon"


def test_a_rebellion_flies_a_flag_with_its_victim_s_letter() -> None:
    svg = svg_of(MACHIAVELLI, _view(position("MILAN A MIL", rebellions={"PAV": "MILAN"})))
    assert _title(svg, "rebellion-PAV") == "rebellion against Milan"
    assert "url" not in (_by_id(svg, "area-PAV").get("fill") or "")


def test_a_siege_that_has_lasted_a_season_is_a_ring_around_the_city() -> None:
    svg = svg_of(MACHIAVELLI, _view(position("VENICE A CRE; MILAN G CRE", sieges={"CRE"})))
    assert "siege" in _title(svg, "order-siege-CRE")


@pytest.mark.parametrize(
    ("units", "letters", "name", "told"),
    [
        ("MILAN A MIL", {"MILAN": "A MIL - PAV"}, "order-MIL", "A MIL - PAV: moved"),
        ("MILAN A MIL; VENICE A CRE", {"MILAN": "A MIL - CRE"}, "order-MIL", "A MIL - CRE: bounced"),
        ("MILAN A MIL; MILAN A PAV", {"MILAN": "A PAV S MIL"}, "order-PAV", "A PAV S MIL: supported"),
        ("VENICE A CRE; MILAN G CRE", {"VENICE": "A CRE B CRE"}, "order-CRE", "A CRE B CRE: besieging"),
        ("MILAN A MIL", {"MILAN": "A MIL C G"}, "order-MIL", "A MIL C G: converted"),
    ],
)
def test_every_order_is_drawn_and_says_how_it_went(units: str, letters: dict[str, str], name: str, told: str) -> None:
    before = position(units)
    events = campaign(units, letters).events
    assert _title(svg_of(MACHIAVELLI, _view(before), _view(before), events), name) == told
    assert parse_order(told.partition(":")[0])


def test_a_garrison_that_only_holds_gets_no_ring() -> None:
    before = position("MILAN G CRE")
    svg = svg_of(MACHIAVELLI, _view(before), _view(before), campaign("MILAN G CRE", {}).events)
    assert 'id="order-CRE-G"' not in svg


def _of_north(step_orders: str, **areas: Area) -> str:
    state = world(areas)
    step = play(state, {"NO": step_orders})
    events = [event for event in step.outcome.events if event.audience.includes(only("NO"))]
    return svg_of(EMPIRES, EMPIRES.view(step.outcome.state, only("NO")), EMPIRES.view(state, only("NO")), events)


def test_empires_counts_armies_forts_people_and_ships() -> None:
    svg = svg_of(EMPIRES, EMPIRES.view(world(), only("NO")))
    assert _title(svg, "unit-AKE") == "3 armies of NO, Akerholm"
    assert (_title(svg, "fort-AKE"), _title(svg, "people-AKE")) == ("forts: 1", "population 5")
    assert "naval base with 1 ship;" in _title(svg, "base-AKE")
    assert _by_id(svg, "unit-AKE")[-1].text == "3"


def test_empires_draws_the_ways_that_own_armies_took_and_crosses_out_the_others() -> None:
    svg = _of_north("MOVE AKE CAL 2\nMOVE AKE ULM 1")
    assert _title(svg, "order-AKE-1") == "1. MOVE AKE CAL 2: 2 armies to CAL"
    assert "not next to" in _title(svg, "order-AKE-2")
    svg = _of_north("CONVOY AKE NSE ALL")
    assert _title(svg, "order-AKE-1") == "1. CONVOY AKE NSE ALL: 1 ship with 1 army to NSE"


def test_empires_marks_battles_and_dispersals() -> None:
    svg = _of_north("MOVE AKE CAL 1\nATTACK CAL NEM 2", BRY=Area("NO", 2, 0, 40))
    assert _title(svg, "battle-NEM").startswith("battle: NO with 2 against nobody")
    assert _title(svg, "battle-NEM").endswith("; held")  # "lost" was so for one side only
    assert _title(svg, "dispersal-BRY").startswith("dispersed: ")


def test_after_the_end_of_empires_its_maps_show_what_everybody_ordered() -> None:
    state = world()
    sheets = {"NO": "1 MOVE AKE CAL 2\n2 GROW AKE -- --", "SO": "1 ATTACK HOL GAR ALL\n2 SEAMOVE SSE ESE --"}
    step = play(state, sheets)
    before, after = (EMPIRES.view(each, PUBLIC) for each in (state, step.outcome.state))
    opened = Event(PUBLIC, OPENED, {"phase": before.phase.label, "sheets": sheets, "bps": {}, "vps": {}})
    assert "order-NO-1" not in svg_of(EMPIRES, after, before, ())
    svg = svg_of(EMPIRES, after, before, [opened])
    assert _title(svg, "order-NO-1") == "NO: 1 MOVE AKE CAL 2"
    assert _title(svg, "order-SO-1") == "SO: 1 ATTACK HOL GAR ALL"
    assert _title(svg, "order-SO-2") == "SO: 2 SEAMOVE SSE ESE"
    assert "order-NO-2" not in svg


def _key(svg: str) -> list[str]:
    return [text.text or "" for text in _by_id(svg, "legend").iter("{http://www.w3.org/2000/svg}text")]


def test_the_public_s_map_of_empires_explains_owners_and_nothing_that_it_does_not_show() -> None:
    assert _key(svg_of(EMPIRES, EMPIRES.view(world(), PUBLIC))) == ["EA", "NO", "SO", "WE"]
    assert {"army", "forts", "population"} <= {*_key(svg_of(EMPIRES, EMPIRES.view(world(), only("NO"))))}


def test_a_key_explains_rebellions_where_there_is_one() -> None:
    assert "rebellion" in _key(svg_of(MACHIAVELLI, _view(position("MILAN A MIL", rebellions={"PAV": "MILAN"}))))
    assert "rebellion" not in _key(svg_of(MACHIAVELLI, _view(position("MILAN A MIL"))))


@pytest.mark.parametrize(
    ("letters", "end"),
    [
        ({"MILAN": "A MIL - CRE; A PAV S CRE"}, ("MIL", "CRE")),
        ({"MILAN": "A PAV S MIL"}, ("MIL", "")),
        ({"MILAN": "A PAV S MIL VENICE"}, ("MIL", "")),
        ({"MILAN": "A PAV S CRE VENICE", "VENICE": "A VER - CRE"}, ("VER", "CRE")),
    ],
    ids=["of an advance", "of who stays", "for nobody there: the area", "of another's advance"],
)
def test_a_support_ends_at_the_unit_that_it_is_for_or_at_its_advance(
    letters: dict[str, str], end: tuple[str, str]
) -> None:
    units = "MILAN A MIL; MILAN A PAV; VENICE A VER"
    before = position(units)
    picture = MACHIAVELLI.phase_picture(_view(before), campaign(units, letters).events, None)  # type: ignore[arg-type]
    (mark,) = [mark for mark in picture.marks if mark.verb == "support"]
    assert (mark.other, mark.target) == end


def test_pirates_have_rooms_and_no_map() -> None:
    options = {option.name: option.default for option in PIRATES.options}
    seats = [f"P{number}" for number in range(14)]
    state = PIRATES.start(options, seats, Rng(b"maps", "START")).state
    assert PIRATES.position_picture(PIRATES.view(state, PUBLIC)) is None
