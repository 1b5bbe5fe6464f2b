"""What a plan and a ballot have in common: lines cut into clauses, and the names of players as people write them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from judge.reading.sheet import SheetLine
from judge.rules.pirates.reading.abroad import in_our_words
from judge.rules.problems import Problem
from judge.rules.words.attempts import words
from judge.rules.words.courtesies import without_courtesies
from judge.rules.words.lines import LIST_NUMBER
from judge.rules.words.misspelled import as_written
from judge.rules.words.remarks import is_idle

COMMENT = re.compile(r"//|(?<!\d)%(?<!\d\s%)|(?<=\d\s)%(?!\s*(?:\Z|[,;.]|(?:of|to|for|each|and)\b))")
"""What begins a comment. Behind a number `%` may say how much: `Self 50%, Bob 50 %`."""
_LISTED = re.compile(rf"{LIST_NUMBER}(?=[^\W\d_].*(?:\d|\b(?:YES|NO|AYE|NAY|MOVE|STAY)\b))", re.IGNORECASE)
"""The number of a list before a whole share or vote; before a name alone it may be an amount."""
_BULLET = re.compile(r"\A\s*[-*\u2022\u2013\u2014]+\s+(?=[^\W\d_])")
_BETWEEN = re.compile(r"[,;]|(?<=[a-z0-9])\.\s+(?=[A-Z]|(?:yes|no)\b)")
_ALSO = re.compile(r"\AAND\s+(?!\d)", re.IGNORECASE)
SELF = frozenset({"SELF", "ME", "MYSELF", "I", "MY", "MINE", "MY OWN", "OWN"})
OTHERS = frozenset(
    {
        *("REST", "OTHERS", "OTHER", "OTHER PLAYER", "OTHER PLAYERS", "ALL OTHERS", "ALL THE OTHERS"),
        *("EVERYBODY ELSE", "EVERYONE ELSE"),
    }
)
EVERYONE = frozenset(
    {
        *("ALL", "EVERYBODY", "EVERYONE", "EACH", "PLAYER", "PLAYERS", "ALL PLAYERS", "EVERY PLAYER"),
        *("EVERYBODY IN THE ROOM", "EVERYONE IN THE ROOM", "ALL IN THE ROOM", "THE ROOM", "ROOM", "ALL OF US", "US"),
    }
)
_WISH = (
    r"(?:PLEASE\s+|I\s+(?:(?:WANT|WISH|WOULD\s+LIKE)\s+TO\s+)?|I['\u2019]D\s+LIKE\s+TO\s+|(?:PLEASE\s+)?LET\s+ME\s+)?"
)
_THERE = r"(?:\s+(?:TO\s+)?(?:THE\s+)?(?:OTHER\s+)?ROOM)?(?:\s+[12])?"
MOVING = re.compile(
    rf"{_WISH}(?:(MOVES?(?:\s+ME)?{_THERE}|(?:CHANGE|SWITCH)\s+ROOMS?)|STAYS?(?:\s+(?:HERE|IN\s+\w+\s+ROOM))?)"
    r"(?:\s+PLEASE)?[.!]?",
    re.IGNORECASE,
)
"""MOVE (then group 1 is there) or STAY, as people write them."""
_PAIR = re.compile(r"[^\W\d_]+[\s:=]*[0-9]+")
_PAIRS = re.compile(r"(?:\s*+[^\W\d_]++[\s:=]*+[0-9]++(?!\w)){2,}+[\s.]*+")
"""Names and amounts with nothing between them: `Anna 3 Bob 4`."""
_VOTE = re.compile(r"[^\W\d_]+\s*[:=]?\s*(?:yes|no)\b", re.IGNORECASE)
_VOTES = re.compile(r"(?:\s*+[^\W\d_]++\s*+[:=]?\s*+(?:yes|no)\b){2,}+[\s.]*+", re.IGNORECASE)
"""Names and votes with nothing between them: `Anna yes Bob no`."""
_CRY = re.compile(r"\A[^\W\d_]+!+\s+(?=I\s)")
_AND_MORE = re.compile(
    r"(?<=\w)\s+and\s+(?=\d+(?:\s+gold)?\s+(?:each\s+)?(?:for|to)\s)|(?<=\d)\s+and\s+(?=(?:the\s+)?(?:others|rest)\b.*\d)|(?<=\d)\s+and\s+(?=[^\W\d_]+\s*[:=]?\s*\d)",
    re.IGNORECASE,
)
_LEAD = re.compile(r"\A(?:so|thus|therefore|hence|then|ok(?:ay)?|well|(?:my\s+)?plan)\s*[:,-]*\s+(?=\d)", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\(([^()]*)\)")
_NAMES = re.compile(r"[^\W\d_]+")
_ITS_ME = re.compile(r"\A\s*(?:(?:that|this|it)(?:['\u2019]s|\s+is)\s+)?(?:me|myself|I)\b", re.IGNORECASE)
_LONGEST = 400
PARTED = re.compile(r"(?<![\w.,:/-])(\d{1,4})[.,]\d{1,2}(?![\w.,:/]*\d)")
"""`7.5` or `7,5`: gold that is not whole. Group 1 is the whole of it."""
_OWNED = re.compile(r"['\u2019]S\Z")
"""`Bob's plan`; phones write the second apostrophe."""
_MY_OWN = re.compile(r"\bMY\s+OWN\b")
_SIGNS = " :=()-–—"
_FILLERS = re.compile(r"^(?:THE|PLAYER|TO|EACH OF|EACH|ALL OF|PLAN OF|ON)\s+|\s+(?:EACH|GETS|GET|PLANS?)$")


_HANGS = words(
    "IF UNLESS PROVIDED PROVIDING ASSUMING OTHERWISE OR EITHER DEPENDING MAYBE PERHAPS WENN FALLS SOFERN ODER SONST"
    " SAUF OU SINON OPPURE ALTRIMENTI INDIEN ANDERS LUB ALBO ELLER ANNARS"
)
"""With these the rest of their line is meant on a condition, or not at all."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement of a line: `A 3` of `A 3, B 4`."""

    line: SheetLine
    text: str


