"""Maps of positions and phases: everything on the board is on the map, and nothing else can get into it."""

from __future__ import annotations

import math
import os
import random
import re
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from threading import Thread
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.maps import png
from judge.maps.colors import FAILED, color_of
from judge.maps.draw import draw, near_of
from judge.maps.png import PAINTER, png_of
from judge.maps.svg import STYLE, Point, written
from judge.rules.diplomacy.match import Match
from judge.rules.diplomacy.orders import Order
from judge.rules.diplomacy.picture import GROUNDS, phase_picture, position_picture
from judge.rules.diplomacy.play import Step, play_movement, play_retreats
from judge.rules.diplomacy.reading.sheets import read_order
from judge.rules.diplomacy.table import Table, opening
from judge.rules.diplomacy.view import BoardView, known_fields
from judge.rules.drawing import Picture
from judge.rules.ground import load_ground
from judge.rules.values import PUBLIC, Event, Json, Phase
from tests.maps.manual import played
from tests.maps.measured import SVG, Measured, measured
from tests.rules.diplomacy.tables import load_table

GROUND = load_ground(GROUNDS / "standard.json")
POSITION: dict[str, Json] = {
    "phase": "F1902M",
    "units": {
        "ENGLAND": ["A LON", "F NTH", "F ENG"],
        "AUSTRIA": ["A SER", "A GAL", "A BUD"],
        "RUSSIA": ["A RUM", "F BLA", "F STP/NC"],
        "TURKEY": ["A BUL"],
        "FRANCE": ["F MAO", "A SPA"],
        "GERMANY": ["A HOL", "F BEL"],
    },
    "centers": {"ENGLAND": ["LON", "NWY"], "RUSSIA": ["RUM"], "GERMANY": ["HOL", "BEL"]},
}
ORDERS = """A LON - HOL
F NTH C A LON - HOL
F BEL S A HOL
A GAL - RUM
A BUD S A GAL - RUM
A RUM S A BUL
F MAO - SPA/SC
A SPA H"""


@pytest.fixture
def table() -> Table:
    return load_table("standard", POSITION)


@pytest.fixture
def fall(table: Table) -> Step:
    return played(table, ORDERS)


def _view(table: Table) -> BoardView:
    return BoardView(
        **known_fields(table, PUBLIC, Phase(str(table.label), table.label.title, "", 0, {}, ()), Match(), blind=False)
    )


def _position(table: Table) -> Picture:
    picture = position_picture(_view(table))
    assert picture is not None
    return picture


def _phase(table: Table, events: Sequence[Event]) -> Picture:
    picture = phase_picture(_view(table), events)
    assert picture is not None
    return picture


def _by_id(svg: str, name: str) -> ET.Element:
    found = [each for each in ET.fromstring(svg).iter() if each.get("id") == name]
    assert len(found) == 1, name
    return found[0]


def _title(element: ET.Element) -> str:
    return element.findtext("{http://www.w3.org/2000/svg}title") or ""


def test_every_unit_stands_on_the_map_with_its_power_s_letter(table: Table) -> None:
    svg = draw(_position(table))
    for unit in table.units:
        element = _by_id(svg, f"unit-{unit.province}")
        assert element[-1].text == table.board.letters[unit.power]
        assert table.board.adjectives[unit.power] in _title(element)


def test_an_owned_center_tells_its_owner_in_hatching_and_in_words(table: Table) -> None:
    svg = draw(_position(table))
    assert _by_id(svg, "area-NWY").get("fill") == "url(#owner-ENGLAND)"
    assert _title(_by_id(svg, "area-NWY")) == "Norway (England)"
    assert _title(_by_id(svg, "area-SWE")) == "Sweden"


def test_every_order_is_drawn_and_says_how_it_went(table: Table, fall: Step) -> None:
    svg = draw(_phase(table, fall.events))
    told = {_title(_by_id(svg, f"order-{unit.province}")) for unit in table.units}
    assert "A GAL - RUM: moved" in told
    assert "A LON - HOL: bounced" in told
    assert "A RUM S A BUL: cut, dislodged" in told
    assert "F MAO - SPA/SC: bounced" in told
    assert len(told) == len(table.units)


