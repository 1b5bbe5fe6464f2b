"""What there is to do, as one node takes it: mails are looked through for what they may touch, and shared out with the
phases that are due. What may be taken is said in judge/workers/shares.py; here it is asked and written down.

Sharing out is one short transaction that only one node at a time is in. The work itself holds no lock but what it
holds, which others see in the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

import structlog
from sqlalchemy import bindparam, func, select, update
from sqlalchemy.orm import Session

from judge.app import Judge, Work
from judge.conversation.attempts import ATTEMPTS
from judge.conversation.lines.parsed import Parsed, parse
from judge.conversation.reach import Kept, reach_of, touched
from judge.phases import computers
from judge.phases.schedule.deadlines import Due, due_phases
from judge.phases.schedule.reminders import near_phases
from judge.press.delivery import games_due
from judge.store.engine import DATABASE_TROUBLE
from judge.store.locks import all_accepted, game_key, held_by_others, hold, sharing
from judge.store.nodes import Node
from judge.store.tables import InboundRow, NodeRow
from judge.workers.set_aside import SetAside
from judge.workers.shares import MOMENT, Share, Unread, choose

log = structlog.get_logger()

WINDOW = 300
"""So many unread mails are looked at when work is shared out."""

SORTED_AT_ONCE = 50
MOST_MAILS = 20
"""So many one node takes at once, where others may want some."""

MOST_GAMES = 10
GAMES_BESIDE_MAIL = 2
"""So many late phases are settled before new mail is looked for; fewer where mail waits, which comes first."""

SORTING = "mail that nobody has looked through"

_WAITING = (
    select(InboundRow.id, InboundRow.accepted_at, InboundRow.attempts, InboundRow.reach)
    .where(InboundRow.status == "new", InboundRow.accepted_at <= bindparam("now"))
    .order_by(InboundRow.accepted_at, InboundRow.id)
)
_UNSORTED = (
    select(InboundRow)
    .where(InboundRow.status == "new", InboundRow.reach.is_(None), InboundRow.accepted_at <= bindparam("now"))
    .order_by(InboundRow.accepted_at, InboundRow.id)
    .limit(SORTED_AT_ONCE)
)


class ToDo(NamedTuple):
    """What a node has taken. `mails` in order, each with the keys of what it touches (None: everything) and as it was
    parsed, where this node did so; then games (ids) whose `computers` write, with press that no seat signs (`veiled`),
    and `due` phases, as of `horizon`; and phases `near` their end. `waits`: there is mail that others must be done with
    first.
    """

    mails: Sequence[tuple[Unread, frozenset[str] | None, Parsed | None]] = ()
    computers: Sequence[int] = ()
    veiled: Sequence[int] = ()
    due: Sequence[Due] = ()
    near: Sequence[Due] = ()
    horizon: datetime | None = None
    waits: bool = False

    def __bool__(self) -> bool:
        return bool(self.mails or self.computers or self.veiled or self.due or self.near)


@dataclass
class Desk:
    """`set_aside`: what is not taken again yet, since it would be in vain. `begun`: the mails of what was taken that
    this node has begun to read.
    """

    judge: Judge
    node: Node
    set_aside: SetAside = field(default_factory=SetAside)
    begun: set[int] = field(default_factory=set)
    _taken: tuple[int, ...] = ()
    _parsed: dict[int, Parsed] = field(default_factory=dict)

    def is_idle(self) -> bool:
        """Is nothing to be seen that anybody could do? It holds no lock, and what is just coming in is not seen."""
        with self.judge.db.reading() as session:
            now = self.judge.now(session)
            if session.execute(_WAITING.limit(1), {"now": now}).first() is not None:
                return False
            if self._veiled(session, now) or self._awake(due_phases(session, now), now):
                return False
            if computers.games_due(session):
                return False
        return not near_phases(self.judge)

    def take(self) -> ToDo:
        """What this node does next, which it holds from now on in place of what it held."""
        # The clock first: whoever took theirs before has committed then, so nothing accepted earlier is out of sight.
        # On SQLite whoever takes it has the write lock.
        now = self.judge.write(lambda work: work.now)
        all_accepted(self.judge.db)
        looked_at = self._look_through(now)
        todo = self.judge.write(lambda work: self._take(work, now, looked_at))
        if todo or todo.waits:
            return todo
        near = near_phases(self.judge)
        return self.judge.write(lambda work: self._take(work, now, {}, near)) if near else todo

    def let_go(self) -> None:
        """Of everything that this node holds; mails that it did not begin count as never begun."""
        with suppress(*DATABASE_TROUBLE):
            self.judge.db.write(self._let_go)

    def _let_go(self, session: Session) -> None:
        sharing(session)
        self._take_back(session)
        hold(session, self.node.number, ())

    def _take_back(self, session: Session) -> None:
        left = [number for number in self._taken if number not in self.begun]
        if left:
            unbegun = update(InboundRow).where(InboundRow.id.in_(left), InboundRow.status == "new")
            session.execute(unbegun.where(InboundRow.attempts > 0).values(attempts=InboundRow.attempts - 1))
        self._taken, self.begun = (), set()

    def _look_through(self, now: datetime) -> dict[int, Kept]:
        """What the next mails may touch that nobody has looked through, unless somebody else is at it. Each counts as
        begun meanwhile: one that kills whoever looks through it is known by that.
        """
        rows = self.judge.db.write(lambda session: self._begin_to_look(session, now))
        found: dict[int, Kept] = {}
        for row in rows:
            try:
                self._parsed[row.id] = parse(self.judge, row)
                with self.judge.db.reading() as session:
                    found[row.id] = reach_of(self.judge, session, row, self._parsed[row.id])
            except DATABASE_TROUBLE:
                raise
            except Exception:  # noqa: BLE001 - its reading will fail too, and count
                log.error("looking through failed", mail_id=row.id)
                self._parsed.pop(row.id, None)
                found[row.id] = {"all": True}
        return found

    def _begin_to_look(self, session: Session, now: datetime) -> list[InboundRow]:
        sharing(session)
        if SORTING in held_by_others(session, self.node.number):
            return []
        rows = list(session.execute(_UNSORTED, {"now": now}).scalars())
        if not rows:
            return []
        failed = next((row for row in rows if row.attempts), None)
        rows = [row for row in rows if not row.attempts] if failed is not rows[0] else [rows[0]]
        hold(session, self.node.number, (SORTING,))
        for row in rows:
            row.attempts += 1
            if row.attempts > ATTEMPTS:
                row.reach = {"all": True}
        return [row for row in rows if row.attempts <= ATTEMPTS]

    def _take(self, work: Work, now: datetime, looked_at: dict[int, Kept], near: Sequence[Due] = ()) -> ToDo:
        session = work.session
        sharing(session)
        self._take_back(session)
        for mail_id, kept in looked_at.items():
            unread = update(InboundRow).where(InboundRow.id == mail_id, InboundRow.status == "new")
            session.execute(unread.values(reach=kept, attempts=0))
        held = held_by_others(session, self.node.number)
        rows = session.execute(_WAITING.limit(WINDOW), {"now": now}).all()
        until = now if len(rows) < WINDOW else rows[-1].accepted_at - MOMENT
        share = choose(_unread(session, rows), until, held, self._most(session, len(rows)))
        todo = self._with_phases(session, share, near)
        self._taken = tuple(mail.id for mail, _ in share.mails)
        if self._taken:
            counted = update(InboundRow).where(InboundRow.id.in_(self._taken))
            session.execute(counted.values(attempts=InboundRow.attempts + 1))
        phases = (each.game_id for each in (*todo.due, *todo.near))
        games = {game_key(number) for number in (*todo.computers, *todo.veiled, *phases)}
        hold(session, self.node.number, share.keys | games)
        parsed = {mail_id: self._parsed[mail_id] for mail_id, *_ in rows if mail_id in self._parsed}
        self._parsed = parsed
        return todo._replace(mails=[(mail, keys, parsed.get(mail.id)) for mail, keys in share.mails])

    def _most(self, session: Session, waiting: int) -> int:
        """How many mails this node takes, that the others have something to do too."""
        if not self.node.is_shared:
            return MOST_MAILS
        nodes = session.execute(select(func.count()).select_from(NodeRow)).scalar_one()
        return max(1, min(MOST_MAILS, -(-waiting // max(1, nodes))))

    def _with_phases(self, session: Session, share: Share, near: Sequence[Due]) -> ToDo:
        """The phases that may be settled beside the mails of a share; those that are `near` where nothing else is."""
        todo = ToDo(horizon=share.horizon, waits=share.waits)
        if share.horizon is None:
            return todo
        most = GAMES_BESIDE_MAIL if share.mails else MOST_GAMES
        writing = [each for each in computers.games_due(session) if game_key(each) not in share.busy]
        veiled = [each for each in self._veiled(session, share.horizon) if game_key(each) not in share.busy]
        due = self._awake(due_phases(session, share.horizon), share.horizon)
        # Each by itself: a phase is looked at when its computer players have written.
        due = [each for each in _free(due, share.busy) if each.game_id not in writing]
        todo = todo._replace(computers=writing[:most], veiled=veiled[:most], due=due[:most])
        if todo or share.mails or share.waits:
            return todo
        return todo._replace(near=_free(near, share.busy)[:MOST_MAILS])

    def _veiled(self, session: Session, at: datetime) -> list[int]:
        """The games with press that no seat signs whose quarter has come."""
        return [each for each in games_due(session, at) if not self.set_aside.holds_back(each, at)]

    def _awake(self, due: Iterable[Due], at: datetime) -> list[Due]:
        """Those of them that are not known to wait still."""
        return [each for each in due if not self.set_aside.waits(each, at)]


def _free(due: Iterable[Due], busy: Collection[str]) -> list[Due]:
    return [each for each in due if game_key(each.game_id) not in busy]


def _unread(session: Session, rows: Sequence[tuple[int, datetime, int, Kept | None]]) -> list[Unread]:
    known = iter(touched(session, [reach for *_, reach in rows if reach is not None]))
    return [
        Unread(mail_id, at, next(known) if reach is not None else None, attempts)
        for mail_id, at, attempts, reach in rows
    ]
