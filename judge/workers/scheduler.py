"""The scheduler of a node: finds what there is to do, and takes a share of it.

Mails are looked through for what they may touch. What is due is shared out with them: phases whose instant has come,
computer players that have to write, press that no seat signs. judge/workers/allocation.py decides what may be taken;
here it is read and written down. Sharing out is one short transaction that only one node at a time is in. Meanwhile
others see in the table what a node holds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import CompoundSelect, Row, Select, bindparam, func, literal, null, select, union_all, update
from sqlalchemy.orm import Session

from judge.app import Judge
from judge.logs import log
from judge.mailbox.line_faults import ATTEMPTS
from judge.mailbox.lock_footprint import WHATEVER, Kept, reach_of, touched
from judge.mailbox.parser import Parsed, parse
from judge.play import agenda, deadlines
from judge.play.deadlines import Due
from judge.press.delivery import quarter_before
from judge.store.engine import DATABASE_TROUBLE, NodeLost
from judge.store.locks import ALL, game_key, held_by_others, hold, in_sight, sharing
from judge.store.nodes import Node
from judge.store.tables import Base, InboundRow, NodeRow
from judge.workers.allocation import MOMENT, LastLook, Share, Unread, allocate, games_among, may_have_work
from judge.workers.time_limit import OutOfTime, time_limit


@dataclass
class Deferrals:
    """Games that need no look yet. `_waiting`: the version of each game (id) that was found waiting, and until when it
    waits (None: until it changes). `_press`: games whose unsigned press a fault kept back, and in which quarter.
    """

    _waiting: dict[int, tuple[int, datetime | None]] = field(default_factory=dict)
    _press: set[tuple[int, datetime]] = field(default_factory=set)

    def is_deferred(self, due: Due, at: datetime) -> bool:
        """Is this game, as it stands, known to wait at that instant still?"""
        version, until = self._waiting.get(due.game_id, (-1, None))
        return version == due.version and (until is None or until > at)

    def defer(self, due: Due, until: datetime | None) -> None:
        """Note that the game waits until then, or until it changes."""
        self._waiting[due.game_id] = (due.version, until)

    def is_press_deferred(self, game_id: int, at: datetime) -> bool:
        """Did a fault keep the game's unsigned press back in this quarter? The next one tries again."""
        return (game_id, quarter_before(at)) in self._press

    def defer_press(self, game_id: int, at: datetime) -> None:
        """Note that a fault has kept the game's unsigned press back in this quarter."""
        self._press.add((game_id, quarter_before(at)))


WINDOW = 300
"""How many unread mails are looked at when work is shared out."""

SORTED_AT_ONCE = 50
MOST_MAILS = 20
"""How many one node takes at once, where others may want some."""

MOST_GAMES = 10
GAMES_BESIDE_MAIL = 2
"""How many late phases are settled before new mail is looked for; fewer where mail waits, which comes first."""

WAIT_SECONDS = 4.0
"""How long a node waits for others before it looks at everything again, whatever it was told."""
LOOK_SECONDS = 1.0
"""How often it looks whether there may be something, though nobody told it."""

SORTING = "mail that nobody has looked through"

_WAITING = (
    select(InboundRow.id, InboundRow.accepted_at, InboundRow.attempts, InboundRow.reach)
    .where(InboundRow.status == "new", InboundRow.accepted_at <= bindparam("now"))
    .order_by(InboundRow.accepted_at, InboundRow.id)
)
_WAITING_IDS = _WAITING.with_only_columns(InboundRow.id).limit(WINDOW)
_WAITS = _WAITING_IDS.limit(1)


_MAILS = Base.metadata.tables[InboundRow.__tablename__]
_SORTED = (
    update(_MAILS)
    .where(_MAILS.c.id == bindparam("mail"), _MAILS.c.status == "new")
    .values(reach=bindparam("kept"), attempts=0)
)
_BEGUN = (
    update(_MAILS).where(_MAILS.c.id.in_(bindparam("mails", expanding=True))).values(attempts=_MAILS.c.attempts + 1)
)


_Waiting = Row[int, datetime, int, Kept | None]


class WorkDue(NamedTuple):
    """Games (ids) whose computer players have to write, games (ids) with press to go out, phases to be looked at,
    earliest first, and those `near` their end, of which a reminder may be due.
    """

    computers: Sequence[int]
    veiled: Sequence[int]
    phases: Sequence[Due]
    near: Sequence[Due]

    def __bool__(self) -> bool:
        return any(self)

    @property
    def games(self) -> set[int]:
        """Those (ids) in which anything is due; a reminder is not."""
        return {*self.computers, *self.veiled, *(phase.game_id for phase in self.phases)}


