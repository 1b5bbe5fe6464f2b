"""Ballots: a yes or a no on every plan of the room, as many of one as of the other (ruling R3)."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.rng import Stream

BALLOT, MOVE = "ballot", "move"
YES, NO = "YES", "NO"
MOVES, STAYS = "MOVE", "STAY"


def random_ballot(room: Sequence[str], stream: Stream) -> dict[str, str]:
    """Balanced, by lot; with an odd number of plans a coin decides which side has one more."""
    yes = len(room) // 2 + (stream.below(2) if len(room) % 2 else 0)
    order = stream.shuffled(room)
    chosen = {name: YES if place < yes else NO for place, name in enumerate(order)}
    return {name: chosen[name] for name in room}


def even_ballot(room: Sequence[str]) -> dict[str, str]:
    """A valid ballot to start from: yes to the first half, in the order of `room`."""
    return {name: YES if place < (len(room) + 1) // 2 else NO for place, name in enumerate(room)}