class Unclear(ValueError):
    """A clause that cannot be read; carries what to tell its writer, without the line. `perhaps`: whom it may mean;
    `unknown`: the word that names nobody, at the end of the message.
    """

    def __init__(
        self,
        code: str,
        message: str,
        hint: str = "",
        readings: tuple[str, ...] = (),
        perhaps: tuple[str, ...] = (),
        unknown: str = "",
    ) -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint
        self.readings = readings
        self.perhaps = perhaps or readings
        self.unknown = unknown

    def problem(self, line: SheetLine) -> Problem:
        message = str(self)
        if self.unknown:
            message = message.removesuffix(self.unknown) + as_written(self.unknown, line.text)
        return Problem(self.code, f"{message}.", line.number, self.hint, line.text, readings=self.readings)


def said_in(line: str) -> str:
    """The line without its comment (from `//` or `%`), and without what marks a list: `1. SELF: 10`, `- SELF: 10`.
    Words of other languages are ours in it.
    """
    return in_our_words(_LISTED.sub("", _BULLET.sub("", COMMENT.split(line, maxsplit=1)[0])))


def without_asides(text: str, own: str, room: Sequence[str]) -> str:
    """The line without words in brackets that say nothing of its shares or votes: `Anna (that's me), Bob`."""

    def is_name(word: str) -> bool:
        return word in room or word in (SELF - {"MY", "I"}) | OTHERS | EVERYONE

    def kept(found: re.Match[str]) -> str:
        said = found[1]
        before = _NAMES.findall(text[: found.start()])
        if before and before[-1].upper() == own:
            said = _ITS_ME.sub("", said)
        return "" if not said.strip(" ,.!") or is_idle(said, is_name) else found[0]

    return _ASIDE.sub(kept, text) if "(" in text and len(text) < _LONGEST else text


def clauses(lines: Sequence[SheetLine], own: str = "", room: Sequence[str] = ()) -> list[Clause]:
    """The statements of all lines, in order. `own` and `room`: the writer and those who may be named, where words in
    brackets beside a name are none of it.
    """
    found = []
    for line in lines:
        text = said_in(line.text)
        text = without_asides(text, own, room) if room else text
        pair = _PAIR if _PAIRS.fullmatch(text) else _VOTE if _VOTES.fullmatch(text) else None
        parts = pair.findall(text) if pair else _BETWEEN.split(_CRY.sub("", text))
        said = [" ".join(piece.split()) for part in parts for piece in _apart(part) if piece.strip(" .")]
        found += [Clause(line, _without_thanks(_LEAD.sub("", _ALSO.sub("", piece)), room)) for piece in said]
    return found


