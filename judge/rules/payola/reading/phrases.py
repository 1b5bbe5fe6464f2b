"""An offer as people say it: `I offer 12 to my army in Vienna to move to Galicia`, `Munich gets 6 for holding`,
`A PAR - BUR for 10`, `$4 : …`.

What says in full how much is offered, and for what, is put into the form of an offer. What stands for the order is
read as any other, to its last word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from judge.reading.sheet import SheetLine
from judge.rules.diplomacy.reading.spelling import LONGEST_LINE
from judge.rules.words.courtesies import without_courtesies
from judge.rules.words.numbers import NUMBERS

_NUMBERS = {**NUMBERS, "zero": 0}
_NUMBER = rf"([0-9]{{1,4}}|(?:{'|'.join(_NUMBERS)})\b)"
_MONEY = r"(?:\s*(?:AGP|SILVER(?:\s+PIECES?)?|PIECES?(?:\s+OF\s+SILVER)?|COINS?)\b)?"
_SURELY_MONEY = _MONEY.removesuffix("?")
_WHO = (
    r"(?:(?:I|we)(?:['\u2019](?:ll|d\s+like\s+to)|\s+(?:will|shall|would\s+like\s+to|want\s+to|wish\s+to))?(?:\s+also)?"
    r"\s+|(?:my|our)\s+(?=bid|offer))?"
)
_OFFER_ABROAD = (
    "(?:ich\\s+)?biete|j['\u2019]offre|je\\s+propose|(?:io\\s+)?offro|(?:yo\\s+)?ofrezco|(?:ik\\s+)?bied|(?:eu\\s+)?ofere\u00e7o"
    "|oferuj\u0119|(?:jag\\s+)?bjuder"
)
_FOR_ABROAD = "f\u00fcr|fuer|pour|por|para|per|voor|za|dla|f\u00f6r|[i\u0130]\u00e7in"
_OFFERED = re.compile(
    rf"{_WHO}(?:offer|bid|pay|{_OFFER_ABROAD})\s+{_NUMBER}{_MONEY}\s+(?:to|for|on|{_FOR_ABROAD})\s+(.+)",
    re.IGNORECASE | re.DOTALL,
)
_FOR = re.compile(rf"{_NUMBER}{_MONEY}\s+(?:for|to|on|{_FOR_ABROAD})\s+(.+)", re.IGNORECASE | re.DOTALL)
_BEHIND = re.compile(
    rf"(.*?\w)\s*(?:\s(?:for|at)\s+{_NUMBER}{_MONEY}|[,;]?\s*\(?{_NUMBER}{_SURELY_MONEY}\)?|[:=]\s*{_NUMBER}{_MONEY}"
    rf"|[,;]?\s*\(?[$\u20ac\u00a3]\s?{_NUMBER}\)?|\(\s*{_NUMBER}\s*\)|,\s*{_NUMBER})",
    re.IGNORECASE | re.DOTALL,
)
_BARE_BEHIND = re.compile(r"(.*\w)\s+([0-9]{1,4})", re.DOTALL)
_DEED = r"(?:mov|go|sail|march|advanc|hold|support|convoy|stay|stand)(?:e|es|s|ing)?\b"
_FOR_DEED = rf"(?:to|for|if\s+it)\s+(?={_DEED})"
_PAID = re.compile(
    rf"(?:{_WHO}(?:pay|give|offer|bribe|reward)\s+(.+?)\s+(?:with\s+)?|(.+?)\s+(?:gets|receives|is\s+paid|earns)\s+)"
    rf"{_NUMBER}{_MONEY}\s+({_FOR_DEED}.+)",
    re.IGNORECASE | re.DOTALL,
)
_SIGN_FIRST = re.compile(
    rf"(?:[$\u20ac\u00a3]|AGP\b)\s*([0-9][0-9*+#\s]*[:!>@&].*)|{_NUMBER}{_MONEY}\s*(?=[:!>@&])(.*)",
    re.IGNORECASE | re.DOTALL,
)
_ONWARD = re.compile(rf"\b{_FOR_DEED}", re.IGNORECASE)
_GO_TO = re.compile(
    r"\b(?:(?:go|goes|going|sail|sailing|march|marching|advance|advancing|moving)\s+(?:in)?to)\b", re.IGNORECASE
)
_DOING = re.compile(r"\b(hold|support|convoy|stay|stand)ing\b", re.IGNORECASE)

_COLUMNS = re.compile(r"\s*+([0-9]{1,4})(?=\t|\s{2})\s++(?=(?:[AF]|ARMY|FLEET)\s)", re.IGNORECASE)


_SPOKEN = re.compile(
    rf"(?:\band\s+)?(?<![\w*#+]){_NUMBER}{_MONEY}\s+(?:on|for)\s+(?:(?:my|the)\s+)?(?=(?:army|fleet)\b)", re.IGNORECASE
)
_BEFORE_SPEECH = re.compile(
    r"(?:(?:hi|hello|hey|dear|judge|good|morning|evening|ok(?:ay)?|so|please)[\s,.!]*)*", re.IGNORECASE
)
_FEWEST_SPOKEN = 2


def as_dictated(body: str) -> str:
    """Offers that were dictated in one breath, with commas between them: `five on army Venice to Tyrolia two on fleet
    Naples to Ionian Sea`. Each begins with its amount and the kind of its unit; what is said before them must be a
    greeting, and nothing may part them already.
    """
    if len(body) > LONGEST_LINE or "?" in body or " " not in body:
        return body
    if re.search(r"[,;:|]", _BEFORE_SPEECH.sub("", body, count=1)):
        return body
    found = list(_SPOKEN.finditer(body))
    if len(found) < _FEWEST_SPOKEN or not _BEFORE_SPEECH.fullmatch(body[: found[0].start()]):
        return body
    ends = [*(each.start() for each in found[1:]), len(body)]
    said = (
        f"{_digits(each[1])} : {without_courtesies(body[each.end() : end].strip(' .!'))}"
        for each, end in zip(found, ends, strict=True)
    )
    return ", ".join(said)


def as_offer(body: str) -> str:
    """`12 : A VIE - GAL` of `I offer 12 to A VIE - GAL`; a line that says no such thing as it is."""
    if "?" in body or len(body) > LONGEST_LINE:
        return body
    if found := _SIGN_FIRST.fullmatch(body):
        return found[1] or f"{_digits(found[2])} {found[3]}"
    if found := _OFFERED.fullmatch(body) or _FOR.fullmatch(body):
        return f"{_digits(found[1])} : {_plain(found[2])}"
    if found := _PAID.fullmatch(body):
        return f"{_digits(found[3])} : {_plain(f'{found[1] or found[2]} {found[4]}')}"
    if (found := _BEHIND.fullmatch(body)) and not found[1].lstrip()[:1].isdigit():
        amount = next(each for each in found.groups()[1:] if each)
        return f"{_digits(amount)} : {_plain(found[1])}"
    return body


def pays_for_deed(body: str) -> bool:
    """Is somebody paid for something they do: `Pay A PAR 5 to go to BUR`?"""
    return len(body) <= LONGEST_LINE and _PAID.fullmatch(body) is not None


def price_behind(text: str) -> str:
    """`5 : A PAR - BUR` of `A PAR - BUR 5`, which may be meant so; empty of any other line."""
    found = _BARE_BEHIND.fullmatch(text.strip(" .!"))
    return f"{found[2]} : {found[1].strip()}" if found and not found[1].lstrip()[:1].isdigit() else ""


def with_types(lines: Sequence[SheetLine]) -> list[SheetLine]:
    """Dictated offers, and the lines of a table, an amount in the first column and an order in the second, as direct
    offers. A single line may have lost its type, and lines that are numbered through may have no amounts: these stay.
    """
    lines = [replace(line, text=as_dictated(line.text)) for line in lines]
    rows = {line.number: found for line in lines if (found := _COLUMNS.match(line.text))}
    amounts = [int(found[1]) for found in rows.values()]
    if len(amounts) < 2 or all(after == before + 1 for before, after in pairwise(amounts)):
        return list(lines)
    return [
        replace(line, text=f"{found[1]} : {line.text[found.end() :]}") if (found := rows.get(line.number)) else line
        for line in lines
    ]


def _digits(number: str) -> str:
    return str(_NUMBERS.get(number.lower(), number))


def _plain(order: str) -> str:
    """An order without the words that tie it to its price: `my army in Paris to move to Burgundy`."""
    return _DOING.sub(r"\1", _GO_TO.sub("move to", _ONWARD.sub("", order)))
