"""A correction below what it corrects: `Hmm, no wait. Italy looks shifty. Make that F TRI H instead.`

It is never carried out. It may announce orders below (`starts_anew`), or only be known for a correction (`corrects`):
then its writer is asked.
"""

from __future__ import annotations

import re

_LONGEST = 240
LONGEST_REMARK = 400
"""Letters of a line that are looked at, of which nothing could be made."""
_TALK = r"(?:(?:no|hm+|oh|ah|err?|sorry|wait|actually|oops|please|pls|so|and|well|ok|okay|then)[\s,.!:\u2026-]+)*"
_CORRECTION = (
    r"(?:correction|errat(?:um|a)|korrektur|berichtigung|correzione|correcci[oó]n|correctie|korekta|corre[cç][aã]o|rättelse"
    r"|düzeltme)"
)
"""What stands before a correction, as a heading."""
_MAKE_THAT = r"(?:make|change)\s+(?:that|it|this)(?:\s+(?:in)?to)?"
_SECOND_THOUGHTS = r"\bon\s+second\s+thoughts?\b"
_ANEW = re.compile(
    r"\b(?:do|use|take|try|file|make\s+it)\s+(?:this|these|it\s+like\s+this|the\s+following)(?:\s+one)?s?\s+instead\b(?!\s+of)"
    r"|\binstead\s*[:!.\u2026-]*\s*\Z|\b(?:scratch|scrap|forget|strike)\s+(?:all\s+)?(?:that|this|those)\s*[!.:,\u2026-]"
    r"|\b(?:i\s+)?(?:have\s+|['\u2019]ve\s+)?changed\s+my\s+mind\b|"
    + _SECOND_THOUGHTS
    + r"|\A\W*(?:oh\W+|hm+\W+)?no\W{1,3}wait\b"
    r"|\A\W*(?:better|second\s+try|take\s+two|new\s+version|revised|final\s+version)\s*:"
    r"|\b(?:stattdessen|doch\s+lieber)\s*:|\bplut\u00f4t\s*:|\binvece\s*:|\bmejor\s*:|\bin\s+plaats\s+daarvan\s*:",
    re.IGNORECASE,
)


_THAT_ONE = (
    r"(?:that|this|the|my)\s+(?:first|second|third|fourth|fifth|sixth|last|\d{1,2}(?:st|nd|rd|th)|final|other|top|bottom|next)\s*"
    r"(?:\b(?:one|line|order|offer|bid|slot|unit)\b|(?=:|\d|(?-i:[AF]\s+[A-Z])))"
)
_INSTEAD_ABROAD = (
    r"\b(?:(?:an)?statt(?:dessen)?|anstelle|doch\s+lieber|au\s+lieu|à\s+la\s+place|plutôt|en\s+(?:vez|lugar)|invece|al\s+posto"
    r"|in\s+plaats|toch\s+liever|em\s+(?:vez|lugar)|zamiast|i(?:\s+|)stället|yerine)\b"
)
_UNIT = r"[AFG]\s+[A-Z]{3}\b(?:/[A-Z]C\b)?"
_DOES = (
    r"(?:\s*(?:->?|[=>\u2013\u2014\u2192])"
    r"|\s+(?:[HSC]|holds?|stands?|supports?|convoys?|to|moves?|retreats?|disbands?)\b)"
)
_ORDER = rf"(?:\d{{1,4}}\s*:\s*)?(?:{_UNIT}{_DOES}|(?:build|disband|remove)\s+{_UNIT}|(?-i:{_UNIT}))"
"""How an order begins. Of small letters more than a unit is wanted: `a few` is none."""
_NOT_THAT = r"(?:no|nope|actually|oops|sorry|wait|err?|i\s+mean|(?:scratch|forget|strike)\s+that)"
_CORRECTION_AT_ALL = re.compile(
    "|".join(
        (
            rf"\A\W*{_CORRECTION}\b\s*[:,.!\u2013\u2014-]",
            rf"\b{_MAKE_THAT}\s+\S.{{0,60}}\b(?:instead(?!\s+of)\b|not\s+\d)",
            rf"\b(?:make|change)\s+{_THAT_ONE}(?!\s+(?:of|for|in)\b|[\s.!?]*\Z)",
            r"\A\W*(?:oops|sorry|wait|hm+|no|ah|err?)\b.{0,20}\bmake\s+(?:that|it)\s",
            rf"\A{_TALK}\d{{1,4}}\s.{{1,60}}\b(?:instead\s+of|rather\s+than|not)\s+\d",
            r"\bchange\s+(?:(?:the|my)\s+(?:\w+\s+){1,3}|(?:line|slot|order|offer)\s+\d{1,2}\s+)(?:in)?to\s",
            r"\b(?:line|slot|order|offer)\s+(?:no\.?\s*)?\d{1,2}\s+(?:should|must|ought\s+to)\s+(?:not\s+)?(?:be|read|say|have\s+been)\b",
            r"\bshould\s+(?:be|read|have\s+(?:been|read))\s.{1,60}\b(?:not|instead\s+of|rather\s+than)\s+(?:the\s+|an?\s+)?(?:\d|(?-i:[A-Z]{2}))",
            r"\bi(?:['’`]d|\s+would)\s+(?:much\s+)?(?:rather|prefer)(?:\s+(?:that|if))?\s+(?:the|my|it|they|to\s+have)\b",
            rf"\A\W*(?:{_NOT_THAT}[\s,.:;!\u2026-]+)+{_ORDER}",
            rf"\A\W*{_ORDER}.{{0,60}}\binstead(?:\s+of\s+\S{{1,20}})?\W*\Z",
            rf"\bon\s+reflection\b|{_SECOND_THOUGHTS}",
            r"\b(?:swap|switch|reverse)\s+(?:round\s+)?(?:the\s+)?(?:(?:first|last|two|second|third)\s+)*(?:slots?|lines?|orders?|offers?)\b",
            r"\bi\s+meant\s+(?:\d|(?-i:[AFG]\s+[A-Z]{3})\b)",
            rf"{_INSTEAD_ABROAD}.{{0,80}}?(?:\d|(?-i:[AFG]\s+[A-Z]{{3}})\b)",
        )
    ),
    re.IGNORECASE,
)


def starts_anew(text: str) -> bool:
    """Does this line, which orders nothing itself, say that those below stand in the place of those above?"""
    return len(text) <= _LONGEST and _ANEW.search(text) is not None


def corrects(text: str) -> bool:
    """Does this line, of which nothing could be made, put something in the place of a line beside it?"""
    return _CORRECTION_AT_ALL.search(text[:LONGEST_REMARK]) is not None