def test_a_failed_order_ends_in_a_cross_and_nothing_else_and_a_good_one_is_bold(table: Table, fall: Step) -> None:
    svg = draw(_phase(table, fall.events))
    failed, good = (ET.tostring(_by_id(svg, f"order-{name}"), encoding="unicode") for name in ("LON", "GAL"))
    assert FAILED in failed
    assert color_of("ENGLAND") not in failed
    assert FAILED not in good
    assert color_of("AUSTRIA") in good
    found = measured(svg)
    ends = {point.whose: point.kind for point in found.points}
    assert len(ends) == len(found.points)
    assert {whose for whose, kind in ends.items() if kind == "cross"} == {"LON", "MAO", "RUM"}
    thin, thick = (min(half for name, *_, half in found.lines if name == whose) for whose in ("LON", "GAL"))
    assert 2 * thin < thick


def _middle(found: Measured, kind: str, whose: str) -> Point:
    (shape,) = [each for each in (*found.units, *found.points) if (each.kind, each.whose) == (kind, whose)]
    return (shape.left + shape.right) / 2, (shape.top + shape.bottom) / 2


def _way(found: Measured, whose: str) -> list[Point]:
    """The points of the line of one order, its light border left out."""
    pieces = [(here, there) for name, here, there, half in found.lines if name == whose and half < 2.3]
    return [pieces[0][0], *(there for _, there in pieces)]


def _far(points: Sequence[Point], at: Point) -> float:
    """From a point to the nearest piece of a line, by every hundredth of it."""
    return min(
        math.dist(at, (here[0] + (there[0] - here[0]) * part / 100, here[1] + (there[1] - here[1]) * part / 100))
        for here, there in pairwise(points)
        for part in range(101)
    )


def test_a_dislodged_unit_stands_beside_whoever_came(fall: Step) -> None:
    found = measured(draw(_position(fall.table)))
    came, gone = (_middle(found, "unit", name) for name in ("unit-RUM", "unit-RUM-dislodged"))
    assert 25 < math.dist(came, gone) < 50


def test_dotted_arrows_lead_from_a_dislodged_unit_to_where_it_may_retreat(table: Table, fall: Step) -> None:
    """On the map of the retreats, and not over the movement."""
    (dislodged,) = fall.table.dislodged
    assert dislodged.retreats
    svg = draw(_position(fall.table))
    found = measured(svg)
    gone = _middle(found, "unit", "unit-RUM-dislodged")
    for place in dislodged.retreats:
        assert _title(_by_id(svg, f"order-RUM-to-{place}")) == f"A RUM may retreat to {place}"
        assert math.dist(_way(found, f"RUM-to-{place}")[0], gone) < 45
    assert "may retreat" not in draw(_phase(table, fall.events))


def test_a_support_ends_at_the_move_that_it_supports(table: Table, fall: Step) -> None:
    found = measured(draw(_phase(table, fall.events)))
    assert _far(_way(found, "GAL"), _middle(found, "ring", "BUD")) < 1


def test_a_support_of_a_unit_that_stays_ends_beside_it(table: Table, fall: Step) -> None:
    found = measured(draw(_phase(table, fall.events)))
    assert 15 < math.dist(_middle(found, "cross", "RUM"), _middle(found, "unit", "unit-BUL")) < 37


CONVOY = """A YOR - NWY VIA
F NTH C A YOR - NWY
F NWG C A YOR - NWY
F SKA S A YOR - NWY
F HEL S F NTH"""


@pytest.fixture
def convoy() -> Measured:
    units = {"ENGLAND": ["A YOR", "F NTH", "F NWG", "F SKA"], "GERMANY": ["F HEL"]}
    table = load_table("standard", {"phase": "S1901M", "units": units, "centers": {}})
    return measured(draw(_phase(table, played(table, CONVOY).events)))


def test_a_convoy_is_one_line_from_the_army_beside_each_fleet_to_the_landing(convoy: Measured) -> None:
    way = _way(convoy, "YOR")
    assert len(way) == 3  # the shorter way: by the North Sea alone
    assert way[1] == _middle(convoy, "ring", "NTH")
    assert math.dist(way[1], _middle(convoy, "unit", "unit-NTH")) < 35
    assert math.dist(way[0], _middle(convoy, "unit", "unit-YOR")) < 35
    assert math.dist(way[-1], GROUND.stand("NWY")) < 25


