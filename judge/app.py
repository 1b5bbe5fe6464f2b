"""A judge that is open for business, and the unit of work that every use case is handed."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import ColumnElement, Text, cast, func, select
from sqlalchemy.orm import Session

from judge.clock import Clock
from judge.rules.boards import use_boards
from judge.settings import Settings
from judge.store.engine import ClockJumped, Database, WrongSchema, db_now
from judge.store.secret import Secret, settle
from judge.store.tables import MOVED, OVER, Game, Host

if TYPE_CHECKING:
    from judge.letters.renderer import Renderer
    from judge.rules.values import Json
    from judge.store.nodes import Standing

T = TypeVar("T")

JUMP = timedelta(hours=1)
"""A clock that is off by more than this has jumped."""
_CLOCK = select(Host.stopped_at, Host.last_seen)


@dataclass(frozen=True)
class Judge:
    """`entropy` gives that many secret random bytes: seeds, keys and codes come from it, dice never do. `secret`: that
    of the installation, which the database does not hold; `ended`: the numbers of games that may have ended here, and
    whose archives the clerk is yet to replay.
    """

    db: Database
    settings: Settings
    clock: Clock
    secret: Secret
    entropy: Callable[[int], bytes] = secrets.token_bytes
    ended: set[int] = field(default_factory=set, compare=False)

    @cached_property
    def renderer(self) -> Renderer:
        """What writes letters, with the templates of all rule systems."""
        from judge.letters.renderer import Renderer  # noqa: PLC0415 - nothing of this is loaded to accept a mail
        from judge.rules.registry import systems  # noqa: PLC0415

        folders = {name: system.templates for name, system in systems().items() if system.templates is not None}
        return Renderer(folders, self.settings.web_base)

    def now(self, session: Session, said: datetime | None = None) -> datetime:
        """The present instant, by the one clock that all judges of this database share; `said`: what a server has just
        said that it is.
        """
        return db_now(session, self.clock, said)

    def check_clock(self, session: Session, standing: Standing | None = None) -> None:
        """Raises ClockJumped if the judge is stopped, or its clock has jumped since it was last found right: as cheap
        as can be, for each transaction. `standing`: what the server has just said, if anything.
        """
        stopped_at, last_seen = standing[2:] if standing else session.connection().execute(_CLOCK).one()
        now = self.now(session, standing.now if standing else None)
        if stopped_at is not None or (last_seen is not None and abs(now - last_seen) > JUMP):
            raise ClockJumped("the clock has jumped, or did, and nothing is done until the host says that it is right")

    def write(self, unit: Callable[[Work], T]) -> T:
        """Does this in one transaction that holds the write lock, and commits; again from the start where the database
        asks for that.
        """
        return self.db.write(lambda session: unit(Work(self, session)))

    @contextmanager
    def reading(self) -> Iterator[Work]:
        """For looking only: never takes the write lock."""
        with self.db.reading() as session:
            yield Work(self, session)


LETTER_OCTETS, GROWTH = 8_000, 6
"""What a letter has beside its words, and how many octets each of these becomes at most, as text and as HTML."""


class Work:
    """One unit of work: the judge that does it, the session of its transaction, and the instant at which it is done.

    The clock is read once, when it is first asked for: behind the locks that the unit has taken by then. `mailed`:
    octets of letters to others, as `reckon` puts them; `acts`: what its mail has done at once.
    """

    def __init__(self, judge: Judge, session: Session, now: datetime | None = None) -> None:
        self.judge, self.session = judge, session
        self._now = now
        self.mailed = 0
        self.acts = 0

    def reckon(self, readers: int, characters: int) -> None:
        """Count letters of so many characters to so many readers.

        Whoever causes them meets a bound by this. So it tells nothing but what they know: not how long each letter
        becomes for its reader, who blocks whom, nor whose a pseudonym is.
        """
        self.mailed += readers * (LETTER_OCTETS + characters * GROWTH)

    @property
    def now(self) -> datetime:
        if self._now is None:
            self._now = self.judge.now(self.session)
        return self._now

    @property
    def settings(self) -> Settings:
        return self.judge.settings

    @property
    def renderer(self) -> Renderer:
        return self.judge.renderer

    def at(self, instant: datetime) -> Work:
        """The same work, done as of another instant."""
        return Work(self.judge, self.session, instant)


class WrongRules(WrongSchema):
    """A game is kept by rules that this judge has not, or cannot read. The message names both."""


def check_rules(session: Session) -> None:
    """Raises WrongRules unless the rules of every game are installed (LIST and the public pages name them for ended
    ones too) and can play on those that are not over. One that has moved away needs none. Where the rules are
    installed and cannot be used it is these games that wait, and no reason to stay shut.
    """
    options, over = cast(Game.options, Text), Game.status.in_(OVER)
    # Thousands of games are of a few kinds.
    query = select(Game.system, options, Game.system_version, over, func.min(Game.name))
    kinds = query.where(Game.status != MOVED).group_by(Game.system, options, Game.system_version, over)
    for system_name, chosen, version, is_over, name in session.execute(kinds).all():
        same = (Game.system == system_name, options == chosen, Game.system_version == version, ~over)
        _check_kind(session, system_name, json.loads(chosen), version, name, () if is_over else same)


def _check_kind(
    session: Session, system_name: str, options: Json, version: int, name: str, same: Sequence[ColumnElement[bool]]
) -> None:
    """Checks the games of one kind, of which `name` is one; by `same` those are found whose states must be readable."""
    from judge.rules.registry import Unusable, playing  # noqa: PLC0415 - not loaded where there are no games

    try:
        system = playing(system_name, options)
        if same and version != system.version:
            # Read only here: states are large, and mostly of this version.
            for one in session.execute(select(Game.name, Game.state).where(*same, Game.status != MOVED)):
                name = one.name
                if one.state is not None:
                    system.upgrade(one.state, version)
    except Unusable:
        return
    except (KeyError, ValueError) as error:
        raise WrongRules(
            f"game {name} is kept by version {version} of {system_name}, which this judge cannot read: "
            f"{error.args[0]}. Install the rules that it was played with"
        ) from None


def open_judge(settings: Settings, clock: Clock) -> Judge:
    """Opens the database (raises WrongSchema, WrongRules, WrongSecret), and makes the secret of a new one."""
    database = Database(settings.database)
    try:
        return judge_at(database, settings, clock, secrets.token_bytes)
    except Exception:
        database.close()
        raise


def judge_at(
    db: Database, settings: Settings, clock: Clock, entropy: Callable[[int], bytes], *, plays: bool = True
) -> Judge:
    """The same at a database that is open already. `plays`: the rules of its games are needed, not only its mail."""
    db.check_schema()
    use_boards(settings.boards)
    if plays:
        with db.reading() as session:
            check_rules(session)
    secret = db.write(lambda session: settle(session, settings, entropy))
    return Judge(db, settings, clock, secret, entropy)
