"""An Exchange game between two adjudications."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.rules.diplomacy.labels import Label
from judge.rules.diplomacy.table import Table
from judge.rules.payola.income import decreasing_income
from judge.rules.payola.state import PayolaState


@dataclass(frozen=True)
class Books:
    """investors: the seats in the order that settles ties; price, shares: of each power.

    holdings: investor -> power -> shares, none left out; votes: investor -> power -> whom they elect, until changed;
    ceos: power -> the investor who leads it this year; dividends: power -> silver pieces a share, on record for the
    next exchange; worths: power -> center -> what its CEOs have set; drawn: center -> the last power that drew an
    income from it, and how much.
    most_dividend: silver pieces a share that a CEO may pay at most; 0: as many as the treasury covers.
    vacant: seats whose player has left; dummies: seats that nobody plays any more.
    """

    investors: tuple[str, ...]
    price: int
    shares: int
    most_dividend: int
    holdings: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    votes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    ceos: Mapping[str, str] = field(default_factory=dict)
    dividends: Mapping[str, int] = field(default_factory=dict)
    worths: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    drawn: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    vacant: tuple[str, ...] = ()
    dummies: tuple[str, ...] = ()

    def held(self, investor: str, power: str) -> int:
        return self.holdings.get(investor, {}).get(power, 0)

    def holders(self, power: str) -> dict[str, int]:
        """Investor -> shares of this power, in the order of seats; who has none is left out."""
        return {each: self.held(each, power) for each in self.investors if self.held(each, power)}

    def unsold(self, power: str) -> int:
        return self.shares - sum(self.holders(power).values())

    def led_by(self, investor: str) -> tuple[str, ...]:
        return tuple(power for power, ceo in sorted(self.ceos.items()) if ceo == investor)

    @property
    def players(self) -> tuple[str, ...]:
        """The investors who have a player now."""
        return tuple(each for each in self.investors if each not in (*self.vacant, *self.dummies))

    @property
    def payees(self) -> tuple[str, ...]:
        """Whom money can be transferred to, and shares sold (ruling P31)."""
        return tuple(each for each in self.investors if each not in self.dummies)


def elect(books: Books, power: str) -> str:
    """Who leads the power this year; empty if nobody is elected (ruling P28).

    One vote a share; who is elected must hold a share and have a player. Of those tied the sitting CEO, else the
    largest holder, else the earlier seat.
    """
    votes: dict[str, int] = {}
    for voter in books.players:
        name = books.votes.get(voter, {}).get(power, "")
        shares = books.held(voter, power)
        if shares and name in books.players and books.held(name, power):
            votes[name] = votes.get(name, 0) + shares
    if not votes:
        return ""
    sitting = books.ceos.get(power, "")
    seat = {name: place for place, name in enumerate(books.investors)}
    return min(votes, key=lambda name: (-votes[name], name != sitting, -books.held(name, power), seat[name]))


def largest_holders(books: Books, powers: Sequence[str]) -> tuple[str, ...]:
    """Who holds most shares of these powers together; equal shares share. If nobody holds any: everybody."""
    mine = {each: sum(books.held(each, power) for power in powers) for each in books.payees}
    most = max(mine.values(), default=0)
    return tuple(each for each, shares in mine.items() if shares == most)


MOST_WORTH = 9999


def worths_of(books: Books, table: Table, power: str) -> dict[str, int]:
    """Center -> its worth, by name. The k-th center is worth max(0, V - k) unless a CEO has set it; that binds once the
    center has paid this owner, and whoever has captured it first draws what it was worth to the former one.
    """
    board = table.board
    centers = sorted(table.centers.get(power, ()), key=lambda center: board.names[center])
    found: dict[str, int] = {}
    for place, center in enumerate(centers, 1):
        usual = max(0, board.victory - place)
        owner, worth = books.drawn.get(center, ("", usual))
        found[center] = books.worths.get(power, {}).get(center, usual) if owner == power else worth
    return found


def most_income(table: Table, power: str) -> int:
    """No worths bring more than the decreasing scheme gives (2.1)."""
    return decreasing_income(table.count(power), table.board.victory)


def income_of(books: Books, table: Table, power: str) -> int:
    return min(sum(worths_of(books, table, power).values()), most_income(table, power))


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
