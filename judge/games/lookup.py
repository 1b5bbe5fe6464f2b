"""A game as it stands: its system, state and phase, its seeds, who sits where, and what is on file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, bindparam, case, exists, false, func, or_, select
from sqlalchemy.orm import Session, aliased, defer, joinedload

from judge.games.settings import EARLY, OBSERVERS, PRESS, WORD, value_of
from judge.letters.values import Deadline, GameCard, Lots
from judge.rules.game import AnySystem
from judge.rules.game import Game as System
from judge.rules.problems import Problem, Refused, refusal
from judge.rules.registry import is_usable, playing, title_of
from judge.rules.rng import Rng, commitment
from judge.rules.values import Audience, GameState, Json, Orders, Phase, View
from judge.store.tables import MOVED, Game, Joining, OrdersRow, PhaseRow, Player, Seat

SHOWN = ("forming", "active", "paused", "suspended")
"""Of these and of those that are over the pages tell."""


def is_known_to(game: Game, player: Player) -> bool:
    """May this player learn that there is such a game? Of a practice game nobody else may, while it runs or after."""
    return not game.practice or game.master_id == player.id


def is_public(game: Game) -> bool:
    """May whoever is registered read what is no secret in it?"""
    return not game.practice and not value_of(game.settings, WORD) and bool(value_of(game.settings, OBSERVERS))


def is_shown(game: Game) -> bool:
    """May the whole world read on the pages what is no secret in it? A game for practice is its player's alone."""
    if game.practice:
        return False
    if game.status == "ended":
        return game.started_at is not None
    return game.status in SHOWN and is_public(game)


def shown_games() -> ColumnElement[bool]:
    """The same, asked of the database. Whoever shows a game asks `is_shown` of it as well."""
    word = func.coalesce(Game.settings[WORD.name].as_string(), "")
    observers = Game.settings[OBSERVERS.name].as_boolean()
    open_to_all = and_(word == "", or_(observers.is_(None), observers))
    # A case, not an `or`: no index is chosen for it, which would find games in another order than they are listed in.
    return case(
        (Game.practice, false()),
        (Game.status == "ended", Game.started_at.is_not(None)),
        (Game.status.in_(SHOWN), open_to_all),
        else_=false(),
    )


BRIEF = (
    Game.name, Game.title, Game.system, Game.options, Game.settings, Game.status, Game.result, Game.started_at,
    Game.ended_at, Game.practice,
)  # fmt: skip
"""The columns that tell of a game without its state."""


def winners_of(game: Game) -> tuple[str, ...]:
    """The seats that have won a game that is over; none of one that runs, or has no winner."""
    return tuple(game.result["winners"]) if game.status == "ended" and game.result else ()


RUNNING = ("active", "paused", "suspended")
"""A game with a phase that is open."""

STATUS_WORDS = {
    "forming": "forming",
    "active": "running",
    "paused": "paused",
    "suspended": "on hold",
    "ended": "ended",
    "moved": "moved to another judge",
}


NOBODYS = "the judge itself"
"""Who runs a game for practice."""


@dataclass(frozen=True)
class Filed:
    """What a role has on file in this phase, and at which revision each part that ever stood there."""

    parts: Orders
    written: bool
    revisions: Mapping[str, int] = field(default_factory=dict)

    def no_orders(self) -> Orders:
        """The empty parts that NO ORDERS alone has filed; none where anything is on file, or nothing was written."""
        return dict.fromkeys(self.revisions, "") if self.written and not self.parts else {}

    def above(self, system: AnySystem, parts: Orders, *, written: bool) -> Filed:
        """The same with one more revision of these parts."""
        texts = dict(self.parts)
        for part, text in parts.items():
            grows = system.parts.get(part) == "append" and texts.get(part)
            texts[part] = f"{texts[part]}\n{text}" if grows else text
        revisions = {part: self.revisions.get(part, 0) + 1 for part in parts}
        return Filed(
            {part: texts[part] for part in sorted(texts) if texts[part]},
            written if parts else self.written,
            {**self.revisions, **revisions},
        )


NOTHING_FILED = Filed({}, False)


