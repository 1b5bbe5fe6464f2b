"""JSON read so that two readers of one file read the same: no field missing, left over, twice or of another type."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any

from judge.rules.values import Json


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


class Fields:
    """A JSON object whose fields are taken one by one; none may be missing, of another type, or left over."""

    def __init__(self, data: Json, where: str) -> None:
        if not isinstance(data, dict):
            raise BadArchive(f"{where} is no JSON object")
        self._left = dict(data)
        self.where = where

    def take(self, key: str, kind: type) -> Any:
        value = self.take_any(key)
        if type(value) is not kind:  # True is an int by inheritance alone
            raise BadArchive(f"{self.where}: {key} is {type(value).__name__}, not {kind.__name__}")
        return value

    def take_any(self, key: str) -> Any:
        if key not in self._left:
            raise BadArchive(f"{self.where} has no {key}")
        return self._left.pop(key)

    def take_all(self, kinds: Mapping[str, type]) -> dict[str, Any]:
        """Return the values of these fields, each of its type."""
        return {key: self.take(key, kind) for key, kind in kinds.items()}

    def may_take(self, key: str, kind: type) -> Any:
        """Take a field that stands there only if it says something."""
        return self.take(key, kind) if key in self._left else kind()

    def end(self) -> None:
        if self._left:
            raise BadArchive(f"{self.where} has fields that no archive has: {', '.join(sorted(self._left))[:80]}")


def texts(values: list[Any], where: str) -> tuple[str, ...]:
    if not all(isinstance(value, str) for value in values):
        raise BadArchive(f"{where} is a list of texts")
    return tuple(values)
