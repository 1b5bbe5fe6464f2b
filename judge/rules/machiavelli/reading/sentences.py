"""A line of several sentences, cut into them: `Pay A ARE, F VNT and G FIR. Raise A Pistoia.` (17.1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from judge.rules.machiavelli.expenses import REBELLIONS
from judge.rules.machiavelli.orders import ADVANCE, CONVERT, SUPPORT, TRANSPORT
from judge.rules.machiavelli.reading.asides import BEGIN_TALK
from judge.rules.machiavelli.reading.ducats import topic_of
from judge.rules.machiavelli.reading.headings import heading_of
from judge.rules.machiavelli.reading.mentions import KIND_WORDS, VERB_WORDS
from judge.rules.machiavelli.reading.names import (
    COUNTRY_ADJECTIVES,
    LONGEST_LINE,
    areas_at,
    countries_at,
    is_number,
    words_of,
)

_STOP = re.compile(r"[.!]\s+")
_NUMBER = re.compile(r"\d{1,2}[.)]\s+(?=\D)")
_LISTED = re.compile(r"(?<!\S)\(?(\d{1,2})([.)])\s+(?=\D)")
"""`1. ` or `(2) ` before an entry of a list."""
_BEGIN = frozenset(
    {
        "pay", "paying", "maintain", "keep", "raise", "raising", "build", "recruit", "tax", "sell", "selling", "buy",
        "place", "placing", "new", "buying", "give", "giving", "send", "excommunicate", "crusade", "bodyguard",
        "hire", "hiring", "assassinate", "rebellion", "rebel", "start", "pacify", "operate", "disband", "bribe",
        "counterbribe", "allow", "permit", "hold", "advance", "convert", "besiege", "support", "transport", "all",
        "both", "also", "then", "no", "not", "do", "don", "independent", "converting", "rising", "transferring",
        "transfer", "assassination", "assassinating", "murder", "attempt", "attempting", "pacifying", "bribing",
        "disbanding", "operating", "excommunication", "taxing", "excommunicating", "permission", "grant", "granting",
        "allowing", "permitting", "let", "guard", "loan", "salary", "salaries", "starting", "forced", "kill",
        "counterbribing",
    }
)  # fmt: skip
"""What a sentence of orders may begin with, beside units, places and countries."""
_MAY = frozenset(("may", "can"))
_MEANT = {
    "<order>": "advance|hold|besiege|siege|support|transport|convert|conversion",
    "<helped>": "siege|besiege|operation|conversion",
    "<players>": "|".join(sorted(COUNTRY_ADJECTIVES)),
}
_OPEN = frozenset(word for word, verb in VERB_WORDS.items() if verb in (SUPPORT, ADVANCE, TRANSPORT)) - {"t"}
"""Verbs, often cut short, that something must follow."""
_LONGEST_NAME = 3
"""Words of a place's name on one side of a full stop."""
_KINDS = frozenset(("army", "fleet", "garrison", "armies", "fleets", "garrisons"))
"""Words for units that no full stop cuts short."""


def sentences_of(text: str) -> list[str]:
    """The sentences of a line, in order; most lines are one. A full stop that cuts a word short (`Adr. Sup.`,
    `supp. Arezzo`, `F. Ancona`) ends none: the next sentence must begin as an order does.
    """
    return [sentence for entry in _entries_of(text[: LONGEST_LINE + 1]) for sentence in _apart(entry)]


def _entries_of(text: str) -> list[str]:
    """The entries of a list within a line, without their numbers, the first behind its heading: `Ducat expenditures:
    1. Buying ... 2. Hiring ...`. A line without such a list is one.
    """
    entries = [""]
    at = 0
    for number in _LISTED.finditer(text):
        before = text[at : number.start()]
        if int(number[1]) == len(entries) and _ends_entry(before, number[1], number[2], first=not at):
            entries = [*entries[:-1], entries[-1] + before, ""]
            at = number.end()
    if len(entries) == 1:
        return [text]
    head, *rest = [*entries[:-1], text[at:]]
    return [f"{head}{rest[0]}", *rest[1:]]


def _ends_entry(before: str, number: str, mark: str, *, first: bool) -> bool:
    """Can the next number of a list stand behind this, and is it no sum? `1. Give Genoa 2. Give Milan 3` has none."""
    words = words_of(before)
    if first:
        return not words or (words[-1] == ":" and not heading_of(words)[1])
    if mark == ")" or before.rstrip()[-1:] in (".", ",", ";", "!") or any(is_number(word) for word in words):
        return True
    return topic_of([*words, number]) in ("", *REBELLIONS)


