"""What a letter lets others do, and what the Pope forbids them: permissions (9.3, 12) and excommunications (15)."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.machiavelli.money.ducats import NOISE, only_one, unit_named, whole_country
from judge.rules.machiavelli.orders import BRIBES, STRAITS, Excommunication, Permit
from judge.rules.machiavelli.play import no_excommunication
from judge.rules.machiavelli.reading.mentions import Context, Unclear, skip
from judge.rules.machiavelli.reading.names import countries_at
from judge.rules.machiavelli.seasons import PAPACY

_BRIBE_WORDS = frozenset(("bribe", "bribes", "bribing"))
_STRAIT_WORDS = frozenset(("strait", "straits", "pass", "passes", "passage"))
_WAYS = frozenset(("through", "messina", "piombino", "elba"))
_ALLOW_WORDS = frozenset(("allow", "allows", "permit", "permission", "permits"))
_MAY_WORDS = frozenset(("let", "lets", "may", "can", "grant", "grants"))
_ACROSS = frozenset(
    ("all", "any", "units", "across", "through", "via", "over", "use", "using", "neighbors", "neighbours")
)


def is_permission(words: Sequence[str]) -> bool:
    """`Allow ...`; and `Genoa may pass the straits`, `Let Genoa through Piombino`: who may, and what."""
    there = set(words)
    if there & _ALLOW_WORDS:
        return True
    what = bool(there & (_BRIBE_WORDS | _STRAIT_WORDS)) or ("through" in there and bool(there & (_WAYS - {"through"})))
    return what and bool(there & _MAY_WORDS) and any(countries_at(words, at) for at in range(len(words)))


def read_permit(context: Context, words: Sequence[str]) -> Permit:
    """`allow Florence to bribe the army in Pisa`, `Florence may pass the straits`. Unclear otherwise."""
    there = set(words)
    players = [code for at in range(len(words)) for codes, _ in countries_at(words, at) for code in codes]
    if there & _BRIBE_WORDS:
        what = BRIBES
    elif there & (_STRAIT_WORDS | _WAYS):
        what = STRAITS
    else:
        raise Unclear("which-permission", "permission for what?", "write: Allow Florence bribes. Or: straits.")
    begin = next((at for at, word in enumerate(words) if countries_at(words, at)), len(words))
    if begin == len(words):
        raise Unclear("no-such-name", "permission for whom?", "name the country")
    after = countries_at(words, begin)[0][1]
    unit = ""
    rest = [word for word in words[after:] if word not in _BRIBE_WORDS]
    # A `for` at the end is Fornova, but behind `use my units`.
    fornova = rest[-1:] == ["for"] and not _ACROSS.intersection(rest)
    if what == BRIBES and (fornova or skip(rest, 0, NOISE | _ACROSS) < len(rest)):
        unit = unit_named(context, rest)
    return Permit(players[0], what, unit)


def read_excommunication(context: Context, words: Sequence[str]) -> Excommunication:
    """`excommunicate Milan`, `crusade against Turkey`. Unclear otherwise, and for anybody but the Pope."""
    keys = ("excommunicate", "excommunicating", "excommunication", "crusade", "order")
    named = [word for word in words if word not in keys]
    both = "and" in named and [whole_country(named[: named.index("and")]), whole_country(named[named.index("and") :])]
    if both and all(both):
        raise Unclear("two-bans", "one excommunication in each phase", "name the one country")
    target = only_one(whole_country(named), "country")
    if context.role != PAPACY:
        raise Unclear("not-the-pope", "only the Papacy can excommunicate")
    if why := no_excommunication(context.position, target):
        raise Unclear("illegal", why)
    return Excommunication(target)
