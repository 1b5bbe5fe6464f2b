"""The pages of finished games as files, made once: what is over stays as it is, and an export has only to write it.

The daemon makes them where pages are exported and not served (`web_base` without `web_listen`). They are kept packed
beside the game. What nobody has made yet an export makes itself.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import and_, bindparam, exists, select
from sqlalchemy.orm import Session

from judge.app import Judge
from judge.games.lookup import shown_games
from judge.logs import log
from judge.play.public_record import rows_of, stamp
from judge.settings import Settings
from judge.store.engine import DATABASE_TROUBLE
from judge.store.tables import FinishedRow, Game, upsert
from judge.web.files import File
from judge.web.pages import Site

MOST_AT_ONCE = 20
"""Games; the next ones are made when the daemon looks again."""

QUICKLY = 1
"""How hard they are packed: a third of the usual time, for a fifth more octets."""

_KEPT = select(FinishedRow.files).where(
    FinishedRow.game_id == bindparam("game_id"),
    FinishedRow.edition == bindparam("edition"),
    FinishedRow.made_of == bindparam("made_of"),
)
_AS_IT_IS = exists().where(
    FinishedRow.game_id == Game.id, FinishedRow.version == Game.version, FinishedRow.edition == bindparam("edition")
)
_WANTED = select(Game.id, Game.name).where(and_(Game.status == "ended", shown_games()), ~_AS_IT_IS).order_by(Game.id)


def are_wanted(settings: Settings) -> bool:
    """Whether the pages are somewhere on the web, and not served by the daemon itself."""
    return bool(settings.web_base) and not settings.web_listen


def find_finished(session: Session, game_id: int, edition: str, made_of: str) -> Iterator[tuple[str, bytes]] | None:
    """Return the kept files of a game (path -> content), or None. `made_of`: the game's stamp."""
    packed = session.scalar(_KEPT, {"game_id": game_id, "edition": edition, "made_of": made_of})
    return _unpacked(packed) if packed is not None else None


@dataclass(frozen=True, slots=True)
class Finished:
    """The files of a game as it was in this version, packed."""

    game_id: int
    version: int
    made_of: str
    files: bytes


def made(site: Site, name: str) -> Finished | None:
    """What a finished game's files are now; None if it is not shown any more."""
    with site.judge.db.reading() as session:
        rows = rows_of(session, name)
        if rows is None:
            return None
        files = [(path, make()) for path, _, make in site.files_of(session, rows)]
        return Finished(rows.game.id, rows.game.version, stamp(rows), _packed(files))


def keep(site: Site, finished: Finished) -> bool:
    """Keeps them, unless the game has changed since they were made: somebody in them may have been forgotten."""
    values = {"version": finished.version, "edition": site.edition, "made_of": finished.made_of}
    row = upsert(site.judge.db.dialect, FinishedRow).values(game_id=finished.game_id, files=finished.files, **values)
    # Another daemon may have made them meanwhile.
    kept = row.on_conflict_do_update(index_elements=["game_id"], set_={**values, "files": finished.files})

    def unit(session: Session) -> bool:
        game = session.get_one(Game, finished.game_id, with_for_update=True)
        if game.version != finished.version:
            return False
        session.execute(kept)
        return True

    return site.judge.db.write(unit)


class Finisher:
    """Makes and keeps the files of the games that have ended since, or that another version of the judge has made."""

    def __init__(self, judge: Judge, stop: Callable[[], bool] = lambda: False) -> None:
        self._site = Site(judge, judge.settings.web_base)
        self._stop = stop
        self._failed: set[int] = set()

    def finish(self) -> int:
        """How many games it was."""
        db = self._site.judge.db
        db.check_schema()
        with db.reading() as session:
            wanted = session.execute(_WANTED, {"edition": self._site.edition}).all()
        done = 0
        for game_id, name in [each for each in wanted if each.id not in self._failed][:MOST_AT_ONCE]:
            if self._stop():
                break
            try:
                finished = made(self._site, name)
                done += finished is not None and keep(self._site, finished)
            except DATABASE_TROUBLE:
                raise
            except Exception:
                self._failed.add(game_id)  # it is not tried again and again, and the others have theirs
                log.exception("the pages of a finished game could not be made", game=name)
        return done


def _packed(files: Sequence[tuple[str, File | None]]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as packed:
        for path, file in files:
            if file is not None:
                packed.writestr(zipfile.ZipInfo(path), file.content, zipfile.ZIP_DEFLATED, QUICKLY)
    return held.getvalue()


def _unpacked(packed: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(packed)) as kept:
        for path in kept.namelist():
            yield path, kept.read(path)
