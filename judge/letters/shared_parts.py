"""The parts of one occasion's letters that read alike: made once, however many letters they stand in.

A template says so of a macro: `once(macro, value, ...)`. A macro that is imported sees nothing of the letter but the
values that it is called with, and its text is kept for values that are equal in everything: what stands in one
reader's letter comes to another only where the same values would have made it there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from judge.letters.tree import Shared, Words


@dataclass
class _Parts:
    """`made`: nodes by what they were made of. `keys`: what was reckoned of a value, by its id; `alive` keeps these
    values, so that no other gets the id of one.
    """

    made: dict[Hashable, Shared] = field(default_factory=dict)
    keys: dict[int, Hashable] = field(default_factory=dict)
    alive: list[object] = field(default_factory=list)

    def key(self, value: object) -> Hashable:
        """The same for values that are equal, of one type throughout."""
        if value is None or isinstance(value, str | int | float):
            return type(value), value
        known = self.keys.get(id(value))
        if known is None:
            if isinstance(value, Mapping):
                known = dict, tuple((self.key(name), self.key(each)) for name, each in value.items())
            elif isinstance(value, tuple | list):
                known = type(value), tuple(map(self.key, value))
            else:
                known = type(value), id(value)
            self.keys[id(value)] = known
            self.alive.append(value)
        return known


_parts: ContextVar[_Parts | None] = ContextVar("_parts", default=None)


@contextmanager
def one_occasion() -> Iterator[None]:
    """All letters that are written within it share what reads alike."""
    before = _parts.set(_Parts())
    try:
        yield
    finally:
        _parts.reset(before)


def once(macro: Callable[..., Words], *values: object) -> Shared:
    """What the macro says of these values; made once an occasion, and written once by each writer."""
    parts = _parts.get()
    if parts is None:
        return Shared(macro(*values))
    key = parts.key(macro), *map(parts.key, values)
    if key not in parts.made:
        parts.made[key] = Shared(macro(*values))
    return parts.made[key]
