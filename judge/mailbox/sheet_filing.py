"""The lines of a mail that are no commands: filed as one sheet, or told why not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from judge.commands.request import Request
from judge.games.lookup import LiveGame
from judge.games.members import is_master
from judge.letters.tree import named
from judge.letters.values import Answer
from judge.mail.values import TextLine
from judge.mailbox.chain import SheetFiling, verdict_on_sheet
from judge.mailbox.limits import Budget
from judge.mailbox.lines.hints import NO_COMMAND, fitting, hint_for, misspelled, with_hint
from judge.mailbox.page import Page, Part, name_of
from judge.play import sheets
from judge.play.early_adjudication import reconsider
from judge.play.proxy_orders import tell_borrowed
from judge.play.sanity_checks import Sent
from judge.reading.sheet import SheetLine
from judge.rules.problems import Refused


def file_sheet(
    request: Request, page: Page, budget: Budget, lines: Sequence[SheetLine], phase_lines: Collection[str] = ()
) -> Page:
    """File these lines for the game and the role that the mail speaks of, as far as no reason keeps them. Return the
    page with what is told of them. `phase_lines`: the phases that PHASE lines above them name.
    """
    read = budget.lines + page.lines
    try:
        here, role = request.sheet_role()
    except Refused as refusal:
        verdict = verdict_on_sheet(SheetFiling(request, tuple(lines), budget, read, None, refused=refusal.problem))
        return _with_remarks(request, _telling(request, page, Part(answers=verdict.answers)), verdict.remarks)
    verdict = verdict_on_sheet(SheetFiling(request, tuple(lines), budget, read, here, role))
    name = name_of(request.game)
    is_new = verdict.note and verdict.note not in page.part(name).notes
    page = page.telling(name, Part((verdict.note,) if is_new else (), verdict.answers))
    page = _with_remarks(request, page, verdict.remarks)
    if not verdict.left:
        return page
    page = replace(page, lines=page.lines + len(verdict.left))
    return _submitted(request, page, here, role, verdict.left, phase_lines)


def _submitted(
    request: Request,
    page: Page,
    here: LiveGame,
    role: str,
    lines: Sequence[SheetLine],
    phase_lines: Collection[str],
) -> Page:
    borrowed = request.cursor.borrowed
    sent = Sent(
        request.proved_in(here.game),
        request.row.id,
        request.accepted_at,
        meant_for=request.meant_phase(here.game),
        phase_lines=phase_lines,
        orders_only=bool(borrowed),
        mends=request.writer.answers.problems if request.writer.answers is not None else 0,
    )
    done = sheets.submit(request.work, here, role, lines, sent)
    request.stands(done.here)
    is_wrong = any(each.became == "problem" for each in done.answers)
    by_master = is_wrong and _by_master(request)
    hinted = (_hinted(request, each, by_master=by_master) if is_wrong else each for each in done.answers)
    asked_first = any(each.changes for each in done.answers)
    if done.here.may_end_early and done.here.game.status == "active" and not asked_first:
        reconsider(request.work, done.here)
    if borrowed:
        tell_borrowed(request.work, done.here, borrowed, role, request.player)
    is_shown = not borrowed and bool(done.answers or done.notes)
    part = Part(
        tuple(f"For {named(role)}: {note}" if request.cursor.role else note for note in done.notes),
        # What else is on file there is not for the one who lends a hand, and so what they sent is shown line by line.
        tuple(replace(each, filed=each.filed and not borrowed) for each in hinted),
        filed={role: done.here} if is_shown else {},
        held_open=done.held_open,
    )
    return _with_remarks(request, page.telling(name_of(request.game), part), done.remarks)


def _telling(request: Request, page: Page, part: Part) -> Page:
    return page.telling(name_of(request.game), part) if part.answers else page


def _hinted(request: Request, answer: Answer, *, by_master: bool) -> Answer:
    told = with_hint(answer, by_master=by_master)
    return replace(told, hint=fitting(request, told.hint))


def _with_remarks(request: Request, page: Page, remarks: Sequence[SheetLine]) -> Page:
    """The page with lines that were none of the game's: a word of another judge, a command misspelled; or a greeting,
    which is passed over.
    """
    told: list[Answer] = []
    passed_over: list[TextLine] = []
    for line in remarks:
        hint = fitting(request, hint_for(line.text) or _misspelled(request, line.text))
        if hint:
            told.append(Answer(line.number, line.text, "problem", NO_COMMAND, hint))
        else:
            passed_over.append(TextLine(line.number, line.text))
    page = replace(page, passed_over=(*page.passed_over, *passed_over)) if passed_over else page
    return _telling(request, page, Part(answers=tuple(told)))


def _misspelled(request: Request, text: str) -> str:
    """Which command is meant, of those that the writer has. Who they are is asked only where that makes a difference:
    nearly every line is a remark.
    """
    of_master, of_player = (misspelled(text, by_master=each) for each in (True, False))
    return of_master if of_master == of_player or _by_master(request) else of_player


def _by_master(request: Request) -> bool:
    """Whether the writer is the GameMaster of the game that the lines are for."""
    return request.game is not None and is_master(request.session, request.game, request.player)
