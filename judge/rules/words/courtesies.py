"""Courtesies around an order, on its line: `and A PAR - BUR, please`, `5 : A PAR - BUR thanks!`."""

from __future__ import annotations

import re

from judge.rules.words.attempts import LONGEST, words

_BEFORE = words("AND ALSO THEN FINALLY PLEASE PLS")
_BEHIND = words("PLEASE PLS PLZ THANKS THX CHEERS BITTE DANKE MERCI GRAZIE GRACIAS OBRIGADO OBRIGADA TACK TAK")
COURTESIES = _BEFORE | _BEHIND
_SMILES = frozenset((":)", ":-)", ";)", ";-)", ":D", ":-D"))
_WELL = re.compile(
    r"""(?<=\w)[\s.,!;:)\u2013\u2014-]*[.,!;)\u2013\u2014-][\s.,!]*
    (?:good\ luck|have\ fun
    |have\ an?\ (?:good|great|nice|lovely|awesome)\ (?:day|evening|night|week|weekend|one|time|game|turn)
    |(?:best|kind|warm)\ (?:regards|wishes)|all\ the\ best|see\ you(?:\ soon)?
    |viel\ (?:gl[\u00fcu]ck|erfolg|spa(?:ss|\u00df))|bonne\ chance|buona\ fortuna|buena\ suerte|boa\ sorte
    |veel\ (?:succes|plezier)|powodzenia|lycka\ till|bol\ \u015fans)
    (?:\ (?:to\ )?(?:you\ |us\ )?(?:all|everyone|everybody|folks|guys|friends|judge))?[\s.!]*\Z""",
    re.IGNORECASE | re.VERBOSE,
)
"""Good wishes in a sentence of their own behind an order."""
_VERBS = words("S H C TO SUPPORT SUPPORTS SUPP HOLD HOLDS STAY STAYS CONVOY CONVOYS MOVE MOVES")
"""What behind a word shows that it is a place: `AND S A MAD`, where a map has such a code."""


def without_courtesies(text: str) -> str:
    """The line without the courtesies at its ends; as it is where none stand there, or nothing else does."""
    if len(text) > LONGEST:
        return text
    if well := _WELL.search(text):
        return without_courtesies(text[: well.start()])
    said = text.split()
    first, last = 0, len(said)
    while first < last - 1 and _is(said[first], _BEFORE) and _goes_on(said[first + 1]):
        first += 1
    while first < last and (taken := _behind(said[first:last])):
        last -= taken
    if first == last or (first, last) == (0, len(said)):
        return text
    return " ".join(said[first:last]).rstrip(" ,")


def _is(word: str, among: frozenset[str]) -> bool:
    return word.strip(",.:!").upper() in among


def _goes_on(word: str) -> bool:
    return word[0].isalnum() and not _is(word, _VERBS)


def _behind(said: list[str]) -> int:
    """How many words at the end are a courtesy."""
    if said[-1] in _SMILES or _is(said[-1], _BEHIND):
        return 1
    return 2 if len(said) > 1 and _is(said[-1], words("YOU")) and _is(said[-2], words("THANK")) else 0
