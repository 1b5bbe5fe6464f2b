"""What becomes of a picture of a board: outlines, and nothing else."""

from __future__ import annotations

import copy
import json
import random
import struct
import time
import zlib
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from judge.maps.draw import draw
from judge.maps.png import png_of
from judge.rules.boards import DRAWINGS, use_boards
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.boardfile import BOARDS, board_names, load_board, whole_data
from judge.rules.diplomacy.picture import position_picture
from judge.rules.diplomacy.plate import draw_board
from judge.rules.diplomacy.table import opening
from judge.rules.ground import load_ground
from tests.maps.phases import view_of
from tests.support.soaking import stride

LAKES: dict[str, Any] = {
    "name": "lakes",
    "title": "Lakes",
    "start": "S1901M",
    "victory": 2,
    "powers": {
        "RED": {"letter": "R", "adjective": "Red", "homes": ["ONE"], "units": ["F ONE"]},
        "BLUE": {"letter": "B", "adjective": "Blue", "homes": ["TWO"], "units": ["F TWO/NC"]},
    },
    "provinces": {
        "ONE": {"name": "First", "also": ["uno"],
                "kind": "coast", "center": True, "army": "TWO", "fleet": "SND TWO/NC"},
        "TWO": {
            "name": "Second", "kind": "coast", "center": True, "army": "ONE", "fleet": {"NC": "SND ONE", "SC": "DEP"},
        },
        "SND": {"name": "The Sound", "kind": "sea", "fleet": "DEP ONE TWO/NC"},
        "DEP": {"name": "The Deep", "kind": "sea", "fleet": "SND TWO/SC"},
    },
}  # fmt: skip
SVG = """<?xml version="1.0"?><!DOCTYPE svg [ <!ENTITY big "bigger"> ]>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" onload="alert(1)">
<script>alert(2)</script><style>@import url(http://x.test/a.css); path { display: none }</style>
<image href="http://x.test/b.png" width="200" height="200"/>
<text id="label">ONE &big;</text><defs><path id="dep" d="M0 0H9V9Z"/></defs>
<g id="provinces" style="display:none" transform="translate(100 100) scale(2)" onclick="alert(3)">
<a href="javascript:alert(4)"><rect id="_one" x="-50" y="-50" width="50" height="50" fill="url(http://x.test/c)"/></a>
<g id="TWO"><path d="m 0 0 v -50 h 50 c 5 20 -5 30 0 50 z"/></g>
<path id="snd" d="M-50 0L0 0L50,0L50-0A100 100 0 0 1-50 0z"/>
<polygon id="dep" points="-10,20 10,20 10,40 -10,40"/>
</g><g id="_snd"><circle cx="50" cy="150" r="60"/><rect x="0" y="100" width="200" height="100"/></g>
</svg>"""


def drawn(picture: bytes | str, points: dict[str, tuple[int, int]] | None = None) -> dict[str, Any]:
    said = picture.encode() if isinstance(picture, str) else picture
    made = draw_board(json.dumps(LAKES), said, points or {}, png_of)
    assert made
    return dict(json.loads(made))


def _inside(area: dict[str, Any]) -> float:
    """How much room the outlines enclose."""
    return abs(sum(_turn(ring) for ring in area["rings"]))


def _turn(ring: Sequence[int]) -> float:
    corners = list(zip(ring[::2], ring[1::2], strict=True))
    return sum(x * b - a * y for (x, y), (a, b) in zip(corners, [*corners[1:], corners[0]], strict=True)) / 2


def test_an_svg_becomes_outlines_where_its_shapes_stand() -> None:
    made = drawn(SVG)
    assert made["size"] == [700, 700]
    areas = made["areas"]
    for code, middle, share in (
        ("ONE", (175, 175), 0.25),
        ("TWO", (525, 175), 0.25),
        ("SND", None, 0.46),
        ("DEP", (350, 560), 0.04),
    ):
        assert _inside(areas[code]) == pytest.approx(share * 490_000, rel=0.04), code
        assert middle is None or areas[code]["at"] == pytest.approx(middle, abs=12), code
    assert made["links"] == [["DEP", "TWO"]]
    assert areas["ONE"]["room"] == pytest.approx(175, abs=4)


