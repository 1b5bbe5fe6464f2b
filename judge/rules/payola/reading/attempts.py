"""Whether a line that is no offer was meant as one, or as a word about money: by amounts, marks, words, powers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.reading.attempts import Token, is_board_attempt, tokens_of
from judge.rules.diplomacy.reading.spelling import says_all_hold, without_remark
from judge.rules.payola.canonical import MOST_MONEY
from judge.rules.payola.reading.adding import says_add
from judge.rules.payola.reading.savings import amount_kept, nearly_saves, saves_some
from judge.rules.payola.reading.words import TALK, gift_within, list_said
from judge.rules.words.attempts import LONGEST, words
from judge.rules.words.courtesies import without_courtesies
from judge.rules.words.misspelled import nearly

_OFFER = re.compile(r"\s*[-*\u2022]?\s*(?![0-2]?\d:[0-5]\d\b)[\d*+#., ]*\d[\d*+#., ]*[:;!>@&]\s*\S")
_PLATEAU = re.compile(r"\d\s*[#*]\s*\d")
_MONEY = re.compile(r"(?<!\d)\d{1,4}\s*(?:\$|AGP\b|SILVER\b)|\$\s*\d{1,4}(?!\d)", re.IGNORECASE)
_LISTED = re.compile(r"[\w?,;:>\s-]+[.!]?")

_MOVES_MONEY = words("TRANSFER PAY GIVE SEND BID OFFER BRIBE SAVE SAVINGS KEEP RESERVE HOLD")
_OWN = ("ACCEPT", "TRANSFER")
_ACCEPTS = words("ACCEPT PREFER FAVOR FAVOUR")
_OFFERS = words("OFFER OFFERS MONEY SILVER BID BIDS BRIBE BRIBES")
_FEW, _SOME = 3, 8
_LONGEST_LIST = 7
"""Letters of one word of a list; one of more is prose."""


def is_offer_attempt(board: Board, line: str) -> bool:
    """Was an offer, ACCEPT, TRANSFER or ADD meant, or an order for a unit?"""
    body = without_remark(line[:LONGEST])
    return says_add(body) or says_all_hold(body) or is_board_attempt(board, body) or is_money_attempt(board, body)


def is_money_attempt(board: Board, body: str) -> bool:
    tokens = tokens_of(body)
    if not tokens:
        return False
    if _OFFER.match(body):
        return True
    count = sum(token.kind == "word" for token in tokens)
    if count <= _SOME and (_PLATEAU.search(body) or _MONEY.search(body)):
        return True
    if (
        list_said(board.letters.values(), body)
        or _prefers(board, tokens, body)
        or amount_kept(body)
        or saves_some(body.strip())
        or nearly_saves(body)[0]
    ):
        return True
    bare = without_courtesies(body)
    return (
        _list(board, tokens if bare == body else tokens_of(bare), bare)
        or _gift(board, tokens, count)
        or bool(gift_within(board.powers, body))
    )


def begins_nearly(tokens: list[Token], wanted: Iterable[str]) -> str:
    """The one of these words that the line begins with, or nearly does; else nothing."""
    first = tokens[0].upper if tokens else ""
    names = tuple(wanted)
    return first if first in names else next(iter(nearly(first, names) if len(first) > _FEW + 1 else ()), "")


def power_among(board: Board, tokens: Iterable[Token]) -> bool:
    """Is a power named, or nearly?"""
    names = [token.upper for token in tokens if token.kind == "word" and len(token.text) > _FEW]
    return any(name in board.powers or nearly(name, board.powers) for name in names)


def _list(board: Board, tokens: list[Token], body: str) -> bool:
    """`ACCEPT AEF?`, `accept France, Germany`, ACCEPT alone; not `Accept my apologies`."""
    if begins_nearly(tokens, ("ACCEPT",)) == "":
        return False
    rest = [token for token in tokens[1:] if token.kind in ("word", "number")]
    if len(tokens) == 1 or power_among(board, rest) or tokens[1].text in "?:=":
        return True
    shouted = tokens[0].text.isupper() and len(body.split()) <= 1 + _LONGEST_LIST
    listed = all(token.kind == "number" or token.text.isupper() for token in rest)  # Chaos has digits for letters
    if shouted and (listed or (len(rest) == 1 and "?" in body)):
        return True
    letters = frozenset(board.letters.values())
    return (
        bool(_LISTED.fullmatch(body))
        and len(rest) <= len(letters)
        and all(set(token.upper) <= letters for token in rest)
    )


def _prefers(board: Board, tokens: list[Token], body: str) -> bool:
    """`I accept Italy's offers`: a wish for the acceptance list."""
    return bool(preferred(board, tokens, body))


def preferred(board: Board, tokens: list[Token], body: str) -> str:
    """The power whose offers somebody says in a sentence that they accept; empty of talk."""
    said = [token.upper.removesuffix("'S").removesuffix("\u2019S") for token in tokens if token.kind == "word"]
    if len(said) > _SOME or not _ACCEPTS & set(said[:4]) or not _OFFERS & set(said) or TALK.search(body):
        return ""
    return next((each for each in said if each in board.powers), "")


def _gift(board: Board, tokens: list[Token], count: int) -> bool:
    """`TRANSFER 5 TO FRANCE`, `Pay Italy 5`, `SAVE 5`; not `Give my regards to Italy`."""
    said = [token for token in tokens if token.kind in ("word", "number")]
    while said and said[0].upper in ("PLEASE", "I", "WILL", "WOULD", "LIKE", "TO", "WANT"):
        said = said[1:]
    shouted = next((at for at, token in enumerate(said) if token.text in _OWN), 0)
    said = said[shouted:]  # behind a greeting: `Hello judge, TRANSFER 5 TO AUSTRIA`
    if not said or count > _SOME:
        return False
    amounts = [token for token in said[1:] if token.kind == "number" and int(token.text[:9]) <= MOST_MONEY]
    if begins_nearly(said, _OWN) == "TRANSFER":
        return len(said) == 1 or bool(amounts) or power_among(board, said[1:]) or said[0].text.isupper()
    if said[0].upper not in _MOVES_MONEY or len(said) == 1:
        return False
    everything = said[1].upper in ("ALL", "EVERYTHING")
    if said[1].kind == "number" or (said[0].upper == "HOLD" and said[1].upper == "BACK"):
        return bool(amounts)
    return power_among(board, said[1:]) and (bool(amounts) or everything)
