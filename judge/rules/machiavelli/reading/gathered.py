"""What the lines of a letter hold while it is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from judge.reading.sheet import SheetLine
from judge.rules.machiavelli.canonical import PAYMENTS
from judge.rules.machiavelli.reading.commas import by_and
from judge.rules.machiavelli.reading.mentions import Unclear
from judge.rules.problems import Problem


@dataclass(frozen=True)
class Mark:
    """How much had been gathered before a sentence was read."""

    parts: Mapping[str, int]
    meanings: int
    part: str
    problems: int
    more: Mapping[str, int]
    left: int
    unread: int


@dataclass
class Gathered:
    """Canonical texts by part, in order, each with the line it came from. left: what is not to be paid, `PAY F PIS`;
    emptied: part -> the first words of its lines that are taken back, none for all of them; unread: the clauses of
    which nothing could be made.
    """

    parts: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    emptied: dict[str, list[frozenset[str]]] = field(default_factory=dict)
    meanings: dict[int, list[str]] = field(default_factory=dict)
    part_of: dict[int, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    more: Counter[str] = field(default_factory=Counter)
    left: list[str] = field(default_factory=list)
    unread: list[Sequence[str]] = field(default_factory=list)

    def add(self, part: str, text: str, line: SheetLine) -> None:
        self.parts.setdefault(part, []).append((text, line.number))
        self.meanings.setdefault(line.number, []).append(text)
        self.part_of[line.number] = part

    def note(self, line: SheetLine, meaning: str) -> None:
        self.meanings.setdefault(line.number, []).append(meaning)

    def complain(self, line: SheetLine, fault: Unclear, words: Sequence[str] = ()) -> None:
        """words: the clause of which nothing could be made, if it is one."""
        self.unread += [words] if words else []
        self.problems.append(
            Problem(fault.code, fault.message, line.number, fault.hint, line.text, readings=fault.readings)
        )

    def refuse(self, part: str, entry: tuple[str, int], fault: Unclear, texts: Mapping[int, SheetLine]) -> None:
        """Takes back an entry that was read, and says why."""
        text, number = entry
        self.complain(texts[number], fault)
        self.parts[part].remove(entry)
        self.meanings[number].remove(text)
        if not self.parts[part]:
            del self.parts[part]
        if not self.meanings[number]:
            del self.meanings[number]

    def latest(self, line: SheetLine) -> str:
        """What was last understood of a line; empty if nothing was."""
        return next(iter(self.meanings.get(line.number, [])[-1:]), "")

    def mark(self, line: SheetLine) -> Mark:
        lengths = {part: len(texts) for part, texts in self.parts.items()}
        said = len(self.meanings.get(line.number, ()))
        part = self.part_of.get(line.number, "")
        return Mark(lengths, said, part, len(self.problems), dict(self.more), len(self.left), len(self.unread))

    def since(self, mark: Mark) -> set[str]:
        """The parts that have grown, or of which something is left out."""
        grown = {part for part, texts in self.parts.items() if len(texts) > mark.parts.get(part, 0)}
        return grown | ({PAYMENTS} if len(self.left) > mark.left else set())

    def take_back(self, part: str, mark: Mark, line: SheetLine) -> None:
        """Takes back what this line's sentence has said of one part."""
        kept = mark.parts.get(part, 0)
        gone = [text for text, _ in self.parts.get(part, ())[kept:]]
        self.parts[part] = self.parts.get(part, [])[:kept]
        if not self.parts[part]:
            del self.parts[part]
        said = self.meanings.get(line.number, [])
        self.meanings[line.number] = said[: mark.meanings] + [
            text for text in said[mark.meanings :] if text not in gone
        ]
        if not self.meanings[line.number]:
            del self.meanings[line.number]
        del self.left[mark.left :]

    def undo(self, mark: Mark, line: SheetLine) -> None:
        """Takes back all that this line's sentence has said."""
        kept = {part: texts[: mark.parts.get(part, 0)] for part, texts in self.parts.items()}
        self.parts = {part: texts for part, texts in kept.items() if texts}
        self.meanings[line.number] = self.meanings.get(line.number, [])[: mark.meanings]
        if not self.meanings[line.number]:
            del self.meanings[line.number]
        self.part_of.pop(line.number, None)
        if mark.part:
            self.part_of[line.number] = mark.part
        del self.problems[mark.problems :], self.left[mark.left :], self.unread[mark.unread :]
        self.more = Counter(mark.more)

    def warn(self, code: str, message: str, line: SheetLine) -> None:
        self.problems.append(Problem(f"machiavelli/{code}", message, line.number, text=line.text, warning=True))


def each_of(found: Gathered, line: SheetLine, words: Sequence[str], read: Callable[[Sequence[str]], None]) -> None:
    """Reads the parts of a list, each by itself: a bad one loses no good one. Unclear if all of them are bad."""
    all_of(found, line, by_and(words), read)


def all_of(
    found: Gathered, line: SheetLine, parts: Sequence[Sequence[str]], read: Callable[[Sequence[str]], None]
) -> None:
    faults: list[Unclear] = []
    bad: list[Sequence[str]] = []
    for part in parts:
        try:
            read(part)
        except Unclear as fault:
            faults.append(fault)
            bad.append(part)
    if faults and len(faults) == len(parts):
        if len({each.message for each in faults}) > 1 and not any(each.readings for each in faults):
            faults[0].message = ". ".join(dict.fromkeys(each.message for each in faults))
        raise faults[0]
    for each, part in zip(faults, bad, strict=True):
        found.complain(line, each, part)


def each_alone(
    found: Gathered, line: SheetLine, parts: Sequence[Sequence[str]], read: Callable[[Sequence[str]], None]
) -> None:
    """Reads each of these, and complains of each that is bad."""
    for part in parts:
        try:
            read(part)
        except Unclear as fault:
            found.complain(line, fault, part)
