"""The pages about Diplomacy keep to what the judge does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from judge.commands.everybody.help import topic_called
from judge.rules.diplomacy.boardfile import load_board
from judge.rules.diplomacy.system import SYSTEM, DiplomacyState
from judge.rules.rng import Rng
from judge.rules.values import DUMMY, RESIGN, VOTE, Act, Outcome, only, sheet_of
from tests.rules.diplomacy.tables import load_table

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
