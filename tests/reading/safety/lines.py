"""Lines with a good order and something beside it, for every game, and which of them are unsafe."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from judge.rules.registry import systems
from judge.rules.rng import Rng
from judge.rules.values import Reading, only, sheet_of
from tests.rules.machiavelli.table import state as plague
from tests.rules.pirates.matches import match

FOLDER = Path(__file__).parent
POSITIONS = {
    "before": "{word} {order}",
    "after": "{order} {word}",
    "bracket": "{order} ({word})",
    "dash": "{order} - {word}",
    "comma": "{order}, {word}",
    "stop": "{order}. {word}",
}
SLIP, LOOSE = "slip", "loose"
KINDS = (*POSITIONS, LOOSE, SLIP)
SLIPS = 400
"""Slips of each order."""
_SEED = 43
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Desk:
    """A seat in a game that has begun. orders: good lines; loose: words of the game, with commas between."""

    game: str
    role: str
    orders: tuple[str, ...]
    loose: str
    state: Any = None

    @cached_property
    def _view(self) -> Any:
        system = systems()[self.game]
        seats = system.seating({}).names
        if self.game == "exchange":
            seats = ("ANNA", "BERT", "CARL", "DORA", "EMIL", "FRITZ", "GERDA")[: len(seats)]
        state = self.state or system.start({}, seats, Rng(b"safety", "0")).state
        return system.view(state, only(self.role))

    def read(self, line: str) -> Reading:
        """Return what the game reads of one line."""
        return systems()[self.game].read(self._view, self.role, sheet_of(line))

    def filed(self, line: str) -> str:
        """Return what a line files without a word about it; empty if nothing, or if its writer is told of a problem."""
        reading = self.read(line)
        if any(not problem.warning for problem in reading.problems):
            return ""
        acts = "\n".join(f"{act.kind} {dict(act.data)}" for act in reading.acts)
        return "\n".join((*reading.parts.values(), acts)).strip()


@dataclass(frozen=True)
class Case:
    """A line. order: the good order of which it was made."""

    kind: str
    line: str
    order: str


def desks() -> Mapping[str, Desk]:
    """Return the desks by game."""
    italy = "FLORENCE A FIR; FLORENCE A PIS; MILAN A MIL; NOBODY G SIE"
    every = (
        Desk(
            "diplomacy",
            "FRANCE",
            ("A PAR - BUR", "F BRE H", "Army Paris supports army Marseilles to Burgundy"),
            "Munich, MUN, A MAR, F BRE, hold, holds, support, supports, convoy, - PIC, via, 7, to "
            "Picardy, A, F, move, retreat, Burgundi, xyzzy, disband, build A PAR, Germany moves",
        ),
        Desk(
            "payola",
            "FRANCE",
            ("5 : A PAR - BUR", "4 ! A MUN - BUR", "3 for army Munich to go to Ruhr", "5 : A PAR - BUR | - PIC"),
            "Munich, MUN, A MAR, F BRE, hold, supports, - PIC, 7, to Picardy, | - PIC GAS, : 6, ! A "
            "MAR, + 2, #3, 10 AgP, Burgundi, xyzzy, gift, ducats, Germany pays, transfer, save",
        ),
        Desk(
            "exchange",
            "ANNA",
            (
                "BUY 3 FRANCE",
                "SELL 2 FRANCE TO BERT FOR 15",
                "ELECT FRANCE BERT",
                "I would like to buy 3 shares of France",
            ),
            "7, shares, Germany, BUY, SELL, from, from Carl, for 9, to Dora, elect, Munich, xyzzy, "
            "Frnace, two, dividend, worth, vote Carl, transfer 5",
        ),
        Desk(
            "machiavelli",
            "FLORENCE",
            ("A FIR - PRA", "Army in Pisa holds", "Give 5 ducats to Milan", "Firenze --> Bologna"),
            "Siena, SIE, A PIS, hold, supports, - ARE, 7, to Arezzo, 9 ducats, xyzzy, Bologan, "
            "converts, besieges, transport, Milan pays, garrison, bodyguard",
            plague(italy, "SUM1460C"),
        ),
        Desk(
            "empires",
            "NO",
            ("1 MOVE AKE CAL 1", "1 Move 2 armies from AKE to CAL", "15 ORDER 2"),
            "BRY, 3, ALL, armies, ATTACK, from CAL, to BRY, xyzzy, Calderr, ships, MOVE, SEAMOVE AKE, fort",
        ),
        Desk(
            "pirates",
            "ANNA",
            ("ANNA 24, rest 1", "others 1, I keep the rest"),
            "Bob, 3, Bob 3, rest, garnets, xyzzy, Bbo, others, 5 gold, YES, token, move",
            match(garnets=dict.fromkeys(match().players, 2)),
        ),
    )
    return {desk.game: desk for desk in every}


@cache
def desk_of(game: str) -> Desk:
    """Return the desk of one game."""
    return desks()[game]


def doubts() -> list[str]:
    """Return all words of doubt, each once."""
    by_language = tomllib.loads((FOLDER / "doubts.toml").read_text(encoding="utf-8"))
    return list(
        dict.fromkeys(word.strip() for words in by_language.values() for word in words.split(",") if word.strip())
    )


def cases(game: str, kind: str) -> list[Case]:
    """Return the lines of one kind, always the same."""
    return list(_slips(desk_of(game)) if kind == SLIP else _beside(desk_of(game), kind))


def _beside(desk: Desk, kind: str) -> Iterator[Case]:
    words: Sequence[str] = desk.loose.split(", ") if kind == LOOSE else doubts()
    shapes = POSITIONS.values() if kind == LOOSE else (POSITIONS[kind],)
    for word in words:
        for order in desk.orders:
            yield from (Case(kind, shape.format(word=word, order=order), order) for shape in shapes)


def _slips(desk: Desk) -> Iterator[Case]:
    """Yield orders with one letter left out, doubled, exchanged or another. Some name another place by that."""
    for order in desk.orders:
        drawn = random.Random(f"{_SEED} {order}")
        places = [at for at, letter in enumerate(order) if letter.isalpha()]
        for _ in range(SLIPS):
            at = drawn.choice(places)
            other = drawn.choice(_LETTERS)
            other = other.upper() if order[at].isupper() else other
            put = drawn.choice(("", order[at] * 2, other, order[at + 1 : at + 2] + order[at]))
            end = at + 2 if len(put) == 2 and put[0] != put[1] else at + 1
            yield Case(SLIP, order[:at] + put + order[end:], order)


def is_unsafe(game: str, case: Case) -> bool:
    """Tell whether a line is filed unsaid; one with a slip, whether it is filed as another order than was meant."""
    filed = desk_of(game).filed(case.line)
    return bool(filed) and not (case.kind == SLIP and filed == desk_of(game).filed(case.order))
