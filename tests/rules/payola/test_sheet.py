"""Reading offer sheets (Payola 3.1-3.5, rulings P1-P5) and printing what reads back."""

from __future__ import annotations

import pytest

from judge.rules.diplomacy.orders import BadOrder
from judge.rules.payola.canonical import Amount, Command, Comment, Offer, Savings, print_line
from judge.rules.payola.reading.sheet import SheetReader, read_amounts
from tests.rules.payola.support import OPENING, STANDARD, line_of, position

UNITS = {
    "ENGLAND": "A LON, F NTH, A EDI, F ENG",
    "FRANCE": "A PAR, F SPA/SC, F BRE, A PIC",
    "RUSSIA": "F STP/SC, A WAR",
}


def read(text: str, power: str = "ENGLAND", units: dict[str, str] = UNITS) -> Offer | Command | Savings | Comment:
    return line_of(SheetReader(STANDARD, position(units), power), text)


def printed(text: str, power: str = "ENGLAND", units: dict[str, str] = UNITS) -> str:
    return print_line(position(units), read(text, power, units))


def fault(text: str, power: str = "ENGLAND", units: dict[str, str] = UNITS) -> BadOrder:
    with pytest.raises(BadOrder) as caught:
        read(text, power, units)
    return caught.value


LONG = "4*5#2 + 5*10#3 + 6#1 > A LON - YOR | S A EDI - YOR | S F NTH - YOR"


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        "4*5#2+5*10#3+6#1>a lon-yor|s a edi-yor|s f nth-yor",
        " 4 * 5 # 2 + 5*10 #3+ 6# 1 > Army London → YOR|SUPPORT army Edinburgh MOVE TO YOR|supports F North Sea – YOR",
    ],
)
def test_p1_case_blanks_and_long_names_never_matter(text: str) -> None:
    assert printed(text) == LONG


@pytest.mark.parametrize("kind", [":", "!", ">", "@", "&"])
def test_3_1_the_five_types_are_read(kind: str) -> None:
    assert printed(f"3{kind}a lon-yor") == f"3 {kind} A LON - YOR"


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("4", (Amount(4),)),
        ("", (Amount(0),)),
        ("4#", (Amount(4, 4),)),
        ("4#0", (Amount(4),)),
        ("4*3 + 2*4#2 + 1", (Amount(3, 0, 4), Amount(4, 2, 2), Amount(1))),
        ("99*9999#9999", (Amount(9999, 9999, 99),)),
        ("007", (Amount(7),)),
    ],
)
def test_3_1_amounts(text: str, amounts: tuple[Amount, ...]) -> None:
    assert read_amounts(text) == amounts


@pytest.mark.parametrize("text", ["A LON - YOR", ": A LON - YOR", "a lon-yor", "A LON -> YOR", "A London to Yorkshire"])
def test_p2_a_line_without_an_amount_is_an_amount_of_0(text: str) -> None:
    assert printed(text) == "0 : A LON - YOR"


@pytest.mark.parametrize(
    "behind",
    ["for 5", ", 5", ", 5 AgP", "(5 AgP)", ": 5", "= 5", "5 silver", "- 5 silver", ", silver 5", " for 5 coins"],
)
def test_p1_an_amount_behind_an_order_is_what_is_offered(behind: str) -> None:
    assert printed(f"A LON - YOR {behind}") == "5 : A LON - YOR"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("5 AgP : A LON - YOR", "5 : A LON - YOR"),
        ("2*5#2 + 1 silver piece ! A LON H", "2*5#2 + 1 ! A LON H"),
        ("5# AgP > A LON - YOR", "5# > A LON - YOR"),
        ("5 \u017filver : A LON - YOR", "5 : A LON - YOR"),
        ("20 silver pieces $", "20 $"),
    ],
)
def test_p1_the_name_of_the_money_may_stand_behind_an_amount(text: str, meant: str) -> None:
    assert printed(text) == meant


def test_p1_a_sign_before_savings_is_told_where_it_belongs() -> None:
    assert fault("$ 25").hint == "write `25 $`"


@pytest.mark.parametrize("text", ["save 10", "SAVINGS: 10 AgP", "Keep 10.", "hold back 10 silver pieces", "save 10 $"])
def test_p1_savings_may_be_said_in_words(text: str) -> None:
    assert printed(text) == "10 $"


@pytest.mark.parametrize("text", ["Save the date", "keep 10 paces away", "savings"])
def test_3_4_other_words_about_saving_save_nothing(text: str) -> None:
    assert fault(text).code != ""


@pytest.mark.parametrize("words", [", please", " thanks!", " ;-)", " thank you.", ", pls, thanks :)"])
def test_p1_courtesies_behind_an_offer_are_none_of_it(words: str) -> None:
    assert printed(f"5 : A LON - YOR{words}") == "5 : A LON - YOR"
    assert printed(f"5 : A LON - YOR % said{words}").endswith(f"% said{words}")


