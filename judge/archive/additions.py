"""What later versions of a game's rules tell and an older one did not: left out of a replay where it was not told.

An addition is a name: the kind of an event (`weather`), a field of one (`movement.orders.why`) or a field of the state
(`state.weather`). `*` stands for any key; the entries of a list are reached through the list's own name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from judge.rules.values import Growing, Json, RuleSystem

Names: TypeAlias = frozenset[tuple[str, ...]]
"""Each name, cut at its dots."""

NONE: Names = frozenset()


def added_since(system: RuleSystem, version: int) -> Names:
    """What the installed rules tell and those of this version did not."""
    if version >= system.version or not isinstance(system, Growing):
        return NONE
    return frozenset(tuple(name.split(".")) for name, since in system.additions.items() if since > version)


def as_told(told: Json, replayed: Json, where: tuple[str, ...], later: Names) -> Json:
    """What the replay gives without the later fields that were not told. One that was told stays, to be compared."""
    if not later:
        return replayed
    if isinstance(told, dict) and isinstance(replayed, dict):
        return {
            key: as_told(told.get(key), value, (*where, key), later)
            for key, value in replayed.items()
            if key in told or not _is_among((*where, key), later)
        }
    if isinstance(told, list) and isinstance(replayed, list) and len(told) == len(replayed):
        return [as_told(one, other, where, later) for one, other in zip(told, replayed, strict=True)]
    return replayed


def events_as_told(told: Sequence[Json], replayed: Sequence[Json], later: Names) -> list[Json]:
    """The events of a replay, as the archive writes them, without those of later kinds that were not told then."""
    kept: list[Json] = []
    for event in replayed:
        there = told[len(kept)] if len(kept) < len(told) else {}
        entry = event
        if there.get("kind") == event["kind"]:
            entry = event | {"data": as_told(there["data"], event["data"], (event["kind"],), later)}
        if entry == there or not _is_among((event["kind"],), later):
            kept.append(entry)
    return kept


def _is_among(name: tuple[str, ...], later: Names) -> bool:
    return any(
        len(name) == len(each) and all(part in ("*", here) for part, here in zip(each, name, strict=True))
        for each in later
    )
