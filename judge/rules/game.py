"""What a rule system need not say: Game has a default for all that small games do alike.

To write: `name`, `title`, `parts`, `lengths`, `state_type`; `seating`, `start`, `phase`, `read_line`, `adjudicate` and
`view`; and the methods of `judge.rules.abilities` that the game has.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, NamedTuple

from typing_extensions import TypeVar

from judge.rules import states
from judge.rules.abilities import acted
from judge.rules.computers import NOVICE, ComputerPlayer
from judge.rules.form_filler import FormFiller
from judge.rules.problems import Problem, Refused, problem_rows
from judge.rules.rng import Rng
from judge.rules.values import (
    PUBLIC,
    Act,
    Audience,
    Json,
    LineRead,
    Option,
    Orders,
    Outcome,
    Phase,
    Reading,
    Seating,
    Sheet,
    View,
    Word,
    only,
    sheet_of,
)
from judge.rules.words.attempts import LONGEST, begins_with, is_read, names_with_number

S = TypeVar("S")
V = TypeVar("V", bound=View)


class Meant(NamedTuple):
    """How a line was understood: the part it goes to, its canonical text there, and its meaning in words."""

    part: str
    text: str
    meaning: str


class Game(ABC, Generic[S, V]):
    """One family of games, with the usual answers to what it does not say itself. See RuleSystem for what each is."""

    name: str
    title: str
    version: int = 1
    aliases: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    words: tuple[Word, ...] = ()
    parts: Mapping[str, Literal["replace", "append"]]
    lengths: Mapping[str, int]
    templates: Path | None = None
    opens_all: bool = False
    state_type: ClassVar[type[Any]]
    """The dataclass of the game's state; not asked for where a system dumps and loads by itself."""

    @property
    def computers(self) -> Mapping[str, ComputerPlayer]:
        return {NOVICE: FormFiller(self)}

    @abstractmethod
    def seating(self, options: Mapping[str, Json]) -> Seating: ...

    @abstractmethod
    def start(self, options: Mapping[str, Json], seats: Sequence[str], rng: Rng) -> Outcome[S]: ...

    @abstractmethod
    def phase(self, state: S) -> Phase | None: ...

    @abstractmethod
    def adjudicate(self, state: S, orders: Mapping[str, Orders], rng: Rng) -> Outcome[S]: ...

    @abstractmethod
    def view(self, state: S, viewer: Audience) -> V: ...

    def read_line(self, view: V, role: str, line: str) -> Meant:
        """What one line means. Raises Refused where it is no order; its number and text are filled in."""
        raise NotImplementedError(f"{self.name} reads neither lines nor sheets")

    def read(self, view: V, role: str, sheet: Sheet) -> Reading:
        """Every line by itself. Of several for one part the last counts; a part that only grows takes all."""
        parts: dict[str, str] = {}
        lines: list[LineRead] = []
        problems: list[Problem] = []
        for line in sheet.lines:
            try:
                meant = self.read_line(view, role, line.text)
            except Refused as refusal:
                wrong = refusal.problem
                problems.append(Problem(wrong.code, wrong.message, line.number, wrong.hint, line.text))
                continue
            grows = self.parts[meant.part] == "append" and meant.part in parts
            parts[meant.part] = f"{parts[meant.part]}\n{meant.text}" if grows else meant.text
            lines.append(LineRead(line.number, line.text, meant.meaning, meant.part))
        return Reading(parts, (), bool(parts or sheet.filed), tuple(lines), tuple(problems))

    def is_attempt(self, view: V, line: str) -> bool:
        """It begins with a word of the game, holds a number and the name of a role or a seat, is only a number, or is
        read.
        """
        phase = view.phase
        text = line.strip()[:LONGEST]
        words = (*(word.name for word in self.words), *getattr(self, "beginnings", ()))
        return (
            text.isdigit()
            or begins_with(text, words)
            or names_with_number(text, (*phase.roles, *phase.roles.values()))
            or is_read(self, view, line)
        )

    def show(self, view: V, orders: Orders) -> str:
        """All that is on file, in the order of `parts`."""
        del view
        return "\n".join(orders[part] for part in self.parts if orders.get(part))

    def estimate(self, view: V, orders: Orders) -> tuple[str, ...]:
        del view, orders
        return ()

    def form(self, view: V, last: Orders) -> str:
        del view, last
        return ""

    def dump(self, state: S) -> Json:
        return states.dump(state)

    def load(self, data: Json) -> S:
        state: S = states.load(data, self.state_type)
        return state

    def upgrade(self, data: Json, version: int) -> Json:
        """As it is: `load` gives what is new since then its default. ValueError for a version that is yet to come."""
        if not 1 <= version <= self.version:
            raise ValueError(f"no version {version} of {self.name} is known")
        return data

    def case(self, case: Mapping[str, Json]) -> dict[str, Json]:
        """`position` is a state as `dump` gives it, `orders` role -> its sheet, `seed` a text. Out come the position
        after the phase, what everybody is told as `results` (kind -> each event's data), and the `problems`. ValueError
        where the case cannot be read.
        """
        sheets: Any = case.get("orders") or {}
        if "position" not in case or not isinstance(sheets, Mapping):
            raise ValueError("a case has a position, and orders by role")
        state = self.load(case["position"])
        phase = self.phase(state)
        if phase is None:
            raise ValueError("the game is over in this position")
        orders: dict[str, Orders] = {}
        problems: list[Json] = []
        for role, text in sheets.items():
            if role not in phase.roles or not isinstance(text, str):
                raise ValueError(f"orders are texts by role; there are: {', '.join(phase.roles)}")
            reading = self.read(self.view(state, only(role)), role, sheet_of(text))
            orders[role] = reading.parts
            problems += problem_rows(role, reading.problems)
            state = self._after(state, role, reading.acts, problems)
        outcome = self.adjudicate(state, orders, Rng(str(case.get("seed", "")).encode(), phase.label))
        results: dict[str, list[Json]] = {}
        for event in outcome.events:
            if event.audience == PUBLIC:
                results.setdefault(event.kind, []).append(dict(event.data))
        return {"position": self.dump(outcome.state), "results": results, "problems": problems}

    def _after(self, state: S, role: str, acts: Sequence[Act], problems: list[Json]) -> S:
        """The state after what a sheet does at once; what is refused is a problem more."""
        for act in acts:
            try:
                state = acted(self, state, role, act).state
            except Refused as refusal:
                problems += problem_rows(role, (refusal.problem,))
        return state
