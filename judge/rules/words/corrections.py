"""A correction below what it corrects: `Hmm, no wait. Italy looks shifty. Make that F TRI H instead.`"""

from __future__ import annotations

import re

from judge.rules.words.attempts import words

_LONGEST = 240
_SENTENCES = re.compile(r"(?<=[^\W\d_][.!\u2026])\s+(?=[^\W\d_])|(?<=\.\.\.)\s+(?=[^\W\d_])")
_WORD = re.compile(r"[^\W\d_]+")
_TALK = r"(?:(?:no|hm+|oh|ah|err?|sorry|wait|actually|oops|please|pls|so|and|well|ok|okay|then)[\s,.!:\u2026-]+)*"
_INSTEAD = r"(?P<order>\S.*?)(?:[\s,]+(?:instead|rather|please|pls|then))*[\s.!]*"
_CORRECTS = re.compile(
    rf"{_TALK}(?:(?:let['\u2019]?s\s+)?(?:make|change)\s+(?:that|it|this)(?:\s+(?:in)?to)?|correction|corrected|rather|better)"
    rf"[\s:,]+{_INSTEAD}",
    re.IGNORECASE | re.DOTALL,
)
_HANGS = words(
    "IF UNLESS WHEN ONCE PROVIDED ASSUMING SHOULD CASE MAYBE PERHAPS MIGHT COULD WOULD OTHERWISE ELSE UNTIL WENN FALLS"
    " SI SE QUAND QUANDO CUANDO ALS INDIEN GDY OM"
)
_ANEW = re.compile(
    r"\b(?:do|use|take|try|file|make\s+it)\s+(?:this|these|it\s+like\s+this|the\s+following)(?:\s+one)?s?\s+instead\b(?!\s+of)"
    r"|\binstead\s*[:!.\u2026-]*\s*\Z|\b(?:scratch|scrap|forget|strike)\s+(?:all\s+)?(?:that|this|those)\s*[!.:,\u2026-]"
    r"|\b(?:i\s+)?(?:have\s+|['\u2019]ve\s+)?changed\s+my\s+mind\b|\bon\s+second\s+thoughts?\b"
    r"|\A\W*(?:oh\W+|hm+\W+)?no\W{1,3}wait\b|\A\W*(?:better|second\s+try|take\s+two|new\s+version|revised|final\s+version)\s*:"
    r"|\b(?:stattdessen|doch\s+lieber)\s*:|\bplut\u00f4t\s*:|\binvece\s*:|\bmejor\s*:|\bin\s+plaats\s+daarvan\s*:",
    re.IGNORECASE,
)


def starts_anew(text: str) -> bool:
    """Does this line, which orders nothing itself, say that those below stand in the place of those above?"""
    return len(text) <= _LONGEST and _ANEW.search(text) is not None


def corrected(text: str) -> str:
    """The order that the line's last sentence puts in the place of an earlier one, without the words around it; empty
    where it corrects nothing, or may do so only on a condition.
    """
    if len(text) > _LONGEST or "?" in text:
        return ""
    *before, last = _SENTENCES.split(text.strip())
    found = _CORRECTS.fullmatch(last)
    if found is None or any(word.upper() in _HANGS for said in (*before, last) for word in _WORD.findall(said)):
        return ""
    return found["order"]
