"""A game on its way to another judge: everything that it needs to be played on. `docs/archive.md` describes the file.

The rows are those of the judge's tables, as both judges have them: they must be of one schema.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from judge.archive.document import BadArchive, canonical, opened, parsed, take_seal, typed
from judge.rules import schema
from judge.rules.values import Json

FORMAT = "judge-parcel"
FORMAT_VERSION = 1

Row: TypeAlias = Mapping[str, Json]
"""Column -> value: instants in ISO 8601, octets in hex, what is JSON in the table as itself."""


@dataclass(frozen=True)
class Holder:
    """A person in the game. `id`: their number in the rows; `addresses`: lower case, the one for mail first."""

    closed = True

    id: int
    name: str
    zone: str
    dates: str
    plain_only: bool
    wants_data: bool
    banned: bool
    addresses: tuple[str, ...]


@dataclass(frozen=True)
class Parcel:
    """`made_at`: when the clock stopped (ISO 8601, UTC); `game`: its row; `rows`: by table, in order of ids."""

    closed = True

    schema: str
    origin: str
    made_at: str
    game: Row
    holders: tuple[Holder, ...]
    rows: Mapping[str, tuple[Row, ...]]


def write_parcel(parcel: Parcel) -> tuple[str, str]:
    """The file, one line a row, and its seal."""
    data = _data(parcel)
    seal = seal_of(parcel)
    lines = [f" {json.dumps(key)}: {canonical(value)}," for key, value in data.items() if key != "rows"]
    tables = [
        f"  {json.dumps(name)}: [" + ",".join(f"\n   {canonical(dict(row))}" for row in rows) + "]"
        for name, rows in parcel.rows.items()
    ]
    text = "\n".join(["{", *lines, ' "rows": {', ",\n".join(tables), " },", f' "seal": "{seal}"', "}", ""])
    return text, seal


def seal_of(parcel: Parcel) -> str:
    """SHA-256 (hex) of the canonical JSON of everything but the seal itself."""
    return hashlib.sha256(canonical(_data(parcel)).encode()).hexdigest()


def _data(parcel: Parcel) -> dict[str, Json]:
    return {"format": FORMAT, "format_version": FORMAT_VERSION, **schema.dump(parcel)}


def is_parcel(text: str) -> bool:
    """Whether this claims to be a parcel, whatever else is wrong with it. Raises BadArchive where it is no JSON."""
    data = parsed(text)
    return isinstance(data, dict) and data.get("format") == FORMAT


def read_parcel(text: str) -> Parcel:
    """The parcel of this text, if its seal fits. Raises BadArchive."""
    data = opened(text, FORMAT, FORMAT_VERSION)
    seal = take_seal(data, "the parcel")
    parcel = typed(data, Parcel)
    if seal_of(parcel) != seal:
        raise BadArchive("the seal does not fit: the file is damaged, or somebody has altered it")
    return parcel
