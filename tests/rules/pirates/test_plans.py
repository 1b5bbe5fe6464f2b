"""Plans: rulings R1 and R4."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge.rules.pirates.canonical import default_plan, even_plan, parse_plan, print_plan
from judge.rules.pirates.system import SYSTEM
from judge.rules.pirates.view import PirateView
from judge.rules.values import only, sheet_of
from tests.rules.pirates.matches import OTHERS, SEVEN, match, orders, play, read

EXAMPLE = """\
Self: 7 gold
Bob: 3 gold
Carl: 7 gold
Dora: 2 gold
Eve: 3 gold
Fay: 4 gold
Gus: 4 gold"""
SHARES = {"ANNA": 7, "BOB": 3, "CARL": 7, "DORA": 2, "EVE": 3, "FAY": 4, "GUS": 4}


def shares(text: str, garnets: int = 0) -> dict[str, int]:
    state = match(garnets=dict.fromkeys(match().players, garnets))
    return dict(parse_plan(orders(state, {"ANNA": text})["ANNA"]["plan"]).shares)


def test_the_example_of_the_rules_reads() -> None:
    assert shares(EXAMPLE) == SHARES


@pytest.mark.parametrize(
    "text",
    [
        "B 3\nself 7\ngive 4 to the others",
        "give 4 to the others\nbob: 3\nI keep 7",
        "Bob 3, me 7, others 4",
        "1. Bob: 3\n2. self: 7\n3) others 4",
        "BOB=3; ANNA=7; REST=4",
        "Player B: 3 gold\n7 for myself\n4 each to Carl and Dora\nEve & Fay 4\n4 to gus",
        "give Bob 3. \nGive 7 gold to me\nrest - 4",
        "Bob 3 // my friend\nself 7 % mine\nrest 4",
        "bob 3 me 7\nrest 4",
    ],
)
def test_r1_a_plan_is_read_as_people_write_it(text: str) -> None:
    assert shares(text) == {"ANNA": 7, "BOB": 3, **dict.fromkeys(SEVEN[2:], 4)}


@pytest.mark.parametrize("line", ["Dora: 2.5", "2,5 to Dora", "Bob 10,5, Dora 9,5", "3,5 Dora"])
def test_r1_of_a_line_with_gold_that_is_not_whole_nothing_counts(line: str) -> None:
    whole = read(match(), "ANNA", f"self 10\nBob 20\n{line}")
    assert dict(parse_plan(whole.parts["plan"]).shares) == {**dict.fromkeys(SEVEN, 0), "ANNA": 10, "BOB": 20}
    assert [(each.line, each.code) for each in whole.problems] == [(3, "pirates/not-whole")]
    rest = read(match(), "ANNA", f"Bob 3\n{line}\nI keep the rest")
    assert not rest.parts
    assert "one of its lines is unclear" in rest.problems[-1].message


def test_r1_a_time_of_day_is_no_share() -> None:
    assert read(match(), "ANNA", "Write to me before 12.30, please").remarks


def test_r1_a_room_in_an_address_is_no_share() -> None:
    reading = read(match(), "ANNA", "Bob 3, me 7, others 4\nRoom 12, Building 4")
    assert dict(parse_plan(reading.parts["plan"]).shares) == {"ANNA": 7, "BOB": 3, **dict.fromkeys(SEVEN[2:], 4)}
    assert read(match(), "ANNA", "Room 12, Building 4").remarks
    assert shares("me 6, the room 4") == {"ANNA": 6, **dict.fromkeys(SEVEN[1:], 4)}


def test_r1_nobody_keeps_what_is_left_while_a_line_of_the_plan_is_unclear() -> None:
    reading = read(match(), "ANNA", "Bobb 12\nCarl 3\nI keep the rest")
    assert "plan" not in reading.parts
    assert any("one of its lines is unclear" in problem.message for problem in reading.problems)
    assert "plan" in read(match(), "ANNA", "Hello there\nCarl 3\nI keep the rest").parts


def test_r1_players_not_named_get_nothing() -> None:
    assert shares("Bob 30") == {**dict.fromkeys(SEVEN, 0), "BOB": 30}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Bob 20", "adds up to 20, and must add up to 30: 10 more must be given"),
        ("Bob 20, Self 11", "adds up to 31, and must add up to 30: that is 1 too many"),
    ],
)
def test_r1_a_wrong_sum_is_an_error_that_shows_the_sum_found_and_needed(text: str, said: str) -> None:
    reading = read(match(), "ANNA", text)
    assert said in reading.problems[0].message
    assert (reading.parts, reading.written) == ({}, False)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Bob -3", "pirates/not-whole"),
        ("Hal 3", "pirates/no-such-player"),
        ("Zed: 3", "pirates/no-such-player"),
        ("Bob 3.5", "pirates/not-whole"),
        ("GARNET 1", "pirates/too-few-garnets"),
        ("GARNET -1", "line/no-order"),
        ("MOVE", "pirates/not-now"),
        ("give 4", "line/no-order"),
        ("Bob 99999999", "pirates/not-whole"),
    ],
)
def test_r1_what_cannot_be_in_a_plan_is_an_error_and_loses_no_good_line(line: str, code: str) -> None:
    reading = read(match(), "ANNA", f"{EXAMPLE}\n{line}")
    assert [(problem.code, problem.line) for problem in reading.problems] == [(code, 8)]
    assert parse_plan(reading.parts["plan"]).shares == SHARES


def test_r1_a_player_of_the_other_room_gets_nothing() -> None:
    reading = read(match(), "ANNA", "Hal 30")
    assert reading.problems[0].code == "pirates/no-such-player"


def test_a_short_name_that_several_have_is_not_guessed() -> None:
    state = match(players=("ANNA", "ANDY"), rooms={"ANNA": 1, "ANDY": 1})
    reading = read(state, "ANNA", "AN 30")
    assert (reading.problems[0].code, reading.problems[0].readings) == ("pirates/ambiguous", ("ANNA", "ANDY"))


def test_r1_a_garnet_adds_five() -> None:
    assert sum(shares("GARNET 2\nBob 33\nself 7", garnets=2).values()) == 40
    reading = read(match(garnets=dict.fromkeys(match().players, 2)), "ANNA", "GARNET 2\nBob 30")
    assert "must add up to 40 (the package holds 30, the garnets add 10)" in reading.problems[0].message


def test_r1_a_garnet_sent_alone_is_no_plan_and_leaves_the_one_on_file() -> None:
    state = match(garnets=dict.fromkeys(match().players, 2))
    filed = orders(state, {"ANNA": "GARNET 1\nBob 35"})["ANNA"]
    found = read(state, "ANNA", "GARNET 2", filed)
    assert (found.parts, found.notes) == ({}, ("Your earlier plan stands.",))
    assert "Garnets belong to a plan, in the same mail." in found.problems[0].message


def test_r1_a_later_plan_replaces_the_earlier_one_and_a_bad_one_does_not() -> None:
    filed = orders(match(), {"ANNA": EXAMPLE})["ANNA"]
    later = read(match(), "ANNA", "Bob 30", filed)
    assert parse_plan(later.parts["plan"]).shares["BOB"] == 30
    (note,) = later.notes
    assert note.startswith("This plan replaces your earlier one. The old one, to copy:\n")
    assert read(match(), "ANNA", note.partition("\n")[2]).parts == filed
    bad = read(match(), "ANNA", "Bob 3", filed)
    assert (bad.parts, bad.written, bad.notes) == ({}, True, ("Your earlier plan stands.",))


def test_r4_no_plan_divides_evenly_among_the_others_and_the_proposer_keeps_the_remainder() -> None:
    assert default_plan("ANNA", SEVEN, 30).shares == {"ANNA": 0, **dict.fromkeys(SEVEN[1:], 5)}
    assert default_plan("ANNA", SEVEN, 40).shares == {"ANNA": 4, **dict.fromkeys(SEVEN[1:], 6)}


def test_r4_alone_the_proposer_keeps_all_of_it() -> None:
    assert default_plan("ANNA", ("ANNA",), 50).shares == {"ANNA": 50}


def test_r4_a_default_plan_cannot_be_told_from_a_written_one() -> None:
    even = "others 5"
    written, silent = play(match(), {"ANNA": even}), play(match(), {})
    assert written == silent
    for player in (*SEVEN, "HAL"):
        assert SYSTEM.view(written.state, only(player)) == SYSTEM.view(silent.state, only(player))


def test_r4_nobody_is_told_who_has_written() -> None:
    phase = SYSTEM.phase(match())
    assert phase is not None
    assert phase.hides_writers
    assert phase.missing == "default"
    assert phase.wanted == match().players


def test_the_form_is_a_plan_that_reads_without_a_problem() -> None:
    for amount in (10, 20, 30, 40, 50):
        state = match(opened=dict.fromkeys(match().players, amount))
        form = SYSTEM.form(SYSTEM.view(state, only("ANNA")), {})
        assert read(state, "ANNA", form).written


@given(st.lists(st.integers(0, 60), min_size=7, max_size=7), st.integers(0, 3))
def test_a_plan_reads_back_from_what_is_shown(amounts: list[int], garnets: int) -> None:
    package = sum(amounts) - 5 * garnets
    if package < 0:
        return
    state = match(opened=dict.fromkeys(match().players, package), garnets=dict.fromkeys(match().players, garnets))
    text = "\n".join(f"{name} {amount}" for name, amount in zip(SEVEN, amounts, strict=True))
    parts = orders(state, {"ANNA": f"GARNET {garnets}\n{text}"})["ANNA"]
    view = SYSTEM.view(state, only("ANNA"))
    assert orders(state, {"ANNA": SYSTEM.show(view, parts)})["ANNA"] == parts
    assert print_plan(parse_plan(parts["plan"])) == parts["plan"]


@given(st.text(max_size=200))
@example("ANNA Y")
def test_no_sheet_makes_the_reader_raise_and_what_it_says_is_about_lines_of_the_sheet(text: str) -> None:
    numbers = {line.number for line in sheet_of(text).lines}
    for state in (
        match(),
        match(stage="voting", plans={n: dict.fromkeys(match().room_of(n), 1) for n in match().players}),
    ):
        reading = read(state, "ANNA", text)
        assert {each.line for each in reading.lines} <= numbers
        assert {each.line for each in reading.problems} <= numbers | {0}  # 0: of the ballot as a whole
        assert reading.written == bool(reading.parts)


def test_a_comment_behind_a_tab_says_nothing() -> None:
    assert shares("\t// to begin with\n" + EXAMPLE) == SHARES


def test_the_sheet_for_a_plan_keeps_its_readers_even_share() -> None:
    assert even_plan("ANNA", SEVEN, 30).shares == {"ANNA": 6, **dict.fromkeys(SEVEN[1:], 4)}


@pytest.mark.parametrize("text", ["Bob 30, if he votes yes", "If Bob agrees, Bob 30", "Self 30, or Bob 30"])
def test_r1_nothing_counts_of_a_line_of_a_plan_that_may_hang_on_something(text: str) -> None:
    """The share was filed, and the condition told as unread."""
    reading = read(match(), "ANNA", text)
    assert reading.parts == {}
    assert [problem.code for problem in reading.problems] == ["line/doubt"]
    assert read(match(), "ANNA", f"{text}\nCarl 30").parts["plan"].count("CARL: 30") == 1


@pytest.mark.parametrize("text", ["Self 30%, Bob 30%", "Self: 30 %", "30% for me, the rest for Bob"])
def test_r1_a_share_in_percent_is_told_and_is_no_share_with_a_comment(text: str) -> None:
    """`Self 50%, Bob 50%` of a package of 50 was filed as all of it for oneself."""
    reading = read(match(), "ANNA", text)
    assert reading.parts == {}
    assert reading.problems
    assert "ANNA: 30" in read(match(), "ANNA", "Self 30 % what I want").parts["plan"]


def test_r4_the_sheet_and_its_default_say_what_is_true_of_this_room() -> None:
    def view(package: int, **rooms: int) -> PirateView:
        state = match(opened=dict.fromkeys((*SEVEN, *OTHERS), package))
        return SYSTEM.view(replace(state, rooms={**state.rooms, **rooms}), only("ANNA"))

    assert SYSTEM.form(view(30), {}).startswith("// To start with, everybody gets the same, and you what is over.\n")
    six = view(30, GUS=2)
    assert SYSTEM.form(six, {}).startswith("// To start with, everybody gets the same.\n")
    assert SYSTEM.without_orders(six) == "your package is shared evenly among the others"
    assert SYSTEM.without_orders(view(30, **dict.fromkeys(SEVEN[1:], 2))) == "you keep your whole package"
