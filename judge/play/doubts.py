"""Why a sheet is not filed, or not before its writer has been asked: its mail went to another player too, or is for
another phase, it may not be theirs, words beside it take it back, correct it or are a condition, or it may be no more
than a correction of the one on file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.orm import Session

from judge.games.current import Current, on_file, sheet_of, was_for
from judge.games.members import another_player_among
from judge.identity.trust import Trust, Writer
from judge.letters.columns import counted
from judge.letters.values import Answer
from judge.play.second_thoughts import corrects_still, hangs, heads_another, takes_back, what_it_is_for
from judge.play.timeline import phases_of
from judge.rules.problems import Problem
from judge.rules.values import Orders, PartKind, Reading, SheetLine
from judge.rules.words.prose import listed
from judge.store.tables import Player

NOT_ALONE = "Not done. This mail also went to another player, and here orders count only if they come to me alone."
TAKEN_BACK = "sheet/taken-back"
UNPROVED = "sheet/unproved"
UNSURE = "I cannot tell for sure what this changes."
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


def not_alone(session: Session, here: Current, writer: Player, others: Sequence[str]) -> Problem | None:
    """Why a mail with these further addresses gives and changes no orders, where the rules count only those in a mail
    to the judge alone (17.4 of Absence of Plague); None if it may.
    """
    if here.phase.alone and another_player_among(session, here.game, writer, others):
        return Problem("sheet/not-alone", NOT_ALONE)
    return None


def is_late_for(session: Session, here: Current, label: str) -> bool:
    """Is `label` the phase just over, in whatever run, of a game that keeps late sheets?"""
    if here.phase.late != "keep":
        return False
    over = [row.label for row in phases_of(session, here.game, states=False) if row.number < here.row.number]
    return over[-1:] == [label]


def _may_set_aside(session: Session, here: Current, role: str, label: str) -> bool:
    """Can a sheet for the phase of this label be late, and has the role sent nothing newer?"""
    if not is_late_for(session, here, label):
        return False
    found = on_file(session, here.game, here.row.label, role=role).get(role)
    return found is None or not found.written


def for_another(session: Session, here: Current, role: str, reading: Reading, sent: Sent) -> tuple[str, str]:
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


def _several_phases(here: Current, named: Sequence[str]) -> str:
    """What to say of lines of which the mail says that they are for several phases."""
    return (
        f"Your mail says that these orders are for {listed(named)}. None of them was filed. To send them for "
        f"{here.phase.title}, write PHASE {here.row.label} alone above them, and name no other."
    )


def _other_phase(session: Session, here: Current, meant_for: str, *, in_sheet: bool = False) -> str:
    """What to say of lines that are for another phase than the one that is open; `in_sheet`: one of them says so, which
    goes before what their mail answers.
    """
    label, title = here.row.label, here.phase.title
    how = f"answer the newest mail of the game, or write PHASE {label} on a line above them."
    if in_sheet:
        how = "change the line of the sheet that says so."
    told = was_for(session, here.game, meant_for, label)
    return f"{told} None of these orders was filed. To send them for {title}, {how}"


def why_asked(
    here: Current,
    filed: Orders,
    reading: Reading,
    sent: Sent,
    remarks: Sequence[SheetLine],
    unread: Sequence[SheetLine],
) -> Problem | None:
    """Why the writer is asked before the parts read are filed: words beside them take them back or correct them, or
    they may be no more than a correction. None where it is plain. `unread`: the remarks, and what else could not be
    read.
    """
    if sent.writer is None or sent.writer.has_sent_code or not (reading.parts or reading.acts):
        return None
    if sent.writer.trust == Trust.NONE:
        hint = "Answer a mail of this game, and it needs no code."
        return Problem(UNPROVED, "Not filed yet: the mail that you answered is none of this game.", hint=hint)
    read = [line.line for line in reading.lines]
    doubt = next((line for line in remarks if _casts_doubt(here, line, read)), None)
    doubt = doubt or next((line for line in unread if corrects_still(line.number, line.text, read)), None)
    if doubt is not None:
        said = f"Not done yet: you wrote `{doubt.text.strip()[:QUOTED]}`."
        return Problem(TAKEN_BACK, said, doubt.number, "If this line is to count, the code says so.")
    part, gone = _gone(here, filed, reading, sent.mends) if sent.mends and not sent.orders_only else ("", 0)
    if gone:
        whole = "If you want that, use the code."
        add = "To add to them instead, send these lines below a line ADD."
        hint = (
            f"{whole} {add if here.system.parts[part] == 'add' else 'Otherwise send the whole sheet again, corrected.'}"
        )
        return Problem("sheet/shrunk", f"Not filed yet: {counted(gone, 'line')} on file would be gone.", hint=hint)
    return None


def _casts_doubt(here: Current, said: SheetLine, read: Collection[int]) -> bool:
    """Does this remark take back what was read, or say that it hangs on something or is for another phase?"""
    number, text = said.number, said.text
    named = here.system.phase_named(what_it_is_for(text))
    return takes_back(text) or hangs(number, text, read) or heads_another(number, named, read, here.row.label)


CAN_SHRINK: Collection[PartKind] = ("replace", "add")
"""What a later sheet may be meant to correct only, though it takes the place of all that is filed."""


def _gone(here: Current, filed: Orders, reading: Reading, problems: int) -> tuple[str, int]:
    """The part whose sheet has fewer lines than the one that stands there and of which so many more lines were told as
    problems, and how many lines on file would be gone; 0 where nothing is lost. A sheet that adds, and an order that
    takes the place of its unit's alone, lose nothing (ruling P3).
    """
    for part, text in reading.parts.items():
        if part in reading.added or here.system.parts[part] not in CAN_SHRINK:
            continue
        before, after = (sheet.splitlines() for sheet in (filed.get(part, ""), text))
        gone = len(set(before) - set(after))
        if gone and len(after) < len(before) + problems:
            return part, gone
    return "", 0


def told_of_doubt(answer: Answer, why: Problem) -> Answer:
    """What is told of a line that was not read, if it is the one for which the others wait."""
    if why.code != TAKEN_BACK or answer.number != why.line or answer.became != "problem":
        return answer
    return replace(answer, message=UNSURE, hint="Send the lines as they should stand.")


def asked_first(here: Current, reading: Reading, texts: Mapping[int, str], why: Problem) -> Iterator[Answer]:
    for line in reading.lines:
        if line.part or why.code == TAKEN_BACK:
            text = texts.get(line.line, line.text)
            changes = sheet_of(here.game) if line.part else ""
            sparable = why.code == UNPROVED
            yield Answer(line.line, text, "waiting", why.message, why.hint, sparable=sparable, changes=changes)
