"""Who may do what in a game besides its players: the GameMaster, those appointed beside them, observers."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, selectinload

from judge.store.tables import Address, CoMaster, Game, Observer, Player, Seat

GONE = "gone"
"""The status of a player of whom nothing is known any more but that they were there: nobody can write to them."""


MASTERLESS = "A practice game has no GameMaster."


def masters(session: Session, game: Game) -> list[Player]:
    """The GameMaster, then those appointed, in the order of their appointment, unless they have been forgotten. Nobody
    runs a game for practice.
    """
    if game.practice:
        return []
    ids = session.execute(select(CoMaster.player_id).where(CoMaster.game_id == game.id).order_by(CoMaster.id)).scalars()
    with_addresses = [joinedload(Player.addresses)]
    found = (session.get(Player, number, options=with_addresses) for number in dict.fromkeys((game.master_id, *ids)))
    return [player for player in found if player is not None and player.status != GONE]


def is_master(session: Session, game: Game, player: Player) -> bool:
    if game.practice:
        return False
    if game.master_id == player.id:
        return True
    query = select(CoMaster.id).where(CoMaster.game_id == game.id, CoMaster.player_id == player.id)
    return session.execute(query).first() is not None


def observers(session: Session, game: Game) -> Sequence[Player]:
    query = select(Player).join(Observer, Observer.player_id == Player.id).where(Observer.game_id == game.id)
    query = query.options(selectinload(Player.addresses))
    return session.execute(query.order_by(Observer.id)).scalars().all()


def is_observer(session: Session, game: Game, player: Player) -> bool:
    query = select(Observer.id).where(Observer.game_id == game.id, Observer.player_id == player.id)
    return session.execute(query).first() is not None


def another_player_among(session: Session, game: Game, writer: Player, addresses: Sequence[str]) -> bool:
    """Is one of these addresses that of another player of the game than the writer?"""
    query = (
        select(Seat.id)
        .join(Address, Address.player_id == Seat.player_id)
        .where(Seat.game_id == game.id, Seat.player_id != writer.id, Address.address.in_(addresses))
    )
    return bool(addresses) and session.execute(query.limit(1)).first() is not None