def test_of_an_svg_nothing_but_numbers_is_taken() -> None:
    given: list[str] = []

    def paint(svg: str, width: int) -> bytes:
        given.append(svg)
        return png_of(svg, width)

    made = draw_board(json.dumps(LAKES), SVG.encode(), {}, paint)
    assert made
    for text in (made, *given):
        assert not any(
            word in text for word in ("alert", "x.test", "<image", "<style", "<a ", "<text", "url(", "ENTITY")
        )


def test_provinces_are_known_by_any_of_their_spellings_and_a_missing_one_is_named() -> None:
    assert drawn(SVG.replace('"_one"', '"uno"'))
    with pytest.raises(ValueError, match="no outline with the id of ONE"):
        drawn(SVG.replace('"_one"', '"eins"'))


def _edges(area: dict[str, Any]) -> set[frozenset[tuple[int, int]]]:
    found = set()
    for ring in area["rings"]:
        corners = list(zip(ring[::2], ring[1::2], strict=True))
        found |= {frozenset(pair) for pair in zip(corners, [*corners[1:], corners[0]], strict=True)}
    return found


@pytest.mark.parametrize("name", ["four-seas", "hundred", "modern", "standard"])
def test_a_board_without_a_picture_gets_a_schematic_map(name: str) -> None:
    """Two areas touch, or a line leads from one to the other, exactly if the board lets some unit cross."""
    data = whole_data(json.loads((BOARDS / f"{name}.json").read_text(encoding="utf-8")))
    data["provinces"]["ZZZ"] = {"name": "Nowhere", "kind": "inland", "army": ""}  # so that no other map fits
    board = Board(data)
    made = draw_board(json.dumps(data), b"", {}, png_of)
    assert name == "modern" or made == draw_board(json.dumps(data), b"", {}, png_of)
    ground = json.loads(made or "")
    edges = {code: _edges(area) for code, area in ground["areas"].items()}
    links = {frozenset(link) for link in ground["links"]}
    for one, other in combinations(board.provinces, 2):
        beside = bool(edges[one] & edges[other]) or frozenset((one, other)) in links
        assert beside == (other in board.reach[one]), f"{one}-{other}"


@pytest.mark.parametrize("seed", range(stride(40, 4)))
def test_a_board_of_any_borders_gets_a_map(seed: int) -> None:
    luck = random.Random(seed)
    codes = [f"{one}{two}Z" for one in "ABCDEFG" for two in "ABCDEFGHIJ"][: luck.randint(2, 70)]
    pairs = {tuple(luck.sample(codes, 2)) for _ in range(luck.randint(1, 2 * len(codes)))}
    data = copy.deepcopy(LAKES)
    data["provinces"] |= {
        code: {
            "name": code,
            "kind": "inland",
            "army": " ".join(sorted({one for pair in pairs if code in pair for one in pair} - {code})),
        }
        for code in codes
    }
    made = json.loads(draw_board(json.dumps(data), b"", {}, png_of) or "")
    assert all(made["areas"][code]["room"] for code in data["provinces"])


def test_a_board_with_the_provinces_of_a_drawn_one_needs_no_map() -> None:
    assert draw_board((BOARDS / "chaos.json").read_text(encoding="utf-8"), b"", {}, png_of) is None


def test_the_map_that_was_made_is_the_one_a_game_is_drawn_on(tmp_path: Path) -> None:
    (tmp_path / DRAWINGS).mkdir()
    (tmp_path / "lakes.json").write_text(json.dumps(LAKES), encoding="utf-8")
    (tmp_path / DRAWINGS / "lakes.json").write_text(json.dumps(drawn(SVG)), encoding="utf-8")
    use_boards(tmp_path)
    try:
        picture = position_picture(view_of(opening("lakes")))
        assert picture
        assert picture.ground is load_ground(tmp_path / DRAWINGS / "lakes.json")
        assert picture.ground.stand("TWO/NC") != picture.ground.stand("TWO/SC") != picture.ground.stand("TWO")
        assert 'id="area-DEP"' in draw(picture)
    finally:
        use_boards(None)


