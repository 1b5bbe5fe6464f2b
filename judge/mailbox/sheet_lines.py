"""The lines of a mail that are no commands: filed as one sheet, or told why not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from judge.commands.request import NO_GAME, Request
from judge.games import tenures
from judge.games.members import is_master
from judge.letters.tree import named
from judge.letters.values import Answer
from judge.mail.values import TextLine
from judge.mailbox.limits import MAIL_LINES, TOO_MANY_LINES, Budget
from judge.mailbox.lines.hints import NO_COMMAND, fitting, hint_for, misspelled, with_hint
from judge.mailbox.replies.reply import Page
from judge.play import sheets
from judge.play.doubts import Sent, not_alone
from judge.play.early_adjudication import reconsider
from judge.play.proxy_orders import tell_borrowed
from judge.rules.problems import Problem, Refused
from judge.rules.registry import UNUSABLE
from judge.rules.values import SheetLine, only
from judge.rules.words.lines import may_be_order

ORDER_LINES = 400
"""Order lines that one mail may hold for one game: more than any sheet needs, and soon read even if each is wrong."""


def file_sheet(
    request: Request, page: Page, budget: Budget, lines: Sequence[SheetLine], phase_lines: Collection[str] = ()
) -> None:
    """Files these lines, or tells on the page why not, for the game and the role that the mail speaks of.
    `phase_lines`: the phases that PHASE lines above them name.
    """
    try:
        here, role = request.sheet_role()
    except Refused as refusal:
        _not_filed(request, page, lines, refusal.problem)
        return
    if why := not_alone(request.session, here, request.player, request.mail.others):
        view = here.view(only(role))
        meant = [line for line in lines if here.system.is_attempt(view, line.text)]
        page.part(request.game).answers += [Answer.refusal(line.number, line.text, why) for line in meant]
        _read_apart(request, page, [line for line in lines if line not in meant])
        return
    if request.writer.press is not None and not request.writer.has_sent_code:
        # Only what takes effect at once is left of a sheet in an answer to a person.
        page.part(request.game).answers += [Answer(line.number, line.text, "waiting", "") for line in lines]
        return
    lines = _bounded(request, page, budget, lines)
    if not budget.reads(len(lines), is_confirmed=request.writer.has_sent_code):
        part = page.part(request.game)
        part.notes += [TOO_MANY_LINES] if TOO_MANY_LINES not in part.notes else []
        part.answers += [Answer(line.number, line.text, "waiting", "", sparable=True) for line in lines]
        return
    sent = Sent(
        request.proved_in(here.game),
        request.row.id,
        request.accepted_at,
        meant_for=request.meant_phase(here.game),
        phase_lines=phase_lines,
        orders_only=bool(request.cursor.borrowed),
        mends=request.writer.answers.problems if request.writer.answers is not None else 0,
    )
    done = sheets.submit(request.work, here, role, lines, sent)
    request.stands(done.here)
    part = page.part(request.game)
    part.held_open |= done.held_open
    part.notes += [f"For {named(role)}: {note}" if request.cursor.role else note for note in done.notes]
    _read_apart(request, page, done.remarks)
    # What else is on file there is not for the one who lends a hand, and so what they sent is shown line by line.
    is_wrong = any(each.became == "problem" for each in done.answers)
    by_master = is_wrong and _by_master(request)
    hinted = (_hinted(request, each, by_master=by_master) if is_wrong else each for each in done.answers)
    part.answers += (replace(each, filed=each.filed and not request.cursor.borrowed) for each in hinted)
    asked_first = any(each.changes for each in done.answers)
    if done.here.may_end_early and done.here.game.status == "active" and not asked_first:
        reconsider(request.work, done.here)
    if request.cursor.borrowed:
        tell_borrowed(request.work, done.here, request.cursor.borrowed, role, request.player)
    elif done.answers or done.notes:
        part.filed[role] = done.here


def _hinted(request: Request, answer: Answer, *, by_master: bool) -> Answer:
    told = with_hint(answer, by_master=by_master)
    return replace(told, hint=fitting(request, told.hint))


def _bounded(request: Request, page: Page, budget: Budget, lines: Sequence[SheetLine]) -> Sequence[SheetLine]:
    """As many of them as a mail may have, for one game and for all."""
    left = MAIL_LINES - budget.lines
    most = max(0, min(ORDER_LINES, left))
    if len(lines) <= most:
        return lines
    held, where = (ORDER_LINES, "") if left >= ORDER_LINES else (MAIL_LINES, " for all games")
    more = f"A mail can hold {held} lines of orders{where}. I did not read this one and those below it."
    beyond = lines[most]
    page.part(request.game).answers.append(Answer(beyond.number, beyond.text, "problem", more))
    return lines[:most]


def _not_filed(request: Request, page: Page, lines: Sequence[SheetLine], why: Problem) -> None:
    """Lines that are no commands, from somebody who can have no sheet: words misspelled, or a letter to a human.

    Why they cannot be orders is said once, and not at all to one who has never had a game that they could be for.
    """
    if why.code == NO_GAME and not tenures.has_sat(request.session, request.player.id):
        _read_apart(request, page, lines)
        return
    meant = next((line for line in lines if why.code == UNUSABLE or may_be_order(line.text)), None)
    if meant is not None:
        page.part(request.game).answers.append(Answer.refusal(meant.number, meant.text, why))
    _read_apart(request, page, [line for line in lines if line is not meant])


def _read_apart(request: Request, page: Page, remarks: Sequence[SheetLine]) -> None:
    """Lines that were none of the game's: a word of another judge, a command misspelled; or a greeting."""
    for line in remarks:
        hint = fitting(request, hint_for(line.text) or _misspelled(request, line.text))
        if hint:
            page.part(request.game).answers.append(Answer(line.number, line.text, "problem", NO_COMMAND, hint))
        else:
            page.passed_over.append(TextLine(line.number, line.text))


def _misspelled(request: Request, text: str) -> str:
    """Which command is meant, of those that the writer has. Who they are is asked only where that makes a difference:
    nearly every line is a remark.
    """
    of_master, of_player = (misspelled(text, by_master=each) for each in (True, False))
    return of_master if of_master == of_player or _by_master(request) else of_player


def _by_master(request: Request) -> bool:
    """Is the writer the GameMaster of the game that the lines are for?"""
    return request.game is not None and is_master(request.session, request.game, request.player)
