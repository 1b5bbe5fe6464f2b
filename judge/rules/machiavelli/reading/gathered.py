"""What the lines of a letter hold while it is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from judge.reading.sheet import Line, SheetLine, Statement
from judge.rules.machiavelli.reading.units import Unclear
from judge.rules.problems import Problem


@dataclass
class Gathered:
    """Canonical texts by part, in order, each with the line it came from. left: what is not to be paid, `PAY F PIS`;
    emptied: part -> the first words of its lines that are taken back, none for all of them; more: gifts that come on
    top of the same on file.
    """

    parts: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    emptied: dict[str, list[frozenset[str]]] = field(default_factory=dict)
    meanings: dict[int, list[str]] = field(default_factory=dict)
    part_of: dict[int, str] = field(default_factory=dict)
    tails: dict[int, tuple[SheetLine, ...]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    remarks: list[SheetLine] = field(default_factory=list)
    more: Counter[str] = field(default_factory=Counter)
    left: list[str] = field(default_factory=list)

    def add(self, part: str, texts: Iterable[object], line: SheetLine) -> None:
        """Put canonical texts of one line into a part. Raises Unclear if there are none."""
        before = len(self.parts.get(part, ()))
        for each in texts:
            self.parts.setdefault(part, []).append((str(each), line.number))
            self.note(line, str(each), part)
        if len(self.parts.get(part, ())) == before:
            raise Unclear("no-order", "this orders nothing")

    def note(self, line: SheetLine, meaning: str, part: str = "") -> None:
        """Say what a line means."""
        self.meanings.setdefault(line.number, []).append(meaning)
        if part:
            self.part_of[line.number] = part

    def complain(self, line: Line, fault: Unclear, statement: Statement | None = None) -> None:
        """Tell of a line, or of one statement of several on it."""
        text = statement.text if statement is not None and len(line.statements) > 1 else line.text
        self.problems.append(
            Problem(fault.code, fault.message, line.line.number, fault.hint, text, readings=fault.readings)
        )

    def refuse(self, part: str, entry: tuple[str, int], fault: Unclear, texts: Mapping[int, SheetLine]) -> None:
        """Take back an entry that was read, and say why."""
        text, number = entry
        problem = Problem(fault.code, fault.message, number, fault.hint, texts[number].text, readings=fault.readings)
        self.problems.append(problem)
        self.parts[part].remove(entry)
        self.meanings[number].remove(text)
        if not self.parts[part]:
            del self.parts[part]
        if not self.meanings[number]:
            del self.meanings[number]

    def warn(self, code: str, message: str, line: SheetLine) -> None:
        """Tell of what is filed all the same."""
        self.problems.append(Problem(f"machiavelli/{code}", message, line.number, text=line.text, warning=True))
