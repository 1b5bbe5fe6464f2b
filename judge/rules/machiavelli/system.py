"""Absence of Plague as a rule system: two phases every Spring, one in Summer and Fall, thirteen letters a phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from typing_extensions import override

from judge.rules import schema
from judge.rules.computers import ComputerPlayer
from judge.rules.data import plain_data
from judge.rules.drawing import Picture
from judge.rules.game import Game
from judge.rules.machiavelli import picture
from judge.rules.machiavelli import story as stories
from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.canonical import (
    DEALINGS,
    EXPENDITURES,
    GIFTS,
    ORDERS,
    PAYMENTS,
    parse_letter,
    parse_part,
    parts_of,
    print_part,
)
from judge.rules.machiavelli.case import adjudicate_case, board_of
from judge.rules.machiavelli.composing import composition
from judge.rules.machiavelli.computer import COMPUTERS
from judge.rules.machiavelli.forms import blank_letter, estimated
from judge.rules.machiavelli.play import DUCAT, perform, play
from judge.rules.machiavelli.reading.letter import read_sheet
from judge.rules.machiavelli.reading.names import CALLED, PARTIES
from judge.rules.machiavelli.reading.together import none_counts
from judge.rules.machiavelli.state import ADJUSTMENT, START_DUCATS, State, new_game, phase_named
from judge.rules.machiavelli.story import comments_on
from judge.rules.machiavelli.victory import cities_of
from judge.rules.machiavelli.view import PlagueView, borders, view_of
from judge.rules.problems import refusal
from judge.rules.rng import Rng
from judge.rules.values import (
    Audience,
    Event,
    Json,
    Option,
    Orders,
    Outcome,
    PartKind,
    Phase,
    Posting,
    Reading,
    Seating,
    Sheet,
    Word,
    dummies_of,
    dummies_option,
    seated,
    words_in,
)
from judge.rules.votes import OPTIONS as VOTE_OPTIONS
from judge.rules.votes import votes_of

CUSTOMS = {
    "press": "choice",
    "pseudonyms": "yes",
    "adjustment": "MON 12:00 GMT",
    "spring campaign": "THU 12:00 GMT",
    "campaign": "THU 12:00 GMT",
}
"""Unsigned letters, letters and articles under pseudonyms (18.1); a season a week: Phase A by Monday, Phase C by
Thursday, 12:00 GMT (18.2).
"""

LENGTHS = {"adjustment": 96, "spring campaign": 72, "campaign": 168}
"""Hours, where the GameMaster sets a pace that is not the rules' own: each season takes a week (18.2)."""

OPTIONS = (
    dummies_option(
        "countries that nobody plays; they are out of the game from the start, and their cities are open to all"
    ),
    *VOTE_OPTIONS,
)

WORDS = words_in(Path(__file__).with_name("words.toml"))


