"""Every board that the judge has, and the checker that names what is wrong with one."""

from __future__ import annotations

import copy
import json
import random
from string import ascii_uppercase, digits
from typing import Any

import pytest

from judge.rules.diplomacy.adjudication.adjustments import owed, sites
from judge.rules.diplomacy.board import Unit
from judge.rules.diplomacy.boardfile import BOARDS, board_names, check_board, check_text, load_board, whole_data
from judge.rules.diplomacy.canonical import full_text
from judge.rules.diplomacy.case import play
from judge.rules.diplomacy.labels import phase_named, read_label
from judge.rules.diplomacy.orders import MOVE, BadOrder, Order
from judge.rules.diplomacy.play import play_movement
from judge.rules.diplomacy.system import SYSTEM as DIPLOMACY
from judge.rules.diplomacy.table import Table, opening
from judge.rules.payola.acceptance import expand_list, read_list
from judge.rules.payola.reading.letter import power_named
from judge.rules.payola.system import SYSTEM as PAYOLA
from judge.rules.rng import Rng
from judge.rules.values import only, sheet_of

NAMES = (
    *(
        "ancient-mediterranean",
        "chaos",
        "cold-war",
        "colonial",
        "fleet-rome",
        "four-seas",
        "france-austria",
        "garrisons",
    ),
    *("germany-italy", "hundred", "modern", "no-centers", "pure", "sail-ho", "standard"),
)


def data_of(name: str) -> dict[str, Any]:
    return whole_data(json.loads((BOARDS / f"{name}.json").read_text(encoding="utf-8")))


def test_these_are_the_boards() -> None:
    assert board_names() == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_no_board_has_a_mistake(name: str) -> None:
    assert check_board(data_of(name)) == ()
    assert load_board(name).name == name


@pytest.mark.parametrize("name", NAMES)
def test_every_unit_reads_back_by_its_full_name(name: str) -> None:
    board = load_board(name)
    for code in board.provinces:
        assert board.find(board.names[code]) == (code,)
        assert board.find(code) == (code,)


def test_the_fleet_is_in_rome() -> None:
    assert [str(unit) for unit in opening("fleet-rome").units_of("ITALY")] == ["F NAP", "F ROM", "A VEN"]
    assert opening("fleet-rome").units_of("FRANCE") == opening("standard").units_of("FRANCE")


def test_chaos_has_a_power_for_every_center_and_builds_anywhere() -> None:
    board = load_board("chaos")
    assert len(board.powers) == len(board.centers) == 34
    start = opening("chaos")
    assert str(start.label) == "W1900A"
    assert all(owed(start, power) == 1 for power in board.powers)
    built = play(start, {"PARIS": "BUILD A PAR"}).table
    assert str(built.label) == "S1901M"
    assert built.units == (Unit("PARIS", "A", "PAR"),)
    conquered = Table("chaos", start.label, (), {"PARIS": ("BEL", "PAR")})
    assert sites(conquered, "PARIS") == ("BEL", "PAR")


def test_p32_letters_beyond_z_are_digits() -> None:
    board = load_board("chaos")
    assert len(set(board.letters.values())) == 34
    assert (board.letters["ANKARA"], board.letters["WARSAW"]) == ("A", "7")
    everybody = "7" + "".join(letter for letter in board.letters.values() if letter != "7")
    assert read_list(board, "WARSAW", everybody.lower()) == everybody
    assert read_list(board, "WARSAW", "7 a ?") == "7A?"
    assert power_named(board, "7") == "WARSAW"
    state = PAYOLA.start({"map": "chaos"}, board.powers, Rng(b"x", "START")).state
    reading = PAYOLA.read(PAYOLA.view(state, only("ANKARA")), "ANKARA", sheet_of("TRANSFER 5 TO 7"))
    assert [each.code for each in reading.problems] == ["payola/over-balance"]


def test_p27_powers_without_centers_begin_with_half() -> None:
    state = PAYOLA.start({"map": "no-centers"}, load_board("standard").powers, Rng(b"x", "START")).state
    assert state.balances["FRANCE"] == 24
    assert state.balances["RUSSIA"] == 31


def test_p15_the_income_follows_the_victory_number_of_the_board() -> None:
    seats = ("AMBER", "CORAL", "IVORY", "JADE")
    assert PAYOLA.start({"map": "four-seas"}, seats, Rng(b"x", "START")).state.balances["AMBER"] == 6 + 5