def test_a_convoy_over_two_seas_passes_both() -> None:
    units = {"ENGLAND": ["A LON", "F ENG", "F MAO"]}
    table = load_table("standard", {"phase": "S1901M", "units": units, "centers": {}})
    text = "A LON - POR\nF MAO C A LON - POR\nF ENG C A LON - POR"
    found = measured(draw(_phase(table, played(table, text).events)))
    way = _way(found, "LON")
    assert way[1:3] == [_middle(found, "ring", "ENG"), _middle(found, "ring", "MAO")]


def test_the_support_of_a_convoyed_army_joins_its_landing_and_that_of_the_fleet_ends_at_the_fleet(
    convoy: Measured,
) -> None:
    landing = _way(convoy, "YOR")[-2:]
    assert _far(landing, _middle(convoy, "ring", "SKA")) < 1
    assert math.dist(_middle(convoy, "ring", "HEL"), _middle(convoy, "unit", "unit-NTH")) < 35
    assert _far(_way(convoy, "YOR"), _middle(convoy, "ring", "HEL")) > 5


def test_the_cross_of_a_standoff_stands_in_its_area_beside_whoever_is_there() -> None:
    units = {"AUSTRIA": ["A BUD", "A TRI"], "TURKEY": ["A BUL"], "RUSSIA": ["A RUM"], "ITALY": ["A GAL"]}
    text = "A BUD - SER\nA TRI - SER\nA GAL S A RUM - BUL\nA RUM - BUL\nA BUL - SER"
    units["GERMANY"] = ["F BLA"]
    table = load_table("standard", {"phase": "S1901M", "units": units, "centers": {}})
    step = played(table, text + "\nF BLA S A RUM - BUL")
    assert "SER" in step.table.contested
    x, y = _middle(measured(draw(_position(step.table))), "standoff", "standoff-SER")
    assert GROUND.areas["SER"].at == pytest.approx((x, y), abs=30)


def test_retreats_and_disbands_are_drawn(fall: Step) -> None:
    moved = play_retreats(fall.table, {"RUM": "SEV"})
    assert _title(_by_id(draw(_phase(fall.table, moved.events)), "order-RUM")) == "A RUM - SEV: moved"
    gone = play_retreats(fall.table, {})
    assert _title(_by_id(draw(_phase(fall.table, gone.events)), "order-RUM")) == "A RUM DISBAND: disbanded"


@pytest.mark.parametrize(
    ("side", "near"),
    [("RUSSIA", "100% 6%"), ("ENGLAND", "0% 14%"), ("TURKEY", "100% 81%"), ("GERMANY", "42% 29%"), ("NOBODY", "")],
)
def test_a_region_is_where_most_of_a_side_is(side: str, near: str) -> None:
    assert near_of(_position(opening("standard")), [side]) == near


def test_a_unit_far_away_moves_no_region() -> None:
    begun = opening("standard")
    units = tuple(unit._replace(place="BLA") if unit.place == "LON" else unit for unit in begun.units)
    assert near_of(_position(replace(begun, units=units)), ["ENGLAND"]) == "0% 10%"  # without the fleet of London


def test_a_map_whose_names_are_large_has_no_regions() -> None:
    assert near_of(_position(opening("four-seas")), ["AMBER"]) == ""


def test_scenery_lies_over_the_areas_and_below_all_else() -> None:
    root = ET.fromstring(draw(_position(opening("four-seas"))))
    (areas,) = [each for each in root if each.get("id") == "areas"]
    assert areas[-1].get("d") == load_ground(GROUNDS / "four-seas.json").scenery != ""


def test_a_map_of_the_opening_has_no_orders() -> None:
    assert len(_by_id(draw(_position(opening("standard"))), "orders")) == 0


def test_a_phase_s_picture_takes_no_orders_of_another_phase(table: Table, fall: Step) -> None:
    later = replace(table, label=table.label.next())
    assert _phase(later, fall.events).marks == ()


def test_w2_c12_nothing_in_a_map_can_act_or_fetch(table: Table) -> None:
    """Titles may hold anything; they stay text."""
    picture = replace(_position(table), title='</title><script>alert(1)</script>&"\u202e')
    svg = draw(picture)
    assert "<script" not in svg
    assert {element.tag.partition("}")[2] for element in ET.fromstring(svg).iter()} <= {
        *("svg", "title", "desc", "defs", "pattern", "rect", "path", "g", "circle", "text", "style")
    }
    assert [style.text for style in ET.fromstring(svg).iter(f"{SVG}style")] == [STYLE]
    assert not re.search(r"href|url\((?!#)|style=|on[a-z]+=|@import", svg.replace("</title>", ""))


