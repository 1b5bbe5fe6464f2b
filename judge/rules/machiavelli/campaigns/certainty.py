"""Answers that may not be known yet, and what is certain all the same (13.6)."""

from __future__ import annotations

Answer = bool | None
"""Yes, no, or not known yet."""


def opposite(answer: Answer) -> Answer:
    return None if answer is None else not answer


def both(one: Answer, other: Answer) -> Answer:
    if one is False or other is False:
        return False
    return None if one is None or other is None else True


def either(one: Answer, other: Answer) -> Answer:
    if one is True or other is True:
        return True
    return None if one is None or other is None else False


def exceeds(one: tuple[int, int], other: tuple[int, int]) -> Answer:
    """one > other, where each is at least and at most so much."""
    if one[0] > other[1]:
        return True
    return False if one[1] <= other[0] else None
