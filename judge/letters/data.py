"""A letter's values as JSON, for programs: what its templates are given, under names that stay (docs/data.md).

`letter.schema.json` beside this file is the schema; what a family's view and events say is in the file of that name in
its own folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from judge.letters.values import MASTER_ROLE, Answer, Block, Deadline, GameCard, Question, Reader, Section, Transcript
from judge.rules.data import event_data, plain_data
from judge.rules.registry import find_system
from judge.rules.values import Json, View

VERSION = 1
"""Of the schema. What is added leaves it as it is; what is taken away or means something else raises it."""


def data_of(purpose: str, subject: str, values: Mapping[str, object]) -> str:
    """The JSON of a letter: made of the very values that its templates get, which are its reader's to know."""
    said: dict[str, Json] = {"version": VERSION, "letter": purpose, "subject": subject}
    for name, value in values.items():
        if name in KEYS:
            said[KEYS[name]] = None if value is None else WRITERS.get(name, plain_data)(value)
    game, view = values.get("game"), values.get("view")
    if isinstance(game, GameCard) and view is not None:
        seen: View = view  # type: ignore[assignment]
        said["view"] = find_system(game.system).view_data(seen)
    return json.dumps(said, ensure_ascii=True, indent=1) + "\n"


FIELDS: Mapping[type, str] = {
    GameCard: "name title rules=system rules_title=system_title status master",
    Answer: "line=number text became message hint filed",
    Block: "title text",
    Section: "heading title notes lines=answers blocks due sheet",
    Question: "lines=what code expires why games",
    Transcript: "summary sections unread quoted questions",
}
"""The fields that the JSON holds of a value, each with the name of the attribute if that is another. A question's code
stands here as it does in the text: as a blank, which is filled on the way.
"""


def _said(value: Any) -> Json:
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, tuple | list):
        return [_said(each) for each in value]
    fields = (field.partition("=") for field in FIELDS.get(type(value), "").split())
    return {key: _said(getattr(value, name or key)) for key, _, name in fields} or value


def _reader(reader: Reader) -> Json:
    is_master = reader.role == MASTER_ROLE
    role = "" if is_master else reader.role
    return {
        "name": reader.name,
        "zone": reader.zone,
        "role": role,
        "offices": list(reader.offices),
        "master": is_master,
    }


def _deadline(deadline: Deadline) -> Json:
    """Of the phase only what everybody is told: whose sheets are awaited stands in the view, as its viewer may know."""
    return {"at": _said(deadline.at), "phase": deadline.phase.label, "title": deadline.phase.title}


NAMES = (
    "reader", "game", "deadline", "comments", "form", "filed", "missing", "awaited", "last", "loses", "losing",
    "players", "wanted", "picture", "notice", "again", "commitment", "seed", "hidden_commitment", "hidden_lots",
    "title", "paragraphs", "articles", "to", "about", "asked", "questions", "key", "proved",
)  # fmt: skip
KEYS: Mapping[str, str] = {name: name for name in NAMES} | {
    "now": "written",
    "told": "events",
    "sender": "from",
    "press_lines": "lines",
    "answer": "how_to_answer",
    "letter_name": "name",
    "transcript": "reply",
    "judge_address": "judge",
}
"""The values of templates that the JSON holds -> their keys there."""

WRITERS: Mapping[str, Callable[[Any], Json]] = {
    "articles": lambda articles: [
        {"signature": signature, "lines": words.split("\n")} for signature, words in articles
    ],
    "now": _said,
    "reader": _reader,
    "game": _said,
    "told": lambda told: [event_data(event) for event in told.events],
    "deadline": _deadline,
    "last": _said,
    "players": lambda players: [{"role": role, "name": name} for role, name in players],
    "picture": lambda picture: {"name": picture.name, "alt": picture.alt},
    "transcript": _said,
    "questions": _said,
}
"""How a value is written that is more than plain data."""

LEFT_OUT = frozenset({"phase", "for_master", "view", "newcomer", "vacant", "goes_on", "ways", "practice", "begins"})
"""The phase of a late letter, and whom it is for: of a phase the deadline says what everybody is told, and that is all
that may be said. The view is said by its game's rules. To a newcomer signs are explained, and there are none here.
Whose seat is vacant, whether the game waits for a seat that is lost, the ways on from a late phase, and how a first
game is begun, are told in words.
"""
