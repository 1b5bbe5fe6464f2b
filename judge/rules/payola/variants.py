"""Variations of Payola as values: what differs between them is one switch each, and nothing else asks for a name."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from judge.rules.payola.treasury import decreasing_income

NAMES = ("standard", "classic", "tincup", "ebayola", "loyal", "zerosum", "exchange")


class Variant(NamedTuple):
    """`income`: silver pieces for so many centers, with victory at so many."""

    name: str
    income: Callable[[int, int], int] = decreasing_income


VARIANTS = {"standard": Variant("standard")}


def variant_named(name: str) -> Variant:
    """The variant of this name, in any case. ValueError if there is none, or if the judge does not know it yet."""
    wanted = name.strip().lower()
    if wanted not in NAMES:
        raise ValueError(f"no variant {name[:40]!r}; there are: {', '.join(NAMES)}")
    if wanted not in VARIANTS:
        raise ValueError(f"the variant {wanted!r} is not there yet; this judge plays: {', '.join(VARIANTS)}")
    return VARIANTS[wanted]
