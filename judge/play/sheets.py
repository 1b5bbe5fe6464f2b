"""A player's sheet: read by the rules, filed by revision, its acts performed at once; shown and cleared."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from sqlalchemy import insert
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games.lookup import Filed, LiveGame, check_unsealed, sealed, title_of_phase
from judge.identity.trust import Trust, Writer
from judge.letters.columns import sentence, with_be, wrapped
from judge.letters.dates import Habits, relative, when
from judge.letters.tree import named
from judge.letters.values import Answer, Became, Block
from judge.mail.redaction import unlinked
from judge.outbox import news
from judge.play import journal
from judge.play.acts import act
from judge.play.ledger import standing_after
from judge.play.position import lasting, lasts
from judge.play.sanity_checks import TAKEN_BACK, Filing, Sent, asked_first, for_another, told_of_doubt, why_asked
from judge.reading.sheet import SheetLine
from judge.rules.game import AnySystem
from judge.rules.problems import Problem, Refused
from judge.rules.values import VOTE, Act, Orders, Reading, Sheet, View, only
from judge.store.tables import Base, OrdersRow, Player

ASK_MASTER = (
    "Only the GameMaster can open it again (ROLLBACK). To ask for it, write PRESS TO MASTER, and your words below."
)
STILL_OPEN = "This practice game waits for that. To go on with what is filed, send NO ORDERS."


@dataclass
class Submitted:
    """What became of a sheet; `here` is the game as it stands afterwards. `remarks` are the lines that were none of the
    game's: a greeting, a signature. `held_open`: the practice game waits until a line of it is mended.
    """

    here: LiveGame
    answers: list[Answer] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    remarks: list[SheetLine] = field(default_factory=list)
    held_open: bool = False


def answer_to(problem: Problem, text: str = "") -> Answer:
    """A problem as the transcript shows it."""
    hint = problem.hint
    if problem.readings:
        hint = f"{sentence(hint)} It could mean: {'; or '.join(problem.readings)}.".strip()
    became: Became = "warning" if problem.warning else "problem"
    said, hint = sentence(problem.message), sentence(hint, stop="")
    return Answer(problem.line, problem.text or text, became, said, hint, code=problem.code)


MOST_ACTS = 100
"""So many things are done at once by one mail, 2 to 4 ms each."""
_TOO_MANY_ACTS = Problem(
    "act/many", "One mail may do so much and no more: this was not done.", hint="Send it in another mail."
)


def filed_by(session: Session, here: LiveGame, role: str) -> Orders:
    """The parts that a role has on file in the open phase."""
    return here.filed(session, role).parts


def how_to_mend(system: AnySystem, parts: Collection[str]) -> str:
    """What to send where some lines of a sheet were wrong, and these parts of it are filed."""
    kinds = {system.parts[part] for part in parts}
    if kinds <= {"unit", "append"}:
        return "Send just the corrected ones."
    if "add" in kinds:
        return "Send the whole sheet again, corrected, or just the corrected lines below a line ADD."
    return "Send the whole sheet again, corrected."


_FILED = insert(Base.metadata.tables[OrdersRow.__tablename__])


_COMMENT = re.compile(r"(?:^|  )% .*$", re.MULTILINE)
"""A comment in a canonical sheet. It keeps no address: later letters repeat it, whoever had a letter to answer."""


def _file(
    session: Session, here: LiveGame, role: str, parts: Orders, before: Filed, *, written: bool, sent: Sent
) -> None:
    """Above what the role had on file `before`, read in this transaction, under the game's lock."""
    of_all = {"game_id": here.game.id, "run": here.game.run, "phase": here.row.label, "role": role}
    of_all |= {"written": written, "mail_id": sent.mail_id, "at": sent.accepted_at}
    revised = [
        {
            **of_all,
            "part": part,
            "revision": before.revisions.get(part, 0) + 1,
            "text": _COMMENT.sub(lambda said: unlinked(said[0]), text),
        }
        for part, text in parts.items()
    ]
    if revised:
        session.execute(_FILED, revised)
    # An adjudication that is being computed now must not miss these.
    here.game.version += 1
    here.has_filed(role, parts, written=written)


