"""A map shows a reader what his own view holds. Others' secrets may change: his map is the same, byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from judge.maps.colors import FOG
from judge.maps.draw import near_of
from judge.rules.diplomacy.board import Unit
from judge.rules.diplomacy.system import SYSTEM as DIPLOMACY
from judge.rules.empires.system import SYSTEM as EMPIRES
from judge.rules.game import Game
from judge.rules.payola.system import SYSTEM as PAYOLA
from judge.rules.rng import Rng
from judge.rules.values import MASTER, PUBLIC, Audience, Json, only
from tests.maps.phases import svg_of

RNG = Rng(b"fog", "S1901M")
FRANCE, NORTH = only("FRANCE"), only("NO")
BLIND: dict[str, tuple[Game, dict[str, Json]]] = {
    "blind Diplomacy": (DIPLOMACY, {"blind": True}),
    "Tin Cup": (PAYOLA, {"variant": "tincup"}),
}


def _begun(name: str) -> tuple[Game, Any]:
    system, chosen = BLIND[name]
    options = {option.name: option.default for option in system.options} | chosen
    return system, system.start(options, system.seating(options).names, RNG).state


def _elsewhere(state: Any) -> Any:
    """The same, but that Turkey's army of Smyrna stands in Syria and owns Serbia: far from France."""
    units = tuple(Unit("TURKEY", "A", "SYR") if unit.place == "SMY" else unit for unit in state.table.units)
    centers = {**state.table.centers, "TURKEY": (*state.table.centers["TURKEY"], "SER")}
    return replace(state, table=replace(state.table, units=units, centers=centers))


def _phase(system: Game, state: Any, viewer: Audience, orders: dict[str, dict[str, str]]) -> str:
    outcome = system.adjudicate(state, orders, RNG)
    known = [event for event in outcome.events if event.audience.includes(viewer)]
    return svg_of(system, system.view(outcome.state, viewer), system.view(state, viewer), known)


def _filled(svg: str, fill: str) -> set[str]:
    """The areas of this fill."""
    found = (each.get("id", "") for each in ET.fromstring(svg).iter() if each.get("fill") == fill)
    return {name.removeprefix("area-") for name in found if name.startswith("area-")}


@pytest.mark.parametrize("name", BLIND)
@pytest.mark.parametrize("viewer", [FRANCE, PUBLIC])
def test_what_stands_out_of_sight_changes_no_reader_s_map(name: str, viewer: Audience) -> None:
    system, state = _begun(name)
    assert svg_of(system, system.view(state, viewer)) == svg_of(system, system.view(_elsewhere(state), viewer))


@pytest.mark.parametrize("name", BLIND)
def test_what_stands_out_of_sight_moves_no_reader_s_region(name: str) -> None:
    system, state = _begun(name)
    seen = [
        near_of(picture, ["FRANCE"])
        for each in (state, _elsewhere(state))
        if (picture := system.position_picture(system.view(each, FRANCE))) is not None
    ]
    assert seen[0] == seen[1] != ""


@pytest.mark.parametrize("name", BLIND)
@pytest.mark.parametrize("viewer", [MASTER, only("TURKEY")])
def test_whoever_may_know_sees_it_on_his_map(name: str, viewer: Audience) -> None:
    """Or the test above could not fail."""
    system, state = _begun(name)
    assert svg_of(system, system.view(state, viewer)) != svg_of(system, system.view(_elsewhere(state), viewer))


@pytest.mark.parametrize(
    ("viewer", "alike"), [(FRANCE, True), (PUBLIC, True), (only("TURKEY"), False), (MASTER, False)], ids=str
)
def test_an_order_out_of_sight_changes_no_other_reader_s_map_of_the_phase(viewer: Audience, alike: bool) -> None:
    system, state = _begun("blind Diplomacy")
    moves, holds = {"TURKEY": {"orders": "A SMY - SYR"}}, {"TURKEY": {"orders": "A SMY H"}}
    assert (_phase(system, state, viewer, moves) == _phase(system, state, viewer, holds)) == alike


