"""Plain Diplomacy as the rule system that the judge runs, blind too, and its sheets to answer with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.rules.diplomacy.boardfile import load_board
from judge.rules.diplomacy.forms import adjustments_form
from judge.rules.diplomacy.match import Match
from judge.rules.diplomacy.system import SYSTEM, DiplomacyState
from judge.rules.game import Game
from judge.rules.problems import Refused
from judge.rules.rng import Rng
from judge.rules.values import (
    DUMMY,
    MASTER,
    PUBLIC,
    RESIGN,
    SUCCEED,
    VOTE,
    Act,
    Json,
    Orders,
    Outcome,
    Reading,
    only,
    sheet_of,
)
from tests.rules.diplomacy.tables import dump_table, load_table

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
RNG = Rng(b"seed")
START: DiplomacyState = SYSTEM.start({}, POWERS, RNG).state
YES = Act(VOTE, {"draw": True})


def vote(state: DiplomacyState, *powers: str) -> Outcome:
    outcome = Outcome(state)
    for power in powers:
        outcome = SYSTEM.act(outcome.state, power, YES)
    return outcome


def test_plain_diplomacy_is_a_rule_system() -> None:
    system: Game = SYSTEM
    assert system.seating({}).names == POWERS
    assert system.seating({"dummies": ["ITALY"]}).most == 6
    assert system.accounts(START) == {}


def test_the_first_phase_waits_for_every_played_power() -> None:
    phase = SYSTEM.phase(START)
    assert phase is not None
    assert (phase.label, phase.title, phase.kind) == ("S1901M", "Spring 1901 Movement", "movement")
    assert phase.wanted == POWERS
    assert phase.roles == {power: power for power in POWERS}
    assert phase.missing == "wait"


def test_option_nmr_lets_a_movement_phase_go_on_without_orders() -> None:
    state = SYSTEM.start({"nmr": "default"}, POWERS, RNG).state
    phase = SYSTEM.phase(state)
    assert phase is not None
    assert phase.missing == "default"


def test_powers_that_nobody_plays_are_dummies_and_not_awaited() -> None:
    state = SYSTEM.start({}, POWERS[:4], RNG).state
    phase = SYSTEM.phase(state)
    assert phase is not None
    assert phase.wanted == POWERS[:4]
    assert SYSTEM.view(state, PUBLIC).dummies == POWERS[4:]


def test_a_game_with_an_unknown_power_or_map_cannot_start() -> None:
    for options, seats in (({}, ("SPAIN",)), ({"map": "atlantis"}, POWERS), ({}, ())):
        with pytest.raises(Refused):
            SYSTEM.start(options, seats, RNG)


def test_one_bad_line_never_loses_a_good_one() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    reading = SYSTEM.read(view, "AUSTRIA", sheet_of("A VIE - GAL % thanks\nA BUD - XYZ\n\nA PAR - BUR\nF TRI - ALB"))
    assert reading.parts == {"orders": "F TRI - ALB\nA VIE - GAL"}
    assert [(problem.line, problem.code) for problem in reading.problems] == [
        (2, "line/no-order"),
        (4, "diplomacy/not-yours"),
    ]
    assert [line.meaning for line in reading.lines] == ["A VIE - GAL", "F TRI - ALB"]
    assert reading.written
    assert SYSTEM.estimate(view, reading.parts) == ("These units have no order, so they hold: A BUD.",)


def test_of_several_orders_for_one_unit_the_last_counts_with_a_warning() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    reading = SYSTEM.read(view, "AUSTRIA", sheet_of("A VIE - GAL\nA VIE - TYR"))
    assert reading.parts == {"orders": "A VIE - TYR"}
    assert [(each.line, each.code, each.warning) for each in reading.problems] == [(2, "diplomacy/ordered-twice", True)]


def test_own_units_that_are_ordered_at_cross_purposes_are_pointed_out() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    reading = SYSTEM.read(view, "AUSTRIA", sheet_of("A VIE - GAL\nA BUD S A VIE - TRI\nF TRI - ALB"))
    assert [each.code for each in reading.problems if each.warning] == ["diplomacy/unmatched"]


FILED = {"orders": "A BUD - SER\nF TRI - ALB\nA VIE - GAL"}


def test_a_new_order_replaces_that_units_order_only_and_the_reply_names_those_that_stand() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    later = SYSTEM.read(view, "AUSTRIA", sheet_of("A VIE - TYR", FILED))
    assert later.parts == {"orders": "A BUD - SER\nF TRI - ALB\nA VIE - TYR"}
    assert later.notes == ("Replaced: A VIE - GAL.", "Kept from before: A BUD - SER; F TRI - ALB.")
    assert later.written


def test_the_orders_of_a_sentence_over_several_lines_are_read() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    lines = ("the army in Vienna moves to Galicia,", "the army in Budapest to Serbia,")
    read = SYSTEM.read(view, "AUSTRIA", sheet_of("\n".join((*lines, "and the fleet in Trieste to Albania, please."))))
    assert (read.parts, read.problems) == ({"orders": "A BUD - SER\nF TRI - ALB\nA VIE - GAL"}, ())


@pytest.mark.parametrize(
    "text",
    [
        "All units hold",
        "all my other units hold, please.",
        "everything holds",
        "ALL: H",
        "The rest stand.",
        "All units hold, except:",
        "all hold apart from the following:",
        "All units hold this turn, thanks. I am at a wedding!",
    ],
)
def test_all_units_are_told_to_hold_but_those_that_the_mail_orders_otherwise(text: str) -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    alone = SYSTEM.read(view, "AUSTRIA", sheet_of(text, FILED))
    assert alone.parts == {"orders": "A BUD H\nF TRI H\nA VIE H"}
    assert alone.notes == ("Replaced: A BUD - SER; F TRI - ALB; A VIE - GAL.",)
    beside = SYSTEM.read(view, "AUSTRIA", sheet_of(f"{text}\nA VIE - TYR"))
    assert beside.parts == {"orders": "A BUD H\nF TRI H\nA VIE - TYR"}
    assert not beside.problems


def test_who_tells_all_units_to_hold_holds_none_of_those_whose_order_has_a_mistake() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    read = SYSTEM.read(view, "AUSTRIA", sheet_of("A VIE - GLA\nall others hold", FILED))
    assert read.parts == {"orders": "A BUD H\nF TRI H\nA VIE - GAL"}


@pytest.mark.parametrize(
    "text",
    ["All hold hands", "all armies hold", "Hold on, all!", "We all hold our breath", "All hold. But A VIE moves."],
)
def test_who_says_something_else_about_all_orders_no_unit(text: str) -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    assert not SYSTEM.read(view, "AUSTRIA", sheet_of(text)).parts


def test_what_follows_two_strokes_is_a_remark() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    read = SYSTEM.read(view, "AUSTRIA", sheet_of("// my plan\nA VIE - GAL // if Italy stays out\nF TRI - ALB"))
    assert read.parts == {"orders": "F TRI - ALB\nA VIE - GAL"}
    assert not read.problems


def test_of_two_orders_for_one_unit_in_a_mail_the_last_replaces_the_one_on_file() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    later = SYSTEM.read(view, "AUSTRIA", sheet_of("A VIE - TYR\nA VIE H", FILED))
    assert later.parts == {"orders": "A BUD - SER\nF TRI - ALB\nA VIE H"}


def test_a_bad_line_leaves_its_unit_the_order_on_file() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    later = SYSTEM.read(view, "AUSTRIA", sheet_of("A VIE - LON\nA BUD - RUM", FILED))
    assert later.parts == {"orders": "A BUD - RUM\nF TRI - ALB\nA VIE - GAL"}


def test_the_same_orders_again_leave_nothing_to_tell() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    assert SYSTEM.read(view, "AUSTRIA", sheet_of(FILED["orders"], FILED)).notes == ()


def test_a_mail_without_an_order_changes_nothing_on_file() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    empty = SYSTEM.read(view, "AUSTRIA", sheet_of("hello", FILED))
    assert (empty.parts, empty.written, empty.notes) == ({}, True, ("Your earlier orders stand.",))
    assert not SYSTEM.read(view, "AUSTRIA", sheet_of("hello")).written


def test_add_is_not_needed_and_the_reply_says_so() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    later = SYSTEM.read(view, "AUSTRIA", sheet_of("ADD\nA VIE - TYR", FILED))
    assert later.parts == {"orders": "A BUD - SER\nF TRI - ALB\nA VIE - TYR"}
    assert [(each.code, each.warning) for each in later.problems] == [("diplomacy/no-add", True)]
    assert "stand anyway" in later.problems[0].message


def test_a_fleet_keeps_the_coast_it_was_told() -> None:
    view = SYSTEM.view(START, only("RUSSIA"))
    filed = {"orders": "F STP/SC - BOT\nA MOS - UKR"}
    later = SYSTEM.read(view, "RUSSIA", sheet_of("A MOS - LVN", filed))
    assert later.parts == {"orders": "A MOS - LVN\nF STP/SC - BOT"}


def test_a_new_order_at_cross_purposes_with_one_on_file_is_pointed_out() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    filed = {"orders": "A BUD S A VIE - GAL"}
    later = SYSTEM.read(view, "AUSTRIA", sheet_of("A VIE - TYR", filed))
    assert [(each.line, each.code) for each in later.problems] == [(1, "diplomacy/unmatched")]
    assert "A BUD S A VIE - GAL" in later.problems[0].message


def test_in_a_blind_game_orders_that_lean_on_units_out_of_sight_stand_too() -> None:
    state = SYSTEM.start({"blind": True}, POWERS, RNG).state
    view = SYSTEM.view(state, only("FRANCE"))
    filed = {"orders": "A MAR - PIE\nA PAR S A MUN - BUR"}
    later = SYSTEM.read(view, "FRANCE", sheet_of("A MAR H", filed))
    assert set(later.parts["orders"].splitlines()) == {"A MAR H", "A PAR S A MUN - BUR"}
    assert later.notes[:2] == ("Replaced: A MAR - PIE.", "Kept from before: A PAR S A MUN - BUR.")


def dislodged_twice() -> DiplomacyState:
    """Austria's armies of Budapest and Serbia are both dislodged."""
    units = {"AUSTRIA": ["A BUD", "A SER"], "RUSSIA": ["A GAL", "A RUM"], "TURKEY": ["A BUL", "A GRE"]}
    table = load_table("standard", {"phase": "S1902M", "units": units, "centers": {"AUSTRIA": ["BUD", "VIE"]}})
    state = replace(START, table=table)
    orders = {
        "RUSSIA": {"orders": "A GAL - BUD\nA RUM S A GAL - BUD"},
        "TURKEY": {"orders": "A BUL - SER\nA GRE S A BUL - SER"},
    }
    return SYSTEM.adjudicate(state, orders, RNG).state


