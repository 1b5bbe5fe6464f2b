"""An order and who supports it in one breath: `Urbino --> Arezzo, supported by the army in Perugia` (9.5)."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.orders import ADVANCE, BESIEGE, SUPPORT, Order, impossible
from judge.rules.machiavelli.position import INDEPENDENTS, Unit
from judge.rules.machiavelli.reading.commas import by_and
from judge.rules.machiavelli.reading.ducats import topic_of
from judge.rules.machiavelli.reading.mentions import VERB_WORDS, Context, Unclear, skip, unit_mentions
from judge.rules.machiavelli.reading.names import countries_at
from judge.rules.machiavelli.reading.supports import in_favor

_HELPED = frozenset(("supported", "backed", "assisted", "aided", "helped"))
_HELP = frozenset(("support", "supports", "help", "backing"))
_BY = frozenset(("by", "from", "of"))
_BY_WHOM = ("supported", "by")
_THAT = frozenset(("it", "this", "that", "them"))


def helpers_at(words: Sequence[str]) -> tuple[int, int] | None:
    """Where the words about who supports begin, and where the units do; None if there are none."""
    for at, word in enumerate(words):
        if word in _HELPED and words[at + 1 : at + 2] == ["by"]:
            return at, at + 2
        if word == "with" and at + 2 < len(words):
            help_at = skip(words, at + 1, frozenset(("the", "a")))
            if help_at + 1 < len(words) and words[help_at] in _HELP and words[help_at + 1] in _BY:
                return at, help_at + 2
    return None


def with_helpers_whole(context: Context, clauses: Sequence[Sequence[str]]) -> list[list[str]]:
    """Who supports an order becomes part of its clause, with all who stand in that list."""
    found: list[list[str]] = []
    for clause in clauses:
        orders = bool(found) and not topic_of(found[-1])  # what is bribed is `it` in another way
        said = _as_helpers(clause) if orders or "and" in clause or "with" in clause else list(clause)
        helpers = helpers_at(said)
        listed = found and helpers_at(found[-1]) and all(_unit_ends(context, part) for part in by_and(said))
        if orders and helpers and helpers[0] == 0:
            found[-1] += said
        elif listed:
            found[-1] += ["and", *said]
        else:
            found.append(said if not helpers or helpers[0] else list(clause))
    return found


def _as_helpers(clause: Sequence[str]) -> list[str]:
    """`urbino > arezzo and perugia supports it`, `with perugia supporting`: the same as `supported by perugia`."""
    at = next((at for at, word in enumerate(clause) if word == "with"), len(clause))
    if clause[-1] == "supporting" and at < len(clause) - 2:
        return [*clause[:at], *_BY_WHOM, *clause[at + 1 : -1]]
    if len(clause) < 3 or clause[-1] not in _THAT or VERB_WORDS.get(clause[-2]) != SUPPORT:
        return list(clause)
    if topic_of(clause):
        return list(clause)
    told = [at for at in range(len(clause) - 2) if clause[at] in VERB_WORDS.keys() - {"a"}]
    begin = next((at for at, word in enumerate(clause) if told and word == "and" and at > told[0]), None)
    if begin is None:
        return [*_BY_WHOM, *clause[:-2]] if not told else list(clause)
    return [*clause[:begin], *_BY_WHOM, *clause[begin + 1 : -2]]


def with_supports(context: Context, orders: Sequence[Order], words: Sequence[str]) -> tuple[list[Order], list[Unclear]]:
    """The orders, and behind them the supports that the writer's units give; and what is wrong with those that they
    cannot give. Where one's own units support what others' do, only the supports are one's own orders.
    """
    supports: list[Order] = []
    faults: list[Unclear] = []
    for part in by_and(words):
        try:
            supports.append(_support(context, _helped(context, orders), part))
        except Unclear as fault:
            faults.append(fault)
    mine = [order for order in orders if _is_mine(context, order)] if supports else orders
    return [*mine, *supports], faults


def _helped(context: Context, orders: Sequence[Order]) -> tuple[str, str]:
    """The area and the player that a support of these orders is for. Unclear if they have several."""
    goals = list(dict.fromkeys((_goal(order), _owner(context, order)) for order in orders))
    if len(goals) != 1:
        raise Unclear("which-area", "which of these orders do they support?", "write each support by itself")
    return goals[0]


def _support(context: Context, helped: tuple[str, str], part: Sequence[str]) -> Order:
    """Unclear if others would give it, or it cannot be given."""
    area, owner = helped
    unit = _helper(context, part)
    order = Order(unit.kind, unit.area, SUPPORT, area, in_favor(context, unit, owner))
    if why := impossible(context.position, order):
        raise Unclear("impossible", f"{unit} cannot support that: {why}")
    return order


def _is_mine(context: Context, order: Order) -> bool:
    """Is it for a unit that the writer has, or hopes for?"""
    unit = context.position.units.get(order.place)
    return unit is None or unit.owner == context.role or str(unit) in context.hoped


def _goal(order: Order) -> str:
    return order.target if order.verb in (ADVANCE, BESIEGE, SUPPORT) else order.area


def _owner(context: Context, order: Order) -> str:
    """Whom a support of this order is for."""
    if _is_mine(context, order):
        return context.role
    return context.position.units[order.place].owner or INDEPENDENTS


def _unit_ends(context: Context, part: Sequence[str]) -> list[Unit]:
    """The units that a part of a list can mean, if it names a unit and nothing else."""
    return [
        unit
        for kind, area, end in unit_mentions(context, part, 0)
        for unit in context.unit_at(kind, area)
        if end == len(part) or any(unit.owner in codes and to == len(part) for codes, to in countries_at(part, end))
    ]


def _helper(context: Context, part: Sequence[str]) -> Unit:
    named = list(dict.fromkeys(_unit_ends(context, part)))
    mine = [unit for unit in named if unit.owner == context.role or str(unit) in context.hoped]
    if len(mine) == 1:
        return mine[0]
    if mine:
        raise Unclear("which-unit", "which of these supports it?", ", ".join(str(unit) for unit in mine))
    lords = [BOARD.countries[codes[0]].name for codes, end in countries_at(part, 0) if end == len(part)]
    if named and named[0].owner:
        lords = [BOARD.countries[named[0].owner].name]
    if lords:
        raise Unclear("others-order", f"{lords[0]} has to write that support", "name units of your own")
    raise Unclear("no-such-unit", f"I find no unit of yours in `{' '.join(part)}`", context.whose)
