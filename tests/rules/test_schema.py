"""States as JSON and back, by their types alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Literal

import pytest

from judge.rules import schema
from judge.rules.schema import Number, Text


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
    dumped = schema.dump(TABLE)
    assert json.loads(json.dumps(dumped)) == dumped
    assert schema.load(json.loads(json.dumps(dumped)), Table) == TABLE


def test_its_json_is_plain_and_the_same_each_time() -> None:
    assert schema.dump(TABLE) == {
        "stage": "playing",
        "hands": {"EAST": [{"suit": "spades", "rank": 3}, {"suit": "spades", "rank": 4, "owner": "WEST"}], "WEST": []},
        "passed": ["EAST", "NORTH", "SOUTH", "WEST"],
        "sums": {"EAST": {"A": 1, "B": 2}},
    }


def test_mappings_come_back_sorted_whatever_order_they_were_kept_in() -> None:
    loaded = schema.load(
        {"stage": "bidding", "hands": {"WEST": [], "EAST": []}, "sums": {"X": {"B": 2, "A": 1}}}, Table
    )
    assert list(loaded.hands) == ["EAST", "WEST"]
    assert list(loaded.sums["X"]) == ["A", "B"]


def test_a_missing_field_gets_its_default() -> None:
    assert schema.load({"stage": "bidding", "hands": {}}, Table) == Table("bidding", {})


@pytest.mark.parametrize(
    "wrong",
    [None, [], "state", {}, {"stage": "sleeping", "hands": {}}, {"stage": "bidding", "hands": {"EAST": [{"rank": 1}]}}],
)
def test_what_is_no_state_is_refused_as_the_judge_expects(wrong: object) -> None:
    with pytest.raises(ValueError, match="no state of this game"):
        schema.load(wrong, Table)


def test_a_state_that_is_no_dataclass_is_for_its_system_to_write() -> None:
    with pytest.raises(TypeError, match="dict is no dataclass"):
        schema.load({}, dict)


@dataclass(frozen=True)
class Place:
    closed = True

    owner: Annotated[str, Text(str.upper)] = ""
    armies: Annotated[int, Number(0, 9)] = 0


@dataclass(frozen=True)
class Written:
    places: Mapping[str, Place]
    names: tuple[str, ...] = ()
    pair: tuple[str, int] = ("", 0)
    limit: Annotated[int, Number(1)] | None = None
    stage: Literal["bidding", "playing"] = "bidding"


def test_what_a_person_wrote_keeps_its_order_and_null_stands_for_a_default() -> None:
    found = schema.read({"places": {"B": {"owner": "east"}, "A": {"armies": None}}, "names": None, "more": 1}, Written)
    assert list(found.places.items()) == [("B", Place("EAST")), ("A", Place())]
    assert found.names == ()
    assert schema.write(found.places["A"]) == {"owner": "", "armies": 0}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"places": None}, "given.places is missing: an object, each value an object"),
        ({"places": []}, "given.places: an object, each value an object, not a list"),
        ({"places": {"A": {"armies": True}}}, "given.places of A.armies: a whole number from 0 to 9, not true"),
        ({"places": {"A": {"armies": 10**30}}}, f"given.places of A.armies: a whole number from 0 to 9, not {10**30}"),
        ({"places": {"A": {"owner": 5}}}, "given.places of A.owner: a text, not 5"),
        ({"places": {"A": {"armys": 5}}}, "given.places of A has no armys: there are owner, armies"),
        ({"names": "AB"}, 'given.names: a list, each item a text, not "AB"'),
        ({"names": ["A", {}]}, "given.names, item 2: a text, not an object"),
        ({"pair": ["A"]}, "given.pair: a list of 2, not of 1"),
        ({"pair": ["A", 1.5]}, "given.pair, item 2: a whole number, not 1.5"),
        ({"limit": 0}, "given.limit: a whole number from 1 on, not 0"),
        ({"stage": []}, "given.stage: one of bidding, playing, not a list"),
        ({"stage": "x" * 99}, f'given.stage: one of bidding, playing, not "{"x" * 40}"'),
    ],
)
def test_an_error_says_where_what_and_what_would_have_been_right(changes: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=r"^given") as error:
        schema.read({"places": {}, **changes}, Written, "given")
    assert str(error.value) == said
