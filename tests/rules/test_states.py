"""States as JSON and back, by their types alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

import pytest

from judge.rules import states


class Suit(Enum):
    SPADES = "spades"


@dataclass(frozen=True)
class Card:
    suit: Suit
    rank: int
    owner: str | None = None


@dataclass(frozen=True)
class Table:
    stage: Literal["bidding", "playing"]
    hands: Mapping[str, tuple[Card, ...]]
    passed: frozenset[str] = frozenset()
    sums: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


TABLE = Table(
    "playing",
    {"EAST": (Card(Suit.SPADES, 3), Card(Suit.SPADES, 4, "WEST")), "WEST": ()},
    frozenset({"WEST", "EAST", "NORTH", "SOUTH"}),
    {"EAST": {"A": 1, "B": 2}},
)


def test_a_state_comes_back_as_it_was() -> None:
    dumped = states.dump(TABLE)
    assert json.loads(json.dumps(dumped)) == dumped
    assert states.load(json.loads(json.dumps(dumped)), Table) == TABLE


def test_its_json_is_plain_and_the_same_each_time() -> None:
    assert states.dump(TABLE) == {
        "stage": "playing",
        "hands": {
            "EAST": [
                {"suit": "spades", "rank": 3, "owner": None},
                {"suit": "spades", "rank": 4, "owner": "WEST"},
            ],
            "WEST": [],
        },
        "passed": ["EAST", "NORTH", "SOUTH", "WEST"],
        "sums": {"EAST": {"A": 1, "B": 2}},
    }


def test_mappings_come_back_sorted_whatever_order_they_were_kept_in() -> None:
    loaded = states.load(
        {"stage": "bidding", "hands": {"WEST": [], "EAST": []}, "sums": {"X": {"B": 2, "A": 1}}}, Table
    )
    assert list(loaded.hands) == ["EAST", "WEST"]
    assert list(loaded.sums["X"]) == ["A", "B"]


def test_a_missing_field_gets_its_default() -> None:
    assert states.load({"stage": "bidding", "hands": {}}, Table) == Table("bidding", {})


@pytest.mark.parametrize(
    "wrong",
    [None, [], "state", {}, {"stage": "sleeping", "hands": {}}, {"stage": "bidding", "hands": {"EAST": [{"rank": 1}]}}],
)
def test_what_is_no_state_is_refused_as_the_judge_expects(wrong: object) -> None:
    with pytest.raises(ValueError, match="no state of this game"):
        states.load(wrong, Table)


def test_a_state_that_is_no_dataclass_is_for_its_system_to_write() -> None:
    with pytest.raises(TypeError, match="dict is no dataclass"):
        states.load({}, dict)
