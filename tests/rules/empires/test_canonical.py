"""Canonical text of turn sheets: parsing and printing are inverse, and the reader of mail files nothing else."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.rules.empires.canonical import parse_messages, parse_slots, print_messages, print_slots
from judge.rules.empires.reading.sheet import SheetReader
from judge.rules.empires.slots import ACTIONS, LAST_SLOT, Slot, slot_of
from judge.rules.empires.worldmap import load_map
from judge.rules.values import sheet_of
from tests.support.soaking import examples

WORLD = load_map("corners")
NAMES = {code: place.name for code, place in WORLD.places.items()}
AREAS = tuple(NAMES)
COUNTRY = WORLD.countries[0]

boxes = st.one_of(
    st.sampled_from([*AREAS, "--", "-", "ALL", "AB-2", "-3", "0", "7", "12", "XYZ", "AKERHOLM"]),
    st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=4).map(str.upper),
)
orders = st.tuples(st.sampled_from([*ACTIONS, "FROB", "GRWO"]), st.lists(boxes, max_size=6)).map(
    lambda order: [order[0], *order[1]]
)
numbers = st.integers(1, LAST_SLOT)


@settings(max_examples=examples(300), deadline=None)
@given(st.dictionaries(numbers, orders, max_size=5))
def test_slots_are_parsed_as_they_were_printed(sheet: dict[int, list[str]]) -> None:
    slots = {number: slot for number, words in sheet.items() if (slot := slot_of(number, words, AREAS))}
    assert parse_slots(print_slots(slots), AREAS) == slots


words = st.lists(st.text("ABC:,() !", min_size=1, max_size=5).filter(str.strip), min_size=1, max_size=4)
messages = st.tuples(
    st.sampled_from(["ALL", *WORLD.countries]), words.map(lambda said: " ".join(" ".join(said).split()))
)


@given(st.lists(messages, max_size=4))
def test_messages_are_parsed_as_they_were_printed(said: list[tuple[str, str]]) -> None:
    assert parse_messages(print_messages(said)) == said


@settings(max_examples=examples(300), deadline=None)
@given(st.lists(st.tuples(numbers, orders, st.text("AB(?)-,; 23", max_size=4)), max_size=4), messages)
def test_the_reader_of_mail_files_canonical_text(
    lines: list[tuple[int, list[str], str]], message: tuple[str, str]
) -> None:
    text = "\n".join(f"{number} {' '.join(order)}{tail}" for number, order, tail in lines)
    text += f"\nMessage to {message[0].lower()}: {message[1]}"
    parts = SheetReader(COUNTRY, WORLD.countries, NAMES).read(sheet_of(text)).parts
    slots = parse_slots(parts.get("slots", ""), AREAS)
    assert print_slots(slots) == parts.get("slots", "")
    assert print_messages(parse_messages(parts.get("messages", ""))) == parts.get("messages", "")


@settings(max_examples=examples(300), deadline=None)
@given(st.lists(orders, min_size=1, max_size=3), st.data(), st.text("0159 -ABC\n", max_size=2))
def test_text_is_parsed_only_as_it_would_be_printed(sheet: list[list[str]], data: st.DataObject, slip: str) -> None:
    slots: dict[int, Slot | None] = {}
    for number, order in enumerate(sheet, 1):
        if slot := slot_of(number, order, AREAS):
            slots[number] = slot
    text = print_slots(slots)
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + slip + text[at:]
    with contextlib.suppress(ValueError):
        assert print_slots(parse_slots(text, AREAS)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("1 LEVY AKE", "1 levy AKE -- --", "01 LEVY AKE -- --", "17 LEVY AKE -- --", "1. LEVY AKE -- --"),
        *("LEVY AKE -- --", "1 LEVY AKE -- 05", "1 LEVY AKE -- -- ", "1 -", "1 --\n2 LEVY AKE -- --"),
        "2 LEVY AKE -- --\n1 LEVY CAL -- --",
    ],
)
def test_what_is_not_canonical_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_slots(text, AREAS)