NOTHING_DUE = WorkDue((), (), (), ())

_PHASE, _NEAR, _COMPUTERS, _VEILED = 1, 2, 3, 4
_LIKE_A_PHASE = (null(),) * 4


def _statement(*within: Any) -> CompoundSelect[Any]:
    """Made once: the clerk asks before each mail."""

    def of(query: Select[Any], kind: int) -> Select[Any]:
        game_id = query.selected_columns.game_id
        return query.where(*(game_id.in_(games) for games in within)).add_columns(literal(kind).label("kind"))

    def padded(query: Select[Any]) -> Select[Any]:
        game_id = query.selected_columns.game_id
        return query.with_only_columns(null(), game_id, *_LIKE_A_PHASE)

    return union_all(
        *(of(query, _PHASE) for query in agenda.DUE),
        of(agenda.NEAR, _NEAR),
        of(padded(agenda.UNWRITTEN), _COMPUTERS),
        of(padded(agenda.VEILED), _VEILED),
    )


_DUE = _statement()
_DUE_IN = _statement(bindparam("games", expanding=True))


def work_due(session: Session, until: datetime, games: Collection[int] | None = None) -> WorkDue:
    """What is due by then, in these games (ids) or in all. Reads nothing that is not, by the indexes."""
    if games is not None and not games:
        return NOTHING_DUE
    values = {"until": until} if games is None else {"until": until, "games": sorted(games)}
    rows = session.connection().execute(_DUE if games is None else _DUE_IN, values).all()
    if not rows:
        return NOTHING_DUE
    return WorkDue(
        sorted({row.game_id for row in rows if row.kind == _COMPUTERS}),
        sorted({row.game_id for row in rows if row.kind == _VEILED}),
        deadlines.in_order(row for row in rows if row.kind == _PHASE),
        deadlines.in_order(row for row in rows if row.kind == _NEAR),
    )


class MailToRead(NamedTuple):
    """A mail of a share. `games` (ids) that it touches (None: all). `is_settled`: nothing is due in them before it.
    `came`: the mail, parsed where this node has looked through it; None where it is gone.
    """

    mail: Unread
    games: Collection[int] | None
    is_settled: bool
    came: Parsed | InboundRow | None


class ToDo(NamedTuple):
    """What a node has taken. `mails` in order; then games (ids) whose `computers` write, with press that no seat signs
    (`veiled`), and `due` phases, as of `horizon`; and phases `near` their end. `waits`: there is mail that others must
    be done with first.
    """

    mails: Sequence[MailToRead] = ()
    computers: Sequence[int] = ()
    veiled: Sequence[int] = ()
    due: Sequence[Due] = ()
    near: Sequence[Due] = ()
    horizon: datetime | None = None
    waits: bool = False

    def __bool__(self) -> bool:
        return bool(self.mails or self.computers or self.veiled or self.due or self.near)


