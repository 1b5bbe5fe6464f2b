"""How the work is shared out among nodes: what a node may take now, so that order is kept within each game and within
each player. Pure: of what is unread, what of it touches what, and what others hold.

Two mails that touch nothing in common may be read in either order, and at once; of two that do, the older is read
first. A node takes one mail of each writer at a time: who sends hundreds keeps no other game waiting for them all. A
game's phase may end at an instant if every mail accepted before it that touches the game is read. What is said here is
the whole of it; docs/nodes.md says why that is enough.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.mailbox.lock_footprint import EVERYTHING, Touched
from judge.store.locks import ALL, GAME

# A mail that was accepted at the very deadline counts: phases are settled as of just before it.
MOMENT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Unread:
    """A mail that waits. `touches`: what it touches; None where nobody has looked yet. `attempts`: so often it was
    begun before, and may have killed who read it.
    """

    id: int
    at: datetime
    touches: Touched | None
    attempts: int = 0


@dataclass(frozen=True, slots=True)
class Share:
    """What one node takes: the mails in this order, each with what it touches, and the `keys` that it holds meanwhile
    (ALL alone where one touches everything). Phases of games that are not in `busy` may be settled as of `horizon`; of
    none if that is None. `waits`: there is mail that others must be done for.
    """

    mails: tuple[tuple[Unread, frozenset[str] | None], ...]
    keys: frozenset[str]
    busy: frozenset[str]
    horizon: datetime | None
    waits: bool


def games_among(keys: Collection[str]) -> frozenset[int]:
    """The games (ids) that are among the keys of what a mail touches."""
    return frozenset(int(number) for kind, _, number in (key.partition(" ") for key in keys) if kind == GAME)


@dataclass(frozen=True, slots=True)
class LastLook:
    """What a node saw when there was nothing for it: the mails that waited, until when, and what others `held`.
    `phases`: whether a phase was due, too.
    """

    unread: Sequence[Unread]
    until: datetime
    held: Collection[str]
    phases: bool


NOTHING = Share((), frozenset(), frozenset(), None, waits=True)


def allocate(unread: Sequence[Unread], until: datetime, held: Collection[str], most: int) -> Share:
    """What a node may take of the mails that wait, given in order of acceptance, all that were accepted until then, or
    the oldest of them. `held`: the keys that others hold; `most`: so many mails at once.
    """
    if ALL in held:
        return NOTHING
    busy = set(held)
    grown: dict[str, set[str]] = {}  # what a writer's mails touch, the later of them too
    taken: list[tuple[Unread, frozenset[str] | None]] = []
    keys: set[str] = set()
    served: set[str] = set()  # the writers of what is taken
    horizon = until
    for place, mail in enumerate(unread):
        if mail.touches is None or mail.touches.keys is EVERYTHING:
            if place == 0 and mail.touches is not None and not held:
                return Share(((mail, EVERYTHING),), frozenset({ALL}), frozenset(), None, waits=False)
            horizon = mail.at - MOMENT  # nobody knows what it does to whom
            break
        touches = set(mail.touches.keys)
        for writer in mail.touches.writers:
            touches |= grown.get(writer, set())
        for writer in mail.touches.writers:
            grown.setdefault(writer, set()).update(touches)
        full = len(taken) >= most or (bool(taken) and (mail.attempts > 0 or taken[-1][0].attempts > 0))
        full = full or not served.isdisjoint(mail.touches.writers)
        if full or not touches.isdisjoint(busy):
            busy |= touches
        else:
            taken.append((mail, frozenset(touches)))
            keys |= touches
            served |= mail.touches.writers
    return Share(tuple(taken), frozenset(keys), frozenset(busy | keys), horizon, waits=len(taken) < len(unread))


def may_have_work(seen: LastLook, waiting: Collection[int], held: Collection[str]) -> bool:
    """Whether there may be something now for a node that found nothing. `waiting`: the mails (ids) that are unread now.

    What they touch is taken as it was: a mail that was read meanwhile may have changed it, so this is asked only to
    save looking again, and not for long.
    """
    if ALL in held:
        return False
    left = [mail for mail in seen.unread if mail.id in waiting]
    if len(left) < len(waiting):
        return True  # a mail has come
    freed = set(seen.held).difference(held)
    if freed and (seen.phases or any(mail.touches is None for mail in left)):
        return True
    return not left or bool(allocate(left, seen.until, held, 1).mails)
