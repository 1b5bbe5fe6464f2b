"""The version of Payola's rules, and what each has come to tell besides: archives of older ones verify by it."""

from __future__ import annotations

from collections.abc import Mapping

from judge.rules.diplomacy.game import ADDITIONS as BOARD_ADDITIONS

VERSION = 5

ADDITIONS: Mapping[str, int] = {
    **BOARD_ADDITIONS,
    "income.units": 4,
    "statement.units.own": 4,
    "statement.lines": 4,
    "statement.held_back": 4,
    "statement.next": 4,
    "auction.units": 4,
    "auction.drawn": 5,
    "opened.units": 4,
    "opened.drawn": 5,
    "ledger.entries.currency": 5,
    "state.match.dummies_win": 5,
}
"""As `judge.rules.values.Growing` has it."""
