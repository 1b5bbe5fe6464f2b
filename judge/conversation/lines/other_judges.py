"""What players of other judges and sites write, and people who know no judge, and what it is called here.

What is the same thing under another name is carried out, and the reply names ours; of the rest one line tells the way
here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from judge.commands.seats.sheet import NO_ORDERS
from judge.conversation.lines.listed import said_of
from judge.conversation.lines.wishes import wish_in
from judge.rules.registry import systems
from judge.rules.words.attempts import words as words_of
from judge.rules.words.courtesies import without_courtesies

_WHO = "INFO and the game's name shows who plays."
_SEATS = "Write JOIN, the game's name, AS and the seats that you would like, best first: JOIN oslo AS ITALY, FRANCE, ?"
_PAGES = "HELP lists the commands. RULES explains the words of your game. MANUAL and a game's name mails you its page."
_SENT = "Nothing has to be submitted: sending the mail files its orders."
_NO_PRESS = "No press was open above it, so there was nothing to end."

_TOLD: Mapping[str, str] = {
    "PASSWORD": (
        "There are no passwords here. An answer to one of my mails counts as yours. Any other mail needs a "
        "line with your KEY."
    ),
    "SET PASSWORD": "There are no passwords here. REVOKE makes your KEY void and mails you a new one.",
    "PREFERENCE": _SEATS,
    "PREF": _SEATS,
    "SET PREFERENCE": _SEATS,
    "SET PREF": _SEATS,
    "VOTE": "DRAW votes for a draw. CONCEDE TO and a name votes for a victory.",
    "PROPOSE": "DRAW votes for a draw. CONCEDE TO and a name votes for a victory.",
    "WITHDRAW": "RESIGN leaves the game.",
    "WHOIS": _WHO,
    "WHO IS": _WHO,
    "GET": _PAGES,
    "VERSION": "RULES shows how your game is played. HELP shows what this judge can do.",
    "POSTAL": "PRESS LATER TO sends press with the results.",
    "ENDPRESS": _NO_PRESS,
    "END PRESS": _NO_PRESS,
    "ENDBROADCAST": _NO_PRESS,
    "END BROADCAST": _NO_PRESS,
    "SUBMIT": _SENT,
    "SUBMIT ORDERS": _SENT,
    "SAVE ORDERS": _SENT,
    "SEND ORDERS": _SENT,
    "END ORDERS": _SENT,
    "SET ADDRESS": "ADDRESS and your new address changes it.",
}
_TALK = re.compile(r"\s*[Vv]ote\s+(?:for\s+(?:me|us)|often|early|wisely|well)\b")
"""What people call out to each other: `Vote for me!`"""
_IN_ANY_CASE = frozenset({"ENDPRESS", "END PRESS", "ENDBROADCAST", "END BROADCAST"})
"""What nobody writes in a sentence; the rest must stand in capitals, or it may be talk."""

_SHOWN = re.compile(
    r"""\s*show\s+(?:me\s+)?(?:(?:the|my)\s+)?
    (?P<what>map|games|status|deadlines?|info|rules|history|summary|prices|statement|balance|borders)
    (?P<rest>(?:\s+\S+){0,3}?)[\s.!?]*""",
    re.IGNORECASE | re.VERBOSE,
)
_SAME: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"\s*{theirs}[\s.!]*", re.IGNORECASE), ours)
    for theirs, ours in (
        (r"SET\s+WAIT", "WAIT"),
        (r"(?:SET\s+NO\s?WAIT|NO\s+WAIT)", "NOWAIT"),
        (r"(?-i:READY|FINALI[SZ]E(?:\s+ORDERS)?)", "NOWAIT"),
        (r"(?:(?:SET|VOTE)\s+DRAW|PROPOSE\s+(?:A\s+)?DRAW|VOTE\s+FOR\s+(?:A\s+)?DRAW)", "DRAW"),
        (r"SET\s+DRAW\s+(?P<rest>\S.*?)", "DRAW {}"),
        (r"(?:SET|VOTE)\s+NO\s?(?:DRAW|CONC(?:EDE)?)", "NODRAW"),
        (r"(?:SET|VOTE)\s+CONC(?:EDE)?(?:\s+TO)?\s+(?P<rest>\S+)", "CONCEDE TO {}"),
        (r"(?:SET|VOTE)\s+CONC(?:EDE)?", "CONCEDE"),
        (r"SET\s+NO\s?(?:ABSENCE|HOLIDAY|VACATION)", "ABSENCE CANCEL"),
        # SET absence and a length is an option of the GameMaster's.
        (r"SET\s+(?:ABSENCE|HOLIDAY|VACATION)\s+(?:ON\s+|FOR\s+)?(?P<rest>(?:\S.*\s)?(?:TO|UNTIL)\s.*?)", "ABSENCE {}"),
        (r"SET\s+ADDRESS\s+(?P<rest>\S+@\S+?)", "ADDRESS {}"),
        (r"SET\s+DEADLINE\s+(?P<rest>\S.*?)", "DEADLINE {}"),
        (r"(?:RESUME|UNPAUSE)\s+(?:(?:THE|THIS)\s+)?GAME", "RESUME"),
        (r"PAUSE\s+(?:(?:THE|THIS)\s+)?GAME", "PAUSE"),
        (r"(?:START|BEGIN)\s+(?:(?:THE|THIS)\s+)?GAME", "START"),
        (r"(?:PUBLISH|RELEASE)\s+(?:(?:THE\s+)?RESULTS|NOW)", "PUBLISH"),
        (r"HOLD\s+(?:THE\s+)?RESULTS", "HOLD"),
        (r"NO\s+DRAW", "NODRAW"),
        (r"(?:THE\s+)?DEADLINE\s*\?", "STATUS"),
        (r"(?:SET\s+)?(?:MY\s+)?TIME\s?ZONE\s+(?:TO\s+|IS\s+|=\s*)?(?P<rest>[A-Za-z]+/\S+?)", "ZONE {}"),
        (r"PRACTI[CS]E\s+(?:A\s+)?GAME\s+(?:OF\s+)?(?P<rest>\S.*?)", "PRACTICE {}"),
        (r"PRACTISE\s+(?P<rest>\S.*?)", "PRACTICE {}"),
        (r"HELP\s+ME", "HELP"),
        (r"HAND\s+OVER\s+TO\s+(?P<rest>\S+@\S+?)", "HANDOVER TO {}"),
        (
            r"(?:HOLIDAYS?|VACATION|ABSENT|AWAY)\s+(?:FROM\s+)?(?P<rest>[\d.-]{8,}\s*(?:TO|UNTIL|-)\s*[\d.-]{8,})",
            "ABSENCE {}",
        ),
        (r"WHO\s?GAME", "INFO"),
        (r"WHO\s?GAME\s+(?P<rest>\S+)", "INFO {}"),
    )
)
_BEGINNINGS = words_of(
    """SET NO NOTHING NOTHING. NOTHING, READY READY. READY! WHO WHOGAME RESUME UNPAUSE PAUSE START BEGIN SHOW PUBLISH
    RELEASE HOLD HELP HAND HOLIDAY HOLIDAYS VACATION ABSENT AWAY THE DEADLINE DEADLINE? MY TIME TIMEZONE
    PRACTISE PRACTICE"""
)
"""With what else the lines of `_SAME` and `_SHOWN` begin."""
_NOTHING = re.compile(
    r"\s*(?:no\s+(?:more\s+|new\s+|further\s+)?(?:orders?|offers)|nothing)"
    r"(?:\s+(?:from\s+me|(?:for\s+|in\s+)?(?:now|this|the)(?:\s+\w+)?))?"
    r"(?:[\s,]+(?:please|pls|thanks|thank\s+you|bitte|danke|merci|grazie|gracias|obrigad[oa]))*[\s.!]*",
    re.IGNORECASE,
)
_MAP_OF = re.compile(
    r"\s*(?:(?:please|pls)\s+)?(?:(?:show|send)\s+(?:me\s+)?)?(?:(?:the|a)\s+)?map\s+of\s+(?:the|this|our|my)\s+"
    r"(?:game|board|position|present|current)(?:\s+position)?(?:[\s,]+(?:please|pls|thanks|thank\s+you))*[\s.!?]*",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"\s*(REPORT|HOST)\s+(?:was|is|were|are|has|had|will|would|did|does|looks?|looked|seems?|seemed|came|arrived|says?|said"
    r"|reads?|shows?|on|of|from|for|at|in|and)\b",
    re.IGNORECASE,
)
_LETTERS_TO = {"REPORT": "the GameMaster", "HOST": "the people who run this judge"}
"""Commands that mail the words behind them: talk may begin with these too, `Host was very kind`."""
LONGEST = 200
"""Letters of a line that may be one in other words: what is longer is a letter."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """`line`: as it would be written here; empty where this line does nothing. `said`: what its writer is told; `asks`:
    it is done only once a code has said so.
    """

    line: str
    said: str
    asks: bool = False


def hint_for(text: str) -> str:
    """What to write here instead of this line, if it begins with a word of another judge's; else nothing."""
    words = text[:LONGEST].upper().split()
    if _TALK.match(text) or said_of(text):
        return ""
    return next((_TOLD[key] for key in (" ".join(words[:2]), *words[:1]) if key in _TOLD), "")