def test_a_retreat_replaces_that_units_retreat_only() -> None:
    view = SYSTEM.view(dislodged_twice(), only("AUSTRIA"))
    first = SYSTEM.read(view, "AUSTRIA", sheet_of("A BUD - VIE"))
    assert not first.written
    second = SYSTEM.read(view, "AUSTRIA", sheet_of("A SER - ALB", first.parts))
    assert set(second.parts["retreats"].splitlines()) == {"A BUD - VIE", "A SER - ALB"}
    assert (second.written, second.notes) == (True, ("Kept from before: A BUD - VIE.",))
    third = SYSTEM.read(view, "AUSTRIA", sheet_of("A SER DISBAND", second.parts))
    assert set(third.parts["retreats"].splitlines()) == {"A BUD - VIE", "A SER DISBAND"}


def test_a_build_that_cannot_be_read_is_told_what_builds_look_like() -> None:
    state = replace(START, table=load_table("standard", {"phase": "W1901A", "centers": {"AUSTRIA": ["BUD", "TRI"]}}))
    read = SYSTEM.read(SYSTEM.view(state, only("AUSTRIA")), "AUSTRIA", sheet_of("BUILD A BUD or F TRI"))
    assert [each.message for each in read.problems] == ["`or F TRI` may change what you order, so this is not filed"]
    read = SYSTEM.read(SYSTEM.view(state, only("AUSTRIA")), "AUSTRIA", sheet_of("BUILD BUD"))
    assert [each.hint for each in read.problems] == ["write `BUILD A VIE` or `BUILD F TRI`"]


