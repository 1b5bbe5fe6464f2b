"""The pages shown in docs/: of a judge with one game that is played as it is written here, so that its pages are always
the same. `make pictures` takes them with Chromium (tests/interop/pictures.py); a test compares without it.

A picture holds the digest of all that its page was made of, since browsers of other versions paint other octets.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urldefrag, urljoin

from judge.web.pages import Site
from tests.support.house import House, open_house

DOCS = Path(__file__).parents[2] / "docs"
BASE = "https://judge.example.org/"
WEEK = 168
SETTINGS: Mapping[str, Any] = {"replies_per_hour": 1_000_000, "domain": "judge.example.org"}
PEOPLE: Mapping[str, str] = {
    "AUSTRIA": "Ottokar",
    "ENGLAND": "Philippa",
    "FRANCE": "Quirin",
    "GERMANY": "Roswitha",
    "ITALY": "Sieglinde",
    "RUSSIA": "Theobald",
    "TURKEY": "Ulrike",
}
SHEETS: tuple[Mapping[str, str], ...] = (
    {
        "AUSTRIA": "A VIE - GAL\nA BUD - SER\nF TRI - ALB",
        "ENGLAND": "F EDI - NWG\nF LON - NTH\nA LVP - YOR",
        "FRANCE": "F BRE - MAO\nA PAR - BUR\nA MAR S A PAR - BUR",
        "GERMANY": "F KIE - DEN\nA BER - KIE\nA MUN - BUR",
        "ITALY": "A VEN H\nA ROM - APU\nF NAP - ION",
        "RUSSIA": "A WAR - GAL\nA MOS - UKR\nF SEV - BLA\nF STP/SC - BOT",
        "TURKEY": "A CON - BUL\nA SMY - CON\nF ANK - BLA",
    },
    {
        "AUSTRIA": "A VIE - BUD\nA SER S F ALB - GRE\nF ALB - GRE",
        "ENGLAND": "A YOR - NWY\nF NTH C A YOR - NWY\nF NWG S A YOR - NWY",
        "FRANCE": "F MAO - POR\nA BUR - BEL\nA MAR - SPA",
        "GERMANY": "F DEN - SWE\nA KIE - HOL\nA MUN - RUH",
        "ITALY": "A APU - TUN\nF ION C A APU - TUN\nA VEN H",
        "RUSSIA": "F BOT - SWE\nA UKR - RUM\nF SEV S A UKR - RUM\nA WAR - GAL",
        "TURKEY": "A BUL - GRE\nA CON H\nF ANK - BLA",
    },
    {
        "AUSTRIA": "BUILD A VIE\nBUILD F TRI",
        "ENGLAND": "BUILD F LON",
        "FRANCE": "BUILD F BRE\nBUILD A PAR\nBUILD A MAR",
        "GERMANY": "BUILD F KIE\nBUILD A MUN",
        "ITALY": "BUILD F NAP",
        "RUSSIA": "BUILD A MOS",
        "TURKEY": "BUILD F SMY",
    },
    {
        "AUSTRIA": "A BUD S A BUL - RUM\nA SER - BUD\nF GRE S F TRI - ALB\nA VIE - GAL\nF TRI - ALB",
        "ENGLAND": "A NWY - STP\nF NWG - BAR\nF NTH - DEN\nF LON - NTH",
        "FRANCE": "A BEL - RUH\nF BRE - ENG\nA PAR - BUR\nA MAR S A PAR - BUR\nA SPA - GAS\nF POR - MAO",
        "GERMANY": "F DEN - SWE\nA HOL - BEL\nA RUH S A HOL - BEL\nF KIE - HEL\nA MUN - BUR",
        "ITALY": "A VEN - TRI\nF ION - AEG\nF NAP - ION\nA TUN H",
        "RUSSIA": "A RUM H\nF SEV S A RUM\nF BOT - SWE\nA GAL - VIE\nA MOS - UKR",
        "TURKEY": "A BUL - RUM\nF BLA S A BUL - RUM\nA CON - BUL\nF SMY - AEG",
    },
)
"""What everybody orders in each phase; the next one is open."""


@dataclass(frozen=True)
class Shot:
    """A page as somebody with a screen of this size sees it, in CSS pixels, when it has just been opened."""

    path: str
    width: int
    height: int
    scheme: Literal["light", "dark"] = "light"


SHOTS: Mapping[str, Shot] = {
    "page-desktop": Shot("games/paris/S1902M.html", 1100, 1400),
    "page-phone": Shot("games/paris/index.html", 390, 844),
    "page-dark": Shot("games/paris/F1901M.html", 390, 844, "dark"),
    "page-front": Shot("index.html", 1100, 1000),
}


@contextmanager
def played(database: str, folder: Path) -> Iterator[House]:
    """A judge on this migrated database with the game, and one more that wants players."""
    with open_house(database, folder, entropy=random.Random(9).randbytes, **SETTINGS) as house:
        _play(house)
        yield house


def _play(house: House) -> None:
    master = house.registered("Manus")
    pace = f"movement {WEEK}h\nretreats {WEEK}h\nadjustments {WEEK}h"
    house.tell(master, f"CREATE diplomacy paris\n{pace}\ntitle Paris in Spring\nnmr default")
    house.tell(master, "CREATE machiavelli firenze\ntitle The Lily of Florence")
    people = {seat: house.registered(name) for seat, name in PEOPLE.items()}
    for seat, person in people.items():
        house.tell(person, f"JOIN paris AS {seat}")
    house.tell(people["ITALY"], "JOIN firenze")
    reply = house.tell(master, "GAME paris\nSTART")
    assert "has started" in reply.text, reply.text
    for sheets in SHEETS:
        for seat, sheet in sheets.items():
            newest = people[seat].last(lambda mail: mail.subject.startswith("[paris]"))
            told = house.tell(people[seat], sheet, to=newest, key=False).text
            assert "PROBLEM" not in told, told
        house.pass_time(hours=WEEK + 1)


def sources(site: Site, house: House, path: str) -> Iterator[bytes]:
    """What a browser fetches for this page: itself, then what it names, in its order."""
    with house.judge.db.reading() as session:
        page = site.get(session, path)
        assert page is not None, path
        yield page.content
        named = re.findall(r'<(?:link rel="stylesheet" href|script src|img src)="([^"]+)"', page.content.decode())
        for each in dict.fromkeys(urldefrag(urljoin(BASE + path, name))[0] for name in named):
            file = site.get(session, each.removeprefix(BASE))
            assert file is not None, each
            yield file.content
