"""What takes effect at once in Absence of Plague: votes, and players who leave, come, or become dummies."""

from __future__ import annotations

from dataclasses import replace

from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.play import DUCAT, ended
from judge.rules.machiavelli.position import marked
from judge.rules.machiavelli.state import State
from judge.rules.machiavelli.victory import eliminate
from judge.rules.problems import NO_VOTE, refusal
from judge.rules.values import (
    DUMMY,
    END,
    PUBLIC,
    RESIGN,
    SUCCEED,
    VOTE,
    Act,
    Event,
    Outcome,
    Posting,
    Result,
)
from judge.rules.votes import agreed, decided, has_result, vote


def perform(state: State, role: str, act: Act) -> Outcome[State]:
    """Perform RESIGN, SUCCEED, DUMMY, VOTE or END. A dummy is eliminated at once (18.3)."""
    if state.over:
        raise refusal("machiavelli/over", "the game is over")
    if act.kind == END and not has_result(act.data):
        return Outcome(replace(state, votes=state.votes.cleared()))
    if act.kind == END:
        data = {**act.data, "open": state.vacant}
        return _over(state, decided(data, tuple(BOARD.countries), {}, state.position.players()))
    if role not in BOARD.countries:
        raise refusal("machiavelli/no-such-country", f"there is no country {role[:30]}")
    alive = state.position.alive(role)
    if act.kind == VOTE:
        if not alive:
            raise refusal(NO_VOTE, "only players who are still in the game have a vote")
        votes, said, events = vote(state.votes, role, act.data, tuple(BOARD.countries), {}, _voters(state))
        return _reckoned(replace(state, votes=votes), events, said)
    if act.kind == RESIGN and not alive:
        return Outcome(state)  # nobody is wanted in their place (4.3)
    if act.kind == RESIGN:
        vacant = tuple(sorted({*state.vacant, role}))
        left = replace(state, votes=state.votes.without(role), vacant=vacant)
        return Outcome(left, events=(Event(PUBLIC, "resigned", {"power": role}),))
    if act.kind == SUCCEED:
        vacant = tuple(each for each in state.vacant if each != role)
        back = replace(state, votes=state.votes.without(role), vacant=vacant)
        return Outcome(back, events=(Event(PUBLIC, "succeeded", {"power": role}),))
    if act.kind == DUMMY:
        return _left(state, role) if alive else Outcome(state)
    raise refusal("machiavelli/no-such-act", f"nothing can be done by {act.kind} in this game")


def _voters(state: State) -> tuple[str, ...]:
    """Return the players who are in the game and have not left."""
    return tuple(player for player in state.position.players() if player not in state.vacant)


def _reckoned(state: State, events: tuple[Event, ...], said: str = "") -> Outcome[State]:
    """Return the state after a change of votes or voters, or the end if they agree on it now."""
    end = agreed(state.votes, _voters(state))
    if end is None:
        return Outcome(state, events=events, said=said)
    over = _over(state, end)
    return replace(over, events=(*events, *over.events), said=said)


def _over(state: State, end: Result) -> Outcome[State]:
    over = replace(state, votes=state.votes.cleared(), winners=end.winners)
    return Outcome(over, events=(ended(over, end),), result=end)


def _left(state: State, role: str) -> Outcome[State]:
    """Eliminate a player without a substitute (18.3, 4.3)."""
    position = eliminate(state.position, (role,), str(state.label))
    position = replace(position, markers=marked(position))
    ducats = {player: amount for player, amount in state.ducats.items() if player != role}
    expected = {player: amount for player, amount in state.expected.items() if player != role}
    votes = state.votes.without(role)
    vacant = tuple(each for each in state.vacant if each != role)
    after = replace(state, position=position, ducats=ducats, expected=expected, votes=votes, vacant=vacant)
    postings = (Posting(role, DUCAT, -state.ducats[role], "eliminated"),) if state.ducats[role] else ()
    return replace(_reckoned(after, (Event(PUBLIC, "dummy", {"power": role}),)), postings=postings)
