"""What a computer player is told, and the novice that every game has for nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.rules.computers import NOVICE, RANDOM, ComputerPlayer, FormFiller, Told, Writing, situation_of
from judge.rules.data import event_data, plain_data
from judge.rules.diplomacy.system import SYSTEM as DIPLOMACY
from judge.rules.payola.system import SYSTEM as PAYOLA
from judge.rules.pirates.system import SYSTEM as PIRATES
from judge.rules.rng import Rng
from judge.rules.values import MASTER, PUBLIC, Event, only, sheet_of

RNG = Rng(b"computers", "S1901M")


def _state() -> Any:
    seats = PAYOLA.seating({}).names
    return PAYOLA.start({}, seats, RNG).state


def test_a_situation_holds_of_all_letters_what_its_seat_was_told() -> None:
    events = tuple(Event(audience, audience.kind, {}) for audience in (PUBLIC, MASTER, only("FRANCE"), only("ITALY")))
    here = situation_of(
        PAYOLA, _state(), "FRANCE", RNG, told=(Told("START", events),), filed={"ITALY": {"offers": "x"}}
    )
    assert here is not None
    assert [event.audience for event in here.told[0].events] == [PUBLIC, only("FRANCE")]
    assert (tuple(here.views), here.filed, tuple(here.forms)) == (("FRANCE",), {"FRANCE": {}}, ("FRANCE",))


def test_who_may_file_for_nothing_has_no_situation() -> None:
    assert situation_of(PAYOLA, _state(), "NARNIA", RNG) is None


def test_each_seats_chance_is_its_own_and_none_that_the_rules_draw_from() -> None:
    situations = [situation_of(PAYOLA, _state(), seat, RNG) for seat in ("FRANCE", "ITALY")]
    drawn = {here.rng.at("x").below(1 << 60) for here in situations if here is not None}
    assert len({*drawn, RNG.at("x").below(1 << 60)}) == 3


def test_a_game_without_computer_players_of_its_own_has_a_novice_that_fills_in_the_form() -> None:
    options = {option.name: option.default for option in PIRATES.options}
    seats = PIRATES.seating(options).names
    state = PIRATES.start(options, seats, RNG).state
    filler = FormFiller(PIRATES)
    pirates: Any = PIRATES
    written = set()
    for seat in seats[:5]:
        here = situation_of(PIRATES, state, seat, RNG)
        assert here is not None
        sheet = filler.write(here).sheets[seat]
        reading = pirates.read(here.views[seat], seat, sheet_of(sheet))
        assert (reading.written, reading.problems) == (True, ())
        written.add(sheet)
    assert len(written) > 1


def test_people_choose_among_all_strengths_but_random() -> None:
    class Measured(type(PAYOLA)):  # type: ignore[misc] # a class like any other
        computers: Mapping[str, ComputerPlayer] = {RANDOM: FormFiller(PAYOLA), NOVICE: FormFiller(PAYOLA)}

    system: Any = Measured()
    assert (set(system.computers), set(system.opponents)) == ({RANDOM, NOVICE}, {NOVICE})
    assert Writing({}).messages == ()


def test_a_view_in_json_holds_what_is_shown_and_no_board() -> None:
    state = _state()
    told = PAYOLA.view_data(PAYOLA.view(state, only("FRANCE")))
    assert (told["power"], told["balance"], told["map"]) == ("FRANCE", 48, "standard")
    assert told["variant"]["name"] == "standard"
    assert "table" not in told
    assert DIPLOMACY.view_data(DIPLOMACY.view(DIPLOMACY.start({}, ["FRANCE"], RNG).state, PUBLIC))["power"] == ""


def test_of_an_events_audience_a_program_is_told_whether_it_is_everybody() -> None:
    event = Event(only("FRANCE", "ITALY"), "note", {"amounts": (1, 2), "who": frozenset({"b", "a"})})
    assert event_data(event) == {"kind": "note", "public": False, "data": {"amounts": [1, 2], "who": ["a", "b"]}}
    assert plain_data({"kept": 1, "lost": object()}) == {"kept": 1}
