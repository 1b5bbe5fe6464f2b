"""Pieces of what matters to each reader, thrown together by Hypothesis: nothing raises, nothing takes long."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import TARGETS, within_time
from tests.support.soaking import examples

CORPUS = Path(__file__).parent / "corpus"
REPEATED = 5000
"""Octets. A line of a sheet that is wrong takes a millisecond or two, for the hint."""


def _pieces(name: str) -> list[bytes]:
    lines = {line for path in sorted((CORPUS / name).iterdir()) for line in path.read_bytes().splitlines(keepends=True)}
    words = {word for line in lines for word in line.split()}
    always = (b"\n", b" ", b"\0", b"\xff", b"(", b'"', b"<", b">", b"|", b";", b"=", b"\xe2\x80\x8b")
    return [*sorted(lines | words), *always]


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=examples(150), suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(data=st.data())
def test_no_reader_raises(name: str, data: st.DataObject) -> None:
    piece = st.sampled_from(_pieces(name)) | st.binary(max_size=8)
    within_time(TARGETS[name], b"".join(data.draw(st.lists(piece, max_size=30))))


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=examples(25), suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(data=st.data())
def test_no_reader_is_slow_whatever_is_repeated(name: str, data: st.DataObject) -> None:
    pieces = st.sampled_from(_pieces(name)) | st.binary(min_size=1, max_size=4)
    piece = b"".join(data.draw(st.lists(pieces, min_size=1, max_size=3)))
    within_time(TARGETS[name], (piece * (REPEATED // len(piece) + 1))[:REPEATED])


def test_what_raises_or_is_slow_is_seen() -> None:
    def raises(octets: bytes) -> None:
        raise IndexError

    def slow(octets: bytes) -> None:
        end = time.process_time() + 0.05
        while time.process_time() < end:
            pass

    with pytest.raises(IndexError):
        within_time(raises, b"")
    with pytest.raises(AssertionError, match="0 octets took"):
        within_time(slow, b"", seconds=0.01)
