"""Whole phases in tests: a state from a line of units, letters in canonical words, and what came of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judge.rules.machiavelli.canonical import Letter, parse_letter
from judge.rules.machiavelli.expenses import BRIBE_PRICES, COUNTER, LEADERS, REBELLIONS
from judge.rules.machiavelli.play import play
from judge.rules.machiavelli.position import Position, opening
from judge.rules.machiavelli.state import State, read_label
from judge.rules.values import Json, Outcome, only
from tests.rules.machiavelli.field import field

SPENDS = (*LEADERS, *REBELLIONS, *BRIBE_PRICES, COUNTER)

EVERYBODY = opening().markers


def letter(text: str, phase: str) -> Letter:
    """Lines apart by `;`, each in the part it belongs to."""
    parts: dict[str, list[str]] = {}
    for line in (line.strip() for line in text.replace("\n", ";").split(";")):
        word = line.partition(" ")[0]
        if not line:
            continue
        if word == "GIVE":
            part = "gifts"
        elif phase.endswith("A"):
            part = "payments" if word in ("PAY", "RAISE") else "dealings"
        else:
            part = "expenditures" if word in SPENDS else "orders"
        parts.setdefault(part, []).append(line)
    return parse_letter({part: "\n".join(lines) for part, lines in parts.items()})


def state(
    units: str, phase: str = "SPR1460C", ducats: Mapping[str, int] | None = None, *, home: bool = True, **more: object
) -> State:
    """home: everybody controls what he does at the start, besides what the units call for."""
    markers = {**(EVERYBODY if home else {}), **more.pop("markers", {})}  # type: ignore[dict-item]
    made = field(units, **more).position  # type: ignore[arg-type]
    position: Position = replace(made, markers={**markers, **made.markers, **markers_of(units)})
    purse = dict.fromkeys(position.players(), 15) | dict(ducats or {})
    return State(read_label(phase), position, purse, dict(purse))


def markers_of(units: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for entry in units.replace("\n", ";").split(";"):
        if words := entry.split():
            found[words[2]] = "" if words[2] in found and found[words[2]] != words[0] else words[0]
    return {area: owner for area, owner in found.items() if owner and owner != "NOBODY"}


def phase(
    units: str,
    letters: Mapping[str, str],
    label: str = "SPR1460C",
    ducats: Mapping[str, int] | None = None,
    **more: object,
) -> Outcome[State]:
    start = state(units, label, ducats, **more)  # type: ignore[arg-type]
    written = {player: letter(text, label) for player, text in letters.items()}
    return play(start, written)


def account(played: Outcome[State], player: str) -> list[tuple[str, int, str]]:
    """(what was ordered, ducats taken, outcome) in the player's account."""
    return [(row["text"], -row["ducats"], row["outcome"]) for row in account_rows(played, player)]


def account_rows(played: Outcome[State], player: str) -> list[Mapping[str, Json]]:
    """All that the player is told of their ducats."""
    [told] = [event.data for event in played.events if event.kind == "account" and event.audience == only(player)]
    rows: list[Mapping[str, Json]] = told["rows"]
    return rows


def told(played: Outcome[State], kind: str) -> list[Mapping[str, Json]]:
    return [event.data for event in played.events if event.kind == kind]
