"""The values that cross the seam between rules and everything else. The seam itself is `judge.rules.game.Game`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, NewType, TypeAlias

from typing_extensions import TypeVar

from judge.reading.sheet import SheetLine
from judge.rules.problems import Problem

Json: TypeAlias = Any
"""What `json.dumps` takes: None, bool, int, str, list, dict with str keys. Never a float: money is whole."""

Orders: TypeAlias = Mapping[str, str]
"""A role's orders on file: name of the part (`offers`, `retreats`, `ballot`) -> its canonical text."""

PartKind: TypeAlias = Literal["replace", "whole", "add", "unit", "append"]
"""What a later sheet does to a part of a role's orders on file.

`replace`: it takes the place of the part. `whole`: the same, and a sheet always holds the whole part, so it cannot be a
correction only (a plan that must add up). `add`: the same as `replace`, but a sheet that begins with ADD adds. `unit`:
each order replaces that unit's. `append`: it adds, and nothing is taken back.
"""


@dataclass(frozen=True, slots=True)
class Audience:
    """Who may know something: some roles, the public (everybody), or the GameMaster alone."""

    kind: Literal["roles", "public", "master"]
    roles: tuple[str, ...] = ()

    def includes(self, viewer: Audience) -> bool:
        """Tell whether this viewer (one role, PUBLIC or MASTER) may know what this audience is told."""
        if self.kind == "public" or self == viewer:
            return True
        return viewer.kind == "roles" and any(role in self.roles for role in viewer.roles)


PUBLIC = Audience("public")
MASTER = Audience("master")


def only(*roles: str) -> Audience:
    """Return the audience of these roles."""
    return Audience("roles", roles)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, for one audience. The game chooses `kind` and `data`."""

    closed = True

    audience: Audience
    kind: str
    data: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Posting:
    """One line of the ledger: `amount` (may be negative) entered into `account`, in `currency`.

    `for_phase`: the label of the phase that it is for, where it is entered as another one ends.
    """

    closed = True

    account: str
    currency: str
    amount: int
    reason: str
    for_phase: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended. `winners` are seats; more than one share a draw. `summary`: a sentence, with names as filed.

    `by_master`: the GameMaster has ended it; `why`: their own words. Where shares in powers decide, `powers` are those
    that have won, and `shares` is how many each winner holds.
    """

    closed = True

    winners: tuple[str, ...]
    summary: str
    by_master: bool = False
    why: str = ""
    powers: tuple[str, ...] = ()
    shares: int = 0

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Result:
        """Read `data` back."""
        lists: dict[str, Any] = {name: tuple(data.get(name, ())) for name in ("winners", "powers")}
        words: dict[str, Any] = {name: data[name] for name in ("summary", "by_master", "why", "shares") if name in data}
        return cls(**lists, **words)

    def data(self) -> dict[str, Json]:
        """Return it as plain data, without fields that say nothing."""
        told = {"by_master": self.by_master, "why": self.why, "powers": list(self.powers), "shares": self.shares}
        return {"winners": list(self.winners), "summary": self.summary} | {
            key: each for key, each in told.items() if each
        }


