"""Reading a purchase or a trade as people write it (ruling P28)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.reading.remarks import idle_remark_off
from judge.rules.diplomacy.reading.spelling import parted
from judge.rules.exchange.canonical import MOST_MONEY, MOST_SHARES, Trade
from judge.rules.exchange.reading.phrases import purchases_in, without_in_all
from judge.rules.exchange.reading.wishes import wish_in
from judge.rules.payola.reading.doubtful import refuse_percent
from judge.rules.payola.reading.words import power_named
from judge.rules.words.misspelled import nearly

EXAMPLES = "`BUY 3 FRANCE`, `BUY 2 FRANCE FROM ANNA FOR 15` or `SELL 2 FRANCE TO ANNA FOR 15`"

_LINE = re.compile(
    r"(BUY|SELL)\s+([0-9]+)\s+(?:SHARES?\s+)?(?:(?:OF|IN)\s+)?(\S+?)"
    r"(?:\s+(FROM|TO)\s+(\S+)\s+FOR\s+([0-9]+)(?:\s*AGP)?)?"
    r"(?:[\s,]+(?:please|pls|plz|thanks|thank\s+you|bitte|danke|merci|grazie|gracias))?\s*[.!]*",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"(BUY|SELL)\s++([^\W\d_]++)\s++([0-9]++)(?!\S)", re.IGNORECASE)
"""`BUY FRANCE 4`."""
_TRADE_LIKE = re.compile(r"\s*(?:BUY|SELL)\b", re.IGNORECASE)


def is_trade(text: str) -> bool:
    return _TRADE_LIKE.match(text) is not None


def investor_named(investors: Sequence[str], text: str) -> str:
    """The investor of this name, or the only one whose name begins so, in any case. BadOrder lists them."""
    name = text.upper().rstrip(".!")
    found = [each for each in investors if each == name] or [each for each in investors if each.startswith(name)]
    if len(found) != 1:
        near = nearly(name, investors)
        listed = ", ".join(each.title() for each in investors)
        hint = f"did you mean {' or '.join(each.title() for each in near)}?" if near else f"the investors are {listed}"
        raise BadOrder("exchange/no-such-investor", f"`{text[:40]}` is not an investor", hint)
    return found[0]


def power_with_shares(board: Board, text: str) -> str:
    """The power that is named, unless it is one that nobody can ever play (ruling P47)."""
    power = power_named(board, text)
    if power in board.dummies:
        raise BadOrder("exchange/no-shares", f"{power.title()} has no shares, and nobody leads it")
    return power


def read_trade(board: Board, investors: Sequence[str], investor: str, text: str) -> Trade:
    """What one line of this investor's says. BadOrder tells what is wrong with it."""
    refuse_percent(text)
    body, comment = parted(text)
    said = without_in_all(body.strip())
    if purchases := purchases_in(said):
        said = purchases[0] if len(purchases) == 1 else said
    if behind := _BEHIND.match(said):
        said = f"{behind[1]} {behind[3]} {behind[2]}{said[behind.end() :]}"
    found = _LINE.fullmatch(said)
    if found is None:
        if bare := idle_remark_off(board, text):
            return read_trade(board, investors, investor, bare)
        wish = wish_in(board, investors, said)
        hint = f"write `{wish}`" if wish else f"write {EXAMPLES}"
        raise BadOrder("exchange/bad-trade", f"`{body.strip()[:60]}` is not a purchase or a trade", hint)
    sells = found[1].upper() == "SELL"
    number = _number(found[2], MOST_SHARES, "shares")
    if number < 1:
        raise BadOrder("exchange/bad-trade", "a trade needs at least one share", f"write {EXAMPLES}")
    power = power_with_shares(board, found[3])
    if found[4] is None:
        if sells:
            raise BadOrder(
                "exchange/bad-trade",
                "you sell shares to another investor, for a sum that you both name",
                f"write `SELL {number} {power} TO {_example(investors, investor)} FOR 15`",
            )
        return Trade(sells, number, power, comment=comment.strip())
    if (found[4].upper() == "TO") != sells:
        raise BadOrder("exchange/bad-trade", "you buy FROM somebody and sell TO somebody", f"write {EXAMPLES}")
    other = investor_named(investors, found[5])
    if other == investor:
        raise BadOrder("exchange/bad-trade", "a trade with yourself changes nothing")
    return Trade(sells, number, power, other, _number(found[6], MOST_MONEY, "silver pieces"), comment.strip())


def _number(digits: str, most: int, what: str) -> int:
    digits = digits.lstrip("0") or "0"
    if len(digits) > len(str(most)) or int(digits) > most:
        raise BadOrder("exchange/bad-trade", f"nobody has that many {what}")
    return int(digits)


def _example(investors: Sequence[str], investor: str) -> str:
    return next((each for each in investors if each != investor), "ANNA")
