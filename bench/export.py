"""The export of 1,000 games that have ended, each of fifteen phases with their maps and secrets: all of them the first
time, and again when one game has changed. Linear in the phases of what has changed, and in the number of files. And
games that differ, each of which is exported for the first time.
"""

from __future__ import annotations

import logging
import resource
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from sqlalchemy import insert, select, update

from judge.app import Judge, Work, open_judge
from judge.archive.document import read_archive
from judge.clock import SetClock
from judge.play.transfer import import_archive
from judge.settings import Settings
from judge.store.migrate import migrate
from judge.store.tables import ActRow, Base, EventRow, Game, LedgerRow, OrdersRow, PhaseRow, Seat
from judge.web.export import export
from judge.web.page_cache import Finisher
from judge.web.pages import Site
from tests.archive.played import other_game, short_game
from tests.support.bots import gambles
from tests.support.house import open_house
from tests.support.table_of_seven import PLAYERS, seven

GAMES = 1000
PHASES, ROUNDS = 12, 5
WARM, FRESH = 5, 25
BASE = "https://judge.example.org/"
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def _fill(judge: Judge) -> None:
    """One game, taken in from its archive, and as many copies as it needs."""
    archive = read_archive(short_game())
    with judge.db.writing() as session:
        first = import_archive(Work(judge, session, NOW), archive, "game-0000")
        games = [dict(_values(first), name=f"game-{number:04}") for number in range(1, GAMES)]
        session.execute(insert(Game), games)
        ids = session.execute(select(Game.id).where(Game.id != first.id)).scalars().all()
        for table in (Seat, PhaseRow, EventRow, OrdersRow, ActRow, LedgerRow):
            rows = session.execute(select(table).where(table.game_id == first.id)).scalars().all()
            for number in ids:
                session.execute(insert(table), [dict(_values(row), game_id=number) for row in rows])


def _values(row: Base) -> dict[str, object]:
    return {column.key: getattr(row, column.key) for column in row.__table__.columns if column.key != "id"}


def measure() -> tuple[int, float, float, float]:
    """(files, seconds of the first export, seconds of one after a change of one game, megabytes at most)."""
    logging.getLogger("judge").setLevel(50)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/judge.db"
        migrate(url)
        judge = open_judge(Settings(database=url), SetClock(NOW))
        _fill(judge)
        www = Path(folder) / "www"
        begun = time.perf_counter()
        files = export(Site(judge), www)
        whole = time.perf_counter() - begun
        with judge.db.writing() as session:
            session.execute(update(Game).where(Game.name == "game-0500").values(title="Another title"))
        begun = time.perf_counter()
        export(Site(judge), www)
        again = time.perf_counter() - begun
        judge.db.close()
    logging.getLogger("judge").setLevel(logging.NOTSET)
    return files, whole, again, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def from_nothing() -> tuple[float, float, float]:
    """Seconds of CPU of a game of seven phases that has ended and was never exported, of several that differ: what its
    export costs where its pages have been made, what making and keeping them costs the daemon once, and what the export
    costs where nobody has made them. Templates and boards are read already.
    """
    logging.getLogger("judge").setLevel(50)
    kept: list[float] = []
    made: list[float] = []
    anew: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/judge.db"
        migrate(url)
        judge = open_judge(Settings(database=url, web_base=BASE), SetClock(NOW))
        site, www = Site(judge, BASE), Path(folder) / "www"
        finisher = Finisher(judge)
        finisher.finish()
        for number in range(2 * (WARM + FRESH)):
            without = _seconds(site, www)
            with judge.db.writing() as session:
                import_archive(Work(judge, session, NOW), read_archive(other_game(number)), f"game-{number:04}")
            if number % 2:
                begun = time.process_time()
                finisher.finish()
                made.append(time.process_time() - begun)
            (kept if number % 2 else anew).append(_seconds(site, www) - without)
            finisher.finish()
        judge.db.close()
    logging.getLogger("judge").setLevel(logging.NOTSET)
    each = [sorted(spent[WARM:])[FRESH // 2] for spent in (kept, made, anew)]
    return each[0], each[1], each[2]


def one_phase_later() -> tuple[int, float]:
    """(phases of a game that runs, seconds of CPU that one more costs an export, with its templates read already)."""
    logging.getLogger("judge").setLevel(50)
    spent = []
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/judge.db"
        migrate(url)
        with open_house(url, Path(folder), replies_per_hour=1_000_000) as house:
            table, www, site = seven(house), Path(folder) / "www", Site(house.judge)
            for number in range(PHASES):
                table.play_phase({role: gambles(Random(number)) for role in PLAYERS})
            for number in range(ROUNDS):
                export(site, www)
                without = _seconds(site, www)
                table.play_phase({role: gambles(Random(PHASES + number)) for role in PLAYERS})
                spent.append(_seconds(site, www) - without)
    logging.getLogger("judge").setLevel(logging.NOTSET)
    return PHASES, sorted(spent)[ROUNDS // 2]


def _seconds(site: Site, www: Path) -> float:
    begun = time.process_time()
    export(site, www)
    return time.process_time() - begun


def rows() -> list[tuple[str, str, str]]:
    """(what, measured, target) for `make bench`."""
    files, whole, again, memory = measure()
    kept, made, anew = from_nothing()
    phases, later = one_phase_later()
    return [
        (f"export of {GAMES} games, {files} files", f"{whole:.0f} s, {whole / GAMES * 1000:.0f} ms a game", ""),
        ("the same once one game has changed", f"{again:.1f} s", ""),
        ("memory at most", f"{memory:.0f} MB", ""),
        ("a finished game that was never exported", f"{kept * 1000:.0f} ms of CPU", "20 ms"),
        ("its pages, made once by the daemon", f"{made * 1000:.0f} ms of CPU", ""),
        ("the same where no daemon has made them", f"{anew * 1000:.0f} ms of CPU", ""),
        (f"a game of {phases} phases that runs, one phase later", f"{later * 1000:.0f} ms of CPU", "20 ms"),
    ]
