"""Positions to test with: the map of the corners, with whatever a test changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from judge.rules.empires.play import adjudicate
from judge.rules.empires.state import Area, Country, State
from judge.rules.empires.system import SYSTEM
from judge.rules.rng import Rng
from judge.rules.values import Event, Json, Orders, Outcome, only, sheet_of

RNG = Rng(b"seed", "T1")
ORDER = ("NO", "EA", "SO", "WE")
QUIET = {"NEM": "EA", "OAK": "SO", "PAS": "WE", "ULM": "NO", "MID": "WE"}
"""Owners for the areas that are nobody's at the start, where chance would only disturb."""


def world(areas: Mapping[str, Area] | None = None, **changes: Any) -> State:
    """The start on the corners, in the order NO EA SO WE; no census comes near."""
    start: State = SYSTEM.start({}, SYSTEM.seating({}).names, RNG).state
    return replace(start, **{"order": ORDER, "census": 99, "areas": {**start.areas, **(areas or {})}, **changes})


def bps(state: State, country: str, number: int) -> State:
    return replace(state, countries={**state.countries, country: replace(state.countries[country], bps=number)})


def having(state: State, country: str, **values: int) -> State:
    each: Country = replace(state.countries[country], **values)
    return replace(state, countries={**state.countries, country: each})


def orders(state: State, sheets: Mapping[str, str]) -> dict[str, Orders]:
    """What these sheets, slots from 1 on unless they are numbered, put on file."""
    found = {}
    for country, text in sheets.items():
        lines = text.splitlines()
        numbered = [line if line[:1].isdigit() else f"{place} {line}" for place, line in enumerate(lines, 1)]
        found[country] = SYSTEM.read(SYSTEM.view(state, only(country)), country, sheet_of("\n".join(numbered))).parts
    return found


@dataclass(frozen=True)
class Step:
    """An adjudication, and what it told: country -> its report."""

    outcome: Outcome[State]

    @property
    def report(self) -> dict[str, Mapping[str, Json]]:
        return {event.audience.roles[0]: event.data for event in self.outcome.events if event.kind == "report"}

    @property
    def bids(self) -> dict[str, int]:
        return {country: report["bid"] for country, report in self.report.items()}


def play(state: State, sheets: Mapping[str, str], rng: Rng = RNG) -> Step:
    return Step(adjudicate(state, orders(state, sheets), rng))


def outcome_of(state: State, order: str, country: str = "NO") -> tuple[bool, str, int]:
    """Whether one order in slot 1 was carried out, what came of it, and the BPs left after it."""
    row = play(state, {country: order}).report[country]["slots"][0]
    return row["done"], row["said"], row["bps"]


def after(step: Step, code: str) -> Area:
    area: Area = step.outcome.state.areas[code]
    return area


def told(step: Step, kind: str, country: str) -> list[Event]:
    return [event for event in step.outcome.events if event.kind == kind and event.audience.includes(only(country))]