State = TypeVar("State", default=Any)
"""The type of a game's states."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[State]):
    """The result of an adjudication or an act. `said` is the answer to the player who acted."""

    state: State
    postings: tuple[Posting, ...] = ()
    events: tuple[Event, ...] = ()
    result: Result | None = None
    said: str = ""


@dataclass(frozen=True, slots=True)
class Phase:
    """What the game waits for now.

    `label` (`S1901M`) is unique within a run. `hours` is the usual length. `roles` maps each role to the seat that may
    file for it now; `wanted` lists the roles that are awaited. `missing` says what happens at the deadline when orders
    are missing: wait, or go on with defaults. `late` says what happens to a sheet after the deadline; `keep` sets it
    aside for the next phase, where a newer one replaces it.
    `hides_writers`: no late list, grace or early adjudication may show who has written.
    `alone`: a mail that also goes to another player gives no orders (Machiavelli 17.4).
    `offices`: roles that a seat holds for a time beside its own. Lines for one stand below `FOR role`. Its holder alone
    may read its past.
    `idle`: nobody can write anything, so the phase ends as it begins.
    """

    label: str
    title: str
    kind: str
    hours: int
    roles: Mapping[str, str]
    wanted: tuple[str, ...]
    missing: Literal["wait", "default"] = "wait"
    late: Literal["refuse", "accept", "keep"] = "accept"
    hides_writers: bool = False
    alone: bool = False
    offices: tuple[str, ...] = ()
    idle: bool = False


def _letters(word: str) -> str:
    """Return a word without signs and case: `Tin Cup`, `tin-cup` and `tincup` are the same."""
    return re.sub(r"[\s_-]", "", word).lower()


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of a game, with its help and its validation, for CREATE and SET.

    kinds: `int` (least..most), `choice` (one of choices), `flag`, `text`, `names` (a tuple of words).
    only: (another option, its value): this option has a meaning only beside it.
    """

    name: str
    kind: Literal["int", "choice", "flag", "text", "names"]
    default: Json
    help: str
    choices: Collection[str] = ()
    least: int = 0
    most: int = 1_000_000
    only: tuple[str, Json] | None = None

    def of(self, chosen: Mapping[str, Json]) -> Json:
        """Return the value in a game with the options `chosen`."""
        return chosen.get(self.name, self.default)

    def parse(self, text: str) -> Json:
        """Return the value that `text` means. Raises ValueError that says what would be right."""
        word = " ".join(text.split())
        if self.kind == "int":
            digits = word.lstrip("0") or word[-1:]
            if not (word.isascii() and word.isdigit()) or not self.least <= int(digits[:9]) <= self.most or digits[9:]:
                raise ValueError(f"{self.name} is a whole number from {self.least} to {self.most}, not {word[:40]!r}")
            return int(digits)
        if self.kind == "choice":
            meant = {_letters(choice): choice for choice in self.choices}.get(_letters(word))
            if meant is None:
                raise ValueError(f"{self.name} is one of {', '.join(self.choices)}, not {word[:40]!r}")
            return meant
        if self.kind == "flag":
            if word.lower() in ("yes", "on", "true", "1"):
                return True
            if word.lower() in ("no", "off", "false", "0"):
                return False
            raise ValueError(f"{self.name} is yes or no, not {word[:40]!r}")
        if self.kind == "names":
            return [name.upper() for name in word.replace(",", " ").split()]
        return word[:200]

    def told(self, value: Json) -> Json:
        """Return what people are told of this value. Default: the value itself."""
        return value

    def allows(self, value: Json) -> bool:
        """Tell whether this is a valid value, from `parse` or from anybody's JSON."""
        if self.kind == "int":
            return type(value) is int and self.least <= value <= self.most
        if self.kind == "choice":
            return value in self.choices
        if self.kind == "flag":
            return isinstance(value, bool)
        if self.kind == "names":
            return isinstance(value, list | tuple) and all(isinstance(name, str) for name in value)
        return isinstance(value, str)


def options_in(file: Path) -> tuple[Option, ...]:
    """Read settings of a game: name -> the other fields."""
    options = []
    for name, row in tomllib.loads(file.read_text(encoding="utf-8")).items():
        lists = {field: tuple(row[field]) for field in ("choices", "only") if field in row}
        options.append(Option(name, **{**row, **lists}))
    return tuple(options)


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of a game by name, and the least and most players.

    `players_names`: at the start each seat takes its player's name; `names` are placeholders until then.
    `anonymous`: only the GameMaster knows who sits where while the game runs.
    `reserved`: names that no seat and no pseudonym may take, because they mean something else in the game.
    `called`: other names of seats, in capitals (`POPE`) -> the seat. They are `reserved`, too.
    `dummies`: seats without a player from the start, as the options list them. The judge refuses unknown ones.
    `dummies_option`: the option that lists them; empty if the GameMaster cannot choose.
    """

    names: tuple[str, ...]
    least: int
    most: int
    players_names: bool = False
    anonymous: bool = False
    reserved: tuple[str, ...] = ()
    called: Mapping[str, str] = field(default_factory=dict)
    dummies: tuple[str, ...] = ()
    dummies_option: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """A verb of the game's own, for HELP and for `did you mean`. `at_once`: it takes effect before the deadline."""

    name: str
    usage: str
    help: str
    at_once: bool = False
    example: str = ""


def words_in(file: Path) -> tuple[Word, ...]:
    """Read the words of a game: name -> its other fields."""
    return tuple(Word(name, **told) for name, told in tomllib.loads(file.read_text(encoding="utf-8")).items())


@dataclass(frozen=True, slots=True)
class Sheet:
    """The lines of one mail for the game, numbered as in the mail, and what the role has on file."""

    lines: tuple[SheetLine, ...]
    filed: Orders = field(default_factory=dict)


