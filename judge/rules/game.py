"""The one seam between rules and everything else: the class Game. The values that cross it are in `judge.rules.values`.

A game knows one family of rules and nothing of mail, time or storage. A *seat* is a player's place in the game; a
*role* is what orders are filed for (a power, an investor, a country).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeAlias, final

from judge.reading.sheet import SheetLine
from judge.reading.talk import is_talk
from judge.rules import schema
from judge.rules.composition import Composition
from judge.rules.computers import NOVICE, RANDOM, ComputerPlayer, FormFiller
from judge.rules.data import plain_data
from judge.rules.drawing import Picture
from judge.rules.problems import Problem, Refused, problem_rows, refusal
from judge.rules.rng import Rng
from judge.rules.story import Chart, Prices, Ranking, Story, Table
from judge.rules.values import (
    DUMMY,
    END,
    PUBLIC,
    RESIGN,
    SUCCEED,
    Act,
    Audience,
    AView,
    BoardFiles,
    Event,
    GameState,
    Json,
    LineRead,
    Meant,
    Option,
    Orders,
    Outcome,
    PartKind,
    Phase,
    PhaseRecord,
    Reading,
    Seating,
    Sheet,
    State,
    View,
    Word,
    only,
    sheet_of,
)


class Game(ABC, Generic[State, AView]):
    """One family of games. Every method is pure; state, orders and acts are immutable and round-trip through JSON.

    A game sets `name`, `title`, `parts`, `lengths` and `state_type`, and implements the first group of methods. All
    others have defaults. Names of a game's own begin with an underscore, so that `judge check-game` finds misspelled
    ones.
    """

    # What every game brings

    @abstractmethod
    def seating(self, options: Mapping[str, Json]) -> Seating:
        """Return the seats of a game with these options."""

    @abstractmethod
    def start(self, options: Mapping[str, Json], seats: Sequence[str], rng: Rng) -> Outcome[State]:
        """Return the opening; `seats` are those with a player. Raises Refused when these options cannot start."""

    @abstractmethod
    def phase(self, state: State) -> Phase | None:
        """Return what the game waits for; None once it is over."""

    @abstractmethod
    def view(self, state: State, viewer: Audience) -> AView:
        """Return what this role, the public or the GameMaster may know now. No default: nothing leaks by omission."""

    @abstractmethod
    def adjudicate(self, state: State, orders: Mapping[str, Orders], rng: Rng) -> Outcome[State]:
        """Return the next state and what happened. `orders`: by role, without roles that filed none; the rules decide
        what these do.
        """

    def read_line(self, view: AView, role: str, line: str) -> Meant:
        """Return what one line means. Raises Refused if it is no order; `read` fills in its number and text. Games
        whose lines depend on each other override `read` instead.
        """
        raise NotImplementedError(f"{self.name} reads neither lines nor sheets")

    # Facts

    name: str = ""
    """One lower-case word; the database stores games under it."""
    title: str = ""
    """The name that people read."""
    version: int = 1
    """The version of the rules. `upgrade` reads states of earlier ones."""
    aliases: tuple[str, ...] = ()
    """Other names for CREATE."""
    options: tuple[Option, ...] = ()
    """The settings of a game, for CREATE and SET."""
    words: tuple[Word, ...] = ()
    """Verbs of the game's own, for HELP."""
    beginnings: tuple[str, ...] = ()
    """Words besides `words` with which orders begin, in any case. After the dash of a list they mark an order."""
    parts: Mapping[str, PartKind] = {}
    """The parts of a role's orders, and what a later sheet does to each."""
    lengths: Mapping[str, int] = {}
    """The kinds of phase and how many hours each usually lasts."""
    templates: Path | None = None
    """The folder that holds this game's templates; None: the judge's own, below the game's name."""
    customs: Mapping[str, str] = {}
    """Defaults for new games: option of the judge's, or kind of phase -> value as a GameMaster writes it:
    `{"press": "choice", "movement": "MON 12:00 GMT"}`.
    """
    has_map: bool = False
    """Whether the game is played on a map of areas that touch. Then it has `borders`."""
    board_files: BoardFiles | None = None
    """What it makes of files of boards; None: its boards are no files that a host could add."""

    @property
    def board_option(self) -> Option | None:
        """Return the option that chooses the board: the one named `map`, if any."""
        return next((option for option in self.options if option.name == "map"), None)

    def played_by(self, options: Json) -> str:
        """Return the name of the game that plays with these options. Never raises, whatever they hold. Default: its
        own name. Payola with `variant exchange` is stored as Payola and played by Exchange.
        """
        return self.name

    def title_with(self, options: Json) -> str:
        """Return what players call a game with these valid options. Default: the title."""
        return self.title

    def hides_writers(self, options: Mapping[str, Json]) -> bool:
        """Tell whether nobody may learn in any phase who has written, with these options. Default: no."""
        return False

    def idle_options(self, options: Mapping[str, Json]) -> tuple[str, ...]:
        """Return the names of options that do nothing beside these valid ones, the judge's own options and lengths of
        phases included. Default: none.
        """
        return ()

    @final
    def keeps_from_master(self, *, hidden: bool) -> bool:
        """Tell whether even the GameMaster may not learn who has written. `hidden`: players may not."""
        return hidden and bool(self.hidden_lots)

    # States

    state_type: ClassVar[type[Any]]
    """The dataclass of the game's state. Unused where a game overrides `dump` and `load`."""

    def dump(self, state: State) -> Json:
        """Return the state as JSON, by the fields of `state_type`."""
        return schema.dump(state)

    def load(self, data: Json) -> State:
        """Return the state that was dumped. Raises ValueError on anything else."""
        state: State = schema.load(data, self.state_type)
        return state

    def upgrade(self, data: Json, version: int) -> Json:
        """Return a state dumped by an older version as this version dumps it. Raises ValueError for a later version.
        Default: unchanged, because `load` gives new fields their defaults.
        """
        if not 1 <= version <= self.version:
            raise ValueError(f"no version {version} of {self.name} is known")
        return data

    # Reading and showing orders: from a view alone, so that they cannot leak

    def read(self, view: AView, role: str, sheet: Sheet) -> Reading:
        """Return what a sheet means. Never raises on what a player wrote; a bad line never loses a good one. Default:
        read each line by itself. The last line for a part counts; an `append` part takes all. Lines of talk alone
        are remarks: greetings, thanks.
        """
        parts: dict[str, str] = {}
        lines: list[LineRead] = []
        problems: list[Problem] = []
        remarks: list[SheetLine] = []
        for line in sheet.lines:
            try:
                meant = self.read_line(view, role, line.text)
            except Refused as refusal:
                wrong = refusal.problem
                if is_talk(line.text):
                    remarks.append(line)
                else:
                    problems.append(Problem(wrong.code, wrong.message, line.number, wrong.hint, line.text))
                continue
            grows = self.parts[meant.part] == "append" and meant.part in parts
            parts[meant.part] = f"{parts[meant.part]}\n{meant.text}" if grows else meant.text
            lines.append(LineRead(line.number, line.text, meant.meaning, meant.part))
        written = bool(parts or sheet.filed)
        return Reading(parts, (), written, tuple(lines), tuple(problems), remarks=tuple(remarks))

    def phase_named(self, text: str) -> str:
        """Return the beginning of the labels of the phases that this text names: `Fall 1901` -> `F1901`, `f1901r` ->
        `F1901R`. Empty if it names none, or says anything else. Default: empty.
        """
        return ""

    def role_named(self, text: str) -> str:
        """Return the role with this name in any language and case; empty if there is none. Default: empty."""
        return ""

    def parse(self, view: AView, part: str, text: str) -> Any:
        """Return the orders that canonical text says: what `read` files under this part. Raises ValueError if the text
        is anything else. `adjudicate`, `estimate` and `form` understand orders this way only. Default: the text.
        """
        return text

    def print(self, view: AView, part: str, parsed: Any) -> str:
        """Return the canonical text of what `parse` returned: its inverse. Default: the text."""
        return str(parsed)

    def show(self, view: AView, orders: Orders) -> str:
        """Return the orders as text that reads back to the same orders. Default: all parts, in the order of `parts`."""
        return "\n".join(orders[part] for part in self.parts if orders.get(part))

    def estimate(self, view: AView, orders: Orders) -> tuple[str, ...]:
        """Return what the orders on file could mean at most, for SHOW and TRY; one remark a line. Default: nothing."""
        return ()

    def form(self, view: AView, last: Orders) -> str:
        """Return a sheet to answer with, filled in as far as possible. It reads without a problem. `last`: the role's
        orders on file or, when a phase begins, what `again` leaves of the previous phase. Default: empty.
        """
        return ""

    def again(self, view: AView, last: Orders) -> Orders:
        """Return what `form` may repeat of a role's orders of the previous phase. Default: all. Where units have moved,
        only some orders can be meant again.
        """
        return last

    def without_orders(self, view: AView) -> str:
        """Return what happens if this role sends no orders, as a clause: `your units hold`. Default: empty."""
        return ""

    def composition(self, view: AView) -> Composition | None:
        """Return how sheets of this phase are written, from the public's view: a page lets readers point and choose by
        it. Default: None, there is no such page.
        """
        return None

    # Acts and votes: what takes effect at once

    def act(self, state: State, role: str, act: Act) -> Outcome[State]:
        """Return what an act leads to: a word of the game's own, a vote on its end, a player's leaving. Raises Refused
        if the rules forbid it now. Default: players come and go, and the GameMaster may stop the game.
        """
        if act.kind in (RESIGN, SUCCEED, DUMMY) or (act.kind == END and not {"draw", "win"} & set(act.data)):
            return Outcome(state)
        message = "Nobody can vote on the end of this game or declare it won. Its rules decide."
        raise Refused(Problem("act/none", message, act.line, text=act.text))

    def stands(self, view: AView) -> tuple[str, ...]:
        """Return what stands for this role until changed, as sentences: `F? is your acceptance list: …`. SHOW, BALANCE
        and STATUS repeat them. Default: nothing, only orders count.
        """
        return ()

    def forfeits(self, view: AView) -> str:
        """Return what would be lost if this role's player left now, and how to save it, as sentences. Default: empty, a
        successor gets everything.
        """
        return ""

    def is_eliminated(self, state: State, seat: str) -> bool:
        """Tell whether this seat is out of the game, so that it needs no player. Default: no."""
        return False

    def is_off_the_board(self, state: State, seat: str) -> bool:
        """Tell whether everybody knows that this seat has nothing left on the board. Default: it is eliminated. In
        Payola a player without units plays on with money.
        """
        return self.is_eliminated(state, seat)

    # Money, or whatever else is counted in accounts

    coins: Mapping[str, tuple[str, str]] = {}
    """Currency -> its name for one and for several: `{"DUCAT": ("ducat", "ducats")}`. Empty: there are no accounts."""

    def accounts(self, state: State) -> Mapping[tuple[str, str], int]:
        """Return (account, currency) -> balance, the sum of all postings so far. Default: empty."""
        return {}

    @final
    def currency_in_words(self, amount: int, currency: str) -> str:
        """Return the name of a currency for this amount: `ducats`. Default: the currency itself."""
        one, several = self.coins.get(currency, (currency, currency))
        return one if abs(amount) == 1 else several

    @final
    def amount_in_words(self, amount: int, currency: str) -> str:
        """Return amount and currency: `48 AgP`, `9 ducats`."""
        return f"{amount} {self.currency_in_words(amount, currency)}"

    # Telling: made of what one reader may know

    sealed: Collection[str] = ()
    """Kinds of events that no letter tells, not even the GameMaster's. At the end `opened` may tell them."""
    summary_kinds: Collection[str] = ()
    """Kinds of public events that `summary` reads. Empty: there is no summary."""
    price_kinds: Collection[str] = ()
    """Kinds of events that `prices` reads. Empty: nothing is paid for."""

    def view_data(self, view: AView) -> Json:
        """Return a view as a JSON object, for programs. It uses this view alone, so it holds no more than its reader
        may know. Default: all fields that JSON can say.
        """
        return plain_data(view)

    def borders(self, view: AView, area: str) -> tuple[str, ...]:
        """Return what an area has and touches, as far as this reader may know: a few sentences that begin with its code
        and name. With an empty `area`: all areas, one short entry each. Raises Refused for an unknown name. Default:
        always, there is no map.
        """
        raise refusal("borders/no-map", "This game is not played on a map.")

    def comments(self, events: Sequence[Event], role: str, /) -> tuple[str, ...]:
        """Return up to three sentences that teach a role's player something, from events of one phase that they are
        told. For practice games. Default: none.
        """
        return ()

    def ranking(self, view: AView) -> Ranking | None:
        """Return how the players stand, as far as this view shows it. Default: None, it does not."""
        return None

    def charts(self, story: Story[AView]) -> tuple[Chart, ...]:
        """Return plots of a game, from what everybody may know. Default: none."""
        return ()

    def summary(self, events: Sequence[Event]) -> tuple[Table, ...]:
        """Return tables for SUMMARY, from the public events of `summary_kinds`, in order. Default: none."""
        return ()

    def prices(self, events: Sequence[Event]) -> tuple[Prices, ...]:
        """Return tables and plots for PRICES by role, from one reader's events of `price_kinds`, in order, including
        what the end opened. Default: none, as long as nothing has been paid.
        """
        return ()

    # Pictures: each is made of one reader's views, and of the events that they may read

    def position_picture(self, view: AView) -> Picture | None:
        """Return the position that this view shows. Default: None, there is no drawing of the board."""
        return None

    def phase_picture(self, before: AView, events: Sequence[Event], after: AView | None = None) -> Picture | None:
        """Return a phase that is over, from the view before it, its events and, if known, the view after it. Default:
        None, there is no drawing of the board.
        """
        return None

    def differs_by_reader(self, view: AView) -> bool:
        """Tell whether one reader's map may show what another's must not. Then each gets their own. Default: no."""
        return False

    # Programs

    @property
    def computers(self) -> Mapping[str, ComputerPlayer]:
        """Return strength -> program: `novice`, `steady`, and `random` to measure others against. Default: a novice
        that fills in the sheet of `form`.
        """
        return {NOVICE: FormFiller(self)}

    @final
    @property
    def opponents(self) -> Mapping[str, ComputerPlayer]:
        """Return the computer players that people may choose: all but `random`, which only the arena knows."""
        return {strength: player for strength, player in self.computers.items() if strength != RANDOM}

    def tally(self, state: State) -> Mapping[str, Mapping[str, int]]:
        """Return seat -> its numbers by name, the most important first: `{"centers": 5, "money": 31}`. For the host and
        the arena only: players may not know these of each other. Default: no numbers.
        """
        return {}

    def case(self, case: Mapping[str, Json], /) -> dict[str, Json]:
        """Adjudicate one case of `judge adjudicate`: position, orders and options in; position, results and problems
        out. Raises ValueError if the case cannot be read.

        Default: `position` is a state as `dump` writes it, `orders` role -> sheet, `seed` a text. `results` are the
        public events: kind -> data of each.
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

    def _after(self, state: State, role: str, acts: Sequence[Act], problems: list[Json]) -> State:
        """Return the state after the acts of a sheet. Each refusal adds a problem."""
        for act in acts:
            try:
                state = self.act(state, role, act).state
            except Refused as refusal:
                problems += problem_rows(role, (refusal.problem,))
        return state

    # Ends

    opens_all: bool = False
    """Whether everything becomes public after the end. Then anybody may have the archive and replay the game."""
    hidden_lots: str = ""
    """What `Rng.hidden` draws and nobody is ever told, as words in a sentence. Empty: nothing."""

    def settled(self, story: Story[AView]) -> Ranking | None:
        """Return how the players ended, from what everybody may know, if the end counts something other than `ranking`.
        None before the end. Default: None.
        """
        return None

    def decided(self, opened: Sequence[Event]) -> Table | None:
        """Return what was secret and decided a game, once the end opened it: a row of heads, then rows that begin with
        a phase's label. Default: None.
        """
        return None

    def opened(self, record: Sequence[PhaseRecord]) -> tuple[Event, ...]:
        """Return what was secret and becomes public after the end. Default: nothing."""
        return ()

    def bribes(self, opened: Sequence[Event]) -> Iterable[tuple[str, str, int]]:
        """Return each bribe that the end opened: who paid, for which unit, and how much. Default: none."""
        return ()

    def shown_after(self, event: Event) -> bool:
        """Tell whether everybody may read this event of the GameMaster's once the game is over. Default: no."""
        return False


AnySystem: TypeAlias = Game[GameState, View]
"""A game as seen by code that does not know which one it is."""