def test_a_build_may_say_in_which_place() -> None:
    state = replace(START, table=load_table("standard", {"phase": "W1901A", "centers": {"AUSTRIA": ["BUD", "TRI"]}}))
    sheet = sheet_of("Build army in Budapest\nbuild a fleet in Trieste")
    read = SYSTEM.read(SYSTEM.view(state, only("AUSTRIA")), "AUSTRIA", sheet)
    assert read.parts == {"adjustments": "BUILD A BUD\nBUILD F TRI"}


def test_a_new_list_of_builds_replaces_the_whole_list_and_shows_what_is_gone() -> None:
    units = {"AUSTRIA": ["A SER"]}
    centers = {"AUSTRIA": ["BUD", "SER", "TRI", "VIE"]}
    state = replace(START, table=load_table("standard", {"phase": "W1901A", "units": units, "centers": centers}))
    view = SYSTEM.view(state, only("AUSTRIA"))
    filed = {"adjustments": "BUILD A BUD\nBUILD A VIE"}
    later = SYSTEM.read(view, "AUSTRIA", sheet_of("BUILD F TRI", filed))
    assert later.parts == {"adjustments": "BUILD F TRI"}
    said = "Replaced your list of 2 orders by one of 1. The old one, to copy:\nBUILD A BUD\nBUILD A VIE"
    assert later.notes[0] == said


