"""Canonical text of offer sheets: parsing and printing are inverse, and the reader of mail files nothing else."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench._sheets import legal_orders, position
from judge.rules.diplomacy.board import Position
from judge.rules.diplomacy.canonical import Parser
from judge.rules.diplomacy.orders import SUPPORT, BadOrder
from judge.rules.payola.canonical import (
    MOST_MONEY,
    MOST_REPETITION,
    Amount,
    Command,
    Comment,
    Line,
    Offer,
    OfferSheet,
    Savings,
    SheetParser,
    print_line,
    print_sheet,
)
from judge.rules.payola.reading.sheet import SheetReader
from judge.rules.payola.variants import Variant
from tests.rules.payola.support import STANDARD, line_of
from tests.rules.payola.support import position as opening
from tests.support.soaking import examples

POWER = "FRANCE"
PLACES = [position(25, seed) for seed in range(5)]
LOYAL = Variant("loyal", loyal=True)

money = st.one_of(st.integers(0, 30), st.integers(0, MOST_MONEY))
comments = st.one_of(st.just(""), st.text(st.characters(exclude_characters="\n"), max_size=12).map(str.strip))


@st.composite
def amounts(draw: st.DrawFn, *, plateaus: bool = True) -> tuple[Amount, ...]:
    drawn = []
    for _ in range(draw(st.integers(1, 3))):
        silver = draw(money)
        plateau = draw(st.integers(0, silver)) if plateaus else 0
        drawn.append(Amount(silver, plateau, draw(st.sampled_from([1, 1, 2, MOST_REPETITION]))))
    return tuple(drawn)


@st.composite
def lines(draw: st.DrawFn, where: Position, *, loyal: bool, blind: bool) -> Line:
    comment = draw(comments)
    kind = draw(st.sampled_from([":", "!", ">", "@", "&", "$", "%", "own"]))
    if kind == "%":
        return Comment(comment)
    if kind == "$":
        return Savings(draw(amounts(plateaus=False)), comment)
    own = kind == "own"
    units = [unit for unit in where.units.values() if (unit.power == POWER) == own or (not own and not loyal)]
    if not units:
        return Comment(comment)
    unit = draw(st.sampled_from(units))
    legal = legal_orders(where, unit)
    if blind:
        helped = {each.other: where.units[each.other] for each in legal if each.verb == SUPPORT}
        named = {
            province: str(each) if each.power == POWER else f"{each.kind} {province}"
            for province, each in helped.items()
        }
        legal = [each._replace(other=named.get(each.other, "")) for each in legal]
        if unit.power != POWER:
            unit = unit._replace(power="", place=unit.province)
    orders = draw(st.lists(st.sampled_from(legal), min_size=1, max_size=3, unique=True))
    if own and loyal:
        return Command(unit, orders[0], comment)
    return Offer(unit, ":" if own else kind, tuple(orders), draw(amounts()), comment)


def parser(where: Position, *, loyal: bool, blind: bool) -> SheetParser:
    others = tuple(power for power in STANDARD.powers if power != POWER)
    return SheetParser(Parser(STANDARD, where, POWER if blind else ""), POWER, others if loyal else None)


@pytest.mark.parametrize("loyal", [False, True])
@pytest.mark.parametrize("blind", [False, True])
@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
def test_sheets_are_parsed_as_they_were_printed(*, loyal: bool, blind: bool, data: st.DataObject) -> None:
    where = data.draw(st.sampled_from(PLACES))
    drawn = data.draw(st.lists(lines(where, loyal=loyal, blind=blind), max_size=5))
    sheet = OfferSheet(tuple(drawn))
    text = print_sheet(where, sheet)
    assert parser(where, loyal=loyal, blind=blind).sheet(text) == sheet


@settings(max_examples=examples(200), deadline=None)
@given(st.data(), st.text("0123456789*#+:!>@&|$%-/ AFHSC", max_size=2), st.booleans())
def test_a_line_is_parsed_only_as_it_would_be_printed(data: st.DataObject, slip: str, insert: bool) -> None:
    where = data.draw(st.sampled_from(PLACES))
    text = print_line(where, data.draw(lines(where, loyal=False, blind=False)))
    at = random.Random(len(text)).randrange(len(text) + 1)
    text = text[:at] + slip + text[at if insert else at + 1 :]
    try:
        line = parser(where, loyal=False, blind=False).line(text)
    except ValueError:
        return
    printed = print_line(where, line)
    # A fleet may be named without the coast that only its owner sees in a blind game.
    assert printed == text or printed.replace("/NC", "").replace("/SC", "").replace("/EC", "") == text


@pytest.mark.parametrize("loyal", [False, True])
@pytest.mark.parametrize("blind", [False, True])
@settings(max_examples=examples(100), deadline=None)
@given(data=st.data())
def test_the_reader_of_mail_files_canonical_text(*, loyal: bool, blind: bool, data: st.DataObject) -> None:
    where = data.draw(st.sampled_from(PLACES))
    text = print_line(where, data.draw(lines(where, loyal=loyal, blind=blind)))
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(st.text("0159*#+:!>@&|$%-/ AFHSC", max_size=2)) + text[at:]
    others = tuple(power for power in STANDARD.powers if power != POWER)
    variant = (LOYAL if loyal else Variant())._replace(blind=blind)
    reader = SheetReader(STANDARD, where, POWER, variant, others if loyal else ())
    try:
        line = line_of(reader, text.lower())
    except BadOrder:
        return
    assert parser(where, loyal=loyal, blind=blind).line(print_line(where, line)) == line


@pytest.mark.parametrize(
    "line",
    [
        *(
            "5: A PAR H",
            "05 : A PAR H",
            "5 : A PAR HOLD",
            "5 : A PAR",
            " 5 : A PAR H",
            "5 : A PAR H % now",
            "5#0 : A PAR H",
        ),
        *(
            "5#5 : A PAR H",
            "1*5 : A PAR H",
            "100*5 : A PAR H",
            "5#6 : A PAR H",
            "10000 : A PAR H",
            ": A PAR H",
            "A PAR H",
        ),
        *("5 : A PAR H|- BUR", "5+3 : A PAR H", "SAVE 5", "5#2 $", "%now", "", "5 : A PAR H  % ", "5 : A PAR H\n"),
    ],
)
def test_what_is_not_canonical_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        SheetParser(Parser(STANDARD, opening()), POWER).line(line)
