"""What a program needs to write a sheet: tables of what goes with what, and patterns of lines with slots to fill."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TypeAlias

from judge.rules import schema
from judge.rules.values import Json

Tables: TypeAlias = Mapping[str, Mapping[str, Collection[str]]]
"""Table -> key -> values."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A gap in a pattern, of one of four kinds:

    - `among`: a value of the first of these rows, whose area stands in each of the others. A row is (table, key); of
      two tables with ` or ` between it has the values of both. The key is made of the values of earlier slots, named
      with blanks between; `role` is the role that the sheet is for, and empty the key of a table with one row. The area
      of `F STP/SC` is STP. A value that leaves nothing for a later slot is not offered.
    - `patterns`: the text of one of these patterns, whose slots may use the values around it.
    - `most`: a whole number from `least` to `most` in steps of `step`, or below the value of an earlier slot, `below`.
    - none of these: one line of any text.

    With `join` it takes from `least` to `most` values, no two alike, with `join` between. `apart`: an earlier slot
    whose values it may not take, nor others of their areas. `asks`: what a reader is asked for, where they choose at
    all: else it is the first value; `given`: what to begin with.
    """

    name: str
    asks: str = ""
    among: tuple[tuple[str, str], ...] = ()
    patterns: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    step: int = 1
    below: str = ""
    join: str | None = None
    apart: str = ""
    given: str = ""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A line, or a piece of one. `text`: what is written, with `{name}` for each slot; `words`: what it does; `slots`:
    in the order in which a reader fills them. A slot may only guide others and stand nowhere in the text.

    `once`: text with slots, of which a sheet has one line alone; empty for any number. `needs`: patterns of which its
    sheet must have a line, too. `at_once`: it takes effect as it is read, and does not wait for the end of the phase.
    """

    text: str
    words: str = ""
    slots: tuple[Slot, ...] = ()
    once: str = ""
    needs: tuple[str, ...] = ()
    at_once: bool = False


Patterns: TypeAlias = Mapping[str, Pattern]


@dataclass(frozen=True)
class Composition:
    """How sheets are written in this phase, as everybody may know it.

    `roles`: for which; `lines`: patterns of whole lines; `parts`: patterns that stand in slots, none named as a line;
    `names`: value -> what people call it; `kinds`: the same for the first of two words, as in `A PAR`; `most`: role ->
    how many lines its sheet may have; `sheets`: role -> a sheet to begin with, which gives nothing away; `headings`:
    role -> the line above its sheet, where a mail needs one. `meter`: how a sentence of what offers cost begins, where
    they are paid for as in Payola. `tally`: pattern -> a slot whose values in all its lines are added or counted, and
    the rule for what they come to.
    """

    roles: tuple[str, ...] = ()
    lines: Patterns = field(default_factory=dict)
    parts: Patterns = field(default_factory=dict)
    tables: Tables = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    most: Mapping[str, int] = field(default_factory=dict)
    sheets: Mapping[str, str] = field(default_factory=dict)
    headings: Mapping[str, str] = field(default_factory=dict)
    meter: str = ""
    tally: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Json]:
        """Return it for programs, without what is empty, in a fixed order; slots name those parts that are there."""
        tables = {name: {key: _row(row) for key, row in rows.items() if row} for name, rows in self.tables.items()}
        lines = {name: self._fitting(line) for name, line in self.lines.items()}
        return dict(schema.dump(replace(self, lines=lines, tables=tables)))

    def _fitting(self, line: Pattern) -> Pattern:
        def there(slot: Slot) -> Slot:
            return replace(slot, patterns=tuple(each for each in slot.patterns if each in self.parts))

        return replace(line, slots=tuple(map(there, line.slots)))


def _row(values: Collection[str]) -> tuple[str, ...]:
    return tuple(sorted(values) if isinstance(values, Set) else values)


@cache
def patterns_in(file: Path) -> Mapping[str, Patterns]:
    """Read the patterns of a game: group -> name -> pattern."""
    return schema.read(tomllib.loads(file.read_text(encoding="utf-8")), dict[str, dict[str, Pattern]], file.name)
