"""What is said of a line that is listed as not read, where it seems to ask for something: with which command that is
done. Nothing was wrong with it, and nothing is done.
"""

from __future__ import annotations

import re

from judge.rules.words.questions import asks_about_the_game
from judge.rules.words.said import said

LONGEST = 300

_ON = "Nothing to do here: an answer to one of my mails counts as yours. JOIN and the game's name joins a game."
_QUESTION = "The GameMaster answers questions. Write PRESS TO MASTER, and your words below it."

_I = r"\b(?:i|i'(?:d|ll|m)|we|we'(?:d|ll)|please|can you|could you)\b"
_WHEN = r"""\b(?:until|till|from|next|this|tomorrow|tonight|for (?:a|the|some|\w+) (?:days?|weeks?|weekend)
    |over (?:christmas|easter|the holidays?)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d)"""
_SAID: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(said(pattern), re.IGNORECASE), told)
    for pattern, told in (
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
        (
            rf"""(?=.*{_I})(?=.*{_WHEN}).*\b(?:away|on (?:holiday|vacation|leave)|absent|offline|out of (?:town|office)
            |travell?ing)\b""",
            "ABSENCE keeps deadlines out of such a time: ABSENCE 2026-12-24 TO 2027-01-02.",
        ),
        (
            rf"""{_I}.*\b(?:more time|an? (?:short |small )?extension|(?:\w+ )?more days?
            |(?:extend|postpone|delay|push back) (?:the|this|our) \w+)\b""",
            "LATE and how much time asks the GameMaster for it: LATE 2 days.",
        ),
        (
            rf"{_I}.*\b(?:vote for|propose|suggest|agree to|want|like|accept) (?:a|the) draw\b",
            "DRAW alone on a line votes for a draw.",
        ),
        (
            rf"{_I}.*\b(?:resign|drop out|quit|leave)(?: (?:from )?(?:the|this) game|[\s.!]*\Z)",
            "RESIGN alone on a line leaves the game for good.",
        ),
        (
            r"\bsame (?:orders |offers |sheet )?as (?:(?:the )?last (?:time|turn|phase|season|year)|before)\b",
            "Orders are for one phase alone. Write them again for this one.",
        ),
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
)
_DOUBT = re.compile(
    said(
        r"""\b(?:not|never|no (?:need|longer)|was|were|had|would have|unless
        |if(?! (?:you (?:can|could|may|please|like)|(?:at all )?possible|(?:it|that)(?:'s| is) (?:ok|okay|possible))\b)
        |thanks for|thank you for|before i)\b
        |n't\b(?! (?:process|adjudicate|run)\b)"""
    ),
    re.IGNORECASE,
)


def said_of(text: str) -> str:
    """Which command does what this line seems to ask for; empty of talk."""
    if len(text) > LONGEST or text.lstrip()[:1] in (">", "|"):
        return ""
    told = next((told for pattern, told in _SAID if pattern.search(text)), "")
    if told and not (_DOUBT.search(text) and "?" not in text):
        return told
    return _QUESTION if asks_about_the_game(text) else ""
