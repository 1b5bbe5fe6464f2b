"""A player's sheet: read by the rules, filed by revision, its acts performed at once; shown and cleared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from judge.letters.columns import sentence
from judge.letters.values import Answer, Became, Block
from judge.rules.problems import Problem, Refused
from judge.rules.system import Orders, Sheet, SheetLine, only
from judge.services.acting import act
from judge.services.current import Current, check_unsealed, on_file, sealed
from judge.services.judge import Judge
from judge.services.trust import Trust
from judge.store.tables import Address, OrdersRow, PhaseRow, Player, Seat

WAITS = "It waits for your confirmation: a code is on its way to you."
NOT_ALONE = "Not done: this mail goes to another player as well, and here orders count only if they go to me alone."


@dataclass
class Submitted:
    """What became of a sheet. `waiting` are the lines that want a code; `here` is the game as it stands afterwards."""

    here: Current
    answers: list[Answer] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)


def goes_to_players(session: Session, here: Current, writer: Player, others: Sequence[str]) -> bool:
    """Is a mail with these further addresses addressed to another player of the game?"""
    query = (
        select(Seat.id)
        .join(Address, Address.player_id == Seat.player_id)
        .where(Seat.game_id == here.game.id, Seat.player_id != writer.id, Address.address.in_(others))
    )
    return bool(others) and session.execute(query.limit(1)).first() is not None


def answer_to(problem: Problem, text: str = "") -> Answer:
    """A problem as the transcript shows it."""
    hint = problem.hint
    if problem.readings:
        hint = " ".join((hint, "It could mean: " + "; or ".join(problem.readings) + ".")).strip()
    became: Became = "warning" if problem.warning else "problem"
    return Answer(problem.line, problem.text or text, became, sentence(problem.message), sentence(hint, stop=""))


def filed_by(session: Session, here: Current, role: str) -> Orders:
    """The parts that a role has on file in the open phase."""
    filed = on_file(session, here.game, here.row.label, role=role).get(role)
    return filed.parts if filed else {}


def _file(
    session: Session, here: Current, role: str, parts: Orders, *, written: bool, mail_id: int | None, at: datetime
) -> None:
    for part, text in parts.items():
        revision = session.execute(
            select(func.coalesce(func.max(OrdersRow.revision), 0)).where(
                OrdersRow.game_id == here.game.id,
                OrdersRow.run == here.game.run,
                OrdersRow.phase == here.row.label,
                OrdersRow.role == role,
                OrdersRow.part == part,
            )
        ).scalar_one()
        session.add(
            OrdersRow(
                game_id=here.game.id,
                run=here.game.run,
                phase=here.row.label,
                role=role,
                part=part,
                revision=revision + 1,
                text=text,
                written=written,
                mail_id=mail_id,
                at=at,
            )
        )
    session.flush()
    # An adjudication that is being computed now must not miss these.
    here.game.version += 1


def _may_set_aside(session: Session, here: Current, role: str, label: str) -> bool:
    """Is `label` the phase just over, of a game that keeps late sheets, and has the role sent nothing newer?"""
    query = (
        select(PhaseRow.label)
        .where(PhaseRow.game_id == here.game.id, PhaseRow.run == here.game.run, PhaseRow.number < here.row.number)
        .order_by(PhaseRow.number.desc())
    )
    if here.phase.late != "keep" or label != session.execute(query.limit(1)).scalar_one_or_none():
        return False
    found = on_file(session, here.game, here.row.label, role=role).get(role)
    return found is None or not found.written


def submit(
    judge: Judge,
    session: Session,
    here: Current,
    role: str,
    lines: Sequence[SheetLine],
    *,
    trust: Trust,
    has_sent_code: bool,
    meant_for: str,
    mail_id: int,
    accepted_at: datetime,
    now: datetime,
    actor: Player,
    orders_only: bool = False,
) -> Submitted:
    """Reads the lines for a role and keeps what is good. `meant_for` is the phase that the mail answers or names;
    empty for the present one. `orders_only`: acts are refused. `has_sent_code`: this is what he was asked a code for.
    """
    over = sealed(here.row)
    if over is not None:
        return Submitted(here, [Answer(line.number, line.text, "problem", over.message, over.hint) for line in lines])
    texts = {line.number: line.text for line in lines}
    filed = filed_by(session, here, role)
    reading = here.system.read(here.system.view(here.state, only(role)), role, Sheet(tuple(lines), filed))
    done = Submitted(here)
    done.answers += [answer_to(problem, texts.get(problem.line, "")) for problem in reading.problems]

    acts = {each.line: each for each in reading.acts}
    meanings = {each.line: each.meaning for each in reading.lines}
    meant_for = reading.meant_for or meant_for
    stale = bool(reading.parts) and meant_for not in ("", here.row.label)
    set_aside = stale and _may_set_aside(session, here, role, meant_for)
    stale = stale and not set_aside
    # The clock of a game that is paused stands.
    late = bool(reading.parts) and accepted_at > here.row.deadline and here.game.status != "paused"
    refuse_late = late and here.phase.late == "refuse"
    for line in reading.lines:
        text = texts.get(line.line, line.text)
        if line.line in acts and not line.part:
            continue
        if stale:
            message = f"This was for {meant_for}; the game is in {here.row.label} now."
            hint = f"Answer the newest mail of the game, or put the line PHASE {here.row.label} above your orders."
            done.answers.append(Answer(line.line, text, "problem", message, hint))
        elif refuse_late:
            message = f"Too late: the deadline of {here.row.label} has passed."
            done.answers.append(Answer(line.line, text, "problem", message))
        else:
            done.answers.append(Answer(line.line, text, "ok", line.meaning))

    for each in reading.acts:
        text = texts.get(each.line, each.text)
        if orders_only:
            done.answers.append(Answer(each.line, text, "problem", "Only the player himself can do that."))
            continue
        if each.irrevocable and (trust < Trust.FULL or (each.asks_always and not has_sent_code)):
            done.waiting.append(each.line)
            told = f"This would be {meanings[each.line]}. {WAITS}" if each.line in meanings else WAITS
            done.answers.append(Answer(each.line, text, "waiting", told))
            continue
        try:
            done.here = act(judge, session, done.here, role, each, now, mail_id=mail_id, actor=actor)
        except Refused as refusal:
            problem = refusal.problem
            done.answers.append(Answer(each.line, text, "problem", problem.message, problem.hint))
        else:
            done.answers.append(Answer(each.line, text, "ok", meanings.get(each.line, each.text)))

    if reading.parts and not stale and not refuse_late:
        written = reading.written and not set_aside
        _file(session, done.here, role, reading.parts, written=written, mail_id=mail_id, at=accepted_at)
        if set_aside:
            label = here.row.label
            done.notes.append(
                f"Too late for {meant_for}: set aside, and used for {label} unless you send a newer sheet."
            )
        elif late:
            done.notes.append("The deadline has passed, but the phase is not adjudicated yet: this counts.")
    if not stale:
        done.notes += reading.notes
    done.answers.sort(key=lambda answer: answer.number)
    return done


def file_block(session: Session, here: Current, role: str) -> Block:
    """What a role has on file, in the judge's words."""
    view = here.system.view(here.state, only(role))
    parts = filed_by(session, here, role)
    text = here.system.show(view, parts) if parts else "Nothing."
    if parts and role in here.phase.offices:
        text = f"FOR {role}\n{text}"
    remarks = here.system.estimate(view, parts) if parts else ()
    return Block(
        f"On file for {role.title()}, {here.phase.title}", "\n".join((text, *(("", *remarks) if remarks else ())))
    )