class Plague(Game[State, PlagueView]):
    """Machiavelli for thirteen, without chance."""

    name = "machiavelli"
    title = "Machiavelli: Absence of Plague"
    aliases: tuple[str, ...] = ("plague", "absence-of-plague")
    options: tuple[Option, ...] = OPTIONS
    words: tuple[Word, ...] = WORDS
    state_type = State
    beginnings = ("A", "F", "army", "fleet")
    parts: Mapping[str, PartKind] = {
        GIFTS: "append",
        DEALINGS: "replace",
        PAYMENTS: "replace",
        EXPENDITURES: "replace",
        ORDERS: "replace",
    }
    computers: Mapping[str, ComputerPlayer] = COMPUTERS
    coins: Mapping[str, tuple[str, str]] = {DUCAT: ("ducat", "ducats")}
    lengths: Mapping[str, int] = LENGTHS
    customs: Mapping[str, str] = CUSTOMS
    has_map = True

    phase_named = staticmethod(phase_named)
    act = staticmethod(perform)
    comments = staticmethod(comments_on)
    borders = staticmethod(borders)
    composition = staticmethod(composition)
    ranking = staticmethod(stories.ranking)
    charts = staticmethod(stories.charts)
    position_picture = staticmethod(picture.position_picture)
    case = staticmethod(adjudicate_case)

    @override
    def seating(self, options: Mapping[str, Json]) -> Seating:
        return replace(seated(tuple(BOARD.countries), options), reserved=PARTIES, called=CALLED)

    @override
    def idle_options(self, options: Mapping[str, Json]) -> tuple[str, ...]:
        return ("abandon",)  # it never waits

    @override
    def start(self, options: Mapping[str, Json], seats: Sequence[str], rng: Rng) -> Outcome[State]:
        del rng  # "All randomness is excluded" (1.1).
        unknown = [name for name in (*seats, *dummies_of(options)) if name not in BOARD.countries]
        if unknown or len(seats) < 2:
            message = f"there is no country {unknown[0]}" if unknown else "at least two must play"
            raise refusal("machiavelli/no-such-country", message, hint=f"countries: {', '.join(BOARD.countries)}")
        state = new_game(tuple(country for country in BOARD.countries if country not in seats))
        state = replace(state, votes=votes_of(options))
        postings = tuple(Posting(player, DUCAT, START_DUCATS, "starting treasury") for player in state.ducats)
        return Outcome(state, postings)

    @override
    def phase(self, state: State) -> Phase | None:
        return None if state.over else _phase(state)

    @override
    def read(self, view: PlagueView, role: str, sheet: Sheet) -> Reading:
        filed = {part: text for part, text in sheet.filed.items() if part in parts_of(view.label)}
        reading = read_sheet(view.position, view.label, role, Sheet(sheet.lines, filed))
        return reading if view.position.alive(role) else none_counts(reading)

    @override
    def parse(self, view: PlagueView, part: str, text: str) -> Any:
        return parse_part(part, text)

    @override
    def print(self, view: PlagueView, part: str, parsed: Any) -> str:
        return print_part(parsed)

    @override
    def estimate(self, view: PlagueView, orders: Orders) -> tuple[str, ...]:
        return estimated(view, parse_letter(orders))

    @override
    def form(self, view: PlagueView, last: Orders) -> str:
        del last  # a letter is for one phase: none is repeated
        return blank_letter(view)

    @override
    def without_orders(self, view: PlagueView) -> str:
        if view.label.kind != ADJUSTMENT:
            return "your units hold, and you spend nothing"
        return "you raise nothing, and pay the units that you have" if view.own_units else "you raise nothing"

    @override
    def is_eliminated(self, state: State, seat: str) -> bool:
        return not state.position.alive(seat)

    @override
    def tally(self, state: State) -> Mapping[str, Mapping[str, int]]:
        return {
            player: {"cities": len(cities_of(state.position, player)), "ducats": state.ducats.get(player, 0)}
            for player in BOARD.countries
        }

    @override
    def adjudicate(self, state: State, orders: Mapping[str, Orders], rng: Rng) -> Outcome[State]:
        parts = parts_of(state.label)
        letters = {
            role: parse_letter({part: text for part, text in filed.items() if part in parts})
            for role, filed in orders.items()
            if role in state.ducats
        }
        return play(state, letters)

    @override
    def view(self, state: State, viewer: Audience) -> PlagueView:
        return view_of(state, viewer, _phase(state))

    @override
    def accounts(self, state: State) -> Mapping[tuple[str, str], int]:
        return {(player, DUCAT): ducats for player, ducats in state.ducats.items()}

    @override
    def view_data(self, view: PlagueView) -> Json:
        """Its fields, with the position as `judge adjudicate` writes it."""
        said = plain_data(view)
        del said["label"]
        return {**said, "position": schema.write(board_of(view.label, view.position))}

    @override
    def phase_picture(self, before: PlagueView, events: Sequence[Event], after: PlagueView | None = None) -> Picture:
        del after  # what came of it is in the events
        return picture.phase_picture(before, events)


def _phase(state: State) -> Phase:
    label = state.label
    kind = label.word
    if kind == "campaign" and label.season == "SPR":
        kind = "spring campaign"
    alive = state.position.players()
    return Phase(
        str(label),
        label.title,
        kind,
        LENGTHS[kind],
        {player: player for player in alive},
        # Nobody's treasury may show in who is awaited.
        tuple(player for player in alive if player not in state.vacant),
        # Waiting for a missing letter is another game's rule (17.2, ruling 13.8).
        missing="default",
        alone=True,
    )


SYSTEM = Plague()
