"""What a support is for: an area, and whom it helps there (9.5, 13): `S ARE`, `supports Urbino's advance to Arezzo`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.rules.machiavelli.board import GARRISON
from judge.rules.machiavelli.orders import HOLD, SUPPORT, Order
from judge.rules.machiavelli.position import INDEPENDENTS, Unit
from judge.rules.machiavelli.reading.mentions import (
    FILLERS,
    FOR_WORDS,
    KIND_WORDS,
    VERB_WORDS,
    Context,
    named_units,
    skip,
)
from judge.rules.machiavelli.reading.names import areas_at, countries_at

_DEEDS = frozenset(("advance", "advancing", "attack", "attacking", "march", "marching", "move", "moving"))
_ATTACK = frozenset(("the", "in", "into", "at", "on", "against", "attack", "my", "our", "own", "an", "advance"))
_BESIEGING = frozenset(("besieging", "besieges"))
_INDEPENDENT = frozenset(("independent", "independents", "neutral", "neutrals"))


def supports(context: Context, unit: Unit, rest: Sequence[str]) -> Iterator[Order]:
    if unit.kind == GARRISON and rest[-1:] == ["there"]:
        rest = [*rest[:-1], "in", unit.area.lower()]  # `which supports Genoa there`: in its own province
    for target, player in _favors(context, rest):
        yield Order(unit.kind, unit.area, SUPPORT, target, in_favor(context, unit, player))


def in_favor(context: Context, unit: Unit, player: str) -> str:
    """The player as an order names them: not at all if they own the unit. A unit of others, operated by a bribe,
    has to be told whom it helps.
    """
    return "" if unit.owner == context.role and player in ("", context.role) else player or context.role


def _favors(context: Context, rest: Sequence[str]) -> Iterator[tuple[str, str]]:
    """(area, player or empty) of what a support is for."""
    if len(rest) > 2 and rest[-2] == "for" and rest[-1] in ("me", "myself", "us", "ourselves"):
        rest = rest[:-2]
    end = len(rest)
    start = skip(rest, 0, _ATTACK)
    for codes, at in areas_at(rest, start):
        after = skip(rest, at, FOR_WORDS | {"in", "the"})
        if at == end:
            yield from ((code, "") for code in codes)
        for players, stop in countries_at(rest, after):
            if stop == end or (stop == end - 1 and rest[stop] in KIND_WORDS):
                yield from ((code, player) for code in codes for player in players)
    for players, at in countries_at(rest, skip(rest, 0, FOR_WORDS | {"in", "the"})):
        deeds = {"attack", "attacks", "attacking", "advance", "move", "siege", "hold", "holding", ">"}
        place = skip(rest, at, FILLERS | set(KIND_WORDS) - {"a"} | deeds if at < end else FILLERS)
        for codes, stop in areas_at(rest, place):
            if stop == end and place < end:
                yield from ((code, player) for code in codes for player in players)
    yield from _independents(rest)
    for helped, at in named_units(Context(context.position, context.role), rest, 0):
        # What the writer buys will be theirs when it is supported.
        owner = context.role if str(helped) in context.defecting else helped.owner or INDEPENDENTS
        goes = skip(rest, at, _DEEDS)  # `supports Urbino's advance to Arezzo`
        siege = skip(rest, at, frozenset(("and",)))
        if siege < end and rest[siege] in _BESIEGING:
            goes = siege  # `supports the Turkish fleet on the Lagoon besieging Venice` (14)
        if goes < end and (rest[goes] in (">", "to", "into", "in") or rest[goes] in _BESIEGING):
            for codes, stop in areas_at(rest, skip(rest, goes + 1)):
                if stop == end:
                    yield from ((code, owner) for code in codes)
        elif _ends_there(rest, at) or (at < end and _is_owner(owner, rest[at:])):
            yield helped.area, owner


def is_for_somebody(rest: Sequence[str]) -> bool:
    """`supports for Genoa`, `for the Genoese army`: `for` is a word there, and Fornova among codes, `S FOR GENOA`."""
    if rest[:1] != ["for"]:
        return False
    ends = [end for _, end in countries_at(rest, 1)]
    independents = skip(rest, 1, _INDEPENDENT | {"the"})
    if not _INDEPENDENT.isdisjoint(rest[1:independents]):
        ends.append(independents)
    return any(skip(rest, end, frozenset(KIND_WORDS)) == len(rest) for end in ends)


def _ends_there(rest: Sequence[str], at: int) -> bool:
    """Is a unit all that was named, or one that holds?"""
    if at == len(rest):
        return _names_a_kind(rest)
    return at == len(rest) - 1 and VERB_WORDS.get(rest[at]) == HOLD


def _names_a_kind(words: Sequence[str]) -> bool:
    """`A ARE`, `the Sienese garrison`: a unit, and no mere area."""
    return words[0] in KIND_WORDS or any(len(word) > 1 and word in KIND_WORDS for word in words)


def _is_owner(owner: str, words: Sequence[str]) -> bool:
    """Is that all that the words say: whose the unit before them is? `A MAS GENOA`, `G SIE INDEPENDENT`."""
    if owner == INDEPENDENTS:
        return _INDEPENDENT.issuperset(words)
    return any(owner in players and stop == len(words) for players, stop in countries_at(words, 0))


def _independents(rest: Sequence[str]) -> Iterator[tuple[str, str]]:
    """`Siena for the independents`, `the independents in Siena`, `SIE INDEPENDENT` (chapter 16)."""
    named = [at for at, word in enumerate(rest) if word in _INDEPENDENT]
    if not named:
        return
    around = FILLERS | FOR_WORDS | _INDEPENDENT | (KIND_WORDS.keys() - {"a", "f", "g"}) | {"unit", "units"}
    fornova = rest[0] == "for" and named == [1]  # `FOR INDEPENDENT`: that area's code is a word for `in favor of`
    for codes, stop in areas_at(rest, 0 if fornova else skip(rest, 0, around)):
        if skip(rest, stop, around) == len(rest):
            yield from ((code, INDEPENDENTS) for code in codes)
