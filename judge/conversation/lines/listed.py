"""What is said of a line that is listed as not read, where it seems to ask for something: with which command that is
done. Nothing was wrong with it, and nothing is done.
"""

from __future__ import annotations

import re

from judge.conversation.lines.wishes import wished_in
from judge.rules.words.questions import asks_about_the_game
from judge.rules.words.said import said

LONGEST = 300

_ON = "Nothing to do here: an answer to one of my mails counts as yours. JOIN and the game's name joins a game."
_QUESTION = "The GameMaster answers questions. Write PRESS TO MASTER, and your words below it."


def _compiled(*lines: tuple[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(said(pattern), re.IGNORECASE), told) for pattern, told in lines)


_SHOWS = _compiled(
    (r"\A\s*(?:signon\b|sign on \?)", _ON),
    (r"\A\s*(?:signoff|sign off)\b", "Nothing to do here: the end of your mail is enough."),
    (
        r"""\bwho(?:'s| is) (?:winning|ahead|leading|in the lead|losing)|\bwhat(?:'s| is) the (?:score|standing)
        |\bhow do(?:es)? (?:the game|we|i) stand|\bwhere do (?:we|i) stand
        |\bhow (?:much time|long) (?:do|have) (?:i|we)\b|\bwhen are (?:orders|offers) due
        |\bwhen(?:'s| is| are) (?:(?:the|our|my|next) ){1,2}(?:deadline|turn|orders?)""",
        "STATUS shows how the game stands, and its deadline.",
    ),
    (
        r"\bhow much (?:money|gold|silver|cash|agp) (?:do|have) i\b|\bwhat(?:'s| is) my balance",
        "BALANCE shows what you have.",
    ),
    (
        r"""\bwhat (?:are|were) my (?:orders|offers)|\bwhat (?:do|did) i (?:have on file|order|send|offer)
        |\bwhat(?:'s| is) on file|\bdid you (?:get|receive) my (?:orders|offers|sheet|mail)""",
        "SHOW shows what you have on file.",
    ),
    (
        r"\b(?:send|see|get|show) (?:me )?(?:the|a) map\b|\bwhere(?:'s| is) the map\b",
        "MAP shows the map.",
    ),
)
_ASKS = _compiled(
    (
        r"""\bplease wait (?:for (?:me|my|us)|until|till)\b
        |\b(?:do not|don't) (?:process|adjudicate|run) (?:it|this|the \w+|yet|before)\b""",
        "WAIT keeps this phase open until its deadline.",
    ),
    (
        r"""\A\W*(?:(?:please|pls|can you|could you)[\s,]+){1,2}(?:tell|inform|ask|let|write to|forward (?:this )?to
        |pass (?:this )?on to|send (?:(?:a|this) )?(?:message|letter|note|press) to)
        \s+(?!me\b|us\b|you\b)[^\W\d_]+""",
        "To write to others: PRESS TO and their names, your words below it, and END PRESS.",
    ),
)
"""Told in this order, wishes (`judge/conversation/lines/wishes.py`) between: what shows something, and what is done."""
_DOUBT = re.compile(
    said(
        r"""\b(?:not|never|no (?:need|longer)|was|were|had|would have|unless
        |if(?! (?:you (?:can|could|may|please|like)|(?:at all )?possible|(?:it|that)(?:'s| is) (?:ok|okay|possible))\b)
        |thanks for|thank you for|before i)\b
        |n't\b(?! (?:process|adjudicate|run)\b)"""
    ),
    re.IGNORECASE,
)


def _first(some: tuple[tuple[re.Pattern[str], str], ...], text: str) -> str:
    return next((told for pattern, told in some if pattern.search(text)), "")


def said_of(text: str) -> str:
    """Which command does what this line seems to ask for; empty of talk."""
    if len(text) > LONGEST or text.lstrip()[:1] in (">", "|"):
        return ""
    told = _first(_SHOWS, text) or wished_in(text) or _first(_ASKS, text)
    if told and not (_DOUBT.search(text) and "?" not in text):
        return told
    return _QUESTION if asks_about_the_game(text) else ""
