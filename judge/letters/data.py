"""A letter's values as JSON, for programs: what its templates are given, under names that stay (docs/data.md).

`letter.schema.json` beside this file is the schema; what a family's view and events say is in the file of that name in
its own folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from judge.letters.values import (
    MASTER_ROLE,
    Answer,
    Deadline,
    GameCard,
    Question,
    Reader,
    Section,
    Transcript,
)
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
        said["view"] = _view(game, view)
    return json.dumps(said, ensure_ascii=True, indent=1) + "\n"


def _instant(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _reader(reader: Reader) -> Json:
    return {
        "name": reader.name,
        "zone": reader.zone,
        "role": "" if reader.role == MASTER_ROLE else reader.role,
        "offices": list(reader.offices),
        "master": reader.role == MASTER_ROLE,
    }


def _game(game: GameCard) -> Json:
    return {
        "name": game.name,
        "title": game.title,
        "rules": game.system,
        "rules_title": game.system_title,
        "status": game.status,
        "master": game.master,
    }


def _deadline(deadline: Deadline) -> Json:
    """Of the phase only what everybody is told: whose sheets are awaited stands in the view, as its viewer may know."""
    return {"at": _instant(deadline.at), "phase": deadline.phase.label, "title": deadline.phase.title}


def _view(game: GameCard, view: Any) -> Json:
    """As the game's own rules tell programs of it."""
    seen: View = view
    return find_system(game.system).view_data(seen)


def _answer(answer: Answer) -> Json:
    return {
        "line": answer.number,
        "text": answer.text,
        "became": answer.became,
        "message": answer.message,
        "hint": answer.hint,
        "filed": answer.filed,
    }


def _section(section: Section) -> Json:
    return {
        "heading": section.heading,
        "title": section.title,
        "notes": list(section.notes),
        "lines": [_answer(each) for each in section.answers],
        "blocks": [{"title": each.title, "text": each.text} for each in section.blocks],
        "due": section.due,
        "sheet": section.sheet,
    }


def _question(question: Question) -> Json:
    """Its code stands here as it does in the text: as a blank, which is filled on the way."""
    return {
        "lines": [_answer(each) for each in question.what],
        "code": question.code,
        "expires": _instant(question.expires),
        "why": question.why,
        "games": list(question.games),
    }


def _transcript(transcript: Transcript) -> Json:
    return {
        "summary": transcript.summary,
        "sections": [_section(each) for each in transcript.sections],
        "unread": [_answer(each) for each in transcript.unread],
        "quoted": transcript.quoted,
        "questions": [_question(each) for each in transcript.questions],
    }


NAMES = (
    "reader", "game", "deadline", "comments", "form", "filed", "missing", "awaited", "last", "loses", "losing",
    "players", "picture", "notice", "again", "commitment", "seed", "hidden_commitment", "hidden_lots", "title",
    "paragraphs", "to", "lines", "about", "asked", "questions", "key", "proved",
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
    "now": _instant,
    "reader": _reader,
    "game": _game,
    "told": lambda told: [event_data(event) for event in told.events],
    "deadline": _deadline,
    "last": _instant,
    "players": lambda players: [{"role": role, "name": name} for role, name in players],
    "picture": lambda picture: {"name": picture.name, "alt": picture.alt},
    "transcript": _transcript,
    "questions": lambda questions: [_question(each) for each in questions],
}
"""How a value is written that is more than plain data."""

LEFT_OUT = frozenset({"phase", "for_master", "view", "newcomer", "vacant", "goes_on", "ways", "practice"})
"""The phase of a late letter, and whom it is for: of a phase the deadline says what everybody is told, and that is all
that may be said. The view is said by its game's rules. To a newcomer signs are explained, and there are none here.
Whose seat is vacant, whether the game waits for a seat that is lost, the ways on from a late phase, and how a first
game is begun, are told in words.
"""
