"""Where the public pages are on the web, letters lead to them, once each; the end's letter leaves the rest to them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.bots import gambles
from tests.support.house import House, open_house
from tests.support.table_of_seven import PLAYERS, Seven, seven

BASE = "https://judge.example.org"
CLIPPED = 102_000
"""Octets of HTML from which on a large mail program shows the rest on request only."""


@pytest.fixture
def house(sqlite_url: str, tmp_path: Path) -> Iterator[House]:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000, web_base=BASE) as house:
        yield house


def _html(mail: object) -> str:
    body = mail.message.get_body(("html",))  # type: ignore[attr-defined]
    return str(body.get_content())


def test_welcome_opening_results_and_end_lead_to_the_pages_once_each(table: Seven) -> None:
    france = table.players["FRANCE"]
    luck = random.Random(3)
    opening = france.last()
    table.play_phase({role: gambles(luck) for role in PLAYERS})
    results = france.last()
    here = table.here()
    for role in here.phase.roles:
        table.tell(role, "DRAW")
    end = france.last(lambda mail: "is over" in mail.subject)
    for mail in (opening, results, end):
        for form in (mail.text, _html(mail)):
            assert len(re.findall(rf"{BASE}/games/oslo/(?!compose)", form)) == 1, mail.subject
            assert form.count(f"{BASE}/games/oslo/compose.html#FRANCE") == (mail is not end), mail.subject
    observed = table.master.last(lambda mail: "results" in mail.subject)
    assert "compose.html" not in observed.text
    welcome = next(mail for mail in france.inbox() if mail.key)
    assert welcome.text.count(f"{BASE}/") == 1
    assert len(_html(end).encode()) < CLIPPED
    assert "THE LEDGER" not in end.text
    assert "all that its rules open" in " ".join(end.text.split())


def test_letters_of_a_game_that_has_no_page_lead_nowhere(house: House) -> None:
    table = seven(house, "word sesame")
    assert BASE not in table.players["FRANCE"].last().text


def test_without_pages_the_letter_of_the_end_opens_everything_itself(sqlite_url: str, tmp_path: Path) -> None:
    with open_house(sqlite_url, tmp_path, replies_per_hour=10_000) as house:
        table = seven(house)
        table.play_phase({role: gambles(random.Random(3)) for role in PLAYERS})
        table.direct("END GAME Enough")
        end = table.players["FRANCE"].last(lambda mail: "is over" in mail.subject)
    assert "THE LEDGER" in end.text
    assert "http" not in end.text
