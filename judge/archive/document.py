"""The file: its shape, its seal, and reading it back. `docs/archive.md` describes every field."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from judge.archive.fields import BadArchive, Fields, canonical, parsed, texts
from judge.rules.values import Act, Audience, Event, Json, Posting, Result

FORMAT = "judge-archive"
FORMAT_VERSION = 1

Closing: TypeAlias = Literal["adjudication", "act", "master"]
"""What ended a phase: the deadline, an act of a player (the last vote for a draw), or the GameMaster's END GAME."""

CLOSINGS: tuple[str, ...] = get_args(Closing)

HEAD: Mapping[str, type] = {
    "system": str,
    "system_version": int,
    "options": dict,
    "seats": list,
    "seed": str,
    "commitment": str,
    "hidden_seed": str,
    "hidden_commitment": str,
    "started_at": str,
    "ended_at": str,
    "whole": bool,
}
PHASE: Mapping[str, type] = {
    "title": str,
    "system_version": int,
    "run": int,
    "opened_at": str,
    "closed_at": str,
    "closed_by": str,
    "state_before": dict,
    "orders": dict,
}
POSTING: Mapping[str, type] = {"account": str, "currency": str, "amount": int, "reason": str}
"""The fields that are written as they are, with their types in JSON."""


@dataclass(frozen=True)
class ArchivedPhase:
    """One phase. `orders`: role -> part -> text; `acts`: (role, act) in sequence; events and postings in sequence.

    `system_version`: of the rules under which the phase began.
    """

    label: str
    title: str
    system_version: int
    run: int
    opened_at: str
    closed_at: str
    closed_by: Closing
    state_before: Json
    orders: Mapping[str, Mapping[str, str]]
    acts: tuple[tuple[str, Act], ...]
    events: tuple[Event, ...]
    postings: tuple[Posting, ...]


@dataclass(frozen=True)
class Archive:
    """A finished game. `seats` are those that somebody played at the start, in the order in which the rules were told.

    `system_version`: of the rules by which it ended. `whole`: with what the rules do not open; for the GameMaster and
    the host only. `seed` and `commitment` are lower-case hex, and so are `hidden_seed` and its commitment, which are
    empty in a game that draws nothing in secret. `state_after` is the state after the end, `opened` what became public
    then.
    """

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
    head, *phases, tail = (_Part(part) for part in _parts(archive))
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


def _parts(archive: Archive) -> list[dict[str, Json]]:
    """Head, phases and tail, as they are sealed."""
    return [_head(archive), *map(_phase, archive.phases), _tail(archive)]


def _seals(parts: Iterable[_Part]) -> Iterator[str]:
    """Each seal is the SHA-256 of the one before and of its own part, so that the last one stands for all."""
    seal = ""
    for part in parts:
        seal = hashlib.sha256((seal + part.text()).encode()).hexdigest()
        yield seal


def _head(archive: Archive) -> dict[str, Json]:
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "game": archive.name,
        "title": archive.title,
        **{key: getattr(archive, key) for key in HEAD},
    }


def _tail(archive: Archive) -> dict[str, Json]:
    return {
        "opened": [event_json(event) for event in archive.opened],
        "result": archive.result.data(),
        "state_after": archive.state_after,
    }


def _phase(phase: ArchivedPhase) -> dict[str, Json]:
    return {
        "phase": phase.label,
        **{key: getattr(phase, key) for key in PHASE},
        "acts": [{"role": role, "kind": act.kind, "data": dict(act.data)} for role, act in phase.acts],
        "events": [event_json(event) for event in phase.events],
        "postings": [posting_json(posting) for posting in phase.postings],
    }


def event_json(event: Event) -> dict[str, Json]:
    to = list(event.audience.roles) if event.audience.kind == "roles" else event.audience.kind
    return {"to": to, "kind": event.kind, "data": dict(event.data)}


def posting_json(posting: Posting) -> dict[str, Json]:
    return {key: getattr(posting, key) for key in POSTING}


