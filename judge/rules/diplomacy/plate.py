"""The map of a board that others have made: from an SVG with the usual ids, from a picture in which each area has a
color of its own, or from the board's borders alone.
"""

from __future__ import annotations

import json
import math
import re
import struct
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from io import BytesIO
from operator import ne
from xml.etree import ElementTree as ET

from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.boardfile import whole_data
from judge.rules.diplomacy.picture import GROUNDS
from judge.rules.ground import find_ground
from judge.rules.raster import OUTSIDE, STEPS, Edges, Rows, Spot, as_ground, cropped, grown
from judge.rules.rng import Rng

PNG = b"\x89PNG"
GAP = 9
"""Pixels of nothing that areas take from each side: lines between areas, and what is written there."""
SIZES: Sequence[tuple[int, int, float]] = ((30, 700, 1.0), (90, 1000, 1.1), (130, 1300, 1.3), (255, 1500, 1.2))
"""So many provinces at most: how wide the map is, and how large its letters are."""
LARGEST, OUTLINES = 2_500_000, 2_000_000
"""Pixels of a picture, and letters of its outlines: more take too long."""
SHAPES, CORNERS, EFFORT = 1000, 20_000, 120_000_000
"""Shapes of a picture, numbers in the outline of one, and numbers of all times rows of pixels."""
MOST = 255
"""Provinces that one byte of color tells apart."""
ROUNDS, SPREAD, MOVES = 30, 12, 25