@dataclass
class Scheduler:
    """`deferrals`: what is not taken again yet, since it would be in vain. `begun`: the mails of what was taken that
    this node has begun to read. `until`: what comes after that instant is left to others (None: nothing is).
    """

    judge: Judge
    node: Node
    deferrals: Deferrals = field(default_factory=Deferrals)
    begun: set[int] = field(default_factory=set)
    until: datetime | None = None
    _taken: tuple[int, ...] = ()
    _parsed: dict[int, Parsed] = field(default_factory=dict)
    _last_look: LastLook | None = None

    def is_idle(self) -> bool:
        """Is nothing to be seen that anybody could do? It holds no lock, and what is just coming in is not seen."""
        with self.judge.db.reading() as session:
            now = self._no_later(self.judge.now(session))
            if session.connection().execute(_WAITS, {"now": now}).first() is not None:
                return False
            return not self._not_deferred(work_due(session, now), now)

    def _no_later(self, now: datetime) -> datetime:
        return now if self.until is None else min(now, self.until)

    def take(self) -> ToDo:
        """What this node does next, which it holds from now on in place of what it held."""
        now = in_sight(self.judge.db, self.judge.now) if self.node.is_shared else None
        todo, unsorted = self.judge.db.write(lambda session: self._take(session, now, None))
        while unsorted:
            looked_at = self._look_through(unsorted)
            self._last_look = None
            todo, unsorted = self.judge.db.write(partial(self._take, now=now, looked_at=looked_at))
        return todo

    def wait(self, is_over: Callable[[], bool]) -> None:
        """After a share in which there was nothing, though mail waits: until there may be something, or it is over, or
        for some seconds at most.
        """
        end = time.monotonic() + WAIT_SECONDS
        while self._last_look is not None and not is_over():
            left = end - time.monotonic()
            if left <= 0:
                self._last_look = None  # what it saw is too old to go by
                return
            self.node.wait(min(left, LOOK_SECONDS))
            if self._may_have_work(self._last_look):
                return

    def _may_have_work(self, seen: LastLook) -> bool:
        with self.judge.db.reading() as session:
            held = held_by_others(session, self.node.number)
            if ALL in held:
                return False
            waiting = session.scalars(_WAITING_IDS, {"now": self.judge.now(session)}).all()
        return may_have_work(seen, waiting, held)

    def release(self) -> None:
        """Of everything that this node holds; mails that it did not begin count as never begun."""
        if not self.node.is_shared and self.begun.issuperset(self._taken):
            return
        with suppress(*DATABASE_TROUBLE):
            try:
                # Whatever the tables have become: others shall have it.
                self.judge.db.guarded(self.node.standing).write(self._release)
            except NodeLost:  # others have it already
                self.judge.db.guarded(None).write(self._take_back)

    def _release(self, session: Session) -> None:
        sharing(session)
        self._take_back(session)
        hold(session, self.node.number, ())

    def _take_back(self, session: Session) -> None:
        left = [number for number in self._taken if number not in self.begun]
        if left:
            unbegun = update(InboundRow).where(InboundRow.id.in_(left), InboundRow.status == "new")
            session.execute(unbegun.where(InboundRow.attempts > 0).values(attempts=InboundRow.attempts - 1))
        self._taken, self.begun = (), set()

    def _look_through(self, rows: Sequence[InboundRow]) -> dict[int, Kept]:
        """What these mails may touch, that nobody has looked through. Each counts as begun meanwhile: one that kills
        whoever looks through it is known by that.
        """
        found: dict[int, Kept] = {}
        with self.judge.db.reading() as session:
            for row in rows:
                try:
                    with time_limit():
                        self._parsed[row.id] = parse(self.judge, row)
                        found[row.id] = reach_of(self.judge, session, row, self._parsed[row.id])
                except DATABASE_TROUBLE:
                    raise
                except (Exception, OutOfTime):  # noqa: BLE001 - its reading will fail too, and count
                    log.error("looking through failed", mail_id=row.id)
                    self._parsed.pop(row.id, None)
                    found[row.id] = WHATEVER
        return found

    def _begin_to_look(self, session: Session, unsorted: Sequence[int]) -> list[InboundRow]:
        query = select(InboundRow).where(InboundRow.id.in_(unsorted[:SORTED_AT_ONCE]))
        rows = list(session.scalars(query.order_by(InboundRow.accepted_at, InboundRow.id)))
        failed = next((row for row in rows if row.attempts), None)
        rows = [row for row in rows if not row.attempts] if failed is not rows[0] else [rows[0]]
        hold(session, self.node.number, (SORTING,))
        session.execute(_BEGUN, {"mails": [row.id for row in rows]})
        for row in rows:
            if row.attempts >= ATTEMPTS:
                row.reach = WHATEVER
        return [row for row in rows if row.attempts < ATTEMPTS]

    def _take(
        self, session: Session, now: datetime | None, looked_at: Mapping[int, Kept] | None
    ) -> tuple[ToDo, Sequence[InboundRow]]:
        """What is to be done; or mails to be looked through before anything else, unless that was done just now
        (`looked_at`) or somebody else is at it. `now`: where it need not be asked behind the write lock.
        """
        sharing(session)
        now = self._no_later(self.judge.now(session) if now is None else now)
        self._take_back(session)
        if looked_at:
            sorted_now = [{"mail": mail_id, "kept": kept} for mail_id, kept in looked_at.items()]
            session.connection().execute(_SORTED, sorted_now)
        held = held_by_others(session, self.node.number)
        rows = session.execute(_WAITING.limit(WINDOW), {"now": now}).all() if ALL not in held else ()
        if self._is_in_vain(now, rows, held):
            hold(session, self.node.number, ())
            return ToDo(waits=True), ()
        # One that holds everything need not know what the only mail touches, before which nothing is due.
        is_only = len(rows) == 1 and not self.node.is_shared and not work_due(session, rows[0].accepted_at - MOMENT)
        unsorted = [mail_id for mail_id, *_, reach in rows if reach is None and not is_only]
        # The oldest mail may have come last, behind the host's own mail system: nothing is taken before it is sorted.
        wanted = looked_at is None or (looked_at and unsorted and rows[0].id == unsorted[0])
        if unsorted and wanted and SORTING not in held:
            mails = self._begin_to_look(session, unsorted)
            if mails:
                return ToDo(), mails
        until = now if len(rows) < WINDOW else rows[-1].accepted_at - MOMENT
        reaches = [WHATEVER if is_only else reach for *_, reach in rows]
        footprints = iter(touched(session, [reach for reach in reaches if reach is not None]))
        unread = [
            Unread(mail_id, at, next(footprints) if reach is not None else None, attempts)
            for (mail_id, at, attempts, _), reach in zip(rows, reaches, strict=True)
        ]
        share = allocate(unread, until, held, self._most(session, len(rows)))
        found = due = NOTHING_DUE
        if share.horizon is not None:
            found = work_due(session, share.horizon)
            due = self._not_deferred(found, share.horizon)
        todo = _with_phases(share, due)
        self._last_look = None if todo or share.mails else LastLook(unread, until, held, phases=bool(due))
        self._hold(session, share, todo)
        self._parsed = {mail_id: self._parsed[mail_id] for mail_id, *_ in rows if mail_id in self._parsed}
        return todo._replace(mails=self._to_read(session, share, found.games, is_only)), ()

    def _to_read(self, session: Session, share: Share, due: set[int], is_only: bool) -> list[MailToRead]:
        """The mails of a share. `due`: the games (ids) in which anything is due; an earlier mail of the share may have
        changed that for its own. No mail of the share was accepted after its horizon.
        """
        came: dict[int, Parsed | InboundRow] = dict(self._parsed)
        others = [mail.id for mail, _ in share.mails if mail.id not in came]
        if others:
            came.update((row.id, row) for row in session.scalars(select(InboundRow).where(InboundRow.id.in_(others))))
        mails = []
        for mail, keys in share.mails:
            games = None if keys is None else games_among(keys)
            is_settled = is_only if games is None else due.isdisjoint(games)
            mails.append(MailToRead(mail, games, is_settled, came.get(mail.id)))
            due = due.union(games or ())
        return mails

    def _is_in_vain(self, now: datetime, rows: Sequence[_Waiting], held: Collection[str]) -> bool:
        """Whether one holds everything, or nothing has come free since this node found nothing: others were faster."""
        if ALL in held:
            self._last_look = self._last_look or LastLook((), now, held, phases=False)
            return True
        seen = self._last_look
        return seen is not None and not may_have_work(seen, [mail_id for mail_id, *_ in rows], held)

    def _hold(self, session: Session, share: Share, todo: ToDo) -> None:
        """The mails of a share count as begun, and what they and the phases touch is this node's."""
        self._taken = tuple(mail.id for mail, _ in share.mails)
        if self._taken:
            session.execute(_BEGUN, {"mails": self._taken})
        phases = (each.game_id for each in (*todo.due, *todo.near))
        games = {game_key(number) for number in (*todo.computers, *todo.veiled, *phases)}
        hold(session, self.node.number, share.keys | games)

    def _most(self, session: Session, waiting: int) -> int:
        """How many mails this node takes, that the others have something to do too."""
        if not self.node.is_shared or waiting < 2:
            return MOST_MAILS
        nodes = session.execute(select(func.count()).select_from(NodeRow)).scalar_one()
        return max(1, min(MOST_MAILS, -(-waiting // max(1, nodes))))

    def _not_deferred(self, found: WorkDue, at: datetime) -> WorkDue:
        """What of that which is due at an instant is not set aside."""
        return WorkDue(
            found.computers,
            [each for each in found.veiled if not self.deferrals.is_press_deferred(each, at)],
            [each for each in found.phases if not self.deferrals.is_deferred(each, at)],
            found.near,
        )


def _with_phases(share: Share, due: WorkDue) -> ToDo:
    """Return the phases that may be settled beside the mails of a share; those near their end if nothing else is."""
    todo = ToDo(horizon=share.horizon, waits=share.waits)
    if share.horizon is None:
        return todo
    most = GAMES_BESIDE_MAIL if share.mails else MOST_GAMES

    def free(game_id: int) -> bool:
        return game_key(game_id) not in share.busy

    writing, veiled = list(filter(free, due.computers)), list(filter(free, due.veiled))
    # Each by itself: a phase is looked at when its computer players have written.
    phases = [phase for phase in due.phases if free(phase.game_id) and phase.game_id not in writing]
    todo = todo._replace(computers=writing[:most], veiled=veiled[:most], due=phases[:most])
    if todo or share.mails or share.waits:
        return todo
    return todo._replace(near=[phase for phase in due.near if free(phase.game_id)][:MOST_MAILS])
