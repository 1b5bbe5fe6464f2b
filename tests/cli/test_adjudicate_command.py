"""`judge adjudicate`: one line out for each case in, in order, whatever the cases hold."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.cli.tools.adjudicate import answer

COMMAND = [sys.executable, "-m", "judge", "adjudicate"]

VIENNA = {
    "id": "vienna",
    "system": "diplomacy",
    "position": {"phase": "S1901M", "units": {"AUSTRIA": ["A VIE"]}},
    "orders": {"AUSTRIA": "A VIE - GAL"},
}


def _run(*lines: str | bytes, options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    given = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines)
    done = subprocess.run([*COMMAND, *options], input=given, capture_output=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_case_is_answered_with_its_id_its_results_and_the_position_after() -> None:
    (out,) = _run(json.dumps(VIENNA))
    assert out["id"] == "vienna"
    assert out["results"]["A VIE"] == {"order": "A VIE - GAL", "outcome": "moved"}
    assert out["position"]["units"] == {"AUSTRIA": ["A GAL"]}


def test_results_come_in_the_order_of_the_cases_and_bad_ones_do_not_stop_the_rest() -> None:
    out = _run(
        json.dumps({**VIENNA, "id": 1}),
        "{",
        json.dumps({**VIENNA, "id": 2, "system": "chess"}),
        "",
        json.dumps({**VIENNA, "id": 3}),
    )
    assert [(each["id"], "error" in each) for each in out] == [(1, False), (None, True), (2, True), (3, False)]


def test_a_last_line_without_a_line_feed_counts_and_windows_line_ends_do_not_matter() -> None:
    out = _run(json.dumps({**VIENNA, "id": 1}) + "\r", json.dumps({**VIENNA, "id": 2}))
    assert [each["id"] for each in out] == [1, 2]


def test_no_cases_give_no_results() -> None:
    assert _run("", "  ") == []


def test_each_result_comes_before_the_next_case_is_given() -> None:
    """A program that feeds cases one by one must not wait for ever."""
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(json.dumps({**VIENNA, "id": number}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number


def test_it_ends_quietly_when_nobody_reads_any_more() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(json.dumps(VIENNA).encode() + b"\n")
        process.stdin.close()
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    ("line", "name", "says"),
    [
        (b"nonsense", None, "line 7 is not JSON: Expecting value at character 1"),
        (b'{"id":"\xff"}', None, "line 7 is not UTF-8"),
        (b"[1]", None, "line 7 is not a case"),
        (b'{"id":NaN}', None, "NaN is not JSON"),
        (b"[" * 100_000, None, "line 7 is nested too deeply"),
        (b'{"id":"x"}', "x", 'a case names its "system": one of diplomacy'),
        (b'{"id":4,"system":7}', 4, 'a case names its "system": one of diplomacy'),
        (b'{"id":"x","system":"chess"}', "x", "no rule system 'chess'; there are: diplomacy"),
        (b'{"id":["x"],"system":"chess"}', None, "no rule system 'chess'"),
    ],
)
def test_what_cannot_be_read_is_answered_with_the_reason(line: bytes, name: object, says: str) -> None:
    out = json.loads(answer((7, line)))
    assert set(out) == {"id", "error"}
    assert out["id"] == name
    assert says in out["error"]


@pytest.mark.parametrize("part", ["options", "position", "orders"])
@pytest.mark.parametrize("junk", [None, 7, "x", [1], {"units": 3}, {"AUSTRIA": {"x": []}}])
def test_a_case_of_the_wrong_shape_is_answered_and_never_a_fault_of_the_judge(part: str, junk: object) -> None:
    out = json.loads(answer((1, json.dumps({**VIENNA, part: junk}).encode())))
    assert out["id"] == "vienna"
    assert "the judge failed" not in out.get("error", "")


@given(st.binary(max_size=200))
def test_noise_gives_one_line_and_never_raises(noise: bytes) -> None:
    out = answer((1, noise))
    assert out.endswith(b"\n")
    assert out.count(b"\n") == 1
    assert "id" in json.loads(out)


def test_many_cases_are_shared_out_and_still_come_back_in_order() -> None:
    lines = [json.dumps({**VIENNA, "id": number}) for number in range(200)]
    lines[70] = "{"
    shared, alone = _run(*lines, options=("--jobs", "3")), _run(*lines, options=("--jobs", "1"))
    assert shared == alone
    assert [each["id"] for each in shared] == [*range(70), None, *range(71, 200)]
    assert "line 71" in shared[70]["error"]
