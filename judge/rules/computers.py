"""Computer players: programs that play a seat from what that seat may know, and from nothing else.

A computer player is a pure function. What it gets is made for its seat's audience alone, so that it can know no more
than a person there; what it writes is the text that a person would mail, and it is read and filed as that.
"""

from __future__ import annotations

import hashlib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeAlias

from typing_extensions import TypeVar

from judge.rules.rng import Rng, Stream
from judge.rules.values import Audience, Event, Orders, Phase, View, only, sheet_of

if TYPE_CHECKING:
    from judge.rules.game import Game

S = TypeVar("S")
V = TypeVar("V", bound=View)
U = TypeVar("U", bound=tuple[str, ...])

NOVICE = "novice"
STEADY = "steady"
RANDOM = "random"
"""The strength that writes any legal sheet: something to measure others against, and nobody's opponent."""
PASSES = 4
"""So often each unit of a plan looks for something better to do; mostly nothing changes after three."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one letter told a seat: the events that were for it, in order. `label`: of the phase that was over then, or
    in which something happened at once; START for the opening.
    """

    label: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Heard:
    """A letter of press that a seat was sent, or that it has sent itself. `sender` as it was signed: a seat, a
    pseudonym, or nothing; `to`: the seats that it names as its addressees, empty if it went to everybody. `label`: of
    the phase in which it came.
    """

    label: str
    sender: str
    to: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Situation:
    """All that a computer player is told when it writes.

    `views`: the roles that its seat may file for now, its own first, each with its view; `forms`: the sheet to answer
    with of each; `filed`: what each has on file. `told` and `heard`: all letters and all press that the seat has had in
    this game, oldest first; what lies before its player's tenure is not among them. `said`: the press that it has
    written itself. `addressees`: the seats that it
    may write press to, empty where there is none. `turn`: how often it has written in this phase; what takes effect at
    once has been done as often. `rng`: its own chance, which nobody else can know.
    """

    seat: str
    views: Mapping[str, View]
    forms: Mapping[str, str]
    filed: Mapping[str, Orders]
    told: tuple[Told, ...]
    heard: tuple[Heard, ...]
    addressees: tuple[str, ...]
    turn: int
    rng: Rng
    said: tuple[Heard, ...] = ()

    @property
    def phase(self) -> Phase:
        """The phase at hand, as this seat may know it."""
        return next(iter(self.views.values())).phase

    def recent(self) -> tuple[Heard, ...]:
        """The press of this phase."""
        return tuple(each for each in self.heard if each.label == self.phase.label)


@dataclass(frozen=True, slots=True)
class Message:
    """A letter of press to write. `to`: some of the addressees, empty for all of them together."""

    to: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Writing:
    """What a computer player writes: a sheet for each role, as text in the syntax that a player mails, with the lines
    that take effect at once (`ACCEPT`, `TRANSFER`) among it; letters of press; and `why`, one sentence for HINT.

    A role without a sheet, or with an empty one, sends nothing: what is on file for it stays.
    """

    sheets: Mapping[str, str]
    messages: tuple[Message, ...] = ()
    why: str = ""


class ComputerPlayer(Protocol):
    """One strength of one game's computer players. Pure: equal situations give equal writings."""

    def write(self, situation: Situation) -> Writing:
        """Every sheet reads without a problem, whatever the situation; nothing that it does at once is refused."""


Letters: TypeAlias = Sequence[tuple[str, str]]
"""(to, text) of each."""


class RoleByRole(ABC, Generic[V]):
    """A computer player that writes each role's sheet by itself, from that role's view (`V`) alone. `chance`: what the
    stream is called that it draws from.
    """

    chance: ClassVar[str]

    def write(self, situation: Situation) -> Writing:
        sheets, messages, whys = {}, [], []
        for role, view in situation.views.items():
            seen: Any = view
            stream = situation.rng.at(self.chance, role)
            sheets[role], why, letters = self.written(situation, seen, role, stream)
            messages += [Message((to,), text) for to, text in letters if to in situation.addressees]
            whys.append(why)
        return Writing(sheets, tuple(messages), " ".join(filter(None, whys)))

    def written(self, situation: Situation, view: V, role: str, stream: Stream) -> tuple[str, str, Letters]:
        """(the sheet, why, letters). Default: the sheet alone."""
        del situation
        return *self.sheet(view, role, stream), ()

    @abstractmethod
    def sheet(self, view: V, role: str, stream: Stream) -> tuple[str, str]:
        """(the sheet, why); both empty where there is nothing to write."""


