"""What the lines of a letter hold while it is read."""

from __future__ import annotations

from dataclasses import dataclass, field

from judge.reading.sheet import Line, SheetLine, Statement
from judge.rules.machiavelli.reading.units import Said, Unclear
from judge.rules.problems import Problem


@dataclass
class Gathered:
    """All that the lines say, in order. emptied: part -> the first words of its lines on file that are taken back, none
    for all of them; tails: the lines that a line goes on with.
    """

    entries: list[Said] = field(default_factory=list)
    emptied: dict[str, list[frozenset[str]]] = field(default_factory=dict)
    tails: dict[int, tuple[SheetLine, ...]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    remarks: list[SheetLine] = field(default_factory=list)

    def of(self, *parts: str) -> list[Said]:
        """Return the values of these parts."""
        return [each for each in self.entries if each.part in parts and not each.is_note]

    def texts(self) -> dict[str, list[str]]:
        """Return the canonical texts by part."""
        found: dict[str, list[str]] = {}
        for each in self.entries:
            if not each.is_note:
                found.setdefault(each.part, []).append(str(each.value))
        return found

    def note(self, line: SheetLine, meaning: str, part: str = "") -> None:
        """Say what a line means that gives no canonical text."""
        self.entries.append(Said(part, meaning, is_note=True, line=line))

    def complain(self, line: Line, fault: Unclear, statement: Statement | None = None) -> None:
        """Tell of a line, or of one statement of several on it."""
        text = statement.text if statement is not None and len(line.statements) > 1 else line.text
        self._tell(fault, line.line.number, text)

    def refuse(self, entry: Said, fault: Unclear) -> None:
        """Take back an entry that was read, and say why."""
        self.entries.remove(entry)
        self._tell(fault, entry.line.number, entry.line.text)

    def _tell(self, fault: Unclear, number: int, text: str) -> None:
        code = fault.code if "/" in fault.code else f"machiavelli/{fault.code}"
        readings = tuple(map(str, fault.readings))
        self.problems.append(Problem(code, fault.message, number, fault.hint, text, readings=readings))

    def warn(self, code: str, message: str, line: SheetLine) -> None:
        """Tell of what is filed all the same."""
        self.problems.append(Problem(f"machiavelli/{code}", message, line.number, text=line.text, warning=True))
