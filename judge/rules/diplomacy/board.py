"""The board as a value: provinces, coasts, borders, centers, homes and the opening. Boards are data files."""

from __future__ import annotations

import difflib
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from judge.reading.nearness import nearly
from judge.rules.schema import as_text

ARMY = "A"
FLEET = "F"


class Unit(NamedTuple):
    """`place` is a province, for a fleet on one of several coasts with that coast: `PAR`, `STP/SC`."""

    power: str
    kind: str
    place: str

    @property
    def province(self) -> str:
        return self.place.partition("/")[0]

    def __str__(self) -> str:
        return f"{self.kind} {self.place}"


@lru_cache(maxsize=4096)
def _unit(text: str) -> Unit:
    """`AUSTRIA A VIE`"""
    power, kind, place = text.split(" ")
    return Unit(power, kind, place)


as_text(Unit, _unit, " ".join)


class Dislodged(NamedTuple):
    """A unit that must retreat: the province its attacker came from, and the places it may go to (sorted)."""

    unit: Unit
    origin: str
    retreats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The units on the board, and the dislodged ones, by province. Never changed once made."""

    units: Mapping[str, Unit]
    dislodged: Mapping[str, Dislodged] = field(default_factory=dict)
    memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What readers have already worked out about this position. Says nothing that the position does not say."""

    def of(self, power: str) -> tuple[Unit, ...]:
        """The units of a power on the board, in board order of the mapping."""
        return tuple(unit for unit in self.units.values() if unit.power == power)


def position_of(units: Iterable[Unit], dislodged: Iterable[Dislodged] = ()) -> Position:
    """A position of these units. ValueError if two stand in one province."""
    placed: dict[str, Unit] = {}
    for unit in units:
        if unit.province in placed:
            raise ValueError(f"two units in {unit.province}: {placed[unit.province]} and {unit}")
        placed[unit.province] = unit
    return Position(placed, {each.unit.province: each for each in dislodged})


BUILDS = ("homes", "centers")
"""Where units are built: in the own homes, or in any center that is owned."""
ONE_WAY = ">"
"""In a board's file, before a place that does not lead back."""
SHORTEST_PREFIX = 3
"""Full names may be cut short to this many letters, where that leaves only one province."""
REMEMBERED = 2000
"""So many words are remembered with the places that they nearly are."""

_ABROAD = Path(__file__).parent / "boards" / "names.toml"
_NOT_LETTERS = re.compile(r"[^A-Z0-9/]+")
_ACCENTS = re.compile("[\u0300-\u036f]+")


