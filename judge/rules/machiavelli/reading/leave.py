"""Whose leave a sentence is, for whom, and whether it gives any (9.3, 12)."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.machiavelli.orders import Permit
from judge.rules.machiavelli.reading.commas import by_and
from judge.rules.machiavelli.reading.mentions import Context, Unclear, orders_a_unit, unit_mentions
from judge.rules.machiavelli.reading.names import countries_at
from judge.rules.machiavelli.reading.permissions import BRIBE_WORDS, is_permission, read_permit

_NOT = frozenset(("not", "don", "doesn", "never", "no", "nobody", "none", "cannot", "forbid", "deny", "refuse"))
_BUT = frozenset(("but", "except"))
_EVERYBODY = frozenset(("everybody", "everyone", "anybody", "anyone"))
_GRANTS = frozenset(("allow", "allows", "permit", "permits", "lets", "grants", "gives", "gave", "allowed", "permitted"))
_LEAVE = frozenset(("permission", "leave"))
_STRAITS = frozenset(("strait", "straits"))
_LETS = frozenset(("allow", "permit", "let", "grant"))
_OTHER_ACTS = frozenset(
    ("excommunicate", "excommunicating", "crusade", "rebellion", "rebellions", "rebel", "pacify", "assassinate")
) | {"bodyguard", "bodyguards"}
_AROUND = frozenset(("allow", "permit", "grant", "give", "of", "by", "for", "to", "from"))


def read_permits(context: Context, words: Sequence[str]) -> list[Permit]:
    """The permissions that a clause gives, one for each country and kind. Unclear where it gives none, or others do."""
    there = set(words)
    if there & _NOT:
        hint = "what you do not allow is not allowed; one on file goes if you send your orders again without it"
        raise Unclear("which-permission", "this permits nothing", hint)
    if giver := _giver(context, words):
        theirs = f"{giver.title()} has to write it" if giver else "it is for the others to write"
        raise Unclear("others-leave", f"that is not your permission: {theirs}", "write your own orders without it")
    begin = next((at for at in range(len(words)) if countries_at(words, at)), len(words))
    if there & _BUT or not _EVERYBODY.isdisjoint(words[:begin]):
        raise Unclear("no-such-name", "permission for whom?", "name each country")
    if orders_a_unit(context, words) or there & _OTHER_ACTS or sum(word in _LETS for word in words) > 1:
        raise Unclear("which-permission", "a permission and something else in one", "write each on a line of its own")
    if any(word.isdigit() for word in words):
        raise Unclear("which-permission", "a permission has no price", "write it without; a gift is the other side's")
    each_kind = [kind for each in _by_country(words) for kind in _by_kind(each)]
    return [read_permit(context, unit) for kind in each_kind for unit in _by_unit(context, kind)]


def with_units_whole(context: Context, clauses: Sequence[Sequence[str]]) -> list[list[str]]:
    """`Allow Genoa to bribe A FIR, A ARE`: the units of one permission belong to one clause."""
    found: list[list[str]] = []
    for clause in clauses:
        goes_on = found and is_permission(found[-1]) and not BRIBE_WORDS.isdisjoint(found[-1])
        if goes_on and _names_a_unit(context, _without_the_giver(clause)):
            found[-1] += ["and", *clause]
        else:
            found.append(list(clause))
    return found


def _without_the_giver(words: Sequence[str]) -> list[str]:
    """`a are` of `a are by genoa`."""
    at = next((at for at, word in enumerate(words) if at and word in ("by", "to", "for")), len(words))
    return list(words[:at] if any(end == len(words) for _, end in countries_at(words, at + 1)) else words)


def _names_a_unit(context: Context, words: Sequence[str]) -> bool:
    """A unit and nothing else, by its kind and where it stands."""
    plainly = Context(context.position, context.role)
    return any(kind and end == len(words) for kind, _, end in unit_mentions(plainly, words, 0))


def _by_unit(context: Context, words: Sequence[str]) -> list[list[str]]:
    """`genoa bribes a fir and a are`: one for each unit."""
    if BRIBE_WORDS.isdisjoint(words):
        return [list(words)]
    parts = by_and(["and" if word in ("or", "nor") else word for word in words])
    if len(parts) < 2 or not all(_names_a_unit(context, part) for part in parts[1:]):
        return [list(words)]
    first = parts[0]
    begin = next((at for at in range(len(first)) if _names_a_unit(context, first[at:])), len(first))
    return [first, *([*first[:begin], *part] for part in parts[1:])]


def _giver(context: Context, words: Sequence[str]) -> str:
    """The other country whose leave is spoken of: `Genoa allows us ...`, `with permission from Genoa`; else empty."""
    for at in range(len(words)):
        for codes, end in countries_at(words, at)[:1]:
            before = [word for word in words[max(0, at - 3) : at] if word != "the"]
            asked = before[-1:] in (["from"], ["of"], ["by"]) and not _LEAVE.isdisjoint(before)
            granted = end < len(words) and words[end] in _GRANTS and not (at and words[at - 1] in ("is", "are"))
            theirs = "with" in words[:at] and end < len(words) and words[end] in _LEAVE
            if (asked or granted or theirs) and codes[0] != context.role:
                return codes[0]
    return ""


def _by_country(words: Sequence[str]) -> list[list[str]]:
    """`allow Genoa and Milan the straits`: one for each. The country comes first in it, so that nothing that stands
    before it is lost: `bribes of A PIS by Genoa`.
    """
    begin = next((at for at in range(len(words)) if countries_at(words, at)), len(words))
    found: list[list[str]] = []
    at = begin
    while at < len(words) and (here := countries_at(words, at)):
        end = here[0][1]
        found.append(list(words[at:end]))
        at = end + 1 if words[end : end + 1] in (["and"], [","]) and countries_at(words, end + 1) else end
        if at == end:
            break
    before = [word for word in words[:begin] if word not in _AROUND]
    if BRIBE_WORDS.isdisjoint(before):
        return [[*words[:begin], *country, *words[at:]] for country in found] or [list(words)]
    return [[*country, *before, *words[at:]] for country in found] or [list(words)]


def _by_kind(words: Sequence[str]) -> list[list[str]]:
    """`bribes and straits`: one for each."""
    if BRIBE_WORDS.isdisjoint(words) or _STRAITS.isdisjoint(words):
        return [list(words)]
    through = next((at for at, word in enumerate(words) if word in _STRAITS), 0)
    while words[through - 1] in ("the", "my", "our"):
        through -= 1
    if words[through - 1] == "through" and words[through - 2] in BRIBE_WORDS:
        # `direction of bribes through the straits` is of the straits, as movement through them is (9.3).
        return [[word for word in words if word not in BRIBE_WORDS]]
    return [[word for word in words if word not in {*kind, "and", ","}] for kind in (_STRAITS, BRIBE_WORDS)]