def improve(units: Collection[U], better: Callable[[U], bool], stream: Stream) -> None:
    """Each unit of a plan looks for something better to do (`better`: has it found anything?), until none finds it."""
    for _ in range(PASSES):
        # All of them in each pass, whether or not an earlier one has found something.
        found = [better(unit) for unit in stream.shuffled(sorted(units))]
        if not any(found):
            break


def situation_of(
    system: Game[S, V],
    state: S,
    seat: str,
    rng: Rng,
    *,  # all by name: whoever asks gives what has happened at their table so far, and no more
    filed: Mapping[str, Orders] | None = None,
    told: Sequence[Told] = (),
    heard: Sequence[Heard] = (),
    said: Sequence[Heard] = (),
    addressees: Sequence[str] = (),
    turn: int = 0,
) -> Situation | None:
    """The situation of a seat, of the views of its roles alone; None if it may file for none now.

    `filed` and `told` may hold others' too: what is not this seat's is left out. `rng` is the game's, of this phase.
    """
    phase = system.phase(state)
    roles = roles_of(phase, seat) if phase is not None else ()
    if not roles:
        return None
    views = {role: system.view(state, only(role)) for role in roles}
    on_file = {role: dict((filed or {}).get(role, {})) for role in roles}
    return Situation(
        seat=seat,
        views=views,
        forms={role: system.form(view, on_file[role]) for role, view in views.items()},
        filed=on_file,
        told=tuple(letter_to(only(*dict.fromkeys((seat, *roles))), each) for each in told),
        heard=tuple(heard),
        addressees=tuple(addressees),
        turn=turn,
        rng=own_chance(rng, seat),
        said=tuple(said),
    )


def own_chance(rng: Rng, seat: str) -> Rng:
    """The chance of this seat's computer player, from that of the game's phase: none that the rules draw from."""
    return replace(rng, seed=hashlib.sha256(b"computer\0" + seat.encode() + b"\0" + rng.seed).digest(), hidden_seed=b"")


def roles_of(phase: Phase, seat: str) -> tuple[str, ...]:
    """The roles that this seat may file for, its own first."""
    held = [role for role, holder in phase.roles.items() if holder == seat]
    return tuple(sorted(held, key=lambda role: role != seat))


def letter_to(reader: Audience, letter: Told) -> Told:
    """The same letter with what this reader may know of it."""
    return Told(letter.label, tuple(event for event in letter.events if event.audience.includes(reader)))


TRIES = 24
"""Sheets that it thinks of at most; the form itself comes last."""
NUMBER = re.compile(r"\d+")


class FormFiller:
    """Knows of a game only its reader of sheets: what it may write shows in the form."""

    def __init__(self, system: Game[Any, Any]) -> None:
        self._system = system

    def write(self, situation: Situation) -> Writing:
        sheets = {}
        for role, view in situation.views.items():
            stream = situation.rng.at("form", role, str(situation.turn))
            sheets[role] = self._sheet(view, role, situation.forms[role], stream)
        return Writing(sheets, why="I fill in the sheet to answer with, with numbers of my own.")

    def _sheet(self, view: View, role: str, form: str, stream: Stream) -> str:
        """The first of its ideas that reads without a problem; the form as it came if none does."""
        for idea in self._ideas(form, stream):
            reading = self._system.read(view, role, sheet_of(idea))
            if reading.parts and not reading.problems and not reading.acts:
                return idea
        return form

    def _ideas(self, form: str, stream: Stream) -> Iterator[str]:
        """The form with other numbers, and the examples of the game's words with other numbers."""
        examples = [word.example for word in self._system.words if word.example and not word.at_once]
        for _ in range(TRIES):
            text = stream.choice([form] * (1 + len(examples)) + examples)
            yield NUMBER.sub(lambda found: str(_near(int(found[0][:6]), stream)), text)


def _near(number: int, stream: Stream) -> int:
    """Another number of about that size."""
    return stream.below(max(10, 2 * number + 1))