def test_ruling_p30_after_the_end_of_a_game_nobody_may_build() -> None:
    position = {"phase": "W1901A", "units": {"AUSTRIA": ["A SER"]}, "centers": {"AUSTRIA": ["BUD", "VIE"]}}
    winter = replace(START, table=load_table("standard", position))
    assert SYSTEM.view(winter, only("AUSTRIA")).adjust == 1
    assert SYSTEM.view(vote(winter, "AUSTRIA").state, only("AUSTRIA")).adjust == 0


def test_ruling_p30_a_draw_needs_every_power_in_play() -> None:
    assert vote(START, *POWERS[:6]).result is None
    drawn = vote(START, *POWERS)
    assert drawn.result is not None
    assert drawn.result.winners == POWERS
    assert [event.kind for event in drawn.events] == ["ended"]
    assert SYSTEM.phase(drawn.state) is None


def test_ruling_p30_dummies_have_no_vote_and_are_not_needed() -> None:
    state = SYSTEM.act(START, "ITALY", Act(DUMMY)).state
    with pytest.raises(Refused):
        SYSTEM.act(state, "ITALY", YES)
    drawn = vote(state, *(power for power in POWERS if power != "ITALY"))
    assert drawn.result is not None
    assert "ITALY" not in drawn.result.winners


def test_ruling_p30_votes_are_cleared_every_phase_and_can_be_withdrawn() -> None:
    state = SYSTEM.act(vote(START, *POWERS[:6]).state, "AUSTRIA", Act(VOTE, {"draw": False})).state
    assert vote(state, "TURKEY").result is None
    moved = SYSTEM.adjudicate(vote(START, *POWERS[:6]).state, {}, RNG).state
    assert vote(moved, "TURKEY").result is None


def test_ruling_p31_a_resigned_power_is_waited_for_until_it_is_succeeded_or_made_a_dummy() -> None:
    resigned = SYSTEM.act(START, "ITALY", Act(RESIGN))
    assert [(event.kind, event.data) for event in resigned.events] == [("resigned", {"power": "ITALY"})]
    waiting = SYSTEM.phase(resigned.state)
    assert waiting is not None
    assert "ITALY" in waiting.wanted
    assert SYSTEM.act(resigned.state, "ITALY", Act(SUCCEED)).events[0].kind == "succeeded"
    dummy = SYSTEM.phase(SYSTEM.act(resigned.state, "ITALY", Act(DUMMY)).state)
    assert dummy is not None
    assert "ITALY" not in dummy.wanted


def test_after_the_end_nothing_can_be_done() -> None:
    with pytest.raises(Refused):
        SYSTEM.act(vote(START, *POWERS).state, "ITALY", Act(RESIGN))


def test_a_view_shows_the_board_and_which_part_of_it_is_ones_own() -> None:
    own = SYSTEM.view(START, only("RUSSIA"))
    assert own.own_units == ("A MOS", "F SEV", "F STP/SC", "A WAR")
    assert own.power == "RUSSIA"
    for viewer in (PUBLIC, MASTER):
        other = SYSTEM.view(START, viewer)
        assert (other.power, other.own_units, other.units) == ("", (), own.units)


