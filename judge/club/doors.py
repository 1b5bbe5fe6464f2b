"""Doors: whom a game lets in by their record, and how many games somebody may begin who has none yet."""

from __future__ import annotations

from sqlalchemy.orm import Session

from judge.club.records import NEW_BELOW, Record, Standing, record_of, tables_of
from judge.games.lookup import joined_players
from judge.games.settings import NEWCOMERS, RATED, RELIABLE, value_of
from judge.letters.columns import counted
from judge.rules.problems import refusal
from judge.store.tables import Game, Player

SETTLED_FROM = 30
"""Whoever has written in so many phases, and is not often late, plays in as many games as they like."""


def check_join(session: Session, game: Game, player: Player, most: int) -> Standing:
    """Return what others read of the player. Raises Refused where their record keeps them out of a forming game.
    `most`: in how many games somebody may be whose record is short; 0 for any number.
    """
    record = record_of(session, player, by_others=True)
    if value_of(game.settings, RATED):
        check_rated(game.name, player, record)
    check_reliable(game, record)
    _check_newcomers(session, game, player, record)
    check_room(session, player, record, most)
    return record.standing


def check_room(session: Session, player: Player, record: Record, most: int) -> None:
    """Raises Refused where the player's record allows them no further game. `most`: as for `check_join`."""
    is_settled = record.written >= SETTLED_FROM and record.standing is not Standing.OFTEN_LATE
    if most and not is_settled and len(tables_of(session, player)) >= most:
        message = f"You may be in {counted(most, 'game')} at a time until you have written in {SETTLED_FROM} phases."
        if record.standing is Standing.OFTEN_LATE:
            message = f"You may be in {counted(most, 'game')} at a time, because you are often late."
        raise refusal("door/games", message, hint="RECORD shows yours. TAKEOVER of an open seat is always welcome.")


def check_rated(what: str, player: Player, record: Record) -> None:
    """Raises Refused where this player does not want to be rated, or has no record yet: another address is no proof of
    another person, and ten phases cost more than an address.
    """
    if not player.rated:
        message = f"{what} is rated. Its players must want that."
        raise refusal("door/rated", message, hint="PROFILE RATING YES says so. Then send this again.")
    if record.standing is Standing.NEW:
        message = f"{what} is rated, and you are new: {NEW_BELOW} phases must have wanted your orders."
        raise refusal("door/rated-new", message, hint="RECORD shows yours. LIST shows games that are not rated.")


def check_reliable(game: Game, record: Record) -> None:
    """Raises Refused where the game wants a better record than this one."""
    least = int(value_of(game.settings, RELIABLE))
    if record.standing is not Standing.NEW and record.percent < least:
        message = f"{game.name} takes players whose record is {least} % or better. Yours is {record.percent} %."
        raise refusal("door/reliable", message, hint="RECORD shows yours. A seat that you TAKEOVER elsewhere mends it.")


def _check_newcomers(session: Session, game: Game, player: Player, record: Record) -> None:
    most = int(value_of(game.settings, NEWCOMERS))
    if record.standing is not Standing.NEW or most >= NEWCOMERS.most:
        return
    others = [each for each in joined_players(session, game) if each.id != player.id]
    new = sum(record_of(session, each, by_others=True).standing is Standing.NEW for each in others)
    if new >= most:
        message = f"{game.name} takes nobody who is new here."
        if most:
            message = f"{game.name} takes {counted(most, 'newcomer')}, and has them already."
        raise refusal("door/newcomers", message, hint="LIST shows others.")
