"""Lists of public games, by state, family, board and name. A page costs what it shows: indices find its games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Integer, Select, and_, bindparam, case, func, or_, select, union
from sqlalchemy.orm import Session, load_only

from judge.games.calendar import read_duration
from judge.games.lookup import BRIEF, RUNNING, STATUS_WORDS, is_shown, shown_games
from judge.games.members import COMPUTER
from judge.games.settings import AT, PRESS, PSEUDONYMS, SCHEDULE, TAKEOVER, is_weekly, value_of
from judge.letters.columns import counted
from judge.rules.endings import told_of_end
from judge.rules.prose import listed
from judge.rules.registry import find_system, is_usable, systems, title_of
from judge.store.tables import Game, Joining, PhaseRow, Player, Seat

_PRESS = {
    "white": "signed press",
    "grey": "unsigned press",
    "choice": "press, signed or not",
    "public": "open letters to all",
    "none": "no press",
}


def in_words(length: timedelta) -> str:
    """`3 days`, `36 hours`, `90 minutes`: the largest unit that divides it."""
    minutes = int(length.total_seconds() // 60)
    for unit, size in (("day", 1440), ("hour", 60)):
        if minutes % size == 0:
            return counted(minutes // size, unit)
    return counted(minutes, "minute")


def pace_in_words(lengths: Mapping[str, int], settings: Mapping[str, Any]) -> str:
    """Return `movement 7 days, retreats 3 days`, or `deadlines on MON,THU 12:00`. `lengths`: usual hours by kind."""
    schedule = str(value_of(settings, SCHEDULE))
    kinds: dict[str, list[str]] = {}
    for kind, hours in lengths.items():
        own = str(settings.get(kind, "" if schedule != "no" else f"{hours}h"))
        if own:
            kinds.setdefault(f"on {own}" if is_weekly(own) else in_words(read_duration(own)), []).append(kind)
    if schedule == "no" and len(kinds) == 1:
        said = [f"a phase in {next(iter(kinds))}" if not next(iter(kinds)).startswith("on ") else next(iter(kinds))]
    else:
        said = [f"{listed(some)} {length}" for length, some in kinds.items()]
    if schedule != "no":
        said.insert(0, f"deadlines on {schedule}")
    if (at := value_of(settings, AT)) != "no":
        said.append(f"due at {at}")
    return ", ".join(said)


def press_in_words(settings: Mapping[str, Any]) -> str:
    """`signed press`, `no press`, and whether there are pseudonyms."""
    press = _PRESS[str(value_of(settings, PRESS))]
    return f"{press}, pseudonyms" if value_of(settings, PSEUDONYMS) and press != "no press" else press


WANTED, VACANT, STANDING = "wanted", "vacant", "standing"
STATES = {
    WANTED: "Players wanted",
    VACANT: "Seats to take over",
    "running": "Running",
    STANDING: "Standing still",
    "ended": "Ended",
}
UNWANTED = ("dummy", COMPUTER)
"""Seats that no player is wanted for."""
PAGE = 50
LONGEST_SEARCH = 40


@dataclass(frozen=True)
class Listed:
    """A game in a list. `seats`: played ones; `taken`: with a player, or joined; `vacant`: open to TAKEOVER;
    `programs`: of computers. `family`: name of its rules, `system`: their title. `late_told`: players were told that it
    waits.
    """

    name: str
    title: str
    family: str
    system: str
    board: str
    status: str
    label: str
    phase: str
    phase_id: int | None
    deadline: datetime | None
    late_told: bool
    seats: int
    taken: int
    vacant: tuple[str, ...]
    master: str
    pace: str
    press: str
    result: str
    created_at: datetime
    changed_at: datetime
    programs: tuple[str, ...] = ()

    @property
    def wanted(self) -> int:
        """How many players are wanted."""
        return max(self.seats - self.taken, 0) if self.status == "forming" else len(self.vacant)

    @property
    def status_words(self) -> str:
        return STATUS_WORDS.get(self.status, self.status)


@dataclass(frozen=True)
class Search:
    """Which games: of one of STATES, of a family, on a board, with letters in name or title; empty: any."""

    state: str = ""
    family: str = ""
    board: str = ""
    words: str = ""


def found(session: Session, search: Search, page: int = 1, most: int = PAGE) -> tuple[list[Listed], bool]:
    """Return one page (from 1) of games, newest first, and whether there are more."""
    query = _chosen(search) if search.words or search.board else _known(search)
    games = session.scalars(query, {"first": (page - 1) * most, "most": most + 1}).all()
    return _lines(session, [game for game in games[:most] if is_shown(game)]), len(games) > most


_NAMES = (
    select(Game)
    .options(load_only(Game.name, Game.status, Game.settings, Game.started_at, Game.practice))
    .where(shown_games())
    .order_by(Game.name)
)


def names_shown(session: Session) -> list[str]:
    """The names of all games that may be shown, in order. Linear in the games."""
    return [game.name for game in session.scalars(_NAMES) if is_shown(game)]


@dataclass(frozen=True)
class Census:
    """How many public games have not ended, how many people are in them, and how many seats are free."""

    games: int
    players: int
    wanted: int


_TAKEOVER = Game.settings[TAKEOVER.name].as_boolean()
_MAY_BE_TAKEN = or_(_TAKEOVER.is_(None), _TAKEOVER)
"""Whether seats that are vacant are open to all."""
_LIVING = select(Game.id).where(shown_games(), Game.status != "ended")
_IN_THEM = union(
    select(Seat.player_id).where(Seat.game_id.in_(_LIVING), Seat.player_id.is_not(None)),
    select(Joining.player_id).where(Joining.game_id.in_(_LIVING)),
).subquery()
_PLAYED = select(func.count()).where(Seat.game_id == Game.id, Seat.status.not_in(UNWANTED)).scalar_subquery()
_HAVE_JOINED = select(func.count()).where(Joining.game_id == Game.id).scalar_subquery()
_LEFT = select(func.count()).where(Seat.game_id == Game.id, Seat.status == "vacant").scalar_subquery()
_FREE = select(
    func.sum(
        case(
            (and_(Game.status == "forming", _PLAYED > _HAVE_JOINED), _PLAYED - _HAVE_JOINED),
            (and_(Game.status.in_(RUNNING), _MAY_BE_TAKEN), _LEFT),
            else_=0,
        )
    )
).where(Game.id.in_(_LIVING))
_CENSUS = select(
    select(func.count()).select_from(_LIVING.subquery()).scalar_subquery(),
    select(func.count()).select_from(_IN_THEM).scalar_subquery(),
    func.coalesce(_FREE.scalar_subquery(), 0),
)


def census(session: Session) -> Census:
    """Count the games that are shown, in one statement and without a name. Linear in those that have not ended."""
    return Census(*session.execute(_CENSUS).one())


def boards() -> list[str]:
    """Every board of every family, each once."""
    options = (system.board_option for system in systems().values())
    return sorted({choice for option in options if option is not None for choice in option.choices})


def _chosen(search: Search) -> Select[Game]:
    """The games of a search from the `first` of them, and no more than `most`."""
    own = load_only(*BRIEF, Game.run, Game.created_at, Game.master_id)
    query = _query(search).options(own).where(shown_games(), *_conditions(search))
    return query.offset(bindparam("first", type_=Integer)).limit(bindparam("most", type_=Integer))


_known = lru_cache(maxsize=256)(_chosen)
"""The same of searches that come again: building a statement takes longer than the database does with it."""


def _query(search: Search) -> Select[Game]:
    """Each in an order in which an index has them. Of games that have not ended all end at the same time: at none."""
    query = select(Game)
    if search.state == "running":
        is_open = and_(PhaseRow.game_id == Game.id, PhaseRow.run == Game.run, PhaseRow.closed_at.is_(None))
        query = query.join(PhaseRow, is_open).where(Game.status == "active")
        return query.order_by(PhaseRow.opened_at.desc(), PhaseRow.id.desc())
    if search.state == "ended":
        return query.where(Game.status == "ended").order_by(Game.ended_at.desc(), Game.id.desc())
    if search.state == WANTED:
        query = query.where(Game.status == "forming", _HAVE_JOINED < _PLAYED)
        return query.order_by(Game.ended_at.desc(), Game.id.desc())
    if search.state == VACANT:
        vacant = select(Seat.game_id).where(Seat.status == "vacant")
        query = query.where(Game.id.in_(vacant), Game.status.in_(RUNNING), _MAY_BE_TAKEN)
    elif search.state == STANDING:
        query = query.where(Game.status.in_(("paused", "suspended")))
    return query.order_by(Game.id.desc())


def _conditions(search: Search) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if search.family:
        conditions.append(Game.system == search.family)
    if search.board:
        on_it = []
        for name, system in systems().items():
            option = system.board_option
            if option is not None and search.board in option.choices:
                chosen = func.coalesce(Game.options[option.name].as_string(), option.default)
                on_it.append(and_(Game.system == name, chosen == search.board))
        conditions.append(or_(*on_it) if on_it else Game.id.is_(None))
    if words := search.words[:LONGEST_SEARCH].strip():
        named = or_(Game.name.icontains(words, autoescape=True), Game.title.icontains(words, autoescape=True))
        conditions.append(Game.id.in_(select(Game.id).where(named)))  # of an index that holds both, and little else
    return conditions


_IDS: BindParameter[int] = bindparam("ids", expanding=True)
_SEATS = select(Seat).where(Seat.game_id.in_(_IDS)).order_by(Seat.id)
_JOINED = select(Joining.game_id, func.count()).where(Joining.game_id.in_(_IDS)).group_by(Joining.game_id)
_PLAYERS = select(Player.id, Player.name).where(Player.id.in_(_IDS))
_OPEN = (
    select(PhaseRow)
    .options(
        load_only(
            PhaseRow.game_id, PhaseRow.label, PhaseRow.title, PhaseRow.deadline, PhaseRow.opened_at,
            PhaseRow.sealed_at, PhaseRow.late_told_at,
        )
    )
    .join(Game, Game.id == PhaseRow.game_id)
    .where(PhaseRow.game_id.in_(_IDS), PhaseRow.closed_at.is_(None), PhaseRow.run == Game.run)
    .order_by(PhaseRow.id)
)  # fmt: skip


def _lines(session: Session, games: Sequence[Game]) -> list[Listed]:
    ids = [game.id for game in games]
    if not ids:
        return []
    phases = {row.game_id: row for row in session.scalars(_OPEN, {"ids": ids})}
    seats = defaultdict(list)
    for seat in session.scalars(_SEATS, {"ids": ids}):
        seats[seat.game_id].append(seat)
    joined = {game: number for game, number in session.execute(_JOINED, {"ids": ids})}  # noqa: C416 - rows are no tuples to mypy
    masters = sorted({game.master_id for game in games})
    names = {player: name for player, name in session.execute(_PLAYERS, {"ids": masters})}  # noqa: C416
    return [
        line_of(game, phases.get(game.id), seats[game.id], joined.get(game.id, 0), names.get(game.master_id, ""))
        for game in games
    ]


def line_of(game: Game, phase: PhaseRow | None, seats: Sequence[Seat], joined: int, master: str) -> Listed:
    """One game as a line of a list. `phase`: the open one; `joined`: how many have joined a forming game."""
    phase = phase if game.status in RUNNING else None
    open_to_all = game.status in RUNNING and value_of(game.settings, TAKEOVER)
    waits = phase is not None and game.status == "active" and phase.sealed_at is None
    taken = sum(seat.status == "taken" for seat in seats)
    return Listed(
        name=game.name,
        title=game.title or game.name,
        family=game.system,
        system=title_of(game.system, game.options),
        board=_board(game),
        status=game.status,
        label=phase.label if phase else "",
        phase=phase.title if phase else "",
        phase_id=phase.id if phase else None,
        deadline=phase.deadline if phase and waits else None,
        late_told=phase is not None and waits and phase.late_told_at is not None,
        seats=sum(seat.status not in UNWANTED for seat in seats),
        taken=joined if game.status == "forming" else taken,
        vacant=tuple(seat.name for seat in seats if seat.status == "vacant") if open_to_all else (),
        master=master,
        pace=_pace(game),
        press=press_in_words(game.settings),
        result=told_of_end(game.result) if game.status == "ended" and game.result else "",
        created_at=game.created_at,
        changed_at=game.ended_at or (phase.opened_at if phase else game.started_at or game.created_at),
        programs=tuple(seat.name for seat in seats if seat.status == COMPUTER),
    )


def _board(game: Game) -> str:
    option = find_system(game.system).board_option if is_usable(game.system) else None
    return str(option.told(option.of(game.options))) if option is not None else ""


def _pace(game: Game) -> str:
    if not is_usable(game.system):
        return ""
    system = find_system(game.system)
    idle = system.idle_options(game.options)
    return pace_in_words({kind: hours for kind, hours in system.lengths.items() if kind not in idle}, game.settings)