def test_a_form_reads_back_without_a_problem_and_takes_up_what_is_on_file() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    form = SYSTEM.form(view, {"orders": "A VIE - GAL\nA ROM - VEN"})
    assert form == "A BUD H\nF TRI H\nA VIE - GAL  % on file"


def sheet_after(power: str, **orders: str) -> list[str]:
    """The power's next sheet to answer with, once Spring 1901 was played with these orders."""
    state = SYSTEM.adjudicate(START, {name: {"orders": text} for name, text in orders.items()}, RNG).state
    view = SYSTEM.view(state, only(power))
    return SYSTEM.form(view, SYSTEM.again(view, {"orders": orders[power]})).splitlines()


def test_the_next_sheet_gives_no_unit_the_order_of_another_that_stood_there_before() -> None:
    sheet = sheet_after("TURKEY", TURKEY="A CON - BUL\nA SMY - CON\nF ANK - BLA")
    assert sorted(sheet) == ["A BUL H", "A CON H", "F BLA H"]


def test_the_next_sheet_repeats_what_a_unit_was_told_that_has_not_moved_and_says_so() -> None:
    sheet = sheet_after("AUSTRIA", AUSTRIA="A VIE - GAL\nA BUD H\nF TRI - ALB", RUSSIA="A WAR - GAL")
    assert sheet[0].startswith("// A marked line repeats the order of a unit that has not moved.")
    assert sorted(sheet[1:]) == ["A BUD H", "A VIE - GAL  % as last time", "F ALB H"]


def test_the_next_sheet_says_only_of_marked_lines_that_they_repeat_an_order() -> None:
    """Nobody has moved, but the fleet in SEV could be the one that was ordered there from elsewhere."""
    sheet = sheet_after("RUSSIA", RUSSIA="A MOS - SEV\nF SEV - BLA\nA WAR H", TURKEY="F ANK - BLA")
    assert sheet[0] == "// A marked line repeats the order of a unit that has not moved."
    assert sorted(sheet[1:]) == ["A MOS - SEV  % as last time", "A WAR H", "F SEV H", "F STP/SC H"]


def test_the_next_sheet_repeats_no_order_that_cannot_be_done_any_more() -> None:
    sheet = sheet_after("FRANCE", FRANCE="A PAR - BUR\nA MAR S A PAR - BUR\nF BRE - MAO")
    assert sorted(sheet) == ["A BUR H", "A MAR H", "F MAO H"]


def test_after_retreats_or_builds_the_sheet_repeats_nothing() -> None:
    view = SYSTEM.view(START, only("AUSTRIA"))
    assert SYSTEM.again(view, {"retreats": "A VIE - GAL"}) == {}


OWNED = (
    "ANK",
    "BEL",
    "BER",
    "BRE",
    "BUD",
    "BUL",
    "CON",
    "DEN",
    "EDI",
    "GRE",
    "HOL",
    "KIE",
    "LON",
    "LVP",
    "MAR",
    "MOS",
    "NAP",
)


def full(dummies: tuple[str, ...]) -> DiplomacyState:
    """France owns 17 centers and stands in an 18th at the end of the year."""
    board = {"phase": "F1905M", "units": {"FRANCE": ["A MUN"]}, "centers": {"FRANCE": list(OWNED), "GERMANY": ["MUN"]}}
    return replace(START, table=load_table("standard", board), match=Match(dummies))


def won(state: DiplomacyState) -> tuple[str, ...]:
    result = SYSTEM.adjudicate(state, {}, RNG).result
    return result.winners if result else ()


@pytest.mark.ruling("P49")
def test_ruling_p49_a_dummy_does_not_win_and_the_year_goes_on() -> None:
    assert won(full(())) == ("FRANCE",)
    after = SYSTEM.adjudicate(full(("FRANCE",)), {}, RNG)
    assert after.result is None
    phase = SYSTEM.phase(after.state)
    assert phase is not None
    assert "FRANCE" not in phase.roles


@pytest.mark.ruling("P49")
def test_ruling_p49_after_retreats_neither() -> None:
    state = full(("FRANCE",))
    beaten = {"A BUR": {"power": "GERMANY", "from": "PAR", "retreats": ["GAS"]}}
    table = load_table("standard", {**dump_table(state.table), "phase": "F1905R", "dislodged": beaten})
    assert won(replace(state, table=table)) == ()
    assert won(replace(state, table=table, match=Match())) == ("FRANCE",)


