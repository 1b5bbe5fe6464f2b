"""Answers to unsigned letters: the name by which a reader answers one, and whom the answer reaches. Each copy has a
name of its own, drawn by lot: it tells nothing of the writer or of other readers.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import count

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games.members import is_master
from judge.letters.dates import when
from judge.letters.values import MASTER_ROLE
from judge.outbox.news import Recipient
from judge.rules.problems import refusal
from judge.rules.rng import Rng
from judge.store.tables import Dispatch, Game, LetterName, Player, Seat, UnsignedLetter

LETTER = "LETTER"
"""The word before such a name: PRESS TO LETTER K7F3."""
NAME = re.compile(r"(?:[B-DF-HJKMNP-TV-XZ][2-9]){2,6}")
_CONSONANTS, _DIGITS = "BCDFGHJKMNPQRSTVWXZ", "23456789"
"""No vowels, which make words, and nothing that is read as something else."""
LOT_BYTES = 16
SHORTEST = 2
"""Pairs of a consonant and a digit in a name: 23,104 names, of each reader's own."""
TRIES = 50
"""After so many names that a reader has had, longer ones are drawn."""
LONGEST_OPENING = 60
"""Characters of an unsigned letter by which its writer knows which one is answered."""
EXAMPLE = f"PRESS TO {LETTER} K7F3"
WHERE = f"The end of each unsigned letter says how to answer it, such as {EXAMPLE}."


def name_in(word: str) -> str:
    """The name of a letter in what somebody writes to: `LETTER K7F3`; empty if it names none."""
    before, _, name = word.partition(" ")
    return name if before == LETTER else ""


def in_words(word: str) -> str:
    """What stands for `LETTER K7F3` in a sentence."""
    return f"whoever wrote letter {name_in(word)}"


def name_copies(work: Work, game: Game, each: Dispatch, readers: Sequence[Recipient]) -> list[str]:
    """Return the name by which each reader answers an unsigned letter; empty for observers, who cannot."""
    letter = UnsignedLetter(
        game_id=game.id, player_id=each.player_id, sender=each.sender, opening=_opening(each.text), sent_at=work.now
    )
    work.session.add(letter)
    work.session.flush()
    players = {to.player.id for to in readers}
    query = select(LetterName.player_id, LetterName.name)
    query = query.where(LetterName.game_id == game.id, LetterName.player_id.in_(players))
    taken = {(player, name) for player, name in work.session.execute(query)}
    lot = Rng(work.judge.entropy(LOT_BYTES)).at("names")
    names = []
    for to in readers:
        name = ""
        if to.reader.role:
            for tried in count():
                name = "".join(map(lot.choice, (_CONSONANTS, _DIGITS) * (SHORTEST + tried // TRIES)))
                if (to.player.id, name) not in taken:
                    break
            taken.add((to.player.id, name))
            work.session.add(
                LetterName(
                    game_id=game.id, letter_id=letter.id, player_id=to.player.id, reader=to.reader.role, name=name
                )
            )
        names.append(name)
    return names


def _opening(text: str) -> str:
    words = next((line.strip() for line in text.split("\n") if line.strip()), "")
    words = "".join(each for each in words if each.isprintable())
    return words if len(words) <= LONGEST_OPENING else f"{words[: LONGEST_OPENING - 1].rstrip()}…"


def check_answerable(session: Session, game: Game, player: Player, name: str) -> None:
    """Raise Refused unless this player got an unsigned letter of this name where they are now."""
    query = select(LetterName.reader).where(
        LetterName.game_id == game.id, LetterName.player_id == player.id, LetterName.name == name
    )
    readers = set(session.scalars(query))
    seats = select(Seat.name).where(Seat.game_id == game.id, Seat.player_id == player.id)
    now = {*session.scalars(seats), *([MASTER_ROLE] if is_master(session, game, player) else [])}
    if readers.isdisjoint(now):
        why = f"You have got no unsigned letter {name[:12]} in {game.name}." if name else "Which letter do you answer?"
        raise refusal("press/letter", why, hint=WHERE)


def answered(session: Session, game: Game, each: Dispatch) -> UnsignedLetter | None:
    """The unsigned letter that this press answers; None if it is to somebody else."""
    name = name_in(each.named[0]) if each.named else ""
    if not name:
        return None
    query = (
        select(UnsignedLetter)
        .join(LetterName, LetterName.letter_id == UnsignedLetter.id)
        .where(LetterName.game_id == game.id, LetterName.player_id == each.player_id, LetterName.name == name)
        .order_by(LetterName.id.desc())
        .limit(1)
    )
    return session.scalar(query)


def told_to_writer(letter: UnsignedLetter, to: Recipient) -> str:
    """Which of their unsigned letters is answered."""
    words = f", “{letter.opening}”" if letter.opening else ""
    return f"your unsigned letter of {when(letter.sent_at, to.reader)}{words}"


BLANKS, FORMATS = "Zs", "Cf"
"""Unicode's categories of blanks of any width, and of marks that only say how the text around them is set."""
JOINERS = "\u200c\u200d\u200e\u200f"
"""Persian, Hebrew and Arabic, and pictures made of several, are not read without these."""


def without_traces(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines with plain blanks for all others, without marks of no width, and without blanks at their ends."""
    return tuple("".join(map(_plain, line)).rstrip() for line in lines)


def _plain(character: str) -> str:
    if character.isascii() or character in JOINERS:
        return character
    category = unicodedata.category(character)
    return " " if category == BLANKS else "" if category == FORMATS else character
