"""Players' ratings: reckoned from the rated tables that are over, in their order, among those who want to be rated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.club.ratings import Rating, Ratings
from judge.games.lookup import system_of
from judge.games.settings import RATED
from judge.rules.registry import is_usable
from judge.store.tables import Game, Player, Seat, Tenure

WON, PLAYED, LEFT = 1, 2, 3
"""The places at a table: winners share the first one, those who gave up or lost their seat the last."""
_UNRATED = "replaced"
"""How a tenure ends by no doing of its player's."""


class Score(NamedTuple):
    """How strong somebody is at a family of games, and from how many tables that is known."""

    rating: Rating
    games: int


class Table(NamedTuple):
    """A rated table. `players`: the seat on its board, who sat there first, and their place."""

    family: str
    alike: bool
    players: tuple[tuple[str, int, int], ...]


def _tables(session: Session) -> tuple[Table, ...]:
    """Return the rated tables that are over, the first one first, each with those who want to be rated."""
    query = (
        select(Game.id, Game.system, Game.options, Game.result, Seat.name, Tenure.player_id, Tenure.ended, Player.rated)
        .join(Seat, Seat.game_id == Game.id)
        .join(Tenure, Tenure.seat_id == Seat.id)
        .join(Player, Player.id == Tenure.player_id)
        .where(Game.status == "ended", ~Game.practice, Game.settings[RATED.name].as_boolean())
        .order_by(Game.ended_at, Game.id, Seat.id, Tenure.id)
    )
    first: dict[int, dict[str, tuple[int, int]]] = {}
    facts: dict[int, tuple[str, bool, str]] = {}
    seen: set[tuple[int, str]] = set()
    for number, name, options, result, seat, player, ended, rated in session.execute(query):
        if not is_usable(name) or not result or result.get("by_master") or (number, seat) in seen:
            continue
        seen.add((number, seat))
        if number not in facts:
            system = system_of(Game(system=name, options=options))
            seating, board = system.seating(options), system.board_option
            on = str(board.of(options)) if board is not None else ""
            facts[number] = (system.name, seating.players_names or seating.anonymous, on)
        if rated and ended != _UNRATED:
            place = LEFT if ended else WON if seat in result["winners"] else PLAYED
            first.setdefault(number, {})[f"{facts[number][2]} {seat}"] = (player, place)
    return tuple(
        Table(facts[number][0], facts[number][1], tuple((seat, *whose) for seat, whose in players.items()))
        for number, players in first.items()
        if len({player for player, _ in players.values()}) > 1 and any(place != LEFT for _, place in players.values())
    )


@lru_cache(maxsize=2)
def _reckoned(tables: tuple[Table, ...]) -> Mapping[str, Mapping[int, Score]]:
    """Family -> player (id) -> score."""
    models: dict[str, Ratings[int]] = {}
    games: dict[str, Counter[int]] = {}
    for table in tables:
        model = models.setdefault(table.family, Ratings())
        model.add(
            {seat: player for seat, player, _ in table.players},
            {seat: place for seat, _, place in table.players},
            alike=table.alike,
        )
        games.setdefault(table.family, Counter()).update({player for _, player, _ in table.players})
    return {
        family: {player: Score(rating, games[family][player]) for player, rating in model.found.items()}
        for family, model in models.items()
    }


def scores_of(session: Session, player: Player) -> dict[str, Score]:
    """Return a player's own scores by family; none for who does not want any."""
    reckoned = _reckoned(_tables(session)) if player.rated else {}
    return {family: scores[player.id] for family, scores in sorted(reckoned.items()) if player.id in scores}


def scores_in_public(session: Session, family: str) -> list[tuple[str, Score]]:
    """Return name and score of those who want to be rated and named in public, whoever is surely the best first."""
    scores = _reckoned(_tables(session)).get(family, {})
    query = select(Player.id, Player.public_name).where(Player.rated, Player.public_name != "")
    named = [(name, scores[number]) for number, name in session.execute(query) if number in scores]
    return sorted(named, key=lambda each: (-each[1].rating.sure, each[0]))
