"""Lines of a sheet as people write them: what is filed, and what is told instead."""

from __future__ import annotations

import pytest

from judge.rules.empires.canonical import without_blank_boxes
from judge.rules.empires.system import SYSTEM
from judge.rules.values import Reading, only, sheet_of
from tests.rules.empires.worlds import world

VIEW = SYSTEM.view(world(), only("NO"))


def read(text: str) -> Reading:
    return SYSTEM.read(VIEW, "NO", sheet_of(text))


def filed(text: str) -> list[str]:
    return without_blank_boxes(read(text).parts.get("slots", "")).splitlines()


def told(text: str) -> list[str]:
    return [problem.message for problem in read(text).problems if not problem.warning]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Move everything from AKE into CAL", "MOVE AKE CAL ALL"),
        ("MOVE AKE CAL ALLE", "MOVE AKE CAL ALL"),
        ("MOVE AKE CAL all-but 2", "MOVE AKE CAL AB-2"),
        ("MOVE 2 AKE CAL", "MOVE AKE CAL 2"),
        ("MOVE AKE->CAL 2 // all but one", "MOVE AKE CAL 2"),
        ("– MOVE AKE-CAL ab1", "MOVE AKE CAL AB-1"),
        ("ATTACK CAL NEM (all but one)", "ATTACK CAL NEM AB-1"),
        ("Attack Nemfell from Calder with an army", "ATTACK CAL NEM 1"),
        ("seamove akerholm to north sea 1", "SEAMOVE AKE NSE 1"),
        ("RAZE AKE 1 fort", "RAZE AKE -- 1"),
        ("RESERVE AKE — two", "RESERVE AKE -- 2"),
        ("RETREAT AKE (to Calder)", "RETREAT AKE CAL"),
        ("ARMY one army", "ARMY -- -- 1"),
        ("FORT AKE", "FORTIFY AKE"),
        ("ORDER (3 BPs)", "ORDER -- -- 3"),
        ("ORDER FEN 4", "ORDER FEN -- 4"),
        ("LEVY AKE now, of course", "LEVY AKE"),
    ],
)
def test_an_order_in_plain_words_is_put_into_its_boxes(said: str, meant: str) -> None:
    assert (filed(f"1 {said}"), told(f"1 {said}")) == ([f"1 {meant}"], [])


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("1 MOVE 2 armies from AKE to CAL or BRY", "`or` may change what you order"),
        ("1 ATTACK NEM from CAL if EA does", "`if` may change what you order"),
        ("1 MOVE AKE CAL (2 or 3)", "`(2 or 3)` may change what you order"),
        ("1 MOVE AKE CAL 2?", "`?` may change what you order"),
        ("1 DISOWN CAL (maybe)", "`(maybe)` may change what you order"),
        ("slot 3 should not be FORTIFY CAL", "`should` may change what you order"),
        ("slot 3 should not be a levy", "`should` may change what you order"),
        ("Correction: slot 3 should be GROW CAL, not FORTIFY CAL.", "`Correction` may change what you order"),
        ("1 LEVY AKE, 2 GROW CAL if I can", "`if` may change what you order"),
        ("1 MOVE AKE CAL 2 and then 3", "`then` may change what you order"),
        ("1 MOVE army from AKE to CAL", "Is it one, or more?"),
        ("1 MOVE AKE CAL 1 armies", "Is it one, or more?"),
        ("1 ORDER 2 armies", "ORDER counts no armies"),
        ("1 MOVE AKE CAL BRY 2", "BRY is one area too many"),
        ("1 MOVE from AKE from CAL 2", "CAL is one area too many"),
        ("1 RESERVE 2 from AKE to CAL", "CAL is one area too many"),
        ("1 MOVE to CAL 2", "MOVE wants an area in its FROM box"),
        ("1 RETREAT to CAL", "RETREAT wants an area in its FROM box"),
        ("1 MOVE AKE", "MOVE wants an area in its TO box"),
        ("1 MOVE AKE CAL 1 2", "It has two numbers"),
        ("1 MOVE AKE CAL 2.5", "I read `1 MOVE AKE CAL 2`, but not `5`"),
        ("1 ATTACK CAL NEM 2 - go go go", "I read `1 ATTACK CAL NEM 2 -`, but not `go go go`"),
        ("1 LEVY AKE. Attack", "I read `1 LEVY AKE`, but not `Attack`"),
        ("ALL 1 LEVY AKE", "`ALL 1 LEVY AKE` is not one whole order"),
        ("1 LEVY AKE, army", "I read `1 LEVY AKE`, but not `army`"),
        ("16 ORDER max", "`max` may change what you order"),
        ("1 ORDER 50%", "I read `1 ORDER 50`, but not `%`"),
        ("1 ORDER 50 %", "I read `1 ORDER 50`, but not `%`"),
        ("1 ORDER 1234567890123", "That number is too long"),
        ("1 fortify the capital", "I read `1 fortify`, but not `capital`"),
        ("17 LEVY AKE", "There is no slot 17"),
        ("0 LEVY AKE", "There is no slot 0"),
    ],
)
def test_what_is_not_understood_to_its_last_word_is_told_and_not_filed(said: str, why: str) -> None:
    (message,) = told(said)
    assert message.startswith(why)
    assert filed(said) == []
    assert filed(f"2 LEVY AKE\n{said}") == ["2 LEVY AKE"]


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("1 ATACK AKE CAL 1", "Did you mean ATTACK?"),
        ("1 FROB AKE", "There are: MOVE, ATTACK, "),
        ("1 MOVE AKE CLA 1", "Did you mean CAL (Calder)?"),
        ("1 GROW Akerhol", "Did you mean AKE (Akerholm)?"),
        ("1 Move 2 armies from Akerhlm to Caldr", "Did you mean AKE (Akerholm) and CAL (Calder)?"),
        ("1 MOVE AKE", "Write: MOVE FROM TO n"),
        ("1 LEVY AKE (if I can)", "write `1 LEVY AKE"),
        ("levy ake if i can", "write `levy ake"),
        ("2. then move everything to Calder", "write `move everything to Calder"),
        ("Move 3 from AKE to CAL and attack NEM from there", "write `Move 3 from AKE to CAL; attack NEM"),
        ("1 LEVY AKE, CAL and BRY", "write `1 LEVY AKE, CAL"),
        ("MESSAGE: Hello all", "Write MESSAGE ALL, or MESSAGE and one of EA, "),
    ],
)
def test_what_would_be_right_is_told(said: str, hint: str) -> None:
    (problem,) = read(said).problems
    assert problem.hint.startswith(hint)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("1 MOVE AKE CAL \u20132", "1 MOVE AKE CAL AB-2"),
        ("1 MOVE AKE CAL \u22122", "1 MOVE AKE CAL AB-2"),
        ("1 MOVE AKE CAL AB\u20132", "1 MOVE AKE CAL AB-2"),
        ("1 MOVE AKE CAL AB - 2", "1 MOVE AKE CAL AB-2"),
        ("1 MOVE AKE - CAL - 2", "1 MOVE AKE CAL 2"),
        ("1 MOVE AKE CAL -- 2", "1 MOVE AKE CAL 2"),
    ],
)
def test_6_3_a_number_below_zero_is_all_but_with_whatever_dash_a_phone_writes(said: str, meant: str) -> None:
    assert (filed(said), told(said)) == ([meant], [])


