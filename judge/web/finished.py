"""The pages of finished games as files, made once: what is over stays as it is, and an export has only to write it.

The daemon makes them where pages are exported and not served (`web_base` without `web_listen`). They are kept packed
beside the game. What nobody has made yet an export makes itself.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Sequence

import structlog
from sqlalchemy import and_, bindparam, exists, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from judge.app import Judge
from judge.games.visibility import shown_games
from judge.settings import Settings
from judge.store.engine import DATABASE_TROUBLE
from judge.store.tables import FinishedRow, Game
from judge.web.files import File
from judge.web.pages import Site

log = structlog.get_logger()

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
    """The files of a game (path below its folder, content) as this judge makes them now; None if they are not kept.
    `made_of`: the game's stamp (judge/lifecycle/public_record.py).
    """
    packed = session.execute(_KEPT, {"game_id": game_id, "edition": edition, "made_of": made_of}).scalar_one_or_none()
    return _unpacked(packed) if packed is not None else None


class Finisher:
    """Makes the files of the games that have ended since, or that another version of the judge has made."""

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
                done += self._finish(game_id, name)
            except DATABASE_TROUBLE:
                raise
            except Exception:
                self._failed.add(game_id)  # its other pages are not to blame, nor the other games
                log.exception("the pages of a finished game could not be made", game=name)
        return done

    def _finish(self, game_id: int, name: str) -> bool:
        site = self._site
        with site.judge.db.reading() as session:
            rows = site.rows(session, name)
            if rows is None:
                return False
            version, made_of = rows.game.version, site.stamp(rows)
            files = [(path, make()) for path, _, make in site.files_of(session, rows)]
        values = {"version": version, "edition": site.edition, "made_of": made_of, "files": _packed(files)}
        db = site.judge.db
        insert = (postgresql if db.dialect == "postgresql" else sqlite).insert(FinishedRow)
        # Another daemon may have made them meanwhile.
        kept = insert.values(game_id=game_id, **values).on_conflict_do_update(index_elements=["game_id"], set_=values)
        db.write(lambda session: session.execute(kept))
        return True


def _packed(files: Sequence[tuple[str, File | None]]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as made:
        for path, file in files:
            if file is not None:
                made.writestr(zipfile.ZipInfo(path), file.content, zipfile.ZIP_DEFLATED, QUICKLY)
    return held.getvalue()


def _unpacked(packed: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(packed)) as kept:
        for path in kept.namelist():
            yield path, kept.read(path)
