"""What makes a sentence mean other than it sounds (17.1: no guessing): an `if`, an `unless`, an exception, a question,
words beside it of which no order can be made, or a line above or below it that is nothing but a condition.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from judge.reading.sheet import SheetLine
from judge.rules.machiavelli.reading.mentions import Unclear
from judge.rules.machiavelli.reading.names import AREAS
from judge.rules.machiavelli.state import Label
from judge.rules.words.attempts import words as _capitals
from judge.rules.words.remarks import CHANGES_AN_ORDER

_IF = frozenset(("if", "unless", "provided", "providing", "otherwise", "assuming"))
_WHEN = frozenset(("when", "whenever", "once"))
_BEGIN = _WHEN | {"until", "only"}
_FEWEST = 3
"""Words of a clause that says when; as few as `when Milan pays`."""
_OR = frozenset(("or", "else"))
_EXCEPT = frozenset(("except", "excepting"))
_AT_BEST = (("possible",), ("i", "can"), ("we", "can"), ("you", "can"), ("necessary",))
"""Behind an `if` they add nothing: the judge carries out what can be done."""

_LONGEST = 200
_QUOTED = 60
_NOTHING_DEPENDS = "nothing can depend on what happens, or on what others do"
_NO_CHOICE = ("one or the other? I do not choose", "write the one that counts")
_IN_ANY_CASE = "write only what shall be done in any case"

_CONDITIONS = _capitals(
    """
    IF UNLESS WHEN WHENEVER ONCE SHOULD CASE EVENT HAD PROVIDED PROVIDING ASSUMING SUPPOSING GIVEN DEPENDING DEPENDS
    SUBJECT CONDITION CONDITIONS CONDITIONAL CONDITIONALLY CONTINGENT PENDING OTHERWISE ELSE AFTER BEFORE UNTIL TILL
    SOON LONG FAILING INSTEAD RATHER ALTERNATIVELY WENN FALLS SOFERN SOBALD SOLANGE SONST ANSONSTEN STATTDESSEN SI SE
    SINON QUAND LORSQUE QUANDO ALTRIMENTI OPPURE CUANDO INDIEN TENZIJ ALS JEŚLI JEŻELI GDY OM HVIS
    """
)
"""What a clause makes of those beside it, whatever else it names."""
_BY_ITSELF = CHANGES_AN_ORDER - _CONDITIONS - _capitals("BUT ABER MAIS MAAR PERO ALE MA MAS MEN AMA CAN MAY THEN")
"""A clause with these that names no place can only be about what stands beside it: `not 3`, `or nothing`."""

_HANGS_ON = (
    r"(?:if|unless|when(?:ever)?|once(?!\s+(?:more|again))|provided|providing|assuming|supposing|in\s+(?:the\s+)?(?:case|event)"
    r"|should(?!\s+(?:be|do|work|suffice)\b)|as\s+(?:soon|long)\s+as|so\s+long\s+as|(?:up)?on\s+(?:the\s+)?condition"
    r"|depending\s+on|subject\s+to|after(?!\s+(?:that|this)\b)|wenn|falls|sofern|sobald|solange|indien|jeśli|hvis)"
)
_CONDITION = re.compile(
    rf"[\s(\[*\u2022-]*(?P<only>(?:(?:and|but|so)\s+)?(?:only|but|and)\s+)?{_HANGS_ON}\s+\S.*", re.IGNORECASE
)
_LEADS = re.compile(r"(?:[:,\u2026]|\.\.\.|\b(?:then|dann|the\s+following|as\s+follows))[\s.:,]*\Z", re.IGNORECASE)
_HOLDS_MORE = re.compile(r"->|[\u2192,:;]|\s[-\u2013>]\s|[.!?]\s+\S")
_TO_THE_JUDGE = re.compile(
    r"\b(?:you|your|judge|mail|email|letter|message|questions?|unclear|wrong|late)\b", re.IGNORECASE
)
"""In a condition that is none of an order: `If anything is unclear, please ask`. Nor is one of these."""
_IDLE = re.compile(r"\b(?:possible|necessary|(?:i|we|you)\s+can)\b", re.IGNORECASE)
_ANOTHER = re.compile(
    r"[\s(*\u2022-]*(?:or(?:\s+else)?|else|otherwise|alternatively|failing\s+that|if\s+(?:not|that\s+fails))\b"
    r"(?!\s*,?\s*(?:all|every\w*|nothing|none|no)\b)(?P<more>.*)",
    re.IGNORECASE,
)
"""`or to Genoa`, `Otherwise A FIR H`; but of `Otherwise all hold` nothing else depends."""
_NOT_NOW = re.compile(
    r"[\s*\u2022-]*(?:for\s+)?(?:my\s+|the\s+|a\s+|only\s+|just\s+)*"
    r"(?:drafts?|plan\s+b|fall-?back|back-?up|contingency|alternatives?|alternatively|(?:second|2nd)\s+choice"
    r"|next\s+(?:season|turn|year|phase|campaign|spring|summer|fall|autumn)|later|old|previous(?:ly)?|earlier)"
    r"(?:\s+(?:orders?|plans?|moves?|letter|gifts?|options?|campaign|adjustment))*\s*:\s*",
    re.IGNORECASE,
)
"""A heading of what is not to be done now: `Plan B:`, `Next season:`."""
_OF_A_SEASON = re.compile(
    r"[\s*\u2022-]*(?:(?:my|the|our)\s+)*(?:(?:orders?|moves?|letter)\s+)?(?:for\s+)?(?:the\s+)?"
    r"(?P<season>spring|summer|fall|autumn)(?:\s+(?:of\s+)?(?P<year>\d{4}))?"
    r"(?P<what>(?:\s+(?:orders?|moves?|letter|gifts?|campaign|adjustment))*)\s*(?P<colon>:?)\s*",
    re.IGNORECASE,
)
"""`Orders for Summer 1459:`, of which season they are."""


def proviso(words: Sequence[str], *, listed: bool = False) -> Unclear | None:
    """Why a sentence that reads as orders cannot be taken as them; None if nothing stands in the way.

    listed: it is about the list of payments, which may have exceptions (`Pay all except F PIS`).
    """
    begin = _BEGIN - {"only"} if listed else _BEGIN
    for at, word in enumerate(words):
        begins = at == 0 or words[at - 1] == ","
        if word in _EXCEPT and not listed:
            hint = "write an order for that unit first; then: all others hold"
            return Unclear("exception", "I read no exceptions here", hint)
        if begins and at and word in _OR:
            return Unclear("condition", *_NO_CHOICE)
        when = word in begin if at else _is_a_clause(words)
        if (word in _IF and not _adds_nothing(words[at + 1 :])) or (begins and when):
            return Unclear("condition", _NOTHING_DEPENDS, _IN_ANY_CASE)
    return None


def _is_a_clause(words: Sequence[str]) -> bool:
    """`When Milan gives me ducats, ...` at the beginning of a sentence; not `Once more, ...`."""
    return words[0] in _WHEN and "," in words[_FEWEST:]


def is_idle(clause: Sequence[str]) -> bool:
    """`if possible`, and no more."""
    return clause[0] == "if" and tuple(clause[1:]) in _AT_BEST


def _adds_nothing(behind: Sequence[str]) -> bool:
    return any(tuple(behind[: len(each)]) == each for each in _AT_BEST)


# ---- words beside an order


def beside(unread: Iterable[Sequence[str]]) -> Unclear | None:
    """Why nothing of a sentence is filed where one of its clauses that could not be read may change the others."""
    for clause in unread:
        said = {word.upper() for word in clause}
        if said & _CONDITIONS:
            return Unclear("condition", _NOTHING_DEPENDS, _IN_ANY_CASE)
        if said & _BY_ITSELF and not any((word,) in AREAS for word in clause):
            why = f"`{' '.join(clause)[:_QUOTED]}` may change what stands beside it"
            return Unclear("condition", why, _IN_ANY_CASE)
    return None


def if_any(clause: Sequence[str]) -> tuple[str, str] | None:
    """Why a clause that cannot be read is no order, and what would be one, where it has an `if` or an `or`."""
    if not _OR.isdisjoint(clause):
        return _NO_CHOICE
    if all(word not in _IF or _adds_nothing(clause[at + 1 :]) for at, word in enumerate(clause)):
        return None
    return _NOTHING_DEPENDS, _IN_ANY_CASE


def doubt_of(sentence: str, condition: str) -> Unclear | None:
    """Why a sentence is not filed though it reads as an order: it asks, or hangs on a line beside it."""
    if condition and _OF_A_SEASON.fullmatch(condition):
        why = f"it stands below `{condition.strip()[:_QUOTED]}`, and this is another phase"
        return Unclear("condition", why, "if it is for this one, send it without that line")
    if condition:
        why = f"it may depend on `{condition.strip()[:_QUOTED]}`, and nothing can depend on what happens"
        return Unclear("condition", why, _IN_ANY_CASE)
    if "?" in sentence:
        return Unclear("asked", "that may be a question", "if it is an order, leave out the `?`")
    return None


def hanging_on(lines: Sequence[SheetLine], label: Label) -> Mapping[int, str]:
    """The numbers of the lines that hang on a line that is no order, each with that line: below it where it leads to
    them (`If Milan pays:`, `Plan B:`), above it where it follows them (`only if Milan pays`, `or to Genoa`). label:
    of the phase at hand.
    """
    found: dict[int, str] = {}
    for at, line in enumerate(lines):
        if len(line.text) <= _LONGEST:
            found |= dict.fromkeys(_hanging(lines, at, label), line.text)
    return found


def _hanging(lines: Sequence[SheetLine], at: int, label: Label) -> list[int]:
    """The numbers of the lines that hang on this one."""
    text = lines[at].text
    below, above = _below(lines, at), _above(lines, at)
    if another := _ANOTHER.fullmatch(text):
        return above + ([] if re.search(r"\w", another["more"]) else below[:1])
    if _NOT_NOW.fullmatch(text) or _is_of_another_season(text, label):
        return below or _next(lines, at)
    condition, leads = _CONDITION.fullmatch(text), _LEADS.search(text)
    if condition is None or _IDLE.search(text) or (_TO_THE_JUDGE.search(text) and not text.rstrip().endswith(":")):
        return []
    if leads is not None:
        return (below if text.rstrip().endswith(":") else below[:1]) or _next(lines, at)
    if _HOLDS_MORE.search(text):
        return []  # it says itself what shall be done then
    follows = condition["only"] or text.lstrip()[:1] in "([" or _goes_on(lines, at)
    return above if above and (follows or not below) else below[:1]


def _is_of_another_season(text: str, label: Label) -> bool:
    """Is this a heading of another season than the phase at hand?"""
    heading = _OF_A_SEASON.fullmatch(text)
    if heading is None or not (heading["colon"] or heading["year"] or heading["what"]):
        return False
    named = heading["season"].upper().replace("AUTUMN", "FALL")[:3]
    return named != label.season or heading["year"] not in (None, str(label.year))


def _below(lines: Sequence[SheetLine], at: int) -> list[int]:
    """The lines right below this one, up to an empty one."""
    found: list[int] = []
    for before, line in pairwise(lines[at:]):
        if line.number > before.number + 1:
            break
        found.append(line.number)
    return found


def _next(lines: Sequence[SheetLine], at: int) -> list[int]:
    return [line.number for line in lines[at + 1 : at + 2]]


def _above(lines: Sequence[SheetLine], at: int) -> list[int]:
    """The line right above this one."""
    return [line.number for line in lines[at - 1 : at] if at and line.number == lines[at].number - 1]


def _goes_on(lines: Sequence[SheetLine], at: int) -> bool:
    """Does the sentence of the line above go on with this one: `Give 2 ducats to Milan,`?"""
    begun = lines[at].text.lstrip()[:1].islower()
    return bool(at) and begun and lines[at - 1].text.rstrip()[-1:] not in ".!;:"
