"""Clauses about gifts: several in one breath, and gifts that are for something (A.4, D.1). A gift cannot be withdrawn
(17.1), so whatever else a clause can mean is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.reading.sheet import SheetLine
from judge.rules.machiavelli.canonical import GIFTS
from judge.rules.machiavelli.expenses import Gift, no_gift
from judge.rules.machiavelli.reading.commas import by_and
from judge.rules.machiavelli.reading.ducats import GIFT_WORDS, GIVE, NOISE, amount_of, read_gift_clause, topic_of
from judge.rules.machiavelli.reading.gathered import Gathered
from judge.rules.machiavelli.reading.mentions import Context, Unclear, skip
from judge.rules.machiavelli.reading.names import countries_at, is_number
from judge.rules.machiavelli.reading.provisos import if_any
from judge.rules.machiavelli.reading.together import warn_of_ban
from judge.rules.words.numbers import NUMBERS

_GIVES = frozenset(
    [
        *("give", "giving", "send", "sending", "transfer", "transferring", "donate", "lend", "loan"),
        *("pay", "paying", "repay", "repaying"),
    ]
)
_DUCATS = frozenset(("d", "duc", "ducat", "ducats"))
_TO = frozenset(("to", "the"))
_BETWEEN = frozenset(("and", ",", "also", "to", "the", "each", "both", "of", "them"))


def with_gifts_whole(role: str, clauses: Sequence[Sequence[str]]) -> list[list[str]]:
    """`Give 4 ducats to Genoa, Milan` is one clause; `Give 5 to Genoa, 3 to Milan` are two gifts. The writer's own
    country behind a comma is a name below a letter.
    """
    found: list[list[str]] = []
    for clause in (part for each in clauses for part in _apart(each)):
        gives = bool(found) and found[-1][0] in _GIVES and topic_of(found[-1]) == GIVE
        if gives and _one_gift(clause):
            found.append([found[-1][0], *clause])
        elif gives and _countries(clause) not in ([], [role]) and not _numbers(clause) and _is_only(clause, _BETWEEN):
            found[-1] += ["and", *clause]
        else:
            found.append(list(clause))
    return found


def under_gifts(words: Sequence[str]) -> list[str]:
    """`5 to Genoa, 3 to Milan` below the heading `Gifts:` is `give 5 to Genoa, 3 to Milan`."""
    clause = list(words[: words.index(",")] if "," in words else words)
    return ["give", *words] if clause and _one_gift(_apart(["give", *clause])[0][1:]) else list(words)


def _apart(clause: Sequence[str]) -> list[list[str]]:
    """`give 2 to genoa and 3 to milan`: two clauses."""
    first, *more = by_and(clause) or [[]]
    gives = first[:1] and first[0] in _GIVES and _one_gift(first[1:])
    return [first, *more] if gives and more and all(_one_gift(part) for part in more) else [list(clause)]


def gifts_in(words: Sequence[str]) -> list[list[str]]:
    """The clause of each gift: `give 4 ducats to Genoa and Milan each` are two. Unclear where it could be one sum."""
    named = _countries(words)
    if len(named) < 2 or len(_numbers(words)) != 1 or not _is_only(words, NOISE | _BETWEEN):
        return [list(words)]
    ducats = _numbers(words)[0]
    each = [f"GIVE {NUMBERS.get(ducats, ducats)} {code}" for code in named]
    if "each" in words:
        return [text.lower().split() for text in each]
    raise Unclear(
        "gift-to-several", "to each of them?", "write one of these, or each gift by itself", ("; ".join(each),)
    )


def purpose(words: Sequence[str]) -> Gift | None:
    """The gift in `give 9 ducats to Genoa for a rebellion in Modena`: nobody can tell who shall pay for it."""
    if words[0] not in _GIVES:
        return None
    rest = list(words[1:])
    for length in range(2, len(rest) + 1):
        if _one_gift(rest[:length]) and skip(rest, length, _DUCATS | {"player"}) < len(rest):
            number = _numbers(rest[:length])[0]
            return Gift(_countries(rest[:length])[0], NUMBERS.get(number) or int(number[:6]))
    return None


def _one_gift(words: Sequence[str]) -> bool:
    """`3 ducats to Milan`, `3 more to Milan`, `Milan 3`: a sum and a country, and nothing else."""
    return (
        len(_numbers(words)) == 1 and len(_countries(words)) == 1 and _is_only(words, _DUCATS | _TO | {"back", "more"})
    )


def _numbers(words: Sequence[str]) -> list[str]:
    return [word for word in words if is_number(word)]


def _countries(words: Sequence[str]) -> list[str]:
    """The countries that are named, each once, in order."""
    found: dict[str, None] = {}
    at = 0
    while at < len(words):
        here = countries_at(words, at)
        found.update((code, None) for codes, _ in here[:1] for code in codes)
        at = here[0][1] if here else at + 1
    return list(found)


def _is_only(words: Sequence[str], others: frozenset[str] | set[str]) -> bool:
    """Are the words countries, sums, and these?"""
    at = 0
    while at < len(words):
        here = countries_at(words, at)
        if here:
            at = here[0][1]
        elif words[at] in others or is_number(words[at]):
            at += 1
        else:
            return False
    return True


def give(found: Gathered, line: SheetLine, words: Sequence[str], context: Context) -> None:
    gifts = [_one(each) for each in gifts_in(words)]
    for gift in gifts:
        if why := no_gift(context.position, context.role, gift.to):
            raise Unclear("illegal", why)
    if _says_no_gift(words) and _is_behind_another(found, line):
        each = "; ".join(str(gift) for gift in gifts)
        raise Unclear("gift-or-expense", "a gift, or part of what stands before it?", "for a gift write", (each,))
    for gift in gifts:
        warn_of_ban(context.position, (context.role, gift.to), found, line)
        found.add(GIFTS, str(gift), line)
        if set(words) & {"more", "another", "extra"}:
            found.more[str(gift)] += 1


def _one(words: Sequence[str]) -> Gift:
    """Unclear of `give 3 ducats to Savoy as agreed`: it names the country, and something else."""
    try:
        return read_gift_clause(words)
    except Unclear as unclear:
        if (gift := purpose(words)) is None:
            raise
        if said := if_any(words):
            raise Unclear("condition", *said) from unclear
        why = "I do not know what the end of this says; a gift is a gift, whatever it is for"
        raise Unclear("gift-and-more", why, "for a gift write", (str(gift),)) from unclear


def _says_no_gift(words: Sequence[str]) -> bool:
    """`florence 3 ducats`: behind a sale, a bribe or a rebellion that is whom it is with, or against, and its price."""
    return "to" not in words and GIFT_WORDS.isdisjoint(words)


def _is_behind_another(found: Gathered, line: SheetLine) -> bool:
    """Does something else than a gift stand before it on its line, read or not?"""
    before = found.latest(line)
    unread = any(each.line == line.number and not each.warning for each in found.problems)
    return unread or bool(before and not before.startswith(GIVE))


def is_gift(words: Sequence[str]) -> bool:
    """`Pay 5 ducats to Genoa` is a gift, no salary."""
    try:
        amount, _ = amount_of(words)
        return amount is not None and bool(read_gift_clause(words))
    except Unclear:
        return False
