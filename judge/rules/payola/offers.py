"""Offers and savings as values (Payola 3.1, 3.4). Parsing and printing them is the business of `canonical.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from judge.rules.diplomacy.orders import Order
    from judge.rules.diplomacy.units import Unit

DIRECT, NEGATIVE, MOVING, HOLDING, GIFT = ":", "!", ">", "@", "&"

MOST_MONEY = 9999
MOST_REPETITION = 99
MOST_OFFERS = 5000


class Amount(NamedTuple):
    """`repetition` offers in a row of `money` silver pieces each, reduced to `plateau` and only then further."""

    money: int
    plateau: int = 0
    repetition: int = 1

    def __str__(self) -> str:
        times = f"{self.repetition}*" if self.repetition > 1 else ""
        floor = "#" if self.plateau == self.money > 0 else f"#{self.plateau}" if self.plateau else ""
        return f"{times}{self.money}{floor}"


class Offer(NamedTuple):
    """One line of a sheet: the amounts, the type, the unit and the orders that are named (Payola 3.1).

    Each amount and each repetition of it is an offer of its own (ruling P6), which is what `size` counts.
    """

    unit: Unit
    kind: str
    orders: tuple[Order, ...]
    amounts: tuple[Amount, ...]
    comment: str = ""

    @property
    def size(self) -> int:
        return sum(amount.repetition for amount in self.amounts)


class Savings(NamedTuple):
    """Money to be held back (Payola 3.4)."""

    amounts: tuple[Amount, ...]
    comment: str = ""

    @property
    def total(self) -> int:
        return sum(amount.money * amount.repetition for amount in self.amounts)


class Command(NamedTuple):
    """What a loyal unit is told by its own power, free of charge (Payola 6.5)."""

    unit: Unit
    order: Order
    comment: str = ""


class Comment(NamedTuple):
    """A line that holds nothing but a comment; blank lines are not kept."""

    comment: str


class OfferSheet(NamedTuple):
    """What one power has written for one movement phase, line by line, in the order written.

    `size` counts offers and the units that are commanded.
    """

    lines: tuple[Offer | Command | Savings | Comment, ...] = ()

    @property
    def offers(self) -> tuple[Offer, ...]:
        return tuple(line for line in self.lines if isinstance(line, Offer))

    @property
    def commands(self) -> dict[Unit, Order]:
        """What loyal units are told; of several lines for one unit the last counts (ruling P23)."""
        return {line.unit: line.order for line in self.lines if isinstance(line, Command)}

    @property
    def savings(self) -> int:
        return sum(line.total for line in self.lines if isinstance(line, Savings))

    @property
    def size(self) -> int:
        return sum(offer.size for offer in self.offers) + len(self.commands)
