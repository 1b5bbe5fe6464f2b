"""What a due phase costs on a PostgreSQL server, from its cut to the queued mail: of seven players without a picture
and with one, and of the 34 of Chaos with one; and what its mails cost on their way, pictures painted.

Every order is a hold. Statements are those of the clerk's whole round.
"""

from __future__ import annotations

import logging
import tempfile
from contextlib import ExitStack
from pathlib import Path

from bench._server import Cost, postgresql
from judge.maps.png import png_of
from judge.play import outage
from judge.rules.diplomacy.boardfile import load_board
from judge.workers.courier import Courier
from tests.support.house import House, open_house
from tests.support.table_of_seven import PLAYERS, Seven, seven

ROUNDS = 6
WIDTH = 800  # as the host's setting has it


def _table(house: House, powers: tuple[str, ...], *options: str) -> Seven:
    cast = dict(
        zip(powers, [PLAYERS.get(power, f"Player{number}") for number, power in enumerate(powers)], strict=True)
    )
    return seven(house, *options, "nmr default", "grace 0", system="diplomacy", cast=cast)


def measure(powers: tuple[str, ...], width: int, *options: str) -> tuple[Cost, Cost]:
    """A due phase; its mails sent."""
    logging.getLogger("judge").setLevel(50)
    phase, sent = Cost(), Cost()
    with ExitStack() as stack:
        url, folder = stack.enter_context(postgresql()), stack.enter_context(tempfile.TemporaryDirectory())
        secret = Path(folder) / "secret"
        house = stack.enter_context(open_house(url, Path(folder), map_width=width, secret_file=secret))
        table = _table(house, powers, *options)
        for number in range(ROUNDS + 1):
            if number == 1:  # the first round has loaded what all need
                phase, sent = Cost(), Cost()
            png_of.cache_clear()  # maps without orders are alike
            here = table.now()
            assert here is not None
            house.clock.advance(here.row.deadline - house.clock.now())
            outage.note_awake(house.judge)
            phase.add(house.judge, house.clerk.work_off)
            sent.add(house.judge, lambda: Courier(house.judge, house.transport).deliver())
            after = table.now()
            assert after is not None
            assert after.row.label != here.row.label
    logging.getLogger("judge").setLevel(logging.NOTSET)
    return phase, sent


def rows() -> list[tuple[str, str, str]]:
    standard, chaos = (tuple(load_board(name).powers) for name in ("standard", "chaos"))
    measured = []
    for what, powers, width, options, target in (
        ("7 players, no picture", standard, 0, (), "50 + 15 ms"),
        ("7 players, with picture", standard, WIDTH, (), "50 + 15 ms, 300 kB log"),
        ("Chaos, with picture", chaos, WIDTH, ("map chaos",), "400 ms, 2000 kB log"),
    ):
        phase, sent = measure(powers, width, *options)
        measured.append((f"a due phase, {what}", phase.each(), target))
        measured.append(("its mails sent", sent.each(), ""))
    return measured
