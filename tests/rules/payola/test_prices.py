"""What one's units took and what one paid: phase by phase for PRICES, and beside the units on one's own map."""

from __future__ import annotations

from typing import Any

import pytest

from judge.rules.payola.state import PayolaState
from judge.rules.payola.system import SYSTEM
from judge.rules.values import PUBLIC, Audience, Event, Outcome, PhaseRecord, only
from tests.rules.payola.played import adjudicate, at, opening

FRANCE = only("FRANCE")


def known(outcome: Outcome, viewer: Audience) -> list[Event]:
    return [event for event in outcome.events if event.audience.includes(viewer)]


def season(state: PayolaState, **sheets: str) -> Outcome:
    return adjudicate(state, **sheets)


def prices(events: list[Event]) -> Any:
    found = SYSTEM.prices(events)
    assert found is not None
    return found


def test_each_phase_is_told_with_what_the_own_units_took_and_what_was_paid() -> None:
    spring = season(opening(), FRANCE="30 : A PAR - BUR\n20 : A MUN - RUH", GERMANY="3 : A PAR - BUR")
    fall = season(spring.state, FRANCE="1 : A BUR - BEL", GERMANY="2 : A BUR - BEL")
    (found,) = prices([*known(spring, FRANCE), *known(fall, FRANCE)])
    assert found.table.rows == (
        ("", "units took", "paid", "reduced", "balance"),
        ("S1901M", "32", "48", "1", "0"),
        ("F1901M", "2", "0", "1", "0"),
        ("In all", "34", "48", "", ""),
    )
    assert found.chart.labels == ("S1901M", "F1901M")
    assert found.chart.series == {"took": (32, 2), "paid": (48, 0)}


def test_nobody_has_prices_before_anything_was_paid_and_the_public_never() -> None:
    assert prices([]) == ()
    assert prices(known(season(opening(), FRANCE="5 : A PAR - BUR"), PUBLIC)) == ()


def opened(*seasons: Outcome) -> list[Event]:
    """What the end of a game makes public of these phases."""
    record = [
        PhaseRecord(label, {}, each.events, ()) for label, each in zip(("S1901M", "F1901M"), seasons, strict=True)
    ]
    return list(SYSTEM.opened(record))


def test_p34_after_the_end_everybody_reads_the_prices_of_everybody() -> None:
    spring = season(opening(), FRANCE="30 : A PAR - BUR\n20 : A MUN - RUH", GERMANY="3 : A PAR - BUR")
    fall = season(spring.state, FRANCE="1 : A BUR - BEL", GERMANY="2 : A BUR - BEL")
    after = opened(spring, fall)
    seen = prices([*known(spring, FRANCE), *known(fall, FRANCE), *after])
    assert seen == prices(after)
    took, paid, *by_power = seen
    assert took.table.rows == (("", "in all"), ("France", "34"), ("Germany", "19"))
    assert took.chart.series == {"FRANCE": (32, 2), "GERMANY": (19, 0)}
    assert paid.table.rows == (("", "in all"), ("France", "48"), ("Germany", "5"))
    assert paid.chart.series == {"FRANCE": (48, 0), "GERMANY": (3, 2)}
    assert [each.table.title.partition(":")[0] for each in by_power] == ["France", "Germany"]
    assert by_power[1].table.rows == (
        ("", "units took", "paid", "balance"),
        ("S1901M", "19", "3", "45"),
        ("F1901M", "0", "2", "43"),
        ("In all", "19", "5", ""),
    )
    assert [each.chart for each in by_power] == [None, None]


def notes(outcome: Outcome, state: PayolaState, viewer: Audience) -> dict[str, str]:
    before, after = SYSTEM.view(state, viewer), SYSTEM.view(outcome.state, viewer)
    picture = SYSTEM.phase_picture(before, known(outcome, viewer), after)
    assert picture is not None
    return {code: space.note for code, space in picture.spaces.items() if space.note}


@pytest.mark.parametrize("blind", [False, True])
def test_a_players_own_map_shows_what_the_own_units_took_and_nobody_elses(blind: bool) -> None:
    state = opening(blind=blind)
    outcome = season(state, FRANCE="5 : A PAR - BUR\n9 : A MUN - RUH", GERMANY="3 : A PAR - BUR")
    assert notes(outcome, state, FRANCE) == {"PAR": "8 AgP", "MAR": "0 AgP", "BRE": "0 AgP"}
    assert notes(outcome, state, only("GERMANY"))["MUN"] == "9 AgP"
    assert notes(outcome, state, PUBLIC) == {}


def test_a_fleet_on_a_coast_has_its_total_too() -> None:
    state = at("S1903M", {"RUSSIA": ["F STP/SC"]}, {"RUSSIA": ["STP"]})
    assert notes(season(state, RUSSIA="4 : F STP - BOT"), state, only("RUSSIA")) == {"STP": "4 AgP"}
