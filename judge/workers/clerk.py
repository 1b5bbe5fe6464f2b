"""The clerk reads mails and cuts phases as one timeline. One clerk at a time has the lease; another takes over when it
runs out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from judge.app import Judge
from judge.conversation.attempts import read_one
from judge.phases import computers
from judge.phases.adjudication import adjudicate, suspend
from judge.phases.deadlines import Due, cut_if_ready, due_phases
from judge.phases.game_clock import follow_wall_clocks
from judge.phases.old_seeds import tell_of_old_seeds
from judge.phases.outage import may_work
from judge.phases.reminders import follow_reminder_hours, near_phases, remind
from judge.phases.unusable_rules import follow_rules
from judge.press.delivery import games_due, quarter_before, send_due
from judge.store.engine import DATABASE_TROUBLE
from judge.store.locks import Lease, all_accepted, clerk_lease
from judge.store.nodes import Node
from judge.store.tables import InboundRow

BATCH = 200
ALONE = "tick"
"""What a clerk without a daemon is called among the nodes."""
# A mail that was accepted at the very deadline counts: phases are settled as of just before it.
MOMENT = timedelta(microseconds=1)
_UNREAD = (
    select(InboundRow.accepted_at, InboundRow.id)
    .where(InboundRow.status == "new", InboundRow.accepted_at <= bindparam("now"))
    .order_by(InboundRow.accepted_at, InboundRow.id)
    .limit(BATCH)
)


class _Due(NamedTuple):
    """What is due at an instant: the games (ids) whose computer players are to write, those with press that no seat
    signs, and the phases.
    """

    computers: Sequence[int]
    veiled: Sequence[int]
    phases: Sequence[Due]


_NOTHING = _Due((), (), ())


def never() -> bool:
    return False


def _due(session: Session, at: datetime) -> _Due:
    return _Due(computers.games_due(session), games_due(session, at), due_phases(session, at))


@dataclass
class Clerk:
    """`asleep`: due games that were found waiting, as (version, until when); none is looked at in vain. `kept_back`:
    the games whose unsigned press a fault kept back, and at which quarter; `leaves_traces`: what was read may lie on in
    the database's log. `node`: the one that it works for, where it is not alone; `is_over` says that nothing further
    shall be begun.
    """

    judge: Judge
    node: Node | None = None
    is_over: Callable[[], bool] = never
    _at_work: Node | None = None
    _asleep: dict[int, tuple[int, datetime | None]] = field(default_factory=dict)
    _kept_back: set[tuple[int, datetime]] = field(default_factory=set)
    _knows_zones: bool = False
    _knows_rules: bool = False
    _knows_seeds: bool = False
    _leaves_traces: bool = False

    def __post_init__(self) -> None:
        # Whatever is written is written only while the number of the node stands that holds it.
        self.judge = replace(self.judge, db=self.judge.db.guarded(self._stands))

    def _stands(self, session: Session) -> None:
        if self._at_work is not None:
            self._at_work.stands(session)

    def work_off(self) -> int:
        """Works until nothing is due or it is over, unless another clerk is at it; how much was done. Raises
        WrongSchema, and NodeLost where this process was silent for too long.
        """
        with ExitStack() as stack:
            self._at_work = self.node or stack.enter_context(Node(self.judge.db, ALONE))
            lease = stack.enter_context(clerk_lease(self.judge.db, self._at_work))
            return self._work_off(lease) if lease.owned() else 0

    def _work_off(self, lease: Lease) -> int:
        self.judge.db.check_schema()  # somebody may have migrated it meanwhile
        if not may_work(self.judge):
            return 0
        if not self._knows_rules:  # what is installed is seen when a judge starts
            follow_rules(self.judge)
            self._knows_rules = True
        if not self._knows_zones:  # newer rules of zones are seen when a judge starts
            follow_wall_clocks(self.judge)
            follow_reminder_hours(self.judge)
            self._knows_zones = True
        if not self._knows_seeds:  # a database of former days is met when a judge starts
            tell_of_old_seeds(self.judge)
            self._knows_seeds = True
        total = 0
        while done := self._turn(lease):
            total += done
            # It may be over, or the clock may jump, while there is much to do.
            if self.is_over() or not may_work(self.judge):
                return total
        total += self._remind()
        # The mails that were read stand in the log as they came, with their KEYs.
        self._leaves_traces = (self._leaves_traces or total > 0) and not self.judge.db.empty_log()
        return total

    def _turn(self, lease: Lease) -> int:
        """Mails at the instant of their acceptance, deadlines at theirs; how much was done."""
        now, mails, due = self._gather()
        done = 0
        for at, mail_id in mails:
            if self._ends(lease):
                return done
            done += self._settle(lease, at - MOMENT, self._due_at(at - MOMENT))
            if self._ends(lease):
                return done
            # One that fails is tried again at once, until it is quarantined: nothing may be adjudicated while a mail
            # from before the deadline is unread.
            while not read_one(self.judge, mail_id):
                pass
            done += 1
        # Where mails were read another turn comes, and settles what is due by then.
        return done or self._settle(lease, now, due)

    def _ends(self, lease: Lease) -> bool:
        return self.is_over() or not lease.owned()

    def _gather(self) -> tuple[datetime, list[tuple[datetime, int]], _Due]:
        """The present instant; the next unread mails that were accepted by then, in order of acceptance; and, if there
        are none, what is due.
        """
        # The clock first: whoever took theirs before us has committed then, and nothing accepted earlier is out of
        # sight.
        # On SQLite whoever takes it has the write lock.
        now = self.judge.write(lambda work: work.now)
        all_accepted(self.judge.db)
        with self.judge.db.reading() as session:
            mails = [(at, mail_id) for at, mail_id in session.execute(_UNREAD, {"now": now})]
            return now, mails, _NOTHING if mails else _due(session, now)

    def _settle(self, lease: Lease, at: datetime, due: _Due) -> int:
        """Sends press whose quarter has come, adjudicates each phase that can be at that instant; how much was done."""
        done = 0
        written = self._have_computers_write(due.computers)
        if due.veiled:
            done += self._send_veiled(due.veiled, at)
        if done or written:
            done += written
            due = self._due_at(at)
        for each in due.phases:
            version, until = self._asleep.get(each.game_id, (-1, None))
            if version == each.version and (until is None or until > at):
                continue
            if self._ends(lease):
                return done
            with self._suspended_on_fault(each):
                cut, ready_from = cut_if_ready(self.judge, each, at)
                if cut:
                    done += adjudicate(self.judge, each.game_id, each.label)
                else:
                    self._asleep[each.game_id] = (each.version, ready_from)
        # A seat that was lost may be a program's now, and the phase is looked at again once that has written.
        return done or (self._have_computers_write(self._due_at(at).computers) if due.phases else 0)

    def _have_computers_write(self, games: Sequence[int]) -> int:
        return sum(computers.write_for(self.judge, game_id) for game_id in games)

    def _due_at(self, at: datetime) -> _Due:
        with self.judge.db.reading() as session:
            return _due(session, at)

    def _send_veiled(self, games: Sequence[int], at: datetime) -> int:
        """What no seat signs goes out; the number of games. Where a fault kept it back the next quarter tries again."""
        due = [(game_id, quarter_before(at)) for game_id in games]
        sent = [each for each in due if each not in self._kept_back and send_due(self.judge, each[0])]
        self._kept_back.update(set(due) - set(sent))
        return len(sent)

    def _remind(self) -> int:
        near = near_phases(self.judge)
        for each in near:
            with self._suspended_on_fault(each):
                remind(self.judge, each)
        return len(near)

    @contextmanager
    def _suspended_on_fault(self, due: Due) -> Iterator[None]:
        """One game whose rules or templates raise is suspended, and the others go on."""
        try:
            yield
        except DATABASE_TROUBLE:
            raise
        except Exception:  # noqa: BLE001 - whatever it is
            suspend(self.judge, due.game_id, due.label)