def read_archive(text: str) -> ReadBack:
    """The archive of this text. Raises BadArchive."""
    top = Fields(parsed(text), "the archive")
    if top.take("format", str) != FORMAT:
        raise BadArchive(f"format is not {FORMAT}")
    if (version := top.take("format_version", int)) != FORMAT_VERSION:
        raise BadArchive(f"format_version is {version}; this judge reads {FORMAT_VERSION}")
    entries = top.take("phases", list)
    if not entries:
        raise BadArchive("phases is empty: a game has at least one")
    sealed = [Fields(entry, f"phase {number}") for number, entry in enumerate(entries, 1)]
    seals = [fields.take("seal", str) for fields in sealed]
    last_seal = top.take("seal", str)
    result = Fields(top.take("result", dict), "result")
    head = top.take_all(HEAD)
    head["seats"] = texts(head["seats"], "seats")
    archive = Archive(
        name=top.take("game", str),
        title=top.take("title", str),
        **head,
        phases=tuple(map(_read_phase, sealed)),
        opened=_read_events(top.take("opened", list), "opened"),
        result=Result(
            texts(result.take("winners", list), "winners"),
            result.take("summary", str),
            result.may_take("by_master", bool),
            result.may_take("why", str),
            texts(result.may_take("powers", list), "powers"),
            result.may_take("shares", int),
        ),
        state_after=top.take("state_after", dict),
    )
    for fields in (result, top):
        fields.end()
    right = list(_seals(map(_Part, _parts(archive))))
    return ReadBack(archive, last_seal, tuple(_broken([*seals, last_seal], right[1:], archive)))


def _broken(found: list[str], right: list[str], archive: Archive) -> Iterator[str]:
    """Only the first seal that is wrong: all after it follow from it."""
    for number, (each, due) in enumerate(zip(found, right, strict=True)):
        if each != due:
            where = archive.phases[number].label if number < len(archive.phases) else "the end"
            before = " or the head of the file" if number == 0 else ""
            yield f"{where}: the seal does not fit: this part{before} is not as the judge wrote it"
            return


def _read_phase(fields: Fields) -> ArchivedPhase:
    label = fields.take("phase", str)
    fields.where = label[:24]
    plain = fields.take_all(PHASE)
    if plain["closed_by"] not in CLOSINGS:
        raise BadArchive(f"{label}: closed_by is one of {', '.join(CLOSINGS)}")
    for role, parts in plain["orders"].items():
        if not isinstance(parts, dict) or not all(isinstance(text, str) for text in parts.values()):
            raise BadArchive(f"{label}: orders of {role[:40]} are no texts by part")
    phase = ArchivedPhase(
        label=label,
        **plain,
        acts=tuple(_read_act(entry, f"{label}, act {n}") for n, entry in enumerate(fields.take("acts", list), 1)),
        events=_read_events(fields.take("events", list), label),
        postings=tuple(
            _read_posting(entry, f"{label}, posting {n}") for n, entry in enumerate(fields.take("postings", list), 1)
        ),
    )
    fields.end()
    return phase


def _read_act(entry: Json, where: str) -> tuple[str, Act]:
    fields = Fields(entry, where)
    found = fields.take("role", str), Act(fields.take("kind", str), fields.take("data", dict))
    fields.end()
    return found


def _read_events(entries: list[Json], where: str) -> tuple[Event, ...]:
    return tuple(_read_event(entry, f"{where}, event {number}") for number, entry in enumerate(entries, 1))


def _read_event(entry: Json, where: str) -> Event:
    fields = Fields(entry, where)
    to = fields.take_any("to")
    if isinstance(to, list):
        audience = Audience("roles", texts(to, f"{where}: to"))
    elif to in ("public", "master"):
        audience = Audience(to)
    else:
        raise BadArchive(f"{where}: to is public, master or a list of roles")
    event = Event(audience, fields.take("kind", str), fields.take("data", dict))
    fields.end()
    return event


def _read_posting(entry: Json, where: str) -> Posting:
    fields = Fields(entry, where)
    posting = Posting(**fields.take_all(POSTING))
    fields.end()
    return posting
