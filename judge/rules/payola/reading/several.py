"""Several offers on one line: `5 : A CON - BUL, 5 : A SMY - CON, 4 : F ANK - BLA`, each with an amount of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.reading.several import Finder, Part
from judge.rules.payola.canonical import Comment, Offer, print_line
from judge.rules.payola.reading.attempts import is_offer_attempt
from judge.rules.payola.reading.phrases import as_offer
from judge.rules.payola.reading.savings import as_savings
from judge.rules.payola.reading.sheet import SheetReader
from judge.rules.payola.reading.words import gift_within, not_given
from judge.rules.words.lines import LIST_NUMBER
from judge.rules.words.numbers import NUMBERS

_AMOUNT = re.compile(rf"\d|\b(?:{'|'.join(NUMBERS)})\b", re.IGNORECASE)

_LISTED = re.compile(
    rf"{LIST_NUMBER}(?=[0-9*#+ ]+[:!>@&$]|(?:ACCEPT|TRANSFER|BUY|SELL|ELECT|DIVIDEND|WORTH)\s)",
    re.IGNORECASE,
)
"""The number of a list before a whole offer or word."""
_NUMBER = re.compile(rf"{LIST_NUMBER}(?=[^\W_])")


def without_number(text: str) -> str:
    """The line without its number in a list, where an amount of its own stands behind that: `1) 6 : A VIE - TRI`,
    `2. A BUD - SER for 5`. A number before an order alone may be its amount, and stays.
    """
    bare = _LISTED.sub("", text)
    if bare != text:
        return bare
    bare = _NUMBER.sub("", text)
    said = bare.strip()
    return bare if bare != text and (as_offer(said) != said or as_savings(said) != said) else text


class OfferFinder(Finder):
    """Takes lines apart that hold several offers. `reader`: makes one that has read nothing yet."""

    def __init__(self, board: Board, reader: Callable[[], SheetReader]) -> None:
        self.board = board
        self._reader = reader

    def reads(self, text: str) -> str:
        """What one offer, or what is held back, means; nothing for a comment."""
        reader = self._reader()
        read = reader.read(text)
        return "" if isinstance(read, Comment) else print_line(reader.position, read)

    def is_meant(self, text: str) -> bool:
        return is_offer_attempt(self.board, text)

    def part(self, text: str) -> str:
        """BadOrder where an offer names no amount, as it may share that of others; or where it is a gift of money."""
        try:
            read = self._reader().read(text)
        except BadOrder:
            if meant := gift_within(self.board.powers, text):
                raise not_given(meant) from None
            raise
        if isinstance(read, Comment) or (isinstance(read, Offer) and not _AMOUNT.search(text)):
            message = "it is not said how much is offered for this"
            hint = f"write the amount before each: `5 : {text.strip(' .')}`"
            raise BadOrder("payola/no-amount", message, hint)
        return print_line(self._reader().position, read)

    def together(self, parts: Sequence[Part]) -> None:
        reader = self._reader()
        for part in parts:
            reader.read(part.text)

    def unit(self, meaning: str) -> str:
        del meaning  # several offers for one unit are bids
        return ""

    def bare(self, text: str) -> str:
        return without_number(text)
