"""One command of a mail: executed, kept waiting, or refused, and what is told of it."""

from __future__ import annotations

from dataclasses import replace

from judge.commands.command import Command, Line, Needs, as_written_by
from judge.commands.masters.seats import become
from judge.commands.other_games import each_on_a_line, how_to_reach, other_game
from judge.commands.refusals import note_refusal
from judge.commands.request import Request
from judge.letters.columns import counted
from judge.letters.values import Answer
from judge.mail.values import TextLine
from judge.mailbox.chain import CommandFiling, verdict_on_command
from judge.mailbox.limits import Budget
from judge.mailbox.lines.parsed import Item
from judge.mailbox.lines.sentences import is_sentence
from judge.mailbox.page import Page, Part, name_of
from judge.rules.problems import NO_VOTE, Refused

BELOW_BECOME = "The BECOME line above these lines was refused, so they are for nobody."
AGAIN = "If this needs what waits above, write it again once that is confirmed."


def execute_command(request: Request, page: Page, budget: Budget, item: Item, command: Command, shown: str) -> Page:
    """Execute a command, unless a reason keeps it waiting. Return the page with what is told of it. `shown`: its line
    as it is repeated.
    """
    line = item.line
    text = f"{shown} (and {counted(len(line.block), 'line')} below)" if line.block else shown
    named = command.game_named(line)
    if named and not command.creates_game and request.find(named) is None:
        named = ""
    try:
        command = as_written_by(request, command)
        verdict = verdict_on_command(CommandFiling(request, item, command, text))
        if verdict.answers:
            if not page.waits:
                _rehearse(request, command, line)
            of_no_game = command.needs <= Needs.PLAYER and not named
            name = named or ("" if of_no_game else name_of(request.game))
            return page.telling(name, Part(answers=verdict.answers))
        said = budget.take(request, command, line)
        if said is None:
            # A savepoint: a command that is refused half-way leaves nothing behind.
            with request.session.begin_nested():
                said = command.carry_out(request, line)
            if command.name != "KEY":  # which only proves who wrote
                request.acts()
    except Refused as refusal:
        return _refused(request, page, item, command, text, named, refusal)
    told = Answer(line.number, text, "ok", f"{item.remark} {said.message}".strip())
    part = Part(answers=(told,) if command.name != "KEY" else (), blocks=said.blocks)
    return page.telling(named or name_of(request.game), part)


def _refused(
    request: Request, page: Page, item: Item, command: Command, text: str, named: str, refusal: Refused
) -> Page:
    """Tell why a command was refused, and what would be done; a sentence that begins like one is passed over."""
    line, problem = item.line, refusal.problem
    request.forget()
    note_refusal(request, problem, command.name)
    if is_sentence(command, _from_its_word(command, line)):
        return replace(page, passed_over=(*page.passed_over, TextLine(line.number, line.text)))
    other = other_game(request, line.rest) if command.needs > Needs.PLAYER else None
    several = each_on_a_line(request, command.name, line.rest) if command.looks or command.names_game else ""
    way = how_to_reach(other) if other is not None else several or problem.hint
    # Who has no vote is not told how ours would be written.
    remark = "" if problem.code == NO_VOTE else item.remark
    hint = " ".join(filter(None, (way, remark, AGAIN if page.waits else "")))
    told = Answer.refusal(problem.line or line.number, text, problem, hint)
    page = page.telling(named or name_of(request.game), Part(answers=(told,)))
    if command is become:
        request.move(game=None, astray=BELOW_BECOME)
    return page


def _rehearse(request: Request, command: Command, line: Line) -> None:
    """Raises Refused where the line would be: nobody is asked for a code in vain. What stands behind a line that waits
    may depend on it, and is not rehearsed.
    """
    try:
        with request.session.begin_nested() as unit:
            command.carry_out(replace(request, is_trial=True), line)
            unit.rollback()
    finally:
        request.forget()


def _from_its_word(command: Command, line: Line) -> str:
    """The line from its command's word on: in `yes, join lund with sesame` the comma makes no talk of it."""
    begun = line.text.lstrip().upper().startswith(command.name)
    return line.text if begun or not line.rest else f"{command.name.lower()} {line.rest}"
