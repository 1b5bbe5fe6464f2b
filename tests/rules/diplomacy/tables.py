"""Tables as `judge adjudicate` writes them."""

from __future__ import annotations

from judge.rules import schema
from judge.rules.diplomacy.case import BoardPosition, position_of, table_of
from judge.rules.diplomacy.table import Table
from judge.rules.values import Json


def load_table(name: str, data: Json) -> Table:
    return table_of(name, schema.read(data, BoardPosition, "position"))


def dump_table(table: Table) -> Json:
    return schema.write(position_of(table))
