"""Whether a line that cannot be read was meant for an Exchange game: an offer, or a word of the investors."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.reading.attempts import Token, tokens_of
from judge.rules.diplomacy.reading.spelling import without_remark
from judge.rules.exchange.reading.wishes import wish_in
from judge.rules.payola.reading.attempts import begins_nearly, is_offer_attempt, power_among
from judge.rules.payola.reading.words import gift_within
from judge.rules.words.attempts import LONGEST, words
from judge.rules.words.buried import sentences_of
from judge.rules.words.numbers import NUMBERS

_TRADES = ("BUY", "SELL")
_WORDS = (*_TRADES, "ELECT", "VOTE", "DIVIDEND", "WORTH")
_ASKING = words("I PLEASE WE TO WILL WOULD LIKE WANT")
_LONG = 12


def is_exchange_attempt(board: Board, investors: Sequence[str], line: str) -> bool:
    """Was an offer, an order, a trade, a vote or a CEO's word meant?"""
    body = without_remark(line[:LONGEST])
    return (
        is_offer_attempt(board, body)
        or bool(gift_within(investors, body))
        or any(
            _is_word(board, investors, tokens_of(sentence)) or bool(wish_in(board, investors, sentence))
            for sentence in sentences_of(body)
        )
    )


def _is_word(board: Board, investors: Sequence[str], tokens: list[Token]) -> bool:
    said = [token for token in tokens if token.kind in ("word", "number")]
    while said and said[0].upper in _ASKING:
        said = said[1:]
    if len(said) == 3 and said[0].text.isupper() and said[1].kind == "number" and power_among(board, said[2:]):
        return True  # `BYE 2 AUSTRIA`
    word = begins_nearly(said, _WORDS)
    if not word or len(said) > _LONG:
        return False
    if len(said) == 1:
        return said[0].text.isupper()
    number = any(token.kind == "number" or token.text.lower() in NUMBERS for token in said)
    power = power_among(board, said[1:])
    if word == "WORTH":
        return number
    if word in ("ELECT", "VOTE"):
        return power or any(token.upper in investors for token in said[1:])
    return number or power
