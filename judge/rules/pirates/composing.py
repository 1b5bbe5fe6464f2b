"""How plans, ballots and gifts are written, as everybody may know it: who is in which room."""

from __future__ import annotations

from pathlib import Path

from judge.rules.composition import Composition, Tables, patterns_in
from judge.rules.pirates.canonical import even_ballot, print_ballot
from judge.rules.pirates.state import DISTRIBUTION, ROUNDS, VOTING
from judge.rules.pirates.view import PirateView

_PATTERNS = Path(__file__).with_name("patterns.toml")
_TALLIES = {
    DISTRIBUTION: {"share": ("gold", "It must be what is in your package, and 5 for each garnet.")},
    VOTING: {"vote": ("vote", "As many yes as no, or one more or less.")},
}


def composition(view: PirateView) -> Composition:
    """Return how a player writes in this phase. What a plan must come to only its player's letter tells."""
    patterns, roles = patterns_in(_PATTERNS), tuple(view.phase.roles)
    lines = {name: line for name, line in patterns[view.phase.kind].items() if name != "room" or view.round < ROUNDS}
    room = {name: mates for mates in view.rooms for name in mates if name in roles}
    others = {role: [name for name in view.players if name != role] for role in roles}
    tables: Tables = {"own": room} if view.stage in _TALLIES else {"others": others}
    sheets = {name: print_ballot(even_ballot(mates)) for name, mates in room.items() if view.stage == VOTING}
    return Composition(roles, lines, patterns["answers"], tables, sheets=sheets, tally=_TALLIES.get(view.stage, {}))
