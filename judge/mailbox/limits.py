"""What one mail, and one player within an hour, may have the judge do, and how often they are answered. There is one
clerk for everybody, and what is asked for comes by mail to whoever the asking is in the name of.

Answers are the last net under a loop of two programs that take each other for persons. What others can use up is
counted apart from what only a player can: mail without any proof, mail that is proved by a reply address alone (letters
are passed on, and the address with them), and mail that is proved by more.

Costs stand with the commands: 1 is about a hundredth of a second of the clerk's. What costs more than 1 can be asked
for later, and is refused beyond a budget; what costs 1 (a vote, a code, a sheet) is always done. But each letter takes
its time, too: a mail that has caused so many of them (`MAILED`) leaves every further command to another mail.

A line of a sheet takes a four-hundredth of a second if it is wrong. So a mail has so many of them, and within an hour
so many are read unasked: the sheets beyond wait for a code.

A mail acts once, by whatever path and however often it comes; and so does a Message-ID of one writer, whatever else of
the mail is changed. Only a mail that was believed has acted. Else somebody could send a player's next mail ahead of
them, without any proof, and theirs would be taken for its copy.

All that a writer's earlier mails leave to this one is asked in one statement (`lately`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import bindparam, func, select

from judge.app import Work
from judge.commands.command import Command, Line
from judge.commands.request import Request
from judge.identity.trust import Writer
from judge.letters.values import Said
from judge.mail.values import Proof
from judge.outbox.queue import address_of, post_notice, reader_of, recent_letters
from judge.rules.problems import Problem, Refused
from judge.store.tables import InboundRow, LineRow, OutboundRow, Player

HOUR = timedelta(hours=1)
BETWEEN_CODES = timedelta(minutes=10)
"""So long after a code the next one is mailed where no more answers are."""

LAST_ANSWER = (
    "This is my last answer for a while, because there were too many within an hour. I still read and do what you "
    "write. SHOW and STATUS in an hour tell how things stand. If you did not write so much, somebody has one of my "
    "letters to you. Then write your KEY on a line, which I always answer, and REVOKE below it."
)
NONE, TOKEN, SURE = "none", "token", "sure"
_ANSWERS = ("reply", "code", "stranger", "welcome")
_ANSWERED = select(func.count(OutboundRow.id)).where(
    OutboundRow.purpose.in_(bindparam("purposes", expanding=True)),
    OutboundRow.made_at > bindparam("answered_since"),
    OutboundRow.recipient == bindparam("recipient"),
    OutboundRow.proof.in_(bindparam("proofs", expanding=True)),
)
"""How many answers a player got within the hour to mail that is proved by something."""

OF_MAIL = 100
OF_UNPROVED_MAIL = 10
OF_REPLY = 5
"""An hour's budget is so much for each of its replies (`replies_per_hour`)."""

LINES_OF_REPLY = 100
"""Lines of sheets that are read unasked within an hour, for each of its replies."""

FEW_LINES = 20
"""So many lines of sheets a mail may always have: less than a mail costs by itself."""

LETTER = 2_000
"""So many characters of a letter to others cost 1 more: each of them is mailed it."""

MAILED = 1_600_000
"""Octets of letters, as `Work.reckon` puts them, that the commands of a mail may cause before what stands below them is
left to another.
"""

_SPENT = select(func.sum(InboundRow.cost)).where(
    InboundRow.player_id == bindparam("player_id"),
    InboundRow.proof == bindparam("proof"),
    InboundRow.read_at > bindparam("since"),
)
_MAIL_SPENT = Problem(
    "budget/mail", "One mail may ask for so much and no more: this was not done.", hint="Send it in another mail."
)
_HOUR_SPENT = Problem(
    "budget/hour", "You have asked for as much as you may within an hour: this was not done.", hint="Send it later."
)
_OR_KEY = "Send it later, or with your KEY on a line of its own."
TOO_MANY_LINES = (
    "More lines of orders came in your name within the hour than I read unasked. So these wait for your code. With "
    "your KEY on a line above them I read them at once."
)
NOT_SENT = (
    "You have asked for more than you may within an hour, and what came since has not been sent to anybody: letters to "
    "others, and what you asked to be shown. Orders and votes were done. Send the rest in an hour, or with your KEY on "
    "a line of its own. If you did not write so much, somebody has a letter of mine to you: REVOKE ends that."
)

