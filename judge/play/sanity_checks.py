"""Sanity checks: why a sheet is not filed, or not before its writer has been asked.

Its mail went to another player too, or is for another phase, it may not be theirs, words beside it take it back,
correct it or are a condition, or it may be no more than a correction of the one on file.

Words among the orders that take them back: `Don't file anything yet`, `just a draft`, `forget the second line`; a
condition on a line of its own; and corrections of them that nothing could be made of.

Nobody knows what was meant then, so that the writer is asked. What is said of an earlier mail takes nothing back. The
same is done where the name of another phase stands above them: orders cannot be sent ahead.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.orm import Session

from judge.games.lookup import LiveGame, on_file, phase_mismatch, sheet_of
from judge.games.members import another_player_among
from judge.identity.trust import Trust, Writer
from judge.letters.columns import counted
from judge.letters.values import Answer
from judge.play.timeline import phases_of
from judge.reading.lexer import fold
from judge.reading.second_thoughts import (
    CONDITION,
    LONGEST,
    PROVISO,
    adds,
    adds_proviso,
    heads_condition,
    is_choice,
    is_condition,
    named_behind_office,
    revises,
    starts_anew,
    takes_back,
    thinks_again,
)
from judge.reading.sheet import SheetLine
from judge.rules.problems import Problem
from judge.rules.prose import listed
from judge.rules.values import Orders, PartKind, Reading
from judge.store.tables import Player

NOT_ALONE = "Not done. This mail also went to another player, and here orders count only if they come to me alone."
TAKEN_BACK = "sheet/taken-back"
UNPROVED = "sheet/unproved"
UNSURE = "I cannot tell for sure what this changes."
_AS_READ = "The code files this line as it stands here. Else send all lines as they should stand."
QUOTED = 100
"""Letters of a remark that are quoted in an answer."""


@dataclass(frozen=True)
class Sent:
    """How a sheet has come. `writer` and `mail_id`: whose mail it is in; None for a program at its seat, which is
    believed and has no vote. `accepted_at`: from when it counts; `meant_for`: the phase that its mail answers or names,
    empty for the present one; `phase_lines`: those that PHASE lines above it name; `orders_only`: it is filed for
    another, and acts are refused; `mends`: of so many problems the reply told that it answers.
    """

    writer: Writer | None
    mail_id: int | None
    accepted_at: datetime
    meant_for: str = ""
    phase_lines: Collection[str] = ()
    orders_only: bool = False
    mends: int = 0


def not_alone(session: Session, here: LiveGame, writer: Player, others: Sequence[str]) -> Problem | None:
    """Why a mail with these further addresses gives and changes no orders, where the rules count only those in a mail
    to the judge alone (17.4 of Absence of Plague); None if it may.
    """
    if here.phase.alone and another_player_among(session, here.game, writer, others):
        return Problem("sheet/not-alone", NOT_ALONE)
    return None


def is_late_for(session: Session, here: LiveGame, label: str) -> bool:
    """Is `label` the phase just over, in whatever run, of a game that keeps late sheets?"""
    if here.phase.late != "keep":
        return False
    over = [row.label for row in phases_of(session, here.game, states=False) if row.number < here.row.number]
    return over[-1:] == [label]


def _may_set_aside(session: Session, here: LiveGame, role: str, label: str) -> bool:
    """Can a sheet for the phase of this label be late, and has the role sent nothing newer?"""
    if not is_late_for(session, here, label):
        return False
    found = on_file(session, here.game, here.row.label, role=role).get(role)
    return found is None or not found.written


def for_another(session: Session, here: LiveGame, role: str, reading: Reading, sent: Sent) -> tuple[str, str]:
    """The phase just over for which a sheet comes late and is set aside; and why none of it is filed, since it is for
    another phase or for several. Both are empty for the open one.
    """
    meant_for = reading.meant_for or sent.meant_for
    named = tuple(dict.fromkeys(filter(None, (*sorted(sent.phase_lines), reading.meant_for))))
    if len(named) > 1:
        return "", _several_phases(here, named)
    if meant_for in ("", here.row.label):
        return "", ""
    if reading.parts and _may_set_aside(session, here, role, meant_for):
        return meant_for, ""
    return "", _other_phase(session, here, meant_for, in_sheet=bool(reading.meant_for))


def _several_phases(here: LiveGame, named: Sequence[str]) -> str:
    """What to say of lines of which the mail says that they are for several phases."""
    return (
        f"Your mail says that these orders are for {listed(named)}. None of them was filed. To send them for "
        f"{here.phase.title}, write PHASE {here.row.label} alone above them, and name no other."
    )


def _other_phase(session: Session, here: LiveGame, meant_for: str, *, in_sheet: bool = False) -> str:
    """Say what becomes of lines for another phase; `in_sheet`: one of them names it itself."""
    label, title = here.row.label, here.phase.title
    how = f"answer the newest mail of the game, or write PHASE {label} on a line above them."
    if in_sheet:
        how = "change the line of the sheet that says so."
    told = phase_mismatch(session, here.game, meant_for, label)
    return f"{told} None of these orders was filed. To send them for {title}, {how}"


@dataclass(frozen=True, slots=True)
class Filing:
    """A sheet that was read for a role. `filed`: what is on file before it; `unread`: what could not be read, and its
    remarks.
    """

    here: LiveGame
    role: str
    filed: Orders
    reading: Reading
    sent: Sent
    unread: Sequence[SheetLine]


def not_proved_here(filing: Filing) -> Problem | None:
    """The mail proves nothing for this game."""
    if filing.sent.writer is None or filing.sent.writer.trust != Trust.NONE:
        return None
    hint = "Answer a mail of this game, and it needs no code."
    return Problem(UNPROVED, "Not filed yet: the mail that you answered is none of this game.", hint=hint)


def words_beside(filing: Filing) -> Problem | None:
    """Words beside the orders take them back, correct them or are a condition."""
    reading = filing.reading
    read = [line.line for line in reading.lines]
    doubt = next((line for line in reading.remarks if _casts_doubt(filing.here, line, read)), None)
    adds_up = any(filing.here.system.parts[part] == "add" for part in reading.parts)
    doubt = doubt or next((line for line in filing.unread if corrects_still(line, reading, adds_up=adds_up)), None)
    doubt = doubt or next((line for line in filing.unread if _thinks_again_of(line, reading)), None)
    if doubt is None:
        return None
    said = f"Not done yet: you wrote `{doubt.text.strip()[:QUOTED]}`."
    return Problem(TAKEN_BACK, said, doubt.number, _AS_READ)


def for_an_office(filing: Filing) -> Problem | None:
    """A remark says that lines for a seat are for an office that it holds: `all from the treasury of France`."""
    held = {*filing.here.roles_of(filing.role)} - {filing.role}
    for line in filing.reading.remarks if held else ():
        for word in named_behind_office(line.text):
            if (office := filing.here.system.role_named(word)) in held:
                said = f"Not done yet: you wrote `{line.text.strip()[:QUOTED]}`."
                hint = f"The code files this line for {filing.role}. Else send all lines below FOR {office}."
                return Problem(TAKEN_BACK, said, line.number, hint)
    return None


def shrinks(filing: Filing) -> Problem | None:
    """The sheet may be no more than a correction of the one on file, or an addition to it: other lines of that would be
    gone.
    """
    here, sent, lines = filing.here, filing.sent, filing.reading.lines
    is_more = any(adds(line.text) for line in lines[:1])
    if sent.orders_only or not (is_more or sent.mends):
        return None
    losses = _losses(here, filing.filed, filing.reading)
    part, gone = next(((part, gone) for part, gone, fewer in losses if is_more or fewer + sent.mends > 0), ("", 0))
    if not gone:
        return None
    add = "To add to them instead, send these lines below a line ADD."
    can_add = here.system.parts[part] == "add"
    hint = f"If you want that, use the code. {add if can_add else 'Otherwise send the whole sheet again.'}"
    return Problem("sheet/shrunk", f"Not filed yet: {counted(gone, 'line')} on file would be gone.", hint=hint)


_NAMED = re.compile(r"[A-Z]{3,}")


def _thinks_again_of(said: SheetLine, reading: Reading) -> bool:
    """Is this unread line, below all that was read, a second thought or a condition about some of that: does it name a
    place or a person, by the code or by a name that begins with it? A second thought meant as an order says it itself.
    """
    thinks, hangs_on = thinks_again(said.text), is_condition(said.text, PROVISO, CONDITION)
    if not (thinks or hangs_on) or said.number < max((line.line for line in reading.lines), default=0):
        return False
    named = tuple(word.casefold() for line in reading.lines for word in _NAMED.findall(line.meaning or line.text))
    is_named = bool(named) and any(fold(word).startswith(named) for word in said.text.split())
    is_order = said not in reading.remarks
    return (thinks and (is_named or is_order)) or (
        is_named and (is_condition(said.text, PROVISO) if is_order else hangs_on)
    )


CHECKS = (not_proved_here, words_beside, for_an_office, shrinks)


def why_asked(filing: Filing) -> Problem | None:
    """Return why the writer is asked before these parts are filed: the first check that holds, or None."""
    writer, reading = filing.sent.writer, filing.reading
    if writer is None or writer.has_sent_code or not (reading.parts or reading.acts):
        return None
    return next((problem for check in CHECKS if (problem := check(filing)) is not None), None)


def _casts_doubt(here: LiveGame, said: SheetLine, read: Collection[int]) -> bool:
    """Does this remark take back what was read, or say that it hangs on something or is for another phase?"""
    number, text = said.number, said.text
    named = here.system.phase_named(what_it_is_for(text))
    return takes_back(text) or hangs(number, text, read) or heads_another(number, named, read, here.row.label)


CAN_SHRINK: Collection[PartKind] = ("replace", "add")
"""What a later sheet may be meant to correct only, though it takes the place of all that is filed."""


def _losses(here: LiveGame, filed: Orders, reading: Reading) -> Iterator[tuple[str, int, int]]:
    """Yield each part that would lose lines on file, how many of them, and by how many its sheet gets shorter.

    A sheet that adds, and an order that takes the place of its unit's alone, lose nothing (ruling P3).
    """
    for part, text in reading.parts.items():
        if part in reading.added or here.system.parts[part] not in CAN_SHRINK:
            continue
        before, after = (sheet.splitlines() for sheet in (filed.get(part, ""), text))
        if gone := len(set(before) - set(after)):
            yield part, gone, len(before) - len(after)


def told_of_doubt(answer: Answer, why: Problem) -> Answer:
    """What is told of a line that was not read, if it is the one for which the others wait."""
    if why.code != TAKEN_BACK or answer.number != why.line or answer.became != "problem":
        return answer
    return replace(answer, message=UNSURE, hint="Send the lines as they should stand.")


def asked_first(here: LiveGame, reading: Reading, texts: Mapping[int, str], why: Problem) -> Iterator[Answer]:
    for line in reading.lines:
        if line.part or why.code == TAKEN_BACK:
            text = texts.get(line.line, line.text)
            changes = sheet_of(here.game) if line.part else ""
            sparable = why.code == UNPROVED
            yield Answer(line.line, text, "waiting", why.message, why.hint, sparable=sparable, changes=changes)


# ---- words among the orders


def hangs(number: int, text: str, read: Collection[int]) -> bool:
    """Is this remark a condition for what was read, or a choice within it? `If Italy pays me:` above orders is one, and
    so are `but only if he does` below them and `or` between them. `read`: the numbers of the lines that were read.
    """
    above, below = number < max(read, default=0), number > min(read, default=number)
    return (above and heads_condition(text)) or (below and adds_proviso(text)) or (above and below and is_choice(text))


_FOR_A_PHASE = re.compile(
    r"\W*(?:(?:(?:my|these|the)\s+)?(?:orders?|moves?|sheet|letter|offers?|plan|ballot)\s+for\s+(?:the\s+)?)?(\w.*\w)\W*",
    re.IGNORECASE,
)


def what_it_is_for(text: str) -> str:
    """Return a line's words without signs and `my orders for`: `== Spring 1902 ==` -> `Spring 1902`."""
    found = _FOR_A_PHASE.fullmatch(text[:LONGEST])
    return found[1] if found else ""


def heads_another(number: int, named: str, read: Collection[int], label: str) -> bool:
    """Does this remark stand above orders that were read and name another phase than the open one? `named`: what the
    labels of those it names begin with, `S1902`; `label`: that of the open one, `F1901M`.
    """
    return named != "" and number < max(read, default=0) and not label.startswith(named)


def corrects_still(said: SheetLine, reading: Reading, *, adds_up: bool = False) -> bool:
    """Does this unread line correct one above it, and no line below does what it says? Above all lines that were read
    it speaks of an earlier mail; with a colon at its end it announces what stands below, unless the lines `adds_up`:
    then nobody knows how much of what stands above still counts.
    """
    read = [line.line for line in reading.lines]
    announces = not adds_up and said.text.rstrip().endswith(":") and said.number < max(read, default=0)
    if announces or said.number <= min(read, default=0):
        return False
    return revises(said.text, is_order=said not in reading.remarks) or (adds_up and starts_anew(said.text))
