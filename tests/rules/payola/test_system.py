"""Payola played through the seam: every ruling that is not about one sheet or one auction."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.rules.diplomacy.board import Unit
from judge.rules.diplomacy.boardfile import load_board
from judge.rules.diplomacy.labels import ADJUSTMENTS
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.payola.acceptance import read_list
from judge.rules.payola.income import decreasing_income
from judge.rules.payola.state import PayolaState
from judge.rules.payola.system import SYSTEM
from judge.rules.problems import Refused
from judge.rules.values import DUMMY, END, MASTER, PUBLIC, RESIGN, SUCCEED, VOTE, Act, PhaseRecord, Posting, only
from tests.rules.diplomacy.tables import load_table
from tests.rules.payola.played import POWERS, RNG, act, adjudicate, at, codes, opening, read, told
from tests.rules.payola.support import STANDARD

# 2. Accounts

INCOME = [17, 33, 48, 62, 75, 87, 98, 108, 117, 125, 132, 138, 143, 147, 150, 152, 153]


@pytest.mark.parametrize(("centers", "income"), list(enumerate(INCOME, 1)))
def test_2_1_the_table_of_annual_income(centers: int, income: int) -> None:
    assert decreasing_income(centers, 18) == income


def test_p15_a_center_past_the_victory_number_earns_nothing() -> None:
    assert decreasing_income(18, 18) == decreasing_income(25, 18) == 153
    assert decreasing_income(0, 18) == 0


def test_2_1_the_first_treasuries_are_48_and_russia_has_62() -> None:
    assert dict(opening().balances) == {power: 62 if power == "RUSSIA" else 48 for power in POWERS}


def test_p15_income_comes_with_the_first_spring_and_is_told_to_its_power_alone() -> None:
    start = SYSTEM.start({}, POWERS, RNG)
    assert told(start, "FRANCE", "income") == [{"amount": 48, "centers": 3, "balance": 48}]
    assert sum(posting.amount for posting in start.postings) == 6 * 48 + 62


def test_p15_no_income_comes_in_fall() -> None:
    after = adjudicate(opening(), FRANCE="1 : A PAR - BUR")
    assert SYSTEM.phase(after.state).label == "F1901M"  # type: ignore[union-attr]
    assert after.state.balances["FRANCE"] == 47


def test_p15_income_comes_when_winter_is_skipped_too() -> None:
    state = at("F1901M", {"FRANCE": ["A PAR", "A MAR"]}, {"FRANCE": ["PAR", "MAR"]}, balances=dict.fromkeys(POWERS, 1))
    after = adjudicate(state, FRANCE="0 : A PAR H")
    assert SYSTEM.phase(after.state).label == "S1902M"  # type: ignore[union-attr]
    assert after.state.balances["FRANCE"] == 1 + 33


def test_p50_a_sheet_without_offers_leaves_the_board_as_one_of_0_for_hold_does() -> None:
    others = {"GERMANY": "1 : A PAR - BUR\n2 : A MUN - RUH"}
    nothing = adjudicate(opening(), **others)
    holds = adjudicate(opening(), FRANCE="0 : A PAR H\n0 : A MAR H\n0 : F BRE H", **others)
    assert nothing.state.table.position == holds.state.table.position
    assert nothing.state.balances == holds.state.balances


def test_2_2_what_is_paid_leaves_the_treasury_with_a_posting() -> None:
    outcome = adjudicate(opening(), FRANCE="3 : A PAR - BUR\n2 : A MUN - RUH", GERMANY="1 : A MUN H")
    assert [(each.account, each.amount) for each in outcome.postings] == [("FRANCE", -3), ("FRANCE", -2)]
    assert outcome.state.balances["FRANCE"] == 43


def test_2_3_a_transfer_takes_effect_at_once_and_both_sides_are_told() -> None:
    outcome = act(opening(), "FRANCE", "transfer", to="ITALY", amount=5)
    assert outcome.state.balances["FRANCE"] == 43
    assert outcome.state.balances["ITALY"] == 53
    assert told(outcome, "FRANCE", "sent") == [{"from": "FRANCE", "to": "ITALY", "amount": 5, "balance": 43}]
    assert told(outcome, "ITALY", "received") == [{"from": "FRANCE", "to": "ITALY", "amount": 5, "balance": 53}]
    assert len(outcome.events) == 2


@pytest.mark.parametrize(
    "text",
    [
        "TRANSFER 5 TO FRANCE",
        "transfer 5 france",
        "PAY 5 TO F",
        "Transfer 5 AgP to France.",
        "Send 5 to France, please",
        "TRANSFER FRANCE 5",
        "Send 5 to France",
        "please send France 5 AgP",
        "I give 5 silver pieces to France.",
        f"TRANSFER {'0' * 50}5 TO FRANCE",
    ],
    ids=lambda text: text[:30],
)
def test_2_3_a_transfer_is_read_in_many_words(text: str) -> None:
    reading = read(opening(), "ITALY", text)
    assert [(each.kind, dict(each.data), each.irrevocable) for each in reading.acts] == [
        ("transfer", {"to": "FRANCE", "amount": 5}, True)
    ]
    assert reading.problems == ()


@pytest.mark.parametrize("text", ["Give my regards to France", "Send 5 ships to France now", "I will send 5 to France"])
def test_2_3_other_words_about_giving_give_nothing(text: str) -> None:
    assert not read(opening(), "ITALY", text).acts


@pytest.mark.parametrize(
    "beside",
    ["{} tomorrow", "{} lol", "({})", "; {}", "{} domani", "Morgen: {}", "{} on Monday", "{} /s", "{} as agreed?"],
)
def test_2_3_a_gift_beside_other_words_than_thanks_is_told(beside: str) -> None:
    reading = read(opening(), "ITALY", beside.format("TRANSFER 5 TO FRANCE"))
    assert (reading.acts, len(reading.problems)) == ((), 1)
    assert read(opening(), "ITALY", "Please transfer 5 to France. Thanks!").acts


@pytest.mark.parametrize(
    "text",
    ["And as I promised my neighbour: please send 8 to France.", "As agreed, transfer 8 silver pieces to France."],
)
def test_2_3_a_gift_within_a_sentence_is_told_and_how_to_write_it(text: str) -> None:
    reading = read(opening(), "ITALY", text)
    assert (reading.acts, codes(reading)) == ((), ["payola/bad-transfer"])
    assert reading.problems[0].hint == "write `TRANSFER 8 TO FRANCE` alone on a line"


@pytest.mark.parametrize(
    "text",
    [
        "If he helps I will send 8 to France",
        "I was going to pay 8 to France, honestly",
        "Can you send 8 to France?",
        "Anna, they pay 8 to France",
    ],
)
def test_2_3_talk_of_what_might_be_paid_is_no_gift(text: str) -> None:
    assert not read(opening(), "ITALY", text).acts


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("TRANSFER 49 TO FRANCE", "payola/over-balance"),
        ("TRANSFER 99999999999999999999 TO FRANCE", "payola/over-balance"),
        ("TRANSFER 0 TO FRANCE", "payola/bad-transfer"),
        ("TRANSFER -5 TO FRANCE", "payola/bad-transfer"),
        ("TRANSFER 1.5 TO FRANCE", "payola/bad-transfer"),
        ("TRANSFER ٣ TO FRANCE", "payola/bad-transfer"),
        ("TRANSFER", "payola/bad-transfer"),
        ("TRANSFER 5 TO ITALY", "payola/transfer-to-self"),
        ("TRANSFER 5 TO ATLANTIS", "payola/no-such-power"),
        ("TRANSFER 30 TO FRANCE\nTRANSFER 19 TO FRANCE", "payola/over-balance"),
    ],
)
def test_p15_a_transfer_is_positive_and_never_more_than_the_balance(text: str, code: str) -> None:
    assert codes(read(opening(), "ITALY", text)) == [code]


def test_p31_a_transfer_without_a_sum_is_shown_one_to_somebody_who_can_have_it() -> None:
    for state, payer, payee in (
        (opening(), "AUSTRIA", "ENGLAND"),
        (opening(), "FRANCE", "AUSTRIA"),
        (opening(dummies=["AUSTRIA", "ENGLAND", "FRANCE"]), "ITALY", "GERMANY"),
    ):
        (problem,) = read(state, payer, f"TRANSFER some TO {payee}").problems
        assert problem.hint == f"write `TRANSFER 5 TO {payee}`"


@pytest.mark.parametrize(
    "text",
    [
        "TRANSFER 8 TO TURKEY\nTRANSFER ALL TO FRANCE",
        "TRANSFER 8 T\npay everything f",
        "TRANSFER 8 T\nTransfer all my silver to France.",
    ],
)
def test_2_3_all_is_what_earlier_transfers_leave_and_always_asked_back(text: str) -> None:
    reading = read(opening(), "ITALY", text)
    assert [(each.data["amount"], each.asks_always) for each in reading.acts] == [(8, False), (40, True)]
    assert reading.lines[1].meaning == "TRANSFER 40 TO FRANCE, all that you have"


def test_p15_nothing_is_no_transfer_though_it_be_all() -> None:
    assert codes(read(opening(), "ITALY", "TRANSFER 48 TO FRANCE\nTRANSFER ALL TO FRANCE")) == ["payola/bad-transfer"]


@pytest.mark.parametrize("amount", [0, -1, 49])
def test_p15_an_act_is_checked_again_when_it_takes_effect(amount: int) -> None:
    with pytest.raises(Refused):
        act(opening(), "FRANCE", "transfer", to="ITALY", amount=amount)


def test_p16_money_that_arrives_after_the_sheet_counts() -> None:
    state = act(opening(), "FRANCE", "transfer", to="ITALY", amount=20).state
    outcome = adjudicate(state, ITALY="68 : A VEN - TYR")
    assert told(outcome, "ITALY", "statement")[0]["expended"] == 68


# 3. Offer sheets


def test_p3_a_mail_with_an_offer_replaces_the_whole_sheet_and_says_so_first() -> None:
    old = "\n".join(f"{each} : A PAR - BUR" for each in range(1, 13))
    reading = read(opening(), "FRANCE", "5 : A PAR - PIC", old)
    assert reading.parts == {"offers": "5 : A PAR - PIC"}
    assert reading.notes[0] == f"Replaced your sheet of 12 offers by one of 1. The old one, to copy:\n{old}"
    assert reading.written


def test_p3_what_is_gone_is_shown_as_it_stood_and_sent_back_files_the_same() -> None:
    old = "5 : A PAR - BUR | - PIC  % for Anna\n% mind the gap\n4*5#2 + 6#1 : A MAR H\n20 $  % in hand"
    filed = read(opening(), "FRANCE", old).parts["offers"]
    note = read(opening(), "FRANCE", "5 : A PAR H", filed).notes[0]
    shown = note.partition("\n")[2]
    assert shown == filed
    assert read(opening(), "FRANCE", shown).parts == {"offers": filed}


def test_p3_a_longer_sheet_that_holds_all_of_the_old_one_shows_nothing_as_gone() -> None:
    reading = read(opening(), "FRANCE", "5 : A PAR - BUR\n1 : A MAR H", "5 : A PAR - BUR")
    assert reading.notes == ("Replaced your sheet of 1 offer by one of 2.",)
    assert read(opening(), "FRANCE", "5 : A PAR - BUR", "5 : A PAR - BUR").notes == ()


@pytest.mark.parametrize("text", ["10 $", "% thinking", "5 : A PAR - XYZ", "0 : A MUN H"])
def test_p3_a_mail_without_an_offer_changes_nothing(text: str) -> None:
    kept = read(opening(), "FRANCE", text, "5 : A PAR - PIC")
    assert (dict(kept.parts), kept.written, kept.notes) == ({}, True, ("Your earlier sheet stands.",))
    none = read(opening(), "FRANCE", text)
    assert (dict(none.parts), none.written, none.notes) == ({}, False, ("No offers yet.",))


def test_p3_transfers_and_lists_leave_the_sheet_alone() -> None:
    reading = read(opening(), "FRANCE", "ACCEPT F?\nTRANSFER 1 TO ITALY", "5 : A PAR - PIC")
    assert (dict(reading.parts), reading.notes, reading.written) == ({}, (), True)


def test_p1_a_bad_line_never_loses_a_good_one() -> None:
    reading = read(opening(), "FRANCE", "5 : A PAR - BUR\nrubbish\n5 : A PAR - PIC\nACCEPT")
    assert reading.parts["offers"] == "5 : A PAR - BUR\n5 : A PAR - PIC"
    assert [problem.line for problem in reading.problems] == [4]
    assert [line.number for line in reading.remarks or ()] == [2]
    assert "ACCEPT" in reading.problems[0].hint


def test_p1_pay_gives_money_to_a_power_and_offers_it_to_a_unit() -> None:
    said = read(opening(), "FRANCE", "Pay A PAR 5 to go to BUR\nPay Italy 4")
    assert said.parts["offers"] == "5 : A PAR - BUR"
    assert [act.data for act in said.acts] == [{"to": "ITALY", "amount": 4}]


def test_several_offers_on_a_line_are_answered_together_and_a_fault_of_one_for_the_whole_line() -> None:
    (line,) = read(opening(), "TURKEY", "5 : A CON - BUL, 5 : A SMY - CON").lines
    assert line.meaning == "5 : A CON - BUL; 5 : A SMY - CON"
    (problem,) = read(opening(), "TURKEY", "5 : A CON - BUL, A SMY - CON").problems
    assert problem.text == "5 : A CON - BUL, A SMY - CON"
    fault = "`A SMY - CON`: it is not said how much is offered for this, so nothing of this line is filed"
    assert problem.message == fault


@pytest.mark.parametrize(
    "text",
    [
        "5 : A CON - BUL, 5 : A SMY -\nCON, 4 : F ANK - BLA",
        "5 : A CON - BUL, 5 :\nA SMY - CON, 4 : F ANK - BLA",
        "5 : A CON - BUL, 5\n: A SMY - CON, 4 : F ANK - BLA",
        "5 : A CON - BUL, 5 : A SMY - CON,\n4 : F ANK - BLA",
        "5 : A CON - BUL, 5 & A SMY\n- CON",
        "5 : A CON - BUL, 5 & A SMY\n- CNO",
    ],
)
def test_a_line_of_several_that_was_broken_in_two_is_never_filed_in_part_of_an_offer(text: str) -> None:
    reading = read(opening(), "TURKEY", text)
    whole = {"5 : A CON - BUL", "5 : A SMY - CON", "5 & A SMY - CON", "4 : F ANK - BLA"}
    filed = reading.parts.get("offers", "").splitlines()
    assert set(filed) <= whole
    assert len(filed) == text.count(":") + text.count("&") or reading.problems


def test_an_order_below_a_bare_number_is_no_offer_of_nothing() -> None:
    """Is it the price, or the place in a list? Nobody knows, and nothing is filed of it."""
    reading = read(opening(), "FRANCE", "5\nA PAR - BUR\n1 : A MAR H")
    assert reading.parts == {"offers": "1 : A MAR H"}
    assert codes(reading) == ["line/broken"]
    assert "`5` and `A PAR - BUR`" in reading.problems[0].message


def test_p34_a_receipt_warns_that_comments_become_public() -> None:
    assert any("public" in note for note in read(opening(), "FRANCE", "5 : A PAR - BUR % east").notes)
    assert read(opening(), "FRANCE", "5 : A PAR - BUR").notes == ()


def test_p18_the_judge_waits_for_a_missing_sheet_unless_the_game_says_otherwise() -> None:
    assert SYSTEM.phase(opening()).missing == "wait"  # type: ignore[union-attr]
    assert SYSTEM.phase(opening(nmr="default")).missing == "default"  # type: ignore[union-attr]


def test_p18_without_a_sheet_all_units_have_their_default_hold() -> None:
    outcome = SYSTEM.adjudicate(opening(), {}, RNG)
    orders = next(event.data["orders"] for event in outcome.events if event.kind == "movement")
    assert {each["order"].split()[-1] for each in orders} == {"H"}


def test_p33_offers_and_savings_belong_to_movement_phases() -> None:
    state = at("W1901A", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR", "BRE"]})
    reading = read(state, "FRANCE", "5 : A PAR - BUR\n10 $\nBUILD F BRE")
    assert codes(reading) == ["payola/no-offers-now", "payola/no-offers-now"]
    assert reading.parts == {"adjustments": "BUILD F BRE"}


def test_p33_transfers_and_lists_work_in_every_phase() -> None:
    state = at("W1901A", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR", "BRE"]})
    assert [each.kind for each in read(state, "FRANCE", "ACCEPT F?\nTRANSFER 1 TO ITALY").acts] == [
        "accept",
        "transfer",
    ]


RETREATING = {
    "phase": "S1901R",
    "units": {"FRANCE": ["A BUR", "A GAS"]},
    "dislodged": {"A BUR": {"power": "GERMANY", "from": "PAR", "retreats": ["MUN", "RUH"]}},
}


def test_p33_dislodged_units_cannot_be_bribed() -> None:
    state = replace(opening(), table=load_table("standard", RETREATING))
    reading = read(state, "FRANCE", "9 : A BUR - RUH\n9 : A BUR DISBAND\n3 $\nACCEPT F?\nTRANSFER 1 TO ITALY")
    assert codes(reading) == ["payola/no-offers-now"] * 3
    assert dict(reading.parts) == {}
    assert [each.kind for each in reading.acts] == ["accept", "transfer"]
    outcome = SYSTEM.adjudicate(state, {"FRANCE": {"offers": "9 : A BUR - RUH"}, "GERMANY": {}}, RNG)
    assert not outcome.state.table.units_of("GERMANY")
    assert outcome.state.balances["FRANCE"] == 48


def test_p33_after_the_end_there_are_neither_transfers_nor_lists() -> None:
    over = replace(opening(), match=replace(opening().match, winners=("FRANCE",)))
    for kind, data in (("transfer", {"to": "ITALY", "amount": 1}), ("accept", {"list": "F?"})):
        with pytest.raises(Refused, match="over"):
            act(over, "FRANCE", kind, **data)


# 4. Acceptance lists


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("ACCEPT F?", "F?"),
        ("accept a e f g i r t", "AEFGIRT"),
        ("Accept ?F", "?F"),
        ("ACCEPT GE?F", "GE?F"),
        ("accept: f, g, ?", "FG?"),
        ("Accept FG? please", "FG?"),
        ("ACCEPT FG?, thanks!", "FG?"),
        ("2) ACCEPT FG?", "FG?"),
    ],
)
def test_p32_lists_are_read_in_any_case_with_or_without_blanks_and_commas(text: str, written: str) -> None:
    reading = read(opening(), "FRANCE", text)
    assert [(each.kind, dict(each.data)) for each in reading.acts] == [("accept", {"list": written})]


@pytest.mark.parametrize(
    "text", ["ACCEPT", "ACCEPT ?", "ACCEPT AE?", "ACCEPT FF?", "ACCEPT F??", "ACCEPT FAE", "ACCEPT FX?"]
)
def test_p32_a_bad_list_leaves_the_old_one(text: str) -> None:
    reading = read(opening(), "FRANCE", text)
    assert codes(reading) == ["payola/bad-list"]
    assert reading.acts == ()


@pytest.mark.parametrize(
    "text", ["ACCEPT F9?", "ACCEPT 9F?", "ACCEPT F8EG", "ACCEPT F 9 E G", "ACCEPT F9E8G7A6I5R4T3?"]
)
def test_p32_a_list_with_a_digit_that_is_no_powers_letter_is_a_bad_list_and_no_talk(text: str) -> None:
    (problem,) = read(opening(), "FRANCE", text).problems
    assert "the letters are A Austria" in (problem.hint or "")


@pytest.mark.parametrize("written", ["", "?", "AZZ?", "AB", "A9?"])
def test_p32_where_initials_do_not_do_every_bad_list_tells_all_letters(written: str) -> None:
    with pytest.raises(BadOrder) as bad:
        read_list(load_board("chaos"), "ANKARA", written)
    assert bad.value.hint.count("the letters are A Ankara, B Belgium, C Berlin,") == 1
    assert bad.value.hint.endswith("6 Vienna, 7 Warsaw")
    with pytest.raises(BadOrder) as plain:
        read_list(STANDARD, "FRANCE", "E?")
    assert "Austria" not in plain.value.hint


def test_p32_without_a_question_mark_dummies_and_the_eliminated_are_named_too() -> None:
    state = at("S1903M", ITALY_OUT, {"FRANCE": ["PAR"]}, {"dummies": ("ENGLAND",)})
    for left_out, text in (("Italy", "ACCEPT FAEGRT"), ("England", "ACCEPT FAGIRT")):
        reading = read(state, "FRANCE", text)
        assert codes(reading) == ["payola/bad-list"]
        assert left_out in reading.problems[0].message
    assert codes(read(state, "FRANCE", "ACCEPT FAEGIRT")) == []


def test_p32_a_question_mark_for_nobody_is_a_warning() -> None:
    reading = read(opening(), "FRANCE", "ACCEPT FAEGIRT?")
    assert [problem.warning for problem in reading.problems] == [True]
    assert len(reading.acts) == 1


def test_p32_every_power_begins_with_its_own_letter_and_a_question_mark() -> None:
    assert opening().accept["GERMANY"] == "G?"


def test_p32_the_list_on_record_at_the_adjudication_counts() -> None:
    sheets = {"ENGLAND": "12 : A LVP - YOR", "GERMANY": "12 : A LVP - EDI"}
    first = adjudicate(opening(), **sheets)
    changed = act(opening(), "ENGLAND", "accept", list="GE?")
    assert told(changed, "ENGLAND", "accept") == [{"list": "GE?"}]
    second = adjudicate(changed.state, **sheets)
    assert told(first, "ENGLAND", "statement")[0]["units"][2]["order"] == "A LVP - YOR"
    assert told(second, "ENGLAND", "statement")[0]["units"][2]["order"] == "A LVP - EDI"


# 5.7 The statement


def test_p19_the_statement_tells_a_power_its_own_units_and_offers_and_nothing_else() -> None:
    outcome = adjudicate(
        opening(),
        FRANCE="30 : A PAR - BUR\n30#28 : A MAR - SPA\n4 : A VIE - GAL",
        AUSTRIA="3 : A VIE - GAL\n1 : A BUD H",
    )
    assert told(outcome, "AUSTRIA", "statement") == [
        {
            "phase": "S1901M",
            "title": "Spring 1901 Movement",
            "units": [
                {"unit": "A BUD", "order": "A BUD H", "total": 1, "own": 1},
                {"unit": "F TRI", "order": "F TRI H", "total": 0, "own": 0},
                {"unit": "A VIE", "order": "A VIE - GAL", "total": 3, "own": 3},
            ],
            "accepted": [{"order": "A VIE - GAL", "amount": 3}, {"order": "A BUD H", "amount": 1}],
            "lines": [
                {"line": "3 : A VIE - GAL", "offered": 3, "paid": 3, "for": "", "promised": False},
                {"line": "1 : A BUD H", "offered": 1, "paid": 1, "for": "", "promised": False},
            ],
            "held_back": 0,
            "expended": 4,
            "reductions": 0,
            "balance": 44,
            "next": {"amount": 48, "centers": 3, "when": "Spring 1902"},
        }
    ]
    france = told(outcome, "FRANCE", "statement")[0]
    assert france["reductions"] == 10
    assert france["accepted"] == [
        {"order": "A PAR - BUR", "amount": 20},
        {"order": "A MAR - SPA", "amount": 28},
        {"order": "A VIE - GAL", "amount": 0},
    ]
    assert {event.audience.kind for event in outcome.events} == {"public", "roles", "master"}
    assert [event.kind for event in outcome.events if event.audience == PUBLIC] == ["movement"]


# Retreats, adjustments, the end


def test_p17_retreats_and_adjustments_are_ordered_by_the_owner_for_free() -> None:
    state = at("W1901A", {"FRANCE": ["A PAR"]}, {"FRANCE": ["PAR", "BRE", "MAR"]})
    assert SYSTEM.phase(state).missing == "default"  # type: ignore[union-attr]
    outcome = adjudicate(state, FRANCE="BUILD F BRE")
    done = next(event.data["orders"] for event in outcome.events if event.kind == "adjustments")
    assert [(each["order"], each["default"]) for each in done] == [("BUILD F BRE", False), ("WAIVE", True)]
    assert outcome.state.balances["FRANCE"] == 48 + 48


def test_p17_without_orders_the_farthest_units_are_removed() -> None:
    state = at("W1901A", {"FRANCE": ["A PAR", "A MOS", "F BRE"]}, {"FRANCE": ["PAR", "BRE"]})
    outcome = SYSTEM.adjudicate(state, {}, RNG)
    done = next(event.data["orders"] for event in outcome.events if event.kind == "adjustments")
    assert [each["order"] for each in done] == ["DISBAND A MOS"]


ITALY_OUT = {"FRANCE": ["A PAR"], "TURKEY": ["A CON"]}


def test_p29_an_eliminated_power_is_not_awaited_but_may_offer_save_and_transfer() -> None:
    state = at("S1903M", ITALY_OUT, {"FRANCE": ["PAR"], "TURKEY": ["CON"]})
    phase = SYSTEM.phase(state)
    assert phase is not None
    assert "ITALY" in phase.roles
    assert "ITALY" not in phase.wanted
    reading = read(state, "ITALY", "3 : A PAR - BUR\n5 $\nTRANSFER 2 TO F")
    assert reading.problems == ()
    outcome = adjudicate(state, ITALY="3 : A PAR - BUR", FRANCE="0 : A PAR H")
    assert told(outcome, "ITALY", "statement")[0]["expended"] == 3


@pytest.mark.parametrize(
    ("units", "centers", "eliminated"),
    [([], [], True), (["A ROM"], [], False), ([], ["ROM"], False), (["A ROM"], ["ROM"], False)],
)
def test_p29_eliminated_means_neither_center_nor_unit(units: list[str], centers: list[str], eliminated: bool) -> None:
    state = at("S1903M", {**ITALY_OUT, "ITALY": units}, {"FRANCE": ["PAR"], "ITALY": centers})
    assert ("ITALY" in SYSTEM.view(state, PUBLIC).eliminated) is eliminated


def test_p29_an_eliminated_powers_player_gets_his_reports_and_offers_as_others_do() -> None:
    state = at("S1903M", ITALY_OUT, {"FRANCE": ["PAR"], "TURKEY": ["CON"]})
    assert told(SYSTEM.adjudicate(state, {}, RNG), "ITALY", "statement")[0]["balance"] == 48
    assert codes(read(state, "ITALY", "0 : A PAR - BUR")) == ["payola/zero-to-foreign-unit"]


def test_p29_an_eliminated_power_stays_in_every_list() -> None:
    state = at("S1903M", ITALY_OUT, {"FRANCE": ["PAR"], "TURKEY": ["CON"]})
    state = act(state, "FRANCE", "accept", list="IF?").state
    outcome = adjudicate(state, ITALY="3 : A PAR - BUR", FRANCE="3 : A PAR H")
    assert told(outcome, "FRANCE", "statement")[0]["units"][0]["order"] == "A PAR - BUR"


def test_p29_the_money_of_an_eliminated_player_who_resigns_is_destroyed() -> None:
    state = at("S1903M", ITALY_OUT, {"FRANCE": ["PAR"], "TURKEY": ["CON"]})
    outcome = act(state, "ITALY", RESIGN)
    assert outcome.state.balances["ITALY"] == 0
    assert [(each.account, each.amount) for each in outcome.postings] == [("ITALY", -48)]
    after = SYSTEM.phase(outcome.state)
    assert after is not None
    assert "ITALY" not in after.roles


@pytest.mark.parametrize(("money", "awaited"), [(1, True), (0, False)])
def test_p29_a_power_with_centers_but_no_units_is_awaited_only_if_it_has_money(money: int, awaited: bool) -> None:
    state = at("S1903M", ITALY_OUT, {"ITALY": ["ROM"]}, balances=dict.fromkeys(POWERS, money))
    phase = SYSTEM.phase(state)
    assert phase is not None
    assert ("ITALY" in phase.wanted) is awaited
    assert ("ITALY" in SYSTEM.view(state, only("ITALY")).phase.wanted) is awaited
    assert "ITALY" not in SYSTEM.view(state, only("FRANCE")).phase.wanted
    assert "ITALY" not in SYSTEM.view(state, PUBLIC).phase.wanted


def test_p30_whoever_has_18_centers_after_fall_wins_without_adjustments() -> None:
    owned = [center for center in STANDARD.centers if center != "MUN"][:17]
    state = at("F1905M", {"FRANCE": ["A BUR"], "GERMANY": ["A PRU"]}, {"FRANCE": owned, "GERMANY": ["MUN"]})
    outcome = adjudicate(state, FRANCE="9 : A BUR - MUN")
    assert outcome.result is not None
    assert outcome.result.winners == ("FRANCE",)
    assert SYSTEM.phase(outcome.state) is None
    assert [event.kind for event in outcome.events if event.audience == PUBLIC][-1] == "ended"


def test_p30_after_a_victory_nobody_may_build_or_must_disband() -> None:
    over = adjudicate(one_short(), FRANCE="9 : A BUR - MUN").state
    assert over.table.label.kind == ADJUSTMENTS
    assert [SYSTEM.view(over, only(power)).adjust for power in ("FRANCE", "GERMANY")] == [0, 0]


def one_short(*acts: tuple[str, str]) -> PayolaState:
    """France owns 17 centers, and its army stands before an 18th."""
    owned = [center for center in STANDARD.centers if center != "MUN"][:17]
    state = at("F1905M", {"FRANCE": ["A BUR"], "GERMANY": ["A PRU"]}, {"FRANCE": owned, "GERMANY": ["MUN"]})
    for kind, power in acts:
        state = act(state, power, kind).state
    return state


def test_p49_a_dummy_with_18_centers_has_not_won_and_the_game_goes_on() -> None:
    outcome = adjudicate(one_short((RESIGN, "FRANCE"), (DUMMY, "FRANCE")), GERMANY="9 : A BUR - MUN")
    assert outcome.state.table.count("FRANCE") == 18
    assert outcome.result is None
    assert str(outcome.state.table.label) == "W1905A"


def test_p49_a_power_whose_player_has_left_and_that_is_no_dummy_yet_can_win() -> None:
    outcome = adjudicate(one_short((RESIGN, "FRANCE")), GERMANY="9 : A BUR - MUN")
    assert outcome.result is not None
    assert outcome.result.winners == ("FRANCE",)


def test_p49_a_draw_that_the_gamemaster_declares_includes_it_and_no_dummy() -> None:
    for leaving, sharing in (((RESIGN,), {"FRANCE", "GERMANY"}), ((RESIGN, DUMMY), {"GERMANY"})):
        state = one_short(*((kind, "FRANCE") for kind in leaving))
        result = SYSTEM.act(state, "", Act(END, {"draw": True})).result
        assert result is not None
        assert set(result.winners) == sharing


def test_p30_a_draw_needs_every_uneliminated_played_power() -> None:
    units = {"FRANCE": ["A PAR"], "TURKEY": ["A CON"], "GERMANY": ["A BER"]}
    state = at("S1903M", units, {"ITALY": ["ROM"], "FRANCE": ["PAR"]})
    state = act(state, "GERMANY", DUMMY).state
    for power in ("FRANCE", "TURKEY"):
        outcome = act(state, power, VOTE, draw=True)
        assert outcome.result is None
        state = outcome.state
    outcome = act(state, "ITALY", VOTE, draw=True)
    assert outcome.result is not None
    assert set(outcome.result.winners) == {"FRANCE", "TURKEY", "ITALY"}


@pytest.mark.parametrize("power", ["GERMANY", "AUSTRIA"])
def test_p30_dummies_and_eliminated_powers_have_no_vote(power: str) -> None:
    state = at("S1903M", {"FRANCE": ["A PAR"], "GERMANY": ["A BER"]}, {})
    state = act(state, "GERMANY", DUMMY).state
    with pytest.raises(Refused):
        act(state, power, VOTE, draw=True)


def test_p31_a_resigned_power_keeps_treasury_list_and_sheet_until_a_successor_comes() -> None:
    state = act(act(opening(), "FRANCE", "accept", list="GF?").state, "FRANCE", RESIGN).state
    assert state.balances["FRANCE"] == 48
    assert state.accept["FRANCE"] == "GF?"
    phase = SYSTEM.phase(state)
    assert phase is not None
    assert "FRANCE" in phase.wanted
    outcome = adjudicate(state, FRANCE="5 : A PAR - BUR")
    assert told(outcome, "FRANCE", "statement")[0]["expended"] == 5
    assert act(state, "FRANCE", SUCCEED).state.vacant == ()


def test_p31_the_sheet_of_a_resigned_power_stays_in_force_and_its_successor_may_change_it() -> None:
    gone = act(opening(), "FRANCE", RESIGN).state
    filed = {"FRANCE": {"offers": "5 : A PAR - BUR"}}
    assert told(SYSTEM.adjudicate(gone, filed, RNG), "FRANCE", "statement")[0]["expended"] == 5
    heir = act(gone, "FRANCE", SUCCEED).state
    view = SYSTEM.view(heir, only("FRANCE"))
    assert (view.balance, view.accept) == (48, "F?")
    assert read(heir, "FRANCE", "4 : A PAR - PIC", "5 : A PAR - BUR").parts == {"offers": "4 : A PAR - PIC"}


def test_p31_the_game_waits_for_a_resigned_power_until_it_is_a_dummy() -> None:
    gone = act(opening(), "FRANCE", RESIGN).state
    assert "FRANCE" in SYSTEM.phase(gone).wanted  # type: ignore[union-attr]
    dummy = act(gone, "FRANCE", DUMMY).state
    assert "FRANCE" not in SYSTEM.phase(dummy).wanted  # type: ignore[union-attr]
    outcome = SYSTEM.adjudicate(dummy, {"FRANCE": {"offers": "5 : A PAR - BUR"}}, RNG)
    assert outcome.state.balances["FRANCE"] == 48
    assert Unit("FRANCE", "A", "PAR") in outcome.state.table.units


def test_p31_a_transfer_to_oneself_is_refused() -> None:
    assert codes(read(opening(), "FRANCE", "PAY 5 TO FRANCE")) == ["payola/transfer-to-self"]
    with pytest.raises(Refused):
        act(opening(), "FRANCE", "transfer", to="FRANCE", amount=5)


def test_p31_a_draw_waits_for_the_successor_of_a_resigned_power() -> None:
    state = at("S1903M", {"FRANCE": ["A PAR"], "TURKEY": ["A CON"]}, {})
    state = act(state, "TURKEY", RESIGN).state
    assert act(state, "FRANCE", VOTE, draw=True).result is None
    with pytest.raises(Refused):
        act(state, "TURKEY", VOTE, draw=True)


def test_p31_dummies_get_income_and_spend_nothing() -> None:
    state = opening(dummies=("ITALY",))
    assert state.balances["ITALY"] == 48
    outcome = SYSTEM.adjudicate(state, {"ITALY": {"offers": "5 : A VEN - TYR"}}, RNG)
    assert outcome.state.balances["ITALY"] == 48
    assert told(outcome, "ITALY", "statement") == []


def test_p31_transfers_to_a_dummy_or_an_eliminated_power_without_a_player_are_refused() -> None:
    assert codes(read(opening(dummies=("ITALY",)), "FRANCE", "PAY 5 TO ITALY")) == ["payola/transfer-to-nobody"]
    state = at("S1903M", ITALY_OUT, {"FRANCE": ["PAR"], "TURKEY": ["CON"]})
    assert codes(read(state, "FRANCE", "PAY 5 TO ITALY")) == []
    gone = act(state, "ITALY", RESIGN).state
    assert codes(read(gone, "FRANCE", "PAY 5 TO ITALY")) == ["payola/transfer-to-nobody"]
    with pytest.raises(Refused):
        act(gone, "FRANCE", "transfer", to="ITALY", amount=5)


def test_p34_sheets_lists_and_comments_are_opened_after_the_end() -> None:
    sheet = "5 : A PAR - BUR  % towards Munich"
    outcome = adjudicate(opening(), FRANCE=sheet)
    record = PhaseRecord("S1901M", {"FRANCE": {"offers": sheet}}, outcome.events)
    opened, _ = SYSTEM.opened([record])
    assert opened.audience == PUBLIC
    assert opened.data["sheets"] == {"FRANCE": sheet}
    assert opened.data["lists"]["FRANCE"]["written"] == "F?"
    assert sorted(opened.data["lists"]["FRANCE"]["expanded"]) == sorted("AEFGIRT")
    assert opened.data["lists"]["FRANCE"]["expanded"][0] == "F"


@pytest.mark.ruling("P22", "P34")
def test_p34_the_list_drawn_for_a_dummy_is_opened_where_it_decided_who_saved() -> None:
    state = opening(variant="ebayola", dummies=("ITALY", "TURKEY"))
    outcome = adjudicate(state, FRANCE="4 : A VEN - TYR", ENGLAND="4 : A VEN - TYR", RUSSIA="1 : F ANK - CON")
    opened, _ = SYSTEM.opened([PhaseRecord("S1901M", {}, outcome.events)])
    assert set(opened.data["drawn"]) == {"ITALY"}
    first = min("FE", key=opened.data["drawn"]["ITALY"].index)
    paid = next(row["paid"] for row in opened.data["units"] if row["unit"] == "A VEN")
    assert paid == {"F": {"ENGLAND": 1}, "E": {"FRANCE": 1}}[first]


def test_p34_no_list_is_drawn_for_a_dummy_where_it_decides_nothing() -> None:
    outcome = adjudicate(opening(dummies=("ITALY",)), FRANCE="4 : A VEN - TYR", ENGLAND="4 : A VEN - TYR")
    opened, _ = SYSTEM.opened([PhaseRecord("S1901M", {}, outcome.events)])
    assert "drawn" not in opened.data


def test_p34_the_whole_ledger_is_opened_after_the_end() -> None:
    postings = (Posting("FRANCE", "AgP", 48, "income of 3 centers"), Posting("FRANCE", "AgP", -5, "paid to A PAR"))
    *_, ledger = SYSTEM.opened([PhaseRecord("S1901M", {}, (), postings)])
    assert (ledger.kind, ledger.audience) == ("ledger", PUBLIC)
    assert [(entry["account"], entry["amount"]) for entry in ledger.data["entries"]] == [("FRANCE", 48), ("FRANCE", -5)]


def test_p10_what_is_opened_is_what_the_adjudication_used() -> None:
    outcome = adjudicate(opening(), FRANCE="5 : A PAR - BUR")
    master = [event for event in outcome.events if event.audience == MASTER]
    again = SYSTEM.adjudicate(opening(), {}, RNG)
    assert [event.data["lists"] for event in master] == [e.data["lists"] for e in again.events if e.audience == MASTER]


# SHOW, TRY and the sheet to answer with


def test_the_sheet_to_answer_with_holds_what_is_on_file_as_it_is() -> None:
    state = opening()
    filed = {"offers": "5 : A PAR - BUR  % old\n3 $"}
    form = SYSTEM.form(SYSTEM.view(state, only("FRANCE")), filed)
    assert read(state, "FRANCE", form).parts == filed


# A sheet that begins with ADD comes beside what is on file (ruling P3).

FILED = "5 : A PAR - BUR  % east\n% mine\n20 $"


@pytest.mark.parametrize(
    "word", ["ADD", "add", "Add.", "  ADD  % more", "% a remark\nADD", "Hello,\nADD", "ACCEPT FG?\nADD"]
)
def test_p3_offers_below_add_come_behind_those_on_file(word: str) -> None:
    reading = read(opening(), "FRANCE", f"{word}\n3 : A MAR - SPA\n2 : F BRE - MAO", FILED)
    assert reading.parts["offers"].startswith(f"{FILED}\n")
    assert reading.parts["offers"].endswith("3 : A MAR - SPA\n2 : F BRE - MAO")
    assert reading.notes[0] == "Added to your sheet of 1. It now has 3."
    assert [each for each in codes(reading) if each.startswith("payola/add")] == []


def test_p3_savings_below_add_replace_those_on_file() -> None:
    reading = read(opening(), "FRANCE", "ADD\n1 : A MAR H\n7 $", FILED)
    assert reading.parts == {"offers": "5 : A PAR - BUR  % east\n% mine\n1 : A MAR H\n7 $"}
    assert reading.notes[0] == f"Added to your sheet of 1. It now has 2. The old one, to copy:\n{FILED}"
    alone = read(opening(), "FRANCE", "ADD\n0 $", FILED)
    assert alone.parts == {"offers": "5 : A PAR - BUR  % east\n% mine\n0 $"}


def test_p3_with_nothing_on_file_add_files_the_sheet_as_it_is() -> None:
    reading = read(opening(), "FRANCE", "ADD\n3 : A MAR - SPA")
    assert (reading.parts, reading.written) == ({"offers": "3 : A MAR - SPA"}, True)
    assert codes(reading) == []


def test_p3_below_add_a_bad_line_loses_nothing() -> None:
    reading = read(opening(), "FRANCE", "ADD\n3 : A MAR - XYZ", FILED)
    assert (reading.parts, reading.written, reading.notes) == ({}, True, ("Your earlier sheet stands.",))


@pytest.mark.parametrize("above", ["3 : A MAR - SPA", "3 : A MAR - XYZ", "20 $", "A MAR - SPA"])
def test_p3_add_below_a_line_of_the_sheet_could_mean_either_and_nothing_is_filed(above: str) -> None:
    reading = read(opening(), "FRANCE", f"{above}\nADD\n2 : F BRE - MAO", FILED)
    assert reading.parts == {}
    assert "payola/add-below" in codes(reading)
    assert reading.notes == ("Your earlier sheet stands.",)


def test_p3_an_offer_below_add_ranks_behind_those_on_file() -> None:
    reading = read(opening(), "FRANCE", "ADD\n1 : A PAR - BUR", "1 : A PAR - PIC")
    assert reading.parts == {"offers": "1 : A PAR - PIC\n1 : A PAR - BUR"}


def test_p25_in_classic_a_second_offer_to_a_unit_is_refused_below_add_too() -> None:
    reading = read(opening(variant="classic"), "FRANCE", "ADD\n1 : A PAR H\n2 : A MAR H", "5 : A PAR - BUR")
    assert reading.parts == {"offers": "5 : A PAR - BUR\n2 : A MAR H"}
    assert codes(reading) == ["payola/second-offer"]


def test_p23_an_order_below_add_replaces_that_of_its_loyal_unit() -> None:
    state = opening(variant="loyal", dummies=["ITALY"])
    reading = read(state, "FRANCE", "ADD\nA PAR H", "A PAR - BUR\n3 : A VEN H")
    assert reading.parts == {"offers": "3 : A VEN H\nA PAR H"}
    assert reading.notes == ("Added to your sheet of 2. It now has 2. The old one, to copy:\nA PAR - BUR\n3 : A VEN H",)


def test_p23_add_is_told_as_adding_where_the_only_order_on_file_is_replaced() -> None:
    state = opening(variant="loyal", dummies=["ITALY"])
    reading = read(state, "FRANCE", "ADD\nA PAR H", "A PAR - BUR")
    assert reading.parts == {"offers": "A PAR H"}
    assert [each.meaning for each in reading.lines] == ["added to what is on file", "A PAR H"]
    assert reading.notes == ("Added to your sheet of 1. It now has 1. The old one, to copy:\nA PAR - BUR",)


def test_p20_in_a_blind_game_add_asks_nothing_that_is_out_of_sight() -> None:
    reading = read(opening(variant="tincup"), "FRANCE", "ADD\n2 : A WAR - GAL", "1 : A SIL H")
    assert reading.parts == {"offers": "1 : A SIL H\n2 : A WAR - GAL"}


@pytest.mark.parametrize("line", ["ADD", "add.", "Add:"])
def test_p3_the_line_add_is_one_of_the_sheet_so_its_writer_reads_why_nothing_is_filed(line: str) -> None:
    state = opening()
    reading = read(state, "FRANCE", f"2 : A PAR - PIC\n{line}\n5 : A MAR - GAS")
    assert [problem.text for problem in reading.problems] == [line]
