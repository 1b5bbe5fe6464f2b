"""The lines that the arena and a program exchange, version 1: JSON, one object a line. docs/arena.md describes them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from judge.arena.contestant import Card, Lost
from judge.rules.computers import Heard, Message, Situation, Told, Writing
from judge.rules.data import event_data
from judge.rules.game import AnySystem
from judge.rules.values import Json, Result

PROTOCOL = 1
LONGEST_SHEET = 100_000
LONGEST_PRESS = 10_000
MOST_LETTERS = 50
"""Letters of press in one answer."""


def hello(card: Card, seconds: float) -> dict[str, Json]:
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": card.game,
        "system": card.system.name,
        "options": dict(card.options),
        "seat": card.seat,
        "seats": list(card.seats),
        "rounds": card.rounds,
        "seconds": seconds,
        "borders": list(card.borders),
    }


def turn(
    system: AnySystem,
    number: int,
    here: Situation,
    news: tuple[Sequence[Told], Sequence[Heard]],
    remarks: Sequence[str],
) -> dict[str, Json]:
    """`news`: the letters and the press since the last turn."""
    letters, press = news
    phase = here.phase
    return {
        "type": "turn",
        "turn": number,
        "round": here.turn + 1,
        "phase": {"label": phase.label, "title": phase.title, "kind": phase.kind},
        "roles": {
            role: {
                "view": system.view_data(view),
                "form": here.forms[role],
                "filed": system.show(view, here.filed[role]) if here.filed[role] else "",
            }
            for role, view in here.views.items()
        },
        "events": [{"phase": letter.label, **event_data(event)} for letter in letters for event in letter.events],
        "press": [{"phase": each.label, "from": each.sender, "to": list(each.to), "text": each.text} for each in press],
        "addressees": list(here.addressees),
        "remarks": list(remarks),
    }


def end(result: Result | None) -> dict[str, Json]:
    told = {"winners": list(result.winners), "summary": result.summary} if result is not None else None
    return {"type": "end", "result": told}


def parsed(line: bytes) -> dict[str, Json]:
    """An object of one line. Raises Lost."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Lost(f"it wrote what is no JSON: {_short(line)}") from error
    if not isinstance(found, dict):
        raise Lost(f"it wrote what is no JSON object: {_short(line)}")
    return found


def _short(line: bytes) -> str:
    return ascii(line[:60].decode(errors="replace"))


def writing_of(answer: Mapping[str, Json], here: Situation) -> Writing:
    """What an answer to a turn says. Raises Lost where it is not one."""
    sheets: Json = answer.get("sheets")
    if sheets is None:
        only_sheet: Json = answer.get("sheet", "")
        sheets = {next(iter(here.views)): only_sheet}
    if not isinstance(sheets, dict) or not all(isinstance(text, str) for text in sheets.values()):
        raise Lost("`sheets` is an object of texts, or `sheet` one text")
    if any(len(text) > LONGEST_SHEET for text in sheets.values()):
        raise Lost(f"a sheet has at most {LONGEST_SHEET} characters")
    for role in sheets:
        if role not in here.views:
            raise Lost(f"it wrote for {role[:40]!r}; its roles are {', '.join(here.views)}")
    why: Json = answer.get("why", "")
    return Writing(
        sheets, _messages(answer.get("press", []), here.addressees), why[:500] if isinstance(why, str) else ""
    )


def _messages(press: Json, addressees: Sequence[str]) -> tuple[Message, ...]:
    if not isinstance(press, list) or len(press) > MOST_LETTERS:
        raise Lost(f"`press` is a list of at most {MOST_LETTERS} letters")
    found = []
    for each in press:
        to: Json = each.get("to", []) if isinstance(each, dict) else None
        text: Json = each.get("text") if isinstance(each, dict) else None
        if not isinstance(to, list) or not isinstance(text, str) or len(text) > LONGEST_PRESS:
            raise Lost('a letter of press is {"to": [seats], "text": "..."}, the text of 10000 characters at most')
        if not set(map(str, to)) <= set(addressees):
            raise Lost(
                f"it wrote press to {', '.join(map(str, to))[:60]!r}; it may to {', '.join(addressees) or 'nobody'}"
            )
        found.append(Message(tuple(to), text))
    return tuple(found)
