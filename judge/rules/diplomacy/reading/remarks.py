"""A remark behind an order, where it names nothing of the board: `A PAR - BUR (wish me luck!)`."""

from __future__ import annotations

from functools import lru_cache, partial

from judge.rules.diplomacy.board import Board, squeeze
from judge.rules.diplomacy.reading.attempts import KINDS, VERBS
from judge.rules.words.misspelled import nearly
from judge.rules.words.remarks import without_remark_behind


def idle_remark_off(board: Board, text: str) -> str:
    """The order without a remark that cannot change it; empty where none stands behind it."""
    return without_remark_behind(text, partial(_is_name, board), frozenset(board.powers))


def _is_name(board: Board, word: str) -> bool:
    # A place misspelled is one, too: `A PAR S A MAR -- Burgandy` is no support to hold.
    return word in _OF_ORDERS or bool(board.find(squeeze(word))) or _is_nearly_a_place(board, word)


def _is_nearly_a_place(board: Board, word: str) -> bool:
    return len(word) > _SHORT and word not in board.powers and bool(nearly(squeeze(word), _names(board)))


@lru_cache(maxsize=20)
def _names(board: Board) -> tuple[str, ...]:
    """What its places are called, and each longer word of that: once a board, for any line may have a remark."""
    words = {part for name in board.names.values() for part in map(squeeze, (name, *name.split()))}
    return tuple(sorted(word for word in words if len(word) > _SHORT))


_SHORT = 4
_OF_ORDERS = (KINDS | VERBS) - {"TO"}
"""Without a place behind it `to` orders nothing: `(just to be annoying)`."""
