"""Elements as text: what ElementTree writes of a tree without namespaces, in half its time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from xml.etree import ElementTree as ET  # written, never parsed

READY = "-"
"""No name that an element could have: of one whose text is markup, and stands for it."""


def written(root: ET.Element) -> str:
    """The whole document. Whatever stands in it, in text and in attributes, stays text."""
    out: list[str] = []
    _write(root, out.append)
    return "".join(out)


def ready(said: str) -> ET.Element:
    """What is written already, as a part of something that is not: it can be the same in many documents."""
    element = ET.Element(READY)
    element.text = said
    return element


def markup(name: str, attributes: Mapping[str, str], text: str | None = "") -> str:
    """An element that holds nothing but text."""
    said = "".join([f' {key}="{_escaped(value)}"' for key, value in attributes.items()])
    return f"<{name}{said}>{_text(text)}</{name}>" if text else f"<{name}{said}/>"


def _write(element: ET.Element, out: Callable[[str], None]) -> None:
    name, text = element.tag, element.text
    if name == READY:
        out(text or "")
        return
    if len(element):
        said = "".join([f' {key}="{_escaped(value)}"' for key, value in element.items()])
        out(f"<{name}{said}>{_text(text)}" if text else f"<{name}{said}>")
        for child in element:
            _write(child, out)
        out(f"</{name}>")
    else:
        out(markup(name, element.attrib, text))


@lru_cache(maxsize=8192)  # outlines of areas, and numbers, come again in every map
def _escaped(value: str) -> str:
    """Of an attribute: a reader takes line breaks and tabs in it for blanks, unless they are written so."""
    text = _text(value)
    if '"' in text:
        text = text.replace('"', "&quot;")
    return text if text.isprintable() else text.replace("\n", "&#10;").replace("\t", "&#9;")


def _text(text: str) -> str:
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    return text.replace("\r", "&#13;") if "\r" in text else text
