"""What is asked of a game of 300 phases: SUMMARY, PRICES, STATEMENT and HISTORY, and its public pages. Most of its
phases are copies of a few that were played.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select

from bench._server import Cost
from judge.app import Judge, Work
from judge.games.lookup import live_game
from judge.games.members import masters
from judge.play.history import history_blocks, price_blocks, summary_blocks
from judge.play.ledger import statement_block
from judge.play.public_record import public_game
from judge.store.migrate import migrate
from judge.store.tables import EventRow, Game, LedgerRow, PhaseRow, Player, Seat
from tests.support.bots import holds
from tests.support.house import open_house
from tests.support.table_of_seven import PLAYERS, seven

PHASES, PLAYED, ROUNDS = 300, 3, 3


def _lengthened(judge: Judge) -> None:
    """The phases that are over, with their events and postings, many times over before the one that is open."""
    with judge.db.writing() as session:
        last = session.execute(select(PhaseRow).where(PhaseRow.closed_at.is_(None))).scalar_one()
        rows = _rows(session, PhaseRow, PhaseRow.closed_at.is_not(None))
        last.number = PHASES
        session.flush()
        number = len(rows)
        for copy in range(1, PHASES // len(rows)):
            for row in rows:
                number += 1
                if number >= PHASES:
                    return
                label = f"{row['label']}{copy}"
                session.execute(insert(PhaseRow), [row | {"number": number, "label": label}])
                for table in (EventRow, LedgerRow):
                    copied = _rows(session, table, table.phase == row["label"])
                    if copied:
                        session.execute(insert(table), [each | {"phase": label} for each in copied])


def _rows(session: Any, table: Any, which: Any) -> list[dict[str, Any]]:
    found = session.execute(select(table.__table__).where(which)).mappings()
    return [{name: value for name, value in row.items() if name != "id"} for row in found]


def _asked(judge: Judge, ask: Callable[[Work, Game, Player, Seat], object]) -> Cost:
    cost = Cost()
    for _ in range(ROUNDS):
        with judge.reading() as work:
            game = work.session.execute(select(Game)).scalar_one()
            seat = work.session.execute(select(Seat).where(Seat.name == "FRANCE")).scalar_one()
            player = work.session.get_one(Player, seat.player_id)
            masters(work.session, game)
            cost.add(judge, lambda: ask(work, game, player, seat))  # noqa: B023 - done at once
    return cost


def _statement(work: Work, game: Game, player: Player, seat: Seat) -> object:
    here = live_game(work.session, game)
    assert here is not None
    return statement_block(work.session, here, "FRANCE", seat, player)


def rows() -> list[tuple[str, str, str]]:
    logging.getLogger("judge").setLevel(50)
    measured = []
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/judge.db"
        migrate(url)
        with open_house(url, Path(folder)) as house:
            table = seven(house)
            for _ in range(PLAYED):
                table.play_phase(dict.fromkeys(PLAYERS, holds))
            _lengthened(house.judge)
            for what, ask in (
                ("SUMMARY", lambda work, game, player, _: summary_blocks(work.session, game, player)),
                ("PRICES", price_blocks),
                ("STATEMENT", _statement),
                ("HISTORY", lambda work, game, player, seat: history_blocks(work, game, player, seat, ())),
                ("public pages", lambda work, game, *_: public_game(work.session, game)),
            ):
                measured.append((f"{what} of {PHASES} phases", _asked(house.judge, ask).each(), "10 statements, 20 ms"))
    logging.getLogger("judge").setLevel(logging.NOTSET)
    return measured
