"""The clauses of a letter that are about salaries (7.2, 7.3): which units are paid, and which are raised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.rules.machiavelli.adjustment import PAY, RAISE, Salary, default_payments, no_raise
from judge.rules.machiavelli.position import Position
from judge.rules.machiavelli.reading.ducats import NOISE
from judge.rules.machiavelli.reading.mentions import KIND_WORDS, Context, Unclear, skip, unit_mentions
from judge.rules.machiavelli.view import raisable
from judge.rules.words.numbers import NUMBERS


def read_salaries(context: Context, verb: str, words: Sequence[str]) -> Iterator[Salary]:
    """The entries of the payment list that a clause makes: `raise army in Firenze`, `pay all`, `pay A PIS`."""
    position, role = context.position, context.role
    # A `for` at the end is no noise but Fornova.
    rest = [word for word in words[:-1] if word not in _SALARY_NOISE]
    rest += [word for word in words[-1:] if word == "for" or word not in _SALARY_NOISE]
    if verb == PAY and _means_all(rest):
        done = context.ordered
        kinds = {KIND_WORDS[word] for word in rest if word in KIND_WORDS}
        yield from (
            each
            for each in default_payments(position, role)
            if str(each) not in done and (not kinds or each.kind in kinds)
        )
        return
    found: dict[Salary, None] = {}
    begin = skip(rest[:-1], 0, frozenset(("the", "an", "for", "in")))
    for kind, area, end in unit_mentions(Context(position, role), rest, begin):
        if skip(rest, end, NOISE) != len(rest):
            continue
        if verb == PAY:
            own = [unit for unit in position.units_in(area) if unit.owner == role]
            wanted = kind or context.kind
            found.update((Salary(PAY, unit.kind, area), None) for unit in own if wanted in ("", unit.kind))
        elif kind or context.kind:
            found[Salary(RAISE, kind or context.kind, area)] = None
        else:
            readings = tuple(
                str(each)
                for each in (Salary(RAISE, letter, area) for letter in "AFG")
                if not no_raise(context.traded, role, each)
            )
            raise Unclear("which-unit", "an army, a fleet or a garrison?", "write one of these", readings)
    if not found and verb == RAISE:
        raise Unclear("no-such-unit", f"I find no area in `{' '.join(rest)}`", _where(context.traded, role))
    if not found:
        why = f"I find no unit of yours in `{' '.join(rest)}`" if rest else "which units?"
        raise Unclear("no-such-unit", why, "pay: A PIS, or: Pay all. New ones: raise A PIS.")
    if len(found) > 1:
        raise Unclear("ambiguous", "which of them?", "write one of these", tuple(str(each) for each in found))
    each = next(iter(found))
    if verb == RAISE and (why := no_raise(context.traded, role, each)):
        raise Unclear("illegal", f"{each.kind} {each.area} cannot be raised: {why}", _where(context.traded, role))
    yield each


def _where(position: Position, role: str) -> str:
    """The units that can be raised, for instance."""
    found = raisable(position, role)
    return f"for example: raise {', '.join(found)}" if found else "you can raise no unit now"


_PAY_WORDS = frozenset(
    (
        "pay",
        "paying",
        "paid",
        "maintain",
        "maintaining",
        "keep",
        "keeping",
        "salary",
        "salaries",
        "wages",
        "ducats",
        "for",
    )
)
_RAISE_WORDS = frozenset(("raise", "raising", "build", "building", "recruit", "recruiting", "new", "levy"))
_SALARY_NOISE = (_PAY_WORDS | _RAISE_WORDS | {"into"}) - KIND_WORDS.keys()
_ALL = frozenset(
    [
        *(
            "all",
            "both",
            "everything",
            "everyone",
            "everybody",
            "every",
            "each",
            "old",
            "existing",
            "current",
            "present",
        ),
        *("units", "unit", "men", "soldiers", "forces", "them", "others", "other", "remaining", "rest", "else"),
        *("the", "of", "my", "our", "we", "in", "first"),
    ]
)
_ALL |= set(KIND_WORDS)


def is_all(words: Sequence[str]) -> bool:
    """`pay all units first`."""
    return _means_all([word for word in words if word not in _SALARY_NOISE]) and "all" in words


def _means_all(words: Sequence[str]) -> bool:
    """`everyone`, `all of my units`, `every one of them`, `all three armies`; but not `three armies`, nor `them`."""
    counts = NUMBERS.keys() if "all" in words else frozenset[str]()
    said = [
        word
        for before, word in zip(("", *words), words, strict=False)
        if word not in counts and not (word == "one" and before in ("every", "each"))
    ]
    return not {"them", "we"}.issuperset(said) and _ALL.issuperset(said)


def about_pay(words: Sequence[str]) -> str:
    """PAY or RAISE if a clause of Phase A speaks of salaries; else empty."""
    there = set(words)
    if there & _RAISE_WORDS:
        return RAISE
    return PAY if there & (_PAY_WORDS - {"ducats", "for"}) else ""