def test_p23_nobody_can_play_the_garrisons() -> None:
    assert "NEUTRAL" not in PAYOLA.seating({"map": "garrisons"}).names
    state = PAYOLA.start(
        {"map": "garrisons", "variant": "loyal"}, load_board("standard").powers, Rng(b"x", "START")
    ).state
    assert state.match.dummies == ("NEUTRAL",)
    assert len(state.table.units_of("NEUTRAL")) == 12
    view = PAYOLA.view(state, only("FRANCE"))
    assert PAYOLA.read(view, "FRANCE", sheet_of("3 : A BEL - HOL\nA PAR - BUR")).problems == ()


@pytest.mark.parametrize("name", ["chaos", "four-seas", "modern"])
def test_orders_are_read_on_every_board(name: str) -> None:
    board = load_board(name)
    power = board.powers[0]
    for text, (kind, place) in board.standing.items():
        unit = Unit(power, kind, place)
        table = Table(name, opening("standard").label, (unit,), {})
        for target in board.borders(kind, place):
            line = full_text(table.position, Order(unit.province, MOVE, "", target))
            assert play(table, {power: line}).table.units[0].place == target, (text, line)


HIGH = {"name": "High", "kind": "inland", "army": "HIG"}
DENSE = {
    f"A{one}": HIGH | {"army": " ".join(f"A{other}" for other in range(100) if other != one)} for one in range(100)
}
BROKEN: list[tuple[str, dict[str, Any], str]] = [
    ("title", {"title": 5}, "board.title: a text of one line, not 5"),
    ("title", {"title": "Two Islands\r\nBcc: x@example.org"}, "board.title: a text of one line"),
    ("victory", {"victory": 99}, "`victory` is 99: there are 13 centers"),
    ("start", {"start": "SPRING"}, "no phase"),
    ("builds", {"builds": "nowhere"}, "board.builds: one of homes, centers, not"),
    ("unknown", {"color": "red"}, "board has no color: there are name, title"),
    ("name", {"name": "Four Seas"}, "small letters"),
    ("powers", {"powers": {}}, "every power is a dummy"),
    ("letter", {"powers/AMBER/letter": "AB"}, "its letter is 'AB'"),
    ("twins", {"powers/AMBER/letter": "C"}, "another power has the letter C too"),
    ("home", {"powers/AMBER/homes": ["HIG", "WHE"]}, "WHE is no center"),
    ("two homes", {"powers/AMBER/homes": ["HIG", "REE"]}, "REE: it is a home of 2 at once"),
    ("unit", {"powers/AMBER/units": ["F HIG"]}, "'F HIG' cannot stand there"),
    ("units", {"powers/AMBER/units": ["A HIG", "A REE"]}, "REE: it holds a unit of 2 at once"),
    ("entry", {"powers/AMBER": 5}, "board.powers of AMBER: an object with letter and"),
    (
        "missing",
        {"powers/AMBER": {"letter": "A", "adjective": "Amber", "homes": []}},
        "board.powers of AMBER.units is missing: a list",
    ),
    ("kind", {"provinces/HIG/kind": "lake"}, "board.provinces of HIG.kind: one of sea, coast, inland"),
    ("fleet inland", {"provinces/HIG/fleet": "GIL"}, "HIG: no fleet can move in an inland province"),
    ("army at sea", {"provinces/GIL/army": "GOL"}, "GIL: no army can move in a sea"),
    ("one way", {"provinces/HIG/army": "GOL WHE COP"}, "LIN: army to HIG, but not from HIG to LIN"),
    ("nowhere", {"provinces/HIG/army": "GOL WHE COP LIN XYZ"}, "there is no such province"),
    ("itself", {"provinces/HIG/army": "GOL WHE COP LIN HIG"}, "that is itself"),
    ("coast", {"provinces/KIN/fleet": {"QC": "DEE EME GIL PAL"}}, "'QC' is no coast"),
    ("unnamed coast", {"provinces/KIN/fleet": {"NC": "DEE EME GIL PAL"}}, "name a coast of it: KIN/NC"),
    ("alone", {"provinces/HIG/army": ""}, "HIG: it borders on nothing"),
    ("spelled", {"provinces/HIG/name": "Goldport"}, "GOLDPORT: 2 provinces are spelled so"),
    ("code", {"provinces/LONG": {"name": "Long", "kind": "inland", "army": "HIG"}}, "LONG: a code has three"),
    ("one way", {"provinces/KIN/fleet": "DEE EME GIL"}, "PAL: fleet to KIN, but not from KIN to PAL"),
    ("one way, and back", {"provinces/HIG/army": "GOL WHE COP >LIN"}, "HIG: army to >LIN leads one way only"),
    ("year 0", {"start": "S0M"}, "`start`: no phase 'S0M'"),
    ("another season", {"start": "R1901M"}, "`start`: no phase 'R1901M'"),
    ("two letters", {"powers/JADE/letter": "JA"}, "its letter is 'JA': one capital letter"),
    ("winning centers", {"victory": ["HIG"]}, "board.victory: a whole number, not a list"),
    ("decisive", {"decisive": ["HIG", "WHE"]}, "`decisive`: WHE is no center"),
    ("long", {"provinces/HIG/name": "Hig" * 21}, "HIG: a spelling of more than 60 letters"),
    (
        "many",
        {"provinces": dict.fromkeys(map(str, range(301)), HIGH)},
        "there are 301 provinces: a board has up to 300",
    ),
    ("dense", {"provinces": DENSE}, "there are 4950 borders: a board has up to 4000"),
    ("null", {"provinces/HIG/also": None}, "board: null is no value; leave the key out"),
    ("fleets", {"provinces/GIL/fleet": 5}, "board.provinces of GIL.fleet: the places that a fleet reaches, or"),
    ("wrong type", {"provinces/HIG/also": "High"}, "board.provinces of HIG.also: a list"),
]


