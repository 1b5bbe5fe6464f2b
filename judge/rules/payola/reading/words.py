"""The words of Payola that take effect at once: ACCEPT and TRANSFER (Payola 2.3, 4; rulings P31, P32)."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from judge.rules.diplomacy.board import Board, unaccented
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.reading.abroad import POWERS_ABROAD
from judge.rules.payola.acceptance import REST
from judge.rules.payola.reading.phrases import pays_for_deed
from judge.rules.values import Word
from judge.rules.words.courtesies import without_courtesies
from judge.rules.words.likeness import Likeness

ACCEPT = Word(
    "ACCEPT",
    "ACCEPT letters",
    "whose offers your units prefer in a tie, best first; `?` stands for all powers left out, in an order drawn anew"
    " for each movement phase",
    at_once=True,
    example="ACCEPT GAE?",
)
TRANSFER = Word(
    "TRANSFER",
    "TRANSFER amount TO power",
    "gives silver pieces to another power, at once and for good; `TRANSFER ALL TO power` asks you for a code first",
    at_once=True,
    example="TRANSFER 5 TO FRANCE",
)
ADD = Word(
    "ADD",
    "ADD",
    "alone on the first line: adds the offers below it to your sheet on file; savings below it replace those on "
    "file; without ADD a new sheet replaces the old one",
    at_once=False,
)
WORDS = (ADD, ACCEPT, TRANSFER)
_OWN = Likeness((ACCEPT.name, TRANSFER.name))

_ACCEPT = re.compile(r"\s*ACCEPT\b\s*[:=]?(.*)", re.IGNORECASE | re.DOTALL)
_TRANSFER = re.compile(r"\s*(?:TRANSFER|PAY)\b(.*)", re.IGNORECASE | re.DOTALL)
_SEND = re.compile(r"\s*(?:(?:PLEASE|PLS|I)\s+)?(?:SEND|GIVE|TRANSFER|PAY)\b(.*)", re.IGNORECASE | re.DOTALL)
_AMOUNT_FIRST = re.compile(
    r"\s*([0-9]+)\s*(?:AGP|SILVER(?:\s+PIECES?)?)?\s+(?:TO\s+)?([^\W_]+|\?)\s*[.!]?\s*", re.IGNORECASE
)
_ALL = re.compile(
    r"\s*(?:ALL|EVERYTHING)(?:\s+(?:OF\s+)?(?:MY\s+)?(?:AGP|MONEY|SILVER(?:\s+PIECES?)?))?\s+(?:TO\s+)?([^\W_]+|\?)\s*[.!]?\s*",
    re.IGNORECASE,
)
_NAME_FIRST = re.compile(r"\s*(?:TO\s+)?([^\W_]+|\?)\s+([0-9]+)\s*(?:AGP)?\s*[.!]?\s*", re.IGNORECASE)
TALK = re.compile(r"\b(?:not|never|no|if|unless|was|were|had|thanks|you|he|she|they)\b|n['\u2019]t\b|\?", re.IGNORECASE)
"""Words of what others do, or did, or what hangs on something."""
_UNIT = re.compile(r"\b[AF] [A-Z]{3}\b")
_WITHIN = re.compile(
    r"\b(?:TRANSFER|PAY|GIVE|SEND)\s+(?:([0-9]{1,4})\s+(?:(?:AGP|SILVER|PIECES?)\s+)*TO\s+([^\W\d_]{2,})"
    r"|([^\W\d_]{2,})\s+([0-9]{1,4}))\b(?!['\u2019]S)",
    re.IGNORECASE,
)


def list_in(text: str) -> str | None:
    """What follows ACCEPT, or None if the line does not begin with it."""
    found = _ACCEPT.fullmatch(without_courtesies(text))
    return found[1] if found else None


_LONGEST_LIST = 200
_LIST_SAID = re.compile(
    r"\s*(?:(?:my|the|your)\s+)?(?:(?:new\s+)?(?:acceptance|accept(?:ed)?)(?:[\s-]+list)?|list)\s*(?:is|=|:)?\s*((?:[A-Z0-9?][\s,]*)+)[.!]*\s*",
    re.IGNORECASE,
)


def list_said(letters: Collection[str], text: str) -> str:
    """The letters of `acceptance list: FEG?`, which is no ACCEPT; empty of any other line."""
    short = REST in text and len(text) <= _LONGEST_LIST and list_in(text) is None
    found = _LIST_SAID.fullmatch(text) if short else None
    wanted = "".join(found[1].upper().replace(",", " ").split()) if found else ""
    return wanted if wanted and set(wanted) <= {*letters, REST} and len(set(wanted)) == len(wanted) else ""


def refuse_list_said(board: Board, text: str) -> None:
    """Raises BadOrder of `acceptance list: FEG?`."""
    if said := list_said(board.letters.values(), text):
        raise BadOrder("payola/bad-list", "an acceptance list is sent with ACCEPT", f"write `ACCEPT {said}`")


class Gift(NamedTuple):
    """A TRANSFER line: how much, to the name as written; `everything`: it says ALL instead of an amount."""

    amount: int
    name: str
    everything: bool = False


def gift_in(text: str, balance: int, receivers: Sequence[str] = ()) -> Gift | None:
    """What a TRANSFER line gives, of this balance; None if it is none. BadOrder if it cannot be read.

    `receivers`: who could be given money, for the hint.
    """
    text = without_courtesies(text)
    if pays_for_deed(text):
        return None  # an offer: `Pay A PAR 5 to go to BUR`
    found = _TRANSFER.fullmatch(text)
    if found is None and (found := _SEND.fullmatch(text)) is not None and not _is_gift(found[1]):
        return None  # it may be talk: `Give my regards to Italy`
    if found is None:
        return None
    everything = _ALL.fullmatch(found[1])
    if everything is not None:
        return Gift(balance, everything[1], everything=True)
    first, second = _AMOUNT_FIRST.fullmatch(found[1]), _NAME_FIRST.fullmatch(found[1])
    amount, name = (first[1], first[2]) if first else (second[2], second[1]) if second else ("", "")
    if not amount:
        message = f"`{found[1].strip()[:40]}` does not say how many silver pieces go to whom"
        raise BadOrder("payola/bad-transfer", message, f"write `TRANSFER 5 TO {receivers[0]}`" if receivers else "")
    digits = amount.lstrip("0") or "0"
    if len(digits) > 9:
        raise BadOrder("payola/over-balance", "nobody has that much money")
    return Gift(int(digits), name)


def _is_gift(text: str) -> bool:
    """Does this name an amount and somebody, and no more?"""
    return any(form.fullmatch(text) for form in (_ALL, _AMOUNT_FIRST, _NAME_FIRST))


def gift_within(names: Collection[str], text: str) -> str:
    """The TRANSFER line for what a sentence says besides other things: `As I promised: please send 8 to Austria`; empty
    where it gives none of these `names` anything, or only talks of it.
    """
    found = _WITHIN.search(text)
    if found is None or TALK.search(text) or _UNIT.search(text):
        return ""
    first, payee, name, second = found.groups()
    whom = (payee or name).upper()
    return f"TRANSFER {first or second} TO {whom}" if whom in names else ""


def not_given(meant: str) -> BadOrder:
    """What is said of a gift that stands within a sentence."""
    return BadOrder("payola/bad-transfer", "nothing is given away yet", f"write `{meant}` alone on a line")


def power_named(board: Board, text: str) -> str:
    """The power with this letter or name, in any case. BadOrder names the nearest."""
    name = text.upper()
    for power, letter in board.letters.items():
        if name in (power, letter):
            return power
    if POWERS_ABROAD.get(unaccented(name)) in board.powers:
        return POWERS_ABROAD[unaccented(name)]
    near = difflib.get_close_matches(name, board.powers, 1)
    hint = (
        f"did you mean {near[0].title()}?" if near else f"the powers are {', '.join(p.title() for p in board.powers)}"
    )
    raise BadOrder("payola/no-such-power", f"`{text[:40]}` is not a power of this game", hint)


def word_meant(text: str) -> str:
    """The word that the line's first one is nearly, or nothing."""
    first = text.split(maxsplit=1)[0].upper() if text.strip() else ""
    near = _OWN.near(first, 1, 0.7)
    return near[0] if near else ""
