"""Who is in a game: its GameMasters, its observers, the players at its seats, and the programs that play some."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import BindParameter, and_, bindparam, case, or_, select, union_all
from sqlalchemy.orm import Session, joinedload, selectinload

from judge.games.lookup import seats_of
from judge.games.settings import DECISIONS, value_of
from judge.rules.computers import NOVICE, STEADY
from judge.rules.game import AnySystem
from judge.rules.problems import refusal
from judge.store.tables import OVER, Address, CoMaster, FormerMaster, Game, Observer, Player, Seat

GONE = "gone"
"""The status of a player of whom nothing is known any more but that they were there: nobody can write to them."""
MOST_OBSERVERS = 50

MASTERLESS = "A practice game has no GameMaster."

_APPOINTMENT = select(CoMaster.id).where(
    CoMaster.game_id == bindparam("game_id"), CoMaster.player_id == bindparam("player_id")
)


_IS_FIRST = Player.id == bindparam("master_id")
_MASTERS = (
    select(Player)
    .options(joinedload(Player.addresses))
    .outerjoin(CoMaster, and_(CoMaster.player_id == Player.id, CoMaster.game_id == bindparam("game_id")))
    .where(or_(_IS_FIRST, CoMaster.id.is_not(None)), Player.status != GONE)
    .order_by(case((_IS_FIRST, 0), else_=1), CoMaster.id)
)


def nobody(session: Session, name: str, now: datetime) -> Player:
    """Return who stands under this name where a person must and there is none; the same one each time."""
    query = select(Player).where(Player.status == GONE, Player.name == name).order_by(Player.id).limit(1)
    player = session.scalar(query)
    if player is None:
        player = Player(name=name, status=GONE, registered_at=now)
        session.add(player)
        session.flush()
    return player


def masters(session: Session, game: Game) -> list[Player]:
    """Return the first GameMaster, then those appointed, without forgotten ones. A practice game has none."""
    if game.practice:
        return []
    return list(session.scalars(_MASTERS, {"game_id": game.id, "master_id": game.master_id}).unique())


def check_has_master(session: Session, game: Game) -> None:
    """Raises Refused where nobody would read what is for the GameMaster, and says what to do instead."""
    if masters(session, game):
        return
    reaches = "HOST and your words reaches the people who run this judge."
    if game.practice:
        raise refusal("game/no-master", MASTERLESS, hint=reaches)
    if value_of(game.settings, DECISIONS):
        reaches = f"VOTE EXTEND 24h and VOTE PAUSE ask the other players; ABSENCE moves deadlines. {reaches}"
    raise refusal("game/no-master", "The judge runs this game itself. No person is its GameMaster.", hint=reaches)


def was_master(session: Session, game: Game, player: Player) -> bool:
    """Tell whether the player was a GameMaster of the game while it ran, and has left that office."""
    same = (FormerMaster.game_id == game.id, FormerMaster.player_id == player.id)
    return session.scalar(select(FormerMaster.id).where(*same)) is not None


def is_master(session: Session, game: Game, player: Player) -> bool:
    if game.practice:
        return False
    if game.master_id == player.id:
        return True
    values = {"game_id": game.id, "player_id": player.id}
    return session.connection().execute(_APPOINTMENT, values).first() is not None


_OBSERVERS = (
    select(Player)
    .join(Observer, Observer.player_id == Player.id)
    .where(Observer.game_id == bindparam("game_id"))
    .options(selectinload(Player.addresses))
    .order_by(Observer.id)
)


def observers(session: Session, game: Game) -> Sequence[Player]:
    return session.scalars(_OBSERVERS, {"game_id": game.id}).all()


def is_observer(session: Session, game: Game, player: Player) -> bool:
    query = select(Observer.id).where(Observer.game_id == game.id, Observer.player_id == player.id)
    return session.execute(query).first() is not None


def sits_in(session: Session, game: Game, player: Player) -> bool:
    """Have they a seat in this game?"""
    return any(seat.player_id == player.id for seat in seats_of(session, game))


def another_player_among(session: Session, game: Game, writer: Player, addresses: Sequence[str]) -> bool:
    """Is one of these addresses that of another player of the game than the writer?"""
    query = (
        select(Seat.id)
        .join(Address, Address.player_id == Seat.player_id)
        .where(Seat.game_id == game.id, Seat.player_id != writer.id, Address.address.in_(addresses))
    )
    return bool(addresses) and session.execute(query.limit(1)).first() is not None


COMPUTER = "computer"
"""The status of a seat that a program plays."""

NAMED = "Computer"
"""What a seat is called after its player, where a program is that."""


def is_computer(seat: Seat) -> bool:
    return seat.status == COMPUTER


def computer_seats(session: Session, game: Game) -> list[Seat]:
    """The seats that programs play now."""
    return [seat for seat in seats_of(session, game) if is_computer(seat)]


def computer_title(seat: Seat) -> str:
    """Who plays a seat that a program plays: `computer (steady)`."""
    return f"computer ({seat.computer})"


def strength_called(system: AnySystem, word: str) -> str:
    """The strength of this name; the best usual one where none is named. Raises Refused with those that there are."""
    there = system.opponents
    if not there:
        raise refusal("computer/none", f"No program can play {system.title}.")
    if not word:
        return next((each for each in (STEADY, NOVICE) if each in there), next(iter(there)))
    if word.lower() not in there:
        hint = f"There are: {', '.join(there)}."
        raise refusal("computer/no-such", f"No computer player is called {word[:20]}.", hint=hint)
    return word.lower()


_PLAYER: BindParameter[int] = bindparam("player_id")
_IS_OWN = Game.id.in_(
    union_all(
        select(Seat.game_id).where(Seat.player_id == _PLAYER),
        select(CoMaster.game_id).where(CoMaster.player_id == _PLAYER),
        select(Game.id).where(Game.master_id == _PLAYER),
    )
)
_IS_WATCHED = Game.id.in_(select(Observer.game_id).where(Observer.player_id == _PLAYER))
_OWN_GAMES = (
    select(Game, Seat)
    .outerjoin(Seat, (Seat.game_id == Game.id) & (Seat.player_id == _PLAYER))
    .where(Game.status.not_in(OVER), _IS_OWN)
    .order_by(Game.id, Seat.id)
    .with_for_update(of=Game)
)
_WATCHED_GAMES = select(Game).where(Game.status.not_in(OVER), _IS_WATCHED).order_by(Game.id).with_for_update()
_HAS_PART = select(Game.id).where(Game.id == bindparam("game_id"), or_(_IS_OWN, _IS_WATCHED))


def own_games(session: Session, player: Player) -> dict[Game, Seat | None]:
    """Return the games not over in which the player sits or is GameMaster, each with their first seat; locked."""
    games: dict[Game, Seat | None] = {}
    for game, seat in session.execute(_OWN_GAMES, {"player_id": player.id}):
        games.setdefault(game, seat)
    return games


def watched_games(session: Session, player: Player) -> list[Game]:
    """Return the games not over that the player watches; locked."""
    return list(session.scalars(_WATCHED_GAMES, {"player_id": player.id}))


def has_part(session: Session, player: Player, game: Game) -> bool:
    """Whether the player sits in this game, runs it or watches it, over or not."""
    return session.execute(_HAS_PART, {"player_id": player.id, "game_id": game.id}).first() is not None