def test_who_has_neither_a_center_nor_a_unit_is_out_and_of_a_blind_game_nobody_is_told() -> None:
    table = START.table
    units = tuple(unit for unit in table.units if unit.power != "ITALY")
    centers = {power: held for power, held in table.centers.items() if power != "ITALY"}
    fallen = replace(START, table=replace(table, units=units, centers=centers))
    assert [power for power in POWERS if SYSTEM.is_eliminated(fallen, power)] == ["ITALY"]
    assert not SYSTEM.is_eliminated(replace(fallen, blind=True), "ITALY")


def test_of_a_power_that_is_out_of_the_game_nobody_is_told_that_its_player_has_left() -> None:
    table = START.table
    units = tuple(unit for unit in table.units if unit.power != "ITALY")
    centers = {power: held for power, held in table.centers.items() if power != "ITALY"}
    fallen = replace(START, table=replace(table, units=units, centers=centers))

    def told(state: DiplomacyState, power: str) -> list[str]:
        return [event.kind for event in SYSTEM.act(state, power, Act(RESIGN)).events]

    assert told(fallen, "ITALY") == []
    assert told(fallen, "FRANCE") == ["resigned"]
    assert told(replace(fallen, blind=True), "ITALY") == ["resigned"]


# Plain Diplomacy played blind (ruling P20): the sight and the reading of Tin Cup, without the money.

SPRING = Rng(b"seed", "S1901M")
BLIND: DiplomacyState = SYSTEM.start({"blind": True}, load_board("standard").powers, SPRING).state


def at(units: dict[str, list[str]], phase: str = "S1901M") -> DiplomacyState:
    return replace(BLIND, table=load_table("standard", {"phase": phase, "units": units, "centers": {}}))


def read(state: DiplomacyState, power: str, text: str) -> Reading:
    return SYSTEM.read(SYSTEM.view(state, only(power)), power, sheet_of(text))


def adjudicate(state: DiplomacyState, **sheets: str) -> Outcome:
    return SYSTEM.adjudicate(
        state, {power: dict(read(state, power, text).parts) for power, text in sheets.items()}, SPRING
    )


def rows(outcome: Outcome, power: str) -> list[tuple[str, str]]:
    event = next(each for each in outcome.events if each.audience == only(power) and each.kind == "movement")
    return [(row["order"], row["outcome"]) for row in event.data["orders"] if row["power"] != power]


def test_p20_a_power_sees_only_what_is_near() -> None:
    view = SYSTEM.view(BLIND, only("FRANCE"))
    assert dict(view.units) == {"FRANCE": ("F BRE", "A MAR", "A PAR")}
    assert SYSTEM.view(BLIND, PUBLIC).units == ()
    assert len(SYSTEM.view(BLIND, MASTER).units) == 7


def test_p20_a_support_of_a_unit_that_may_not_exist_is_taken() -> None:
    reading = read(BLIND, "FRANCE", "A PAR S A MUN - BUR\nA MAR S F ROM")
    assert reading.parts == {"orders": "A PAR S A MUN - BUR"}
    assert [problem.code for problem in reading.problems] == ["diplomacy/out-of-reach"]


def test_p20_a_line_that_does_not_stand_is_dropped_in_silence_and_the_unit_holds() -> None:
    outcome = adjudicate(BLIND, FRANCE="A PAR S A RUH - BUR\nA MAR - SPA")
    own = next(each for each in outcome.events if each.audience == only("FRANCE")).data["orders"]
    assert [row["order"] for row in own] == ["F BRE H", "A MAR - SPA", "A PAR H"]


def test_p20_others_orders_are_read_as_far_as_they_are_seen() -> None:
    state = at({"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A HOL", "A PRU"]})
    outcome = adjudicate(state, FRANCE="A BUR H", GERMANY="A MUN - TYR\nA HOL - BEL\nA PRU - BER")
    assert rows(outcome, "FRANCE") == [("A BEL", "arrives"), ("A MUN", "departs")]


