"""How investors and CEOs write: trades, and offers as in Payola, as everybody may know it."""

from __future__ import annotations

from dataclasses import replace

from judge.rules.composition import Composition, Pattern, Slot
from judge.rules.diplomacy.composing import composition as plain_composition
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.exchange.canonical import MOST_SHARES
from judge.rules.exchange.view import ExchangeView
from judge.rules.payola.composing import offers

_MOST_TOTAL = 9999
_SHARES = (
    Slot("power", "Of which power?", (("powers", ""),)),
    Slot("number", "How many shares?", least=1, most=MOST_SHARES, given="1"),
)
_DEAL = (
    *_SHARES,
    Slot("other", "With whom?", (("others", "role"),)),
    Slot("total", "For how much in all?", most=_MOST_TOTAL, given="6"),
)
_TRADES = {
    "buy": Pattern("BUY {number} {power}", "buys unsold shares", _SHARES),
    "buy from": Pattern("BUY {number} {power} FROM {other} FOR {total}", "buys from an investor", _DEAL),
    "sell": Pattern("SELL {number} {power} TO {other} FOR {total}", "sells to an investor", _DEAL),
}


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