@pytest.mark.parametrize("dash", ["-", "\u2013", "\u2014", "\u2212"])
def test_6_3_a_dash_apart_from_its_number_may_be_a_minus_and_is_told(dash: str) -> None:
    (problem,) = read(f"1 MOVE AKE CAL {dash} 2").problems
    assert problem.hint == "Write 2 without a dash, or for all but 2: AB-2"


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("MOVE AKE CAL ALL\nMOVE CAL BRY 1\nORDER 3", ["1 MOVE AKE CAL ALL", "2 MOVE CAL BRY 1", "3 ORDER -- -- 3"]),
        ("move ake, cal, 1; move cal, bry, all", ["1 MOVE AKE CAL 1", "2 MOVE CAL BRY ALL"]),
        ("3. also levy AKE", ["3 LEVY AKE"]),
        ("3. nice, levy AKE", ["3 LEVY AKE"]),
        ("3. ok! now: levy AKE", ["3 LEVY AKE"]),
        ("levy AKE, then grow CAL", ["1 LEVY AKE", "2 GROW CAL"]),
        ("1 Akerholm befestigen\n2 Calder wachsen lassen", ["1 FORTIFY AKE", "2 GROW CAL"]),
        ("In slot 3 please levy in Akerholm, grow Calder", ["3 LEVY AKE", "4 GROW CAL"]),
        ("1 LEVY AKE\ngrow cal\n2 FORTIFY CAL\norder", ["1 LEVY AKE", "2 FORTIFY CAL", "3 GROW CAL", "4 ORDER"]),
        ("1 LEVY AKE\nand in slot 16 ORDER, of course.", ["1 LEVY AKE", "16 ORDER"]),
        ("1 LEVY AKE\nslot 1 should be grow in Calder", ["1 GROW CAL"]),
        ("16 ORDER\nlevy AKE", ["16 ORDER"]),
        ("1 LEVY AKE\nI love my army", ["1 LEVY AKE"]),
        ("1 LEVY AKE\nBase", ["1 LEVY AKE"]),
    ],
)
def test_orders_without_a_slot_take_the_next_free_ones_in_their_order(said: str, meant: list[str]) -> None:
    assert filed(said) == meant


def test_the_reply_tells_the_slots() -> None:
    (line,) = read("levy ake; grow cal").lines
    assert line.meaning == "slot 1: LEVY AKE -- --; slot 2: GROW CAL -- --"
    assert told("16 ORDER\nlevy AKE") == ["No slot is free behind slot 16."]


def test_an_order_below_a_long_message_may_be_its_end_and_is_told() -> None:
    said = "MESSAGE EA As we agreed when we met, this is what I will do for you:\n"
    assert filed(f"{said}attack NEM from CAL with 1") == []
    assert filed(f"{said}1 attack NEM from CAL with 1") == ["1 ATTACK CAL NEM 1"]


@pytest.mark.parametrize("said", ["thanks!", "Base camp", "1", "I have 2 orders for you", "No order bid this time."])
def test_talk_is_a_remark(said: str) -> None:
    reading = read(said)
    assert (dict(reading.parts), reading.problems) == ({}, ())
    assert [line.text for line in reading.remarks] == [said]
