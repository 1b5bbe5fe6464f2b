"""A grammar is text: what each of its signs matches, and what is no grammar."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.reading.grammar import Grammar, Node, Parse
from judge.reading.lexer import Lexicon, Text
from tests.reading.garden import GRAMMAR, Garden, text_of

LETTERS = Lexicon((letter.upper(), letter, letter) for letter in "bcdx")


def _match(grammar: str, text: str) -> Node | None:
    return Parse(Grammar(grammar), Text(text, LETTERS, Garden())).at("s", 0)


def _end(body: str, text: str) -> int | None:
    """Return how many tokens a rule takes; None if it does not match."""
    node = _match(f"s <- {body}", text)
    return None if node is None else node.end


@pytest.mark.parametrize(
    ("body", "text", "end"),
    [
        ("B C", "b c", 2),
        ("B C", "b", None),
        ("B / C", "c", 1),
        ("B / B C", "b c", 1),  # the first that fits, not the longest
        ("B? C", "b c", 2),
        ("B? C", "c", 1),
        ("B*", "b b b", 3),
        ("B* C", "c", 1),
        ("B+", "b b c", 2),
        ("B+", "c", None),
        ("(B / C)+ D", "b c b d", 4),
        ("B &C", "b c", 1),
        ("B &C", "b d", None),
        ("B !C", "b d", 1),
        ("B !C", "b c", None),
        ("!(B C) B", "b d", 1),
        ("!(B C) B", "b c", None),
        ("B '|' C", "b | c", 3),
        ("B ('(' C ')')?", "b (c)", 4),
        ("B ARROW C", "b --> c", 3),
        ("B NUMBER", "b 12", 2),
        ("B END", "b", 1),
        ("B END", "b c", None),
    ],
)
def test_the_signs_of_a_rule(body: str, text: str, end: int | None) -> None:
    assert _end(body, text) == end


def test_a_choice_never_takes_back_what_it_took() -> None:
    assert _end("(B / B C) D", "b c d") is None


def test_a_repetition_of_nothing_ends() -> None:
    assert _end("(B?)* C", "c") == 1


def test_a_rule_gives_a_node_with_what_it_matched_below_it() -> None:
    node = _match("s <- pair tail?\npair <- B C\ntail <- D*", "b c d d")
    assert node is not None
    assert [each.name for each in node.children] == ["pair", "tail"]
    pair, tail = node.get("pair"), node.get("tail")
    assert pair is not None
    assert tail is not None
    assert (pair.start, pair.end, [each.value for each in pair.children]) == (0, 2, ["b", "c"])
    assert [each.start for each in tail.all("D")] == [2, 3]
    assert [each.name for each in node.walk()] == ["s", "pair", "B", "C", "tail", "D", "D"]
    assert node.get("none") is None


def test_a_rule_goes_on_where_a_line_begins_with_a_blank_and_a_remark_is_none() -> None:
    assert _match("# a remark\ns <- B\n     C\n# and one\n", "b c") is not None


def test_a_later_rule_takes_the_place_of_an_earlier_one() -> None:
    assert _match("s <- one\none <- B\none <- C", "c") is not None


def _water(text: str, at: int = 0) -> Node | None:
    return Parse(Grammar(GRAMMAR), text_of(text)).at("statement", at)


def test_fillers_are_skipped_between_two_tokens() -> None:
    assert _water("water the flower") is None
    node = _water("water of the rose")
    assert node is not None
    assert (node.start, node.end) == (0, 4)


def test_no_filler_is_skipped_before_the_first_token() -> None:
    assert _water("the rose rests") is None
    assert _water("the rose rests", 1) is not None


def test_a_token_is_taken_as_the_kind_that_the_grammar_needs() -> None:
    """`to` is a word for water, and a filler."""
    as_word, as_filler = _water("to rose"), _water("water to rose")
    assert as_word is not None
    assert as_filler is not None
    assert [each.start for each in as_filler.walk() if each.name == "WATER"] == [0]


def test_a_name_is_taken_before_it_is_skipped() -> None:
    node = _water("water l'oak")
    assert node is not None
    assert [each.value for each in node.walk() if each.name == "PLACE"] == ["OAK"]


def test_a_near_name_is_a_kind_that_a_grammar_can_ask_for() -> None:
    parse = Parse(Grammar("s <- WATER NEAR"), text_of("water rosa"))
    node = parse.at("s", 0)
    assert node is not None
    assert [each.value for each in node.children] == ["WATER", "rosa"]
    assert Parse(Grammar("s <- WATER NEAR"), text_of("water rose")).at("s", 0) is None


def test_a_failure_tells_how_far_it_got_and_what_could_come_there() -> None:
    parse = Parse(Grammar(GRAMMAR), text_of("rose blooms"))
    assert parse.at("statement", 0) is None
    assert parse.failure("statement", 0) == (1, frozenset({"ARROW", "REST"}))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("water the rose", "this is no rule: water the rose"),
        ("s <- t", "there is no rule t"),
        ("s <- (B C", "a bracket is not closed"),
        ("s <- B ) C", "in rule s, this cannot be read: \\)"),
        ("s <- B $", "this is no rule: B \\$"),
    ],
)
def test_what_is_no_grammar_is_told(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=f"^{fault}$"):
        Grammar(text)


NESTED = Grammar("s <- '(' s ')' B / '(' s ')' C / D")
"""Without a memo, each bracket would double the work."""


def _calls(depth: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how often rules are asked for a text with brackets in brackets."""
    rule, calls = Parse.rule, 0

    def counted(self: Parse, name: str, at: int) -> tuple[int, tuple[Node, ...]] | None:
        nonlocal calls
        calls += 1
        return rule(self, name, at)

    text = Text("(" * depth + "d" + ") c" * depth, LETTERS, Garden())
    with monkeypatch.context() as patch:
        patch.setattr(Parse, "rule", counted)
        assert Parse(NESTED, text).at("s", 0) is not None
    return calls


def test_work_grows_with_the_text_and_no_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _calls(80, monkeypatch) <= 2 * _calls(40, monkeypatch) + 2


@given(st.lists(st.sampled_from(["b", "c", "d", "(", ")", "|", "the", "rose", "->", "7", ","]), max_size=30))
def test_no_text_makes_a_grammar_raise(words: list[str]) -> None:
    text = Text(" ".join(words), LETTERS, Garden())
    for at in range(len(text.tokens) + 1):
        node = Parse(NESTED, text).at("s", at)
        assert node is None or at < node.end <= len(text.tokens)


@given(st.lists(st.sampled_from(["b", "c", "d", "(", ")", "|", "the", "rose", "->", "7", ",", "water"]), max_size=20))
def test_looking_ahead_and_remembering_change_nothing(words: list[str]) -> None:
    text = " ".join(words)
    letters = NESTED, "s", Text(text, LETTERS, Garden())
    for grammar, rule, tokens in (letters, (Grammar(GRAMMAR), "statement", text_of(text))):
        parse = Parse(grammar, tokens)
        for at in range(len(tokens.tokens)):
            plain = Parse(grammar, tokens)
            plain.ahead = plain.left = [-1] * len(parse.ahead)
            assert parse.at(rule, at) == plain.at(rule, at)