IS_COPY = "the same mail as number {number}, which has acted"

_COPY = (
    select(InboundRow.id)
    .where(
        InboundRow.content == bindparam("content"), InboundRow.acted_as.is_not(None), InboundRow.id != bindparam("id")
    )
    .limit(1)
)
_ACTED = select(InboundRow.id).where(InboundRow.acted_as == bindparam("acted_as"))
_LATELY = select(
    _COPY.scalar_subquery(), _ACTED.scalar_subquery(), _ANSWERED.scalar_subquery(), _SPENT.scalar_subquery()
)


def proof_of(writer: Writer) -> str:
    """How far the mail of this writer is proved, as its answers are counted."""
    if writer.proofs - {Proof.TOKEN}:
        return SURE
    return TOKEN if writer.proofs else NONE


def _answered(work: Work, writer: Writer, time: timedelta, purposes: tuple[str, ...] = _ANSWERS) -> dict[str, object]:
    """What _ANSWERED asks for."""
    proof = proof_of(writer)
    return {
        "purposes": ("reply",) if proof == NONE else purposes,  # the question about such a mail is counted by itself
        "answered_since": work.now - time,
        "recipient": address_of(writer.player),
        "proofs": (TOKEN, "") if proof == TOKEN else (proof,),
    }


def answers_left(work: Work, writer: Writer, sent: int) -> int:
    """How many more answers this player gets within the hour to mail that is proved as far as this. `sent`: those that
    they got.
    """
    return (1 if proof_of(writer) == NONE else work.settings.replies_per_hour) - sent


def is_answered_today(work: Work, writer: Writer) -> bool:
    """Has the writer had an answer within the day? A ticket system gets no second one."""
    return bool(work.session.scalar(_ANSWERED, _answered(work, writer, timedelta(days=1))))


def may_ask(work: Work, writer: Writer) -> bool:
    """May a code still be mailed, though no more answers are?"""
    return not work.session.scalar(_ANSWERED, _answered(work, writer, BETWEEN_CODES, ("code",)))


def was_told_lately(work: Work, player: Player) -> bool:
    """Has the player been told within the hour of a mail without proof that is too long to be asked about?"""
    return recent_letters(work, ("unproved",), HOUR, OutboundRow.recipient == address_of(player)) > 0


