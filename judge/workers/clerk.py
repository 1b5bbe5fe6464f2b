"""The clerk reads mails and cuts phases: of each game and of each player, in the order of time. On PostgreSQL several
share the work, each what it holds; on SQLite one at a time has the lease, and holds everything.

A mail is counted, then parsed outside any transaction, then all that it causes is done in one.
"""

from __future__ import annotations

import contextlib
import time
import traceback
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from math import inf

from sqlalchemy.orm import Session

from judge.app import Judge
from judge.commands.command import commands
from judge.logs import log
from judge.mailbox.answer import answer
from judge.mailbox.line_faults import ATTEMPTS, begin_attempt, note_trouble, take_back_attempt
from judge.mailbox.parser import Parsed, parse
from judge.play import computers, tournaments
from judge.play.adjudication import adjudicate, suspend
from judge.play.archives import replay_ended
from judge.play.deadlines import Due, cut_if_ready, follow_reminder_hours, remind
from judge.play.game_clock import follow_wall_clocks
from judge.play.nominations import tell_expired
from judge.play.outage import follow_rules, may_work
from judge.press.delivery import send_due
from judge.store.engine import DATABASE_TROUBLE, ClockJumped, NodeLost
from judge.store.locks import lease
from judge.store.nodes import Node, Standing
from judge.store.tables import InboundRow
from judge.workers.allocation import MOMENT
from judge.workers.scheduler import Deferrals, Scheduler, ToDo, work_due
from judge.workers.time_limit import OutOfTime, time_limit

ALONE = "tick"
"""The name among the nodes of a clerk without a daemon."""

LATE_SECONDS = 0.5
"""How long late phases are settled before new mail is looked for."""

WAITS = 20
"""How often a node waits for others before it ends its round."""


def never() -> bool:
    return False


