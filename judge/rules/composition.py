"""What a program needs to write a sheet: tables of what goes with what, and patterns of lines with slots to fill."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeAlias

from judge.rules import schema
from judge.rules.values import Json

Tables: TypeAlias = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Table -> key -> values."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A gap in a pattern, of one of four kinds:

    - `among`: a value that stands in all of these (table, key). The key is made of the values of earlier slots, named
      with blanks between; `role` is the role that the sheet is for, and empty the key of a table with one row.
    - `patterns`: the text of one of these patterns, whose slots may use the values around it.
    - `most`: a whole number from `least` to `most`, or below the value of an earlier slot, `below`.
    - none of these: one line of any text.

    With `join` it takes from `least` to `most` values, no two alike, with `join` between. `apart`: an earlier slot
    whose values it may not take, nor others of their areas. `asks`: what a reader is asked for; `given`: what to begin
    with.
    """

    name: str
    asks: str = ""
    among: tuple[tuple[str, str], ...] = ()
    patterns: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
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


@dataclass(frozen=True)
class Composition:
    """How sheets are written in this phase, as everybody may know it.

    `roles`: for which; `lines`: the patterns of whole lines; `names`: value -> what people call it; `areas`: those
    values that stand on the map; `most`: role -> how many lines its sheet may have; `sheets`: role -> a sheet to begin
    with, which gives nothing away; `headings`: role -> the line above its sheet, where a mail needs one. `meter`: how a
    sentence of what offers cost begins, where they are paid for as in Payola. `tally`: pattern -> a slot whose values
    in all its lines are added or counted, and the rule for what they come to.
    """

    roles: tuple[str, ...] = ()
    patterns: Mapping[str, Pattern] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
    tables: Tables = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    areas: tuple[str, ...] = ()
    most: Mapping[str, int] = field(default_factory=dict)
    sheets: Mapping[str, str] = field(default_factory=dict)
    headings: Mapping[str, str] = field(default_factory=dict)
    meter: str = ""
    tally: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Json]:
        """Return it for programs, without what is empty."""
        return dict(schema.dump(self))


@cache
def patterns_in(file: Path) -> Mapping[str, Mapping[str, Pattern]]:
    """Read the patterns of a game: group -> name -> pattern."""
    return schema.read(tomllib.loads(file.read_text(encoding="utf-8")), dict[str, dict[str, Pattern]], file.name)
