"""Atom feeds of what the public pages tell."""

from __future__ import annotations

from datetime import UTC, datetime
from xml.etree import ElementTree as ET

from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.web.feeds import Entry, atom

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@settings(deadline=None)
@example("x\ufffey\uffff")
@given(
    st.text(st.characters() | st.sampled_from("\0\x0b\x1b\x85\u2028\ufdd0\ufffe\uffff\U0001ffff<&]>'\""), max_size=30)
)
def test_a_feed_can_be_read_whatever_a_game_is_called(title: str) -> None:
    entry = Entry("games/oslo/index.html", title, NOW, said=f"<p>{title}</p>")
    feed = ET.fromstring(atom(title, "https://judge.example.org/", "feed.xml", [entry]))
    assert len(feed) > 0
