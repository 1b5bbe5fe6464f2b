"""Who plays, who has left, who wants a draw: what lies beside the board in every game that powers play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from judge.rules.diplomacy.adjudication.adjustments import owed
from judge.rules.diplomacy.labels import ADJUSTMENTS, MOVEMENT
from judge.rules.diplomacy.table import Table
from judge.rules.problems import NO_VOTE, refusal
from judge.rules.values import DUMMY, END, PUBLIC, RESIGN, SUCCEED, VOTE, Act, Event, Phase, Result
from judge.rules.votes import Votes, agreed, decided, has_result, vote


@dataclass(frozen=True, slots=True)
class Match:
    """dummies: powers that nobody plays; votes: how the powers would end the game; winners: set once it is over."""

    dummies: tuple[str, ...] = ()
    votes: Votes = field(default_factory=Votes)
    winners: tuple[str, ...] = ()

    def played(self, powers: Sequence[str]) -> tuple[str, ...]:
        return tuple(power for power in powers if power not in self.dummies)

    def cleared(self, winners: tuple[str, ...] = ()) -> Match:
        """Return it without votes, and over if somebody has won."""
        return replace(self, votes=self.votes.cleared(), winners=winners)


def active(table: Table, match: Match) -> tuple[str, ...]:
    """The powers that are played and not eliminated: all of them must agree to a draw (ruling P30)."""
    return tuple(power for power in match.played(table.board.powers) if power in table.alive)


class Acted(NamedTuple):
    """What an act leads to: `said` answers its author; `agreed` is there if it ends the game."""

    match: Match
    events: tuple[Event, ...] = ()
    said: str = ""
    agreed: Result | None = None


def after_act(
    table: Table, match: Match, power: str, act: Act, *, blind: bool = False, voiceless: Sequence[str] = ()
) -> Acted:
    """The match after RESIGN, SUCCEED, DUMMY, VOTE or END. Raises Refused where the act makes no sense.

    A resigned power's position waits for a successor or for the GameMaster to make it a dummy (ruling P31). In a
    `blind` game no answer to a vote tells who is eliminated. `voiceless`: the powers that have no vote, and can be
    conceded the game all the same.
    """
    if match.winners:
        raise refusal("diplomacy/over", "the game is over")
    board = table.board
    if act.kind == END and not has_result(act.data):
        return Acted(match.cleared())
    if act.kind == END:
        return Acted(match, agreed=decided(act.data, board.powers, board.letters, active(table, match)))
    if power not in board.powers:
        raise refusal("diplomacy/no-such-power", f"there is no power {power}")
    if act.kind == VOTE:
        voters = active(table, match)
        if power not in voters:
            raise refusal(NO_VOTE, f"{power} has no vote. Only played powers still on the board have one")
        standing = match.played(board.powers) if blind else voters
        votes, said, events = vote(match.votes, power, act.data, board.powers, board.letters, standing, voiceless)
        return _reckoned(table, replace(match, votes=votes), events, said, voiceless)
    if act.kind not in _TOLD:
        raise refusal("diplomacy/no-such-act", f"nothing can be done by {act.kind} in this game")
    dummies = {each for each in match.dummies if each != power or act.kind == RESIGN}
    if act.kind == DUMMY:
        dummies.add(power)
    after = replace(match, dummies=tuple(sorted(dummies)), votes=match.votes.without(power))
    return _reckoned(table, after, (Event(PUBLIC, _TOLD[act.kind], {"power": power}),))


_TOLD = {RESIGN: "resigned", DUMMY: "dummy", SUCCEED: "succeeded"}


def _reckoned(
    table: Table, match: Match, events: tuple[Event, ...], said: str = "", voiceless: Sequence[str] = ()
) -> Acted:
    return Acted(match, events, said, agreed(match.votes, active(table, match), voiceless))


LENGTHS = {"movement": 168, "retreats": 72, "adjustments": 72}
"""The usual length of each kind of phase, in hours."""


def phase_of(
    table: Table, match: Match, roles: Sequence[str], awaited: tuple[str, ...], *, waits: bool, blind: bool
) -> Phase | None:
    """Return what the game waits for; None once it is over. `waits`: whether it does for missing orders."""
    if match.winners:
        return None
    label = table.label
    is_movement = label.kind == MOVEMENT
    return Phase(
        str(label),
        label.title,
        label.word,
        LENGTHS[label.word],
        {role: role for role in roles},
        awaited,
        "wait" if waits and is_movement else "default",
        hides_writers=blind,
        idle=not awaited and not is_movement and not blind,
    )


def wanted(table: Table, match: Match) -> tuple[str, ...]:
    """The played powers that have something to order in the phase at hand."""
    kind = table.label.kind
    found = []
    for power in active(table, match):
        if kind == MOVEMENT:
            waits = power in table.unit_texts
        elif kind == ADJUSTMENTS:
            waits = bool(owed(table, power))
        else:
            waits = any(each.retreats for each in table.dislodged_of(power))
        if waits:
            found.append(power)
    return tuple(found)
