"""Lines of orders in any game: how they begin, before it is known what game they are for, and how a reply tells that
some were replaced.
"""

from __future__ import annotations

from functools import cache
from typing import Protocol, runtime_checkable

from judge.rules.registry import systems


@runtime_checkable
class BeginsOrders(Protocol):
    """A system whose orders begin with words of its own."""

    @property
    def beginnings(self) -> tuple[str, ...]:
        """The words, in any case: behind the dash of a list they show that an order stands there, and no remark."""


@cache
def beginnings() -> tuple[str, ...]:
    """The words with which orders of any game begin."""
    return tuple(
        sorted(
            {word for system in systems().values() if isinstance(system, BeginsOrders) for word in system.beginnings}
        )
    )


def replaced_by(what: str, of: str, before: int, after: int) -> str:
    """`Replaced your sheet of 3 offers by one of 1.`"""
    named = of if before == 1 else " and ".join(f"{each}s" for each in of.split(" or "))
    return f"Replaced your {what} of {before} {named} by one of {after}."