def try_block(session: Session, here: Current, role: str, lines: Sequence[SheetLine]) -> Block:
    """What these lines would mean beside what is on file, and could cost at most; nothing is kept or done."""
    view = here.system.view(here.state, only(role))
    filed = filed_by(session, here, role)
    reading = here.system.read(view, role, Sheet(tuple(lines), filed))
    shown = []
    for problem in reading.problems:
        mark = "odd" if problem.warning else "wrong"
        shown.append(
            f"Line {problem.line} is {mark}: {sentence(problem.message)} {sentence(problem.hint, stop='')}".rstrip()
        )
    shown += [f"Line {line.line}: {line.meaning} (would be done at once)" for line in reading.lines if not line.part]
    parts = {**filed, **reading.parts}
    text = here.system.show(view, parts) if any(parts.values()) else "Nothing."
    remarks = here.system.estimate(view, parts) if any(parts.values()) else ()
    return Block(f"Tried for {role.title()}, {here.phase.title}", "\n".join((*shown, text, *remarks)))


def clear(session: Session, here: Current, roles: Sequence[str], at: datetime, mail_id: int | None) -> str:
    """Takes back everything of these roles that a later mail could replace; returns what was done."""
    check_unsealed(here.row)
    cleared = False
    for role in roles:
        filed = filed_by(session, here, role)
        gone = {part: "" for part, text in filed.items() if text and here.system.parts.get(part) != "append"}
        if gone:
            _file(session, here, role, gone, written=False, mail_id=mail_id, at=at)
            cleared = True
    if not cleared:
        return "There was nothing on file to take back."
    return f"Your orders for {here.phase.title} are taken back; nothing is on file."
