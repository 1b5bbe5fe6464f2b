"""The HTML of letters: well formed, inert, self-contained."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from judge.letters.renderer import Renderer
from judge.mail.text.html_text import html_text
from judge.mail.text.quotations import REPLY_MARKER
from judge.mail.values import Letter
from tests.letters.examples import letters

LETTERS = letters(Renderer())
VOID = {"br", "meta", "img", "hr", "link", "input"}


class Balance(HTMLParser):
    """Complains of tags that do not close in order, and of whatever does not belong into a mail."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "img", "link", "iframe", "form", "object", "svg"):
            self.faults.append(f"<{tag}>")
        self.faults += [
            f"{name}=" for name, _ in attrs if name.startswith("on") or name in ("src", "href", "background")
        ]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data


def read(html: str) -> Balance:
    balance = Balance()
    balance.feed(html)
    balance.close()
    return balance


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("letter", LETTERS.values(), ids=LETTERS)
def test_html_is_well_formed_and_asks_for_nothing_remote(letter: Letter) -> None:
    page = read(letter.html)
    assert page.faults == []
    assert page.open == []
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/1999/xhtml)", letter.html)


@pytest.mark.parametrize("letter", LETTERS.values(), ids=LETTERS)
def test_the_first_line_of_text_and_html_is_the_reply_marker(letter: Letter) -> None:
    assert letter.text.startswith(f"{REPLY_MARKER}\n")
    assert html_text(letter.html).lstrip().startswith(REPLY_MARKER)


@pytest.mark.parametrize("name", ["results_austria", "results_germany", "results_year", "started", "ended"])
def test_html_tells_every_order_and_outcome_that_the_text_tells(name: str) -> None:
    letter = LETTERS[name]
    page = words(read(letter.html).text)
    orders = re.findall(r"[AF] [A-Z]{3}(?:/[A-Z]C)? (?:H|-|S|C|DISBAND)(?: [A-Z]+| -|)*", letter.text)
    assert orders
    for order in orders:
        assert words(order) in page
    for word in ("void", "bounced", "dislodged", "retreat", "AgP"):
        assert (word in letter.text.lower()) == (word in page.lower()) or word == "AgP"


def test_balance_notices_what_is_not_well_formed() -> None:
    assert read("<p><b>x</p></b>").faults
    assert read("<p>x").open == ["p"]
    assert read('<p onclick="x">').faults
