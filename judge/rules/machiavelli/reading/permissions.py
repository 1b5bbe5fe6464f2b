"""What a letter lets others do, and what the Pope forbids them: permissions (9.3, 12), whose they are and for whom, and
excommunications (15).
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.machiavelli.expenses import BUY, Expense
from judge.rules.machiavelli.orders import BRIBES, STRAITS, Excommunication, Permit
from judge.rules.machiavelli.play import no_excommunication
from judge.rules.machiavelli.reading.commas import by_and
from judge.rules.machiavelli.reading.ducats import NOISE, only_one, unit_named, whole_country
from judge.rules.machiavelli.reading.mentions import KIND_WORDS, Context, Unclear, orders_a_unit, skip, unit_mentions
from judge.rules.machiavelli.reading.names import countries_at, suggestion
from judge.rules.machiavelli.victory import PAPACY

BRIBE_WORDS = frozenset(("bribe", "bribes", "bribing"))
_STRAIT_WORDS = frozenset(("strait", "straits", "pass", "passes", "passage"))
_STRAITS_OF = {
    "MES": frozenset(("messina", "mes")),
    "PIO": frozenset(("piombino", "elba", "pio")),
}
_WAYS = frozenset(("through", "messina", "piombino", "elba"))
_ALLOW_WORDS = frozenset(("allow", "allows", "permit", "permission", "permits"))
_MAY_WORDS = frozenset(("let", "lets", "may", "can", "grant", "grants"))
_LETS = _ALLOW_WORDS | _MAY_WORDS | {"give", "gives"}
_PAST = frozenset(
    [
        *(
            "across",
            "through",
            "via",
            "over",
            "past",
            "by",
            "beyond",
            "around",
            "near",
            "beside",
            "next",
            "use",
            "using",
        ),
        *("with", "neighbors", "neighbours", "adjacent"),
    ]
)
_OURS = frozenset(
    [
        *(
            "my",
            "mine",
            "me",
            "myself",
            "our",
            "ours",
            "us",
            "all",
            "any",
            "of",
            "the",
            "to",
            "in",
            "at",
            "unit",
            "units",
        ),
        *("territory", "land", "lands", "border", "borders", "country", "province", "provinces"),
        *(word for word in KIND_WORDS if len(word) > 1),
    ]
)
_ANYBODY = frozenset(("all", "any", "unit", "units", "anyone", "anybody", "everyone", "everybody", "whoever", "they"))
CRUSADE = "TURKEY"
_DIRECT = frozenset(("direct", "directing", "direction"))
_PLAIN = NOISE | _ANYBODY | {"like", "likes", "want", "wants", "please", "them", "their", "do", "be", "is", "this"}
_WRITE = "write: Allow {0} bribes. Or, for one unit of somebody else: Allow {0} bribes A PIS"
_NOT = frozenset(("not", "don", "doesn", "never", "no", "nobody", "none", "cannot", "forbid", "deny", "refuse"))
_BUT = frozenset(("but", "except"))
_EVERYBODY = frozenset(("everybody", "everyone", "anybody", "anyone"))
_GRANTS = frozenset(("allow", "allows", "permit", "permits", "lets", "grants", "gives", "gave", "allowed", "permitted"))
_LEAVE = frozenset(("permission", "leave"))
_STRAITS = frozenset(("strait", "straits"))
_GIVES = frozenset(("allow", "permit", "let", "grant"))
_OTHER_ACTS = frozenset(
    ("excommunicate", "excommunicating", "crusade", "rebellion", "rebellions", "rebel", "pacify", "assassinate")
) | {"bodyguard", "bodyguards"}
_AROUND = frozenset(("allow", "permit", "grant", "give", "of", "by", "for", "to", "from"))


def is_permission(words: Sequence[str]) -> bool:
    """`Allow ...`; and `Genoa may pass the straits`, `Let Genoa through Piombino`: who may, and what."""
    there = set(words)
    if there & _ALLOW_WORDS:
        return True
    what = bool(there & (BRIBE_WORDS | _STRAIT_WORDS)) or ("through" in there and bool(there & (_WAYS - {"through"})))
    return what and bool(there & _MAY_WORDS) and any(countries_at(words, at) for at in range(len(words)))


def read_permit(context: Context, words: Sequence[str]) -> Permit:
    """`allow Florence to bribe the army in Pisa`, `Florence may pass the straits`. Unclear otherwise."""
    there = set(words)
    if there & BRIBE_WORDS:
        what = BRIBES
    elif there & (_STRAIT_WORDS | _WAYS):
        what = STRAITS
    else:
        raise Unclear("which-permission", "permission for what?", "write: Allow Florence bribes. Or: straits.")
    named = [(codes[0], end) for at in range(len(words)) for codes, end in countries_at(words, at)[:1]]
    if len(named) > 1 and named[0][0] == context.role and words[named[0][1]] in _LETS:
        named = named[1:]  # `Milan allows Genoa bribes`
    if not named:
        raise Unclear("no-such-name", "permission for whom?", "name the country")
    player, end = named[0]
    if player == context.role:
        raise Unclear("illegal", "you need no permission of your own", "name the country that you let bribe, or pass")
    if what == STRAITS and {code for code, _ in named} - {player, context.role}:
        raise Unclear("which-permission", "which straits for whom?", "write each country on a line of its own")
    if not context.position.alive(player):
        raise Unclear("illegal", f"{player.title()} is out of the game")
    return Permit(player, what, _only_unit(context, player, words[end:]) if what == BRIBES else _only_straits(words))


def _only_straits(words: Sequence[str]) -> str:
    """The province whose straits they may pass; empty for all that the writer keeps (9.3)."""
    if "bonifacio" in words:
        raise Unclear("illegal", "the straits of Bonifacio are open to all", "nobody needs your permission there")
    named = {keeper for keeper, names in _STRAITS_OF.items() if not names.isdisjoint(words)}
    return named.pop() if len(named) == 1 else ""


def _only_unit(context: Context, player: str, words: Sequence[str]) -> str:
    """The only unit that they may bribe; empty for any. Past which units of the writer's they do is not theirs to
    choose (12).
    """
    rest = [word for word in words if word not in BRIBE_WORDS | _LETS | _DIRECT]
    at = next((at for at, word in enumerate(rest) if word in _PAST), len(rest))
    past = at < len(rest)
    # A `for` at the end is Fornova, but behind `use my units`.
    fornova = rest[-1:] == ["for"] and not past
    rest = [*rest[:at], *rest[skip(rest, at, _PAST | _OURS) :]]
    if not fornova and skip(rest, 0, _PLAIN) == len(rest):
        return ""
    try:
        unit = unit_named(context, rest)
    except Unclear as unclear:
        if unclear.kind == "no-such-name":
            hint = suggestion(rest) or _WRITE.format(player.title())
            raise Unclear("which-permission", "I find no unit in it that they may bribe", hint) from None
        raise
    if past and context.position.units[Expense(BUY, unit).place].owner == context.role:
        why = f"{unit} is yours. Your permission is for all that they bribe past your units, or for one unit of others"
        raise Unclear("illegal", why, _WRITE.format(player.title()))
    return unit


def read_excommunication(context: Context, words: Sequence[str]) -> Excommunication:
    """`excommunicate Milan`, `crusade against Turkey`. Unclear otherwise, and for anybody but the Pope."""
    keys = ("excommunicate", "excommunicating", "excommunication", "crusade", "order", "hereby")
    if not _NOT.isdisjoint(words):
        hint = "`Excommunication: none` takes back one on file"
        raise Unclear("which-country", "this excommunicates nobody", hint)
    named = [word for word in words if word not in keys]
    both = "and" in named and [whole_country(named[: named.index("and")]), whole_country(named[named.index("and") :])]
    if both and all(both):
        raise Unclear("two-bans", "one excommunication in each phase", "name the one country")
    named = [word for word in named if word != ","]
    crusade = "crusade" in words and skip(named, 0, NOISE) == len(named)  # at the Turkish player only (15)
    target = CRUSADE if crusade else only_one(whole_country(named), "country")
    if context.role != PAPACY:
        raise Unclear("not-the-pope", "only the Papacy can excommunicate")
    if why := no_excommunication(context.position, target):
        raise Unclear("illegal", why)
    return Excommunication(target)


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
    if orders_a_unit(context, words) or there & _OTHER_ACTS or sum(word in _GIVES for word in words) > 1:
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
