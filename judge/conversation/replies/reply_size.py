"""How much an answer says: never so much that the judge is worth using as a weapon, and what is left out is told.

Whoever writes in another's name chooses what the judge quotes, and to whom. Of mail without proof hardly anything is
quoted; every other answer has an end, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.letters.columns import counted
from judge.letters.values import Answer, Block, Section, Transcript
from judge.mail.compose import words_size
from judge.mail.values import Letter

ANSWER_OCTETS = 200_000
"""The words of an answer, as they are sent: as text and as HTML. Pictures that were asked for come with it."""

UNPROVED_LINES, UNPROVED_OCTETS = 20, 2_000
"""So much of a mail that nothing proves is quoted to whoever it names."""

LONGEST_LINE = 1_000
"""Characters of one line that are repeated."""

_ASKED_OCTETS = 20_000
"""So much of a mail is shown to who is asked for a code."""

_WORDS = ANSWER_OCTETS * 3 // 4
_LINK = re.compile(r"://|\bwww\.|[a-z0-9]\.[a-z]{2,}/", re.IGNORECASE)
_LEFT_OUT = "This does not fit into one answer. Ask for it in a mail of its own."
_TOO_LONG = "Nothing was done: a mail that asks for a code shows what it is for, and this is too long for it."
_SHORTER = "Send it in a mail of its own, or in shorter ones."


def is_short(answers: Sequence[Answer]) -> bool:
    """Can these lines be quoted to somebody who has not proved to have written them?"""
    return len(answers) <= UNPROVED_LINES and sum(_size(each) for each in answers) <= UNPROVED_OCTETS


def leads_away(answers: Sequence[Answer]) -> bool:
    """Is there a web address in these lines, which a mail program would make a link of in a letter of the judge's?"""
    return any(_LINK.search(each.text) for each in answers)


def of_unproved(transcript: Transcript) -> Transcript:
    """The same with no more of the writer's own words than a mail without proof has repeated, and no web address."""
    told = [each for section in transcript.sections for each in section.answers if not leads_away((each,))]
    short = _first(told, UNPROVED_LINES, UNPROVED_OCTETS)
    kept = {id(answer) for answer in short}
    sections = tuple(
        replace(section, answers=tuple(each for each in section.answers if id(each) in kept))
        for section in transcript.sections
    )
    left = UNPROVED_LINES - len(short), UNPROVED_OCTETS - sum(map(_size, short))
    unread = [each for each in transcript.unread if not leads_away((each,))]
    return replace(transcript, sections=sections, unread=tuple(_first(unread, *left)))


def askable(sections: Sequence[Section]) -> tuple[Section, ...]:
    """The same, with the lines that wait as problems as soon as they are more than can be shown: nobody is asked for
    their word on what they do not see.
    """
    left = _ASKED_OCTETS

    def asked(answer: Answer) -> Answer:
        nonlocal left
        if answer.became != "waiting":
            return answer
        left -= _size(answer)
        return answer if left >= 0 else Answer(answer.number, shown(answer.text), "problem", _TOO_LONG, _SHORTER)

    return tuple(replace(section, answers=tuple(map(asked, section.answers))) for section in sections)


def fitting(transcript: Transcript, written: Callable[[Transcript], Letter]) -> Letter:
    """The letter that says all of it or, where that would be too much, what fits and what does not: as text alone
    rather than less, and what became of each line before what was asked for.
    """
    most = _WORDS
    while True:
        letter = written(_within(transcript, most))
        if words_size(letter) <= ANSWER_OCTETS:
            return letter
        plain = replace(letter, html="", data="")
        if not most or (not letter.images and words_size(plain) <= ANSWER_OCTETS):
            return plain
        most //= 2


def shown(text: str) -> str:
    """A line as it is repeated."""
    return text if len(text) <= LONGEST_LINE else f"{text[:LONGEST_LINE]} …"


def _size(answer: Answer) -> int:
    return len(answer.text.encode("utf-8", "replace")) + len(answer.message) + len(answer.hint)


def _first(answers: Sequence[Answer], lines: int, octets: int) -> list[Answer]:
    found: list[Answer] = []
    for each in answers[: max(0, lines)]:
        octets -= _size(each)
        if octets < 0:
            break
        found.append(each)
    return found


def _within(transcript: Transcript, most: int) -> Transcript:
    sections = []
    for section in transcript.sections:
        answers = [replace(each, text=shown(each.text)) for each in section.answers]
        kept = _first(answers, len(answers), most)
        most -= sum(map(_size, kept))
        notes = [note if len(note) <= max(most, LONGEST_LINE) else shown(note) for note in section.notes]
        most -= sum(len(note.encode("utf-8", "replace")) for note in notes)
        sections.append(replace(section, answers=tuple(kept), notes=(*notes, *_untold(answers[len(kept) :]))))
    whole = []
    for section in sections:
        blocks = []
        for block in section.blocks:
            size = len(block.text.encode("utf-8", "replace"))
            blocks.append(block if size <= most else Block(block.title, _LEFT_OUT))
            most -= size if size <= most else 0
        whole.append(replace(section, blocks=tuple(blocks)))
    unread = tuple(replace(each, text=shown(each.text)) for each in transcript.unread)
    return replace(transcript, sections=tuple(whole), unread=unread if most > 0 else ())


def _untold(answers: Sequence[Answer]) -> tuple[str, ...]:
    """What is said of lines that do not fit."""
    if not answers:
        return ()
    problems = sum(each.became == "problem" for each in answers)
    wrong = f", {counted(problems, 'problem')} among them" if problems else ""
    begin = answers[0].number
    return (
        f"What became of {counted(len(answers), 'line')} from line {begin} on does not fit into one answer{wrong}.",
    )
