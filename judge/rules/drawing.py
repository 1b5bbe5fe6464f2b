"""What a map shows, of any game: values only. Whoever makes one puts into it what its reader may know and no more.

A game makes them in `position_picture` and `phase_picture`; `judge/maps` makes SVG of them, and knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from judge.rules.ground import Ground

Verb: TypeAlias = Literal[
    "hold",
    "move",
    "support",
    "convoy",
    "retreat",
    "may retreat",
    "disband",
    "build",
    "besiege",
    "convert",
    "appears",
    "vanishes",
]
"""What an order has its unit do. The last two are what is left of a move whose other end nobody saw."""

SignShape: TypeAlias = Literal["flag", "blades", "bent arrow", "tower", "head", "anchor"]

UNIT_KINDS: Mapping[str, str] = {"A": "army", "F": "fleet", "G": "garrison"}
"""What units are called, by their shape: A is a shield, F a hull, G a tower."""
KINDS_NAMED: Mapping[str, str] = {kind: words.title() for kind, words in UNIT_KINDS.items()}
"""The same as a name begins with it."""


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
    """A unit: `kind` is A, F or G (see UNIT_KINDS); `place` an area, a coast (`STP/SC`) or a city (`MAN/G`).

    `ghost`: not there yet, or seen only in passing. `mark`: written on it instead of its side's letter. `ring`: the
    side, or somebody else, whose money decided what it did; empty for nobody's.
    """

    power: str
    kind: str
    place: str
    dislodged: bool = False
    ghost: bool = False
    mark: str = ""
    title: str = ""
    ring: str = ""


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
    """A small sign in an area, with a number or letter. `kind`: the game's own word for it, the beginning of its id;
    `alarm`: drawn as what goes wrong is.
    """

    kind: str
    shape: SignShape
    place: str
    mark: str
    title: str
    alarm: bool = False


@dataclass(frozen=True)
class Picture:
    """One map. `sides` by key, in the order of the legend; `spaces` by area, one for each of the ground.

    `about`: the same in words, for who cannot see it. `over`: of a phase, how it stands after it and not before it.
    `contested`: areas of a standoff. `signs_explained`: shape and words; `kinds`: what the units are called in the
    legend, `frames`: what is framed so (see Space).
    """

    ground: Ground
    title: str
    about: str
    sides: Mapping[str, Side]
    spaces: Mapping[str, Space]
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    contested: tuple[str, ...] = ()
    signs: tuple[Sign, ...] = ()
    signs_explained: tuple[tuple[SignShape, str], ...] = ()
    kinds: Mapping[str, str] = field(default_factory=lambda: UNIT_KINDS)
    frames: Mapping[str, str] = field(default_factory=dict)
    over: bool = False


def area_of(place: str) -> str:
    """The area of a coast or city."""
    return place.partition("/")[0]
