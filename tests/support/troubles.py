"""What the tests of the life of a game share: sheets for Payola's opening, and words found in mails."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select

from judge.games.lookup import system_of
from judge.play.timeline import phases_of
from judge.store.tables import Game, LedgerRow
from judge.testing.correspondent import Correspondent
from tests.support.house import House
from tests.support.table_of_seven import Seven, played, seven

HOLDS = {
    "AUSTRIA": "A VIE",
    "ENGLAND": "A LVP",
    "FRANCE": "A PAR",
    "GERMANY": "A BER",
    "ITALY": "A ROM",
    "RUSSIA": "A MOS",
    "TURKEY": "A CON",
}
"""A unit of each power at the opening, to be paid for holding."""


def write_all(table: Seven, *, but: Sequence[str] = (), amount: int = 1) -> None:
    """Everybody's sheet: so much for one of the own units to hold where it stands."""
    for role, player in table.players.items():
        if role not in but:
            player.reply(table.results(role), f"{amount} : {HOLDS[role]} H")
    table.house.settle()


def all_have_written(house: House, *options: str, but: Sequence[str] = (), hours: int = 0) -> Seven:
    """A game that has begun, in which everybody's sheet is there but for these, so many hours later."""

    def play() -> Seven:
        table = seven(house, *options)
        write_all(table, but=but)
        if hours:
            house.pass_time(hours=hours)
        return table

    return played(house, ("all have written", options, tuple(but), hours), play)


def subjects(who: Correspondent) -> list[str]:
    return [mail.subject for mail in who.inbox()]


def label(table: Seven) -> str:
    here = table.here()
    return here.row.label


def timeline(table: Seven) -> list[str]:
    with table.house.judge.db.reading() as session:
        return [row.label for row in phases_of(session, table.game())]


def assert_books_balance(table: Seven) -> None:
    """The sums of all postings are what the rules say of every account."""
    game: Game = table.game()
    system = system_of(game)
    with table.house.judge.db.reading() as session:
        rows = session.execute(
            select(LedgerRow.account, LedgerRow.currency, func.sum(LedgerRow.amount))
            .where(LedgerRow.game_id == game.id)
            .group_by(LedgerRow.account, LedgerRow.currency)
        )
        sums = {(account, currency): int(total) for account, currency, total in rows}
    assert sums == {key: amount for key, amount in system.accounts(system.load(game.state)).items() if key in sums}