def submit(work: Work, here: LiveGame, role: str, lines: Sequence[SheetLine], sent: Sent) -> Submitted:
    """Read a role's lines, perform immediate acts, and file the rest unless a reason keeps the sheet."""
    sheet = _Submission(work, here, role, lines, sent)
    return next((done for reason in REASONS if (done := reason(sheet)) is not None), None) or _kept(sheet)


@dataclass
class _Submission:
    """A sheet on its way, and what the rules make of it."""

    work: Work
    here: LiveGame
    role: str
    lines: Sequence[SheetLine]
    sent: Sent

    @cached_property
    def texts(self) -> Mapping[int, str]:
        return {line.number: line.text for line in self.lines}

    @cached_property
    def before(self) -> Filed:
        """What the role has on file, read in this transaction, under the game's lock."""
        return self.here.filed(self.work.session, self.role)

    @cached_property
    def view(self) -> View:
        return self.here.view(only(self.role))

    @cached_property
    def reading(self) -> Reading:
        return self.here.system.read(self.view, self.role, Sheet(tuple(self.lines), self.before.parts))

    @cached_property
    def problems(self) -> list[Problem]:
        """What is wrong with lines that were meant for the sheet."""
        return [replace(each, text=each.text or self.texts.get(each.line, "")) for each in self.reading.problems]

    @cached_property
    def of_others(self) -> tuple[str, str]:
        """The phase just over for which it is set aside, and why it is none of the open phase's; mostly empty."""
        return for_another(self.work.session, self.here, self.role, self.reading, self.sent)

    @cached_property
    def faults(self) -> tuple[Answer, ...]:
        """What is told of the lines that are wrong."""
        return tuple(dict.fromkeys(map(answer_to, self.problems)))

    def begun(self) -> Submitted:
        """What is told of the sheet, whether it is filed or not: its faults, and the lines that were none of it."""
        return Submitted(self.here, [*self.faults], remarks=[*self.reading.remarks])

    def perform(self, done: Submitted, reading: Reading | None = None) -> None:
        """What takes effect at once, line by line, as far as its writer is believed."""
        reading, sent = reading or self.reading, self.sent
        meanings: dict[int, list[str]] = {}
        for read in reading.lines:
            if not read.part:
                meanings.setdefault(read.line, []).append(read.meaning)
        for each in reading.acts:
            text = self.texts.get(each.line, each.text)
            said = meanings[each.line].pop(0) if meanings.get(each.line) else each.text
            if sent.orders_only:
                done.answers.append(Answer(each.line, text, "problem", "Only the player can do that."))
                continue
            writer = sent.writer
            if writer is None and each.kind == VOTE:
                continue
            if writer is not None and (waiting := _waits(writer, each, text, said)) is not None:
                done.answers.append(waiting)
                continue
            if self.work.acts >= MOST_ACTS:
                done.answers.append(Answer.refusal(each.line, text, _TOO_MANY_ACTS))
                continue
            self.work.acts += 1
            before = done.here
            try:
                done.here = act(
                    self.work, done.here, self.role, each, mail_id=sent.mail_id, actor=writer.player if writer else None
                )
            except Refused as refusal:
                done.answers.append(Answer.refusal(each.line, text, refusal.problem))
            else:
                after = standing_after(before, done.here, self.role)
                if said.casefold() == text.strip().casefold():
                    said = "Done."
                done.answers.append(Answer(each.line, text, "ok", f"{sentence(said)} {after}" if after else said))


def results_held(sheet: _Submission) -> Submitted | None:
    """Refuse every line of a sheet while results are held; suggest to send it again only if late ones count."""
    over = sealed(sheet.here.row)
    if over is None:
        return None
    meant = sheet.reading.lines_meant
    hint = over.hint if sheet.here.phase.late == "keep" else ASK_MASTER
    refused = [Answer.refusal(line.number, line.text, over, hint) for line in sheet.lines if line.number in meant]
    return Submitted(sheet.here, refused, remarks=[*sheet.reading.remarks])


def other_phase(sheet: _Submission) -> Submitted | None:
    """Orders for another phase are not filed; what belongs to no phase is done."""
    _, elsewhere = sheet.of_others
    if not elsewhere:
        return None
    done = Submitted(sheet.here)
    reading = replace(sheet.reading, acts=tuple(act for act in sheet.reading.acts if act.irrevocable))
    at_once = {each.line for each in reading.acts}
    done.remarks += [line for line in sheet.lines if line.number not in at_once]
    if reading.lines_meant - at_once:
        done.notes.append(elsewhere)  # once (C7)
    sheet.perform(done, reading)
    return done


