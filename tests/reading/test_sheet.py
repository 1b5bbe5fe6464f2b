"""A sheet's lines get one verdict each, by what stands beside their statements."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.reading.sheet import LONGEST_LINE, MOST_JOINED, MOST_TOKENS, Stray, Verdict
from tests.reading.garden import FLOWERS, WORDS, orders, read, read_line


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("water the rose", Verdict.READ),
        ("Hello! Please water the rose, thank you.", Verdict.READ),
        ("water the rose oak", Verdict.PROBLEM),
        ("water the rose blue", Verdict.PROBLEM),
        ("rose rests 5", Verdict.PROBLEM),
        ("water the rose if it is dry", Verdict.DOUBT),
        ("not: water the rose", Verdict.DOUBT),
        ("water the rose?", Verdict.DOUBT),
        ("water 5 of the rose", Verdict.PROBLEM),  # no statement, but an attempt
        ("water 5 of the rose blue", Verdict.PROBLEM),
        ("water the rosa", Verdict.PROBLEM),
        ("water 5 of the rose if dry", Verdict.DOUBT),
        ("water 5 of the rose?", Verdict.REMARK),
        ("hello", Verdict.REMARK),
        ("hello oak", Verdict.REMARK),
        ("the oak is not blue, if you ask me", Verdict.REMARK),
        ("", Verdict.REMARK),
        ("% water the rose", Verdict.REMARK),
    ],
)
def test_the_table_of_verdicts(line: str, verdict: Verdict) -> None:
    assert read_line(line).verdict is verdict


@pytest.mark.parametrize("word", [each.strip() for each in WORDS["DOUBT"].split(",")])
@pytest.mark.parametrize(
    "line", ["{} rose rests", "rose rests {}", "rose rests. {}", "{}: rose rests", "rose -> {} oak"]
)
def test_a_word_of_doubt_holds_its_line_back_wherever_it_stands(line: str, word: str) -> None:
    assert read_line(line.format(word)).verdict is Verdict.DOUBT


@pytest.mark.parametrize(
    ("line", "verdicts"),
    [
        ("I am new to all this. Water the rose.", [Verdict.REMARK, Verdict.READ]),
        ("Water the rose. Water 5 of the elm now. Oak rests.", [Verdict.READ, Verdict.PROBLEM, Verdict.READ]),
        ("Water the rose. Blue.", [Verdict.PROBLEM]),  # of what?
        ("I am new to all this. Water the rose. If the sun shines today.", [Verdict.DOUBT]),
        ("I am new to all this. Water the rose. Is that the way?", [Verdict.DOUBT]),
        ("I am new. 2. Water the rose.", [Verdict.PROBLEM]),
    ],
)
def test_each_sentence_of_a_paragraph_is_judged_unless_one_may_be_about_another(
    line: str, verdicts: list[Verdict]
) -> None:
    assert [each.verdict for each in read(line)] == verdicts


def test_the_longest_phrase_tells_whether_words_are_harmless() -> None:
    assert read_line("thanks a lot rose rests").verdict is Verdict.READ
    assert read_line("thanks a lot but rose rests").verdict is Verdict.DOUBT
    assert read_line("in case rose rests").verdict is Verdict.DOUBT
    assert read_line("in case of doubt, rose rests").verdict is Verdict.READ


def test_what_holds_a_line_back_is_quoted_as_written() -> None:
    assert read_line("water the rose  BLUE or, so").stray == Stray("BLUE or")
    assert read_line("water the rose, Thanks a lot BUT").stray == Stray("Thanks a lot BUT", is_doubt=True)
    assert read_line("water the rose blue if dry").stray == Stray("if dry", is_doubt=True)


def test_an_attempt_is_quoted_up_to_where_it_was_understood() -> None:
    line = read_line("hello, WATER 5  roses")
    assert (line.reached, line.stopped, line.expected) == ("WATER", "5  roses", frozenset({"PLACE"}))


def test_a_line_may_hold_several_statements() -> None:
    line = read_line("water the rose 3 cans, rose -> oak; oak rests and elm rests.")
    assert orders(line) == ["WATER ROSE 3", "ROSE -> OAK", "OAK REST", "ELM REST"]
    assert [each.text for each in line.statements][:2] == ["water the rose 3 cans", "rose -> oak"]


def test_a_second_statement_needs_something_between() -> None:
    assert read_line("water the rose elm rests").verdict is Verdict.PROBLEM


def test_of_a_line_that_is_held_back_nothing_is_read() -> None:
    line = read_line("water the rose, if dry, oak rests")
    assert line.verdict is Verdict.DOUBT
    assert orders(line) == ["WATER ROSE", "OAK REST"], "for the question that the judge asks"


@pytest.mark.parametrize(
    ("bracket", "is_doubt"), [("(if dry)", True), ("[if dry]", True), ("(blue)", False), ("(if dry", True)]
)
def test_a_bracket_reaches_the_statement_before_it(bracket: str, is_doubt: bool) -> None:
    line = read_line(f"oak rests, water the rose {bracket}")
    assert line.verdict is Verdict.READ
    assert [each.stray for each in line.statements] == [None, Stray(bracket, is_doubt)]


def test_a_bracket_of_harmless_words_is_none() -> None:
    assert [each.stray for each in read_line("water the rose (please!) and the oak rests").statements] == [None, None]


def test_a_bracket_before_the_first_statement_reaches_the_line() -> None:
    assert read_line("(if dry) water the rose").verdict is Verdict.DOUBT


@pytest.mark.parametrize("line", ["(rose rests)", "[rose rests].", "; rose rests"])
def test_a_line_that_is_set_aside_is_asked_about(line: str) -> None:
    assert read_line(line).verdict is Verdict.DOUBT


@pytest.mark.parametrize("line", ["1. rose rests", "1) rose rests", "(1) rose rests", "- rose rests", "* rose rests"])
def test_the_number_or_sign_of_a_list_is_none_of_the_statement(line: str) -> None:
    assert read_line(line).verdict is Verdict.READ
    assert orders(read_line(line)) == ["ROSE REST"]


def test_numbers_of_a_list_may_stand_within_a_line() -> None:
    assert orders(read_line("1. rose -> oak; 2. oak rests 3) elm rests")) == ["ROSE -> OAK", "OAK REST", "ELM REST"]


def test_a_number_behind_a_statement_is_a_problem() -> None:
    assert read_line("rose rests 3.").verdict is Verdict.PROBLEM


def test_a_dash_before_harmless_words_is_an_aside() -> None:
    assert read_line("rose rests -- please").verdict is Verdict.READ
    assert read_line("rose rests -- blue").verdict is Verdict.PROBLEM
    assert read_line("rose rests --").verdict is Verdict.PROBLEM


def test_an_aside_of_the_grammar_may_hold_a_name() -> None:
    assert read_line("water the rose as agreed with oak").verdict is Verdict.READ
    assert read_line("water the rose as agreed with oak if dry").verdict is Verdict.DOUBT


def test_a_heading_stands_over_the_items_below_it() -> None:
    heading, rose, oak = read("Water:\nrose\n- oak, please")
    assert heading.verdict is Verdict.HEADING
    assert [orders(each) for each in (rose, oak)] == [["ROSE"], ["OAK"]]
    assert rose.statements[0].heading == heading.statements[0].node


def test_a_heading_goes_on_to_the_first_line_that_is_none_of_its_items() -> None:
    assert [each.verdict for each in read("water:\nrose\nhello\noak")][1:] == [
        Verdict.READ,
        Verdict.REMARK,
        Verdict.REMARK,
    ]


def test_a_heading_with_no_item_is_a_remark() -> None:
    assert [each.verdict for each in read("water:\nhello")] == [Verdict.REMARK, Verdict.REMARK]


def test_below_a_heading_a_whole_statement_may_stand_too() -> None:
    assert [orders(each) for each in read("water:\nwater the oak 3 cans")][1] == ["WATER OAK 3"]


@pytest.mark.parametrize("text", ["rose ->\noak", "rose\n -> oak", "ROSE -->  \n\tthe OAK, please"])
def test_a_broken_line_is_put_together(text: str) -> None:
    first = read(text)[0]
    assert first.verdict is Verdict.READ
    assert [each.split()[::2] for each in orders(first)] == [["ROSE", "OAK"]]
    assert [each.number for each in first.tails] == [2]


def test_whole_lines_are_never_put_together() -> None:
    assert [orders(each) for each in read("rose -> oak\nelm rests")] == [["ROSE -> OAK"], ["ELM REST"]]


def test_lines_that_could_be_one_statement_or_two_are_asked_about() -> None:
    (line,) = read("rose rests\n-> elm")
    assert line.verdict is Verdict.BROKEN
    assert [each.number for each in line.tails] == [2]


def test_what_ends_open_and_goes_on_nowhere_is_a_problem() -> None:
    assert [each.verdict for each in read("rose ->\nhello")] == [Verdict.PROBLEM, Verdict.REMARK]


def test_a_comment_or_a_line_left_out_ends_what_stands_above() -> None:
    assert [each.verdict for each in read("rose -> % to the oak\noak")] == [Verdict.PROBLEM, Verdict.REMARK]
    assert [each.verdict for each in read("rose ->\n\noak")] == [Verdict.PROBLEM, Verdict.REMARK, Verdict.REMARK]


def test_the_comment_of_a_line_is_kept() -> None:
    assert read_line("rose rests % if dry").comment == "if dry"
    assert read("rose ->\noak // soon")[0].comment == "soon"


def test_a_line_of_more_tokens_than_anybody_writes_is_not_taken_apart() -> None:
    many = "rose rests, " * MOST_TOKENS
    assert len(many) > LONGEST_LINE
    assert read_line(many[:LONGEST_LINE]).verdict is not Verdict.READ


def test_one_statement_reaches_over_a_bounded_number_of_lines() -> None:
    assert len(read("rose\n" + "->\n" * 100 + "oak")[0].tails) <= MOST_JOINED


WORD = st.sampled_from(
    [
        *FLOWERS,
        *(each.strip() for words in WORDS.values() for each in words.split(",")),
        "rosa",
        "7",
        "->",
        "(",
        ")",
        "?",
    ]
)
NOISE = st.one_of(
    st.lists(WORD, max_size=12).map(" ".join), st.text(max_size=60).map(lambda text: " ".join(text.split()))
)


@given(st.lists(NOISE, max_size=8))
def test_each_line_gets_one_verdict_whatever_it_is(lines: list[str]) -> None:
    numbered = list(enumerate(lines, 1))
    found = [(each.number, each.text) for line in read("\n".join(lines)) for each in (line.line, *line.tails)]
    assert found == numbered[: len(found)]
    assert not any(text for _, text in numbered[len(found) :])