def test_the_public_s_map_of_a_blind_game_shows_no_unit_and_no_owner() -> None:
    system, state = _begun("blind Diplomacy")
    svg = svg_of(system, system.view(state, PUBLIC))
    assert 'id="unit-' not in svg
    assert _filled(svg, FOG) == set(state.table.board.provinces)
    (key,) = [each for each in ET.fromstring(svg) if each.get("id") == "legend"]
    assert [each.text for each in key if each.text] == ["center", "not seen"]


def test_where_a_foreign_unit_may_retreat_is_not_told_in_a_blind_game() -> None:
    system, state = _begun("blind Diplomacy")
    units = tuple(
        Unit("TURKEY", "A", "GRE")
        if unit.place == "SMY"
        else Unit("AUSTRIA", "A", "SER")
        if unit.place == "VIE"
        else unit
        for unit in state.table.units
    )
    units = (*units, Unit("AUSTRIA", "A", "ALB"))
    state = replace(state, table=replace(state.table, units=tuple(sorted(units, key=lambda unit: unit.power))))
    orders = {"AUSTRIA": {"orders": "A SER - GRE\nA ALB S A SER - GRE"}}
    then = system.adjudicate(state, orders, RNG).state
    assert "A GRE may retreat to" in svg_of(system, system.view(then, only("TURKEY")))
    told = svg_of(system, system.view(then, only("AUSTRIA")))
    assert 'id="unit-GRE-dislodged"' in told
    assert "may retreat to" not in told


def test_p20_provinces_near_own_units_and_homes_lie_open_and_the_rest_in_fog() -> None:
    system, state = _begun("blind Diplomacy")
    fog = _filled(svg_of(system, system.view(state, FRANCE)), FOG)
    assert fog.isdisjoint({"PAR", "BRE", "MAR", "PIC", "ENG", "BUR", "SPA", "LYO"})
    assert {"MUN", "LON", "NTH", "SYR", "ROM"} < fog


def test_a_unit_that_comes_out_of_the_fog_comes_from_nobody_knows_where() -> None:
    system, state = _begun("blind Diplomacy")
    svg = _phase(system, state, FRANCE, {"ENGLAND": {"orders": "F LON - ENG"}})
    assert 'id="unit-ENG-seen"' in svg
    assert "F ENG: came from out of sight" in svg
    assert "LON - ENG" not in svg


def test_a_center_that_has_come_in_sight_shows_its_owner() -> None:
    """An empty disc would say that it is nobody's."""
    system, state = _begun("blind Diplomacy")
    svg = _phase(system, state, FRANCE, {"FRANCE": {"orders": "A PAR - BUR"}})
    assert _filled(svg, "url(#owner-GERMANY)") == {"MUN"}


def test_a_blind_game_that_is_over_is_told_with_all_that_stood_there() -> None:
    """Its phases as everybody could see them then, its end as it is."""
    system, state = _begun("blind Diplomacy")
    over = replace(state, match=replace(state.match, winners=("TURKEY",)))
    assert 'id="unit-SMY"' in svg_of(system, system.view(over, PUBLIC))
    assert 'id="unit-' not in svg_of(system, system.view(over, PUBLIC), system.view(state, PUBLIC), ())


def _counted(code: str) -> Callable[[Any], Any]:
    return lambda state: replace(state, areas={**state.areas, code: replace(state.areas[code], armies=17, forts=9)})


@pytest.mark.parametrize(
    ("code", "viewer", "alike"),
    [
        ("HOL", NORTH, True),
        ("MID", NORTH, True),
        ("NEM", NORTH, False),  # on its border
        ("AKE", NORTH, False),
        ("AKE", PUBLIC, True),
    ],
)
def test_empires_shows_a_country_its_own_land_and_its_borders(code: str, viewer: Audience, alike: bool) -> None:
    options = {option.name: option.default for option in EMPIRES.options}
    state = EMPIRES.start(options, EMPIRES.seating(options).names, RNG).state
    other = _counted(code)(state)
    assert (svg_of(EMPIRES, EMPIRES.view(state, viewer)) == svg_of(EMPIRES, EMPIRES.view(other, viewer))) == alike


@pytest.mark.parametrize("name", BLIND)
def test_readers_of_a_blind_game_get_a_map_each(name: str) -> None:
    system, state = _begun(name)
    assert system.differs_by_reader(system.view(state, PUBLIC))
