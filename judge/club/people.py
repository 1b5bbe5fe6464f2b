"""People whom the pages name because they want it: which games they play or have played, and how those ended."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import exists, select
from sqlalchemy.orm import Session, aliased, load_only

from judge.games.lookup import (
    BRIEF,
    is_anonymous,
    is_hidden,
    is_shown,
    joined_games,
    joined_players,
    shown_games,
    winners_of,
)
from judge.rules.registry import title_of
from judge.store.tables import Game, Player, Seat, Tenure

LATEST = 200
"""So many games are on the page of a person, the latest."""


@dataclass(frozen=True)
class Played:
    """A game of somebody's. `result`: theirs, in words; `ended_at`: None while it runs."""

    name: str
    title: str
    system: str
    seat: str
    result: str
    ended_at: datetime | None


@dataclass(frozen=True)
class Person:
    """Somebody as the pages may tell of them."""

    name: str
    running: tuple[Played, ...]
    finished: tuple[Played, ...]


def page_of(name: str) -> str:
    """Return the path of the page of whoever is called so in public. It tells no more than the name."""
    return f"people/{hashlib.sha256(name.encode()).hexdigest()[:16]}.html"


def pages(session: Session) -> dict[str, tuple[int, str]]:
    """Return the pages that there are: path -> the player's id and public name."""
    found = session.execute(select(Player.id, Player.public_name).where(Player.public_name != "").order_by(Player.id))
    return {page_of(name): (number, name) for number, name in found}


def person_at(session: Session, page: str) -> Person | None:
    """Return whose page this is, with the games whose own pages name them; None where there is no such page."""
    number, name = pages(session).get(page, (0, ""))
    if not name:
        return None
    query = select(Game, Seat.name).options(load_only(*BRIEF)).join(Seat, Seat.game_id == Game.id)
    query = query.where(Seat.player_id == number, shown_games()).order_by(Game.ended_at.desc(), Game.id.desc())
    rows = [each for each in session.execute(query.limit(LATEST)) if is_shown(each.Game) and not is_hidden(each.Game)]
    games = [
        Played(game.name, game.title or game.name, title_of(game.system, game.options), seat, _result(game, seat), ends)
        for game, seat in rows
        for ends in [game.ended_at if game.status == "ended" else None]
    ]
    return Person(
        name,
        running=tuple(each for each in games if each.ended_at is None),
        finished=tuple(each for each in games if each.ended_at is not None),
    )


def _result(game: Game, seat: str) -> str:
    winners = winners_of(game)
    if not winners:
        return "no winner"
    if seat not in winners:
        return "did not win"
    return "won" if len(winners) == 1 else f"one of {len(winners)} winners"


_OTHER = aliased(Tenure)
_THERE = aliased(Seat)


def names_of_others(session: Session, player: Player) -> Collection[str]:
    """Return the names by which a reader of the pages, or somebody at a table, may know others than this player: public
    ones, those of GameMasters of shown games, and those of everybody who sat with the player where that is no secret.
    """
    public = select(Player.public_name).where(Player.public_name != "", Player.id != player.id)
    directs = exists().where(Game.master_id == Player.id, shown_games())
    masters = select(Player.name).where(Player.id != player.id, directs)
    beside = (
        select(Player.name, Game)
        .options(load_only(Game.system, Game.options))
        .join(_OTHER, _OTHER.player_id == Player.id)
        .join(_THERE, _THERE.id == _OTHER.seat_id)
        .join(Game, Game.id == _THERE.game_id)
        .join(Seat, Seat.game_id == Game.id)
        .join(Tenure, Tenure.seat_id == Seat.id)
        .where(Tenure.player_id == player.id, Player.id != player.id)
    )
    joined = [
        each
        for game in joined_games(session, player)
        if not is_anonymous(game)
        for each in joined_players(session, game)
    ]
    return {
        *session.scalars(public),
        *session.scalars(masters),
        *(name for name, game in session.execute(beside) if not is_anonymous(game)),
        *(each.name for each in joined if each.id != player.id),
    }
