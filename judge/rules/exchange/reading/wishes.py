"""What investors wish for in a sentence that is no line of theirs: `Make Anna CEO of France`, `I'd like 3 shares`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.reading.attempts import tokens_of
from judge.rules.words.attempts import words
from judge.rules.words.numbers import NUMBERS

_LEADS = words("CEO LEADER LEAD LEADS CHIEF HEAD")
_WANTS = words("ELECT VOTE MAKE WANT LIKE CHOOSE SUPPORT BE BECOME")
_SHARES = words("SHARE SHARES STOCK STOCKS")
_DIVIDENDS = words("DIVIDEND DIVIDENDS")
_NOT = re.compile(r"\b(?:not|never|no|if|unless|was|were|had|thanks|congratulations)\b|n['\u2019]t\b|\?", re.IGNORECASE)
_ASKING = words("I PLEASE WE LET MAKE PAY BUY GET GIVE")
_LONG = 12
_APOSTROPHE = re.compile("['\u2019]")


def wish_in(board: Board, investors: Sequence[str], body: str) -> str:
    """How the line would have to stand that this sentence seems to wish for; empty of talk."""
    said = [token for token in tokens_of(body) if token.kind in ("word", "number")]
    upper = [_APOSTROPHE.split(token.upper)[0] for token in said]
    there = set(upper)
    if not said or len(said) > _LONG or upper[0] not in _ASKING or _NOT.search(body):
        return ""
    power = next((each for each in upper if each in board.powers), "")
    amounts = (token.text if token.kind == "number" else NUMBERS.get(token.text.lower()) for token in said)
    amount = next((str(each) for each in amounts if each is not None), "")
    if power and ("VOTE" in there or (there & _LEADS and there & _WANTS)):
        name = next((each for each in upper if each in investors), "")
        return f"ELECT {power} {name or (investors[0] if investors else 'ANNA')}"
    if there & _DIVIDENDS and amount:
        return f"DIVIDEND {amount}"
    return f"BUY {amount} {power}" if there & _SHARES and amount and power else ""
