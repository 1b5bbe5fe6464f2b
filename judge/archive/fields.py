"""JSON read so that two readers of one file read the same: no field missing, left over, twice or of another type."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from typing import TypeVar

from judge.rules import schema
from judge.rules.values import Json

T = TypeVar("T")


class BadArchive(ValueError):
    """The text is no file that this version reads; the message says where and why."""


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def canonical(value: Json) -> str:
    """One text for one value: keys sorted, no blanks. What is compared and sealed."""
    return _CANONICAL.encode(value)


def parsed(text: str) -> Json:
    """The JSON value of a text. Raises BadArchive."""
    try:
        value = json.loads(text, object_pairs_hook=_without_twins, parse_constant=_no_number, parse_float=_finite)
        canonical(value).encode()
        return value
    except UnicodeEncodeError:
        raise BadArchive("this holds half a character: a surrogate without its pair") from None
    except ValueError as error:
        # Of a number with thousands of digits Python says how to allow it.
        said = "a number in it has too many digits" if "integer string conversion" in str(error) else str(error)
        raise BadArchive(f"this is no JSON: {said}") from None
    except RecursionError:
        raise BadArchive("this is nested too deeply for an archive") from None


def _without_twins(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Two fields of one name would let two readers read two archives."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("one object has two fields of one name")
    return found


def _no_number(word: str) -> Json:
    """NaN and Infinity are not JSON, and no database keeps them."""
    raise ValueError(f"{word} is no number")


def _finite(word: str) -> Json:
    """`1e999` is JSON, but reads as Infinity."""
    value = float(word)
    return value if isfinite(value) else _no_number(word[:20])


def opened(text: str, form: str, version: int) -> dict[str, Json]:
    """The fields of a file of this format and version, but for these two. Raises BadArchive."""
    data = parsed(text)
    if not isinstance(data, dict):
        raise BadArchive("this is no JSON object")
    for key, right in (("format", form), ("format_version", version)):
        if key not in data:
            raise BadArchive(f"the file has no {key}")
        found = data.pop(key)
        if type(found) is not type(right) or found != right:  # True is an int by inheritance alone
            raise BadArchive(f"{key} is {str(found)[:40]}; this judge reads {right}")
    return data


def typed(data: Mapping[str, Json], kind: type[T]) -> T:
    """The fields as a value of this dataclass. Raises BadArchive where one is missing, wrong or left over."""
    try:
        return schema.read(data, kind)
    except ValueError as error:
        raise BadArchive(str(error)) from None


def take_seal(data: Json, where: str) -> str:
    """Take its seal out of an object. Raises BadArchive."""
    seal = data.pop("seal", None) if isinstance(data, dict) else None
    if not isinstance(seal, str):
        raise BadArchive(f"{where} has no seal")
    return seal
