"""What is new and what is quoted, signed or passed on (M11 to M13); and that nothing is lost between the two."""

from __future__ import annotations

import tomllib
from pathlib import Path
from textwrap import wrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.mail.text.quotations import REPLY_MARKER, broken_off, heading_length, may_be_broken, split_quotation
from judge.mail.values import TextLine
from judge.testing.laws import patience
from tests.support.soaking import examples

DATA = tomllib.loads((Path(__file__).parent / "quotations.toml").read_text(encoding="utf-8"))


def lines(*texts: str) -> list[TextLine]:
    return [TextLine(number, text) for number, text in enumerate("\n".join(texts).split("\n"), 1)]


def new(*texts: str) -> list[str]:
    return [line.text for line in split_quotation(lines(*texts))[0]]


ORDER = "5 : A LON - YOR"
OUTLOOK = "From: Judge <judge@host>\nSent: Tuesday, May 5, 2026 10:00 AM\nTo: Ann\nSubject: lisbon"


@pytest.mark.parametrize("quotation", DATA["quoted"])
def test_m11_quoted_orders_are_not_read(quotation: str) -> None:
    kept, dropped = split_quotation(lines(ORDER, "", quotation))
    assert [line.text for line in kept] == [ORDER]
    assert [line.text for line in dropped] == [text for text in quotation.split("\n") if text.strip()]


@pytest.mark.parametrize("text", DATA["kept"])
def test_m13_what_only_looks_like_a_quotation_is_not_cut(text: str) -> None:
    assert new(text, ORDER) == [*text.split("\n"), ORDER]


BANNERS = [
    "[EXTERNAL]",
    "CAUTION: This email originated from outside of the organization. Do not click links.",
    "CAUTION: This email originated from outside of the organization. Do not click\nlinks, and do not reply\n_________",
    "CAUTION: This email originated from outside of the organization.\nDo not click links",
    "You don't often get email from ann@example.org. Learn why this is important<https://aka.ms/x>",
    "Sie erhalten nicht oft E-Mails von ann@example.org. Weitere Informationen",
    "Attention : ce courriel provient de l’extérieur de l’organisation.",
]


@pytest.mark.parametrize("banner", BANNERS)
@pytest.mark.parametrize("between", ["", "\n"])
@pytest.mark.parametrize("order", [ORDER, "a lon - yor", "Lon - yor"])
def test_m12_a_warning_on_top_is_taken_off_and_nothing_else(banner: str, between: str, order: str) -> None:
    kept, dropped = split_quotation(lines(banner + between, order))
    assert [line.text for line in kept] == [order]
    assert [line.text for line in dropped] == banner.split("\n")
    assert new(ORDER, *banner.split("\n")) == [ORDER, *banner.split("\n")]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (f"Ann\n{OUTLOOK}", 4),
        (f"Ann\n_________\n{OUTLOOK}", 5),
        ("Ann\n-----Original Message-----\nFrom: Judge", 2),
        ("Ann\nOn Tue, May 5, 2026 at 10:00 AM Judge <judge+token@host>\nwrote:", 2),
        ("Ann\nJudge <judge@host> wrote:", 1),
        ("Ann", 0),
        ("", 0),
    ],
)
def test_m11_what_introduces_a_quotation_is_known(text: str, rows: int) -> None:
    assert heading_length(text.split("\n")) == rows


def test_m11_bottom_posting() -> None:
    assert new("On 5 May 2026, Judge wrote:", f"> {REPLY_MARKER}", "> 4 : F EDI H", "", ORDER) == [ORDER]


def test_m11_inline_posting() -> None:
    assert new("On 5 May 2026, Judge wrote:", "> one", "A LON H", "> two", "", "A LVP H", "> three") == [
        "A LON H",
        "",
        "A LVP H",
    ]


def test_m11_answers_below_a_quoted_header_block_are_read() -> None:
    assert new(OUTLOOK, "", "> 4 : F EDI H", "", ORDER) == [ORDER]


def test_m11_text_behind_a_forwarded_letter_is_read() -> None:
    forwarded = ["----- Forwarded message from Judge -----", "4 : F EDI H", "----- End forwarded message -----"]
    assert new("fyi", *forwarded, ORDER) == ["fyi", ORDER]


def test_m12_text_below_a_signature_that_stands_above_the_quotation_is_read() -> None:
    assert new("hello", "-- ", "Ann", "", "> 4 : F EDI H", "", ORDER) == ["hello", "", ORDER]


def test_m11_an_order_right_above_an_attribution_stays() -> None:
    assert new(ORDER, "On 5 May 2026, Judge wrote:", "> 4 : F EDI H") == [ORDER]
    assert new(ORDER, "Judge <judge@host> wrote:", "> 4 : F EDI H") == [ORDER]
    assert new(ORDER, "Judge wrote:", "> 4 : F EDI H") == [ORDER, "Judge wrote:"]


