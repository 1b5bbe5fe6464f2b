"""The file: its shape, its seal, and reading it back so that two readers read the same: no field missing, left over,
twice or of another type. `docs/archive.md` describes every field.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Literal, TypeAlias, TypeVar

from judge.rules import schema
from judge.rules.schema import as_json
from judge.rules.values import Act, Audience, Event, Json, PhaseRecord, Posting, Result

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


FORMAT = "judge-archive"
FORMAT_VERSION = 1

Closing: TypeAlias = Literal["adjudication", "act", "master"]
"""What ended a phase: the deadline, an act of a player (the last vote for a draw), or the GameMaster's END GAME."""


def _audience(to: Json) -> Audience:
    if to in ("public", "master"):
        return Audience(to)
    if isinstance(to, list) and all(isinstance(role, str) for role in to):
        return Audience("roles", tuple(to))
    raise ValueError(_AUDIENCE)


_AUDIENCE = "public, master or a list of roles"
as_json(Audience, _audience, lambda to: list(to.roles) if to.kind == "roles" else to.kind, _AUDIENCE)


@dataclass(frozen=True)
class RoleAct:
    """An act and whose it was."""

    closed = True

    role: str
    kind: str
    data: Mapping[str, Json]

    @property
    def act(self) -> Act:
        return Act(self.kind, self.data)


@dataclass(frozen=True)
class ArchivedPhase:
    """One phase. `orders`: role -> part -> text; acts, events and postings in sequence.

    `system_version`: of the rules under which the phase began.
    """

    closed = True

    label: str
    title: str
    system_version: int
    run: int
    opened_at: str
    closed_at: str
    closed_by: Closing
    state_before: Json
    orders: Mapping[str, Mapping[str, str]]
    acts: tuple[RoleAct, ...]
    events: tuple[Event, ...]
    postings: tuple[Posting, ...]


def records_of(phases: Iterable[ArchivedPhase]) -> list[PhaseRecord]:
    """The phases as rules look back on them."""
    return [PhaseRecord(phase.label, phase.orders, phase.events, phase.postings) for phase in phases]


@dataclass(frozen=True)
class Archive:
    """A finished game. `seats` are those that somebody played at the start, in the order in which the rules were told.

    `system_version`: of the rules by which it ended. `whole`: with what the rules do not open; for the GameMaster and
    the host only. `seed` and `commitment` are lower-case hex, and so are `hidden_seed` and its commitment, which are
    empty in a game that draws nothing in secret. `state_after` is the state after the end, `opened` what became public
    then.
    """

    closed = True

    name: str
    title: str
    system: str
    system_version: int
    options: Mapping[str, Json]
    seats: tuple[str, ...]
    seed: str
    commitment: str
    hidden_seed: str
    hidden_commitment: str
    started_at: str
    ended_at: str
    whole: bool
    phases: tuple[ArchivedPhase, ...]
    opened: tuple[Event, ...]
    result: Result
    state_after: Json


@dataclass(frozen=True)
class ReadBack:
    """A file as read. `seal` stands for all of it; `broken` says which part does not fit its seal, if any."""

    archive: Archive
    seal: str
    broken: tuple[str, ...]


def write_archive(archive: Archive) -> str:
    """The file: JSON, one line a phase, sealed."""
    return sealed(archive)[0]


def sealed(archive: Archive) -> tuple[str, str]:
    """The file, and the seal that stands for all of it."""
    head, *phases, tail = map(_Part, _parts(schema.dump(archive)))
    _, *seals, last = _seals([head, *phases, tail])
    phase_lines = [f"  {phase.text(seal=seal)}" for phase, seal in zip(phases, seals, strict=True)]
    lines = [
        "{",
        *head.lines,
        ' "phases": [',
        ",\n".join(phase_lines),
        " ],",
        *tail.lines,
        f' "seal": "{last}"',
        "}",
        "",
    ]
    return "\n".join(lines), last


class _Part:
    """One part of the file. Each of its fields is written once, and its text joined of them as `canonical` would."""

    def __init__(self, fields: Mapping[str, Json]) -> None:
        self._fields = {key: canonical(value) for key, value in fields.items()}

    def text(self, seal: str = "") -> str:
        fields = self._fields | {"seal": f'"{seal}"'} if seal else self._fields
        return "{" + ",".join([f'"{key}":{fields[key]}' for key in sorted(fields)]) + "}"

    @property
    def lines(self) -> list[str]:
        return [f' "{key}": {value},' for key, value in self._fields.items()]


def _parts(data: Mapping[str, Json]) -> list[dict[str, Json]]:
    """Head, phases and tail of an archive as JSON, as they are sealed."""
    tail = {key: data[key] for key in ("opened", "result", "state_after")}
    head = {key: value for key, value in data.items() if key not in (*tail, "phases")}
    return [{"format": FORMAT, "format_version": FORMAT_VERSION, **head}, *data["phases"], tail]


def _seals(parts: Iterable[_Part]) -> Iterator[str]:
    """Each seal is the SHA-256 of the one before and of its own part, so that the last one stands for all."""
    seal = ""
    for part in parts:
        seal = hashlib.sha256((seal + part.text()).encode()).hexdigest()
        yield seal


def read_archive(text: str) -> ReadBack:
    """The archive of this text. Raises BadArchive."""
    data = opened(text, FORMAT, FORMAT_VERSION)
    phases = data.get("phases")
    if not isinstance(phases, list) or not phases:
        raise BadArchive("phases is a list of at least one")
    seals = [take_seal(phase, f"phase {number}") for number, phase in enumerate(phases, 1)]
    seals.append(take_seal(data, "the archive"))
    archive = typed(data, Archive)
    right = list(_seals(map(_Part, _parts(data))))
    return ReadBack(archive, seals[-1], tuple(_broken(seals, right[1:], archive)))


def _broken(found: list[str], right: list[str], archive: Archive) -> Iterator[str]:
    """Only the first seal that is wrong: all after it follow from it."""
    for number, (each, due) in enumerate(zip(found, right, strict=True)):
        if each != due:
            where = archive.phases[number].label if number < len(archive.phases) else "the end"
            before = " or the head of the file" if number == 0 else ""
            yield f"{where}: the seal does not fit: this part{before} is not as the judge wrote it"
            return