class Board:
    """One map, read-only. Places are provinces or, for fleets, coasts (`STP/SC`); a province is its own place.

    homes: power -> where it may build; start_centers: power -> what it owns at first; dummies: powers that nobody can
    play; builds: one of BUILDS; decisive: centers that the winner must have, whatever others
    provinces: all codes in alphabetical order; index: code -> position in it
    army: province -> provinces an army reaches by land; fleet: place -> places a fleet reaches;
    fleet_provinces: place -> provinces a fleet reaches
    reach: province -> those that any unit reaches from there, or from which it is reached, coasts ignored
    coasts: province -> its places where it has several coasts; province_of: place -> province
    seas, coastal: provinces; sea_bit: sea -> its bit; sea_next: number of the bit -> mask of the seas beside that sea;
    shore: coastal province -> mask of the seas it touches
    standing: `F STP/SC` -> (`F`, `STP/SC`) for every unit that can be
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        provinces: Mapping[str, Mapping[str, Any]] = data["provinces"]
        self.name: str = data["name"]
        self.title: str = data["title"]
        self.start: str = data["start"]
        self.victory: int = data["victory"]
        self.decisive: tuple[str, ...] = tuple(data.get("decisive", ()))
        self.powers: tuple[str, ...] = tuple(sorted(data["powers"]))
        self.letters: dict[str, str] = {power: data["powers"][power]["letter"] for power in self.powers}
        self.adjectives: dict[str, str] = {power: data["powers"][power]["adjective"] for power in self.powers}
        self.homes: dict[str, tuple[str, ...]] = {power: tuple(data["powers"][power]["homes"]) for power in self.powers}
        self.start_centers: dict[str, tuple[str, ...]] = {
            power: tuple(sorted(data["powers"][power].get("centers", self.homes[power]))) for power in self.powers
        }
        self.dummies: tuple[str, ...] = tuple(power for power in self.powers if data["powers"][power].get("dummy"))
        self.builds: str = data.get("builds", BUILDS[0])
        self.provinces: tuple[str, ...] = tuple(sorted(provinces))
        self.index: dict[str, int] = {code: number for number, code in enumerate(self.provinces)}
        self.names: dict[str, str] = {code: provinces[code]["name"] for code in self.provinces}
        self.centers: tuple[str, ...] = tuple(code for code in self.provinces if provinces[code].get("center"))
        self.seas: frozenset[str] = frozenset(code for code in self.provinces if provinces[code]["kind"] == "sea")
        self.coastal: frozenset[str] = frozenset(code for code in self.provinces if provinces[code]["kind"] == "coast")

        self.army: dict[str, frozenset[str]] = {}
        self.fleet: dict[str, frozenset[str]] = {}
        self.coasts: dict[str, tuple[str, ...]] = {}
        self.province_of: dict[str, str] = {code: code for code in self.provinces}
        for code in self.provinces:
            self.army[code] = _places(provinces[code].get("army", ""))
            beside = provinces[code].get("fleet", "")
            if isinstance(beside, str):
                self.fleet[code] = _places(beside)
            else:
                self.coasts[code] = tuple(f"{code}/{coast}" for coast in beside)
                for coast, places in beside.items():
                    self.fleet[f"{code}/{coast}"] = _places(places)
                    self.province_of[f"{code}/{coast}"] = code
        self.fleet_provinces: dict[str, frozenset[str]] = {
            place: frozenset(self.province_of[other] for other in others) for place, others in self.fleet.items()
        }
        near: dict[str, set[str]] = {code: set() for code in self.provinces}
        for place, others in (*self.army.items(), *self.fleet_provinces.items()):
            for other in others:
                near[self.province_of[place]].add(other)
                near[other].add(self.province_of[place])
        self.reach: dict[str, tuple[str, ...]] = {code: tuple(sorted(those)) for code, those in near.items()}
        self.sea_bit: dict[str, int] = {sea: 1 << number for number, sea in enumerate(sorted(self.seas))}
        self.sea_next: tuple[int, ...] = tuple(self._seas_beside(sea) for sea in self.sea_bit)
        self.shore: dict[str, int] = {code: self._seas_beside(code) for code in sorted(self.coastal)}
        self._also: dict[str, tuple[str, ...]] = {code: tuple(provinces[code].get("also", ())) for code in provinces}
        # One line is read several times.
        self._slipped = lru_cache(REMEMBERED)(self._slips)
        self.standing: dict[str, tuple[str, str]] = {
            f"{kind} {place}": (kind, place)
            for place in self.province_of
            for kind in (ARMY, FLEET)
            if self.fits(kind, place)
        }
        self.start_units: dict[str, tuple[Unit, ...]] = {
            power: tuple(Unit(power, *text.split()) for text in data["powers"][power]["units"]) for power in self.powers
        }

    def _seas_beside(self, code: str) -> int:
        return sum(self.sea_bit[other] for other in self.reach[code] if other in self.seas)

    # Spellings are made for who reads what people write: canonical orders need none.

    @cached_property
    def words(self) -> Mapping[str, tuple[str, ...]]:
        """Every spelling in capitals without blanks -> the provinces it can mean."""
        prefixes: dict[str, set[str]] = {}
        for code in self.provinces:
            full = squeeze(self.names[code])
            for length in range(SHORTEST_PREFIX, len(full) + 1):
                prefixes.setdefault(full[:length], set()).add(code)
        # A name abroad that is also the beginning of another's (Norwegia, Norwegian Sea) can mean either.
        for code in self.provinces:
            for spelling in names_abroad().get(self.names[code], ()):
                prefixes.setdefault(squeeze(spelling), set()).add(code)
                if "-" in spelling:  # Pays-Bas: in an order that dash stays where it is
                    prefixes.setdefault("-".join(map(squeeze, spelling.split("-"))), set()).add(code)
        words = {word: tuple(sorted(codes)) for word, codes in prefixes.items()}
        for code in self.provinces:
            for spelling in self._named(code):
                words[squeeze(spelling)] = (code,)
                # `Mid-Atlantic` must be found where the hyphen could also be read as a move.
                words[spelling.upper().replace(" ", "")] = (code,)
        words.update({code: (code,) for code in self.provinces})
        return words

    @cached_property
    def words_of_length(self) -> Mapping[int, Sequence[str]]:
        """The same spellings by the number of their letters."""
        found: dict[int, list[str]] = {}
        for word in self.words:
            found.setdefault(len(word), []).append(word)
        return found

    @cached_property
    def phrases(self) -> Mapping[str, Sequence[str]]:
        """The first word of each name of several -> the whole, in capitals without blanks."""
        found: dict[str, list[str]] = {}
        for code in self.provinces:
            for spelling in (*names_abroad().get(self.names[code], ()), *self._named(code)):
                first, *more = filter(None, map(squeeze, re.split(r"[\s.'\u2019-]+", spelling)))
                if more:
                    found.setdefault(first, []).append(squeeze(spelling))
        return found

    def _named(self, code: str) -> tuple[str, ...]:
        """The English names of a province."""
        return (*self._also[code], *((f"{code} sea",) if code in self.seas else ()), self.names[code])

    def places(self, province: str) -> tuple[str, ...]:
        """Where a fleet may stand in a province: its coasts, or the province itself. An inland province: itself."""
        return self.coasts.get(province, (province,))

    def borders(self, kind: str, place: str) -> frozenset[str]:
        """The places a unit of this kind reaches from this place in one step, without a convoy. A fleet whose coast is
        not known reaches those of each coast.
        """
        if kind == ARMY:
            return self.army[place]
        return frozenset().union(*(self.fleet[spot] for spot in self.places(place)))

    def fits(self, kind: str, place: str) -> bool:
        """May a unit of this kind stand at this place? A fleet needs its coast named where there are several."""
        province = self.province_of.get(place, "")
        if kind == ARMY:
            return place == province and province not in self.seas
        return kind == FLEET and place in self.fleet and (province in self.seas or province in self.coastal)

    def stands(self, province: str) -> list[tuple[str, str]]:
        """The kinds of units and places with which a unit may stand in a province."""
        return [(kind, place) for kind, place in self.standing.values() if self.province_of[place] == province]

    def find(self, text: str) -> tuple[str, ...]:
        """The provinces that this code, abbreviation or name can mean, in any case; perhaps none."""
        return self.words.get(squeeze(text), ())

    def suggest(self, text: str) -> tuple[str, ...]:
        """Codes of the provinces whose spelling comes closest to `text`, the nearest first."""
        return self._meant(difflib.get_close_matches(squeeze(text[:40]), self.words, n=6, cutoff=0.7))

    def slips(self, text: str) -> tuple[str, ...]:
        """Return codes of provinces that `text` misspells: letters swapped, one wrong, missing or extra."""
        return self._slipped(squeeze(text[:40]))

    def _slips(self, name: str) -> tuple[str, ...]:
        lengths = range(len(name) - 1, len(name) + 2)
        return self._meant(nearly(name, [word for length in lengths for word in self.words_of_length.get(length, ())]))

    def _meant(self, words: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(code for word in words for code in self.words[word]))[:3]

    def title_of(self, place: str) -> str:
        """`St Petersburg (south coast)`: the full name of a province or coast."""
        province = self.province_of[place]
        if place == province:
            return self.names[province]
        side = {"N": "north", "S": "south", "E": "east", "W": "west"}[place.partition("/")[2][0]]
        return f"{self.names[province]} ({side} coast)"


def _places(text: str) -> frozenset[str]:
    """The places in a list, `>` before those that do not lead back."""
    return frozenset(text.replace(ONE_WAY, "").split())


def squeeze(text: str) -> str:
    """Capitals without blanks, dots, hyphens or accents: how spellings are compared."""
    capitals = text.upper()
    return capitals if capitals.isascii() and capitals.isalnum() else _NOT_LETTERS.sub("", unaccented(capitals))


def unaccented(text: str) -> str:
    """The text with its accented letters as bare ones (`MÜNCHEN` as `MUNCHEN`), where they are a letter and a mark."""
    return text if text.isascii() else _ACCENTS.sub("", unicodedata.normalize("NFD", text))


@cache
def names_abroad() -> Mapping[str, tuple[str, ...]]:
    """English name -> what the area is called in other languages."""
    return {name: tuple(others) for name, others in tomllib.loads(_ABROAD.read_text(encoding="utf-8")).items()}
