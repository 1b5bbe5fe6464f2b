"""How investors and CEOs write: trades, and offers as in Payola, as everybody may know it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from judge.rules.composition import Composition, patterns_in
from judge.rules.exchange.view import ExchangeView
from judge.rules.payola.composing import composition as payola_composition

_PATTERNS = Path(__file__).with_name("patterns.toml")


def composition(view: ExchangeView) -> Composition:
    """Return how an investor's sheet is written, and below FOR that of each power that has a CEO."""
    powers = view.board.powers
    if not view.trading:
        found = payola_composition(view)
        return replace(found, headings={role: f"FOR {role}" for role in found.roles if role in powers}, sheets={})
    investors = tuple(role for role in view.phase.roles if role not in powers)
    tables = {
        "powers": {"": [power for power in powers if power not in view.board.dummies]},
        "others": {role: [each for each in view.payees if each != role] for role in investors},
    }
    return Composition(investors, patterns_in(_PATTERNS)["trades"], tables=tables)
