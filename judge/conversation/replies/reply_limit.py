"""How often one address is answered: the last net under a loop of two programs that take each other for persons.

What others can use up is counted apart from what only a player can: mail without any proof, mail that is proved by a
reply address alone (letters are passed on, and the address with them), and mail that is proved by more.
"""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import bindparam, func, select

from judge.app import Work
from judge.identity.trust import Writer
from judge.mail.values import Proof
from judge.outgoing.outbox import address_of, written_lately
from judge.store.tables import OutboundRow, Player

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
ANSWERED = select(func.count(OutboundRow.id)).where(
    OutboundRow.purpose.in_(_ANSWERS),
    OutboundRow.made_at > bindparam("answered_since"),
    OutboundRow.recipient == bindparam("recipient"),
    OutboundRow.proof.in_(bindparam("proofs", expanding=True)),
)
"""How many answers a player got within the hour to mail that is proved by something."""


def proof_of(writer: Writer) -> str:
    """How far the mail of this writer is proved, as its answers are counted."""
    if writer.proofs - {Proof.TOKEN}:
        return SURE
    return TOKEN if writer.proofs else NONE


def _sent_lately(work: Work, writer: Writer, purposes: tuple[str, ...], time: timedelta) -> int:
    proof = proof_of(writer)
    return written_lately(
        work,
        ("reply",) if proof == NONE else purposes,  # the question about such a mail is counted by itself
        time,
        OutboundRow.recipient == address_of(writer.player),
        OutboundRow.proof.in_(_counted_as(proof)),
    )


def _counted_as(proof: str) -> tuple[str, ...]:
    return (TOKEN, "") if proof == TOKEN else (proof,)


def values(work: Work, writer: Writer) -> dict[str, object]:
    """What ANSWERED asks for."""
    address, proofs = address_of(writer.player), _counted_as(proof_of(writer))
    return {"answered_since": work.now - HOUR, "recipient": address, "proofs": proofs}


def answers_left(work: Work, writer: Writer, sent: int | None = None) -> int:
    """How many more answers this player gets within the hour to mail that is proved as far as this. `sent`: those that
    they got, where that is known.
    """
    most = 1 if proof_of(writer) == NONE else work.settings.replies_per_hour
    return most - (_sent_lately(work, writer, _ANSWERS, HOUR) if sent is None else sent)


def may_ask(work: Work, writer: Writer) -> bool:
    """May a code still be mailed, though no more answers are?"""
    return _sent_lately(work, writer, ("code",), BETWEEN_CODES) == 0


def was_told_lately(work: Work, player: Player) -> bool:
    """Has the player been told within the hour of a mail without proof that is too long to be asked about?"""
    return written_lately(work, ("unproved",), HOUR, OutboundRow.recipient == address_of(player)) > 0
