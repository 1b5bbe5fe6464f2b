"""Canonical text of turn sheets: parsing and printing are inverse, and the reader of mail files nothing else."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.rules.empires.canonical import parse_messages, parse_slots, print_messages, print_slots
from judge.rules.empires.reading import SheetReader
from judge.rules.empires.slots import LAST_SLOT, USAGE, Slot
from judge.rules.empires.worldmap import load_map
from judge.rules.values import sheet_of
from tests.support.soaking import examples

WORLD = load_map("corners")
AREAS = tuple(WORLD.places)
COUNTRY = WORLD.countries[0]

areas = st.sampled_from(["", *AREAS])
amounts = st.sampled_from(["", "ALL", "AB-2", "0", "7", "12"])
numbers = st.integers(1, LAST_SLOT)
orders = st.builds(Slot, numbers, st.sampled_from(list(USAGE)), st.tuples(areas, areas, amounts)).filter(
    lambda slot: not slot.missing
)
sheets = st.lists(orders, max_size=5).map(lambda slots: {slot.number: slot for slot in slots})
words = st.sampled_from([*USAGE, *AREAS, "--", "-", "ALL", "AB-2", "-3", "0", "7", "XYZ", "FROB", "to", "from", "army"])


@settings(max_examples=examples(300), deadline=None)
@given(sheets)
def test_slots_are_parsed_as_they_were_printed(sheet: dict[int, Slot]) -> None:
    assert parse_slots(print_slots(sheet), AREAS) == sheet


messages = st.tuples(
    st.sampled_from(["ALL", *WORLD.countries]),
    st.lists(st.text("ABC:,() !", min_size=1, max_size=5).filter(str.strip), min_size=1, max_size=4).map(
        lambda said: " ".join(" ".join(said).split())
    ),
)


@given(st.lists(messages, max_size=4))
def test_messages_are_parsed_as_they_were_printed(said: list[tuple[str, str]]) -> None:
    assert parse_messages(print_messages(said)) == said


@settings(max_examples=examples(300), deadline=None)
@given(
    st.lists(st.tuples(numbers, st.lists(words, max_size=6), st.text("AB(?)-,; 23", max_size=4)), max_size=4), messages
)
def test_the_reader_of_mail_files_canonical_text(
    lines: list[tuple[int, list[str], str]], message: tuple[str, str]
) -> None:
    text = "\n".join(f"{number} {' '.join(order)}{tail}" for number, order, tail in lines)
    text += f"\nMessage to {message[0].lower()}: {message[1]}"
    parts = SheetReader(WORLD, WORLD.countries, COUNTRY).read(sheet_of(text)).parts
    slots = parse_slots(parts.get("slots", ""), AREAS)
    assert print_slots(slots) == parts.get("slots", "")
    assert print_messages(parse_messages(parts.get("messages", ""))) == parts.get("messages", "")


@settings(max_examples=examples(300), deadline=None)
@given(sheets, st.data(), st.text("0159 -ABC\n", max_size=2))
def test_text_is_parsed_only_as_it_would_be_printed(sheet: dict[int, Slot], data: st.DataObject, slip: str) -> None:
    text = print_slots(sheet)
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + slip + text[at:]
    with contextlib.suppress(ValueError):
        assert print_slots(parse_slots(text, AREAS)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("1 LEVY AKE", "1 levy AKE -- --", "01 LEVY AKE -- --", "17 LEVY AKE -- --", "1. LEVY AKE -- --"),
        *("LEVY AKE -- --", "1 LEVY AKE -- 05", "1 LEVY AKE -- -- ", "1 -", "1 --\n2 LEVY AKE -- --"),
        *("1 FROB AKE -- --", "1 LEVY XYZ -- --", "1 LEVY -- -- --", "1 ARMY -- -- -2", "1 ARMY -- -- AB-0"),
        "2 LEVY AKE -- --\n1 LEVY CAL -- --",
    ],
)
def test_what_is_not_canonical_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_slots(text, AREAS)