@dataclass
class Clerk:
    """The loop that reads mails and ends phases. `node`: the node that it works for, where it is not alone. `is_over`:
    whether nothing further shall be begun. `until`: the instant after which mail is left to others, if any.

    `_at_start`: what is still to be done once in the life of a process. `_looked_at`: how many due games were found
    waiting. `_leaves_traces`: mails that were read may still stand in the database's log.
    """

    judge: Judge
    node: Node | None = None
    is_over: Callable[[], bool] = never
    until: Callable[[], datetime | None] = lambda: None
    _at_work: Node | None = None
    _deferrals: Deferrals = field(default_factory=Deferrals)
    _looked_at: int = 0
    _leaves_traces: bool = False
    _at_start: list[Callable[[Judge], None]] = field(
        default_factory=lambda: [follow_rules, follow_wall_clocks, follow_reminder_hours]
    )

    def __post_init__(self) -> None:
        # Whatever is written is written only while the number of the node stands that holds it, and by a judge of the
        # version that the tables are of: on PostgreSQL they may be changed while it works. And only by a clock that is
        # right: it may jump at any instant.
        self._looking = replace(self.judge, db=self.judge.db.guarded(self._stands))
        self.judge = replace(self.judge, db=self.judge.db.guarded(self._may_write))

    def _stands(self, session: Session) -> Standing | None:
        node = self._at_work
        standing = node.standing(session) if node is not None and node.is_shared else None
        if standing is not None:
            self.judge.db.check_revision(standing.revision)
        return standing

    def _may_write(self, session: Session) -> None:
        self.judge.check_clock(session, self._stands(session))

    def work_off(self) -> int:
        """Works until nothing is due or it is over, unless another clerk is at it on the same file; how much was done.
        Raises WrongSchema, and NodeLost where this process was silent for too long.
        """
        with ExitStack() as stack:
            if not stack.enter_context(lease(self.judge.db.file, "clerk")):
                return 0
            self._at_work = node = self.node or stack.enter_context(Node(self.judge.db, ALONE))
            node.enter()
            scheduler = Scheduler(self.judge, node, self._deferrals)
            try:
                return self._work_off(scheduler)
            except ClockJumped:
                may_work(self._looking)  # so that the host is told at once
                return 0
            finally:
                scheduler.release()

    def _work_off(self, scheduler: Scheduler) -> int:
        self.judge.db.check_schema()  # somebody may have migrated it meanwhile
        if not may_work(self._looking):
            return 0
        while self._at_start:
            self._at_start[0](self.judge)
            del self._at_start[0]
        tell_expired(self.judge)
        total = waits = 0
        while waits < WAITS and not scheduler.is_idle() and not self.is_over():
            # The clock may jump while there is much to do; a moment ago it had not.
            if (total or waits) and not may_work(self._looking):
                break
            scheduler.until = self.until()
            todo = scheduler.take()
            if not todo and todo.waits:
                scheduler.wait(self.is_over)
                waits += 1
                continue
            looked_at = self._looked_at
            done = self._do(todo, scheduler)
            total += done
            if not done and self._looked_at == looked_at:
                break  # nothing more can be done now
            waits = 0
        if not self.is_over():
            tournaments.tend(self.judge, commands)
        if self.judge.ended:
            self._replay_ended()
        # The mails that were read stand in the log as they came, with their KEYs.
        self._leaves_traces = (self._leaves_traces or total > 0) and not self.judge.db.empty_log()
        return total

    def _replay_ended(self) -> None:
        """Make the archives of games that have just ended. A failure holds up nothing else."""
        try:
            replay_ended(self.judge)
        except DATABASE_TROUBLE:
            raise
        except Exception:
            log.exception("the archive of a game could not be replayed")

    def _do(self, todo: ToDo, scheduler: Scheduler) -> int:
        """Mails at the instant of their acceptance, before each the deadlines of what it touches; then what is due."""
        done = 0
        for mail, games, is_settled, came in todo.mails:
            if not is_settled:
                done += self._settle_before(mail.at - MOMENT, games)
            if self.is_over():
                return done
            scheduler.begun.add(mail.id)
            # One that fails is tried again at once, until it is quarantined: nothing may be adjudicated while a mail
            # from before the deadline is unread.
            is_read = read_one(self.judge, mail.id, came if mail.attempts < ATTEMPTS else None)
            while not is_read:
                is_read = read_one(self.judge, mail.id)
            done += 1
        done += self._have_computers_write(todo.computers)
        if todo.horizon is not None:
            # New mail comes first, and waits for one phase, or for this long.
            done += self._settle(todo.horizon, todo.veiled, todo.due, time.monotonic() + LATE_SECONDS)
        for each in todo.near:
            with self._suspended_on_fault(each):
                remind(self.judge, each)
            done += 1
        return done

    def _settle_before(self, at: datetime, games: Collection[int] | None) -> int:
        """What is due in these games at this instant (None: in all), until nothing is: a seat that was lost may be a
        program's, and a phase that has begun waits for those.
        """
        total = 0
        while True:
            with self.judge.db.reading() as session:
                found = work_due(session, at, games)
            done = self._have_computers_write(found.computers)
            done += self._settle(at, found.veiled, found.phases)
            total += done
            if not done or self.is_over():
                return total

    def _have_computers_write(self, games: Sequence[int]) -> int:
        return sum(computers.write_for(self.judge, game_id) for game_id in games)

    def _settle(self, at: datetime, veiled: Sequence[int], due: Sequence[Due], end: float = inf) -> int:
        """Sends press whose quarter has come, adjudicates each phase that can be at that instant; how much was done.
        After the `end`, by the machine's clock, no further phase is begun.
        """
        done = self._send_veiled(veiled, at)
        for each in due:
            if self._deferrals.is_deferred(each, at):
                continue
            if self.is_over() or (time.monotonic() > end and each is not due[0]):
                return done
            with self._suspended_on_fault(each):
                cut, ready_from = cut_if_ready(self.judge, each, at)
                if cut:
                    done += adjudicate(self.judge, each.game_id, each.label)
                else:
                    self._deferrals.defer(each, ready_from)
                    self._looked_at += 1
        return done

    def _send_veiled(self, games: Sequence[int], at: datetime) -> int:
        """What no seat signs goes out; the number of games. Where a fault kept it back the next quarter tries again."""
        sent = 0
        for game_id in games:
            if self._deferrals.is_press_deferred(game_id, at):
                continue
            if send_due(self.judge, game_id):
                sent += 1
            else:
                self._deferrals.defer_press(game_id, at)
        return sent

    @contextmanager
    def _suspended_on_fault(self, due: Due) -> Iterator[None]:
        """One game whose rules or templates raise is suspended, and the others go on."""
        try:
            yield
        except DATABASE_TROUBLE:
            raise
        except Exception:  # noqa: BLE001 - whatever it is
            suspend(self.judge, due.game_id, due.label)


def read_one(judge: Judge, mail_id: int, came: Parsed | InboundRow | None = None) -> bool:
    """Reads one accepted mail, if it is still unread; False if that failed. Raises only where the database is in
    trouble, or its tables are of another version (WrongSchema), never for what the mail holds. `came`: the mail, where
    this attempt is counted already, and is not beyond the last.
    """
    came = came or judge.write(lambda work: begin_attempt(work, mail_id))
    if came is None:
        return True
    try:
        with time_limit():
            parsed = came if isinstance(came, Parsed) else parse(judge, came)
            judge.write(partial(answer, mail_id=mail_id, parsed=parsed))
    except NodeLost:
        raise  # it was silent over this mail, which may be why: that counts
    except DATABASE_TROUBLE:
        with contextlib.suppress(*DATABASE_TROUBLE):
            judge.db.write(lambda session: take_back_attempt(session, mail_id))
        raise
    except (Exception, OutOfTime):  # noqa: BLE001 - one mail must not stop the others
        trace = traceback.format_exc()
        judge.db.check_schema()  # no mail is to blame for tables of another version
        attempt = judge.db.write(lambda session: note_trouble(session, mail_id, trace))
        log.error("reading failed", mail_id=mail_id, attempt=attempt)
        return False
    return True
