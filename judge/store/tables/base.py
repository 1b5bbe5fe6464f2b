"""What every table stands on: how columns and constraints are named, how instants and JSON are kept."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from sqlalchemy import JSON, BigInteger, Integer, LargeBinary, MetaData
from sqlalchemy.orm import DeclarativeBase

from judge.store.types import UtcDateTime

Key = Annotated[int, "key"]
"""The number of a row: of 64 bits. SQLite's INTEGER has them by itself, and numbers rows only if it is called so."""


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012
        datetime: UtcDateTime(),
        dict[str, Any]: JSON(),
        Any: JSON(),
        bytes: LargeBinary(),
        Key: BigInteger().with_variant(Integer(), "sqlite"),
    }