def in_our_words(text: str) -> Rendered | None:
    """What this line of another judge's is here; None where it is none, or a game has a word of its own for it."""
    if len(text) > LONGEST:
        return None
    if wish := wish_in(text):
        return Rendered(wish.line, wish.said, asks=bool(wish.line))
    if _MAP_OF.fullmatch(text):
        return Rendered("MAP", "")
    if (found := _SAYS.match(text)) and not found[1].isupper():
        name = found[1].upper()
        return Rendered(
            "", f"Not sent. To write to {_LETTERS_TO[name]}, begin with {name} and a colon: {name}: your words"
        )
    words = text.split(maxsplit=2)
    if words and words[0].upper() in _first_words():
        return _rendered(text, words)
    return None


@cache
def _first_words() -> frozenset[str]:
    """The words with which lines of other judges begin, without those of any game."""
    theirs = {key.split()[0] for key in _TOLD}
    theirs |= _BEGINNINGS
    theirs |= {word + stop for word in ("FINALIZE", "FINALISE") for stop in ("", ".", "!")}
    games = {word.name.upper() for system in systems().values() for word in system.words}
    return frozenset(theirs - (games - {"NO"}))


def _rendered(text: str, words: list[str]) -> Rendered | None:
    if _NOTHING.fullmatch(text):
        return Rendered(NO_ORDERS.name, "")
    if shown := _SHOWN.fullmatch(text):
        what = shown["what"].upper()
        line = without_courtesies(f"{'STATUS' if what.startswith('DEADLINE') else what}{shown['rest']}")
        return Rendered(line, f"I read this as {line}.")
    for pattern, ours in _SAME:
        if match := pattern.fullmatch(text):
            line = ours.format(match["rest"]) if "rest" in match.groupdict() else ours
            theirs = " ".join(text[: match.start("rest")].split() if "rest" in match.groupdict() else text.split())
            return Rendered(line, f"{theirs.upper().rstrip(' .!')} is {ours.partition(' {')[0]} here.")
    key = next((each for each in (" ".join(words[:2]).upper(), words[0].upper()) if each in _TOLD), "")
    if not key or not (key in _IN_ANY_CASE or words[0].isupper()):
        return None
    return Rendered("", _TOLD[key])
