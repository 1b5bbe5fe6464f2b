"""A player's lines one by one: what each says, or what is wrong with it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field

from judge.reading.grammar import Node
from judge.reading.lexer import PLAYER, Edge, Text, Token, without_comment
from judge.reading.sheet import LONGEST_LINE, Line, Reader, SheetLine, Statement, Stray, Verdict
from judge.rules.pirates.reading.names import reader_of
from judge.rules.pirates.state import CLOSING, DISTRIBUTION, VOTING
from judge.rules.pirates.view import PirateView
from judge.rules.problems import Problem
from judge.rules.values import LineRead, Sheet

A_SHARE = "Write a name and an amount: ANNA 3"
A_VOTE = "Write a name and yes or no: ANNA yes"
A_GIFT = "Write: GIVE TOKEN and a name"
_KINDS = {
    DISTRIBUTION: ("no-share", "share", A_SHARE),
    VOTING: ("no-vote", "vote", A_VOTE),
    CLOSING: ("no-gift", "gift", A_GIFT),
}


class Unclear(ValueError):
    """Why nothing of a line counts."""

    def __init__(self, code: str, message: str, hint: str = "", readings: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.code = f"pirates/{code}"
        self.hint = hint
        self.readings = readings


@dataclass
class LinesReader(ABC):
    """Reads the lines of one player in one kind of phase. `unread`: those that were meant, and count for nothing."""

    view: PirateView
    sheet: Sheet
    meanings: dict[int, list[str]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    remarks: list[SheetLine] = field(default_factory=list)
    unread: list[SheetLine] = field(default_factory=list)

    @abstractmethod
    def take(self, node: Node, line: Line) -> str:
        """Take note of a statement and return its meaning. Raises Unclear: then nothing of its line is kept."""

    def read_lines(self) -> None:
        """Take note of all lines."""
        for line in reader_for(self.view).read(self.sheet.lines):
            before = {name: copy(each) if isinstance(each, dict | list) else each for name, each in vars(self).items()}
            try:
                if line.verdict is Verdict.REMARK:
                    self.remarks.append(line.line)
                    continue
                if line.verdict is not Verdict.READ:
                    raise fault_of(line, self.view)
                self.meanings[line.line.number] = [self._taken(statement, line) for statement in line.statements]
            except Unclear as fault:
                vars(self).update(before)
                self.unread.append(line.line)
                text, number = line.line.text, line.line.number
                problem = Problem(fault.code, f"{fault}.", number, fault.hint, text, readings=fault.readings)
                self.problems.append(problem)

    def lines_read(self, between: str, part: Callable[[int], str]) -> tuple[LineRead, ...]:
        """Return what was read. `part`: what a line of this number files."""
        texts = {line.number: line.text for line in self.sheet.lines}
        return tuple(LineRead(at, texts[at], between.join(said), part(at)) for at, said in self.meanings.items())

    def warn(self, code: str, message: str, line: Line) -> None:
        """Tell the writer of something odd in a line that counts."""
        self.problems.append(Problem(f"pirates/{code}", message, line.line.number, text=line.line.text, warning=True))

    def names_of(self, node: Node) -> tuple[str, ...]:
        """Return the players whom a part of a statement names, each once. Raises Unclear."""
        found: list[str] = []
        for leaf in node.walk():
            if leaf.name == "SEVERAL":
                raise Unclear("ambiguous", "That could be several players", readings=leaf.value)
            if leaf.name == "STRANGER":
                raise nobody(self.view, str(leaf.value))
            if leaf.name in (PLAYER, "OWN", "SELF"):
                found.append(self.view.player if leaf.name == "SELF" else str(leaf.value))
        return tuple(dict.fromkeys(found))

    def _taken(self, statement: Statement, line: Line) -> str:
        if statement.stray is not None:
            raise doubt(statement.stray)
        return self.take(statement.node.children[0], line)


def reader_for(view: PirateView) -> Reader:
    """Return what reads a player's lines: all players can be named in the closing phase, those of the room before."""
    room = view.players if view.stage == CLOSING else view.room
    return reader_of(view.player, room, tuple(name for name in view.players if name not in room))


def kinds_on(view: PirateView, line: str) -> list[tuple[dict[str, Edge], Token]]:
    """Return the kinds of each token of a line, up to its comment."""
    reader = reader_for(view)
    text = Text(without_comment(line)[:LONGEST_LINE], reader.lexicon, reader.names)
    return list(zip(text.edges, text.tokens, strict=False))


def fault_of(line: Line, view: PirateView) -> Unclear:
    """Return what to tell of a line that was not read."""
    code, what, hint = _KINDS.get(view.stage, _KINDS[CLOSING])
    stray = line.stray or Stray(line.stopped)
    is_vote = any("VERDICT" in edges for edges, _ in kinds_on(view, stray.piece)[:1])
    piece = line.line.text if is_vote else stray.piece
    called = next((token for edges, token in kinds_on(view, piece) if "NOBODY" in edges), None)
    if stray.is_doubt and not (is_vote and called):
        return doubt(stray)
    if called is not None:
        return nobody(view, called.text, reader_for(view).names.nearly(called))
    if "%" in stray.piece:
        return Unclear("not-whole", "That is in percent, and gold is in whole pieces", A_SHARE)
    if line.statements:
        read = f"I read `{line.statements[0].text}`, but not `{stray.piece}`"
        return Unclear(code, f"{read}, so nothing of this line counts", hint)
    stop = f" and stopped at `{line.stopped}`" if line.reached and line.stopped else ""
    return Unclear(code, f"I read `{line.reached or line.line.text.strip()}`{stop}, which is no whole {what}", hint)


def nobody(view: PirateView, name: str, near: Sequence[str] = ()) -> Unclear:
    """Return that nobody is called so."""
    where, there = ("in this match", view.players) if view.stage == CLOSING else ("in your room", view.room)
    hint = f"Did you mean {near[0]}?" if near else f"{where.capitalize()}: {', '.join(there)}."
    return Unclear("no-such-player", f"Nobody {where} is called {name}", hint)


def doubt(stray: Stray) -> Unclear:
    """Return that a word of doubt stands in the line."""
    message = f"`{stray.piece}` may change this, so nothing of the line counts"
    return Unclear("hangs", message, "Write what shall count in any case.")
