"""What a fault of the judge's own leaves of a mail: all but the lines that met it.

A mail that has crashed its reader is read again with care: each of its lines stands in a savepoint then, and one that
raises is left out, told to its writer as failed and to the host with the trace. The first reading pays for none of it.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence

from sqlalchemy.orm import Session

from judge.app import Work
from judge.identity.trust import player_at
from judge.letters.dates import when
from judge.logs import log
from judge.mail.read import sender_alone
from judge.mail.redaction import masked
from judge.outbox.queue import post_notice, reader_of, tell_host
from judge.reading.sheet import SheetLine
from judge.rules.problems import Problem, Refused
from judge.store.engine import DATABASE_TROUBLE
from judge.store.sealed_mail import SealBroken, as_it_came
from judge.store.secret import Secret
from judge.store.tables import InboundRow, Player

FAULT = Problem(
    "line/fault",
    "I failed at this line, so it was not done. That is a fault of mine, not of yours.",
    hint="The rest of your mail was done. The people who run this judge know about it.",
)
BELOW = "The line above, which names what these lines are for, met a fault of mine."
NOT_SHOWN = "I could not show what is on file here. That is a fault of mine. What is filed counts."

LINES_LEFT_OUT = 8
"""So many lines of one sheet are looked for that raise. Where there are more the rest of the sheet is left out."""

TRACES, TRACE = 8, 4_000
"""So many traces of one mail the host is told, and so many characters of each, its last ones."""


class LineFaults:
    """The faults that one mail has met while it is carried out with care."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._traces: list[tuple[int, str]] = []

    def trace_of(self, unit: Callable[[], object], *, keep: bool = True) -> str:
        """Run `unit` in a savepoint. Return its traceback if it raised (and roll back), else an empty string. `keep`:
        what it did stands. Raises what is no fault of a line: trouble of the database, tables of another version, a
        refusal.
        """
        try:
            with self._work.session.begin_nested() as savepoint:
                unit()
                if not keep:
                    savepoint.rollback()
        except (*DATABASE_TROUBLE, Refused):
            raise
        except Exception:  # noqa: BLE001 - one line must not take the others along
            trace = traceback.format_exc()
            self._work.judge.db.check_schema()  # no line is to blame for tables of another version
            return trace
        return ""

    def note(self, number: int, trace: str) -> None:
        self._traces.append((number, trace))

    def tell(self, row: InboundRow) -> None:
        """Tells the host of every fault, in one letter, and notes it beside the mail."""
        if not self._traces:
            return
        numbers = sorted(number for number, _ in self._traces)
        log.error("lines failed", mail_id=row.id, lines=numbers)
        row.trouble = f"faults at {_lines(numbers)}: {self._traces[0][1].strip().splitlines()[-1]}"
        by_trace: dict[str, list[int]] = {}
        for number, trace in self._traces:
            by_trace.setdefault(trace[-TRACE:], []).append(number)
        told = [f"{_lines(alike)}:\n{trace}" for trace, alike in by_trace.items()][:TRACES]
        head = f"Mail number {row.id} was read, but for what raised. The rest of it was done, and its writer is told."
        tell_host(self._work, "Lines of a mail failed", "\n\n".join((head, *told)))


def lines_without(
    lines: Sequence[SheetLine], raises: Callable[[Sequence[SheetLine]], str]
) -> tuple[Sequence[SheetLine], Sequence[tuple[SheetLine, str]]]:
    """The lines of a sheet that can be read together, and those that cannot, each with its trace. `raises`: the trace
    of reading these, or nothing. Where more raise than are looked for, or only together, all are left out.
    """
    trace = raises(lines)
    if not trace:
        return lines, ()
    faulty = {line: found for line in lines if (found := raises([line]))}
    left = [line for line in lines if line not in faulty]
    if len(faulty) > LINES_LEFT_OUT or not faulty or raises(left):
        return (), [(line, trace) for line in lines]
    return left, [*faulty.items()]


def _lines(numbers: Sequence[int]) -> str:
    return f"{'line' if len(numbers) == 1 else 'lines'} {', '.join(map(str, numbers))}"


ATTEMPTS = 3


def begin_attempt(work: Work, mail_id: int) -> InboundRow | None:
    """Counts an attempt before it begins, so that a mail that kills its reader is known by it; None if there is nothing
    to read any more.
    """
    row = work.session.get_one(InboundRow, mail_id, with_for_update=True)
    if row.status != "new":
        return None
    row.attempts += 1
    if row.attempts <= ATTEMPTS:
        return row
    _quarantine(work, row)
    return None


def _quarantine(work: Work, row: InboundRow) -> None:
    row.status, row.read_at, row.reach = "quarantined", work.now, None
    log.error("mail quarantined", mail_id=row.id)
    text = (
        f"Mail number {row.id} could not be read in {ATTEMPTS} attempts. It is kept as it came.\n"
        f"Look at it with: judge quarantine show {row.id}\n"
        f"Once the fault is mended: judge quarantine retry {row.id}\n\n{row.trouble}"
    )
    tell_host(work, "A mail is quarantined", text)
    player = _writer_of(work.session, row, work.judge.secret)
    if player is None:
        return
    row.player_id = player.id
    # Whoever wrote it must not believe that it counts.
    said = (
        "I could not read one of your mails, and nothing in it was done. I have kept it and told the people who run "
        "this judge. Please write again, best in plain text. It came " + when(row.accepted_at, player) + "."
    )
    post_notice(work, reader_of(player), "Your mail was not read", (said,), player=player)


def take_back_attempt(session: Session, mail_id: int) -> None:
    row = session.get_one(InboundRow, mail_id, with_for_update=True)
    if row.status == "new":
        row.attempts -= 1


def note_trouble(session: Session, mail_id: int, trace: str) -> int:
    """Keeps why a mail could not be read; how often it was tried."""
    row = session.get_one(InboundRow, mail_id, with_for_update=True)
    if row.status != "new":
        return row.attempts
    row.trouble = masked(trace[-4000:])  # what was raised may repeat a line
    return row.attempts


def _writer_of(session: Session, row: InboundRow, secret: Secret) -> Player | None:
    """Whose mail it says it is, though nothing can be read of it but that."""
    try:
        sender = sender_alone(as_it_came(row, secret).raw).address
    except SealBroken:
        sender = row.mail_from.lower()
    return player_at(session, sender) if sender else None
