"""The front page and the lists of games with 10, 200 and 10,000 games on file: CPU and statements of one request each,
when everything that a server keeps is kept. A list costs what it shows.
"""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import func, insert, select

from bench.export import NOW, _values
from judge.app import Judge, Work, open_judge
from judge.archive.document import read_archive
from judge.clock import SetClock
from judge.play.transfer import import_archive
from judge.settings import Settings
from judge.store.migrate import migrate
from judge.store.tables import Game, PhaseRow, Seat
from judge.web.pages import Site
from tests.archive.played import short_game
from tests.support.statements import listening

COUNTS = (10, 200, 10_000)
"""Of 10 a page shows four; of 200 it is full."""
TIMES = 10
ASKED: tuple[tuple[str, dict[str, str]], ...] = (
    ("index.html", {}),
    ("running.html", {}),
    ("ended.html", {}),
    ("games.html", {"family": "payola", "board": "standard"}),
    ("games.html", {"q": "game-0003"}),
    ("games.html", {"q": "nowhere"}),
)
SHARES = ("ended", "active", "forming")
"""What becomes of the copies, in turn."""


def _fill(judge: Judge, games: int) -> None:
    """Copies of one finished game: a third ended, a third as if it ran, a third as if it formed."""
    with judge.db.writing() as session:
        first = session.execute(select(Game).order_by(Game.id)).scalars().first()
        if first is None:
            first = import_archive(Work(judge, session, NOW), read_archive(short_game()), "game-00000")
        there = session.execute(select(func.count(Game.id))).scalar_one()
        seats = session.execute(select(Seat).where(Seat.game_id == first.id)).scalars().all()
        query = select(PhaseRow).where(PhaseRow.game_id == first.id).order_by(PhaseRow.id.desc())
        phase = session.execute(query.limit(1)).scalar_one()
        for number in range(there, games):
            status = SHARES[number % len(SHARES)]
            own = dict(_values(first), name=f"game-{number:05}", title=f"Game {number}", status=status)
            made = session.execute(insert(Game).values(own).returning(Game.id)).scalar_one()
            session.execute(insert(Seat), [dict(_values(each), game_id=made) for each in seats])
            if status == "active":
                session.execute(insert(PhaseRow), dict(_values(phase), game_id=made, closed_at=None))


@contextmanager
def _counted(judge: Judge) -> Iterator[list[int]]:
    said = [0]

    def note(*_: object) -> None:
        said[0] += 1

    with listening(judge.db, before_cursor_execute=note):
        yield said


def measure() -> dict[tuple[str, int], tuple[float, int]]:
    """(page, games) -> (milliseconds of CPU, statements)."""
    logging.getLogger("judge").setLevel(50)
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/judge.db"
        migrate(url)
        judge = open_judge(Settings(database=url), SetClock(NOW))
        for games in COUNTS:
            _fill(judge, games)
            site = Site(judge, searchable=True)
            for path, asked in ASKED:
                with judge.db.reading() as session:
                    site.get(session, path, asked)
                with _counted(judge) as said:
                    begun = time.process_time()
                    for _ in range(TIMES):
                        with judge.db.reading() as session:
                            site.get(session, path, asked)
                    took = (time.process_time() - begun) / TIMES * 1000
                name = path + "?" * bool(asked) + "&".join(f"{key}={value}" for key, value in asked.items())
                found[name, games] = took, said[0] // TIMES
        judge.db.close()
    logging.getLogger("judge").setLevel(logging.NOTSET)
    return found


def rows() -> list[tuple[str, str, str]]:
    """(what, measured, target) for `make bench`."""
    return [
        (f"{name}, {games} games", f"{took:.1f} ms of CPU, {statements} statements", "")
        for (name, games), (took, statements) in sorted(measure().items())
    ]