@dataclass(frozen=True)
class LiveGame:
    """A running game with its open phase: `row` as stored, `phase` as the rules see it, `state` loaded."""

    game: Game
    system: AnySystem
    state: GameState
    row: PhaseRow
    phase: Phase

    _views: dict[Audience, View] = field(default_factory=dict, init=False, repr=False, compare=False)
    _filed: dict[str, tuple[int, Filed]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def view(self, viewer: Audience) -> View:
        """What this viewer may know of the game now; made once."""
        if viewer not in self._views:
            self._views[viewer] = self.system.view(self.state, viewer)
        return self._views[viewer]

    def filed(self, session: Session, role: str) -> Filed:
        """What a role has on file in the open phase; asked for once as long as nothing changes the game."""
        version, found = self._filed.get(role, (None, NOTHING_FILED))
        if version != self.game.version:
            found = on_file(session, self.game, self.row.label, role=role).get(role, NOTHING_FILED)
            self._filed[role] = self.game.version, found
        return found

    def has_filed(self, role: str, parts: Orders, *, written: bool) -> None:
        """These parts were filed above what the role had there, which raised the game's version by one."""
        version, before = self._filed.get(role, (None, NOTHING_FILED))
        if version == self.game.version - 1:
            self._filed[role] = self.game.version, before.above(self.system, parts, written=written)

    def missing(self, session: Session) -> tuple[str, ...]:
        """The roles that are awaited in the open phase and have not written."""
        return missing_roles(self.phase, on_file(session, self.game, self.row.label))

    @property
    def may_end_early(self) -> bool:
        """May it be adjudicated before its deadline if all have written, or is it to be? Most games never are."""
        usual = self.game.settings.get(EARLY.name, EARLY.default) == "no"
        return self.game.practice or self.row.early_at is not None or not usual

    @property
    def deadline(self) -> Deadline:
        return Deadline(self.row.deadline, self.phase)

    def roles_of(self, seat: str) -> tuple[str, ...]:
        return tuple(role for role, sitter in self.phase.roles.items() if sitter == seat)


def system_of(game: Game) -> AnySystem:
    """Return the rules that play the game. Its title and options may be another's: find_system(game.system)."""
    return playing(game.system, game.options)


def load_state(game: Game, system: AnySystem) -> GameState:
    """The game's state, upgraded where an older version of its rules wrote it. ValueError if that cannot be."""
    return system.load(upgraded(system, game.state, game.system_version))


def upgraded(system: AnySystem, data: Json, version: int) -> Json:
    """A state that this version of the rules dumped, as the installed one dumps it. ValueError if that cannot be."""
    return data if version == system.version else system.upgrade(data, version)


def state_before(row: PhaseRow, system: AnySystem) -> GameState:
    """The state in which a phase opened. ValueError where the installed rules cannot read it any more."""
    return system.load(upgraded(system, row.state_before, row.system_version))


_OPEN = (
    select(PhaseRow)
    .where(PhaseRow.game_id == bindparam("game_id"), PhaseRow.run == bindparam("run"), PhaseRow.closed_at.is_(None))
    .order_by(PhaseRow.id.desc())
    .limit(1)
    .options(defer(PhaseRow.state_before))
)


def open_phase(session: Session, game: Game) -> PhaseRow | None:
    """The phase that is not closed yet, if any."""
    return session.scalar(_OPEN, {"game_id": game.id, "run": game.run})


def sealed(row: PhaseRow) -> Problem | None:
    """Why nothing that could change a phase's results is taken any more, where they are held until PUBLISH."""
    if row.sealed_at is None:
        return None
    message = f"Not done: {row.title} is over, and its results wait for the GameMaster."
    return Problem(
        "held/sealed", message, hint="Send it again when the results have come; PUBLISH, of the GameMaster, sends them."
    )


def check_unsealed(row: PhaseRow) -> None:
    """Raises Refused where the phase's results are held."""
    problem = sealed(row)
    if problem is not None:
        raise Refused(problem)


def live_game(session: Session, game: Game) -> LiveGame | None:
    """Return the game with its open phase; None unless it runs and its rules can be used."""
    if not is_usable(game.system):
        return None
    if game.state is None or game.status not in RUNNING:
        return None
    row = open_phase(session, game)
    if row is None:
        return None
    system = system_of(game)
    state = load_state(game, system)
    phase = system.phase(state)
    return LiveGame(game, system, state, row, phase) if phase is not None else None


def title_of_phase(session: Session, game: Game, label: str) -> str:
    """What people call the phase of this label: its title, if there has been one; else the label."""
    query = select(PhaseRow.title).where(PhaseRow.game_id == game.id, PhaseRow.label == label)
    return session.scalar(query.order_by(PhaseRow.id.desc()).limit(1)) or label


def phase_mismatch(session: Session, game: Game, meant: str, label: str) -> str:
    """That a mail was `meant` for another phase than that of this label, which is open (fault C7)."""
    titles = (title_of_phase(session, game, each) for each in (meant, label))
    return "This was for {}, and the game is in {} now.".format(*titles)


def returned_game(session: Session, game: Game) -> Game | None:
    """The game as which one that moved away is played here again, if it has come back: both have one seed."""
    query = select(Game).where(Game.seed == game.seed, Game.id != game.id, Game.status != MOVED)
    return session.scalar(query.order_by(Game.id.desc()).limit(1))


_SEATS = select(Seat).where(Seat.game_id == bindparam("game_id")).order_by(Seat.id)


def seats_of(session: Session, game: Game) -> Sequence[Seat]:
    return session.scalars(_SEATS, {"game_id": game.id}).all()


def seat_called(session: Session, game: Game, name: str) -> Seat:
    """The seat of this name (or the only one it abbreviates, or that is called so in any language); raises Refused."""
    seats = seats_of(session, game)
    found = [seat for seat in seats if seat.name == name] or [seat for seat in seats if seat.name.startswith(name)]
    if not found:
        system = system_of(game)
        whose = system.seating(game.options).called.get(name) or system.role_named(name)
        found = [seat for seat in seats if seat.name == whose]
    if len(found) != 1:
        raise refusal(
            "seat/unknown", f"There is no seat {name[:30]}.", hint=f"Seats: {', '.join(seat.name for seat in seats)}."
        )
    return found[0]


def joined_players(session: Session, game: Game) -> Sequence[Player]:
    """Those who have joined a game that has not started, first come first."""
    query = select(Player).join(Joining, Joining.player_id == Player.id).where(Joining.game_id == game.id)
    return session.scalars(query.order_by(Joining.id)).all()


def joined_games(session: Session, player: Player) -> Sequence[Game]:
    """The games that this player has joined and that have not begun."""
    query = select(Game).join(Joining, Joining.game_id == Game.id).where(Joining.player_id == player.id)
    return session.scalars(query.where(Game.status == "forming").order_by(Game.id)).all()


_PLAYERS = select(Player).options(joinedload(Player.addresses)).where(Player.id.in_(bindparam("ids", expanding=True)))


def players_of(session: Session, seats: Sequence[Seat]) -> dict[int, Player]:
    """Seat's id -> the player who sits there now."""
    taken = {seat.player_id: seat.id for seat in seats if seat.player_id is not None}
    found = session.scalars(_PLAYERS, {"ids": sorted(taken)}).unique().all()
    by_id = {player.id: player for player in found}
    return {seat.id: by_id[seat.player_id] for seat in seats if seat.player_id is not None}


_LATER = aliased(OrdersRow)
_TAKEN_BY = exists().where(
    *(getattr(_LATER, key) == getattr(OrdersRow, key) for key in ("game_id", "run", "phase", "role", "part")),
    _LATER.revision > OrdersRow.revision,
)
_ORDERS = (
    select(OrdersRow.id, OrdersRow.role, OrdersRow.part, OrdersRow.revision, OrdersRow.text, OrdersRow.written)
    .where(
        OrdersRow.game_id == bindparam("game_id"),
        OrdersRow.run == bindparam("run"),
        OrdersRow.phase == bindparam("phase"),
        # Whoever writes a hundred times has a hundred revisions, of which one counts.
        or_(~_TAKEN_BY, OrdersRow.part.in_(bindparam("growing", expanding=True))),
    )
    .order_by(OrdersRow.role, OrdersRow.part, OrdersRow.revision)
)
_ORDERS_OF_ROLE = _ORDERS.where(OrdersRow.role == bindparam("role"))


def on_file(
    session: Session, game: Game, phase: str, run: int | None = None, *, role: str | None = None
) -> Mapping[str, Filed]:
    """Return role -> sheet on file, of one run (the present one by default), of all roles or of one `role`."""
    system = system_of(game)
    which = {"game_id": game.id, "run": game.run if run is None else run, "phase": phase}
    which |= {"growing": [part for part, kind in system.parts.items() if kind == "append"]}
    if role is None:
        return filed_in(system, session.execute(_ORDERS, which))
    return filed_in(system, session.execute(_ORDERS_OF_ROLE, which | {"role": role}))


def filed_in(system: AnySystem, rows: Iterable[OrdersRow | Row[Any]]) -> Mapping[str, Filed]:
    """Return role -> sheet on file, from rows of one phase ordered by role, part and revision. The highest revision of
    a part counts, but all of one that only grows.
    """
    parts: dict[str, dict[str, str]] = {}
    revisions: dict[str, dict[str, int]] = {}
    last: dict[str, OrdersRow | Row[Any]] = {}
    for row in rows:
        mine = parts.setdefault(row.role, {})
        revisions.setdefault(row.role, {})[row.part] = row.revision
        if system.parts.get(row.part) == "append" and mine.get(row.part):
            mine[row.part] += "\n" + row.text
        else:
            mine[row.part] = row.text
        if row.role not in last or row.id > last[row.role].id:
            last[row.role] = row
    return {
        name: Filed({part: text for part, text in mine.items() if text}, last[name].written, revisions[name])
        for name, mine in parts.items()
    }


def missing_roles(phase: Phase, filed: Mapping[str, Filed]) -> tuple[str, ...]:
    """Return the roles that are awaited and have not written."""
    return tuple(role for role in phase.wanted if role not in filed or not filed[role].written)


def card_of(session: Session, game: Game) -> GameCard:
    master = session.get(Player, game.master_id)
    system = system_of(game) if is_usable(game.system) else None
    return GameCard(
        name=game.name,
        title=game.title or game.name,
        system=system.name if system is not None else game.system,
        system_title=title_of(game.system, game.options),
        status=STATUS_WORDS.get(game.status, game.status),
        master=NOBODYS if game.practice else master.name if master else "",
        page=f"games/{game.name}/" if is_shown(game) else "",
        practice=game.practice,
        press=str(value_of(game.settings, PRESS)),
        composes=system is not None and type(system).composition is not System.composition,
    )


def sheet_of(game: Game) -> str:
    """How it is kept of a line that waits for a code that it would change a sheet in this game."""
    return f"sheet/{game.id}"


def find_game(session: Session, name: str) -> Game | None:
    return session.scalar(select(Game).where(Game.name == name.strip().lower()))


def is_anonymous(game: Game) -> bool:
    """Do only its GameMasters know who sits where until it ends? So it is where nobody can say."""
    return not is_usable(game.system) or system_of(game).seating(game.options).anonymous


def is_hidden(game: Game) -> bool:
    """Is it a secret now who sits where?"""
    return game.status in RUNNING and is_anonymous(game)


SEED_BYTES = 32


def hidden_lots(game: Game) -> str:
    """What is drawn in this game that nobody may work out after its end, in words; empty if nothing is."""
    if not is_usable(game.system):
        return ""
    system = system_of(game)
    return "" if system.opens_all else system.hidden_lots


def rng_of(game: Game, label: str) -> Rng:
    """The streams of a phase in the game's present run."""
    return Rng(game.seed, label, game.run, game.hidden_seed)


def lots_of(game: Game, *, opened: bool) -> Lots:
    """What is told of the seeds of a game that has begun; with the seed itself once it is `opened`."""
    return Lots(
        commitment=commitment(game.seed),
        seed=game.seed.hex() if opened else "",
        hidden_commitment=commitment(game.hidden_seed) if game.hidden_seed else "",
        hidden=hidden_lots(game),
    )
