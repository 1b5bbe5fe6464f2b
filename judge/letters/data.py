"""A letter's values as JSON, for programs: what its templates are given, under names that stay (docs/data.md).

`letter.schema.json` beside this file is the schema; what a family's view and events say is in the file of that name in
its own folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from judge.letters.briefing import Told
from judge.letters.values import (
    MASTER_ROLE,
    Answer,
    Block,
    Deadline,
    GameCard,
    Question,
    Reader,
    Section,
    Transcript,
)
from judge.mail.values import Image
from judge.rules.data import event_data, plain_data
from judge.rules.registry import find_system
from judge.rules.values import Json, View

VERSION = 1
"""Of the schema. What is added leaves it as it is; what is taken away or means something else raises it."""


def data_of(purpose: str, subject: str, values: Mapping[str, object]) -> str:
    """The JSON of a letter: made of the very values that its templates get, which are its reader's to know."""
    said: dict[str, Json] = {"version": VERSION, "letter": purpose, "subject": subject}
    for name, value in values.items():
        if name in SAID:
            key, write = SAID[name]
            said[key] = None if value is None else write(value)
    game, view = values.get("game"), values.get("view")
    if isinstance(game, GameCard) and view is not None:
        said["view"] = _view(game, view)
    return json.dumps(said, ensure_ascii=True, indent=1) + "\n"


def _as_it_is(value: Any) -> Json:
    return plain_data(value)


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


def _told(told: Told) -> Json:
    return [event_data(event) for event in told.events]


def _players(players: Sequence[tuple[str, str]]) -> Json:
    return [{"role": role, "name": name} for role, name in players]


def _picture(picture: Image) -> Json:
    return {"name": picture.name, "alt": picture.alt}


def _answer(answer: Answer) -> Json:
    return {
        "line": answer.number,
        "text": answer.text,
        "became": answer.became,
        "message": answer.message,
        "hint": answer.hint,
        "filed": answer.filed,
    }


def _block(block: Block) -> Json:
    return {"title": block.title, "text": block.text}


def _section(section: Section) -> Json:
    return {
        "heading": section.heading,
        "title": section.title,
        "notes": list(section.notes),
        "lines": [_answer(each) for each in section.answers],
        "blocks": [_block(each) for each in section.blocks],
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


def _questions(questions: Sequence[Question]) -> Json:
    return [_question(each) for each in questions]


def _transcript(transcript: Transcript) -> Json:
    return {
        "summary": transcript.summary,
        "sections": [_section(each) for each in transcript.sections],
        "unread": [_answer(each) for each in transcript.unread],
        "quoted": transcript.quoted,
        "questions": _questions(transcript.questions),
    }


SAID: Mapping[str, tuple[str, Callable[[Any], Json]]] = {
    "now": ("written", _instant),
    "reader": ("reader", _reader),
    "game": ("game", _game),
    "told": ("events", _told),
    "deadline": ("deadline", _deadline),
    "comments": ("comments", _as_it_is),
    "form": ("form", _as_it_is),
    "filed": ("filed", _as_it_is),
    "missing": ("missing", _as_it_is),
    "awaited": ("awaited", _as_it_is),
    "last": ("last", _instant),
    "loses": ("loses", _as_it_is),
    "losing": ("losing", _as_it_is),
    "players": ("players", _players),
    "picture": ("picture", _picture),
    "notice": ("notice", _as_it_is),
    "again": ("again", _as_it_is),
    "commitment": ("commitment", _as_it_is),
    "seed": ("seed", _as_it_is),
    "hidden_commitment": ("hidden_commitment", _as_it_is),
    "hidden_lots": ("hidden_lots", _as_it_is),
    "title": ("title", _as_it_is),
    "paragraphs": ("paragraphs", _as_it_is),
    "sender": ("from", _as_it_is),
    "to": ("to", _as_it_is),
    "press_lines": ("lines", _as_it_is),
    "lines": ("lines", _as_it_is),
    "answer": ("how_to_answer", _as_it_is),
    "letter_name": ("name", _as_it_is),
    "about": ("about", _as_it_is),
    "transcript": ("reply", _transcript),
    "asked": ("asked", _as_it_is),
    "questions": ("questions", _questions),
    "judge_address": ("judge", _as_it_is),
    "key": ("key", _as_it_is),
    "proved": ("proved", _as_it_is),
}
"""What a template is given by this name -> how it is called in the JSON, and how it is written there."""

LEFT_OUT = frozenset({"phase", "for_master", "view", "newcomer", "vacant", "goes_on", "ways", "practice"})
"""The phase of a late letter, and whom it is for: of a phase the deadline says what everybody is told, and that is all
that may be said. The view is said by its game's rules. To a newcomer signs are explained, and there are none here.
Whose seat is vacant, whether the game waits for a seat that is lost, the ways on from a late phase, and how a first
game is begun, are told in words.
"""
