"""Whether a line that is no share, vote or gift was meant as one: by the names, numbers and words of a match."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.rules.pirates.reading.clauses import PARTED, said_in
from judge.rules.words.attempts import LONGEST, words
from judge.rules.words.misspelled import nearly
from judge.rules.words.remarks import is_idle
from judge.rules.words.said import said

_WORD = re.compile(r"[^\W\d_][\w'\u2019]*|-?[0-9]+")
_SHARE = re.compile(r"[^\W\d_]+\s*[:=]\s*(?:0|[1-9][0-9]{0,3})(?:\s*gold)?\.?", re.IGNORECASE)
"""`Zebedee: 500`, though nobody is called so."""
_VERDICTS = words("YES NO Y N AYE NAY FOR AGAINST")
_MANY = words("SELF ME MYSELF REST OTHERS OTHER EACH EVERYBODY EVERYONE ALL KEEP GOLD")
_OF_OTHERS = words("HOPE HOPING HOPEFULLY THEY YOU")
"""`Hope they all vote yes` is about what others do."""
_BETWEEN = words("TO ON FOR THE PLAN AND OF S")
_FEW, _SOME, _MANY_WORDS = 4, 8, 10
_MOST_DIGITS = 3


_VAGUE = re.compile(
    said(
        r"""(?:please )?(?:
        i(?: will|'ll)? (?:keep|take|get) (?:everything|it all|all(?: of it)?|all the gold|half)(?: for (?:me|myself))?
        |(?:everybody|everyone|all|we(?: all)?|each) (?:gets?|shares?|have|has|receives?)
        \s+(?:the same|equally|equal shares?|as much)
        |(?:split|share|divide)(?: (?:it|everything|the gold|all))?(?: up)? (?:evenly|equally)
        |equal shares(?: for (?:all|everybody))?|let's (?:all )?(?:share|split)(?: it)?(?: evenly| equally)?
        |give (?:everything|all|it all|half) to [^\W\d_]+|[^\W\d_]+ gets (?:half|everything|all|it all)
        )(?: please)?[.!]*"""
    ),
    re.IGNORECASE,
)
"""What gold somebody is to get, without a number."""


def is_match_attempt(line: str, players: Sequence[str]) -> bool:
    """Was a share, a vote, a move between rooms or a gift meant?"""
    text = said_in(line[:LONGEST]).strip()
    if PARTED.search(text):
        # `Dora 2.5`; what says more than a share may tell the time of day.
        whole = re.split(r"[,;]", PARTED.sub(r"\1", text))
        text = ";".join(part for part in whole if len(_WORD.findall(part)) <= _FEW)
    if _VAGUE.fullmatch(text):
        return True
    return any(_is_clause(part, players) for part in re.split(r"[,;]", text) if part.strip(" .")) or _votes(
        _WORD.findall(text), players
    )


def is_talk(text: str, players: Sequence[str]) -> bool:
    """Can this part of a line say nothing of shares: no number, no name, no condition and no word of a plan in it?"""
    there = {word.upper() for word in _WORD.findall(text[:LONGEST])}
    return (
        not is_match_attempt(text, players)
        and is_idle(text, lambda word: word in players or word in _MANY)
        and bool(there)
    )


def _is_clause(text: str, players: Sequence[str]) -> bool:
    said = _WORD.findall(text)
    upper = [word.upper() for word in said]
    numbers = [word for word in said if word.lstrip("-").isdigit()]
    there = set(upper)
    if not said or len(said) > _MANY_WORDS:
        return False
    if _SHARE.fullmatch(text.strip()):
        return True
    if there & {"GARNET", "GARNETS"}:
        return bool(numbers) or said[0].isupper()
    if there & {"TOKEN", "TOKENS"}:
        return bool(there & {"GIVE", "GIVES"}) or any(name in there for name in players)
    if there & {"MOVE", "MOVES", "STAY", "STAYS"}:
        return (text.isupper() and len(said) <= _FEW) or "ROOM" in there or len(said) == 1
    return _shares(said, upper, numbers, players)


def _shares(said: Sequence[str], upper: Sequence[str], numbers: Sequence[str], players: Sequence[str]) -> bool:
    """`ANNA 3`, `3 to each of the others`, `Annna: 3`; neither a telephone number nor a date."""
    if len(numbers) != 1 or len(said) > _SOME or len(said) == 1:
        return False
    names = [word for word in upper if not word.lstrip("-").isdigit()]
    if len(numbers[0].lstrip("-")) > _MOST_DIGITS:
        return len(said) <= _FEW and not numbers[0].startswith("0") and upper[0] in players
    if any(name in players for name in names) or (set(names) & _MANY and len(said) <= _SOME - 2):
        return True
    first = next((word for word in said if not word.lstrip("-").isdigit()), "")
    return len(names) == 1 and (bool(nearly(names[0], players)) or (first.isupper() and len(first) > 1))


def _votes(said: Sequence[str], players: Sequence[str]) -> bool:
    """A verdict beside a name, `I vote no`, or a verdict alone in capitals."""
    upper = [word.upper() for word in said[: 8 * _MANY_WORDS]]
    if len(said) == 1:
        return upper[0] in ("YES", "NO", "AYE", "NAY") and said[0].isupper()
    for at, word in enumerate(upper):
        if word not in _VERDICTS:
            continue
        if "VOTE" in upper[max(0, at - 2) : at] and not _is_of_others(upper[:at]):
            return True
        if upper[at + 1 : at + 2] in (["TO"], ["ON"]) and set(upper[at + 2 : at + _SOME]) & set(players):
            return True
        after = at + 1
        while after < len(upper) and upper[after] in _BETWEEN:
            after += 1
        beside = [*upper[after : after + 1], *upper[max(0, at - 1) : at]]
        weak = word in ("FOR", "AGAINST", "Y", "N")
        if any(each in players or (not weak and bool(nearly(each, players))) for each in beside):
            return not weak or len(said) <= _FEW
        if not weak and len(said) <= _FEW and set(beside) & {"REST", "OTHERS", "ALL", "SELF", "ME", "EVERYBODY"}:
            return True
    return False


def _is_of_others(before: Sequence[str]) -> bool:
    """Do the words before a verdict say that others vote so, and not the writer? `Thank you, I vote no` does not."""
    last = max((at for at, word in enumerate(before) if word in _OF_OTHERS), default=-1)
    return last >= 0 and not {"I", "WE"} & set(before[last:])
