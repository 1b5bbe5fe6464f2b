"""Is an object a rule system at all? What can be seen of it without playing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from judge.rules.values import Option, RuleSystem, Word

LONGEST_NAME = 32
"""Characters: a game is kept with the name of its rules."""
MEMBERS = tuple(name for name in vars(RuleSystem) if not name.startswith("_"))
VALUES = ("name", "title", "version", "aliases", "options", "words", "parts", "lengths", "templates", "opens_all")


def faults_of(system: Any) -> tuple[str, ...]:
    """What keeps it from being a rule system, each in a few words; empty for a sound one."""
    if isinstance(system, type):
        return (f"the entry point names the class {system.__name__}, and must name an object of it",)
    missing = tuple(f"it has no {name}" for name in MEMBERS if not hasattr(system, name))
    return missing or tuple(_wrong(system))


def _wrong(system: Any) -> Iterator[str]:
    for name in MEMBERS:
        if name not in VALUES and not callable(getattr(system, name)):
            yield f"`{name}` is no method"
    if not _is_name(system.name):
        yield f"`name` is one lower-case word of at most {LONGEST_NAME} characters, not {system.name!r}"
    if not isinstance(system.title, str) or not system.title.strip():
        yield "`title` is what people call the game"
    if type(system.version) is not int or system.version < 1:
        yield f"`version` is a whole number from 1, not {system.version!r}"
    yield from _of_kind("aliases", system.aliases, str)
    yield from _of_kind("options", system.options, Option)
    yield from _of_kind("words", system.words, Word)
    if not isinstance(system.parts, Mapping) or not set(system.parts.values()) <= {"replace", "append"}:
        yield "`parts` maps the name of each part to replace or append"
    if not isinstance(system.lengths, Mapping) or not all(type(hours) is int for hours in system.lengths.values()):
        yield "`lengths` maps each kind of phase to its hours"


def _is_name(name: object) -> bool:
    return isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name == name.lower() and len(name.split()) == 1


def _of_kind(name: str, values: object, kind: type) -> Iterator[str]:
    if not isinstance(values, tuple) or not all(isinstance(each, kind) for each in values):
        yield f"`{name}` is a tuple of {kind.__name__}"
