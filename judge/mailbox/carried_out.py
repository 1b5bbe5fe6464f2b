"""Carrying a mail out: each command by its use case, the lines of each game's sheet as one, and what became of each
line.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from judge.commands.command import Command, Line, Needs, as_written_by, commands
from judge.commands.elsewhere import each_on_a_line, how_to_reach, other_game
from judge.commands.masters.seats import BECOME
from judge.commands.refusals import note_refusal
from judge.commands.request import Request
from judge.commands.seats.sheet import NO_ORDERS
from judge.letters.columns import counted
from judge.letters.values import Answer, Section
from judge.mail.values import TextLine
from judge.mailbox.code_wanted import answer_while_waiting
from judge.mailbox.limits import Budget
from judge.mailbox.line_faults import BELOW, LineFaults, failed, lines_without
from judge.mailbox.lines.hints import NO_COMMAND, fitting
from judge.mailbox.lines.parsed import COMMANDS, Chapter, Item, Parsed, interpret
from judge.mailbox.lines.sentences import is_sentence
from judge.mailbox.replies.reply import Page, Part, askable, section_of
from judge.mailbox.sheet_lines import ORDER_LINES, file_sheet
from judge.mailbox.talk import is_below_press, offer, talk_among
from judge.play import sheets
from judge.rules.problems import NO_VOTE, Refused
from judge.rules.values import SheetLine

MASKED = "KEY ········"

ABOVE = frozenset({"GAME", "PHASE", "FOR"})
"""Words whose lines say what those below them are for."""

BELOW_BECOME = "The BECOME line above these lines was refused, so they are for nobody."

Chosen: TypeAlias = tuple[str, bool]
"""The role that a FOR line has named, and whether it is unsure: of the cursor."""

AGAIN = "If this needs what waits above, write it again once that is confirmed."


@dataclass(frozen=True)
class CarriedOut:
    """`sections` in the order in which games were spoken of; `waiting` the lines that want a code; `offered` the words
    to a person that want another; `unread` what was not taken for orders.
    """

    sections: tuple[Section, ...]
    waiting: tuple[Answer, ...]
    offered: tuple[Answer, ...]
    unread: tuple[TextLine, ...]


def carry_out(request: Request, parsed: Parsed, budget: Budget, only: Collection[int] | None = None) -> CarriedOut:
    """Carries out the lines of one mail, in order, as far as its budget goes. `only`: just these lines (those that
    waited for a code), and the GAME and PHASE lines above them.
    """
    meant = interpret(parsed.items, parsed.rest, has_games=request.has_games())
    pen = _Pen(request, parsed, budget, only)
    for chapter in meant.chapters:
        pen.carry_out(chapter)
    if meant.beyond is not None and only is None:
        pen.refuse_beyond(meant.beyond)
    request.tell_options()
    sections = askable(pen.sections())
    if pen.faults is not None:
        pen.faults.tell(request.row)
    waiting = [answer for section in sections for answer in section.answers if answer.became == "waiting"]
    return CarriedOut(
        sections,
        tuple(answer for answer in waiting if answer not in pen.page.offered),
        tuple(answer for answer in waiting if answer in pen.page.offered),
        (*pen.page.passed_over, *meant.unread),
    )


class _Pen:
    """What becomes of the lines, as it is written down while they are carried out."""

    def __init__(self, request: Request, parsed: Parsed, budget: Budget, only: Collection[int] | None) -> None:
        self.page = Page()
        self.faults = LineFaults(request.work) if request.with_care else None
        self._request = request
        self._lines = parsed.mail.lines
        self._keys = parsed.keys
        self._budget = budget
        self._only = only
        self._games_looked_for = 0
        self._phase_lines: set[str] = set()  # above lines of the chapter's sheets
        self._refused_for: dict[Chosen, Answer] = {}  # role -> what was told of the FOR line that named it

    def carry_out(self, chapter: Chapter) -> None:
        """Commands as they come, the sheet at its last line, NO ORDERS behind it, and at the end what only looks."""
        talk = talk_among(self._request, chapter.items) if self._request.writer.press is not None else ()
        if talk:
            chapter = chapter.without(talk)
        sheet: dict[Chosen, list[SheetLine]] = {}
        self._phase_lines = set()
        nothing: list[tuple[Item, Chosen]] = []
        looks: list[tuple[Item, Chosen]] = []
        for place, item in enumerate(chapter.items):
            self._apart(item.line, partial(self._item, item, sheet, nothing, looks))
            if place == chapter.sheet_ends:
                self._sheets(sheet)
                self._say_nothing(nothing)
        self._later(looks)
        if talk:
            self._apart(talk[0].line, partial(self._offer, talk, chapter.items))

    def _item(
        self,
        item: Item,
        sheet: dict[Chosen, list[SheetLine]],
        nothing: list[tuple[Item, Chosen]],
        looks: list[tuple[Item, Chosen]],
    ) -> None:
        """Carries out a command that acts; lines of sheets, NO ORDERS and what only looks are kept for their turn."""
        if item.command is None and (self._is_told(item) or self._is_for(item) or self._names_game(item)):
            return
        if not self._wanted(item):
            return
        if item.command is None or self._is_the_games_own(item, sheet.get(self._role, ())):
            sheet.setdefault(self._role, []).append(SheetLine(item.line.number, item.line.text))
            self._phase_lines.add(self._request.cursor.phase_line)
        elif item.command is NO_ORDERS:
            nothing.append((item, self._role))  # it says what is on file, the lines above and below it too
        elif item.command.looks:
            looks.append((item, self._role))
        else:
            self._command(item, item.command)

    def _apart(self, line: Line, unit: Callable[[], None]) -> None:
        """Does it; where the mail is read with care a fault leaves out this line, and all else stands."""
        if self.faults is None:
            unit()
            return
        trace = self._fault(self.faults, unit)
        if not trace:
            return
        self._part().answers.append(failed(line.number, self._shown(line)))
        self.faults.note(line.number, trace)
        if next(iter(line.text.upper().replace(":", " ").split()), "") in ABOVE:
            self._request.move(game=None, astray=BELOW)

    def _fault(self, faults: LineFaults, unit: Callable[[], None], *, keep: bool = True) -> str:
        """The trace of what raised, of which nothing is left then; `keep`: of what did not raise, everything is."""
        request = self._request
        page, lines_read = self.page.copy(), self._budget.lines
        kept = ([*request.confirmed], {**request.options_changed})
        before = request.cursor
        trace = faults.raises(unit, keep=keep)
        if trace or not keep:
            request.forget()
            self.page, self._budget.lines = page, lines_read
            request.confirmed, request.options_changed = kept
            request.cursor = before
        return trace

    def _shown(self, line: Line) -> str:
        return MASKED if line.number in self._keys else line.text.strip()

    def _is_the_games_own(self, item: Item, above: Sequence[SheetLine]) -> bool:
        """Does NOTHING, or the like, mean something in the game itself, below these lines of its sheet?"""
        return item.command is NO_ORDERS and self._is_read(item, above)

    def _is_read(self, item: Item, above: Sequence[SheetLine] = ()) -> bool:
        """Does the game itself make something of this line, below these lines of its sheet?"""
        try:
            here, role = self._request.sheet_role()
        except Refused:
            return False
        lines = (*above[:ORDER_LINES], SheetLine(item.line.number, item.line.text))
        return sheets.is_read(self._request.session, here, role, lines)

    def sections(self) -> tuple[Section, ...]:
        return tuple(section_of(self._request, self.faults, name, part) for name, part in self.page.parts.items())

    def refuse_beyond(self, line: Line) -> None:
        text = MASKED if line.number in self._keys else line.text.strip()
        message = f"A mail can hold {COMMANDS} commands. I did not read this one and those below it."
        hint = "Send the rest in another mail."
        self._part().answers.append(Answer(line.number, text, "problem", message, hint))

    def _wanted(self, item: Item) -> bool:
        if self._only is None or item.line.number in self._only:
            return True
        return item.command is not None and item.command.name in ("GAME", "PHASE")

    def _is_told(self, item: Item) -> bool:
        """Is there no more to this line than what its writer is told of it? Then it is answered."""
        if not item.remark or not self._wanted(item):
            return bool(item.remark)
        if item.line.text.split()[0].upper() == "VOTE" and self._is_read(item):
            return False  # `VOTE Bob: yes`, where the game has votes of its own
        text = item.line.text.strip()
        told = fitting(self._request, item.remark)
        self._part().answers.append(Answer(item.line.number, text, "problem", NO_COMMAND, told))
        return True

    def _is_for(self, item: Item) -> bool:
        """Does the line say whom those below it are for? If so it is answered."""
        text = item.line.text
        try:
            said = self._request.choose_role(text)
        except Refused as refusal:
            refused = Answer.refusal(item.line.number, text, refusal.problem)
            self._part().answers.append(refused)
            self._refused_for[self._role] = refused
            return True
        if said is None:
            return False
        self._part().answers.append(Answer(item.line.number, text, "ok", said.message))
        return True

    def _names_game(self, item: Item) -> bool:
        """Is it a word that stands alone, and a game's name behind it: `START oslo`? Then it is answered."""
        words = item.line.text.split()
        command = commands().get(words[0].upper()) if len(words) == 2 and self._games_looked_for < COMMANDS else None
        self._games_looked_for += command is not None
        game = self._request.find(words[1]) if command is not None else None
        if command is None or game is None:
            return False
        message = f"{command.name} must stand alone on its line."
        hint = how_to_reach(game)
        self._part().answers.append(Answer(item.line.number, item.line.text.strip(), "problem", message, hint))
        return True

    def _say_nothing(self, items: list[tuple[Item, Chosen]]) -> None:
        """NO ORDERS, unless the sheet beside it has a line to mend, for which a practice game waits."""
        if not self._part().held_open:
            self._later(items)
            return
        for item, _ in items:
            message = "This is not done, since a line of the sheet beside it has a problem."
            self._part().answers.append(Answer(item.line.number, self._shown(item.line), "problem", message))

    def _later(self, items: list[tuple[Item, Chosen]]) -> None:
        """Carries out what was kept for its turn, each for the role it was written for."""
        chosen = self._role
        for item, below in items:
            self._turn_to(below)
            if item.command is not None:
                self._apart(item.line, partial(self._command, item, item.command))
        self._turn_to(chosen)

    def _sheets(self, by_role: Mapping[Chosen, Sequence[SheetLine]]) -> None:
        """Files a game's sheets, one for each role that FOR lines have named; each by itself replaces what is on file
        (Payola P3).
        """
        chosen = self._role
        for role, lines in by_role.items():
            self._turn_to(role)
            sound = lines if self.faults is None else self._sound(self.faults, lines)
            if sound:
                file_sheet(self._request, self.page, self._budget, sound, self._phase_lines - {""})
            if role in self._refused_for:
                self._part().tell_below(self._refused_for[role], self._refused_for.values())
        self._turn_to(chosen)

    def _sound(self, faults: LineFaults, lines: Sequence[SheetLine]) -> Sequence[SheetLine]:
        """The lines of a sheet that meet no fault; the others are told."""

        def raises(some: Sequence[SheetLine]) -> str:
            # The page is another one after each fault.
            return self._fault(faults, lambda: file_sheet(self._request, self.page, self._budget, some), keep=False)

        sound, faulty = lines_without(lines, raises)
        for line, trace in faulty:
            self._part().answers.append(failed(line.number, line.text))
            faults.note(line.number, trace)
        return sound

    @property
    def _role(self) -> Chosen:
        return self._request.cursor.role, self._request.cursor.is_unsure

    def _turn_to(self, chosen: Chosen) -> None:
        self._request.move(role=chosen[0], is_unsure=chosen[1])

    def _part(self, named: str = "") -> Part:
        return self.page.part(self._request.game, named)

    def _command(self, item: Item, command: Command) -> None:
        line = item.line
        text = self._shown(line)
        if line.block:
            text += f" (and {counted(len(line.block), 'line')} below)"
        request = self._request
        named = command.game_named(line)
        if named and not command.creates_game and request.find(named) is None:
            named = ""
        try:
            command = as_written_by(request, command)
            waiting = answer_while_waiting(request, item, command, text)
            if waiting is not None:
                self._rehearse(command, line)
                of_no_game = command.needs <= Needs.PLAYER and not named
                self.page.part(None if of_no_game else request.game, named).answers.append(waiting)
                return
            said = self._budget.take(request, command, line)
            if said is None:
                # A savepoint: a command that is refused half-way leaves nothing behind.
                with request.session.begin_nested():
                    said = command.carry_out(request, line)
                if command.name != "KEY":  # which only proves who wrote
                    request.acts()
        except Refused as refusal:
            problem = refusal.problem
            request.forget()
            note_refusal(request, problem, command.name)
            if is_sentence(command, _from_its_word(command, line)):
                self.page.passed_over.append(TextLine(line.number, line.text))
                return
            number = problem.line or line.number
            other = other_game(request, line.rest) if command.needs > Needs.PLAYER else None
            several = each_on_a_line(request, command.name, line.rest) if command.looks or command.names_game else ""
            way = how_to_reach(other) if other is not None else several or problem.hint
            # Who has no vote is not told how ours would be written.
            remark = "" if problem.code == NO_VOTE else item.remark
            hint = " ".join(filter(None, (way, remark, AGAIN if self.page.waits else "")))
            self._part(named).answers.append(Answer.refusal(number, text, problem, hint))
            if command is BECOME:
                request.move(game=None, astray=BELOW_BECOME)
            return
        part = self._part(named)
        if command.name != "KEY":
            part.answers.append(Answer(line.number, text, "ok", f"{item.remark} {said.message}".strip()))
        part.blocks += said.blocks

    def _rehearse(self, command: Command, line: Line) -> None:
        """Raises Refused where the line would be: nobody is asked for a code in vain. What stands behind a line that
        waits may depend on it, and is not rehearsed.
        """
        if self.page.waits:
            return
        try:
            with self._request.session.begin_nested() as unit:
                command.carry_out(replace(self._request, is_trial=True, options_changed={}, asks=[]), line)
                unit.rollback()
        finally:
            self._request.forget()

    def _offer(self, talk: Sequence[Item], others: Sequence[Item]) -> None:
        """Words to the person whose letter is answered, sent once a code has said so, until then shown; or orders below
        press, filed then.
        """
        if self._only is not None and talk[0].line.number not in self._only:
            return
        if is_below_press(others) and self._request.writer.has_sent_code:
            file_sheet(self._request, self.page, self._budget, [SheetLine(i.line.number, i.line.text) for i in talk])
            return
        answer, blocks = offer(self._request, self._lines, talk, others)
        if answer.became == "unread":
            self.page.passed_over += [TextLine(item.line.number, item.line.text) for item in talk]
            return
        part = self._part()
        part.answers.append(answer)
        part.blocks += blocks
        if answer.became == "waiting":
            self.page.offered.append(answer)


def _from_its_word(command: Command, line: Line) -> str:
    """The line from its command's word on: in `yes, join lund with sesame` the comma makes no talk of it."""
    begun = line.text.lstrip().upper().startswith(command.name)
    return line.text if begun or not line.rest else f"{command.name.lower()} {line.rest}"
