"""What a letter lets others do, and what the Pope forbids them: permissions (9.3, 12) and excommunications (15)."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.machiavelli.money.ducats import NOISE, only_one, unit_named, whole_country
from judge.rules.machiavelli.money.expenses import BUY, Expense
from judge.rules.machiavelli.orders import BRIBES, STRAITS, Excommunication, Permit
from judge.rules.machiavelli.play import no_excommunication
from judge.rules.machiavelli.reading.mentions import KIND_WORDS, Context, Unclear, skip
from judge.rules.machiavelli.reading.names import countries_at, suggestion
from judge.rules.machiavelli.seasons import PAPACY

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
        if unclear.code.endswith("no-such-name"):
            hint = suggestion(rest) or _WRITE.format(player.title())
            raise Unclear("which-permission", "I find no unit in it that they may bribe", hint) from None
        raise
    if past and context.position.units[Expense(BUY, unit).place].owner == context.role:
        why = f"{unit} is yours. Your permission is for all that they bribe past your units, or for one unit of others"
        raise Unclear("illegal", why, _WRITE.format(player.title()))
    return unit


def read_excommunication(context: Context, words: Sequence[str]) -> Excommunication:
    """`excommunicate Milan`, `crusade against Turkey`. Unclear otherwise, and for anybody but the Pope."""
    keys = ("excommunicate", "excommunicating", "excommunication", "crusade", "order")
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
