"""The text of a board's file: what is wrong with it, or what it holds."""

from __future__ import annotations

import json
from typing import Any

from judge.rules.diplomacy.board import Board, whole_data
from judge.rules.diplomacy.check import check_board
from judge.rules.values import BoardCheck


def check_text(name: str, text: str) -> BoardCheck:
    """Whether a file of this name (without its ending) with this text is a board to play on."""
    try:
        data: Any = json.loads(text, object_pairs_hook=_without_twins)
        whole = whole_data(data) if isinstance(data, dict) else data
    except json.JSONDecodeError as bad:
        return BoardCheck("", (f"line {bad.lineno}: not JSON: {bad.msg}",))
    except ValueError as bad:
        return BoardCheck("", (str(bad),))
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