def draw_board(
    text: str, picture: bytes, points: Mapping[str, tuple[int, int]], paint: Callable[[str, int], bytes]
) -> str | None:
    """Return the ground of the board in this text, as a file holds it; without a picture, None if there is one already.
    `picture`: an SVG or PNG of it, or nothing; `points`: province -> a pixel of it in the PNG; `paint`: an SVG and a
    width -> PNG. ValueError if not every province can be found in the picture.
    """
    board = Board(whole_data(json.loads(text)))
    codes = board.provinces
    if not picture and find_ground(GROUNDS, board.name, codes):
        return None
    _, width, scale = next((size for size in SIZES if len(codes) <= size[0]), SIZES[-1])
    if not picture:
        rows = _from_borders(board, width * 7 // 10)
    elif picture.startswith(PNG):
        rows = _from_colors(_pixels(picture), [points.get(code, (OUTSIDE, OUTSIDE)) for code in codes])
    else:
        painted = _pixels(paint(_plain(picture, board, width), width))
        rows = cropped([list(row) for row in painted])
        grown(rows, GAP)
    coasts = {place: board.fleet_provinces[place] for places in board.coasts.values() for place in places}
    made = as_ground(rows, codes, board.reach, coasts)
    areas = ",\n".join(f'"{code}": {json.dumps(area)}' for code, area in made.pop("areas").items())
    made["scale"] = round(scale * len(rows[0]) / width, 2)
    return json.dumps(made)[:-1] + f',\n"areas": {{\n{areas}\n}}}}\n'


# ---- SVG

_SHAPES = {"path", "polygon", "polyline", "rect", "circle", "ellipse"}
_OUTLINE = ("d", "points", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "fill-rule")
_NOT_SHOWN = {"defs", "symbol", "clippath", "mask", "pattern", "marker"}
_ID = re.compile(r"(_?)([a-z]{2,}|[A-Z]{2,})\d?")
_NUMBER = re.compile(r"-?\d*\.?\d+")


def _shapes(svg: bytes, board: Board) -> tuple[dict[str, list[str]], list[float]]:
    """Province -> the shapes of an SVG whose ids are that province, in jDip's way (`_par`) if there are such, or else
    in its own; and left, top, width and height of the whole. Of a shape only the outline and where it stands are taken.
    """
    found: dict[tuple[str, bool], list[str]] = {}
    shown: list[float] = []
    taken, inner = 0, [("", "", False)]
    try:
        for event, each in ET.iterparse(BytesIO(svg), ("start", "end")):  # noqa: S314 - expat fetches nothing
            if event == "end":
                inner.pop()
                each.clear()
                continue
            tag, (moved, said, hidden) = each.tag.rpartition("}")[2].lower(), inner[-1]
            if not shown:
                box = each.get("viewBox") or f"0 0 {each.get('width', '')} {each.get('height', '')}"
                shown = [float(number) for number in _NUMBER.findall(box)] or [0]
            if named := _ID.fullmatch(each.get("id", "")):
                known = board.words.get(named[2].upper(), ())
                said = named[1] + known[0] if len(known) == 1 else said
            moved, hidden = f"{moved} {each.get('transform', '')}".strip(), hidden or tag in _NOT_SHOWN
            inner.append((moved, said, hidden))
            taken += len(moved)
            if said and tag in _SHAPES and not hidden:
                code = said.removeprefix("_")
                kept = {key: each.get(key, "") for key in _OUTLINE if key in each.attrib}
                kept |= ({"transform": moved} if moved else {}) | {"fill": f"#{board.index[code] + 1:06x}"}
                shape = ET.tostring(ET.Element(tag, kept), "unicode")
                taken += len(shape)
                found.setdefault((code, code != said), []).append(shape)
            if taken > OUTLINES:
                raise ValueError(f"the outlines of the SVG have more than {OUTLINES:,} letters")
    except ET.ParseError as bad:
        raise ValueError(f"the SVG cannot be read: {bad}") from None
    return {code: found.get((code, True), found[code, usual]) for code, usual in found}, shown


def _plain(svg: bytes, board: Board, width: int) -> str:
    """An SVG of nothing but the provinces, each in a color that is its number; seas lie below land."""
    if len(board.provinces) > MOST:
        raise ValueError(f"an SVG serves up to {MOST} provinces")
    found, shown = _shapes(svg, board)
    if missing := [code for code in board.provinces if code not in found]:
        raise ValueError(f"the SVG has no outline with the id of {', '.join(missing)}")
    if len(shown) != 4 or min(shown[2:]) <= 0:
        raise ValueError("the SVG does not say how large it is")
    below = sorted(found, key=lambda code: code not in board.seas)
    every = "".join(shape for code in below for shape in found[code])
    rows = width * shown[3] / shown[2]
    numbers = [len(_NUMBER.findall(shape)) for shapes in found.values() for shape in shapes]
    if rows * width > LARGEST or rows * sum(numbers) > EFFORT or max(numbers) > CORNERS or len(numbers) > SHAPES:
        raise ValueError("the SVG is too high for its width, or its outlines have too many corners")
    box = " ".join(map(str, shown))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" shape-rendering="crispEdges">{every}</svg>'


# ---- PNG


def _from_colors(colors: Sequence[bytes], points: Sequence[tuple[int, int]]) -> Rows:
    """A color that one province has alone is wholly its; the patches of any other color are the nearest points'."""
    width, height = len(colors[0]), len(colors)
    if 5 * sum(sum(map(ne, line, line[1:])) for line in colors) > width * height:
        raise ValueError("its color changes at every fifth pixel: that is no map")
    inside = {number: (x, y) for number, (x, y) in enumerate(points, 1) if 0 <= x < width and 0 <= y < height}
    claims: dict[int, set[int]] = {}
    for number, (x, y) in inside.items():
        claims.setdefault(colors[y][x], set()).add(number)
    alone = {color: min(numbers) for color, numbers in claims.items() if len(numbers) == 1}
    rows = [[alone.get(color, 0) for color in line] for line in colors]
    wave = [(x, y, number) for number, (x, y) in inside.items()]
    for x, y, number in wave:  # grows as it is gone through
        rows[y][x] = number
        for right, below in ((x + dx, y + dy) for dx, dy in STEPS):
            on_it = 0 <= right < width and 0 <= below < height
            if on_it and not rows[below][right] and colors[below][right] == colors[y][x]:
                rows[below][right] = number
                wave.append((right, below, number))
    grown(rows, GAP)
    for row, line in zip(rows, colors, strict=True):
        row[:] = [number or (0 if color in claims else OUTSIDE) for number, color in zip(row, line, strict=True)]
    grown(rows, width + height)  # waters in which no point lies, such as those round an island
    return [[max(number, 0) for number in row] for row in rows]


def _pixels(picture: bytes) -> list[bytes]:
    """The rows of a PNG of 256 colors, or the blues of one of all colors."""
    head, packed, place = b"", b"", len(PNG) + 4
    while place + 8 <= len(picture):
        length, kind = struct.unpack(">I4s", picture[place : place + 8])
        body = picture[place + 8 : place + 8 + length]
        head = body if kind == b"IHDR" else head
        packed += body if kind == b"IDAT" else b""
        place += 12 + length
    width, height, depth, colors, _, _, woven = struct.unpack(">IIBBBBB", head.ljust(13, b"\0")[:13])
    channels, taken = {3: (1, 0), 0: (1, 0), 2: (3, 2), 6: (4, 2)}.get(colors, (0, 0))
    if depth != 8 or woven or not channels or not 0 < width * height <= LARGEST:
        raise ValueError(
            "the PNG has not one byte a color, or is interlaced, or larger than two and a half million pixels"
        )
    row = 1 + width * channels
    try:
        raw = zlib.decompressobj().decompress(packed, row * height)
    except zlib.error as bad:
        raise ValueError(f"the PNG is damaged: {bad}") from None
    if len(raw) < row * height:
        raise ValueError("the PNG ends too early")
    rows: list[bytes] = []
    for start in range(0, len(raw), row):
        line = raw[start + 1 + taken : start + row : channels]
        rows.append(_unfiltered(raw[start], line, rows[-1] if rows else bytes(width)))
    return rows


def _unfiltered(how: int, line: bytes, above: bytes) -> bytes:
    if how == 0 or (how == 2 and not any(line)):
        return above if how else line
    made, left, corner = bytearray(line), 0, 0
    for x, (byte, up) in enumerate(zip(line, above, strict=True)):
        if how == 4:
            guess = left + up - corner
            far, high, near = abs(guess - left), abs(guess - up), abs(guess - corner)
            best = left if far <= high and far <= near else up if high <= near else corner
        else:
            best = (0, left, up, (left + up) // 2)[how % 4]
        made[x] = left = (byte + best) & 255
        corner = up
    return bytes(made)


# ---- From the borders alone


def _from_borders(board: Board, width: int) -> Rows:
    """A schematic map: each area is what lies nearest to its point, without a strip along each one that it touches but
    does not border on.
    """
    beside = {
        (number, board.index[other] + 1)
        for number, code in enumerate(board.provinces, 1)
        for other in board.reach[code]
    }
    at = _settled(_laid_out(board), beside)
    rows = _nearest(at, width, round(width * 0.86))
    for pair, corners in Edges(rows).shared.items():
        if pair not in beside and OUTSIDE not in pair:
            for x, y in corners:
                for line in rows[max(y - 3, 0) : y + 3]:
                    line[max(x - 3, 0) : x + 3] = [0] * len(line[max(x - 3, 0) : x + 3])
    left = {number for row in rows for number in row}
    for number in at.keys() - left:  # the strips took all of it
        across, down = int(at[number][0] * width), int(at[number][1] * len(rows))
        for line in rows[down : down + 4]:
            line[across : across + 4] = [number] * 4
    return rows


def _settled(at: dict[int, Spot], beside: Collection[tuple[int, int]]) -> dict[int, Spot]:
    """The points, moved about until more of those that border on each other touch, and fewer others; many, less so."""
    wanted = {(one, other) for one, other in beside if one < other}
    best, least, side = at, math.inf, 12 * math.isqrt(len(at)) + 12
    for _ in range(min(MOVES, 3000 // len(at))):
        shared = Edges(_nearest(at, side, side)).shared
        missing, false = wanted - shared.keys(), {pair for pair in shared if OUTSIDE not in pair} - wanted
        if (bad := 3 * len(missing) + len(false)) < least:
            best, least = at, bad
        rims: dict[int, list[Spot]] = {number: [(spot[0] * side, spot[1] * side)] for number, spot in at.items()}
        for pair, corners in shared.items():
            for number in set(pair) - {OUTSIDE}:
                rims[number] += corners
        moved = {
            number: [0.7 * at[number][way] + 0.3 * sum(spot[way] for spot in rim) / len(rim) / side for way in (0, 1)]
            for number, rim in rims.items()
        }
        for pairs, pull in ((missing, 0.12), (false, -0.03)):
            for one, other in sorted(pairs):
                for way in (0, 1):
                    much = pull * (at[other][way] - at[one][way])
                    moved[one][way] += much
                    moved[other][way] -= much
        at = {number: (min(max(x, 0.02), 0.98), min(max(y, 0.02), 0.98)) for number, (x, y) in moved.items()}
    return best


def _nearest(at: Mapping[int, Spot], width: int, height: int) -> Rows:
    """To which point each pixel is the nearest, or nearly so: always to one of those of the pixels beside it."""
    rows = [[0] * width for _ in range(height)]
    for number, (x, y) in at.items():
        row, start = rows[int(y * height)], int(x * width)
        row[next(free for free in (*range(start, width), *range(width)) if not row[free])] = number
    grown(rows, width + height)
    return rows


def _laid_out(board: Board) -> dict[int, Spot]:
    """Number of a province -> a point, as far from each other as their borders say (stress, by descent)."""
    luck = Rng(b"", "").at(board.name)
    at = {code: [luck.below(999) * SPREAD / 999 for _ in "xy"] for code in board.provinces}
    pairs = [(one, other, far) for one in at for other, far in _distances(board, one).items() if one < other]
    pairs = [*luck.shuffled(pairs)]
    for step in range(ROUNDS):
        pairs = pairs[1::2] + pairs[::2]
        eager = SPREAD**2 * (0.1 / SPREAD**2) ** (step / (ROUNDS - 1))
        for one, other, far in pairs:
            here, there = at[one], at[other]
            x, y = here[0] - there[0], here[1] - there[1]
            long = math.hypot(x, y) or 1e-9
            much = min(eager / far**2, 1.0) * (long - far) / long / 2
            here[0], here[1] = here[0] - x * much, here[1] - y * much
            there[0], there[1] = there[0] + x * much, there[1] + y * much
    low = [min(spot[way] for spot in at.values()) for way in (0, 1)]
    wide = [max(spot[way] for spot in at.values()) - low[way] or 1.0 for way in (0, 1)]
    return {
        board.index[code] + 1: (0.07 + 0.86 * (x - low[0]) / wide[0], 0.07 + 0.86 * (y - low[1]) / wide[1])
        for code, (x, y) in at.items()
    }


def _distances(board: Board, start: str) -> dict[str, int]:
    """Province -> steps to it; those out of reach are as far as the farthest."""
    far, wave = {start: 0}, [start]
    for here in wave:  # grows as it is gone through
        for each in board.reach[here]:
            if each not in far:
                far[each] = far[here] + 1
                wave.append(each)
    return {code: far.get(code, far[wave[-1]] + 2) for code in board.provinces if code != start}
