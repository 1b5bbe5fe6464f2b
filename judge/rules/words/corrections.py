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