def test_p1_words_in_brackets_that_may_change_an_offer_and_a_second_offer_are_told() -> None:
    assert fault("5 : A LON - YOR (support it)").code == "line/doubt"
    assert fault("A LON - YOR for 5 and A EDI H for 3").code == "payola/several"


def test_3_5_what_follows_two_strokes_is_a_comment_too() -> None:
    assert printed("5 : A LON - YOR // with 100 % trust") == "5 : A LON - YOR  % with 100 % trust"
    assert printed("// a thought") == "% a thought"
    assert printed("5 : A LON - YOR % see https://a.example//b") == "5 : A LON - YOR  % see https://a.example//b"


@pytest.mark.parametrize("text", ["All units hold", "everything holds.", "The rest hold"])
def test_p1_who_tells_all_units_to_hold_is_told_that_each_is_paid_by_itself(text: str) -> None:
    told = fault(text)
    assert told.code == "payola/all-hold"
    assert "each unit is ordered by itself" in told.message


def test_p2_a_negative_line_without_an_amount_is_an_amount_of_0() -> None:
    assert printed("! A LON H") == "0 ! A LON H"


def test_p2_an_amount_before_a_whole_order_can_mean_nothing_but_a_direct_offer() -> None:
    assert printed("12 A LON - YOR") == "12 : A LON - YOR"


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("0 : A LON H", "1 : A LON H"),
        ("0 ! A LON H", "1 ! A LON H"),
        ("0 > A LON H", "1 > A LON H"),
        ("0 @ A LON H", "1 @ A LON H"),
        ("0 & A LON - YOR | H", "1 & A LON - YOR | H"),
        ("5 + 2*0 + 4#2 : A LON H", "5 + 2*1 + 4#2 : A LON H"),
        ("A LON H", "1 : A LON H"),
    ],
)
def test_p2_an_amount_for_a_foreign_unit_must_be_positive(line: str, right: str) -> None:
    bad = fault(line, power="FRANCE")
    assert (bad.code, bad.hint) == ("payola/zero-to-foreign-unit", f"write `{right}`")
    assert read(line, power="ENGLAND")


def test_p2_at_most_5000_offers_a_sheet_after_repetition() -> None:
    reader = SheetReader(STANDARD, position(UNITS), "ENGLAND")
    for _ in range(50):
        line_of(reader, "99*1 + 1 : A LON H")
    with pytest.raises(BadOrder, match="can hold 5000 offers"):
        line_of(reader, "1 : A LON H")


@pytest.mark.parametrize(
    ("text", "total"), [("2*10 $", 20), ("20$", 20), ("0 $", 0), ("9 $.", 9), ("5 + 2*3 $ % w", 11)]
)
def test_3_4_savings(text: str, total: int) -> None:
    line = read(text)
    assert isinstance(line, Savings)
    assert line.total == total


def test_3_5_comments_are_kept_with_their_lines() -> None:
    assert printed("5:a lon-yor%with Edinburgh's help % really") == "5 : A LON - YOR  % with Edinburgh's help % really"
    assert printed("% nothing but a thought") == "% nothing but a thought"
    assert printed("10$%for later") == "10 $  % for later"


@pytest.mark.parametrize(
    "text",
    [
        "1 : A BUR H",  # no unit there
        "1 : A PAR - LON",  # out of reach, no chain
        "1 : F BRE - PAR",  # a fleet inland
        "1 : A LON S A PAR - BUR",  # the supporter could not go there
        "1 : A LON S A VIE - WAL",  # no such unit
        "1 : A PAR S A PIC - WAL",  # Picardy cannot reach Wales: no, by a convoy it can, but Paris cannot
        "1 : A LON C A EDI - YOR",  # an army convoys nothing
        "1 : F BRE C A PIC - WAL",  # not at sea
        "1 : A PAR - PAR",
    ],
)
def test_p4_what_could_not_be_carried_out_is_refused_at_once(text: str) -> None:
    assert fault(text).code.startswith("diplomacy/")


def test_p4_a_convoy_needs_a_chain_of_fleets_at_sea() -> None:
    assert printed("1 : A LON - BEL") == "1 : A LON - BEL"
    assert fault("1 : A LVP - BEL", units=OPENING).code == "diplomacy/out-of-reach"


def test_p5_texts_that_mean_one_order_are_one_order() -> None:
    assert fault("5 : A LON - BEL | - BEL VIA CONVOY").code == "payola/same-order-twice"
    assert fault("5 : F SPA/SC - MAO | - MAO").code == "payola/same-order-twice"
    assert fault("5 : F BRE S F SPA - MAO | S F SPA/SC - MAO").code == "payola/same-order-twice"


def test_p5_a_via_convoy_beside_a_land_route_is_another_order() -> None:
    assert printed("5 : A PIC - BEL | - BEL VIA CONVOY") == "5 : A PIC - BEL | - BEL VIA"
