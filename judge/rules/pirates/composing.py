"""How plans, ballots and gifts are written, as everybody may know it: who is in which room."""

from __future__ import annotations

from pathlib import Path

from judge.rules.composition import Composition, Tables, patterns_in
from judge.rules.pirates.canonical import MOVES, NO, STAYS, YES, even_ballot, print_ballot
from judge.rules.pirates.state import DISTRIBUTION, ROUNDS, VOTING
from judge.rules.pirates.view import PirateView


def composition(view: PirateView) -> Composition:
    """Return how a player writes in this phase. What a plan must come to only its player's letter tells."""
    roles = tuple(view.phase.roles)
    lines = patterns_in(Path(__file__).with_name("patterns.toml"))[view.phase.kind]
    room = {name: mates for mates in view.rooms for name in mates if name in roles}
    if view.stage == DISTRIBUTION:
        rule = "It must be what is in your package, and 5 for each garnet."
        return Composition(roles, lines, tuple(lines), {"own": room}, tally={"share": ("gold", rule)})
    if view.stage == VOTING:
        if view.round == ROUNDS:
            lines = {name: line for name, line in lines.items() if name != "room"}
        sheets = {name: print_ballot(even_ballot(mates)) for name, mates in room.items()}
        rule = "As many yes as no, or one more or less."
        tables: Tables = {"own": room, "votes": {"": (YES, NO)}, "moves": {"": (MOVES, STAYS)}}
        return Composition(roles, lines, tuple(lines), tables, sheets=sheets, tally={"vote": ("vote", rule)})
    others = {role: tuple(name for name in view.players if name != role) for role in roles}
    return Composition(roles, lines, tuple(lines), {"others": others})
