"""What the words of a clause can mean: kinds of units, verbs, and the units that stand on the board."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.rules.machiavelli.board import ARMY, FLEET, GARRISON
from judge.rules.machiavelli.orders import ADVANCE, BESIEGE, CONVERT, HOLD, SUPPORT, TRANSPORT
from judge.rules.machiavelli.position import Position, Unit
from judge.rules.machiavelli.reading.names import AREA_ADJECTIVES, COUNTRY_ADJECTIVES, areas_at, countries_at

KIND_WORDS = {
    **dict.fromkeys(("a", "army", "armies", "armata", "troops"), ARMY),
    **dict.fromkeys(("f", "fleet", "fleets", "flotta", "pirate", "pirates"), FLEET),
    **dict.fromkeys(("g", "garrison", "garrisons", "gar", "garr", "guarnigione", "garison", "garisons"), GARRISON),
    **dict.fromkeys(("garisson", "garrisson", "garnison", "guarnicion"), GARRISON),
}
VERB_WORDS = {
    **dict.fromkeys(("h", "hold", "holds", "holding", "stay", "stays", "stand", "stands", "lift", "lifts"), HOLD),
    **dict.fromkeys((">", "to", "move", "moves", "moving", "go", "goes", "adv", "advance", "advances"), ADVANCE),
    **dict.fromkeys(("advancing", "attack", "attacks", "march", "marches", "sail", "sails", "into", "onto"), ADVANCE),
    **dict.fromkeys(("b", "bes", "besiege", "besieges", "besieging", "siege", "sieges"), BESIEGE),
    **dict.fromkeys(("s", "sup", "supp", "support", "supports", "supporting", "aids"), SUPPORT),
    **dict.fromkeys(("t", "tr", "trans", "transp", "transport", "transports", "transporting", "convoy"), TRANSPORT),
    **dict.fromkeys(("convoys", "ferries"), TRANSPORT),
    **dict.fromkeys(("c", "conv", "convert", "converts", "converting", "conversion"), CONVERT),
    **dict.fromkeys(("become", "becomes", "come", "comes"), CONVERT),
}
# Words between a verb and what it is about, which change nothing.
FILLERS = frozenset(
    [
        "to",
        "into",
        "onto",
        "in",
        "on",
        "at",
        "against",
        "the",
        "a",
        "an",
        "of",
        "from",
        "by",
        "as",
        "city",
        "province",
        "order",
        "orders",
        "gives",
        "lays",
    ]
)
FOR_WORDS = frozenset(("for", "of", "by", "favor", "favour", "behalf"))
ALL_WORDS = frozenset(("all", "both", "each", "every", "everything", "everyone", "everybody"))
REST_WORDS = frozenset(("others", "other", "rest", "else", "remaining"))


@dataclass
class Context:
    """What the reading of a clause rests on.

    kind: the kind of unit that a heading named; hoped: units of others that this letter would bribe, and defecting:
    those of them that it would buy; bought: provinces that it would buy; filed: those that a letter on file would buy,
    with how; ordered: places that already have an order in it; it: the unit that the clause before would buy or
    operate, and the line of that clause.
    """

    position: Position
    role: str
    kind: str = ""
    hoped: frozenset[str] = frozenset()
    defecting: frozenset[str] = frozenset()
    bought: Collection[str] = ()
    filed: Mapping[str, str] = field(default_factory=dict)
    ordered: set[str] = field(default_factory=set)
    it: tuple[str, int] = ("", 0)

    @property
    def traded(self) -> Position:
        """The board as A.6 and A.7 find it if the writer gets what they buy (rulings 8 and 9)."""
        return replace(self.position, markers={**self.position.markers, **dict.fromkeys(self.bought, self.role)})

    def mine(self, kind: str = "") -> list[Unit]:
        """Own units, and those hoped for; only of this kind, if one is given."""
        return [
            unit
            for unit in self.position.units.values()
            if (unit.owner == self.role or str(unit) in self.hoped) and kind in ("", unit.kind)
        ]

    @property
    def whose(self) -> str:
        """`your units: A PER, G ROM; you bribe: G SIE`, for whoever names none of these."""
        own = ", ".join(str(unit) for unit in self.position.units_of(self.role))
        hoped = ", ".join(str(unit) for unit in self.mine() if unit.owner != self.role)
        return (f"your units: {own}" if own else "you have no unit") + (f"; you bribe: {hoped}" if hoped else "")

    def unit_at(self, kind: str, area: str) -> list[Unit]:
        """The units that `kind` (or the heading's, or any) and area can mean: own ones, else hoped for, else others."""
        kind = kind or self.kind
        here = [unit for unit in self.position.units_in(area) if kind in ("", unit.kind)]
        for some in (
            [unit for unit in here if unit.owner == self.role],
            [unit for unit in here if str(unit) in self.hoped],
        ):
            if some and not kind:
                return some
        return here


class Unclear(Exception):
    """A clause that cannot be taken; `hint` says what would be right, `readings` what it could mean.

    `kind` is the code of the problem within the family: `no-order`.
    """

    def __init__(self, kind: str, message: str, hint: str = "", readings: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.kind = kind
        self.code = f"machiavelli/{kind}"
        self.message = message
        self.hint = hint
        self.readings = readings


class UnclearOfSome(Unclear):
    """What several units are told together, and not all of them can be told. `parts`: the same of each by itself."""

    def __init__(self, fault: Unclear, parts: Sequence[Sequence[str]]) -> None:
        super().__init__(fault.kind, fault.message, fault.hint, fault.readings)
        self.parts = parts


# ---- mentions


def skip(words: Sequence[str], at: int, what: frozenset[str] = FILLERS) -> int:
    while at < len(words) and words[at] in what:
        at += 1
    return at


def unit_mentions(context: Context, words: Sequence[str], start: int) -> Iterator[tuple[str, str, int]]:
    """(kind or empty, area, end) for `A PIS`, `army in Pisa`, `Pisa`, `Roman garrison`, `the garrison of Siena`."""
    at = skip(words, start, frozenset(("the", "my", "our", "an", "independent")))
    if (
        at < len(words)
        and words[at] == "a"
        and any(len(word) > 1 and word in KIND_WORDS for word in words[at + 1 : at + 3])
    ):
        at += 1  # `a garrison in Siena`; but `A SIE` is an army
    for begin in dict.fromkeys((start, at)):
        if begin >= len(words):
            continue
        kind = KIND_WORDS.get(words[begin], "")
        if kind:
            place = skip(words, begin + 1, frozenset(("in", "of", "at", "on", "the", "unit", "from")))
            for codes, end in areas_at(words, place):
                yield from ((kind, code, end) for code in codes)
            yield from _of_a_country(context, kind, words, skip(words, begin + 1, frozenset(("of", "the"))))
        for codes, end in areas_at(words, begin):
            if end < len(words) and words[end] in KIND_WORDS and len(words[end]) > 1:
                yield from ((KIND_WORDS[words[end]], code, end + 1) for code in codes)
            yield from (("", code, end) for code in codes)
        yield from _by_adjective(context, words, begin)
        yield from _by_country(context, words, begin)


def _by_adjective(context: Context, words: Sequence[str], at: int) -> Iterator[tuple[str, str, int]]:
    """`Sienese garrison`: that of Siena; `Florentine army`: that of Firenze or of the country."""
    if at + 1 >= len(words) or not (kind := KIND_WORDS.get(words[at + 1], "")):
        return
    word = words[at]
    for code in sorted(AREA_ADJECTIVES.get(word, ())):
        if any(unit.kind == kind for unit in context.position.units_in(code)):
            yield kind, code, at + 2
    country = COUNTRY_ADJECTIVES.get(word)
    after = skip(words, at + 2, frozenset(("in", "of", "at", "on", "the")))
    if country:
        own = [unit for unit in context.position.units_of(country) if unit.kind == kind]
        if after > at + 2:
            for codes, end in areas_at(words, after):
                yield from ((kind, unit.area, end) for unit in own if unit.area in codes)
        else:
            yield from ((kind, unit.area, at + 2) for unit in own)


def _of_a_country(context: Context, kind: str, words: Sequence[str], at: int) -> Iterator[tuple[str, str, int]]:
    """`army of Milan in Arezzo`, from the country on."""
    for countries, end in countries_at(words, at):
        after = skip(words, end, frozenset(("in", "at", "on", "the")))
        for codes, stop in areas_at(words, after) if after > end else ():
            own = [unit for country in countries for unit in context.position.units_of(country)]
            yield from ((kind, unit.area, stop) for unit in own if unit.kind == kind and unit.area in codes)


def _by_country(context: Context, words: Sequence[str], at: int) -> Iterator[tuple[str, str, int]]:
    """`Milan's army in Modena`: where it stands says which, for `Milan's army` could be that of the city."""
    for countries, end in countries_at(words, at):
        kind = KIND_WORDS.get(words[end], "") if end < len(words) and len(words[end]) > 1 else ""
        after = skip(words, end + 1, frozenset(("in", "of", "at", "on", "the"))) if kind else end
        if after > end + 1:
            for codes, stop in areas_at(words, after):
                here = [unit for country in countries for unit in context.position.units_of(country)]
                yield from ((kind, unit.area, stop) for unit in here if unit.kind == kind and unit.area in codes)


def named_units(context: Context, words: Sequence[str], at: int) -> Iterator[tuple[Unit, int]]:
    """The units that the words from here on can mean, each with where its name ends."""
    seen = set()
    for kind, area, end in unit_mentions(context, words, at):
        for unit in context.unit_at(kind, area):
            if (unit, end) not in seen:
                seen.add((unit, end))
                yield unit, end


_WILL = frozenset(("will", "shall"))
_DEEDS = VERB_WORDS.keys() - {"to", "into", "onto"}


def orders_a_unit(context: Context, words: Sequence[str]) -> bool:
    """Is an own unit told what to do in it: the first half of `F ANC > UAD and Venice may pass the straits`?"""
    plainly = Context(context.position, context.role)
    return ">" in words or any(
        (deed := skip(words, end, _WILL)) < len(words)
        and words[deed] in _DEEDS
        and any(unit.owner == context.role for unit in context.position.units_in(area))
        for at in range(len(words))
        for _, area, end in unit_mentions(plainly, words, at)
    )