def no_sheet(sheet: _Submission) -> Submitted | None:
    """A greeting alone is no sheet."""
    done, reading = sheet.begun(), sheet.reading
    return None if reading.parts or reading.lines or reading.acts or done.answers else done


def in_doubt(sheet: _Submission) -> Submitted | None:
    """The writer is asked first where a sanity check says so."""
    here, reading, done = sheet.here, sheet.reading, sheet.begun()
    unread = [*reading.remarks, *(SheetLine(each.line, each.text) for each in sheet.problems if not each.warning)]
    unsure = why_asked(Filing(here, sheet.role, sheet.before.parts, reading, sheet.sent, unread))
    if unsure is None:
        return None
    done.answers = [told_of_doubt(each, unsure) for each in done.answers]
    done.answers += asked_first(here, reading, sheet.texts, unsure)
    if unsure.code != TAKEN_BACK:
        sheet.perform(done)
    return done


def too_late(sheet: _Submission) -> Submitted | None:
    """Rules that take no late orders refuse them; acts are performed."""
    why = _refusal(sheet.here, sheet.sent) if sheet.reading.parts else None
    if why is None:
        return None
    done = sheet.begun()
    done.answers += _answers_to_orders(sheet.reading, sheet.texts, why)
    sheet.perform(done)
    done.answers.sort(key=lambda answer: answer.number)
    return done


REASONS: tuple[Callable[[_Submission], Submitted | None], ...] = (
    results_held,
    other_phase,
    no_sheet,
    in_doubt,
    too_late,
)
"""Why a sheet is not filed, in order."""


def _is_late(here: LiveGame, sent: Sent) -> bool:
    # The clock of a game that is paused stands.
    return sent.accepted_at > here.row.deadline and here.game.status != "paused"


def _kept(sheet: _Submission) -> Submitted:
    """File what is good of the sheet, and perform its acts."""
    work, here, reading, sent, done = sheet.work, sheet.here, sheet.reading, sheet.sent, sheet.begun()
    done.answers += _answers_to_orders(reading, sheet.texts, None)
    sheet.perform(done)
    set_aside, _ = sheet.of_others
    to_mend = bool(reading.parts) and any(not problem.warning for problem in reading.problems)
    done.held_open = to_mend and here.game.practice  # nobody else is waited for, so the next mail would come too late
    if reading.parts:
        written = reading.written and not set_aside and not done.held_open
        _file(work.session, done.here, sheet.role, reading.parts, sheet.before, written=written, sent=sent)
    if set_aside:
        done.notes.append(
            f"Too late for {title_of_phase(work.session, here.game, set_aside)}. I have set it aside, and use it "
            f"for {here.phase.title} unless you send a newer sheet."
        )
    elif reading.parts and _is_late(here, sent):
        done.notes.append("The deadline has passed, but the phase is not adjudicated yet. This counts.")
    if not sent.orders_only:  # whoever lends a hand may not learn from them what was on file
        done.notes += reading.notes
    if to_mend:
        done.notes.append(f"Your other lines are filed. {how_to_mend(here.system, reading.parts)}")
    if done.held_open:
        done.notes.append(STILL_OPEN)
    done.answers.sort(key=lambda answer: answer.number)
    return done


def _refusal(here: LiveGame, sent: Sent) -> Problem | None:
    """Why no orders are kept: they come too late for rules that take none then."""
    if here.phase.late == "refuse" and _is_late(here, sent):
        return Problem("phase/late", f"Too late: the deadline of {here.phase.title} has passed.")
    return None


def _answers_to_orders(reading: Reading, texts: Mapping[int, str], why: Problem | None) -> Iterator[Answer]:
    """What was made of each line that is understood; of what takes effect at once, `perform` answers."""
    acts = {each.line for each in reading.acts}
    for line in reading.lines:
        text = texts.get(line.line, line.text)
        if line.line in acts and not line.part:
            continue
        if why is not None:
            yield Answer.refusal(line.line, text, why)
        else:
            yield Answer(line.line, text, "ok", line.meaning, filed=bool(line.part))