def test_m12_a_disclaimer_is_left_for_the_reply_to_list() -> None:
    assert new(ORDER, "This e-mail is confidential.") == [ORDER, "This e-mail is confidential."]


PIECES = st.sampled_from(
    [
        *(
            ORDER,
            "> old",
            "",
            "-- ",
            "--",
            REPLY_MARKER,
            "On 5 May 2026, Judge wrote:",
            "Judge <j@h>",
            "wrote:",
            "From: a@b",
        ),
        *(
            "Sent: 5 May 2026 10:00",
            "To: c",
            "Subject: d",
            "Sent from my iPhone",
            "-----Original Message-----",
            "_" * 32,
        ),
        *("----- End forwarded message -----", "Begin forwarded message:", " someone@x.y", "a:", ":"),
    ]
)


@given(st.lists(PIECES | st.text(max_size=12).filter(lambda text: "\n" not in text), max_size=25))
@settings(max_examples=examples(300))
def test_every_written_line_is_either_new_or_listed(texts: list[str]) -> None:
    numbered = [TextLine(number, text) for number, text in enumerate(texts, 1)]
    kept, dropped = split_quotation(numbered)
    assert sorted(line.number for line in (*kept, *dropped) if line.text.strip()) == [
        line.number for line in numbered if line.text.strip()
    ]
    assert all(not line.text.lstrip().startswith(">") for line in kept)
    assert list(kept) == sorted(kept, key=lambda line: line.number)


@given(st.lists(PIECES, max_size=12))
def test_an_order_at_the_top_is_always_new(texts: list[str]) -> None:
    assert new(ORDER, *texts)[:1] == [ORDER]


# Ends of quoted lines that a mail program broke are the letter's words, not the writer's.

LONG = "We all know how the war in the north will go by autumn, and then TRANSFER 4 TO FRANCE"


def numbered(*texts: str) -> list[TextLine]:
    return [TextLine(number, text) for number, text in enumerate(texts, 1)]


@pytest.mark.parametrize("mark", ["> ", ">", ">> ", "> > ", "| ", "JD> "])
def test_the_end_of_a_quoted_line_is_found_whatever_marks_it(mark: str) -> None:
    lines = numbered(f"{mark}{LONG[:64]}", "TRANSFER 4 TO FRANCE", "5 : A PAR - BUR")
    assert may_be_broken(lines)
    assert broken_off(lines, [LONG]) == {2}


def test_what_was_broken_by_hand_to_answer_within_it_is_the_writers() -> None:
    lines = numbered("> To begin the game, reply with:", "START")
    assert not may_be_broken(lines)
    assert not broken_off(lines, ["To begin the game, reply with: START"])


def test_a_line_from_which_the_mark_was_taken_is_the_writers() -> None:
    above, below = "0 : A PAR - BUR // the first one of all that you could send", "0 : A MAR S A PAR - BUR"
    assert not broken_off(numbered(f"> {above}", below), [above, below])


def test_an_answer_below_a_long_line_is_the_writers() -> None:
    lines = numbered(f"> {LONG}", "TRANSFER 4 TO FRANCE")
    assert may_be_broken(lines)
    assert not broken_off(lines, [LONG])


def test_lines_that_begin_alike_hide_no_end_of_another() -> None:
    alike = [
        f"{LONG[:64]} {word}" for word in ("AND", "BLOCK TURKEY", "TRANSFER 3 TO FRANCE", "TRANSFER 4 TO FRANCE", "ZZ")
    ]
    assert broken_off(numbered(f"> {LONG[:64]}", "TRANSFER 4 TO FRANCE"), alike) == {2}
    assert not broken_off(numbered(f"> {LONG[:64]}", "TRANSFER 5 TO FRANCE"), alike)


def test_a_word_too_long_for_a_line_is_put_together_where_it_was_broken() -> None:
    proof = "4978e4ae8e96d8a24c02afbd2eedfd815bd30a98caaf3c90098643b6143caf69"
    assert broken_off(numbered(">", proof), ["", proof]) == {2}
    assert broken_off(numbered(f"> {proof[:60]}", proof[60:]), [proof]) == {2}


@settings(deadline=None)
@given(st.lists(st.text("abcXYZ.,' ", min_size=1, max_size=12), min_size=12, max_size=60), st.integers(44, 90))
def test_a_long_line_leaves_nothing_behind_at_whatever_width_it_is_broken(words: list[str], width: int) -> None:
    line = " ".join(" ".join(words).split())
    pieces = wrap(f"> {line}", width, break_on_hyphens=False)
    lines = numbered(*pieces)
    assert broken_off(lines, ["Something else.", line]) == set(range(2, len(pieces) + 1))


def test_its_time_is_linear_whatever_is_repeated() -> None:
    piece = "x" * 60
    lines = numbered(*([f"> {piece}", *[piece] * 9] * 1000))
    with patience("the same line again and again"):
        found = broken_off(lines, [" ".join([piece] * 15)] * 1000)
    assert found == {line.number for line in lines if not line.text.startswith(">")}
