"""Words in brackets, or behind a dash, that may change what stands beside them."""

from __future__ import annotations

import pytest

from judge.rules.words.remarks import without_remark_behind


@pytest.mark.parametrize(
    "remark",
    [
        "andernfalls Galizien",
        "ansonsten bleibt er da",
        "stattdessen gerne nach Hause",
        "vorausgesetzt ihr kommt",
        "pourvu que tu viennes",
        "à condition que tu viennes",
        "à moins que tu viennes",
        "a menos que vengas",
        "desde que venhas",
        "siempre que vengas",
        "con la condición que vengas",
        "a patto che tu venga",
        "a condizione che tu venga",
        "contanto que venhas",
        "mits jij komt",
        "zamiast tego drugi rozkaz",
        "pod warunkiem wizyty",
        "i stället hemma",
        "förutsatt att du kommer",
        "forudsat du kommer",
        "yoksa evde kal",
        "aksi takdirde evde",
    ],
)
def test_a_condition_behind_an_order_is_no_remark_in_any_language(remark: str) -> None:
    for line in (f"A VIE - TYR ({remark})", f"A VIE - TYR -- {remark}"):
        assert without_remark_behind(line, lambda _: False) == ""


@pytest.mark.parametrize("remark", ["good luck everybody", "viel Erfolg", "comme promis hier", "tal como prometi"])
def test_what_changes_nothing_is_a_remark(remark: str) -> None:
    assert without_remark_behind(f"A VIE - TYR ({remark})", lambda _: False) == "A VIE - TYR"
