"""How investors and CEOs write: trades, and offers as in Payola, as everybody may know it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from judge.rules.composition import Composition, patterns_in
from judge.rules.diplomacy.composing import composition as plain_composition
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.exchange.view import ExchangeView
from judge.rules.payola.composing import offers

_TRADES = patterns_in(Path(__file__).with_name("patterns.toml"))["trades"]


def composition(view: ExchangeView) -> Composition:
    """Return how an investor's sheet is written, and below FOR that of each power that has a CEO."""
    powers, roles = view.board.powers, tuple(view.phase.roles)
    headings = {role: f"FOR {role}" for role in roles if role in powers}
    if not view.trading:
        found = offers(view, roles, {}) if view.table.label.kind == MOVEMENT else plain_composition(view)
        return replace(found, roles=roles, headings=headings, sheets={})
    investors = tuple(role for role in roles if role not in powers)
    tables = {
        "powers": {"": tuple(power for power in powers if power not in view.board.dummies)},
        "others": {role: tuple(each for each in view.payees if each != role) for role in investors},
    }
    return Composition(investors, _TRADES, tuple(_TRADES), tables)
