"""Clauses of Phase A that are about provinces: which are sold and bought (6), and which are taxed by force (5.3)."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.machiavelli.adjustment import BUY as PURCHASE
from judge.rules.machiavelli.adjustment import SELL, Tax, Trade, no_tax, no_trade
from judge.rules.machiavelli.reading.ducats import NOISE, amount_of, amount_or_ask, only_one, whole_area
from judge.rules.machiavelli.reading.mentions import Context, Unclear, skip
from judge.rules.machiavelli.reading.names import areas_at, countries_at

_COINS = frozenset(("d", "duc", "ducat", "ducats"))


def read_trade(context: Context, words: Sequence[str]) -> Trade:
    """`sell Pisa to Genoa for 5`, `buy Pisa from Florence for 5`. Unclear otherwise."""
    verb = SELL if set(words) & {"sell", "selling", "sale"} else PURCHASE
    amount, rest = amount_of(words)
    rest = [
        word for word in rest if word not in ("sell", "selling", "sale", "buy", "buying", "purchase", "of", "province")
    ]
    found: dict[tuple[str, str], None] = {}
    for codes, at in areas_at(rest, skip(rest, 0, frozenset(("the",)))):
        # `sell pisa to genoa for 5`, `sell pisa for 5 to genoa`
        for players, end in countries_at(rest, skip(rest, at, frozenset(("to", "from", "for", "at", *_COINS)))):
            if skip(rest, end, NOISE) == len(rest):
                found.update(((code, player), None) for code in codes for player in players)
    if rest and rest[0] in ("to", "from"):
        for players, at in countries_at(rest, 1):
            for codes, end in areas_at(rest, at):
                if skip(rest, end, NOISE) == len(rest):
                    found.update(((code, player), None) for code in codes for player in players)
    choices = [Trade(verb, area, player, amount_or_ask(amount, 0)) for area, player in found]
    good = [each for each in choices if not no_trade(context.position, context.role, each)]
    literal = " ".join(words).upper()
    good = [each for each in good if str(each) == literal] or good
    if len(good) > 1:
        raise Unclear("ambiguous", "I can read this in more than one way", "", tuple(str(each) for each in good))
    if good:
        return good[0]
    if choices:
        raise Unclear("illegal", no_trade(context.position, context.role, choices[0]))
    raise Unclear("no-trade", "this is not a trade", "write: Sell Pisa to Genoa for 5 ducats")


TAX_WORDS = frozenset(
    ("tax", "taxing", "taxes", "taxation", "forced", "force", "forcibly", "by", "collect", "collecting", "from")
)


def read_tax(context: Context, words: Sequence[str]) -> Tax:
    """`tax Pisa by force`. Unclear otherwise."""
    area = only_one(whole_area([word for word in words if word not in TAX_WORDS]), "province")
    if why := no_tax(context.traded, context.role, area):
        bought = context.filed.get(area, "")
        # Alone it would take the place of the purchase, for both are dealings (17.1).
        raise Unclear(
            "illegal", why, f"write what you buy and tax in one letter: {bought}; TAX {area}" if bought else ""
        )
    return Tax(area)
