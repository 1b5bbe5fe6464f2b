"""What is asked of a game takes as many statements after many phases as after one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select

from judge.app import Work
from judge.games.lookup import live_game
from judge.play.computers import past_of, writing_of
from judge.play.history import price_blocks, summary_blocks
from judge.store.tables import Game, Player, Seat
from tests.support.bots import holds
from tests.support.house import House
from tests.support.statements import listening
from tests.support.table_of_seven import PLAYERS, Seven

Ask = Callable[[Work, Game, Player, Seat], object]


def _six_programs_write(work: Work, game: Game, *_: object) -> None:
    here = live_game(work.session, game)
    assert here is not None
    past = past_of(work.session, here)
    for seat in past.seats[:6]:
        assert writing_of(here, past, seat, "novice").sheets


def _statements(house: House, ask: Ask) -> int:
    sent: list[object] = []
    with house.judge.reading() as work:
        game = work.session.execute(select(Game)).scalar_one()
        seat = work.session.execute(select(Seat).where(Seat.name == "FRANCE")).scalar_one()
        player = work.session.get_one(Player, seat.player_id)
        with listening(house.judge.db, before_cursor_execute=lambda *told: sent.append(told)):
            ask(work, game, player, seat)
    return len(sent)


@pytest.mark.parametrize(
    "ask",
    [lambda work, game, player, _: summary_blocks(work.session, game, player), price_blocks, _six_programs_write],
    ids=["SUMMARY", "PRICES", "programs"],
)
def test_a_long_game_takes_no_more_statements_than_a_short_one(house: House, table: Seven, ask: Ask) -> None:
    table.play_phase(dict.fromkeys(PLAYERS, holds))
    first = _statements(house, ask)
    for _ in range(2):
        table.play_phase(dict.fromkeys(PLAYERS, holds))
    assert _statements(house, ask) <= first <= 10
