"""What is legal in a sheet and perhaps not meant, told as a warning when the sheet is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.reading.sheet import SheetLine
from judge.rules.diplomacy.board import Unit
from judge.rules.diplomacy.canonical import order_text
from judge.rules.diplomacy.orders import SUPPORT
from judge.rules.payola.canonical import Offer, print_line
from judge.rules.payola.view import PayolaView
from judge.rules.problems import Problem

NewOffer = tuple[SheetLine, Offer]


def oddities(
    view: PayolaView, beside: Sequence[Offer], new: Sequence[NewOffer], bare_gifts: Sequence[Offer] = ()
) -> tuple[Problem, ...]:
    """What to warn of in the `new` lines of a sheet; `beside` are the offers on file that they are added to."""
    found = (*_coasts_apart(view, beside, new), *_without_order(view, new, bare_gifts))
    return (*found, *_plateaus(new)) if view.variant.discount else found


def _coasts_apart(view: PayolaView, beside: Sequence[Offer], new: Sequence[NewOffer]) -> tuple[Problem, ...]:
    """Supports that differ only by a coast that one of them omits: they are two orders (ruling P5)."""
    board, position = view.board, view.table.position
    first: dict[tuple[Unit, str, str], list[str]] = {}  # what is supported to where, but for the coast: by which texts
    told: list[Problem] = []
    for line, offer in [*((None, each) for each in beside), *new]:
        for order in offer.orders:
            if order.verb != SUPPORT or not order.target:
                continue
            province = board.province_of[order.target]
            text = f"{offer.unit} {order_text(position, order)}"
            texts = first.setdefault((offer.unit, order.other, province), [])
            # Without a coast it fits every coast; with two different ones both are meant.
            other = next((each for each in texts if each.endswith(province) != text.endswith(province)), "")
            if other and text not in texts and line is not None:
                message = f"`{other}` and `{text}` are two orders, which bid against each other"
                hint = "write both with the same coast, or both without"
                told.append(Problem("payola/coasts-apart", message, line.number, hint, line.text, warning=True))
            texts.append(text)
    return tuple(told)


def _without_order(view: PayolaView, new: Sequence[NewOffer], bare_gifts: Sequence[Offer]) -> Iterator[Problem]:
    """Gifts that were read as gifts for HOLD, because they name no order (ruling P48)."""
    for line, offer in new:
        if any(offer is each for each in bare_gifts):
            written = print_line(view.table.position, offer._replace(comment=""))
            message = f"a gift names an order too, so I read it as `{written}`"
            hint = f"it pays whatever {offer.unit} does, and lets it hold; name another order if you do not want that"
            yield Problem("payola/bare-gift", message, line.number, hint, line.text, warning=True)


def _plateaus(new: Sequence[NewOffer]) -> tuple[Problem, ...]:
    """In eBayola a plateau stops savings too; said once a mail (ruling P22)."""
    for line, offer in new:
        if any(amount.plateau for amount in offer.amounts):
            message = "in eBayola a plateau is also the least that you pay for the order: what you save stops there"
            hint = "without `#` you may save more"
            return (Problem("payola/plateau-is-a-floor", message, line.number, hint, line.text, warning=True),)
    return ()
