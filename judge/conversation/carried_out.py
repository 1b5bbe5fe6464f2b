"""Carrying a mail out: each command by its use case, the lines of each game's sheet as one, and what became of each
line.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from judge.commands.command import Command, Line, as_written_by, commands
from judge.commands.request import NO_GAME, Request
from judge.commands.seats.sheet import NO_ORDERS
from judge.conversation.budget import MAIL_LINES, TOO_MANY_LINES, Budget
from judge.conversation.code_wanted import answer_while_waiting
from judge.conversation.hints import NO_COMMAND, misspelled, with_hint
from judge.conversation.interpretation import COMMANDS, Chapter, interpret
from judge.conversation.items import Item
from judge.conversation.line_faults import BELOW, LineFaults, failed, lines_without
from judge.conversation.other_judges import hint_for
from judge.conversation.parsed import Parsed
from judge.conversation.parts import Part, section_of
from judge.conversation.reply import problems_told
from judge.conversation.reply_size import askable
from judge.conversation.talk import offer, talk_among
from judge.games import tenures
from judge.games.current import find_game
from judge.games.members import is_master
from judge.letters.columns import counted
from judge.letters.values import Answer, Section
from judge.mail.values import TextLine
from judge.phases import sheets
from judge.phases.early_adjudication import reconsider
from judge.phases.proxy_orders import tell_borrowed
from judge.rules.lines import may_be_order
from judge.rules.problems import Problem, Refused
from judge.rules.registry import UNUSABLE
from judge.rules.system import SheetLine

ORDER_LINES = 400
"""Order lines that one mail may hold for one game: more than any sheet needs, and soon read even if each is wrong."""

MASKED = "KEY ········"

ABOVE = frozenset({"GAME", "PHASE", "FOR"})
"""Words whose lines say what those below them are for."""

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
    pen.faults.tell(request.row)
    waiting = [answer for section in sections for answer in section.answers if answer.became == "waiting"]
    return CarriedOut(
        sections,
        tuple(answer for answer in waiting if answer not in pen.offered),
        tuple(answer for answer in waiting if answer in pen.offered),
        (*pen.passed_over, *meant.unread),
    )


class _Pen:
    """What becomes of the lines, as it is written down while they are carried out."""

    def __init__(self, request: Request, parsed: Parsed, budget: Budget, only: Collection[int] | None) -> None:
        self.passed_over: list[TextLine] = []
        self.offered: list[Answer] = []
        self.faults = LineFaults(request.work)
        self._request = request
        self._lines = parsed.mail.lines
        self._keys = parsed.keys
        self._budget = budget
        self._only = only
        self._parts: dict[str, Part] = {}
        self._to_a_person = request.letter is not None
        self._games_looked_for = 0

    def carry_out(self, chapter: Chapter) -> None:
        """Commands as they come, the sheet at its last line, and what only looks when all else is done."""
        talk = talk_among(self._request, chapter.items) if self._to_a_person else ()
        if talk:
            chapter = chapter.without(talk)
        sheet: dict[str, list[SheetLine]] = {}
        looks: list[tuple[Item, str]] = []
        for place, item in enumerate(chapter.items):
            self._apart(item.line, partial(self._item, item, sheet, looks))
            if place == chapter.sheet_ends:
                self._sheets(sheet)
        self._look(looks)
        if talk:
            self._apart(talk[0].line, partial(self._offer, talk, chapter.items))

    def _item(self, item: Item, sheet: dict[str, list[SheetLine]], looks: list[tuple[Item, str]]) -> None:
        """Carries out a command that acts; lines of sheets and what only looks are kept for their turn."""
        if item.command is None and (self._is_told(item) or self._is_for(item) or self._names_game(item)):
            return
        if not self._wanted(item):
            return
        if item.command is None or self._is_the_games_own(item, sheet.get(self._request.chosen, ())):
            sheet.setdefault(self._request.chosen, []).append(SheetLine(item.line.number, item.line.text))
        elif item.command.looks:
            looks.append((item, self._request.chosen))
        else:
            self._command(item, item.command)

    def _apart(self, line: Line, unit: Callable[[], None]) -> None:
        """Does it; where the mail is read with care a fault leaves out this line, and all else stands."""
        if not self._request.with_care:
            unit()
            return
        trace = self._fault(unit)
        if not trace:
            return
        self._part().answers.append(failed(line.number, self._shown(line)))
        self.faults.note(line.number, trace)
        if next(iter(line.text.upper().replace(":", " ").split()), "") in ABOVE:
            self._request.game, self._request.astray = None, BELOW

    def _fault(self, unit: Callable[[], None], *, keep: bool = True) -> str:
        """The trace of what raised, of which nothing is left then; `keep`: of what did not raise, everything is."""
        request = self._request
        parts = {name: part.copy() for name, part in self._parts.items()}
        kept = ([*self.offered], [*self.passed_over], [*request.confirmed], {**request.options_changed})
        before = (request.game, request.meant_for, request.borrowed, request.chosen, request.astray)
        trace = self.faults.raises(unit, keep=keep)
        if trace or not keep:
            request.forget()
            self._parts = parts
            self.offered, self.passed_over, request.confirmed, request.options_changed = kept
            request.game, request.meant_for, request.borrowed, request.chosen, request.astray = before
        return trace

    def _shown(self, line: Line) -> str:
        return MASKED if line.number in self._keys else line.text.strip()

    def _is_the_games_own(self, item: Item, above: Sequence[SheetLine]) -> bool:
        """Does NOTHING, or the like, mean something in the game itself, below these lines of its sheet?"""
        if item.command is not NO_ORDERS:
            return False
        try:
            here, role = self._request.sheet_role()
        except Refused:
            return False
        lines = (*above[:ORDER_LINES], SheetLine(item.line.number, item.line.text))
        return sheets.is_read(self._request.session, here, role, lines)

    def sections(self) -> tuple[Section, ...]:
        return tuple(section_of(self._request, self.faults, name, part) for name, part in self._parts.items())

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
        text = item.line.text.strip()
        self._part().answers.append(Answer(item.line.number, text, "problem", NO_COMMAND, item.remark))
        return True

    def _is_for(self, item: Item) -> bool:
        """Does the line say whom those below it are for? If so it is answered."""
        text = item.line.text
        try:
            said = self._request.choose_role(text)
        except Refused as refusal:
            problem = refusal.problem
            self._part().answers.append(Answer(item.line.number, text, "problem", problem.message, problem.hint))
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
        game = find_game(self._request.session, words[1]) if command is not None else None
        if command is None or game is None:
            return False
        message = f"{command.name} must stand alone on its line."
        hint = f"For {game.name}, write GAME {game.name} on the line above it."
        self._part().answers.append(Answer(item.line.number, item.line.text.strip(), "problem", message, hint))
        return True

    def _look(self, items: list[tuple[Item, str]]) -> None:
        """Answers what only looks, each for the role it was written for."""
        chosen = self._request.chosen
        for item, below in items:
            self._request.chosen = below
            if item.command is not None:
                self._apart(item.line, partial(self._command, item, item.command))
        self._request.chosen = chosen

    def _sheets(self, by_role: Mapping[str, Sequence[SheetLine]]) -> None:
        """Files a game's sheets, one for each role that FOR lines have named; each by itself replaces what is on file
        (Payola P3).
        """
        chosen = self._request.chosen
        for role, lines in by_role.items():
            self._request.chosen = role
            sound = self._sound(lines) if self._request.with_care else lines
            if sound:
                self._sheet(sound)
        self._request.chosen = chosen

    def _sound(self, lines: Sequence[SheetLine]) -> Sequence[SheetLine]:
        """The lines of a sheet that meet no fault; the others are told."""
        sound, faulty = lines_without(lines, lambda some: self._fault(partial(self._sheet, some), keep=False))
        for line, trace in faulty:
            self._part().answers.append(failed(line.number, line.text))
            self.faults.note(line.number, trace)
        return sound

    def _part(self, named: str = "") -> Part:
        """Where what becomes of a line is told: below the game that it has `named`, or that the mail is about."""
        game = self._request.game
        return self._parts.setdefault(named or (game.name if game else ""), Part())

    def _command(self, item: Item, command: Command) -> None:
        line = item.line
        text = self._shown(line)
        if line.block:
            text += f" (and {counted(len(line.block), 'line')} below)"
        request = self._request
        named = command.game_named(line)
        if not command.creates_game and find_game(request.session, named) is None:
            named = ""
        try:
            command = as_written_by(request, command)
            waiting = answer_while_waiting(request, item, command, text)
            if waiting is not None:
                self._rehearse(command, line)
                self._part(named).answers.append(waiting)
                return
            said = self._budget.take(request, command, line)
            if said is None:
                # A savepoint: a command that is refused half-way leaves nothing behind.
                with request.session.begin_nested():
                    said = command.carry_out(request, line)
        except Refused as refusal:
            problem = refusal.problem
            request.forget()
            request.refused(problem, command.name)
            number = problem.line or line.number
            hint = " ".join(filter(None, (problem.hint, item.remark, AGAIN if self._waits() else "")))
            self._part(named).answers.append(Answer(number, text, "problem", problem.message, hint))
            return
        part = self._part(named)
        if command.name != "KEY":
            part.answers.append(Answer(line.number, text, "ok", f"{item.remark} {said.message}".strip()))
        part.blocks += said.blocks

    def _rehearse(self, command: Command, line: Line) -> None:
        """Raises Refused where the line would be: nobody is asked for a code in vain. What stands behind a line that
        waits may depend on it, and is not rehearsed.
        """
        if self._waits():
            return
        with self._request.session.begin_nested() as unit:
            command.carry_out(replace(self._request, is_trial=True, options_changed={}), line)
            unit.rollback()

    @property
    def _by_master(self) -> bool:
        """Is the writer the GameMaster of the game that the lines are for?"""
        game = self._request.game
        return game is not None and is_master(self._request.session, game, self._request.player)

    def _waits(self) -> bool:
        return any(answer.became == "waiting" for part in self._parts.values() for answer in part.answers)

    def _offer(self, talk: Sequence[Item], others: Sequence[Item]) -> None:
        """Words to the person whose letter is answered: sent once a code has said so, until then shown."""
        if self._only is not None and talk[0].line.number not in self._only:
            return
        answer, blocks = offer(self._request, self._lines, talk, others)
        if answer.became == "unread":
            self.passed_over += [TextLine(item.line.number, item.line.text) for item in talk]
            return
        part = self._part()
        part.answers.append(answer)
        part.blocks += blocks
        if answer.became == "waiting":
            self.offered.append(answer)

    def _read_apart(self, remarks: Sequence[SheetLine]) -> None:
        """Lines that were none of the game's: a word of another judge, a command misspelled; or a greeting."""
        by_master = bool(remarks) and self._by_master
        for line in remarks:
            hint = hint_for(line.text) or misspelled(line.text, by_master=by_master)
            if hint:
                self._part().answers.append(Answer(line.number, line.text, "problem", NO_COMMAND, hint))
            else:
                self.passed_over.append(TextLine(line.number, line.text))

    def _sheet(self, lines: Sequence[SheetLine]) -> None:
        request = self._request
        try:
            here, role = request.sheet_role()
        except Refused as refusal:
            self._not_filed(lines, refusal.problem)
            return
        if here.phase.alone and sheets.goes_to_players(request.session, here, request.player, request.mail.others):
            self._part().answers += [Answer(line.number, line.text, "problem", sheets.NOT_ALONE) for line in lines]
            return
        if self._to_a_person and not request.writer.has_sent_code:
            # Only what takes effect at once is left of a sheet in an answer to a person.
            self._part().answers += [Answer(line.number, line.text, "waiting", "") for line in lines]
            return
        lines = self._bounded(lines)
        if not self._budget.reads(len(lines), is_confirmed=request.writer.has_sent_code):
            part = self._part()
            part.notes += [TOO_MANY_LINES] if TOO_MANY_LINES not in part.notes else []
            part.answers += [Answer(line.number, line.text, "waiting", "", sparable=True) for line in lines]
            return
        sent = sheets.Sent(
            request.proved_in(here.game),
            request.row.id,
            request.accepted_at,
            meant_for=request.meant_phase(here.game),
            orders_only=bool(request.borrowed),
            mends=_problems_answered(request),
        )
        done = sheets.submit(request.work, here, role, lines, sent)
        request.stands(done.here)
        part = self._part()
        part.notes += [f"For {role.title()}: {note}" if request.chosen else note for note in done.notes]
        self._read_apart(done.remarks)
        # What else is on file there is not for the one who lends a hand, and so what they sent is shown line by line.
        by_master = any(each.became == "problem" for each in done.answers) and self._by_master
        hinted = (with_hint(each, by_master=by_master) for each in done.answers)
        part.answers += (replace(each, filed=each.filed and not request.borrowed) for each in hinted)
        if done.here.game.status == "active" and not any(each.changes for each in done.answers):
            reconsider(request.work, done.here)
        if request.borrowed:
            tell_borrowed(request.work, done.here, request.borrowed, role, request.player)
        elif done.answers or done.notes:
            part.filed[role] = done.here

    def _bounded(self, lines: Sequence[SheetLine]) -> Sequence[SheetLine]:
        """As many of them as a mail may have, for one game and for all."""
        left = MAIL_LINES - self._budget.lines
        most = max(0, min(ORDER_LINES, left))
        if len(lines) <= most:
            return lines
        held, where = (ORDER_LINES, "") if left >= ORDER_LINES else (MAIL_LINES, " for all games")
        more = f"A mail can hold {held} lines of orders{where}. I did not read this one and those below it."
        beyond = lines[most]
        self._part().answers.append(Answer(beyond.number, beyond.text, "problem", more))
        return lines[:most]

    def _not_filed(self, lines: Sequence[SheetLine], why: Problem) -> None:
        """Lines that are no commands, from somebody who can have no sheet: words misspelled, or a letter to a human.

        Why they cannot be orders is said once, and not at all to one who has never had a game that they could be for.
        """
        if why.code == NO_GAME and not tenures.has_sat(self._request.session, self._request.player.id):
            self._read_apart(lines)
            return
        meant = next((line for line in lines if why.code == UNUSABLE or may_be_order(line.text)), None)
        if meant is not None:
            self._part().answers.append(Answer(meant.number, meant.text, "problem", why.message, why.hint))
        self._read_apart([line for line in lines if line is not meant])


def _problems_answered(request: Request) -> int:
    """How many problems the reply told of that the mail answers."""
    answered = request.writer.answers
    return problems_told(answered) if answered is not None and answered.purpose in ("reply", "code") else 0