def _apart(text: str) -> list[str]:
    found: list[str] = []
    start = 0
    for stop in _STOP.finditer(text):
        said, rest = words_of(text[start : stop.start()]), text[stop.end() :]
        words = words_of(rest)
        if not said or not _may_end(said, words) or _within_a_name(said, words):
            continue
        if _NUMBER.match(rest) or _begins(words):
            found.append(text[start : stop.start()])
            start = stop.end()
    return [*found, text[start:]]


@cache
def _wordings() -> tuple[tuple[re.Pattern[str], str], ...]:
    """What `wordings.txt` says: what a wording of the rule text is like, and what it is in short."""
    found: list[tuple[re.Pattern[str], str]] = []
    for line in (Path(__file__).parent / "wordings.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            long, _, short = line.partition(" =>")
            for name, meant in _MEANT.items():
                long = long.replace(name, meant)
            found.append((re.compile(rf"(?<!\S)(?:{long})(?!\S)"), short.strip()))
    return tuple(found)


def in_short(words: list[str]) -> list[str]:
    """`urbino is ordered to advance into arezzo` is `urbino will advance into arezzo`."""
    said = " ".join(words)
    for long, short in _wordings():
        said = long.sub(short, said)
    return said.split()


def _may_end(words: Sequence[str], rest: Sequence[str]) -> bool:
    last = words[-1]
    if last in KIND_WORDS and _says_of_a_kind(words):
        return True
    if last in KIND_WORDS and len(last) > 1 and len(words) > 1:
        return rest[:1] != [] and rest[0] in _BEGIN  # `Pay the fleet. Give ...`; but `F. Ancona`, `gar. Roma`
    if all(word.isdigit() for word in words):
        return False  # the number of a list
    if last in _OPEN:
        # `F BON transports.` is whole, but `transp. Florence`; and `Adr. Sup.` is a sea.
        return len(words) > 1 and (last == "transports" or (last.startswith("sup") and words[-2].startswith("adr")))
    return last not in KIND_WORDS and (len(last) > 1 or last.isdigit() or last in ("h", "c", "t", "b"))


def _within_a_name(said: Sequence[str], rest: list[str]) -> bool:
    """`Lig. Sea --> Pisa`: the stop cuts short the name of a place that goes on behind it. In `PIS - Lig. Sea of Toulon
    holds` it does not: a longer name begins there. Nothing begins with a bare `Sea`.
    """
    if rest[:1] == ["sea"] and rest[1:2] != ["of"]:
        return True
    before = list(said[-_LONGEST_NAME:])
    ends = [end for at in range(len(before)) for _, end in areas_at([*before, *rest[:_LONGEST_NAME]], at)]
    beyond = max(ends, default=0) - len(before)
    return beyond > 0 and all(end <= beyond for _, end in areas_at(rest, 0))


def _says_of_a_kind(words: Sequence[str]) -> bool:
    """`Roma converts into an army.`, `G ROM C A.`, `BON transports the Florentine army.`: nothing more is to come."""
    if len(words) < 3 or len(words[-1]) == 1:
        return len(words) > 2 and words[-2] == "c"
    return words[-1] in _KINDS and any(VERB_WORDS.get(word) in (CONVERT, TRANSPORT) for word in words[:-1])


def _begins(words: Sequence[str]) -> bool:
    if not words:
        return False
    if (
        words[0] in _BEGIN
        or (words[0] in BEGIN_TALK and len(words) > 1)
        or (":" in words and heading_of(list(words))[0])
    ):
        return True
    if is_number(words[0]) and words[1:2] in (["ducats"], ["ducat"], ["d"]) and _names_a_country(words):
        return True
    if any(end < len(words) and words[end] in _MAY for _, end in countries_at(words, 0)):
        return True
    at = 1 if words[0] in ("the", "my", "our", "armies", "army", "fleets", "fleet") and len(words) > 1 else 0
    if at and (words[at] == ":" or words[at] in KIND_WORDS):
        return True
    if words[0] in KIND_WORDS:
        return ":" in words[1:2] or bool(areas_at(words, 1)) or len(words[0]) > 1
    return any(
        end < len(words) and (words[end] == ">" or (words[end] in VERB_WORDS and len(words[end]) > 2))
        for _, end in areas_at(words, 0)
    )


def _names_a_country(words: Sequence[str]) -> bool:
    """`3 ducats to Milan`, near its beginning."""
    return any(countries_at(words, at) for at in range(2, min(len(words), 5)))
