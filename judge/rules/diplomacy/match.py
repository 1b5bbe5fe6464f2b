"""Who plays, who has left, who wants a draw: what lies beside the board in every game that powers play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from judge.rules.diplomacy.adjustments import owed
from judge.rules.diplomacy.labels import ADJUSTMENTS, MOVEMENT
from judge.rules.diplomacy.table import Table
from judge.rules.problems import Problem, Refused
from judge.rules.system import DUMMY, RESIGN, SUCCEED, VOTE, Act, Json


@dataclass(frozen=True, slots=True)
class Match:
    """dummies: powers that nobody plays; votes: powers that want a draw in this phase; winners: set once it is over."""

    dummies: tuple[str, ...] = ()
    votes: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()

    def played(self, powers: Sequence[str]) -> tuple[str, ...]:
        return tuple(power for power in powers if power not in self.dummies)


def active(table: Table, match: Match) -> tuple[str, ...]:
    """The powers that are played and not eliminated: all of them must agree to a draw (ruling P30)."""
    return tuple(power for power in match.played(table.board.powers) if table.alive(power))


def after_act(table: Table, match: Match, power: str, act: Act) -> tuple[Match, str]:
    """The match after RESIGN, SUCCEED, DUMMY or VOTE, and the kind of the public event that tells it (or empty).

    A resigned power's position waits for a successor or for the GameMaster to make it a dummy (ruling P31).
    Raises Refused where the act makes no sense. Whether the draw is now agreed: `draw_agreed`.
    """
    if match.winners:
        raise Refused(Problem("diplomacy/over", "the game is over"))
    if power not in table.board.powers:
        raise Refused(Problem("diplomacy/no-such-power", f"there is no power {power}"))
    others = tuple(each for each in match.votes if each != power)
    if act.kind == VOTE:
        if power not in active(table, match):
            raise Refused(
                Problem("diplomacy/no-vote", f"{power} has no vote: only played powers still on the board do")
            )
        wants = bool(act.data.get("draw"))
        return replace(match, votes=tuple(sorted((*others, power))) if wants else others), ""
    if act.kind == RESIGN:
        return replace(match, votes=others), "resigned"
    if act.kind == DUMMY:
        dummies = tuple(sorted({*match.dummies, power}))
        return replace(match, dummies=dummies, votes=others), "dummy"
    if act.kind == SUCCEED:
        dummies = tuple(each for each in match.dummies if each != power)
        return replace(match, dummies=dummies, votes=others), "succeeded"
    raise Refused(Problem("diplomacy/no-such-act", f"nothing can be done by {act.kind} in this game"))


def draw_agreed(table: Table, match: Match) -> tuple[str, ...]:
    """The powers that share the draw if all who must agree do; otherwise none."""
    voters = active(table, match)
    return voters if voters and set(voters) <= set(match.votes) else ()


def draw_summary(powers: Sequence[str]) -> str:
    if len(powers) == 1:
        return f"{powers[0]} is left alone"
    return f"A draw between {', '.join(powers[:-1])} and {powers[-1]}"


def wanted(table: Table, match: Match) -> tuple[str, ...]:
    """The played powers that have something to order in the phase at hand."""
    kind = table.label.kind
    found = []
    for power in active(table, match):
        if kind == MOVEMENT:
            waits = bool(table.units_of(power))
        elif kind == ADJUSTMENTS:
            waits = bool(owed(table, power))
        else:
            waits = any(each.retreats for each in table.dislodged_of(power))
        if waits:
            found.append(power)
    return tuple(found)


def dump_match(match: Match) -> dict[str, Json]:
    return {"dummies": list(match.dummies), "votes": list(match.votes), "winners": list(match.winners)}


def load_match(data: Mapping[str, Json]) -> Match:
    return Match(tuple(data["dummies"]), tuple(data["votes"]), tuple(data["winners"]))
