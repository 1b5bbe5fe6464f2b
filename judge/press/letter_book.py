"""The press that came to a seat before its present player did, for games that hand it on."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select

from judge.app import Work
from judge.games.lookup import LiveGame, card_of
from judge.games.settings import INHERIT, value_of
from judge.letters import write
from judge.letters.columns import clean_lines, table
from judge.letters.dates import when
from judge.letters.tree import named
from judge.letters.values import MASTER_ROLE, PressLetter
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
    for row in reversed(work.session.scalars(query).all()):
        letter = PressLetter.of_row(row.press)
        if _is_for(seat, letter):
            lines += ["", "-" * 40, when(row.made_at, to.reader), "", *_lines(letter)]
    if lines:
        lines = [f"What came to {named(seat.name)} before you:", *lines]
        card = card_of(work.session, here.game)
        book = write.press(work.renderer, to.reader, card, LETTER_BOOK, (seat.name,), tuple(lines), work.now)
        kept = PressLetter(LETTER_BOOK, (seat.name,), "\n".join(lines))
        news.deliver(work, here.game, to, book, "press", press=kept)


def _is_for(seat: Seat, letter: PressLetter) -> bool:
    """Was it to everybody, or to this seat by its name? What came for a pseudonym is for the player who has it: handed
    on, it would tell who that is.
    """
    return not letter.to or seat.name in letter.to


def _lines(letter: PressLetter) -> list[str]:
    """What its reader was mailed, without head and foot."""
    text = clean_lines(letter.text).rstrip("\n")
    if not letter.signed:
        return text.strip("\n").split("\n")
    to = ", ".join(map(named, letter.to)) if letter.to else "everybody"
    heading = table([("From", named(letter.signed)), ("To", to), *([("Re", letter.about)] if letter.about else [])])
    return [*heading.split("\n"), *(["", *text.split("\n")] if text else [])]


def quoted_to_master(letter: PressLetter, seats: Collection[str]) -> list[str]:
    """Press as its reader complains about it: without what would tell the GameMaster that it came to a pseudonym of
    theirs, or for an unsigned letter. `seats`: the reader's.
    """
    if not letter.to or not {*NOT_HIDDEN, *seats}.isdisjoint(letter.to):
        return _lines(letter)
    return [table([("From", named(letter.signed))]), *clean_lines(letter.text).split("\n")]
