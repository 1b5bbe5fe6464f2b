"""What each center is worth to its owner at the next income (Payola 6.8, ruling P28)."""

from __future__ import annotations

from judge.rules.diplomacy.table import Table
from judge.rules.exchange.books import Books
from judge.rules.payola.income import decreasing_income

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
