"""From phase to phase: what is skipped, who owns what, who is out, who has won."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from judge.commands.everybody.help import topic_called
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.boardfile import BOARDS, load_board
from judge.rules.diplomacy.case import play, results_of
from judge.rules.diplomacy.labels import read_label
from judge.rules.diplomacy.match import Match
from judge.rules.diplomacy.play import Step
from judge.rules.diplomacy.reading.sheets import PartRead, read_part
from judge.rules.diplomacy.system import SYSTEM, DiplomacyState
from judge.rules.diplomacy.table import Table, opening
from judge.rules.rng import Rng
from judge.rules.values import DUMMY, RESIGN, VOTE, Act, Event, Outcome, only, sheet_of
from tests.rules.diplomacy.tables import dump_table, load_table

SEVENTEEN = [
    *("BER", "BUD", "BUL", "GRE", "KIE", "MOS", "MUN", "NAP", "ROM"),
    *("RUM", "SER", "SEV", "TRI", "TUN", "VEN", "VIE", "WAR"),
]


def table(phase: str, units: dict[str, list[str]], centers: dict[str, list[str]] | None = None, **more: Any) -> Table:
    return load_table("standard", {"phase": phase, "units": units, "centers": centers or {}, **more})


def kinds(step: Step) -> list[str]:
    return [event.kind for event in step.events]


def data(step: Step, kind: str) -> Any:
    return next(event.data for event in step.events if event.kind == kind)


def units(step: Step, power: str) -> list[str]:
    return [str(unit) for unit in step.table.units_of(power)]


def test_a_disband_is_read_where_the_word_could_be_part_of_the_name() -> None:
    board = table("S1901R", {}, dislodged={"A PIE": {"power": "ITALY", "from": "MAR", "retreats": ["TUS"]}})
    assert read_part(board, "ITALY", sheet_of("A PIE DISBAND").lines).text == "A PIE DISBAND"


def test_spring_without_retreats_leads_to_fall() -> None:
    step = play(opening("standard"), {"AUSTRIA": "A VIE - GAL"})
    assert str(step.table.label) == "F1901M"
    assert kinds(step) == ["movement"]
    assert units(step, "AUSTRIA") == ["A BUD", "A GAL", "F TRI"]


def test_a_phase_of_retreats_comes_when_a_dislodged_unit_has_somewhere_to_go() -> None:
    start = table("S1901M", {"AUSTRIA": ["A BUD"], "TURKEY": ["A SER", "A RUM"]})
    step = play(start, {"TURKEY": "A SER - BUD\nA RUM S A SER - BUD"})
    assert str(step.table.label) == "S1901R"
    assert dump_table(step.table)["dislodged"] == {
        "A BUD": {"power": "AUSTRIA", "from": "SER", "retreats": ["GAL", "TRI", "VIE"]}
    }


def test_a_dislodged_unit_without_a_retreat_is_disbanded_at_once() -> None:
    start = table("S1901M", {"AUSTRIA": ["A NAF"], "FRANCE": ["F MAO", "F WES", "A TUN"]})
    step = play(start, {"FRANCE": "F MAO - NAF\nF WES S F MAO - NAF"})
    assert str(step.table.label) == "F1901M"
    assert results_of(step)["A NAF"] == {"order": "A NAF H", "outcome": "held", "dislodged": True}
    assert kinds(step) == ["movement", "eliminated"]
    assert data(step, "movement")["orders"][0]["retreats"] == []


RETREATING = {"AUSTRIA": {"A BUD": ["GAL", "TRI"], "A SER": ["TRI", "ALB"]}, "RUSSIA": {"A UKR": ["GAL"]}}


def retreating(phase: str = "S1901R") -> Table:
    dislodged = {
        unit: {"power": power, "from": "RUM", "retreats": places}
        for power, own in RETREATING.items()
        for unit, places in own.items()
    }
    return table(phase, {"TURKEY": ["A BUD", "A SER", "A UKR"]}, dislodged=dislodged)


def test_units_retreat_disband_or_are_disbanded_without_an_order() -> None:
    step = play(retreating(), {"AUSTRIA": "A BUD - TRI\nA SER DISBAND"})
    assert results_of(step) == {
        "A BUD": {"order": "A BUD - TRI", "outcome": "moved"},
        "A SER": {"order": "A SER DISBAND", "outcome": "disbanded"},
        "A UKR": {"order": "A UKR DISBAND", "outcome": "disbanded", "why": "no order"},
    }
    assert str(step.table.label) == "F1901M"
    assert units(step, "AUSTRIA") == ["A TRI"]


def test_units_that_retreat_to_one_province_are_all_disbanded() -> None:
    step = play(retreating(), {"AUSTRIA": "A BUD - GAL\nA SER - ALB", "RUSSIA": "A UKR - GAL"})
    assert results_of(step)["A UKR"] == {"order": "A UKR - GAL", "outcome": "disbanded", "why": "collision"}
    assert units(step, "AUSTRIA") == ["A ALB"]


@pytest.mark.parametrize("text", ["A BUD - TRI?", "A BUD DISBAND ?", "A BUD - TRI (right?)"])
def test_a_retreat_with_a_question_mark_is_asked_about_and_not_filed(text: str) -> None:
    read = read_part(retreating(), "AUSTRIA", sheet_of(text).lines)
    assert read.text == ""
    assert read_part(retreating(), "AUSTRIA", sheet_of("A BUD - TRI // right?").lines).text == "A BUD - TRI"


@pytest.mark.parametrize("text", ["BUILD A WAR?", "WAIVE?", "BUILD A WAR ?!"])
def test_a_build_with_a_question_mark_is_asked_about_and_not_filed(text: str) -> None:
    read = read_part(winter(), "RUSSIA", sheet_of(text).lines)
    assert (read.text, read.problems[0].code) == ("", "line/doubt")


def test_of_two_retreats_of_one_unit_the_last_counts_with_a_warning_as_of_orders() -> None:
    read = read_part(retreating(), "AUSTRIA", sheet_of("A BUD - TRI\nA SER - ALB\nA BUD - GAL").lines)
    assert read.text == "A BUD - GAL\nA SER - ALB"
    (problem,) = read.problems
    assert (problem.warning, problem.line) == (True, 3)
    assert problem.message == "this replaces the order for A BUD in line 1"


def test_what_begins_like_an_order_of_the_phase_is_not_said_to_belong_to_another() -> None:
    """`belongs to another phase: units retreat or disband when the moves are done`, in that very phase."""
    (retreat,) = read_part(retreating(), "AUSTRIA", sheet_of("disband everything").lines).problems
    assert (retreat.message, retreat.hint) == (
        "I read `disband`, and a place comes next, not `everything`",
        "write `A BUD - RUM` or `A BUD DISBAND`",
    )
    (early,) = read_part(retreating(), "AUSTRIA", sheet_of("WAIVE all").lines).problems
    assert early.message == "`WAIVE all` belongs to another phase"


def test_all_builds_may_be_waived_in_one_word() -> None:
    read = read_part(winter(), "RUSSIA", sheet_of("WAIVE all").lines)
    assert read.text.splitlines() == ["WAIVE"] * 3


def test_a_unit_that_is_not_dislodged_is_not_told_to_be_nowhere() -> None:
    table = retreating()
    standing = table.units[0]
    (problem,) = read_part(table, standing.power, sheet_of(f"{standing} H").lines).problems
    assert (problem.code, f"{standing} is not dislodged" in problem.message) == ("diplomacy/not-dislodged", True)
    assert "send this again in" in problem.hint


def test_p1_a_unit_of_another_is_not_said_to_be_nowhere_in_a_phase_of_retreats() -> None:
    for power, text in (("AUSTRIA", "A RUM - BUL"), ("TURKEY", "A BUD - RUM"), ("ITALY", "A SER DISBAND")):
        board = table("S1901R", {"TURKEY": ["A SER"], "RUSSIA": ["A RUM"]}, dislodged=retreating_from_budapest())
        (problem,) = read_part(board, power, sheet_of(text).lines).problems
        assert (problem.code, problem.message) == ("diplomacy/no-such-unit", "you have no such dislodged unit")


def retreating_from_budapest() -> dict[str, Any]:
    return {"A BUD": {"power": "AUSTRIA", "from": "SER", "retreats": ["VIE"]}}


BEATEN = table(
    "S1901M",
    {
        "GERMANY": ["F POR", "A BER"],
        "ENGLAND": ["F MAO", "F SPA/NC"],
        "FRANCE": ["A VEN"],
        "AUSTRIA": ["A TRI", "A TYR"],
    },
)


def several(text: str) -> PartRead:
    return read_part(retreating(), "AUSTRIA", sheet_of(text).lines)


def test_disbands_of_dislodged_units_on_one_line_may_share_their_verb() -> None:
    for text in ("disband A BUD, A SER", "DISBAND: A BUD and A SER", "Remove A BUD, SER"):
        assert (several(text).text, several(text).problems) == ("A BUD DISBAND\nA SER DISBAND", ())
    assert several("disband A BUD, A SER - ALB").text == "A BUD DISBAND\nA SER - ALB"
    assert several("A BUD - TRI, A SER").text == ""
    assert several("disband A BUD, F TRI").text == ""


def test_a_retreat_may_lack_its_arrow() -> None:
    for text in ("A BUD TRI", "army budapest trieste", "A BUD R TRI", "BUD R-TRI", "A BUD RETREATS TO TRI"):
        assert several(text).text == "A BUD - TRI", text
    (problem,) = several("A BUD VIE").problems
    assert problem.message == "A BUD cannot retreat to VIE"


BEATING = {"ENGLAND": "F MAO - POR\nF SPA/NC S F MAO - POR", "AUSTRIA": "A TRI - VEN\nA TYR S A TRI - VEN"}
"""F POR can go nowhere, and A VEN can."""


def test_the_year_a_unit_that_could_go_nowhere_is_not_told_to_be_disbanded_for_want_of_an_order() -> None:
    found = play(BEATEN, BEATING)
    rows = data(play(found.table, {}), "retreats")["orders"]
    assert {row["unit"]: row["nowhere"] for row in rows} == {"F POR": True, "A VEN": False}


@pytest.mark.parametrize("order", ["F POR - SPA", "F POR H"])
def test_the_year_an_order_for_a_unit_that_can_go_nowhere_is_not_told_that_it_may_retreat(order: str) -> None:
    (problem,) = read_part(play(BEATEN, BEATING).table, "GERMANY", sheet_of(order).lines).problems
    assert problem.hint == "F POR has nowhere to go and is disbanded"
    assert "can only retreat or" not in problem.message


def test_the_year_the_sheet_for_retreats_does_not_ask_for_a_unit_that_can_go_nowhere() -> None:
    state = DiplomacyState(play(BEATEN, BEATING).table, Match())
    forms = {power: SYSTEM.form(SYSTEM.view(state, only(power)), {}) for power in ("GERMANY", "FRANCE")}
    assert (forms["GERMANY"], forms["FRANCE"].partition(" %")[0]) == ("", "A VEN DISBAND")


def test_retreats_are_complete_when_every_dislodged_unit_has_one() -> None:
    half = read_part(retreating(), "AUSTRIA", sheet_of("A BUD - TRI").lines)
    whole = read_part(retreating(), "AUSTRIA", sheet_of("A BUD - TRI\nA SER D").lines)
    assert (half.complete, whole.complete) == (False, True)


def test_ruling_p30_centers_change_hands_only_in_fall_and_after_retreats() -> None:
    spring = play(table("S1901M", {"AUSTRIA": ["A SER"]}), {})
    assert spring.table.centers == {}
    fall = play(table("F1901M", {"AUSTRIA": ["A SER"]}, {"TURKEY": ["SER", "CON"]}), {})
    assert fall.table.centers == {"AUSTRIA": ("SER",), "TURKEY": ("CON",)}
    assert data(fall, "centers")["changes"] == [{"center": "SER", "from": "TURKEY", "to": "AUSTRIA"}]
    assert data(fall, "centers")["counts"]["TURKEY"] == 1
    start = table("F1901M", {"AUSTRIA": ["A BUD"], "TURKEY": ["A SER", "A RUM"]})
    fought = play(start, {"TURKEY": "A SER - BUD\nA RUM S A SER - BUD"})
    assert str(fought.table.label) == "F1901R"
    assert fought.table.centers == {}
    assert play(fought.table, {}).table.centers == {"TURKEY": ("BUD", "RUM")}


def test_winter_is_skipped_when_nobody_has_anything_to_adjust() -> None:
    step = play(table("F1901M", {"AUSTRIA": ["A VIE"]}, {"AUSTRIA": ["VIE"]}), {})
    assert str(step.table.label) == "S1902M"


def test_winter_is_skipped_when_builds_are_owed_but_no_home_is_free() -> None:
    step = play(table("F1901M", {"AUSTRIA": ["A VIE"]}, {"AUSTRIA": ["VIE", "SER"]}), {})
    assert str(step.table.label) == "S1902M"


def winter() -> Table:
    return table(
        "W1901A",
        {"RUSSIA": ["A MOS", "A UKR"], "ITALY": ["A TUS", "A PIE", "F LYO"]},
        {"RUSSIA": ["MOS", "STP", "WAR", "SEV", "RUM"], "ITALY": ["ROM", "NAP"]},
    )


def test_adjustments_are_complete_when_everything_owed_is_stated() -> None:
    texts = ["B A WAR", "B A WAR\nWAIVE", "B A WAR\nB F SEV\nB A STP"]
    found = [read_part(winter(), "RUSSIA", sheet_of(text).lines).complete for text in texts]
    assert found == [False, False, True]


def test_ruling_p17_builds_left_open_are_waived_and_disbands_are_the_farthest_units() -> None:
    step = play(winter(), {"RUSSIA": "BUILD A WAR"})
    assert data(step, "adjustments")["orders"] == [
        {"power": "ITALY", "order": "DISBAND F LYO", "default": True},
        {"power": "RUSSIA", "order": "BUILD A WAR", "default": False},
        {"power": "RUSSIA", "order": "WAIVE", "default": True},
        {"power": "RUSSIA", "order": "WAIVE", "default": True},
    ]
    assert results_of(step)["A WAR"] == {"order": "BUILD A WAR", "outcome": "built"}
    assert str(step.table.label) == "S1902M"


def test_ruling_p17_who_has_no_centers_left_loses_everything_and_is_out() -> None:
    step = play(table("W1901A", {"ITALY": ["A TUS", "F LYO"]}), {})
    assert units(step, "ITALY") == []
    assert kinds(step) == ["adjustments", "eliminated"]


def test_elimination_is_told_once_and_in_the_phase_in_which_it_happens() -> None:
    start = table("F1901M", {"AUSTRIA": ["A SER"]}, {"TURKEY": ["SER"]})
    step = play(start, {})
    assert kinds(step) == ["movement", "centers", "eliminated"]
    assert data(step, "eliminated") == {"power": "TURKEY"}


def test_ruling_p30_eighteen_centers_after_fall_win_without_adjustments() -> None:
    step = play(table("F1907M", {"AUSTRIA": ["A STP"]}, {"AUSTRIA": SEVENTEEN}), {})
    assert step.table.count("AUSTRIA") == 18
    assert step.winner == "AUSTRIA"
    assert play(table("F1907M", {"AUSTRIA": ["A SIL"]}, {"AUSTRIA": SEVENTEEN}), {}).winner == ""


class ShortTable(Table):
    """The standard board, of which three centers win."""

    @property
    def board(self) -> Board:
        return Board({**json.loads((BOARDS / "standard.json").read_text(encoding="utf-8")), "victory": 3})


@pytest.mark.parametrize(("rival", "winner"), [(("CON", "SMY"), "FRANCE"), (("ANK", "CON", "SMY"), "")])
def test_ruling_p30_whoever_wins_has_more_than_anyone_else(rival: tuple[str, ...], winner: str) -> None:
    owned = {"FRANCE": ("BRE", "MAR", "PAR"), "TURKEY": rival}
    assert play(ShortTable("standard", read_label("F1901M"), (), owned), {}).winner == winner


def test_every_event_of_the_board_is_public() -> None:
    step = play(winter(), {})
    assert {event.audience.kind for event in step.events} == {"public"}
    assert all(isinstance(event, Event) for event in step.events)


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ({"phase": "X1901M"}, "S1901M"),
        ({"phase": "S1901A"}, "W1901A"),
        ({"phase": "S1901M", "units": {"SPAIN": ["A MAD"]}}, "AUSTRIA"),
        ({"phase": "S1901M", "units": {"ITALY": ["A XYZ"]}}, "A XYZ"),
        ({"phase": "S1901M", "units": {"ITALY": ["A NTH"]}}, "A NTH"),
        ({"phase": "S1901M", "units": {"RUSSIA": ["F STP"]}}, "F STP"),
        ({"phase": "S1901M", "units": {"RUSSIA": ["F MOS"]}}, "F MOS"),
        ({"phase": "S1901M", "units": {"ITALY": ["A ROM"], "FRANCE": ["F ROM"]}}, "two units in ROM"),
        ({"phase": "S1901M", "centers": {"ITALY": ["BUR"]}}, "no supply center"),
        ({"phase": "S1901M", "centers": {"ITALY": ["ROM"], "FRANCE": ["ROM"]}}, "twice"),
        ({"phase": "S1901M", "units": ["A ROM"]}, "object"),
        ({"phase": "S1901M", "units": {"ITALY": "A ROM"}}, "list"),
        ({"phase": "S1901R", "dislodged": {"A ROM": {}}}, "power"),
        ({"phase": "S1901R", "dislodged": {"A ROM": {"power": "ITALY", "retreats": ["NTH"]}}}, "cannot stand"),
        ({}, "phase"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_a_reason(position: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        load_table("standard", position)


def test_labels_run_through_the_year() -> None:
    labels = [read_label("S1901M")]
    for _ in range(5):
        labels.append(labels[-1].next())
    assert [str(label) for label in labels] == ["S1901M", "S1901R", "F1901M", "F1901R", "W1901A", "S1902M"]
    assert labels[3].title == "Fall 1901 Retreats"


# The pages about Diplomacy keep to what the judge does.


DOCS = Path(__file__).parents[3] / "docs"
RNG = Rng(b"seed", "S1901M")


def page(name: str) -> str:
    return " ".join((DOCS / name).read_text(encoding="utf-8").split())


def at(
    phase: str, units: dict[str, list[str]], centers: dict[str, list[str]], *, blind: bool = False
) -> DiplomacyState:
    begun: DiplomacyState = SYSTEM.start({"blind": blind}, load_board("standard").powers, RNG).state
    return replace(begun, table=load_table("standard", {"phase": phase, "units": units, "centers": centers}))


def adjudicate(state: DiplomacyState, **sheets: str) -> Outcome:
    filed = {
        power: dict(SYSTEM.read(SYSTEM.view(state, only(power)), power, sheet_of(text)).parts)
        for power, text in sheets.items()
    }
    return SYSTEM.adjudicate(state, filed, RNG)


def test_p17_only_movements_wait_and_the_pages_and_the_option_say_so() -> None:
    units, centers = {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A RUH"]}, {"FRANCE": ["PAR"], "GERMANY": ["BER"]}
    moving = at("S1901M", units, centers)
    retreating = adjudicate(moving, GERMANY="A MUN - BUR\nA RUH S A MUN - BUR").state
    adjusting = at("W1901A", units, centers)
    phases = [SYSTEM.phase(state) for state in (moving, retreating, adjusting)]
    assert [(phase.kind, phase.missing) for phase in phases if phase] == [
        ("movement", "wait"),
        ("retreats", "default"),
        ("adjustments", "default"),
    ]
    option = next(each for each in SYSTEM.options if each.name == "nmr")
    assert option.help.endswith("retreats and builds never wait")
    assert "It never waits for retreats, builds and disbands" in page("games/diplomacy.md")
    assert "In Payola and Diplomacy only movements wait." in page("gamemasters.md")


def test_p30_whose_last_unit_can_go_nowhere_is_in_the_game_until_the_retreats_of_others_are_over() -> None:
    units = {"ITALY": ["A NAP"], "AUSTRIA": ["A ROM", "A APU", "A SER"], "TURKEY": ["A BUL", "A GRE", "F TYS", "F ION"]}
    state = at("S1902M", units, {"AUSTRIA": ["ROM"], "TURKEY": ["CON"]})
    driven_out = adjudicate(
        state, AUSTRIA="A ROM - NAP\nA APU S A ROM - NAP", TURKEY="A BUL - SER\nA GRE S A BUL - SER"
    ).state
    after = Outcome(driven_out)
    for power in ("AUSTRIA", "TURKEY", "ITALY"):
        assert after.result is None
        after = SYSTEM.act(after.state, power, Act(VOTE, {"draw": True}))
    assert after.result is not None
    assert SYSTEM.is_eliminated(adjudicate(driven_out).state, "ITALY")
    assert "its power is not eliminated before that" in page("rulings/diplomacy.md")


def test_p20_the_results_of_a_blind_game_say_that_a_unit_held_that_leaned_on_one_that_is_not_there() -> None:
    outcome = adjudicate(at("S1901M", {"FRANCE": ["A PAR"]}, {}, blind=True), FRANCE="A PAR S A RUH - BUR")
    (row,) = next(each for each in outcome.events if each.audience == only("FRANCE")).data["orders"]
    assert (row["order"], row["outcome"]) == ("A PAR H", "held")
    assert "your own unit holds. The results say that it held, but do not say why" in page("games/diplomacy.md")


def test_p49_no_draw_comes_about_while_a_seat_is_open_and_the_page_says_so() -> None:
    state = at("S1901M", {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"], "ITALY": ["A ROM"]}, {})
    voted = Outcome(state)
    for power in ("FRANCE", "GERMANY"):
        voted = SYSTEM.act(voted.state, power, Act(VOTE, {"draw": True}))
    left = SYSTEM.act(voted.state, "ITALY", Act(RESIGN))
    assert (voted.result, left.result) == (None, None)
    agreed = SYSTEM.act(left.state, "ITALY", Act(DUMMY)).result
    assert agreed is not None
    assert agreed.winners == ("FRANCE", "GERMANY")
    told = "no draw comes about until somebody takes it or it is a dummy"
    assert told in page("games/diplomacy.md")
    assert told in page("games/topics/diplomacy.toml")


def test_p30_the_seat_of_an_eliminated_power_that_its_player_has_left_keeps_no_draw_away_and_the_page_says_so() -> None:
    state = at("S1901M", {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}, {})
    left = SYSTEM.act(state, "ITALY", Act(RESIGN)).state
    voted = SYSTEM.act(left, "FRANCE", Act(VOTE, {"draw": True})).state
    agreed = SYSTEM.act(voted, "GERMANY", Act(VOTE, {"draw": True})).result
    assert agreed is not None
    assert agreed.winners == ("FRANCE", "GERMANY")
    assert "is one of them, unless it is eliminated" in page("games/diplomacy.md")
    assert "While a seat is open that is not eliminated, no draw" in page("games/topics/diplomacy.toml")


def test_g_land_or_sea_help_via_and_the_page_say_when_an_army_that_could_walk_goes_by_sea() -> None:
    convoys = topic_called("diplomacy", "VIA")
    assert convoys is not None
    when = "An army that could walk does so, unless you write VIA or order a fleet of your own to carry it."
    assert when in convoys.text
    assert "A LON - YOR VIA " in convoys.text
    assert when in page("games/diplomacy.md").replace("`VIA`", "VIA")
    state = at("S1901M", {"ENGLAND": ["A LON", "F NTH"], "FRANCE": ["F ENG"]}, {})
    for english, french, carried in (
        ("A LON - YOR\nF NTH H", "F ENG H", False),
        ("A LON - YOR\nF NTH C A LON - YOR", "F ENG H", True),
        ("A LON - WAL", "F ENG C A LON - WAL", False),
        ("A LON - WAL VIA", "F ENG C A LON - WAL", True),
    ):
        rows = adjudicate(state, ENGLAND=english, FRANCE=french).events[0].data["orders"]
        assert any(row["outcome"] == "convoyed" for row in rows) is carried


@pytest.mark.parametrize("word", ["HOLD", "H", "-"])
def test_help_tells_of_the_orders_by_the_words_and_signs_in_them(word: str) -> None:
    orders = topic_called("diplomacy", word)
    assert orders is not None
    assert "ORDERS" in orders.words
