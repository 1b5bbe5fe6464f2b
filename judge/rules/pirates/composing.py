"""How plans, ballots and gifts are written, as everybody may know it: who is in which room."""

from __future__ import annotations

from judge.rules.composition import Composition, Pattern, Slot, Tables
from judge.rules.pirates.canonical import MOVES, NO, STAYS, YES, even_ballot, print_ballot
from judge.rules.pirates.state import DISTRIBUTION, PACKAGES, ROUNDS, VOTING
from judge.rules.pirates.view import PirateView

_MOST_GARNETS = 99
_MOST_GOLD = max(PACKAGES) + 5 * _MOST_GARNETS
_GOLD = Slot("gold", "How much gold?", most=_MOST_GOLD, given="0")
_VOTE = Slot("vote", "Yes or no?", (("votes", ""),), given=YES)


def composition(view: PirateView) -> Composition:
    """Return how a player writes in this phase. What a plan must come to only its player's letter tells."""
    roles = tuple(view.phase.roles)
    room = {name: mates for mates in view.rooms for name in mates if name in roles}
    whose = Slot("name", "Whose?", (("own", "role"),))
    if view.stage == DISTRIBUTION:
        lines = {
            "share": Pattern("{name}: {gold}", "gives gold", (whose, _GOLD), "{name}"),
            "garnets": Pattern(
                "GARNET {garnets}",
                "adds garnets",
                (Slot("garnets", "How many?", least=1, most=_MOST_GARNETS, given="1"),),
                "GARNET",
            ),
        }
        rule = "It must be what is in your package, and 5 for each garnet."
        return Composition(roles, lines, tuple(lines), {"own": room}, tally={"share": ("gold", rule)})
    if view.stage == VOTING:
        lines = {"vote": Pattern("{name}: {vote}", "votes", (whose, _VOTE), "{name}")}
        if view.round < ROUNDS:
            lines["room"] = Pattern("{move}", "changes rooms", (Slot("move", "Do you?", (("moves", ""),)),), "ROOM")
        sheets = {name: print_ballot(even_ballot(mates)) for name, mates in room.items()}
        rule = "As many yes as no, or one more or less."
        tables: Tables = {"own": room, "votes": {"": (YES, NO)}, "moves": {"": (MOVES, STAYS)}}
        return Composition(roles, lines, tuple(lines), tables, sheets=sheets, tally={"vote": ("vote", rule)})
    lines = {
        "gift": Pattern(
            "GIVE TOKEN {name}", "gives the token away", (Slot("name", "To whom?", (("others", "role"),)),), "TOKEN"
        )
    }
    others = {role: tuple(name for name in view.players if name != role) for role in roles}
    return Composition(roles, lines, tuple(lines), {"others": others})
