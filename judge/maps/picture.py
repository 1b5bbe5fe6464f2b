"""What a map shows, of any game: values only. Whoever makes one puts into it what its reader may know and no more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Verb: TypeAlias = Literal[
    "hold", "move", "support", "convoy", "retreat", "disband", "build", "besiege", "convert", "appears", "vanishes"
]
"""What an order has its unit do. The last two are what is left of a move whose other end nobody saw."""

SignKind: TypeAlias = Literal["rebellion", "siege", "battle", "dispersal", "fort", "people", "base"]


@dataclass(frozen=True, slots=True)
class Side:
    """A power or country: `letter` is one or two characters, `whose` its adjective."""

    name: str
    letter: str
    whose: str


@dataclass(frozen=True, slots=True)
class Space:
    """An area as it stands. `owner`: a side's key, or empty. `title`: in words. `frame`: what its owner's letter stands
    in, for a center or city: `disc` or `square`, empty for none; `strength`: how thick that frame is. `note`: small,
    below the code.

    `fog`: nothing is known of it (`all`), or not what it holds (`contents`).
    """

    title: str
    sea: bool = False
    owner: str = ""
    frame: Literal["", "disc", "square"] = ""
    strength: int = 1
    note: str = ""
    fog: Literal["", "contents", "all"] = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit: `kind` is A (army), F (fleet) or G (garrison); `place` an area, a coast (`STP/SC`) or a city (`MAN/G`).

    `ghost`: not there yet, or seen only in passing. `mark`: written on it instead of its side's letter.
    """

    power: str
    kind: str
    place: str
    dislodged: bool = False
    ghost: bool = False
    mark: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """An order: of the unit at `place`, about the unit at `other` (supports, convoys), to `target`, by way of `via`.

    For a build `other` is the kind of unit and `power` whose it is. `name` makes the id where a place has several.
    """

    verb: Verb
    place: str
    target: str = ""
    other: str = ""
    failed: bool = False
    text: str = ""
    power: str = ""
    via: tuple[str, ...] = ()
    note: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Sign:
    """A small sign in an area, with a number or letter."""

    kind: SignKind
    place: str
    mark: str
    title: str


@dataclass(frozen=True)
class Picture:
    """One map. `ground`: the name of its drawing; `sides` by key, in the order of the legend; `spaces` by area.

    `about`: the same in words, for who cannot see it. `contested`: areas of a standoff.
    """

    ground: str
    title: str
    about: str
    sides: Mapping[str, Side]
    spaces: Mapping[str, Space]
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    contested: tuple[str, ...] = ()
    signs: tuple[Sign, ...] = ()
    signs_explained: tuple[tuple[str, str], ...] = ()


def area_of(place: str) -> str:
    """The area of a coast or city."""
    return place.partition("/")[0]
