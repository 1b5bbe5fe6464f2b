"""The interpreter of a mail executes its lines: commands by their use cases, the lines of a game's sheet as one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

from judge.commands.command import Command, Line, Needs, as_written_by, commands
from judge.commands.masters.members import become
from judge.commands.players.profile import key
from judge.commands.refusals import each_on_a_line, how_to_reach, note_refusal, other_game
from judge.commands.request import Request
from judge.commands.seats.sheet import no_orders
from judge.games.lookup import LiveGame
from judge.letters.columns import counted
from judge.letters.tree import named
from judge.letters.values import Answer, Block, Section
from judge.mail.redaction import masked
from judge.mail.values import TextLine
from judge.mailbox.bounds import COMMANDS, INSTEAD
from judge.mailbox.chain import CommandFiling, SheetFiling, verdict_on_command, verdict_on_sheet
from judge.mailbox.limits import Budget
from judge.mailbox.line_faults import BELOW, FAULT, NOT_SHOWN, LineFaults, lines_without
from judge.mailbox.lines.hints import NO_COMMAND, fitting, misspelled, with_hint
from judge.mailbox.lines.items import Item
from judge.mailbox.lines.wishes import told_of
from judge.mailbox.parser import Chapter, Parsed, interpret
from judge.mailbox.press_reply import is_below_press, offer, talk_among
from judge.mailbox.reply import askable
from judge.play import sheets
from judge.play.early_adjudication import reconsider
from judge.play.sanity_checks import Sent
from judge.play.sheets import tell_borrowed
from judge.reading.sheet import SheetLine
from judge.rules.problems import NO_VOTE, Problem, Refused


@dataclass(frozen=True, slots=True)
class Part:
    """What is told of one game's lines. `filed`: role -> its game after the sheet, to be shown at the end.
    `held_open`: the game waits until a line of the sheet is mended.
    """

    notes: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    blocks: tuple[Block, ...] = ()
    filed: Mapping[str, LiveGame] = field(default_factory=dict)
    held_open: bool = False

    def followed_by(self, more: Part) -> Part:
        return Part(
            (*self.notes, *more.notes),
            (*self.answers, *more.answers),
            (*self.blocks, *more.blocks),
            {**self.filed, **more.filed},
            self.held_open or more.held_open,
        )

    def below(self, heading: Answer, headings: Collection[Answer]) -> Part:
        """The same with what a heading was refused for told once: with the first line below it, where that is refused
        for it. `headings`: all that were refused.
        """
        first = next((each for each in self.answers if each.number > heading.number), None)
        if heading not in self.answers or first is None or first in headings or first.code != heading.code:
            return self
        told = replace(first, message=f"{first.message} Nothing below {heading.text.strip()} was filed.")
        return replace(self, answers=tuple(told if each is first else each for each in self.answers if each != heading))


@dataclass(frozen=True, slots=True)
class Page:
    """A transcript while it is written. `parts`: game's name (empty for none) -> what is told of it. `offered`: what is
    told of words to a person; `passed_over`: the lines that were not taken for orders; `lines`: how many lines of
    sheets were read.
    """

    parts: Mapping[str, Part] = field(default_factory=dict)
    offered: tuple[Answer, ...] = ()
    passed_over: tuple[TextLine, ...] = ()
    lines: int = 0

    def part(self, name: str) -> Part:
        return self.parts.get(name, Part())

    def telling(self, name: str, part: Part) -> Page:
        """The same with this told, too, of a game's lines."""
        return self.having(name, self.part(name).followed_by(part))

    def having(self, name: str, part: Part) -> Page:
        """The same with this as all that is told of a game's lines."""
        return replace(self, parts={**self.parts, name: part})

    @property
    def waits(self) -> bool:
        """Whether a line waits for a code."""
        return any(answer.became == "waiting" for part in self.parts.values() for answer in part.answers)


def without_secrets(answer: Answer) -> Answer:
    """Return the same with KEYs and tokens unreadable, wherever their writer put them (fault C10)."""
    return replace(answer, text=masked(answer.text), message=masked(answer.message))


