"""What is written of a tree reads back as that tree: nothing in a title or an id becomes markup."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from judge.maps.svg import ready, written

words = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")) | st.sampled_from("\t\n<>&\"'"))


@given(words, words)
def test_text_and_attributes_stay_what_they_are(said: str, name: str) -> None:
    root = ET.Element("svg", {"id": name})
    ET.SubElement(ET.SubElement(root, "g"), "title").text = said
    again = ET.fromstring(written(root))
    assert again.get("id") == name
    assert [(each.tag, each.text or "") for each in again.iter()] == [("svg", ""), ("g", ""), ("title", said)]


@given(words)
def test_what_is_written_already_is_what_it_was_wherever_it_stands(said: str) -> None:
    part = ET.Element("title", {"id": said})
    part.text = said
    once, again = ET.Element("svg"), ET.Element("svg")
    once.append(part)
    again.append(ready(written(part)))
    assert written(again) == written(once)
