"""A game's rows out of the tables and into those of another judge.

Driven by the tables themselves: whatever table or column is added goes along, unless it is named in STAYS.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Column, Integer, LargeBinary, RowMapping, Table, insert, select
from sqlalchemy.orm import Session

from judge.archive.fields import BadArchive
from judge.archive.parcel import Holder, Row
from judge.rules.values import Json
from judge.store.tables import Base, Game, Player
from judge.store.types import UtcDateTime

STAYS: Mapping[str, str] = {
    "finished_pages": "they are made of the others",
    "outbound_mails": "they were sent from here, and are answered here",
    "moves": "each judge keeps its own account of them",
}
"""Tables that know of games and do not go along, and why. Nor do the mails that players wrote: they speak of other
games too."""

MOST = 2**31 - 1
"""What every database keeps in a column of numbers."""

GAMES, PLAYERS = Game.__tablename__, Player.__tablename__


def game_tables() -> list[tuple[Table, Column[Any]]]:
    """The tables that go along, each with the column that leads to the game, those first that others refer to."""
    found: dict[str, tuple[Table, Column[Any]]] = {}
    for table in Base.metadata.sorted_tables:
        if table.name in (GAMES, *STAYS):
            continue
        ways = {refers_to(column): column for column in table.columns if refers_to(column) in (GAMES, *found)}
        if ways:
            found[table.name] = (table, ways[GAMES] if GAMES in ways else next(iter(ways.values())))
    return list(found.values())


def refers_to(column: Column[Any]) -> str:
    """The table whose ids a column holds; empty if none."""
    return next((key.column.table.name for key in column.foreign_keys), "")


def rows_of(session: Session, game: Game) -> dict[str, list[Row]]:
    """Table -> the game's rows, in the order of their ids."""
    ids: dict[str, list[int]] = {GAMES: [game.id]}
    found: dict[str, list[Row]] = {}
    for table, way in game_tables():
        query = select(table).where(way.in_(ids[refers_to(way)])).order_by(table.c.id)
        found[table.name] = [_encoded(table, row) for row in session.execute(query).mappings()]
        ids[table.name] = [int(row["id"]) for row in found[table.name]]
    return found


def row_of(session: Session, game: Game) -> dict[str, Json]:
    """The game's own row."""
    table = Base.metadata.tables[GAMES]
    row = session.execute(select(table).where(table.c.id == game.id)).mappings().one()
    return dict(_encoded(table, row))


def holders_of(session: Session, game: Row, rows: Mapping[str, Sequence[Row]]) -> tuple[Holder, ...]:
    """Everybody whom these rows name."""
    numbers = {int(value) for value in _named(Base.metadata.tables[GAMES], game)}
    for table, _ in game_tables():
        numbers |= {int(value) for row in rows[table.name] for value in _named(table, row)}
    players = session.execute(select(Player).where(Player.id.in_(numbers)).order_by(Player.id)).scalars()
    return tuple(
        Holder(
            id=player.id,
            name=player.name,
            zone=player.zone,
            dates=player.dates,
            plain_only=player.plain_only,
            wants_data=player.wants_data,
            banned=player.status == "banned",
            addresses=tuple(each.address for each in sorted(player.addresses, key=lambda each: not each.primary)),
        )
        for player in players
    )


def _named(table: Table, row: Row) -> Iterator[Json]:
    """The players that a row names."""
    return (
        row[column.name] for column in table.columns if refers_to(column) == PLAYERS and row[column.name] is not None
    )


def put_in(session: Session, game: Row, rows: Mapping[str, Sequence[Row]], players: Mapping[int, int]) -> int:
    """Writes the rows under numbers of this judge's own; the game's. `players`: number there -> number here. Raises
    BadArchive where the rows are not such as this judge's tables hold.
    """
    tables = game_tables()
    if missing := {table.name for table, _ in tables} ^ set(rows):
        raise BadArchive(f"the rows are not those of this judge's tables: {', '.join(sorted(missing))[:80]}")
    numbers: dict[str, dict[int, int]] = {PLAYERS: dict(players), GAMES: {}}
    table = Base.metadata.tables[GAMES]
    here: int = session.execute(insert(table).values(_decoded(table, game, numbers)).returning(table.c.id)).scalar_one()
    numbers[GAMES][_number(game, GAMES)] = here
    wanted = {refers_to(column) for table, _ in tables for column in table.columns}
    for table, _ in tables:
        decoded = [_decoded(table, row, numbers) for row in rows[table.name]]
        if table.name in wanted:
            given = [session.execute(insert(table).values(row).returning(table.c.id)).scalar_one() for row in decoded]
            olds = [_number(row, table.name) for row in rows[table.name]]
            numbers[table.name] = dict(zip(olds, given, strict=True))
        elif decoded:
            session.execute(insert(table), decoded)
    return here


def _number(row: Row, table: str) -> int:
    value = row.get("id")
    if not isinstance(value, int):
        raise BadArchive(f"a row of {table} has no id")
    return value


def _encoded(table: Table, row: RowMapping) -> Row:
    return {column.name: as_json(row[column.name]) for column in table.columns}


def as_json(value: Any) -> Json:
    """A value of a column: instants in ISO 8601, octets in hex."""
    if isinstance(value, datetime):
        return value.isoformat()
    return value.hex() if isinstance(value, bytes) else value


def _decoded(table: Table, row: Row, numbers: Mapping[str, Mapping[int, int]]) -> dict[str, Any]:
    """The row as it goes in here: without its old id, with the numbers that this judge has given to what it refers to.
    The mails that orders and acts came with have stayed behind.
    """
    if strangers := set(row) ^ {column.name for column in table.columns}:
        raise BadArchive(
            f"a row of {table.name} has not the columns that it should: {', '.join(sorted(strangers))[:80]}"
        )
    found: dict[str, Any] = {}
    for column in table.columns:
        value = row[column.name]
        kept = numbers.get(refers_to(column))
        if column.primary_key:
            continue
        if not column.foreign_keys or value is None:
            found[column.name] = _as_stored(column, value)
        elif kept is None:
            found[column.name] = None
        elif isinstance(value, int) and value in kept:
            found[column.name] = kept[value]
        else:
            raise BadArchive(f"a row of {table.name} refers to a {column.name} {str(value)[:20]} that is not there")
    return found


def _as_stored(column: Column[Any], value: Json) -> Any:
    kind = column.type
    if isinstance(kind, JSON) or (value is None and column.nullable):
        return value
    try:
        if isinstance(kind, UtcDateTime):
            return _instant(value)
        if isinstance(kind, LargeBinary):
            return bytes.fromhex(value)
    except (TypeError, ValueError):
        raise BadArchive(f"{column.table.name}.{column.name} cannot be {str(value)[:40]!r}") from None
    right = bool if isinstance(kind, Boolean) else int if isinstance(kind, Integer) else str
    if type(value) is not right or (isinstance(value, int) and abs(value) > MOST):
        raise BadArchive(f"{column.table.name}.{column.name} cannot be {str(value)[:40]!r}")
    return value


def _instant(text: Json) -> datetime:
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError("an instant without its zone")
    return at
