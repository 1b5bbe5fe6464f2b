"""An Exchange game between two adjudications."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from judge.rules.diplomacy.labels import Label
from judge.rules.diplomacy.table import Table
from judge.rules.exchange.books import Books
from judge.rules.payola.state import PayolaState

EXCHANGE_KIND = "X"


@dataclass(frozen=True)
class ExchangeState:
    """game: the board and all money: its `balances` are those of powers and investors alike, its dummies the powers
    without a CEO. trading: whether the exchange is open before the phase that the table is labelled with.
    """

    game: PayolaState
    books: Books
    trading: bool

    @property
    def table(self) -> Table:
        return self.game.table

    @property
    def balances(self) -> Mapping[str, int]:
        return self.game.balances

    @property
    def label(self) -> Label:
        """Of the phase at hand: `S1901X` opens the year 1901."""
        label = self.table.label
        return Label("S", label.year, EXCHANGE_KIND) if self.trading else label

    @property
    def barred(self) -> tuple[str, ...]:
        """The powers that cannot win: dummies of the board (P47). Powers without a CEO can (P49)."""
        return self.table.board.dummies

    @property
    def title(self) -> str:
        return f"Spring {self.table.label.year} Exchange" if self.trading else self.table.label.title


def led(state: ExchangeState, books: Books) -> ExchangeState:
    """The state with these books: powers without a CEO are dummies, those whose CEO has left are vacant."""
    match = state.game.match
    powers = state.table.board.powers
    dummies = tuple(power for power in powers if power not in books.ceos)
    vacant = tuple(sorted(power for power, ceo in books.ceos.items() if ceo in books.vacant))
    votes = match.votes.without(*dummies, *vacant)
    game = replace(state.game, match=replace(match, dummies=dummies, votes=votes), vacant=vacant)
    return replace(state, game=game, books=books)
