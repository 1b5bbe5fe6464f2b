"""Whole games of Payola by real SMTP; on one database in a run, and on both in a soak."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from sqlalchemy import func, select

from judge.games.lookup import system_of
from judge.store.tables import EventRow, InboundRow, LedgerRow, OrdersRow, OutboundRow, PhaseRow
from tests.support.bots import Strategy, conquers, gambles, holds
from tests.support.endings import all_agree_on_a_draw
from tests.support.house import House, open_house
from tests.support.soaking import WHOLE
from tests.support.table_of_seven import PLAYERS, Seven, seven

YEARS = 20
END = "S1904" if WHOLE else "S1902"


def books_balance(house: House, table: Seven) -> None:
    """The ledger says what the rules say."""
    game = table.game()
    system = system_of(game)
    with house.judge.db.reading() as session:
        key = (LedgerRow.account, LedgerRow.currency)
        query = select(*key, func.sum(LedgerRow.amount)).group_by(*key)
        sums = {(account, currency): int(total) for account, currency, total in session.execute(query)}
    accounts = system.accounts(system.load(game.state))
    assert {each: total for each, total in sums.items() if total} == {
        each: amount for each, amount in accounts.items() if amount
    }


def test_a_game_to_victory_with_eliminations_retreats_by_mail_and_income(database_url: str, tmp_path: Path) -> None:
    with open_house(database_url, tmp_path) as house:
        house.by_wire = True
        table = seven(house)
        strategies: dict[str, Strategy] = {**dict.fromkeys(PLAYERS, holds), "GERMANY": conquers}
        for role in PLAYERS:
            if role != "GERMANY":
                assert "TRANSFER 40 TO GERMANY" in table.tell(role, "TRANSFER 40 TO GERMANY").text
        for _ in range(5 * YEARS):
            if table.now() is None:
                break
            table.play_phase(strategies)
        game = table.game()
        assert game.status == "ended", table.view("GERMANY").centers
        assert game.result is not None
        assert game.result["winners"] == ["GERMANY"]
        books_balance(house, table)
        with house.judge.db.reading() as session:
            kinds = set(session.execute(select(EventRow.kind)).scalars())
            parts = set(session.execute(select(OrdersRow.part)).scalars())
            labels = list(session.execute(select(PhaseRow.label).order_by(PhaseRow.number)).scalars())
            incomes = session.execute(
                select(func.count()).select_from(LedgerRow).where(LedgerRow.reason.contains("income"))
            ).scalar_one()
            unread = session.execute(select(InboundRow.id).where(InboundRow.status != "read")).all()
            unsent = session.execute(select(OutboundRow.id).where(OutboundRow.status != "sent")).all()
        assert {"movement", "retreats", "adjustments", "centers", "eliminated", "income", "statement"} <= kinds
        assert {"offers", "retreats", "adjustments"} <= parts
        assert len(labels) == len(set(labels)) > 10
        assert incomes > 7
        assert not unread
        assert not unsent
        for role, player in table.players.items():
            last = player.last(lambda mail: "ended" in mail.subject or "over" in mail.subject)
            assert "GERMANY" in last.text.upper(), role
            assert game.seed.hex() in last.text.replace("\n", "").replace(" ", "")


@pytest.mark.slow_on_both("sqlite")
def test_years_of_offers_at_random_end_in_a_draw_by_vote(database_url: str, tmp_path: Path) -> None:
    luck = random.Random(6)
    with open_house(database_url, tmp_path) as house:
        house.by_wire = True
        table = seven(house, "title Silver and Lies")
        strategies = {role: gambles(luck) for role in PLAYERS}
        while (here := table.now()) is not None and not here.row.label.startswith(END):
            table.play_phase(strategies)
            books_balance(house, table)
        assert here is not None
        all_agree_on_a_draw(table)
        assert all("draw" in player.last().text.lower() for player in table.players.values())
