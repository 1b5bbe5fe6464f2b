"""The one seam between rules and everything else: the class Game. The values that cross it are in `judge.rules.values`.

A game knows one family of rules and nothing of mail, time or storage. A *seat* is a player's place in the game; a
*role* is what orders are filed for (a power, an investor, a country).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeAlias, final

from judge.rules import states
from judge.rules.computers import NOVICE, RANDOM, ComputerPlayer
from judge.rules.data import plain_data
from judge.rules.drawing import Picture
from judge.rules.form_filler import FormFiller
from judge.rules.problems import Problem, Refused, problem_rows
from judge.rules.rng import Rng
from judge.rules.story import Chart, LedgerLine, Prices, Ranking, Story, Table
from judge.rules.values import (
    DUMMY,
    END,
    PUBLIC,
    RESIGN,
    SUCCEED,
    Act,
    Audience,
    AView,
    BoardCheck,
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
from judge.rules.words.attempts import LONGEST, begins_with, is_read, names_with_number


class Game(ABC, Generic[State, AView]):
    """One family of games. Every method is pure; state, orders and acts are immutable and round-trip through JSON.

    A game says `name`, `title`, `parts`, `lengths` and `state_type`, and brings the methods of the first group. All
    else has a default; a game overrides what it has more of. Public names are those of this class alone: what is a
    game's own begins with an underscore, so that a misspelled name is found.
    """

    # What every game brings

    @abstractmethod
    def seating(self, options: Mapping[str, Json]) -> Seating:
        """The seats of a game with these options."""

    @abstractmethod
    def start(self, options: Mapping[str, Json], seats: Sequence[str], rng: Rng) -> Outcome[State]:
        """The opening; `seats` are those that somebody plays. Raises Refused when these options cannot start."""

    @abstractmethod
    def phase(self, state: State) -> Phase | None:
        """What the game waits for; None once it is over."""

    @abstractmethod
    def view(self, state: State, viewer: Audience) -> AView:
        """What this role, the public or the GameMaster may know now. There is no default viewer."""

    @abstractmethod
    def adjudicate(self, state: State, orders: Mapping[str, Orders], rng: Rng) -> Outcome[State]:
        """`orders`: of each role that has any on file; what stands for the others the rules know (NMR)."""

    def read_line(self, view: AView, role: str, line: str) -> Meant:
        """What one line means. Raises Refused where it is no order; its number and text are filled in. A game brings
        this, or `read` if its lines do not stand alone.
        """
        raise NotImplementedError(f"{self.name} reads neither lines nor sheets")

    # Facts

    name: str = ""
    """One lower-case word, with which a stored game is kept."""
    title: str = ""
    """What people call the game."""
    version: int = 1
    """Of the rules: a state of an older one goes through `upgrade`."""
    aliases: tuple[str, ...] = ()
    """Other names for CREATE."""
    options: tuple[Option, ...] = ()
    """The settings of a game: none."""
    words: tuple[Word, ...] = ()
    """Verbs of the game's own, for HELP: none."""
    beginnings: tuple[str, ...] = ()
    """Words, in any case, with which orders begin besides `words`: behind the dash of a list they show an order."""
    parts: Mapping[str, PartKind] = {}
    """The parts of a role's orders, and what a later sheet does to each."""
    lengths: Mapping[str, int] = {}
    """The kinds of phase and how many hours each usually lasts."""
    templates: Path | None = None
    """The folder that holds this game's templates; None: the judge's own, below the game's name."""
    customs: Mapping[str, str] = {}
    """How the rules have their games played: option of the judge's, or kind of phase -> what it is in a new game unless
    CREATE says otherwise: `{"press": "choice", "movement": "MON 12:00 GMT"}`. Nothing by default.
    """
    has_map: bool = False
    """Whether it is played on a map of areas that touch: `borders` tells of them then."""

    @property
    def board_option(self) -> Option | None:
        """The option that chooses the board: the one called `map`, if there is one."""
        return next((option for option in self.options if option.name == "map"), None)

    def check_board(self, name: str, text: str) -> BoardCheck | None:
        """Is this text right for a board whose file bears this name (without its ending)? None, as by default: no
        boards of this game are files. Never raises.
        """
        del name, text
        return None

    def played_by(self, options: Json) -> str:
        """The name of the game that plays with these options: its own, unless they turn it into another, which is made
        and kept under this one's name. Never raises on what options may hold.
        """
        del options
        return self.name

    def title_with(self, options: Json) -> str:
        """What players call a game with these options, which have been checked: the title."""
        del options
        return self.title

    def hides_writers(self, options: Mapping[str, Json]) -> bool:
        """May nobody ever learn who has written, in a game with these options? No."""
        del options
        return False

    def idle_options(self, options: Mapping[str, Json]) -> tuple[str, ...]:
        """The options that do nothing beside these, which have been checked; the judge's own and the lengths of phases
        among them. None by default.
        """
        del options
        return ()

    @final
    def keeps_from_master(self, *, hidden: bool) -> bool:
        """May the GameMaster never learn who has written, nor what only a player may know? `hidden`: whether the phase,
        or every phase, hides who has written.
        """
        return hidden and bool(self.hidden_lots)

    # States

    state_type: ClassVar[type[Any]]
    """The dataclass of the game's state; not asked for where a game dumps and loads by itself."""

    def dump(self, state: State) -> Json:
        """The state as JSON, by the fields of `state_type`."""
        return states.dump(state)

    def load(self, data: Json) -> State:
        """The state that was dumped. ValueError where it is none."""
        state: State = states.load(data, self.state_type)
        return state

    def upgrade(self, data: Json, version: int) -> Json:
        """A state dumped by an older version, as this version dumps it: as it is, for `load` gives what is new since
        then its default. ValueError for a version that is yet to come.
        """
        if not 1 <= version <= self.version:
            raise ValueError(f"no version {version} of {self.name} is known")
        return data

    # Reading and showing orders: from a view alone, so that they cannot leak

    def read(self, view: AView, role: str, sheet: Sheet) -> Reading:
        """Never raises on what a player wrote; one bad line never loses a good one. By default every line is read by
        itself: of several for one part the last counts; a part that only grows takes all.
        """
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

    def is_attempt(self, view: AView, line: str) -> bool:
        """Of a line that could not be read: does it look like something of this game's, an order that failed? Else it
        is a greeting or a remark, and no problem. Whatever `read` takes is an attempt. Never raises; the view is that
        of the role that wrote.

        By default: it begins with a word of the game, holds a number and the name of a role or a seat, is only a
        number, or is read.
        """
        phase = view.phase
        text = line.strip()[:LONGEST]
        words = (*(word.name for word in self.words), *self.beginnings)
        return (
            text.isdigit()
            or begins_with(text, words)
            or names_with_number(text, (*phase.roles, *phase.roles.values()))
            or is_read(self, view, line)
        )

    def phase_named(self, text: str) -> str:
        """What the labels of the phases begin with that this text, and nothing else in it, names: `Fall 1901` ->
        `F1901`, `Fall 1901 retreats` and `f1901r` -> `F1901R`. Empty, as by default, if it names none.
        """
        del text
        return ""

    def role_named(self, text: str) -> str:
        """The role that is called so in another language, whatever the case. Empty, as by default, where none is."""
        del text
        return ""

    def show(self, view: AView, orders: Orders) -> str:
        """The orders as text that reads back to the same orders: all that is on file, in the order of `parts`."""
        del view
        return "\n".join(orders[part] for part in self.parts if orders.get(part))

    def estimate(self, view: AView, orders: Orders) -> tuple[str, ...]:
        """What the orders on file could mean at most, for SHOW and TRY; one remark a line. None by default."""
        del view, orders
        return ()

    def form(self, view: AView, last: Orders) -> str:
        """A sheet to answer with, filled in as far as it can be (`last`: the role's orders on file or, as a phase
        begins, what `again` leaves of the phase before). Reads without a problem. Empty by default.
        """
        del view, last
        return ""

    def again(self, view: AView, last: Orders) -> Orders:
        """What `form` may fill in of a role's orders of the phase before, in parts that `form` knows: all of them. In
        some games only some can be meant again, for a unit stands elsewhere now.
        """
        del view
        return last

    def without_orders(self, view: AView) -> str:
        """What becomes of the role whose view this is if it sends none now, as a clause: `your units hold`. Empty, as
        by default, where the game does not say.
        """
        del view
        return ""

    # Acts and votes: what takes effect at once

    def act(self, state: State, role: str, act: Act) -> Outcome[State]:
        """What an act leads to: a word of the game's own, a vote on its end, a player's leaving. Raises Refused where
        the rules do not allow it now. By default players come and go without a trace, and the GameMaster may break
        the game off.
        """
        del role
        if act.kind in (RESIGN, SUCCEED, DUMMY) or (act.kind == END and not {"draw", "win"} & set(act.data)):
            return Outcome(state)
        message = "Nobody can vote on the end of this game or declare it won. Its rules decide."
        raise Refused(Problem("act/none", message, act.line, text=act.text))

    def stands(self, view: AView) -> tuple[str, ...]:
        """What counts at once and stands, for the role whose view this is, until it is changed, as sentences: `Your
        acceptance list is AF?.` Nothing by default: all that counts is orders.
        """
        del view
        return ()

    def forfeits(self, view: AView) -> str:
        """What would be lost if the player of the role whose view this is left now, and how to keep it from that, as
        sentences. Empty, as by default, if a successor would get everything.
        """
        del view
        return ""

    def is_eliminated(self, state: State, seat: str) -> bool:
        """Is this seat out of the game, whoever might sit there, so that nobody is wanted for it? No."""
        del state, seat
        return False

    def is_off_the_board(self, state: State, seat: str) -> bool:
        """Does everybody know that this seat has nothing left on the board? If it is eliminated; in some games who has
        nothing left there may play on with what else they have.
        """
        return self.is_eliminated(state, seat)

    # Money, or whatever else is counted in accounts

    coins: Mapping[str, tuple[str, str]] = {}
    """Currency -> what one of it is called, and what several are. Empty, as by default, where there are no accounts."""

    def accounts(self, state: State) -> Mapping[tuple[str, str], int]:
        """(account, currency) -> balance; must equal the sum of all postings so far. None by default."""
        del state
        return {}

    @final
    def currency_in_words(self, amount: int, currency: str) -> str:
        """What so much of a currency is called: `ducats`. Its own name where `coins` has none for it."""
        one, several = self.coins.get(currency, (currency, currency))
        return one if abs(amount) == 1 else several

    @final
    def amount_in_words(self, amount: int, currency: str) -> str:
        """`48 AgP`, `9 ducats`."""
        return f"{amount} {self.currency_in_words(amount, currency)}"

    # Telling: made of what one reader may know

    sealed: Collection[str] = ()
    """The kinds of events that are only kept for the end, when `opened` says what becomes of them. Before it nobody is
    told of them, the GameMaster neither.
    """
    summary_kinds: Collection[str] = ()
    """The kinds of public events of which `summary` is made. Empty, as by default, where there is none."""
    price_kinds: Collection[str] = ()
    """The kinds of events of which `prices` are made. Empty, as by default, where nothing is paid for."""

    def view_data(self, view: AView) -> Json:
        """What programs are told of a view, an object; of this view alone, so that it can hold no more than its reader
        may know. By default all its fields that can be said in JSON.
        """
        return plain_data(view)

    def borders(self, view: AView, area: str) -> tuple[str, ...]:
        """What the area has and what it touches, as this reader may know it: a few sentences that begin with its code
        and name. All areas in order, shortly, if `area` is empty. Raises Refused where there is none of that name, and
        by default always: there is no map.
        """
        del view, area
        raise Refused(Problem("borders/no-map", "This game is not played on a map."))

    def comments(self, events: Sequence[Event], role: str) -> tuple[str, ...]:
        """Up to three sentences on what a role's player wrote, of the events of one phase that this reader is told, for
        somebody who practices. None by default.
        """
        del events, role
        return ()

    def ranking(self, view: AView) -> Ranking | None:
        """How the players stand, as whoever has this view may know it; None, as by default, where it does not show."""
        del view
        return None

    def charts(self, story: Story[AView]) -> tuple[Chart, ...]:
        """What can be plotted of a game as everybody may know it. Nothing by default."""
        del story
        return ()

    def summary(self, events: Sequence[Event]) -> tuple[Table, ...]:
        """The tables of a game for SUMMARY, made of its public events of `summary_kinds`, in order. None by default."""
        del events
        return ()

    def prices(self, events: Sequence[Event]) -> tuple[Prices, ...]:
        """By role, for PRICES, of what one reader has been told of a game in events of `price_kinds`, in order, what
        its end opened included. None, as by default, as long as nothing has been paid.
        """
        del events
        return ()

    # Pictures: each is made of one reader's views, and of the events that they may read

    def position_picture(self, view: AView) -> Picture | None:
        """The position that this view shows; None, as by default, where there is no drawing of its board."""
        del view
        return None

    def phase_picture(self, before: AView, events: Sequence[Event], after: AView | None = None) -> Picture | None:
        """A phase that is over: the views before it and (where it is known) of what came of it, and what was told.
        None, as by default, where there is no drawing of its board.
        """
        del before, events, after
        return None

    def differs_by_reader(self, view: AView) -> bool:
        """May one reader's map show what another's must not, so that each gets their own? No."""
        del view
        return False

    # Programs

    @property
    def computers(self) -> Mapping[str, ComputerPlayer]:
        """Strength -> what plays so: `novice`, `steady`, and `random` where measuring wants it. By default a novice
        that fills in the sheet to answer with.
        """
        return {NOVICE: FormFiller(self)}

    @final
    @property
    def opponents(self) -> Mapping[str, ComputerPlayer]:
        """The computer players that people may choose: all but the one that only the arena knows."""
        return {strength: player for strength, player in self.computers.items() if strength != RANDOM}

    def tally(self, state: State) -> Mapping[str, Mapping[str, int]]:
        """Seat -> its numbers by name, that which counts most first: `{"centers": 5, "money": 31}`. For the host and
        the arena: it holds what players may not know of each other. No numbers by default.
        """
        del state
        return {}

    def case(self, case: Mapping[str, Json]) -> dict[str, Json]:
        """One case of `judge adjudicate`: position, orders and options in; position, results and problems out.

        By default `position` is a state as `dump` gives it, `orders` role -> its sheet, `seed` a text. Out come the
        position after the phase, what everybody is told as `results` (kind -> each event's data), and the `problems`.
        ValueError where the case cannot be read.
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
        """The state after what a sheet does at once; what is refused is a problem more."""
        for act in acts:
            try:
                state = self.act(state, role, act).state
            except Refused as refusal:
                problems += problem_rows(role, (refusal.problem,))
        return state

    # Ends

    opens_all: bool = False
    """Whether everything becomes public after the end, so that anybody may have the archive and replay the game."""
    hidden_lots: str = ""
    """What is drawn by `Rng.hidden` and stays secret after the end, as it stands in a sentence; empty if nothing."""

    def settled(self, view: AView) -> Ranking | None:
        """How the players ended, where that is counted in something else than `ranking` shows while it is played. None
        before the end, and by default.
        """
        del view
        return None

    def opened(self, record: Sequence[PhaseRecord]) -> tuple[Event, ...]:
        """What was secret and becomes public after the end. Nothing by default."""
        del record
        return ()

    def opened_of(self, event: Event) -> str | None:
        """Of which phase this event opens the secrets: its label, empty if of the whole game. None, as by default, if
        it is none of what `opened` gives, or if that is told in the letter of the end alone.
        """
        del event
        return None

    def ledger(self, opened: Sequence[Event]) -> tuple[LedgerLine, ...]:
        """The money of the whole game, in order, as the end opened it. None by default."""
        del opened
        return ()

    def shown_after(self, event: Event) -> bool:
        """May the whole world read this event, which was told to the GameMaster, once the game is over? No."""
        del event
        return False


AnySystem: TypeAlias = Game[GameState, View]
"""A game as all see it that do not know which it is."""