def _without_thanks(piece: str, room: Sequence[str]) -> str:
    """The clause without a courtesy behind it, if nobody is called so."""
    plain = without_courtesies(piece)
    behind = _NAMES.findall(piece.upper())[-1:]
    return piece if set(behind) & set(room) else plain


def _apart(part: str) -> list[str]:
    """`6 for me and 4 for the others` is two."""
    return _AND_MORE.split(part) if len(part) < _LONGEST else [part]


def bare(text: str) -> str:
    """Upper case, without the words and signs that only make a sentence of it."""
    word = " ".join(text.upper().split()).strip(" .:=!?'\"")
    while (shorter := _FILLERS.sub("", word)) != word:
        word = shorter
    return word


# What the example of the rules has beside each other: `Self: 7 gold - YES`. Cut off at the end, sign by sign: a pattern
# would try every place in a long line.


def without_vote(text: str) -> str:
    """`Self: 7 gold` of `Self: 7 gold - YES`; empty where there is no vote behind an amount."""
    said = text.rstrip(" .!")
    verdict = next((word for word in ("YES", "NO") if said[-len(word) :].upper() == word), "")
    before = said[: len(said) - len(verdict)]
    if not verdict or before[-1:].isalnum():
        return ""
    before = before.rstrip(_SIGNS)
    return before if any(letter.isdigit() for letter in before) else ""


def without_amount(text: str) -> str:
    """`Self` of `Self: 7 gold -`; what has no amount at its end stays as it is."""
    before = text.rstrip(_SIGNS)
    for unit in ("GOLD", "G"):
        if before.upper().endswith(unit) and before[: -len(unit)].rstrip()[-1:].isdigit():
            before = before[: -len(unit)].rstrip()
            break
    name = before.rstrip("0123456789")
    if name == before or name[-1:].isalnum():
        return text
    return name.rstrip(_SIGNS) or text


def hangs(text: str, room: Sequence[str]) -> bool:
    """May what stands beside this hang on it: `Bob 10, if he votes for me`?"""
    return not _HANGS.isdisjoint({word.upper() for word in _NAMES.findall(text[:_LONGEST])} - set(room))


def hanging(line: SheetLine) -> Problem:
    """What is told of such a line, of which nothing counts."""
    message = "This may hang on something, so nothing of the line counts."
    return Problem("pirates/hangs", message, line.number, "Write what shall count in any case.", line.text)


def parted(line: SheetLine) -> Problem:
    """The same of a line in which gold is not whole."""
    message = "Gold comes in whole numbers, so nothing of this line counts."
    return Problem("pirates/not-whole", message, line.number, "Write a name and an amount: ANNA 3", line.text)


def is_everyone(text: str, room: Sequence[str]) -> bool:
    """Is the whole room meant, its writer too?"""
    word = bare(text)
    if word == "ROOM" and "THE" not in text.upper().split():
        return False  # `Room 12`, in an address
    return word in EVERYONE and word not in room


def who(text: str, own: str, room: Sequence[str], *, where: str = "in your room") -> tuple[str, ...]:
    """The players meant: one, several joined by AND, or (empty) all those who are not named. Unclear otherwise.

    `room` holds everybody who may be named, the writer (`own`) included; `where` says of nobody else where they are.
    """
    word = _OWNED.sub("", bare(text))
    if word in OTHERS and word not in room:
        return ()
    word = _MY_OWN.sub("MYSELF", word)
    each_word = re.split(r"\s+AND\s+|\s*&\s*|\s*\+\s*|\s+", word)
    meant = tuple(_one(each, own, room, where) for each in each_word if each)
    return tuple(dict.fromkeys(meant)) or (_one(word, own, room, where),)


def _one(word: str, own: str, room: Sequence[str], where: str) -> str:
    word = _OWNED.sub("", word)
    if word in room:
        return word
    if word in SELF:
        return own
    meant = [name for name in room if word and name.startswith(word)]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise Unclear("pirates/ambiguous", f"{word[:40]} could be several players", readings=tuple(meant))
    near = difflib.get_close_matches(word[:40], room, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"{where.capitalize()}: {', '.join(room)}."
    called = word[:40] or "that"
    message = f"Nobody {where} is called {called}"
    raise Unclear("pirates/no-such-player", message, hint, perhaps=tuple(near), unknown=called)