@dataclass
class Budget:
    """What is left for this mail and for this hour, and what the mail has spent so far. `is_answered`: a reply goes
    out, without which what only looks is of no use. `lines_left`: so many lines of sheets may still be read unasked
    within this hour; `lines` were read of this mail.
    """

    of_mail: int
    of_hour: int
    is_answered: bool
    hour_spent: Problem
    lines_left: Callable[[], int] = lambda: 0
    spent: int = 0
    lines: int = 0
    was_short: bool = False
    _asked: dict[tuple[object, ...], int] = field(default_factory=dict)

    def reads(self, lines: int, *, is_confirmed: bool) -> bool:
        """Whether so many lines of sheets of this mail, in all, are read now. Else they wait for a code."""
        return is_confirmed or lines <= FEW_LINES or lines <= self.lines_left()

    def take(self, request: Request, command: Command, line: Line) -> Said | None:
        """Spends what the command costs; raises Refused if that is too much. What to answer where the same has been
        asked for already: it is shown once.
        """
        game = request.game
        asked = (
            command.name,
            " ".join(line.rest.upper().split()),
            game and (game.id, game.version),
            request.cursor.role,
        )
        if command.looks and asked in self._asked:
            return Said(f"That is what line {self._asked[asked]} asks for: it is answered there, once.")
        if command.looks and not self.is_answered:
            raise Refused(self.hour_spent)
        written = len(line.rest) + sum(len(each.text) for each in line.block)
        cost = command.cost + (written // LETTER if command.reaches_others else 0)
        if request.work.mailed > MAILED or (cost > 1 and self.spent + cost > min(self.of_mail, self.of_hour)):
            self.was_short = True
            is_mails = request.work.mailed > MAILED or self.of_mail <= self.of_hour
            raise Refused(_MAIL_SPENT if is_mails else self.hour_spent)
        self.spent += cost
        if command.looks:
            self._asked[asked] = line.number
        return None


def budget_of(work: Work, writer: Writer, spent: int, *, is_answered: bool) -> Budget:
    """What a mail of this writer may spend. `spent`: so much was within the hour."""
    proof = proof_of(writer)
    if proof == NONE:
        # Nothing but codes counts in it; and no hour's budget that anybody could use up keeps a code from its effect.
        return Budget(OF_UNPROVED_MAIL, OF_UNPROVED_MAIL, is_answered, _MAIL_SPENT)
    left = max(0, work.settings.replies_per_hour * OF_REPLY - spent)
    told = replace(_HOUR_SPENT, hint=_OR_KEY) if proof == TOKEN else _HOUR_SPENT

    def lines_left() -> int:
        kept = select(func.count(LineRow.id)).join(InboundRow, InboundRow.id == LineRow.mail_id)
        of_hour = kept.where(
            InboundRow.player_id == writer.player.id,
            InboundRow.proof == proof,
            InboundRow.read_at > work.now - HOUR,
            LineRow.became.in_(("ok", "problem", "warning")),
        )
        return work.settings.replies_per_hour * LINES_OF_REPLY - work.session.execute(of_hour).scalar_one()

    return Budget(OF_MAIL, left, is_answered, told, lines_left)


def tell_of_shortage(work: Work, player: Player) -> None:
    """Where no reply goes out: that something was not done, once an hour."""
    reader = reader_of(player)
    if not recent_letters(work, ("shortage",), HOUR, OutboundRow.recipient == reader.address):
        post_notice(work, reader, "Not all of your mail was done", (NOT_SENT,), purpose="shortage", player=player)


class Lately(NamedTuple):
    """`copy`: the number of the same mail, which has acted; `acted`: that of another mail of its writer with its
    Message-ID, which has. `answered`: so many answers within the hour, `spent`: so much of that hour's budget, both to
    mail that is proved as far as this.
    """

    copy: int | None
    acted: int | None
    answered: int
    spent: int


def lately(work: Work, row: InboundRow, writer: Writer, message_id: str) -> Lately:
    """What there is to know of a mail, before anything in it is done."""
    asked = {
        "content": row.content,
        "id": row.id,
        "acted_as": row.acted_as or _acted_as(row, writer.player.id, message_id),
        "player_id": writer.player.id,
        "proof": proof_of(writer),
        "since": work.now - HOUR,
    }
    copy, acted, answered, spent = work.session.execute(_LATELY, asked | _answered(work, writer, HOUR)).one()
    return Lately(copy, acted, answered, spent or 0)


def copy_of(work: Work, row: InboundRow) -> int | None:
    """The number of the same mail that has acted already; None if none has."""
    return work.session.scalar(_COPY, {"content": row.content, "id": row.id})


def note_acting(row: InboundRow, player_id: int, message_id: str = "") -> None:
    """That this mail acts, of which it is known that no other with its Message-ID has."""
    row.acted_as = row.acted_as or _acted_as(row, player_id, message_id)


def _acted_as(row: InboundRow, player_id: int, message_id: str) -> str:
    return hashlib.sha256(f"{player_id} {message_id or row.content}".encode()).hexdigest()
