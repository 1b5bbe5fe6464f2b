"""The words of orders as people write them: any case, blanks anywhere or nowhere, long names, many verbs.

Text is squeezed into capitals without blanks; what is then in doubt is tried, the longest spelling first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from judge.rules.diplomacy.board import Board, unaccented
from judge.rules.diplomacy.orders import CONVOY, HOLD, MOVE, SUPPORT, BadOrder
from judge.rules.diplomacy.reading.abroad import (
    ALL_HOLD_ABROAD,
    ARTICLES_ABROAD,
    CONVOYS_ABROAD,
    HOLDS_ABROAD,
    KINDS_ABROAD,
    MOVES_ABROAD,
    SUPPORTS_ABROAD,
)
from judge.rules.words.said import said

LONGEST_LINE = 200
"""No order needs more letters; longer lines are refused unread."""


def parted(line: str) -> tuple[str, str]:
    """An order, and the remark behind it: what follows `%` (Payola 3.5), or `//` behind a blank."""
    found = _REMARK.search(line) if "//" in line else None
    if found is None:
        body, _, remark = line.partition("%")
        return body, remark
    return line[: found.start()], line[found.end() :]


def without_remark(line: str) -> str:
    return parted(line)[0]


_ENDS = " \t.!?)]\"'"


def asks(text: str) -> bool:
    """Does a question mark stand behind it: `A PAR - BUR (right?)`?"""
    return "?" in text[len(text.rstrip(_ENDS)) :]


def says_all_hold(line: str) -> bool:
    """Does it tell all units to hold, and nothing else: `All units hold`, `everything holds`, `the rest hold`?

    So does `All units hold, except:`, since what follows it has orders of its own.
    """
    found = _ALL_HOLD.fullmatch(without_remark(line)) if len(line) <= LONGEST_LINE else None
    return found is not None and not _CONDITIONS.search(found["more"] or "")


class Place(NamedTuple):
    """A spelling and the provinces it can mean; `coast` is `/NC` or empty."""

    provinces: tuple[str, ...]
    coast: str
    text: str


class Words(NamedTuple):
    """One way to read the words of an order; `kind` is the letter written for the other unit, or empty."""

    verb: str
    kind: str = ""
    other: Place | None = None
    target: Place | None = None
    chain: tuple[Place, ...] = ()
    via: bool = False


_REMARK = re.compile(r"%|(?<!\S)//")
_ALL_HOLD = re.compile(
    r"\s*(?:(?:please|pls)[\s,]+)?(?:"
    r"(?:(?:all|every)(?:\s+(?:of\s+)?(?:my|our|the))?(?:\s+(?:others?|remaining))?(?:\s+(?:units?|pieces?|troops))?"
    r"|everything|everyone|everybody|(?:the\s+)?(?:rest|others?))"
    r"\s*[:-]?\s*(?:(?:will|shall|should|to|just|simply)\s+)*(?:holds?|h|stands?|stays?)"
    r"|holds?\s+(?:all|everything|everywhere)(?:\s+(?:my|other))*(?:\s+units)?"
    rf"|{said(ALL_HOLD_ABROAD)}"
    r")(?:\s+(?:for\s+)?(?:now|(?:this|the)\s+(?:time|turn|phase|year|season|spring|fall|autumn)))?"
    r"(?:[\s,]+(?:please|pls|thanks|thank\s+you|bitte|danke|merci|grazie|gracias|obrigad[oa]|graag|dziękuję|tack))?"
    r"(?:[\s.!]*|[\s,]+(?:but|except|apart\s+from|besides)(?:\s+(?:for|these|those|the\s+following))*\s*:\s*"
    r"|[.!]\s+(?P<more>\S.*))",
    re.IGNORECASE,
)
_CONDITIONS = re.compile(
    r"(?i:\b(?:but|except|unless|if|apart|besides|only|not)\b)|\b(?:[A-Z]{3}|[AF])\b|[-\u2013\u2192>:]|\d"
)
"""What in a sentence behind it may change what was said."""
_DASHES = re.compile(r"[\u2010-\u2015\u2212\u2190-\u21ff\u27a1\u27f5-\u27ff\u2794\u279c\u00ad~=>-]+")
_COAST_WORDS = re.compile(r"[\s/(\[]*\b(NORTH|SOUTH|EAST|WEST)(?:ERN)?\s*COAST\b[)\]]*")
_COAST_PAREN = re.compile(r"\s*[(\[]\s*([NSEW])\.?\s*C\.?\s*[)\]]")
# `(cs)`, costa sur or côte sud; `(NK)`, Nordküste; and in full.
_COAST_ABROAD = re.compile(
    r"\s*[(\[]\s*(?:C\.?\s*([NSEO])|([NSOW])\.?\s*K)\.?\s*[)\]]"
    r"|[\s,/(\[]+(?:(?:COSTA|COTE)\s+([NSEO])[A-Z]*|([NSOW])[A-Z]*KUE?STE)\b\s*[)\]]?"
)
_WORD_ENDS = re.compile(r"(?<=\w)([)\]]*)[^\w/)\]]+")
_VIA_ALONE = re.compile(r"\s+VIA\b")
_DROPPED = re.compile(r"[^A-Z0-9/-]+")
_COAST = re.compile(r"/?([NSEW])C|/([NSEW])(?![A-Z])")

_ARTICLE = "THE"
_HOLD_WORDS = (
    *HOLDS_ABROAD,
    *("HOLDS", "HOLD", "H", "STANDS", "STAND", "STAYS", "STAY", "STAYSPUT", "STAYPUT"),
    *("STAYSWHEREITIS", "STAYWHEREITIS", "STAYSTHERE", "REMAINS", "REMAINSWHEREITIS", "REMAIN"),
    *("HOLDSPOSITION", "HOLDPOSITION", "HOLDSITSPOSITION", "STANDSSTILL", "STANDSTILL", "STANDSITSGROUND"),
    *("STAYSINPLACE", "STAYINPLACE", "REMAINSINPLACE", "HOLDSINPLACE"),
)
_MOVE_WORDS = (
    "MOVESTO",
    "MOVETO",
    "MOVES",
    "MOVE",
    "GOESTO",
    "GOTO",
    "SAILSTO",
    "MARCHESTO",
    "ADVANCESTO",
    *("MOVESINTO", "MOVEINTO", "GOESINTO", "GOINTO", "HEADSTO", "HEADSFOR", "HEADSOUTTO", "HEADSINTO", "SAILSINTO"),
    *("MARCHESINTO", "ADVANCESINTO", "ATTACKS", "ATTACK", "INVADES", "ENTERS"),
    *MOVES_ABROAD,
    "TO",
    "-",
)
_SUPPORT_WORDS = (*SUPPORTS_ABROAD, "SUPPORTS", "SUPPORT", "SUPP", "SUP", "S")
_CONVOY_WORDS = (*CONVOYS_ABROAD, "CONVOYS", "CONVOY", "CONV", "C")
_VIA_WORDS = ("VIACONVOY", "BYCONVOY", "VIA", "CONVOY", "/VIA", "/VIACONVOY")
_KIND_LETTERS = (("A", "A"), ("F", "F"), ("", ""))
_KIND_WORDS = (("ARMY", "A"), ("FLEET", "F"), *_KIND_LETTERS)
_KIND_IN_FULL = re.compile(
    rf"(?:AN?|THE|MY)?({'|'.join(KINDS_ABROAD)}|ARMY|FLEET)(?:IN|AT|OF|VON|VAN|AUS|DE|DI|DU|DA|EN|EM)?"
)
_BEGINS_ORDER = re.compile("|".join((*_MOVE_WORDS, *_HOLD_WORDS, *_SUPPORT_WORDS, *_CONVOY_WORDS)))


def compact(text: str) -> str:
    """The line in capitals, without blanks and stops; every dash or arrow is `-`, every coast is `/NC`,
    and `VIA` that stands by itself `/VIA`.
    """
    if len(text) > LONGEST_LINE:
        raise BadOrder(
            "diplomacy/too-long", f"an order has at most {LONGEST_LINE} letters", "write one order on each line"
        )
    line = unaccented(_DASHES.sub("-", text.upper()))
    if "COAST" in line:
        line = _COAST_WORDS.sub(lambda found: f"/{found[1][0]}C", line)
    if "(" in line or "[" in line:
        line = _COAST_PAREN.sub(r"/\1C", line)
    if any(sign in line for sign in ("(", "[", "COSTA ", "COTE ", "STE")):
        line = _COAST_ABROAD.sub(_coast_abroad, line)
    if "VIA" in line:
        line = _VIA_ALONE.sub("/VIA", line)  # `LAT VIA` is not Latvia
    return _DROPPED.sub("", line)


def _coast_abroad(found: re.Match[str]) -> str:
    """O is west in the Romance languages, and east in German."""
    romance, german = found[1] or found[3] or "", found[2] or found[4] or ""
    return f"/{romance.replace('O', 'W')}{german.replace('O', 'E')}C"


def _places(board: Board, line: str, start: int, *, bare: bool = False) -> Iterator[tuple[Place, int]]:
    """The places that the line can name from `start` on, the longest spelling first, and where each ends."""
    for end in range(min(len(line), start + board.longest_word), start + 1, -1):
        word = line[start:end]
        provinces = board.words.get(word)
        if provinces is None:
            continue
        coast = _COAST.match(line, end)
        if coast is not None and ("/" in coast[0] or any(each in board.coasts for each in provinces)):
            yield Place(provinces, f"/{coast[1] or coast[2]}C", word + coast[0]), coast.end()
        yield Place(provinces, "", word), end
    for article in () if bare else (_ARTICLE, *ARTICLES_ABROAD):
        if line.startswith(article, start):
            yield from _places(board, line, start + len(article), bare=True)  # to the Ionian Sea


def _kinds(board: Board, line: str, start: int) -> Iterator[tuple[str, int]]:
    """The unit letters or words, after a nationality or none, that the line can have at `start`."""
    for power in ("", *board.powers, *(adjective.upper() for adjective in board.adjectives.values())):
        if line.startswith(power, start):
            after = start + len(power)
            in_full = _KIND_IN_FULL.match(line, after)
            if in_full is not None:
                kind = KINDS_ABROAD.get(in_full[1], in_full[1][0])
                yield from ((kind, end) for end in _ends_of_kind(line, in_full))
            for word, kind in _KIND_LETTERS:
                if line.startswith(word, after):
                    yield kind, after + len(word)


def _ends_of_kind(line: str, found: re.Match[str]) -> tuple[int, ...]:
    """Where the place behind a unit's kind may begin: `army in Paris`, `flotte d'Ankara`."""
    elided = (found.end(1) + 1,) if line.startswith("D", found.end(1)) else ()
    return tuple(dict.fromkeys((found.end(1), found.end(), *elided)))


def units_in(board: Board, text: str) -> list[tuple[Place, str, str]]:
    """The same of a line as it is written: where a word ends there, a unit ends rather than within one. `Army Paris:
    Burgundy` is no support of Pari(s) for Burgundy.
    """
    line = compact(text)
    found = units_of(board, line)
    if len(found) > 1:
        ends = {len(compact(text[: gap.end(1)])) for gap in _WORD_ENDS.finditer(text)}
        found.sort(key=lambda each: len(line) - len(each[2]) not in ends)
    return found


def units_of(board: Board, line: str) -> list[tuple[Place, str, str]]:
    """(place, unit letter, rest) for each unit that the line can begin with; those before a verb come first.

    `A WAR S A SIL` also begins with Warsa(w), and `S` then is no verb: of several before what may be a verb, those come
    first after which an order can be read with it.
    """
    found = [
        (place, kind, line[end:])
        for kind, start in _kinds(board, line, 0)
        for place, end in _places(board, line, start)
    ]
    found.sort(key=lambda each: _BEGINS_ORDER.match(each[2]) is None)
    if len(found) > 1 and _BEGINS_ORDER.match(found[1][2]) is not None:
        found.sort(
            key=lambda each: (_says_nothing(_with_verb(board, each[2])), _says_nothing(readings_of(board, each[2])))
        )
    elif len(found) > 1 and found[0][2] and _says_nothing(readings_of(board, found[0][2])):
        found.sort(key=lambda each: _says_nothing(readings_of(board, each[2])))  # `F EDI NWG` is not Edin(burgh)
    return found


def _says_nothing(readings: Iterator[Words]) -> bool:
    return next(readings, None) is None


def readings_of(board: Board, line: str) -> Iterator[Words]:
    """Every way to read the squeezed line as the words of an order, the likeliest first."""
    yield from _with_verb(board, line)
    for chain, target, via in _targets(board, line, 0):
        yield Words(MOVE, target=target, chain=chain, via=via)


def _with_verb(board: Board, line: str) -> Iterator[Words]:
    if line in _HOLD_WORDS:
        yield Words(HOLD)
    for word in _MOVE_WORDS:
        if line.startswith(word):
            for chain, target, via in _targets(board, line, len(word)):
                yield Words(MOVE, target=target, chain=chain, via=via)
    for verb, words in ((SUPPORT, _SUPPORT_WORDS), (CONVOY, _CONVOY_WORDS)):
        for word in words:
            if line.startswith(word):
                yield from _helping(board, verb, line, len(word))


def _helping(board: Board, verb: str, line: str, start: int) -> Iterator[Words]:
    for kind, after in _kinds(board, line, start):
        for other, end in _places(board, line, after):
            rest = line[end:]
            if verb == SUPPORT and (not rest or rest in _HOLD_WORDS):
                yield Words(verb, kind, other)
            for word in _MOVE_WORDS:
                if rest.startswith(word):
                    for chain, target, _ in _targets(board, line, end + len(word)):
                        yield Words(verb, kind, other, target, chain)


def _targets(board: Board, line: str, start: int) -> Iterator[tuple[tuple[Place, ...], Place, bool]]:
    """(chain, target, via) for `NWY`, `NWY VIA CONVOY` or the route `NTH - NWY` that ends the line."""
    for place, end in _places(board, line, start):
        rest = line[end:]
        if not rest:
            yield (), place, False
        elif rest in _VIA_WORDS:
            yield (), place, True
        elif rest[0] == "-":
            for chain, target, _ in _targets(board, line, end + 1):
                yield (place, *chain), target, True


_AFTER_VERB = re.compile("|".join((*_MOVE_WORDS, *_SUPPORT_WORDS, *_CONVOY_WORDS)))


NO_ORDER = " is not an order"
"""How what is told of a text that cannot be read at all ends, behind the text."""


def unreadable(board: Board, text: str) -> BadOrder:
    """Why a text is no order, as helpfully as can be: a name that is nearly one, or what orders look like."""
    line = compact(text)
    if not line:
        return BadOrder(
            "diplomacy/no-order", "there is no order here", "write `- YOR`, `H`, `S A EDI - YOR` or `C A LON - NWY`"
        )
    verb = _AFTER_VERB.match(line)
    for piece in line[verb.end() if verb else 0 :].split("-"):
        names = [piece[len(word) :] for word, _ in _KIND_WORDS if piece.startswith(word)]
        if piece and not any(board.find(name.partition("/")[0]) for name in names):
            near = dict.fromkeys(code for name in names for code in board.suggest(name))
            hint = (
                f"did you mean {' or '.join(f'{code} ({board.names[code]})' for code in list(near)[:3])}?"
                if near
                else ""
            )
            fault = BadOrder("diplomacy/no-such-place", f"{piece[:40]} is not a place on this map", hint, tuple(near))
            fault.piece, fault.board = piece, board
            return fault
    return BadOrder(
        "diplomacy/no-order",
        f"{text.strip()[:40]!r}{NO_ORDER}",
        "an order is `A LON - YOR`, `A LON H`, `F NTH S A LON - YOR`, `F NTH S A LON` or `F NTH C A LON - NWY`",
    )


def unit_named(board: Board, line: str) -> tuple[str, str] | None:
    """(letter, place) of the unit that the whole squeezed line names with its letter (`AVIE`), or None."""
    for place, kind, rest in units_of(board, line):
        if kind and not rest and len(place.provinces) == 1:
            return kind, place.provinces[0] + place.coast
    return None


def target_of(board: Board, line: str) -> tuple[tuple[str, ...], str]:
    """(provinces, coast) that all of the squeezed line names. BadOrder if it names no place."""
    for place, end in _places(board, line, 0):
        if end == len(line):
            return place.provinces, place.coast
    raise unreadable(board, "-" + line)
