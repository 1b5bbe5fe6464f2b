"""Views and events as JSON, for programs: the very values that letters are written of, and nothing beside them."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum

from judge.rules.values import Event, Json


class _Nothing(Enum):
    """What cannot be said in JSON."""

    NOTHING = 0


def event_data(event: Event) -> Json:
    """An event as a reader is told it; to whom else it was told is theirs to know only where that is everybody."""
    return {"kind": event.kind, "public": event.audience.kind == "public", "data": plain_data(event.data)}


def plain_data(value: object) -> Json:
    """The value in JSON. Fields and entries that JSON has no way to say (a board, a position) are left out."""
    said = _said(value)
    return {} if said is _Nothing.NOTHING else said


def _said(value: object) -> Json:
    if value is None or isinstance(value, bool | int | str):
        return value.value if isinstance(value, Enum) else value
    if isinstance(value, Enum):
        return _said(value.value)
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            return _Nothing.NOTHING
        return _kept({str(key): each for key, each in value.items()})
    named = getattr(value, "_asdict", None)
    if named is not None:
        return _kept(named())
    if isinstance(value, Set):
        value = sorted(value, key=str)
    if isinstance(value, tuple | list):
        said = [_said(each) for each in value]
        return [each for each in said if each is not _Nothing.NOTHING]
    if is_dataclass(value) and not isinstance(value, type):
        return _kept({field.name: getattr(value, field.name) for field in fields(value)})
    return _Nothing.NOTHING


def _kept(entries: Mapping[str, object]) -> dict[str, Json]:
    said = {key: _said(each) for key, each in entries.items()}
    return {key: each for key, each in said.items() if each is not _Nothing.NOTHING}
