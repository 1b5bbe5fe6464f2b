"""Whom `the Doge`, `the Duke of Milan` and `the King` are. The Pope, the Emperor and the Sultan are names."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.expenses import BODYGUARD, REBELLIONS
from judge.rules.machiavelli.reading.ducats import SELF_WORDS, topic_of
from judge.rules.machiavelli.reading.mentions import VERB_WORDS, Context, Unclear, skip
from judge.rules.machiavelli.reading.names import countries_at

LORDS = {
    "doge": ("VENICE", "GENOA"),
    "duke": ("MILAN", "SAVOY", "FERRARA"),
    "king": ("FRANCE", "NAPLES", "SICILY", "DALMATIA"),
}


def with_lords_named(words: Sequence[str]) -> list[str]:
    """`assassinate the milan` of `assassinate the duke of milan`."""
    found: list[str] = []
    at = 0
    while at < len(words):
        name = skip(words, at + 1, frozenset(("of", "the")))
        if words[at] in LORDS and words[at + 1 : at + 2] == ["of"] and countries_at(words, name):
            at = name
        else:
            found.append(words[at])
            at += 1
    return found


def with_lord_found(context: Context, words: Sequence[str]) -> Sequence[str]:
    """The clause with the country of a lord who can only be that of one; the writer gives nothing to themselves.
    Unclear if it can be that of several. Against whom a rebellion is does not matter (11.1).
    """
    title = next((word for word in words if word in LORDS), "")
    topic = topic_of(words)
    if not title or topic in REBELLIONS or len([word for word in words if word != "the"]) == 1:
        return words
    lords = [code for code in LORDS[title] if context.position.alive(code)]
    own = context.role in lords
    if topic == BODYGUARD and (own or not SELF_WORDS.isdisjoint(words)):
        return words  # their own
    if topic or VERB_WORDS.keys().isdisjoint(words):
        lords = [code for code in lords if code != context.role]
    if len(lords) == 1:
        return [lords[0].lower() if word == title else word for word in words]
    names = [BOARD.countries[code].name for code in lords]
    named = f"{', '.join(names[:-1])} or {names[-1]}" if names else "the country"
    raise Unclear("which-country", f"which {title}?", f"write the name: {named}")
