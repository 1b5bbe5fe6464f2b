"""Pirates' Proposal as a rule system: five rounds of plans and votes, a reckoning, and a token to give away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from typing_extensions import override

from judge.reading.lexicon import single_words_of
from judge.rules.computers import ComputerPlayer
from judge.rules.game import Game
from judge.rules.pirates.canonical import BALLOT, GIFT, MOVE, PLAN, parse_part, print_part
from judge.rules.pirates.case import adjudicate_case
from judge.rules.pirates.comments import comments_on
from judge.rules.pirates.composing import composition
from judge.rules.pirates.computer import COMPUTERS
from judge.rules.pirates.forms import estimate, form, show
from judge.rules.pirates.play import GARNETS, GOLD, TOKEN, adjudicate, opening
from judge.rules.pirates.reading import read_sheet
from judge.rules.pirates.state import CLOSING, DISTRIBUTION, OVER, VOTING, State, phase_named
from judge.rules.pirates.view import PirateView, view_of, who_is_where
from judge.rules.problems import NO_VOTE, refusal
from judge.rules.rng import Rng
from judge.rules.values import (
    DUMMY,
    END,
    PUBLIC,
    RESIGN,
    SUCCEED,
    VOTE,
    Act,
    Audience,
    Event,
    Json,
    Orders,
    Outcome,
    PartKind,
    Phase,
    Reading,
    Seating,
    Sheet,
    dummies_of,
    dummies_option,
    options_in,
    seated,
    words_in,
)
from judge.rules.votes import has_result

HOURS = 24
LONGEST_ALIAS = 24

OPTIONS = (
    *options_in(Path(__file__).with_name("options.toml")),
    dummies_option("seats that nobody plays; they have an even plan and a ballot by lot, every time"),
)

WORDS = words_in(Path(__file__).with_name("words.toml"))


class Pirates(Game[State, PirateView]):
    """The main match of fourteen players in two rooms, or of any even number."""

    name = "pirates"
    title = "Pirates' Proposal"
    aliases: tuple[str, ...] = ("pirates-proposal", "proposal")
    options = OPTIONS
    words = WORDS
    state_type = State
    parts: Mapping[str, PartKind] = dict.fromkeys((PLAN, BALLOT, MOVE, GIFT), "whole")
    computers: Mapping[str, ComputerPlayer] = COMPUTERS
    coins: Mapping[str, tuple[str, str]] = {GARNETS: ("garnet", "garnets"), TOKEN: ("Token of Life", "Tokens of Life")}
    lengths: Mapping[str, int] = dict.fromkeys((DISTRIBUTION, VOTING, CLOSING), HOURS)
    # Not opens_all: the rules reveal the last count of gold alone
    hidden_lots = "every player's packages, and the ballots of those who sent none"

    phase_named = staticmethod(phase_named)
    estimate = staticmethod(estimate)
    form = staticmethod(form)
    composition = staticmethod(composition)
    stands = staticmethod(who_is_where)
    comments = staticmethod(comments_on)

    @override
    def seating(self, options: Mapping[str, Json]) -> Seating:
        number = options.get("players", 14)
        aliases = options.get("aliases") or []
        names = (*aliases[:number], *(f"PIRATE{place}" for place in range(len(aliases) + 1, number + 1)))
        seating = seated(names, options, by_players=not aliases)
        return replace(seating, anonymous=bool(aliases), reserved=tuple(single_words_of("pirates")))

    @override
    def hides_writers(self, options: Mapping[str, Json]) -> bool:
        return True  # in every phase (ruling R4)

    @override
    def idle_options(self, options: Mapping[str, Json]) -> tuple[str, ...]:
        # It never waits, and nobody learns who has written, the GameMaster neither.
        return ("abandon", "become", "early", "grace", "hurry", "late", "lost", "misses")

    @override
    def start(self, options: Mapping[str, Json], seats: Sequence[str], rng: Rng) -> Outcome[State]:
        _check(options)
        vacant = [name for name in dummies_of(options) if name not in seats]
        players = [*seats, *vacant]
        number = options.get("players", 14)
        if len(players) != number or not seats:
            message = f"{len(players)} players where the option says {number}."
            raise refusal("pirates/players", message)
        return opening(players, vacant, options.get("garnets", 0), rng, anonymous=bool(options.get("aliases")))

    @override
    def phase(self, state: State) -> Phase | None:
        return None if state.stage == OVER else _phase(state)

    @override
    def read(self, view: PirateView, role: str, sheet: Sheet) -> Reading:
        del role  # the view is the role's own
        return read_sheet(view, sheet)

    @override
    def parse(self, view: PirateView, part: str, text: str) -> Any:
        return parse_part(part, text)

    @override
    def print(self, view: PirateView, part: str, parsed: Any) -> str:
        return print_part(part, parsed)

    @override
    def show(self, view: PirateView, orders: Orders) -> str:
        return show(orders)

    @override
    def without_orders(self, view: PirateView) -> str:
        if view.stage == DISTRIBUTION:
            alone = len(view.room) == 1
            return "you keep your whole package" if alone else "your package is shared evenly among the others"
        return "your votes are drawn by lot" if view.stage == VOTING else "the token is lost"

    @override
    def act(self, state: State, role: str, act: Act) -> Outcome[State]:
        if act.kind == VOTE or (act.kind == END and has_result(act.data)):
            message = (
                "Nobody can agree on or declare a draw, a concession or a victory. The gold decides, when all is "
                "shared."
            )
            raise refusal(NO_VOTE, message)
        if act.kind == END:
            return Outcome(state)
        if role not in state.players:
            raise refusal("pirates/no-such-player", f"There is no player {role}.")
        others = tuple(name for name in state.vacant if name != role)
        told = {RESIGN: "resigned", DUMMY: "dummy", SUCCEED: "succeeded"}.get(act.kind)
        if told is None:
            raise refusal("pirates/no-such-act", f"nothing can be done by {act.kind} in this game")
        vacant = others if act.kind == SUCCEED else tuple(sorted((*others, role)))
        return Outcome(replace(state, vacant=vacant), events=(Event(PUBLIC, told, {"player": role}),))

    @override
    def tally(self, state: State) -> Mapping[str, Mapping[str, int]]:
        return {player: {"gold": state.gold[player]} for player in state.players}

    @override
    def adjudicate(self, state: State, orders: Mapping[str, Orders], rng: Rng) -> Outcome[State]:
        return adjudicate(state, orders, rng).outcome

    @override
    def view(self, state: State, viewer: Audience) -> PirateView:
        return view_of(state, viewer, _phase(state))

    @override
    def accounts(self, state: State) -> Mapping[tuple[str, str], int]:
        found: dict[tuple[str, str], int] = {(name, GOLD): amount for name, amount in state.gold.items()}
        found |= {(name, GARNETS): number for name, number in state.garnets.items() if number}
        return found | {(name, TOKEN): number for name, number in state.tokens.items() if number}

    @override
    def case(self, case: Mapping[str, Json]) -> dict[str, Json]:
        return adjudicate_case(case, _phase)


def _check(options: Mapping[str, Json]) -> None:
    number = options.get("players", 14)
    aliases = options.get("aliases") or []
    if number % 2 or number < 4:
        message = f"{number} players cannot be divided into two rooms."
        raise refusal("pirates/players", message, hint="players is an even number from 4 to 60.")
    if len(aliases) > number:
        raise refusal("pirates/aliases", f"{len(aliases)} aliases for {number} players.")
    words = {word.name for word in WORDS}
    bad = [
        name for name in aliases if name in words or not name.isalnum() or name.isdigit() or len(name) > LONGEST_ALIAS
    ]
    bad += [name for name in aliases if aliases.count(name) > 1]
    if bad:
        hint = f"Each is one word of letters and digits, at most {LONGEST_ALIAS}, and nobody else's."
        raise refusal("pirates/aliases", f"{bad[0]} cannot be an alias.", hint=hint)


def _phase(state: State) -> Phase:
    closing = state.stage in (CLOSING, OVER)
    # Every player is awaited every time: who is missing shows in nothing (ruling R4).
    wanted = tuple(name for name in state.players if name not in state.vacant)
    title = f"Round {state.round}, {state.stage.title()}"
    if closing:
        giver = state.reckoning.giver if state.reckoning else ""
        wanted = tuple(name for name in wanted if name == giver)
        title = "The token to give away" if state.stage == CLOSING else "The end"
    return Phase(
        state.label,
        title,
        CLOSING if closing else state.stage,
        HOURS,
        {name: name for name in state.players},
        wanted,
        missing="default",
        late="refuse",
        hides_writers=True,
    )


SYSTEM = Pirates()
