"""Chains of fleets at sea that could carry an army from one coast to another. Seas are bits of a mask, see `Board`."""

from __future__ import annotations

from collections.abc import Iterator

from judge.rules.diplomacy.board import Board, Position


def fleets_at_sea(board: Board, position: Position) -> int:
    """The mask of the seas in which a fleet stands."""
    mask = position.memo.get("fleets")
    if mask is None:
        mask = 0
        for province in position.units:
            mask |= board.sea_bit.get(province, 0)
        position.memo["fleets"] = mask
    return int(mask)


def flood(board: Board, start: int, seas: int) -> int:
    """All seas of the mask `seas` that can be reached from those of `start` without leaving the mask."""
    frontier = start & seas
    reached = 0
    beside = board.sea_next
    while frontier:
        reached |= frontier
        near = 0
        while frontier:
            low = frontier & -frontier
            near |= beside[low.bit_length() - 1]
            frontier ^= low
        frontier = near & seas & ~reached
    return reached


def has_chain(board: Board, seas: int, source: str, target: str) -> bool:
    """Can fleets in the seas of this mask carry an army from one coastal province to the other?"""
    first = board.shore.get(source, 0)
    last = board.shore.get(target, 0)
    return source != target and bool(flood(board, first, seas) & last)


def on_chain(board: Board, seas: int, sea: str, source: str, target: str) -> bool:
    """Can the fleet in `sea` be a link of a chain of fleets in `seas` that visits no sea twice?

    Menger: it can exactly if it reaches each of the two coasts, and no other single sea cuts it off from both.
    """
    first = board.shore.get(source, 0)
    last = board.shore.get(target, 0)
    link = board.sea_bit.get(sea, 0)
    reached = flood(board, link, seas)
    if source == target or not reached & first or not reached & last:
        return False
    others = reached & ~link
    while others:
        cut = others & -others
        others ^= cut
        if not flood(board, link, reached & ~cut) & (first | last):
            return False
    return True


def on_short_chain(board: Board, seas: int, sea: str, source: str, target: str) -> bool:
    """Can the fleet in `sea` be a link of a chain in which no fleet is superfluous? (DATC 6.G.19)"""
    link = board.sea_bit.get(sea, 0)
    return (
        bool(link & seas)
        and source != target
        and any(chain & link for chain in _short_chains(board, seas, source, target))
    )


def _short_chains(board: Board, seas: int, source: str, target: str) -> Iterator[int]:
    """The chains without a short cut: of their seas only the first touches the source, only the last the target."""
    first = board.shore.get(source, 0) & seas
    last = board.shore.get(target, 0) & seas

    def extend(chain: int, end: int, open_seas: int) -> Iterator[int]:
        if end & last:
            yield chain
            return
        near = board.sea_next[end.bit_length() - 1] & open_seas
        rest = near
        while rest:
            step = rest & -rest
            rest ^= step
            # What touches the old end may not come later: it would be a short cut.
            yield from extend(chain | step, step, open_seas & ~near)

    starts = first
    while starts:
        start = starts & -starts
        starts ^= start
        yield from extend(start, start, seas & ~first)