def _changed(change: dict[str, Any]) -> dict[str, Any]:
    """Four Seas with these values, each by the way to it."""
    data = copy.deepcopy(data_of("four-seas"))
    for path, value in change.items():
        *way, last = path.split("/")
        inner = data
        for step in way:
            inner = inner[step]
        inner[last] = value
    return data


@pytest.mark.parametrize(("what", "change", "said"), BROKEN, ids=[each[0] for each in BROKEN])
def test_the_checker_names_every_mistake(what: str, change: dict[str, Any], said: str) -> None:
    del what
    data = _changed(change)
    mistakes = check_board(data)
    assert any(said in mistake for mistake in mistakes), mistakes


HELD: list[tuple[str, dict[str, Any]]] = [
    ("builds in any own center", {"builds": "centers"}),
    (
        "builds at named centers, not those owned at first",
        {"powers/AMBER/homes": ["GOL"], "powers/AMBER/centers": ["HIG"]},
    ),
    ("a power with no home", {"powers/AMBER/homes": [], "powers/AMBER/centers": ["HIG", "GOL"]}),
    ("a power without centers", {"powers/AMBER/centers": []}),
    ("powers that choose their first units", {"powers/AMBER/units": [], "start": "W1900A"}),
    ("garrisons", {"powers/AMBER/dummy": True}),
    ("any year, and a start in Fall", {"start": "F7M"}),
    ("a year before Christ", {"start": "S-1M"}),
    ("a border that leads one way", {"provinces/HIG/army": "COP >GOL LIN WHE", "provinces/GOL/army": "COP WHE"}),
    ("letters of two characters", {"powers/JADE/letter": "J1"}),
    ("a bridge for armies", {"provinces/GOL/army": "COP HIG KIN WHE", "provinces/KIN/army": "GOL"}),
]


@pytest.mark.parametrize(("what", "change"), HELD, ids=[each[0] for each in HELD])
def test_what_variants_need_is_data_of_a_board(what: str, change: dict[str, Any]) -> None:
    """The list in docs/boards.md."""
    del what
    data = _changed(change)
    assert check_board(data) == ()
    options = {"map": json.dumps(data)}
    state: Any = DIPLOMACY.start(options, DIPLOMACY.seating(options).names, Rng(b"x", "START")).state
    for number in range(6):
        phase = DIPLOMACY.phase(state)
        assert phase is not None
        assert number or phase.label == data["start"]
        state = DIPLOMACY.adjudicate(state, {role: {} for role in phase.roles}, Rng(b"x", str(number))).state


def test_an_army_goes_one_way_only_where_the_border_leads_one_way() -> None:
    change = {"provinces/HIG/army": "COP >GOL LIN WHE", "provinces/GOL/army": "COP WHE"}
    board = json.dumps(_changed(change))
    for start, target in (("HIG", "GOL"), ("GOL", "HIG")):
        table = Table(board, read_label("S1901M"), (Unit("AMBER", "A", start),), {})
        if start == "HIG":
            assert play(table, {"AMBER": f"A {start} - {target}"}).table.units[0].place == target
        else:
            with pytest.raises(BadOrder, match="cannot reach HIG"):
                play(table, {"AMBER": f"A {start} - {target}"})


