"""The games that everybody may read of, in lists: by state, family, board and name, some at a time. A list costs what
it shows, however many games there are: the database finds them by its indices.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import Session, load_only

from judge.games.computers import COMPUTER
from judge.games.current import RUNNING, STATUS_WORDS
from judge.games.pace import pace_in_words, press_in_words
from judge.games.settings import TAKEOVER, value_of
from judge.games.visibility import is_shown, shown_games
from judge.rules.abilities import board_option, idle_options
from judge.rules.registry import find_system, systems, title_of, unusable
from judge.store.tables import Game, Joining, PhaseRow, Player, Seat

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
    """A game in a list. `seats` are played seats in all, `taken` those with a player (or joined); `vacant` those that
    anybody may take over; `programs` those that programs play. `family` is the name of its rules, `system` what they
    are called, `board` empty where there is only one. `phase_id` is that of the row of its open phase. `late_told`: its
    players have been told that it waits; for whom, and whether the world may know, says `public_record.awaited`.
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
    """Which games: of one of STATES, of a family's name, on a board, with these letters in their name or title; empty:
    any.
    """

    state: str = ""
    family: str = ""
    board: str = ""
    words: str = ""


def found(session: Session, search: Search, page: int = 1, most: int = PAGE) -> tuple[list[Listed], bool]:
    """The games of one page (from 1), the newest first, those with the latest results where they run; and whether there
    are more. As many statements for one game as for all that a page holds.
    """
    query = _query(search).where(shown_games(), *_conditions(search))
    own = (
        Game.name, Game.title, Game.system, Game.options, Game.settings, Game.status, Game.run, Game.created_at,
        Game.started_at, Game.ended_at, Game.master_id, Game.result, Game.practice,
    )  # fmt: skip
    query = query.options(load_only(*own)).offset((page - 1) * most).limit(most + 1)
    games = session.execute(query).scalars().all()
    return _lines(session, [game for game in games[:most] if is_shown(game)]), len(games) > most


def names_shown(session: Session) -> list[str]:
    """The names of all games that may be shown, in order. Linear in the games."""
    own = (Game.name, Game.status, Game.settings, Game.started_at, Game.practice)
    query = select(Game).options(load_only(*own)).where(shown_games()).order_by(Game.name)
    return [game.name for game in session.execute(query).scalars() if is_shown(game)]


def boards() -> list[str]:
    """Every board of every family, each once."""
    options = (board_option(system) for system in systems().values())
    return sorted({choice for option in options if option is not None for choice in option.choices})


def _query(search: Search) -> Select[Game]:
    """Each in an order in which an index has them. Of games that have not ended all end at the same time: at none."""
    query = select(Game)
    if search.state == "running":
        here = and_(PhaseRow.game_id == Game.id, PhaseRow.run == Game.run, PhaseRow.closed_at.is_(None))
        query = query.join(PhaseRow, here).where(Game.status == "active")
        return query.order_by(PhaseRow.opened_at.desc(), PhaseRow.id.desc())
    if search.state == "ended":
        return query.where(Game.status == "ended").order_by(Game.ended_at.desc(), Game.id.desc())
    if search.state == WANTED:
        joined = select(func.count()).where(Joining.game_id == Game.id).scalar_subquery()
        seats = select(func.count()).where(Seat.game_id == Game.id, Seat.status.not_in(UNWANTED)).scalar_subquery()
        query = query.where(Game.status == "forming", joined < seats)
        return query.order_by(Game.ended_at.desc(), Game.id.desc())
    if search.state == VACANT:
        open_to_all = Game.settings[TAKEOVER.name].as_boolean()
        vacant = select(Seat.game_id).where(Seat.status == "vacant")
        query = query.where(Game.id.in_(vacant), Game.status.in_(RUNNING), or_(open_to_all.is_(None), open_to_all))
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
            option = board_option(system)
            if option is not None and search.board in option.choices:
                usual = option.default if option.earlier is None else option.earlier
                chosen = func.coalesce(Game.options[option.name].as_string(), usual)
                on_it.append(and_(Game.system == name, chosen == search.board))
        conditions.append(or_(*on_it) if on_it else Game.id.is_(None))
    if words := search.words[:LONGEST_SEARCH].strip():
        named = or_(Game.name.icontains(words, autoescape=True), Game.title.icontains(words, autoescape=True))
        conditions.append(Game.id.in_(select(Game.id).where(named)))  # of an index that holds both, and little else
    return conditions


def _lines(session: Session, games: Sequence[Game]) -> list[Listed]:
    ids = [game.id for game in games]
    if not ids:
        return []
    phases = _open_phases(session, ids)
    seats = defaultdict(list)
    for seat in session.execute(select(Seat).where(Seat.game_id.in_(ids)).order_by(Seat.id)).scalars():
        seats[seat.game_id].append(seat)
    count = select(Joining.game_id, func.count()).where(Joining.game_id.in_(ids)).group_by(Joining.game_id)
    joined = {game: number for game, number in session.execute(count)}  # noqa: C416 - rows are no tuples to mypy
    named = select(Player.id, Player.name).where(Player.id.in_({game.master_id for game in games}))
    names = {player: name for player, name in session.execute(named)}  # noqa: C416
    return [
        line_of(game, phases.get(game.id), seats[game.id], joined.get(game.id, 0), names.get(game.master_id, ""))
        for game in games
    ]


def _open_phases(session: Session, ids: Collection[int]) -> dict[int, PhaseRow]:
    short = (
        PhaseRow.game_id, PhaseRow.label, PhaseRow.title, PhaseRow.deadline, PhaseRow.opened_at, PhaseRow.sealed_at,
        PhaseRow.late_told_at,
    )  # fmt: skip
    rows = session.execute(
        select(PhaseRow)
        .options(load_only(*short))
        .join(Game, Game.id == PhaseRow.game_id)
        .where(PhaseRow.game_id.in_(ids), PhaseRow.closed_at.is_(None), PhaseRow.run == Game.run)
        .order_by(PhaseRow.id)
    ).scalars()
    return {row.game_id: row for row in rows}


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
        result=str(game.result["summary"]) if game.status == "ended" and game.result else "",
        created_at=game.created_at,
        changed_at=game.ended_at or (phase.opened_at if phase else game.started_at or game.created_at),
        programs=tuple(seat.name for seat in seats if seat.status == COMPUTER),
    )


def _board(game: Game) -> str:
    option = board_option(find_system(game.system)) if game.system not in unusable() else None
    return str(option.of(game.options)) if option is not None else ""


def _pace(game: Game) -> str:
    if game.system in unusable():
        return ""
    system = find_system(game.system)
    idle = idle_options(system, game.options)
    return pace_in_words({kind: hours for kind, hours in system.lengths.items() if kind not in idle}, game.settings)
