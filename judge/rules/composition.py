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
    """A gap in a pattern. docs/data.md says how it is filled, and what all fields here and below mean."""

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
    """A line, or a piece of one. A slot may only guide others and stand nowhere in the text."""

    text: str
    words: str = ""
    slots: tuple[Slot, ...] = ()
    once: str = ""
    needs: tuple[str, ...] = ()
    at_once: bool = False


Patterns: TypeAlias = Mapping[str, Pattern]


@dataclass(frozen=True)
class Composition:
    """How sheets are written in this phase, as everybody may know it. No part has the name of a line. `sheets` give
    nothing away. `meter`: how a sentence of what offers cost begins, where they are paid for as in Payola.
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