def _waits(writer: Writer, act: Act, text: str, meaning: str) -> Answer | None:
    """Why an act is not done before its writer has sent a code; None where they are believed."""
    wanted = Trust.FULL if act.irrevocable else Trust.ORDERS
    if writer.trust >= wanted and (writer.has_sent_code or not (act.irrevocable and act.asks_always)):
        return None
    sparable = writer.with_key.trust >= wanted and not act.asks_always
    told = sentence(act.foretells or meaning)
    return Answer(act.line, text, "waiting", told, sparable=sparable, instead="" if act.text == text else act.text)


def file_block(session: Session, here: LiveGame, role: str) -> Block:
    """What a role has on file, in the judge's words."""
    view = here.view(only(role))
    parts = filed_by(session, here, role)
    text = here.system.show(view, parts) if parts else "Nothing."
    if parts and role in here.phase.offices:
        text = f"FOR {role}\n{text}"
    remarks = here.system.estimate(view, parts) if parts else ()
    title = f"On file for {named(role)}, {here.phase.title}"
    return Block(title, _with_remarks(text, remarks), sheet=(role, here.row.label), of_players=True)


def _with_remarks(text: str, remarks: Sequence[str]) -> str:
    """A sheet, and below it what the rules say of it, wrapped; a remark with blanks before it is set as it is."""
    told = (each if each.startswith(" ") else wrapped(each) for each in remarks)
    return "\n".join((text, *(("", *told) if remarks else ())))


def nothing_to_file(session: Session, here: LiveGame, role: str) -> bool:
    """Is nothing awaited of this role, no sheet offered to it, and nothing of it on file? So with who is eliminated."""
    if role in here.phase.wanted or filed_by(session, here, role):
        return False
    return not here.system.form(here.view(only(role)), {})


def due(here: LiveGame, reader: Habits, now: datetime) -> str:
    """When the open phase is due, to whoever has sent orders for it."""
    title = here.phase.title
    if here.game.status == "paused":
        return f"{title}: no deadline now, as the game is paused."
    if here.row.early_at is not None and here.row.early_at > now:
        return f"Everybody has written: {title} will be adjudicated {when(here.row.early_at, reader)}."
    if here.row.early_at is not None and here.game.practice:
        return f"The results of {title} are on their way."
    if here.row.deadline > now:
        return f"You can change it until {when(here.row.deadline, reader)}."
    return f"{with_be(title, was=True)} due {when(here.row.deadline, reader)}, {relative(here.row.deadline, now)}."


def try_block(session: Session, here: LiveGame, role: str, lines: Sequence[SheetLine]) -> Block:
    """What these lines would mean beside what is on file, and would cost; nothing is kept or done."""
    view = here.view(only(role))
    filed = filed_by(session, here, role)
    reading = here.system.read(view, role, Sheet(tuple(lines), filed))
    shown = []
    for problem in reading.problems:
        mark = "odd" if problem.warning else "wrong"
        where = f"Line {problem.line} is {mark}: " if problem.line else ""
        shown.append(f"{where}{sentence(problem.message)} {sentence(problem.hint, stop='')}".rstrip())
    shown += [f"Line {each.number} was not read as an order: `{each.text}`" for each in reading.remarks]
    acts = {act.line for act in reading.acts}
    shown += [
        f"Line {line.line}: {line.meaning} (would be done at once)" for line in reading.lines if line.line in acts
    ]
    parts = {**filed, **reading.parts}
    text = here.system.show(view, parts) if any(parts.values()) else "Nothing."
    remarks = here.system.estimate(view, parts) if any(parts.values()) else ()
    tried = _with_remarks("\n".join((*shown, text)), remarks)
    return Block(f"Tried for {named(role)}, {here.phase.title}", tried, of_players=True)


def is_read(session: Session, here: LiveGame, role: str, lines: Sequence[SheetLine]) -> bool:
    """Do the game's own rules make something of the last of these lines, below the others?"""
    reading = here.system.read(here.view(only(role)), role, Sheet(tuple(lines), filed_by(session, here, role)))
    return any(each.line == lines[-1].number for each in reading.lines)


