"""A remark behind an order, where it names nothing of the board: `A PAR - BUR (wish me luck!)`."""

from __future__ import annotations

from judge.rules.diplomacy.board import Board, squeeze
from judge.rules.diplomacy.reading.attempts import KINDS, VERBS
from judge.rules.words.remarks import without_remark_behind


def idle_remark_off(board: Board, text: str) -> str:
    """The order without a remark that cannot change it; empty where none stands behind it."""

    def is_name(word: str) -> bool:
        return word in KINDS | VERBS or bool(board.find(squeeze(word)))

    return without_remark_behind(text, is_name, frozenset(board.powers))