@pytest.mark.ruling("P20")
def test_4_a_6_a_route_is_for_armies_in_a_blind_game_too() -> None:
    reading = read(at({"ENGLAND": ["F NTH", "A LON"]}), "ENGLAND", "F NTH - ENG - BEL\nA LON - ENG - BEL")
    assert [problem.code for problem in reading.problems] == ["diplomacy/fleet-route"]
    assert [line.text for line in reading.lines] == ["A LON - ENG - BEL"]


def test_p20_phases_are_not_skipped_and_lateness_is_hidden() -> None:
    after = adjudicate(BLIND).state
    assert str(after.table.label) == "S1901R"
    assert SYSTEM.phase(after).hides_writers  # type: ignore[union-attr]


def test_p20_another_powers_unit_cannot_be_ordered_whether_it_exists_or_not() -> None:
    for line in ("A MUN - RUH", "A GAL - BOH"):
        assert [problem.code for problem in read(BLIND, "FRANCE", line).problems] == ["diplomacy/not-yours"]


def test_a_blind_case_drops_in_silence_what_does_not_stand() -> None:
    case = {
        "system": "diplomacy",
        "options": {"blind": True},
        "position": {"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}},
        "orders": {"FRANCE": "A PAR S A MUN - BUR"},
    }
    found = SYSTEM.case(case)
    assert found["problems"] == []
    assert found["results"] == {"A PAR": {"order": "A PAR H", "outcome": "held"}}


# Sheets that give nothing away when they are sent as they stand.

WINTER: Json = {
    "phase": "W1901A",
    "units": {"FRANCE": ["A BUR", "F MAO"], "ITALY": ["A VEN"]},
    "centers": {"FRANCE": ["BRE", "MAR", "PAR", "SPA", "POR", "BEL"], "ITALY": ["VEN"]},
    "dislodged": {},
    "contested": [],
}


def test_the_sheet_for_winter_builds_in_each_free_home() -> None:
    form = adjustments_form(load_table("standard", WINTER), "FRANCE", {})
    assert [line for line in form.splitlines() if not line.startswith("//")] == [
        "BUILD A BRE",
        "BUILD A MAR",
        "BUILD A PAR",
    ]
    assert "in BRE, MAR, PAR" in form


RETREATS: Json = {
    "phase": "S1902R",
    "units": {"RUSSIA": ["A UKR", "A GAL"], "TURKEY": ["A BUL"]},
    "centers": {"AUSTRIA": ["VIE", "BUD"]},
    "dislodged": {
        "A RUM": {"power": "AUSTRIA", "from": "UKR", "retreats": ["BUD", "SER"]},
        "A VIE": {"power": "AUSTRIA", "from": "GAL", "retreats": ["BOH", "TRI"]},
        "F BLA": {"power": "AUSTRIA", "from": "ANK", "retreats": ["CON"]},
    },
    "contested": [],
}


def _sent_back(table: Json, power: str, filed: Orders) -> tuple[str, Orders]:
    """The sheet to answer with beside what is on file; and what is on file once it is sent back as it stands."""
    view = SYSTEM.view(DiplomacyState(load_table("standard", table), Match()), only(power))
    form = SYSTEM.form(view, filed)
    read = SYSTEM.read(view, power, sheet_of(form, filed))
    assert read.problems == ()
    return form, read.parts


def test_the_sheet_for_retreats_keeps_what_is_on_file() -> None:
    form, parts = _sent_back(RETREATS, "AUSTRIA", {"retreats": "A VIE - TRI\nF BLA - CON"})
    assert form.splitlines() == [
        "F BLA - CON % on file",
        "A RUM DISBAND % or to BUD, SER",
        "A VIE - TRI % on file, or to BOH",
    ]
    assert sorted(parts["retreats"].splitlines()) == ["A RUM DISBAND", "A VIE - TRI", "F BLA - CON"]


def test_the_sheet_for_winter_keeps_what_is_on_file() -> None:
    form, parts = _sent_back(WINTER, "FRANCE", {"adjustments": "BUILD F BRE\nBUILD A PAR"})
    lines = [line for line in form.splitlines() if not line.startswith("//")]
    assert lines == ["BUILD F BRE  % on file", "BUILD A PAR  % on file", "WAIVE"]
    assert sorted(parts["adjustments"].splitlines())[:2] == ["BUILD A PAR", "BUILD F BRE"]