def section_of(request: Request, faults: LineFaults | None, name: str, part: Part) -> Section:
    """The part as it is told, with what is on file after it. `faults`: of a mail that is read with care."""
    notes, blocks = list(part.notes), list(part.blocks)
    due = sheet = ""
    for role, here in part.filed.items():
        if here.game.status not in ("active", "paused") or role not in here.phase.roles:
            continue
        if not sheets.nothing_to_file(request.session, here, role):
            due = sheets.due(here, request.player, request.now)
        sheet = here.phase.title

        def show(here: LiveGame = here, role: str = role) -> None:
            block = sheets.file_block(request.session, here, role)
            # SHOW or NO ORDERS in the same mail may have shown what was there before.
            at = next((at for at, each in enumerate(blocks) if each.sheet == block.sheet), len(blocks))
            blocks[at : at + 1] = [block]

        if faults is None:
            show()
        elif trace := faults.trace_of(show):
            notes.append(NOT_SHOWN)
            faults.note(0, trace)
    answers = tuple(map(without_secrets, sorted(part.answers, key=lambda each: each.number)))
    return Section(name, tuple(notes), answers, tuple(blocks), due, _title(request, name), sheet)


def _title(request: Request, name: str) -> str:
    """What one of the writer's games is called beside its name; empty if it is called nothing else."""
    game = request.game if request.game is not None and request.game.name == name else None
    if game is None and name:
        game = next((each for each in request.every_game() if each.name == name), None)
    return f"{game.title} ({name})" if game is not None and game.title not in ("", name) else ""


BELOW_BECOME = "The BECOME line above these lines was refused, so they are for nobody."
AGAIN = "If this needs what waits above, write it again once that is confirmed."


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


def _hinted(request: Request, answer: Answer) -> Answer:
    told = with_hint(answer)
    return replace(told, hint=fitting(request, told.hint))


MASKED = "KEY ········"

_ASKED_OF_THE_GAME = 2
_HEADING_LINES = 3
"""So many lines above one are looked at for the heading that it stands below."""


ABOVE = frozenset({"GAME", "PHASE", "FOR"})
"""Words whose lines say what those below them are for."""

Chosen: TypeAlias = tuple[str, bool]
"""The role that a FOR line has named, and whether it is unsure: of the cursor."""


@dataclass(frozen=True)
class Executed:
    """`sections` in the order in which games were spoken of; `waiting` the lines that want a code; `offered` the words
    to a person that want another; `unread` what was not taken for orders.
    """

    sections: tuple[Section, ...]
    waiting: tuple[Answer, ...]
    offered: tuple[Answer, ...]
    unread: tuple[TextLine, ...]

    @property
    def acted(self) -> bool:
        """Whether any line was carried out."""
        return any(answer.became == "ok" for section in self.sections for answer in section.answers)


def execute(request: Request, parsed: Parsed, budget: Budget, only: Collection[int] | None = None) -> Executed:
    """Execute the lines of one mail, in order, as far as its budget goes. `only`: just these lines (those that waited
    for a code), and the GAME and PHASE lines above them.
    """
    chapters, unread = interpret(parsed.items, parsed.rest, has_games=request.has_games())
    interpreter = _Interpreter(request, parsed, budget, only)
    for chapter in chapters:
        interpreter.execute(chapter)
    request.tell_options()
    page, faults = interpreter.page, interpreter.faults
    budget.lines += page.lines
    sections = askable([section_of(request, faults, name, part) for name, part in page.parts.items()])
    if faults is not None:
        faults.tell(request.row)
    waiting = [answer for section in sections for answer in section.answers if answer.became == "waiting"]
    offered = [*map(without_secrets, page.offered)]
    return Executed(
        sections,
        tuple(answer for answer in waiting if answer not in offered),
        tuple(answer for answer in waiting if answer in offered),
        (*page.passed_over, *unread),
    )


class _Turns:
    """The lines of a chapter that are kept for their turn, each with the role that it is for: those of sheets, NO
    ORDERS, and what only looks. `phase_lines`: the phases that PHASE lines above lines of sheets name.
    """

    def __init__(self) -> None:
        self.sheets: dict[Chosen, list[SheetLine]] = {}
        self.phase_lines: set[str] = set()
        self.nothing: list[tuple[Item, Chosen]] = []
        self.looks: list[tuple[Item, Chosen]] = []


