"""What a player, or the public, may know of a match: never others' packages, plans, ballots or gold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.rules.pirates.play import shares_of
from judge.rules.pirates.state import CLOSING, GARNET_EARNED, GARNET_WORTH, MOVES, OVER, PACKAGES, ROUNDS, VOTING, State
from judge.rules.prose import listed
from judge.rules.values import Audience, Json, Phase, View


@dataclass(frozen=True, slots=True)
class PirateView(View):
    """`player` is the viewer's name, empty for the public. `rooms`: the players of room 1 and of room 2.

    `package` is what this round's package holds, `unopened` the closed ones; `shares` what each plan gives
    to them, while there is a vote. `reckoning` is there once the gold has been revealed.
    """

    stage: str
    round: int
    players: tuple[str, ...]
    rooms: tuple[tuple[str, ...], tuple[str, ...]]
    anonymous: bool
    player: str
    room: tuple[str, ...]
    room_number: int
    package: int
    unopened: tuple[int, ...]
    gold: int
    garnets: int
    moves_left: int
    no_move: str
    shares: tuple[Mapping[str, Json], ...]
    gives_token: bool

    @property
    def packages(self) -> tuple[int, ...]:
        """Gold in the five packages of every player."""
        return PACKAGES

    @property
    def garnet_worth(self) -> int:
        """Gold that a garnet adds to a plan."""
        return GARNET_WORTH

    @property
    def garnet_earned(self) -> int:
        """Gold that earns a garnet at the end."""
        return GARNET_EARNED

    @property
    def others(self) -> tuple[str, ...]:
        """The other players, those of the own room first."""
        others = (name for name in self.players if name != self.player)
        return tuple(sorted(others, key=lambda name: name not in self.room))


def who_is_where(view: PirateView) -> tuple[str, ...]:
    """Sentences on the viewer's room and the other, while there is anything to share or to vote on."""
    if not view.room or view.stage in (CLOSING, OVER):
        return ()
    beside = [name.title() for name in view.room if name != view.player]
    own = f"with {listed(beside)}" if beside else "alone"
    across = [name.title() for name in view.rooms[2 - view.room_number]]
    there = f"In room {3 - view.room_number}: {listed(across)}." if across else f"Room {3 - view.room_number} is empty."
    return (f"You are in room {view.room_number}, {own}.", there)


def view_of(state: State, viewer: Audience, phase: Phase) -> PirateView:
    """Return the public's view, and for a player also what is their own."""
    player = viewer.roles[0] if viewer.kind == "roles" and viewer.roles and viewer.roles[0] in state.players else ""
    at_work = state.stage not in (CLOSING, OVER)
    unused = MOVES - state.moved[player] if player else 0
    # No more than there are rounds yet to begin, whatever the two that each player has (ruling R2).
    left = min(unused, ROUNDS - state.round)
    if not unused:
        no_move = "You have already changed rooms twice"
    else:
        no_move = "There is no round after this one to move for" if state.round == ROUNDS else ""
    return PirateView(
        viewer=viewer,
        phase=phase,
        stage=state.stage,
        round=state.round,
        players=state.players,
        rooms=(state.in_room(1), state.in_room(2)),
        anonymous=state.anonymous,
        player=player,
        room=state.room_of(player) if player else (),
        room_number=state.rooms[player] if player else 0,
        package=state.opened.get(player, 0) if player and at_work else 0,
        unopened=state.unopened[player] if player else (),
        gold=state.gold[player] if player else 0,
        garnets=state.garnets[player] if player else 0,
        moves_left=left,
        no_move=no_move,
        shares=tuple(shares_of(state, player)) if player and state.stage == VOTING else (),
        gives_token=bool(player)
        and state.stage == CLOSING
        and state.reckoning is not None
        and state.reckoning.giver == player,
    )
