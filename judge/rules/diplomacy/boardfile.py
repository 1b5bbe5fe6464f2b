"""The data files of boards: which there are, the board in one, and every mistake in one, in words."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from typing_extensions import override

from judge.rules.boards import board_files
from judge.rules.diplomacy.board import ONE_WAY, Board, squeeze
from judge.rules.diplomacy.labels import read_label
from judge.rules.schema import Coded, Text, faults
from judge.rules.values import BoardCheck, Json, Option

BOARDS = Path(__file__).parent / "boards"

COASTS = ("NC", "SC", "EC", "WC")

_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
_CODE = re.compile(r"[A-Z]{3}")
_POWER = re.compile(r"[A-Z]{2,20}")

FILE, PROVINCES, BORDERS, SPELLING = 1_000_000, 300, 4000, 60
"""Letters of a file, its provinces and borders, and letters of a name, at most: more makes no map in seconds."""

Data = Mapping[str, Any]


def board_names() -> tuple[str, ...]:
    """The boards that can be played on, in alphabetical order."""
    own = _own_names()
    return tuple(sorted(name for name, file in board_files(BOARDS).items() if name in own or _is_sound(file)))


@cache
def _own_names() -> frozenset[str]:
    """The judge's own boards, which are sound and stay as they are."""
    return frozenset(file.stem for file in BOARDS.glob("*.json"))


def _is_sound(file: Path) -> bool:
    """Can a board that the host has added be played on?"""
    with suppress(OSError):
        return _was_sound(file, file.stat().st_mtime_ns)
    return False


@lru_cache(maxsize=256)
def _was_sound(file: Path, changed: int) -> bool:
    """The same of the file as it was when it was last `changed`."""
    del changed  # is there to ask anew
    with suppress(OSError, UnicodeDecodeError):
        return not check_text(file.stem, file.read_text(encoding="utf-8")).mistakes
    return False


def load_board(said: str) -> Board:
    """The board of this name as it is now, or the one whose whole data is this text (`kept_board`). KeyError lists the
    names there are.
    """
    return _board(said if said.startswith("{") else kept_board(said))


@lru_cache(maxsize=128)
def _board(kept: str) -> Board:
    return Board(json.loads(kept) if kept.startswith("{") else _read(kept))


def kept_board(name: str) -> str:
    """How a game keeps its board, for load_board: one of the judge's own by its name, any other by its whole data, so
    that nothing which becomes of its file changes the game. KeyError as of load_board.
    """
    return name if name in _own_names() else json.dumps(_read(name), ensure_ascii=False, sort_keys=True)


def _read(name: str) -> dict[str, Any]:
    if name not in board_names():
        raise KeyError(f"no map {name[:40]!r}; there are: {', '.join(board_names())}")
    return whole_data(json.loads(board_files(BOARDS)[name].read_text(encoding="utf-8")))