# ---- PNG

WIDE, HIGH = 60, 40
LAND_ONE, LAND_TWO, SEA, LINE, FRAME = 1, 2, 3, 4, 5


def _color(x: int, y: int) -> int:
    """Two lands above, two waters of one color below with a line between them, an islet of the first, and a frame."""
    if y < 15:
        return LINE if x == 30 else LAND_ONE if x < 30 else LAND_TWO
    if 50 <= x < 55 and 30 <= y < 35:
        return LAND_ONE
    return FRAME if y > 37 else LINE if x == 20 and y != 20 else SEA


POINTS = {"ONE": (5, 5), "TWO": (45, 5), "SND": (10, 25), "DEP": (40, 25)}


def _png(filters: Callable[[int], int] = lambda y: 0, head: Sequence[int] = (8, 3, 0, 0, 0)) -> bytes:
    rows = [bytes(_color(x, y) for x in range(WIDE)) for y in range(HIGH)]
    packed = b""
    for y, row in enumerate(rows):
        above, how = rows[y - 1] if y else bytes(WIDE), filters(y)
        line = []
        for x, byte in enumerate(row):
            left, up, corner = (row[x - 1], above[x], above[x - 1]) if x else (0, above[x], 0)
            paeth = min((abs(left + up - corner - each), place, each) for place, each in enumerate((left, up, corner)))
            line.append((byte - (0, left, up, (left + up) // 2, paeth[2])[how]) % 256)
        packed += bytes([how, *line])
    parts = [(b"IHDR", struct.pack(">II5B", WIDE, HIGH, *head)), (b"IDAT", zlib.compress(packed)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(struct.pack(">I", len(body)) + kind + body + b"crc!" for kind, body in parts)


def test_a_png_becomes_the_areas_of_its_colors_and_points() -> None:
    made = drawn(_png(), POINTS)
    areas = made["areas"]
    assert made["size"] == [WIDE, HIGH]
    assert [len(areas[code]["rings"]) for code in ("ONE", "TWO", "SND", "DEP")] == [2, 1, 1, 2]
    assert _inside(areas["ONE"]) == pytest.approx(30 * 15 + 25, abs=20)
    assert _inside(areas["SND"]) == pytest.approx(20 * 23, abs=100)  # the gap in the line lets it through, but not far


def test_every_filter_of_a_png_is_read() -> None:
    for turn in range(5):
        assert drawn(_png(lambda y: (y + turn) % 5), POINTS) == drawn(_png(), POINTS)  # noqa: B023


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        (_png(head=(8, 3, 0, 0, 1)), "interlaced"),
        (_png(head=(16, 3, 0, 0, 0)), "one byte a color"),
        (_png()[:90], "damaged|too early"),
        (b"\x89PNG", "one byte a color"),
        (b"GIF89a", "cannot be read"),
        (b"<![foo[", "cannot be read"),
        (SVG.replace("viewBox", "box").encode(), "how large"),
    ],
)
def test_a_picture_that_does_not_serve_is_refused(picture: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        drawn(picture, POINTS)


def test_a_province_that_has_no_point_in_the_png_is_named() -> None:
    with pytest.raises(ValueError, match="no room for DEP"):
        drawn(_png(), {code: point for code, point in POINTS.items() if code != "DEP"})


@pytest.mark.parametrize("picture", [SVG.encode(), _png(lambda y: y % 5)], ids=["svg", "png"])
def test_a_damaged_picture_is_drawn_or_refused(picture: bytes) -> None:
    outcomes = set()
    for seed in range(stride(1000, 25)):
        luck = random.Random(seed)
        hurt = bytearray(picture)
        for _ in range(luck.randint(1, 6)):
            start = luck.randrange(len(hurt))
            hurt[start : start + luck.choice((0, 1, 8))] = luck.choice((b"", b"9", b'"', b">", luck.randbytes(3)))
        try:
            outcomes.add(bool(drawn(bytes(hurt), POINTS)))
        except ValueError as bad:
            outcomes.add(str(bad) == "")
    assert outcomes == {True, False}


def _areas(dep: str, start: str = "", box: str = "0 0 100 100", more: str = "") -> bytes:
    """An SVG of three areas and what is said of the fourth."""
    three = zip(("one", "two", "snd"), ("M0 0H50V50H0Z", "M50 0H100V50H50Z", "M0 50H50V100H0Z"), strict=True)
    known = "".join(f'<path id="{code}" d="{way}"/>' for code, way in three)
    return f'{start}<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{more}{known}{dep}</svg>'.encode()


def _noise() -> bytes:
    luck, wide = random.Random(1), 1580
    raw = zlib.compress(b"".join(b"\4" + luck.randbytes(wide) for _ in range(wide)), 1)
    parts = [(b"IHDR", struct.pack(">II5B", wide, wide, 8, 3, 0, 0, 0)), (b"IDAT", raw)]
    return b"\x89PNG\r\n\x1a\n" + b"".join(struct.pack(">I", len(body)) + kind + body + b"crc!" for kind, body in parts)


ZIGZAG = "M0 0" + "".join(f"L{97 * each % 100} {each % 2 * 100}" for each in range(1, 9_900))
GROWING = "".join(f'<!ENTITY a{each} "{f"&a{each - 1};" * 10}">' for each in range(1, 9))
SLOW: list[tuple[str, Callable[[], bytes], str]] = [
    ("long lines", lambda: _areas("".join(f'<path id="dep" d="{ZIGZAG}"/>' for _ in range(8))), ""),
    ("a longer line", lambda: _areas(f'<path id="dep" d="{ZIGZAG * 2}"/>'), "too many corners"),
    ("many shapes", lambda: _areas('<rect id="dep" x="50" y="50" width="50" height="50"/>' * 900), ""),
    ("more shapes", lambda: _areas('<rect id="dep" width="9" height="9"/>' * 1100), "too many corners"),
    ("a tower", lambda: _areas('<path id="dep" d="M0 0H9V9Z"/>', box="0 0 1 900000000"), "too high"),
    ("a speck", lambda: _areas('<path id="dep" d="M0 0H9V9Z"/>', box="0 0 .0000000001 .0000000001"), "no room"),
    ("deep", lambda: _areas("", more='<g transform="scale(1)">' * 90_000 + "</g>" * 90_000), "2,000,000 letters"),
    ("deep and unmoved", lambda: _areas("", more="<g>" * 300_000 + "</g>" * 300_000), "no outline .* DEP"),
    (
        "one long move",
        lambda: _areas("", more=f'<g transform="{"scale(1) " * 9**5}">{"<path/>" * 9**5}</g>'),
        "letters",
    ),
    ("entities", lambda: _areas("&a8;", f'<!DOCTYPE svg [<!ENTITY a0 "lol">{GROWING}]>'), "cannot be read"),
    ("open tags", lambda: b"<a " * 500_000, "cannot be read"),
    ("noise", _noise, "that is no map"),
    ("empty chunks", lambda: b"\x89PNG\r\n\x1a\n" + b"\0\0\0\0IDATcrc!" * 300_000, "one byte a color"),
]


@pytest.mark.parametrize(("picture", "said"), [each[1:] for each in SLOW], ids=[each[0] for each in SLOW])
def test_the_worst_picture_is_drawn_or_refused_within_five_seconds(picture: Callable[[], bytes], said: str) -> None:
    given = picture()
    start = time.process_time()
    if said:
        with pytest.raises(ValueError, match=said):
            drawn(given, POINTS)
    else:
        drawn(given, POINTS)
    assert time.process_time() - start < 5


def test_no_board_of_the_judges_own_has_more_provinces_than_a_picture_can_name() -> None:
    assert max(len(load_board(name).provinces) for name in board_names()) < 255