def sheet_of(text: str, filed: Orders | None = None) -> Sheet:
    """Return a sheet of these lines, numbered from 1. Blank lines are counted and left out."""
    lines = tuple(SheetLine(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip())
    return Sheet(lines, filed or {})


@dataclass(frozen=True, slots=True)
class Act:
    """Something that takes effect at once and not at the deadline.

    `irrevocable`: a player with only one proof of identity must confirm it; with `asks_always` every player must.
    `foretells`: what would happen, in plain words, for the question; `text`: the line that does just that, then.
    """

    kind: str
    data: Mapping[str, Json] = field(default_factory=dict)
    line: int = 0
    text: str = ""
    irrevocable: bool = False
    asks_always: bool = False
    foretells: str = ""


# Acts that the judge itself performs in every game.
RESIGN = "resign"  # the role's player has left
SUCCEED = "succeed"  # a new player has taken the seat
DUMMY = "dummy"  # the GameMaster makes the role a dummy
SEATING = (RESIGN, SUCCEED, DUMMY)
"""Acts by which seats change hands: no rollback undoes them."""
VOTE = "vote"  # {"draw": bool, "among": [names]} or {"concede": name}, names as written; told in public as event "vote"
# The GameMaster ends the game: {"draw": True, "among": [names]} or {"win": name}; the role is empty. With neither, the
# game has no result, and secret votes that came to nothing are forgotten.
END = "end"


class Meant(NamedTuple):
    """The meaning of one line: the part it goes to, its canonical text there, and the meaning in words."""

    part: str
    text: str
    meaning: str


@dataclass(frozen=True, slots=True)
class LineRead:
    """One good line with its meaning in canonical words, and the part it went to (empty for an act)."""

    line: int
    text: str
    meaning: str
    part: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """The meaning of a sheet. `parts` holds the canonical text of each part that it sets.

    `written`: whether the role counts as having written, with this sheet on file. `notes` come first in the reply
    ("replaces your sheet of 12 offers by 1"). `meant_for`: the label of the phase that the sheet names.
    `added`: the parts to which the sheet adds (ADD). `remarks`: lines that were not meant as orders.
    """

    parts: Orders = field(default_factory=dict)
    acts: tuple[Act, ...] = ()
    written: bool = False
    lines: tuple[LineRead, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    meant_for: str = ""
    added: tuple[str, ...] = ()
    remarks: tuple[SheetLine, ...] = ()

    @property
    def lines_meant(self) -> frozenset[int]:
        """The numbers of the lines that were meant for the game, whether they count or not."""
        told: tuple[LineRead | Act | Problem, ...] = (*self.lines, *self.acts, *self.problems)
        return frozenset(each.line for each in told)


@dataclass(frozen=True, slots=True)
class BoardCheck:
    """The result of checking a board file. `about` describes the board; it is empty if there are `mistakes`."""

    about: str
    mistakes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardImport:
    """Somebody else's board: the `text` of its file here, and what of it was `lost`, a sentence each. `picture`: the
    file of its map, as seen from its own; `points`: area -> a pixel of it there.
    """

    text: str
    lost: tuple[str, ...] = ()
    picture: str = ""
    points: Mapping[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoardFiles:
    """What a game makes of files of boards. Only `check` never raises; the others raise ValueError.

    check: name without its ending, text -> what is wrong; read: name, text of another program's file, what gives the
    text of a file beside it -> the board; draw: text, an SVG or PNG of it or nothing, area -> a pixel of it in the PNG,
    what paints an SVG so wide as a PNG -> a file of `drawings`, or None if the board needs none.
    """

    check: Callable[[str, str], BoardCheck]
    read: Callable[[str, str, Callable[[str], str]], BoardImport]
    draw: Callable[[str, bytes, Mapping[str, tuple[int, int]], Callable[[str, int], bytes]], str | None]


@dataclass(frozen=True, slots=True)
class PhaseRecord:
    """One phase of a finished game with all its secrets, for `opened`."""

    label: str
    orders: Mapping[str, Orders]
    events: tuple[Event, ...]
    postings: tuple[Posting, ...] = ()


@dataclass(frozen=True)
class View:
    """What one viewer may know now. Games add fields; templates read them."""

    viewer: Audience
    phase: Phase


AView = TypeVar("AView", bound=View, default=Any)
"""The type of a game's views."""


GameState = NewType("GameState", object)
"""A state as seen by code that does not know which game it is: only stored and passed back."""


DUMMIES = "dummies"


def dummies_option(help: str) -> Option:  # noqa: A002 - it is the option's own word
    return Option(DUMMIES, "names", [], help)


def dummies_of(options: Mapping[str, Json]) -> tuple[str, ...]:
    """The names as they were given, whether there are such seats or not."""
    return tuple(options.get(DUMMIES) or ())


def seated(names: tuple[str, ...], options: Mapping[str, Json], *, by_players: bool = False) -> Seating:
    """Seats of these names, all played but for the dummies; `by_players`: they take their players' names."""
    dummies = dummies_of(options)
    played = len(set(names) - set(dummies))
    return Seating(names, played, played, players_names=by_players, dummies=dummies, dummies_option=DUMMIES)