def say_nothing(session: Session, here: LiveGame, roles: Sequence[str], sent: Sent, *, of: str = "") -> str:
    """These roles want no more than what is on file, and count as having written; returns what to say of it. Raises
    Refused as for orders that come too late. `of`: the one role that a FOR line has chosen, among others of the writer.
    """
    check_unsealed(here.row)
    if (why := _refusal(here, sent)) is not None:
        raise Refused(why)
    free = here.game.practice and not here.phase.wanted  # nobody must write, and the game waits all the same
    wanted = [role for role in roles if free or role in here.phase.wanted]
    if not wanted:
        return f"{here.phase.title} does not wait for {named(of) or 'you'}. {_what_stands(session, here, roles, of)}"
    some = next((part for part, kind in here.system.parts.items() if kind != "append"), "")
    for role in wanted:
        filed = here.filed(session, role)
        part = next((part for part in filed.parts if here.system.parts.get(part) != "append"), some)
        if part:
            same = {part: filed.parts.get(part, "")}
            _file(session, here, role, same, filed, written=True, sent=sent)
    waits = f"The game no longer waits for {named(of) or 'you'}."
    if here.phase.missing == "default" and not here.may_end_early:  # it never did
        waits = f"{named(of)} counts as having written." if of else "You count as having written."
    if here.phase.hides_writers and here.phase.missing == "default" and not here.game.practice:
        waits = f"{here.phase.title} lasts until its deadline all the same."
    # CLEAR would come too late where the results follow.
    practiced = here.game.practice and not here.row.waits
    ends = _is_late(here, sent) or (practiced and not here.missing(session))
    return f"{waits} {_what_stands(session, here, roles, of, open_still=not ends)}"


def _what_stands(session: Session, here: LiveGame, roles: Sequence[str], of: str, *, open_still: bool = True) -> str:
    """Tell what these roles have on file, and while `open_still` of CLEAR; `of` as for `say_nothing`."""
    filed = {role: here.filed(session, role).parts for role in roles}
    kept = "; ".join(line for role, parts in filed.items() for line in lasting(here.system, here.state, role, parts))
    stands = f"What is on file for {named(of)} stands" if of else "What you have on file stands"
    if any(text for parts in filed.values() for part, text in parts.items() if not lasts(here.system, part)):
        back = f" CLEAR takes it back{f', but for {kept}' if kept else ''}." if open_still else ""
        return f"{stands}.{back}"
    nothing = f"Nothing is on file for {named(of)}." if of else "You have nothing on file."
    return f"{stands}, and cannot be taken back: {kept}." if kept else nothing


def clear(session: Session, here: LiveGame, roles: Sequence[str], sent: Sent, *, of: str = "") -> str:
    """Takes back everything of these roles that a later mail could replace; returns what was done. `of` as above."""
    check_unsealed(here.row)
    cleared = unsaid = False
    left: list[str] = []
    for role in roles:
        filed = here.filed(session, role)
        left += lasting(here.system, here.state, role, filed.parts)
        gone = {part: "" for part, text in filed.parts.items() if text and not lasts(here.system, part)}
        unsaid_here = filed.no_orders()
        cleared |= bool(gone)
        unsaid |= bool(unsaid_here)
        if gone or unsaid_here:
            _file(session, here, role, {**gone, **unsaid_here}, filed, written=False, sent=sent)
    rest = f"What cannot be taken back stays: {'; '.join(left)}." if left else ""
    if not cleared:
        if unsaid:
            return f"NO ORDERS for {here.phase.title} is taken back. {_what_stands(session, here, roles, of)}"
        had = f"Nothing was on file for {named(of)}" if of else "You had nothing on file"
        return f"{had} to take back. {rest}".strip()
    whose, now = (f"The orders of {named(of)}", f" for {named(of)}") if of else ("Your orders", "")
    return f"{whose} for {here.phase.title} are taken back. {rest or f'Nothing is on file{now} now.'}"


def tell_borrowed(work: Work, here: LiveGame, seat: str, role: str, by: Player) -> None:
    filed = file_block(work.session, here, role)
    stays = "; ".join(lasting(here.system, here.state, role, filed_by(work.session, here, role)))
    still = "You can still replace them."
    if stays:
        still = f"What cannot be taken back stays: {stays}. You can still replace all else."
    said = (f"{by.name}, the GameMaster, has filed orders for you. {still} On file is now:", filed.text)
    told = {
        to: ("The GameMaster has filed your orders", said)
        for to in news.recipients(work.session, here.game, here.roles_of)
        if to.seat is not None and to.seat.name == seat
    }
    news.notify(work, here.game, told)
    journal.note(work, here.game, f"orders for {named(seat)} filed by the GameMaster", by)