class _Interpreter:
    """Executes the lines of one mail. `page`: what is told of them so far; `faults`: of a mail read with care."""

    def __init__(self, request: Request, parsed: Parsed, budget: Budget, only: Collection[int] | None) -> None:
        self.page = Page()
        self.faults = LineFaults(request.work) if request.with_care else None
        self._request = request
        self._lines = parsed.mail.lines
        self._keys = parsed.keys
        self._budget = budget
        self._only = only
        self._games_looked_for = 0
        self._asked_of_the_game = 0
        self._refused_for: dict[Chosen, Answer] = {}  # role -> what was told of the FOR line that named it

    def execute(self, chapter: Chapter) -> None:
        """Commands as they come, the sheet at its last line, NO ORDERS behind it, and at the end what only looks."""
        talk = talk_among(self._request, chapter.items) if self._request.writer.press is not None else ()
        if talk:
            chapter = chapter.without(talk)
        turns = _Turns()
        for place, item in enumerate(chapter.items):
            self._attempt(item.line, partial(self._item, item, turns))
            if place == chapter.sheet_ends:
                self._file(turns)
                self._say_nothing(turns.nothing)
        self._take_turns(turns.looks)
        if talk:
            self._attempt(talk[0].line, partial(self._offer, talk, chapter.items))

    def _attempt(self, line: Line, step: Callable[[], None]) -> None:
        """Take one step. Where the mail is read with care, one that raises leaves nothing but word of it."""
        if self.faults is None:
            step()
            return
        trace = self._trace_of(self.faults, step)
        if not trace:
            return
        self._tell(Answer.refusal(line.number, self._shown(line), FAULT))
        self.faults.note(line.number, trace)
        if next(iter(line.text.upper().replace(":", " ").split()), "") in ABOVE:
            self._request.move(game=None, astray=BELOW)

    def _trace_of(self, faults: LineFaults, step: Callable[[], None], *, keep: bool = True) -> str:
        """The trace of a step that raises. Then nothing is left of it, nor where it is not to be kept."""
        page, progress = self.page, self._request.progress
        trace = faults.trace_of(step, keep=keep)
        if trace or not keep:
            self.page, self._request.progress = page, progress
            self._request.forget()
        return trace

    def _item(self, item: Item, turns: _Turns) -> None:
        """Execute a command that acts; keep for their turn lines of sheets, NO ORDERS and what only looks."""
        if item.command is None and (self._is_told(item) or self._is_for(item) or self._names_game(item)):
            return
        if not self._wanted(item):
            return
        chosen = self._chosen
        if item.command is None or self._is_the_games_own(item, turns.sheets.get(chosen, ())):
            turns.sheets.setdefault(chosen, []).append(SheetLine(item.line.number, item.line.text))
            turns.phase_lines.add(self._request.progress.cursor.phase)
        elif item.command is no_orders:
            turns.nothing.append((item, chosen))  # it says what is on file, the lines above and below it too
        elif item.command.looks:
            turns.looks.append((item, chosen))
        else:
            self._execute(item, item.command)

    # ---- commands

    def _execute(self, item: Item, command: Command) -> None:
        """Execute a command, unless a reason keeps it waiting."""
        request, line, text = self._request, item.line, self._shown(item.line)
        if line.block:
            text = f"{text} (and {counted(len(line.block), 'line')} below)"
        named = command.game_named(line)
        if named and not command.creates_game and request.find(named) is None:
            named = ""
        try:
            command = as_written_by(request, command)
            verdict = verdict_on_command(CommandFiling(request, item, command, text))
            if verdict.answers:
                if not self.page.waits:
                    _rehearse(request, command, line)
                of_no_game = command.needs <= Needs.PLAYER and not named
                self._add(Part(answers=verdict.answers), named or ("" if of_no_game else self._name))
                return
            said = self._budget.take(request, command, line)
            if command is key:  # it only proves who wrote, which was seen before any line was read
                self._tell()
                return
            if said is None:
                # A savepoint: a command that is refused half-way leaves nothing behind.
                with request.session.begin_nested():
                    said = command.carry_out(request, line)
                request.acts()
        except Refused as refusal:
            self._refuse(item, command, text, named, refusal.problem)
            return
        told = Answer(line.number, text, "ok", f"{item.remark} {said.message}".strip())
        self._add(Part(answers=(told,), blocks=said.blocks), named or None)

    def _refuse(self, item: Item, command: Command, text: str, named: str, problem: Problem) -> None:
        """Tell why a command was refused, and what would be done."""
        request, line = self._request, item.line
        request.forget()
        note_refusal(request, problem, command.name)
        other = other_game(request, line.rest) if command.needs > Needs.PLAYER else None
        several = each_on_a_line(request, command.name, line.rest) if command.looks or command.names_game else ""
        way = how_to_reach(other) if other is not None else several or problem.hint
        # Who has no vote is not told how ours would be written.
        remark = "" if problem.code == NO_VOTE else item.remark
        hint = " ".join(filter(None, (way, remark, AGAIN if self.page.waits else "")))
        told = Answer.refusal(problem.line or line.number, text, problem, hint)
        self._add(Part(answers=(told,)), named or None)
        if command is become:
            request.move(game=None, astray=BELOW_BECOME)

    # ---- sheets

    def _file_sheet(self, lines: Sequence[SheetLine], phase_lines: Collection[str] = ()) -> None:
        """File these lines for the game and the role that the mail speaks of, as far as no reason keeps them.
        `phase_lines`: the phases that PHASE lines above them name.
        """
        request, budget, read = self._request, self._budget, self._budget.lines + self.page.lines
        try:
            here, role = request.sheet_role()
        except Refused as refusal:
            verdict = verdict_on_sheet(SheetFiling(request, tuple(lines), budget, read, None, refused=refusal.problem))
            if verdict.answers:
                self._tell(*verdict.answers)
            self._tell_remarks(verdict.remarks)
            return
        verdict = verdict_on_sheet(SheetFiling(request, tuple(lines), budget, read, here, role))
        is_new = verdict.note and verdict.note not in self.page.part(self._name).notes
        self._add(Part((verdict.note,) if is_new else (), verdict.answers))
        self._tell_remarks(verdict.remarks)
        if verdict.left:
            self.page = replace(self.page, lines=self.page.lines + len(verdict.left))
            self._submit(here, role, verdict.left, phase_lines)

    def _submit(self, here: LiveGame, role: str, lines: Sequence[SheetLine], phase_lines: Collection[str]) -> None:
        request, borrowed = self._request, self._request.cursor.borrowed
        sent = Sent(
            request.proved_in(here.game),
            request.row.id,
            request.accepted_at,
            meant_for=request.meant_phase(here),
            phase_lines=phase_lines,
            orders_only=bool(borrowed),
            mends=request.writer.answers.problems if request.writer.answers is not None else 0,
        )
        done = sheets.submit(request.work, here, role, lines, sent)
        request.stands(done.here)
        hinted = (_hinted(request, each) for each in done.answers)
        asked_first = any(each.changes for each in done.answers)
        if done.here.may_end_early and done.here.game.status == "active" and not asked_first:
            reconsider(request.work, done.here)
        if borrowed:
            tell_borrowed(request.work, done.here, borrowed, role, request.player)
        is_shown = not borrowed and bool(done.answers or done.notes)
        part = Part(
            tuple(f"For {named(role)}: {note}" if request.cursor.role else note for note in done.notes),
            # What else is on file there is not for the one who lends a hand: what they sent is shown line by line.
            tuple(replace(each, filed=each.filed and not borrowed) for each in hinted),
            filed={role: done.here} if is_shown else {},
            held_open=done.held_open,
        )
        self._add(part)
        self._tell_remarks(done.remarks)

    def _tell_remarks(self, remarks: Sequence[SheetLine]) -> None:
        """Tell of lines that were none of the game's: a word of another judge, a command misspelled; or a greeting,
        which is passed over.
        """
        request = self._request
        told: list[Answer] = []
        passed_over: list[SheetLine] = []
        for line in remarks:
            hint = fitting(request, misspelled(line.text, request.game.system if request.game is not None else ""))
            if hint:
                told.append(Answer(line.number, line.text, "problem", NO_COMMAND, hint))
            else:
                passed_over.append(line)
        self._pass_over(*passed_over)
        if told:
            self._tell(*told)

    # ---- what stands around a step

    @property
    def _chosen(self) -> Chosen:
        cursor = self._request.progress.cursor
        return cursor.role, cursor.is_unsure

    def _turn_to(self, chosen: Chosen) -> None:
        if chosen != self._chosen:
            self._request.move(role=chosen[0], is_unsure=chosen[1])

    @property
    def _name(self) -> str:
        game = self._request.progress.cursor.game
        return game.name if game is not None else ""

    def _add(self, part: Part, name: str | None = None) -> None:
        """Tell this of the game of that name (empty for none), or of the one that the mail speaks of."""
        self.page = self.page.telling(self._name if name is None else name, part)

    def _tell(self, *answers: Answer) -> None:
        self._add(Part(answers=answers))

    def _pass_over(self, *lines: Line | SheetLine) -> None:
        passed_over = (TextLine(line.number, line.text) for line in lines)
        self.page = replace(self.page, passed_over=(*self.page.passed_over, *passed_over))

    def _shown(self, line: Line) -> str:
        return MASKED if line.number in self._keys else line.text.strip()

    def _wanted(self, item: Item) -> bool:
        if self._only is None or item.line.number in self._only:
            return True
        return item.command is not None and item.command.name in ("GAME", "PHASE")

    def _is_the_games_own(self, item: Item, above: Sequence[SheetLine]) -> bool:
        """Does NOTHING, or the like, mean something in the game itself, below these lines of its sheet? It is asked a
        few times only.
        """
        if item.command is not no_orders or self._asked_of_the_game == _ASKED_OF_THE_GAME:
            return False
        self._asked_of_the_game += 1
        try:
            here, role = self._request.sheet_role()
        except Refused:
            return False
        lines = (*above[-_HEADING_LINES:], SheetLine(item.line.number, item.line.text))
        return sheets.is_read(self._request.session, here, role, lines)

    # ---- lines that are no commands, and none of a sheet

    def _is_told(self, item: Item) -> bool:
        """Is there no more to this line than what its writer is told of it? Then it is answered."""
        if not item.remark or not self._wanted(item):
            return bool(item.remark)
        if item.remark in INSTEAD:
            told = Answer(item.line.number, self._shown(item.line), "problem", item.remark, INSTEAD[item.remark])
            self._tell(told)
            return True
        if item.remark == told_of(item.line.text):  # a wish: the reply lists it as not read, with its command
            self._pass_over(item.line)
            return True
        hint = fitting(self._request, item.remark)
        self._tell(Answer(item.line.number, item.line.text.strip(), "problem", NO_COMMAND, hint))
        return True

    def _is_for(self, item: Item) -> bool:
        """Does the line say whom those below it are for? If so it is answered."""
        number, text = item.line.number, item.line.text
        try:
            said = self._request.choose_role(text)
        except Refused as refusal:
            refused = self._refused_for[self._chosen] = Answer.refusal(number, text, refusal.problem)
            self._tell(refused)
            return True
        if said is None:
            return False
        self._tell(Answer(number, text, "ok", said.message))
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
        self._tell(Answer(item.line.number, item.line.text.strip(), "problem", message, how_to_reach(game)))
        return True

    # ---- what is kept for its turn

    def _say_nothing(self, items: Sequence[tuple[Item, Chosen]]) -> None:
        """NO ORDERS, unless the sheet beside it has a line to mend, for which a practice game waits."""
        self._tell()
        if not self.page.part(self._name).held_open:
            self._take_turns(items)
            return
        message = "This is not done, since a line of the sheet beside it has a problem."
        self._tell(*(Answer(item.line.number, self._shown(item.line), "problem", message) for item, _ in items))

    def _take_turns(self, items: Sequence[tuple[Item, Chosen]]) -> None:
        """Execute what was kept for its turn, each for the role it was written for."""
        before = self._chosen
        for item, chosen in items:
            self._turn_to(chosen)
            if item.command is not None:
                self._attempt(item.line, partial(self._execute, item, item.command))
        self._turn_to(before)

    def _file(self, turns: _Turns) -> None:
        """File a game's sheets, one for each role that FOR lines have named; each by itself replaces what is on file
        (Payola P3).
        """
        before = self._chosen
        for chosen, lines in turns.sheets.items():
            self._turn_to(chosen)
            sound = lines if self.faults is None else self._sound(self.faults, lines)
            if sound:
                self._file_sheet(sound, turns.phase_lines - {""})
            if chosen in self._refused_for:
                part = self.page.part(self._name).below(self._refused_for[chosen], self._refused_for.values())
                self.page = self.page.having(self._name, part)
        self._turn_to(before)

    def _sound(self, faults: LineFaults, lines: Sequence[SheetLine]) -> Sequence[SheetLine]:
        """The lines of a sheet that meet no fault; the others are told."""

        def raises(some: Sequence[SheetLine]) -> str:
            return self._trace_of(faults, lambda: self._file_sheet(some), keep=False)

        sound, faulty = lines_without(lines, raises)
        for line, trace in faulty:
            self._tell(Answer.refusal(line.number, line.text, FAULT))
            faults.note(line.number, trace)
        return sound

    def _offer(self, talk: Sequence[Item], others: Sequence[Item]) -> None:
        """Words to the person whose letter is answered, sent once a code has said so, until then shown; or orders below
        press, filed then.
        """
        if self._only is not None and talk[0].line.number not in self._only:
            return
        if is_below_press(others) and self._request.writer.has_sent_code:
            lines = [SheetLine(item.line.number, item.line.text) for item in talk]
            self._file_sheet(lines)
            return
        answer, blocks = offer(self._request, self._lines, talk, others)
        if answer.became == "unread":
            self._pass_over(*(item.line for item in talk))
            return
        self._add(Part(answers=(answer,), blocks=blocks))
        if answer.became == "waiting":
            self.page = replace(self.page, offered=(*self.page.offered, answer))