def test_who_has_enough_centers_wins_only_with_those_that_decide() -> None:
    centers = {"AMBER": ("HIG",), "CORAL": ("LIN", "RED")}
    for decisive, winner in (([], "CORAL"), (["LIN"], "CORAL"), (["HIG"], ""), (["LIN", "HIG"], "")):
        board = json.dumps(_changed({"victory": 2, "decisive": decisive}))
        table = Table(board, read_label("F1901M"), (), centers)
        assert play_movement(table, {}).winner == winner, decisive


def test_years_before_christ_are_counted_down_and_there_is_no_year_0() -> None:
    assert read_label("S-218M").title == "Spring 218 BC Movement"
    assert [str(read_label(text).next()) for text in ("W-2A", "W-1A", "F-1M")] == ["S-1M", "S1M", "F-1R"]
    assert [phase_named(text) for text in ("spring 218 bc", "Fall 44 B.C. retreats", "S-218M")] == [
        *("S-218", "F-44R", "S-218M")
    ]


def test_forty_powers_have_letters_of_up_to_two_characters_also_in_lists() -> None:
    letters = [*ascii_uppercase, *(f"A{digit}" for digit in digits), *(f"B{digit}" for digit in range(4))]
    codes = [f"{one}{other}A" for one in "ABCDEFGH" for other in "VWXYZ"]
    powers = {
        f"POWER{'ABCDEFGH'[place // 5]}{'VWXYZ'[place % 5]}": {
            "letter": letters[place],
            "adjective": f"No {place}",
            "homes": [code],
            "units": [f"A {code}"],
        }
        for place, code in enumerate(codes)
    }
    ring = {
        code: {
            "name": f"At {code}",
            "kind": "inland",
            "center": True,
            "army": f"{codes[at - 1]} {codes[(at + 1) % 40]}",
        }
        for at, code in enumerate(codes)
    }
    data = {"name": "forty", "title": "Forty", "start": "S1901M", "victory": 21, "powers": powers, "provinces": ring}
    assert check_board(data) == ()
    board = load_board(json.dumps(data))
    owner = {letter: power for power, letter in board.letters.items()}
    written = read_list(board, owner["A1"], "a1 B A, b2 ? C")
    assert written == "A1BAB2?C"
    found = expand_list(board, owner["A1"], written, Rng(b"x", "S1901M"))
    assert [board.letters[power] for power in (*found[:4], found[-1])] == ["A1", "B", "A", "B2", "C"]
    assert len(set(found)) == 40
    with pytest.raises(BadOrder, match="`A1` is in the list twice"):
        read_list(board, owner["A1"], "A1A1?")
    options = {"map": json.dumps(data)}
    state: Any = PAYOLA.start(options, PAYOLA.seating(options).names, Rng(b"x", "START")).state
    view = PAYOLA.view(state, only(owner["A1"]))
    assert [act.data for act in PAYOLA.read(view, owner["A1"], sheet_of("ACCEPT A1 B2 ?")).acts] == [{"list": "A1B2?"}]


def test_a_file_that_is_too_long_is_refused_unread() -> None:
    assert check_text("long", "[" * 1_000_001).mistakes == ("the file has more than 1,000,000 letters",)


def test_a_board_that_is_no_object_or_all_dummies_is_refused() -> None:
    assert check_board([])[0].startswith("board: an object with name and")
    data = copy.deepcopy(data_of("four-seas"))
    for entry in data["powers"].values():
        entry["dummy"] = True
    assert check_board(data) == ("every power is a dummy: nobody could play",)


def damaged(text: str, luck: random.Random) -> str:
    """The text with letters changed, left out and put elsewhere."""
    letters = list(text)
    for _ in range(luck.randint(1, 6)):
        place = luck.randrange(len(letters))
        way = luck.choice(("change", "leave out", "repeat"))
        if way == "change":
            letters[place] = chr(luck.choice((luck.randrange(32, 127), luck.randrange(160, 0x2000))))
        elif way == "leave out":
            del letters[place : place + luck.randint(1, 8)]
        else:
            other = luck.randrange(len(letters))
            letters[place:place] = letters[other : other + luck.randint(1, 12)]
    return "".join(letters)


@pytest.mark.parametrize("name", ["four-seas", "chaos", "garrisons"])
def test_a_damaged_board_is_refused_with_its_mistakes_or_played_on(name: str) -> None:
    text, luck = (BOARDS / f"{name}.json").read_text(encoding="utf-8"), random.Random(name)
    for _ in range(200):
        altered = damaged(text, luck)
        found = check_text(name, altered)
        if not found.mistakes:
            options = {"map": json.dumps(whole_data(json.loads(altered)))}
            seats = DIPLOMACY.seating(options).names
            assert DIPLOMACY.phase(DIPLOMACY.start(options, seats, Rng(b"x", "START")).state) is not None