def test_ids_are_unique_in_a_map(table: Table, fall: Step) -> None:
    ids = [element.get("id") for element in ET.fromstring(draw(_phase(table, fall.events))).iter()]
    named = [each for each in ids if each]
    assert len(named) == len(set(named))


@pytest.mark.parametrize("seed", range(20))
def test_any_phase_can_be_drawn(seed: int) -> None:
    luck = random.Random(seed)
    table = opening("standard")
    for _ in range(6):
        orders: dict[str, Order] = {}
        for unit in table.units:
            place = luck.choice(sorted(table.board.borders(unit.kind, unit.place)))
            orders[unit.province] = read_order(table.board, table.position, f"{unit} - {place}")[1]
        step = play_movement(table, orders)
        ET.fromstring(draw(_phase(table, step.events)))
        table = step.table
        units = (
            each for each in ET.fromstring(draw(_position(table))).iter() if (each.get("id") or "").startswith("unit-")
        )
        assert len(list(units)) == len(table.units) + len(table.dislodged)
        if table.label.kind == "R":
            table = play_retreats(
                table, {each.unit.province: luck.choice([*each.retreats, ""]) for each in table.dislodged}
            ).table
        if table.label.kind == "A":
            return


def test_the_png_shows_the_letters() -> None:
    """Without its font the painter leaves out all text without a word."""
    picture = _position(opening("standard"))
    svg = draw(picture)
    bare = re.sub(r"<text.*?</text>", "", svg)
    with_text, without = png_of(svg, 600), png_of(bare, 600)
    assert with_text.startswith(b"\x89PNG")
    assert len(with_text) > len(without) * 1.1


def test_a_painter_that_is_stopped_with_the_daemon_is_asked_once_more() -> None:
    """The service manager's signal goes to all processes of a service: no letter shall lose its map by that."""
    svg = draw(_position(opening("standard")))
    painted: list[bytes] = []
    painting = Thread(target=lambda: painted.append(png_of(svg, 3001)))
    painting.start()
    while not (found := _children(PAINTER.name)):
        assert painting.is_alive()
    os.kill(found[0], signal.SIGTERM)
    painting.join()
    assert painted[0].startswith(b"\x89PNG")


def test_a_picture_that_takes_too_long_never_comes_in_place_of_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (draw(_position(opening(board))) for board in ("standard", "hundred"))
    painted = png_of(other, 601)
    png_of.cache_clear()
    with monkeypatch.context() as patched, pytest.raises(ValueError, match="takes more than 0 s"):
        patched.setattr(png, "PATIENCE_SECONDS", 0)
        png_of(one, 601)
    assert png_of(other, 601) == painted


def test_one_painter_paints_one_picture_after_another() -> None:
    svg = draw(_position(opening("standard")))
    for width in (602, 603):
        png_of(svg, width)
    assert len(_children(PAINTER.name)) == 1


def test_a_fork_asks_no_painter_of_its_parent() -> None:
    png_of(draw(_position(opening("standard"))), 604)
    fork = os.fork()
    if fork == 0:
        os._exit(len(png._idle))
    assert os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1]) == 0
    assert len(png._idle) == 1


def _children(program: str) -> list[int]:
    """The processes that this one has begun with this program."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        with suppress(OSError):
            mine = f"\nPPid:\t{os.getpid()}\n" in status.read_text()
            if mine and program in status.with_name("cmdline").read_text():
                found.append(int(status.parent.name))
    return found


def test_what_cannot_be_painted_raises_no_other_error_and_says_why() -> None:
    with pytest.raises(ValueError, match=r"it cannot be painted: .*ParsingFailed"):
        png_of("<svg", 600)


# What is written of a tree reads back as that tree: nothing in a title or an id becomes markup.

words = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")) | st.sampled_from("\t\n<>&\"'"))


@given(words, words)
def test_text_and_attributes_stay_what_they_are(said: str, name: str) -> None:
    root = ET.Element("svg", {"id": name})
    ET.SubElement(ET.SubElement(root, "g"), "title").text = said
    again = ET.fromstring(written(root))
    assert again.get("id") == name
    assert [(each.tag, each.text or "") for each in again.iter()] == [("svg", ""), ("g", ""), ("title", said)]
