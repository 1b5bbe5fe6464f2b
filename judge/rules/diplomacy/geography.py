"""What touches what on a Diplomacy board, in words, as its reader may know it."""

from __future__ import annotations

from collections.abc import Iterable

from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.view import BoardView
from judge.rules.problems import Problem, Refused


def borders(view: BoardView, area: str) -> tuple[str, ...]:
    board = view.board
    if not area:
        return tuple(_told(view, code, named=False) for code in board.provinces)
    found = board.find(area)
    if len(found) == 1:
        return (_told(view, found[0], named=True),)
    near = found or board.suggest(area)
    hint = f"Did you mean {' or '.join(f'{code} ({board.names[code]})' for code in near)}?" if near else ""
    raise Refused(Problem("borders/unknown", f"There is no one area called {area[:40]!r}.", hint=hint))


def _told(view: BoardView, code: str, *, named: bool) -> str:
    board = view.board
    kind = "sea" if code in board.seas else "land on the coast" if code in board.coastal else "inland"
    about = [kind, *_center(view, code)]
    ways = []
    if board.army[code]:
        ways.append(f"An army goes to {_list(board, board.army[code], named)}.")
    for place in board.places(code) if code in board.seas or code in board.coastal else ():
        where = "A fleet" if place == code else f"A fleet at {place} ({_side(board, place)})"
        ways.append(f"{where} goes to {_list(board, board.fleet[place], named)}.")
    return f"{code}, {board.names[code]}: {', '.join(about)}. {' '.join(ways)}"


def _center(view: BoardView, code: str) -> Iterable[str]:
    board = view.board
    if code not in board.centers:
        return
    home = next((power for power, homes in board.homes.items() if code in homes), "")
    yield "supply center"
    if home:
        yield f"home of {home.title()}"
    owner = next((power for power, owned in view.centers.items() if code in owned), "")
    if owner:
        yield f"owned by {owner.title()}"


def _side(board: Board, place: str) -> str:
    return board.title_of(place).rpartition("(")[2].rstrip(")")


def _list(board: Board, places: Iterable[str], named: bool) -> str:
    shown = sorted(places)
    return ", ".join(f"{place} ({board.title_of(place)})" if named else place for place in shown) or "nowhere"
