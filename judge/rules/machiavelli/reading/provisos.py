"""What makes a sentence mean other than it sounds: an `if`, an `unless`, an exception (17.1: no guessing)."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.machiavelli.reading.mentions import Unclear

_IF = frozenset(("if", "unless", "provided", "providing", "otherwise", "assuming"))
_BEGIN = frozenset(("when", "once", "until", "only"))
_WHEN = frozenset(("when", "whenever", "once"))
_FEWEST = 3
"""Words of a clause that says when; as few as `when Milan pays`."""
_OR = frozenset(("or", "else"))
_EXCEPT = frozenset(("except", "excepting"))
_AT_BEST = (("possible",), ("i", "can"), ("we", "can"), ("you", "can"), ("necessary",))
"""Behind an `if` they add nothing: the judge carries out what can be done."""


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
            return Unclear("condition", "one or the other? I do not choose", "write the one that counts")
        when = word in begin if at else _is_a_clause(words)
        if (word in _IF and not _adds_nothing(words[at + 1 :])) or (begins and when):
            why = "nothing can depend on what happens, or on what others do"
            return Unclear("condition", why, "write only what shall be done in any case")
    return None


def _is_a_clause(words: Sequence[str]) -> bool:
    """`When Milan gives me ducats, ...` at the beginning of a sentence; not `Once more, ...`."""
    return words[0] in _WHEN and "," in words[_FEWEST:]


def is_idle(clause: Sequence[str]) -> bool:
    """`if possible`, and no more."""
    return clause[0] == "if" and tuple(clause[1:]) in _AT_BEST


def _adds_nothing(behind: Sequence[str]) -> bool:
    return any(tuple(behind[: len(each)]) == each for each in _AT_BEST)