def whole_data(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a board's data merged into that of its base (`based_on`). ValueError if there is no such board."""
    name = data.get("based_on")
    if name is None:
        return dict(data)
    files = board_files(BOARDS)
    if name not in files:
        raise ValueError(f"it is based on {name!r}; there are: {', '.join(sorted(files))}")
    base = whole_data(json.loads(files[name].read_text(encoding="utf-8")))
    merged = {**base, **{key: value for key, value in data.items() if key != "based_on"}}
    for part in ("powers", "provinces"):
        own = data.get(part, {})
        if isinstance(own, Mapping) and not (part == "powers" and data.get("other_powers")):
            merged[part] = {
                **base[part],
                **{
                    each: {**base[part].get(each, {}), **entry} if isinstance(entry, Mapping) else entry
                    for each, entry in own.items()
                },
            }
    merged.pop("other_powers", None)
    return merged


class _Names(Collection[str]):
    """The names of all boards, as they are whenever they are asked for."""

    @override
    def __contains__(self, name: object) -> bool:
        return name in board_names()

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(board_names())

    @override
    def __len__(self) -> int:
        return len(board_names())


class BoardOption(Option):
    """The option `map`. Its value is a board as games keep it."""

    @override
    def parse(self, text: str) -> Json:
        return kept_board(super().parse(text))

    @override
    def allows(self, value: Json) -> bool:
        if not isinstance(value, str) or not value.startswith("{"):
            return value in _own_names()
        try:
            return not check_board(json.loads(value))
        except (ValueError, RecursionError):
            return False

    @override
    def told(self, value: Json) -> Json:
        return load_board(value).name


MAP = BoardOption("map", "choice", "standard", "the board", _Names())


def _line(text: str) -> str:
    if not text.isprintable():
        raise ValueError(f"{_ONE_LINE}, not {text[:20]!a}")
    return text


def _fleets(value: Json) -> Json:
    places = list(value.values()) if isinstance(value, dict) else [value]
    if not all(isinstance(each, str) and each.isprintable() for each in places):
        raise ValueError(_PLACES)
    return value


_ONE_LINE, _PLACES = "a text of one line", "the places that a fleet reaches, or an object with those of each coast"
Line: TypeAlias = Annotated[str, Text(_line, words=_ONE_LINE)]
Lines: TypeAlias = tuple[Line, ...]


@dataclass(frozen=True)
class _Power:
    closed = True

    letter: Line
    adjective: Line
    homes: Lines
    units: Lines
    centers: Lines = ()
    dummy: bool = False


@dataclass(frozen=True)
class _Province:
    closed = True

    name: Line
    kind: Literal["sea", "coast", "inland"]
    center: bool = False
    also: Lines = ()
    army: Line = ""
    fleet: Annotated[Any, Coded(_fleets, words=_PLACES)] = ""


@dataclass(frozen=True)
class _Board:
    """The shape of a board's data; docs/boards.md tells what each key holds."""

    closed = True

    name: Line
    title: Line
    start: Line
    victory: int
    powers: Mapping[str, _Power]
    provinces: Mapping[str, _Province]
    builds: Literal["homes", "centers"] = "homes"
    decisive: Lines = ()


def check_board(data: Any) -> tuple[str, ...]:
    """Every mistake in the data of a board that is based on no other; none if it can be played on."""
    if shape := faults(data, _Board, "board"):
        return shape  # the rest could not even be asked
    parts = (data, *data["powers"].values(), *data["provinces"].values())
    if any(value is None for part in parts for value in part.values()):
        return ("board: null is no value; leave the key out",)
    return tuple(mistake for check in _CHECKS for mistake in check(data))


def _head(data: Data) -> Iterator[str]:
    if not _NAME.fullmatch(data["name"]):
        yield f"`name` is {data['name']!r}: a name has small letters, digits and hyphens, like its file"
    try:
        read_label(data["start"])
    except ValueError as bad:
        yield f"`start`: {bad}"
    centers = sum(bool(entry.get("center")) for entry in data["provinces"].values())
    if not 1 <= data["victory"] <= centers:
        yield f"`victory` is {data['victory']}: there are {centers} centers"
    for code in data.get("decisive", ()):
        if not data["provinces"].get(code, {}).get("center"):
            yield f"`decisive`: {code} is no center"
    if (many := len(data["provinces"])) > PROVINCES:
        yield f"there are {many} provinces: a board has up to {PROVINCES}"


def _provinces(data: Data) -> Iterator[str]:
    spelled: Counter[str] = Counter()
    for code, entry in data["provinces"].items():
        kind, words = entry["kind"], (code, entry["name"], *entry.get("also", ()))
        coasts = entry["fleet"] if isinstance(entry.get("fleet"), Mapping) else ()
        wrong = {
            "a code has three capital letters": not _CODE.fullmatch(code),
            "no army can move in a sea": kind == "sea" and "army" in entry,
            "no fleet can move in an inland province": kind == "inland" and "fleet" in entry,
            "a coast has `fleet`, the places that fleets reach from it": kind == "coast" and not entry.get("fleet"),
            "it borders on nothing": not entry.get("army") and not entry.get("fleet"),
            **{f"{each!r} is no coast; coasts are {', '.join(COASTS)}": each not in COASTS for each in coasts},
            "a spelling without letters": not all(map(squeeze, words)),
            f"a spelling of more than {SPELLING} letters": max(map(len, words)) > SPELLING,
        }
        yield from (f"{code[:SPELLING]}: {said}" for said, is_so in wrong.items() if is_so)
        spelled.update({squeeze(word) for word in words})
    for word, times in spelled.items():
        if times > 1:
            yield f"{word}: {times} provinces are spelled so"


def _borders(data: Data) -> Iterator[str]:
    provinces = data["provinces"]
    army = {code: set(entry.get("army", "").split()) for code, entry in provinces.items()}
    fleet: dict[str, set[str]] = {}
    for code, entry in provinces.items():
        if isinstance(entry.get("fleet"), Mapping):
            fleet |= {f"{code}/{coast}": set(places.split()) for coast, places in entry["fleet"].items()}
        elif "fleet" in entry:
            fleet[code] = set(entry["fleet"].split())
    if (many := sum(map(len, (*army.values(), *fleet.values()))) // 2) > BORDERS:
        yield f"there are {many} borders: a board has up to {BORDERS}"
    for kind, reach in (("army", army), ("fleet", fleet)):
        for place, others in reach.items():
            for said in sorted(others):
                other = said.removeprefix(ONE_WAY)
                province = other.partition("/")[0]
                if province not in provinces:
                    yield f"{place}: {kind} to {other}: there is no such province"
                elif place.partition("/")[0] == province:
                    yield f"{place}: {kind} to {other}: that is itself"
                elif other not in reach or (kind == "army" and provinces[other]["kind"] == "sea"):
                    coasts = provinces[province].get("fleet")
                    many = kind == "fleet" and isinstance(coasts, Mapping)
                    hint = f"name a coast of it: {', '.join(f'{province}/{each}' for each in coasts)}" if many else ""
                    yield f"{place}: {kind} to {other}: no {kind} can be there{f'; {hint}' if hint else ''}"
                elif said != other:
                    if reach[other] & {place, said[0] + place}:
                        yield f"{place}: {kind} to {said} leads one way only, but {other} leads back"
                elif place not in reach[other]:
                    yield (
                        f"{place}: {kind} to {other}, but not from {other} to {place}:"
                        f" if that is meant, write {ONE_WAY}{other}"
                    )


def _powers(data: Data) -> Iterator[str]:
    provinces = data["provinces"]
    letters = Counter(entry["letter"] for entry in data["powers"].values())
    homes, owned, stands = Counter[str](), Counter[str](), Counter[str]()
    for power, entry in data["powers"].items():
        if not _POWER.fullmatch(power):
            yield f"{power}: a power's name has 2 to 20 capital letters"
        if not re.fullmatch("[A-Z0-9]|[A-Z][0-9]", entry["letter"]):
            yield (
                f"{power}: its letter is {entry['letter']!r}: one capital letter, or where those run out a digit,"
                " or a letter and a digit"
            )
        elif letters[entry["letter"]] > 1:
            yield f"{power}: another power has the letter {entry['letter']} too"
        homes.update(entry["homes"])
        owned.update(entry.get("centers", entry["homes"]))
        for center in sorted({*entry["homes"], *entry.get("centers", ())}):
            if not provinces.get(center, {}).get("center"):
                yield f"{power}: {center} is no center"
        for unit in entry["units"]:
            kind, _, place = unit.partition(" ")
            if not _fits(provinces, kind, place):
                yield f"{power}: {unit!r} cannot stand there: units are written `A VIE` or `F STP/SC`"
            stands[place.partition("/")[0]] += 1
    for what, found in (("is a home of", homes), ("is owned by", owned), ("holds a unit of", stands)):
        for province, times in sorted(found.items()):
            if times > 1:
                yield f"{province}: it {what} {times} at once"
    if all(entry.get("dummy") for entry in data["powers"].values()):  # of none as well
        yield "every power is a dummy: nobody could play"


def _fits(provinces: Data, kind: str, place: str) -> bool:
    province, _, coast = place.partition("/")
    entry = provinces.get(province)
    if entry is None:
        return False
    if kind == "A":
        return not coast and entry["kind"] != "sea"
    coasts = entry.get("fleet")
    return kind == "F" and coasts is not None and (coast in coasts if isinstance(coasts, Mapping) else not coast)


_CHECKS = (_head, _provinces, _borders, _powers)


def check_text(name: str, text: str) -> BoardCheck:
    """Whether a file of this name (without its ending) with this text is a board to play on."""
    if len(text) > FILE:
        return BoardCheck("", (f"the file has more than {FILE:,} letters",))
    try:
        data: Any = json.loads(text, object_pairs_hook=_without_twins)
        whole = whole_data(data) if isinstance(data, dict) else data
    except json.JSONDecodeError as bad:
        return BoardCheck("", (f"line {bad.lineno}: not JSON: {bad.msg}",))
    except ValueError as bad:
        return BoardCheck("", (str(bad),))
    except (RecursionError, TypeError, AttributeError, KeyError):
        return BoardCheck("", ("it is based on itself, or on what is no board",))
    named = () if not isinstance(data, dict) or data.get("name") == name else (_misnamed(data, name),)
    mistakes = (*named, *check_board(whole))
    return BoardCheck("" if mistakes else _about(Board(whole)), mistakes)


def _about(board: Board) -> str:
    return (
        f"{board.title}: {len(board.powers)} powers, {len(board.provinces)} provinces, {len(board.centers)} centers,"
        f" {board.victory} to win"
    )


def _misnamed(data: dict[str, Any], name: str) -> str:
    return f"`name` is {data.get('name')!r}: it must be {name!r}, the file's own name without .json"


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """JSON keeps the last of two equal keys in silence; in a board that loses a province."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"`{key}` stands twice in one object")
        found[key] = value
    return found
