"""The press that came to a seat before its present player did, for games that hand it on."""

from __future__ import annotations

from collections.abc import Collection
from email import message_from_bytes, policy
from email.message import EmailMessage

from sqlalchemy import select

from judge.app import Work
from judge.games.lookup import LiveGame, card_of
from judge.games.settings import INHERIT, value_of
from judge.letters import write
from judge.letters.columns import table
from judge.letters.dates import when
from judge.letters.tree import named
from judge.letters.values import MASTER_ROLE, PressHeading
from judge.mail.text.quotations import REPLY_MARKER
from judge.outbox import news
from judge.outbox.queue import reader_of
from judge.press.delivery import OBSERVERS
from judge.press.newspaper import NEWSPAPER
from judge.store.tables import OutboundRow, Player, Seat

MOST_LETTERS = 50
LETTER_BOOK = "THE LETTER BOOK"
NOT_HIDDEN = frozenset({MASTER_ROLE, OBSERVERS})
"""Whom the heading of press names, beside seats, without hiding who they are."""


def hand_down(work: Work, here: LiveGame, seat: Seat, player: Player) -> None:
    """Mails whoever has just sat down the latest press that came to their seat before, if the game says so."""
    if not value_of(here.game.settings, INHERIT):
        return
    to = news.Recipient(player, seat, reader_of(player, seat.name))
    query = (
        select(OutboundRow)
        .where(
            OutboundRow.game_id == here.game.id,
            OutboundRow.seat_id == seat.id,
            OutboundRow.purpose.in_(("press", NEWSPAPER)),
            OutboundRow.generation < seat.generation,
        )
        .order_by(OutboundRow.id.desc())
        .limit(MOST_LETTERS)
    )
    lines: list[str] = []
    for row in reversed(work.session.execute(query).scalars().all()):
        if row.purpose == NEWSPAPER or _is_for(seat, PressHeading.of_row(row.press)):
            lines += ["", "-" * 40, when(row.made_at, to.reader), "", *told_in(row.raw)]
    if lines:
        title = f"What came to {named(seat.name)} before you:"
        card = card_of(work.session, here.game)
        letter = write.press(work.renderer, to.reader, card, LETTER_BOOK, (seat.name,), (title, *lines), work.now)
        heading = PressHeading(LETTER_BOOK, (seat.name,))
        news.deliver(work, here.game, to, letter, "press", "", press=heading)


def told_in(raw: bytes) -> list[str]:
    """A letter of the judge as it was sent, without its head and foot."""
    message = message_from_bytes(raw, _class=EmailMessage, policy=policy.default)
    body = message.get_body(("plain",))
    text = "\n".join(body.get_content().splitlines()) if body is not None else ""
    return text.partition(REPLY_MARKER)[2].rpartition("\n-- \n")[0].strip("\n").split("\n")


def _is_for(seat: Seat, heading: PressHeading) -> bool:
    """Was it to everybody, or to this seat by its name? What came for a pseudonym is for the player who has it: handed
    on, it would tell who that is.
    """
    return not heading.to or seat.name in heading.to


def quoted_to_master(row: OutboundRow, seats: Collection[str]) -> list[str]:
    """Press as its reader complains about it: without what would tell the GameMaster that it came to a pseudonym of
    theirs, or for an unsigned letter. `seats`: the reader's.
    """
    told = told_in(row.raw)
    if row.purpose == NEWSPAPER:
        return told
    heading = PressHeading.of_row(row.press)
    if not heading.to or not {*NOT_HIDDEN, *seats}.isdisjoint(heading.to):
        return told
    words = told[told.index("") :] if "" in told else []
    return [table([("From", named(heading.signed))]), *words]
