"""What reads alike in the letters of one occasion is made once, and nothing of one letter comes into another."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from judge.letters.tree import once, one_occasion


class _Macro:
    """Says what it is called with, and counts how often it is."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, *values: object) -> str:
        self.calls += 1
        return repr(values)


def test_equal_values_are_put_into_words_once() -> None:
    macro = _Macro()
    with one_occasion():
        said = [once(macro, [{"a": ("b", each)} for each in range(3)], "x").content for _ in range(4)]
    assert (macro.calls, len(set(said))) == (1, 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a", "b"),
        ("<b>", Markup("<b>")),
        (1, True),
        ((1,), [1]),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({"a": [{"b": 1}]}, {"a": [{"b": True}]}),
        (None, ""),
    ],
)
def test_values_that_read_otherwise_are_put_into_words_anew(one: object, other: object) -> None:
    macro = _Macro()
    with one_occasion():
        assert [once(macro, each).content for each in (one, other, one)] == [
            repr((each,)) for each in (one, other, one)
        ]
    assert macro.calls == 2


def test_two_macros_do_not_share() -> None:
    one, other = _Macro(), _Macro()
    with one_occasion():
        once(one, "a")
        once(other, "a")
    assert (one.calls, other.calls) == (1, 1)


def test_nothing_is_kept_from_one_occasion_to_the_next_or_outside() -> None:
    macro = _Macro()
    for _ in range(2):
        with one_occasion():
            once(macro, "a")
    once(macro, "a")
    once(macro, "a")
    assert macro.calls == 4
