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
        |\bwhat(?:'s| is) (?:the|our|my) deadline
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
        r"""\A\W*(?:what|which) games (?:are (?:there|open|forming|running)|can i (?:join|play))
        |\A\W*are there (?:any )?(?:open |new )?games""",
        "LIST lists the games.",
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
    (
        r"\A\s*(?:(?:(?:send|write|message|msg|mail|letter|note)\s+)?to\s+[^\W\d_]+\s*[:,]|@[^\W\d_]+[\s:,])\s*[^\W\d]",
        "To write to others: PRESS TO and a name, a colon, and your words.",
    ),
    (
        r"""\b(?:(?:i|we)(?:'d| would) (?:like|love) to|(?:i|we) want to|can i|could i|may i|let me)
        \s+(?:join|play in|take part in) (?:(?:the|a|this|your) )?
        (?:game\b|(?!you|us|him|her|them|forces|in\b)[\w-]+\W*\Z)
        |\b(?:sign me up|count me in|put me down)\b""",
        "JOIN and the game's name, alone on a line, takes part in a game that is forming.",
    ),
    (
        r"\A\W*(?:quit|unjoin|leave|remove me from|drop out of|withdraw from)\s+(?:the game\s+)?[\w-]+\W*\Z",
        "RESIGN leaves a game for good. JOIN, its name and STOP leaves one that has not begun.",
    ),
    (
        r"\b(?:stop (?:observing|watching)|unobserve)\b",
        "OBSERVE, the game's name and STOP ends the letters of a game that you only watch.",
    ),
    (
        r"\A\W*(?:unsubscribe|stop (?:mailing|e-?mailing|writing(?: to)?) me)\b",
        "RESIGN leaves a game for good. OBSERVE, its name and STOP ends the letters of one that you only watch.",
    ),
    (
        r"\b(?:my|set|change|use) (?:(?:my|the) )?time\s*zone\b|\btime\s*zone (?:is\b|[a-z]+/)",
        "ZONE and your area and city shows you deadlines in your own time: ZONE Europe/Paris.",
    ),
    (
        r"\b(?:change|set) (?:my )?(?:display )?name\b|\Acall me\b",
        "PROFILE NAME and your name changes how others know you.",
    ),
    (
        r"\A\W*(?:kick(?: out)?|throw out|expel)\s+\w+",
        "EJECT and the name of a seat takes it from its player. Only the GameMaster can do that.",
    ),
    (
        r"\A\W*(?:cancel|delete|close|abort|stop|end) (?:the |this )?game\W*\Z",
        "TERMINATE gives a game up, and END GAME ends it with a result. Only the GameMaster can do that.",
    ),
    (
        r"\A\W*broadcast\b\W*\w",
        "Write BROADCAST alone on a line, your words below it, and END BROADCAST.",
    ),
    (
        r"\A\W*(?:adjudicate|process|run) (?:now|it|the (?:turn|phase|orders)|this (?:turn|phase))\b",
        "PROCESS and the phase adjudicates it now. Only the GameMaster can do that.",
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
