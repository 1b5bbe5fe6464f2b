"""How offers, savings and acceptance lists are written, as everybody may know it (Payola 3, 4, 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judge.rules.composition import Composition, Pattern, Slot, Tables
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.composing import UNIT, ground, movement_tables, order_slot, orders_of, writers
from judge.rules.diplomacy.composing import composition as plain_composition
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.payola.acceptance import REST
from judge.rules.payola.canonical import DIRECT, GIFT, HOLDING, MOST_MONEY, MOST_REPETITION, MOVING, NEGATIVE
from judge.rules.payola.forms import supposed
from judge.rules.payola.view import PayolaView

_KINDS: Mapping[str, str] = {
    DIRECT: "for the orders named",
    NEGATIVE: "for anything but these",
    MOVING: "for these, and every other move",
    HOLDING: "for these, and whatever is no move",
    GIFT: "whatever it does",
}
_MOST_ORDERS, _MOST_AMOUNTS, _MOST_BEFORE = 4, 3, 2
_HOW_MUCH, _PAYS = "How much?", "What does it pay for?"


def composition(view: PayolaView) -> Composition:
    """Return how the sheets of this phase are written."""
    if view.table.label.kind != MOVEMENT:
        found = plain_composition(view)
        acts = _acts(view)
        return replace(
            found,
            patterns={**found.patterns, **acts},
            lines=(*found.lines, *acts),
            tables={**found.tables, **_act_tables(view)},
        )
    sheets = {
        role: "\n".join(f"{unit} H" if view.variant.loyal else f"0 : {unit} H" for unit in units)
        for role, units in view.units
    }
    return offers(view, writers(view), sheets)


def offers(view: PayolaView, roles: tuple[str, ...], sheets: Mapping[str, str]) -> Composition:
    """Return how these roles write offers."""
    lines: dict[str, Pattern] = {}
    if view.variant.loyal:
        lines["order"] = Pattern("{unit} {order}", "orders an own unit", (UNIT, order_slot(view)), "{unit}")
    else:
        lines["offer"] = _offer(view, "pays an own unit", UNIT, "own amount")
    foreign = Slot("unit", UNIT.asks, (("foreign", "role"),))
    lines["bribe"] = _offer(view, "bribes a unit", foreign, "bribe amount")
    if not view.variant.plain:
        held = Slot("money", _HOW_MUCH, least=1, most=MOST_MONEY, given="5")
        lines["savings"] = Pattern("{money} $", "holds money back", (held,), "$", needs=tuple(lines))
    acts = _acts(view)
    patterns = {**lines, **acts, **_amounts("own amount", 0), **_amounts("bribe amount", 1), **orders_of(view)}
    own = dict(view.units)
    bribable = [power for power in view.board.powers if power in view.dummies or not view.variant.loyal]
    others = {role: tuple(unit for power in bribable if power != role for unit in own.get(power, ())) for role in roles}
    tables = {**movement_tables(view), **_act_tables(view)}
    tables["foreign"] = dict.fromkeys(roles, tables["strangers"][""]) if view.blind else others
    tables["dummies"] = {"": tuple(unit for power in view.dummies for unit in own.get(power, ()))}
    kinds = {DIRECT: _KINDS[DIRECT]} if view.variant.plain else _KINDS
    tables["kinds"] = {"": tuple(kinds)}
    here = ground(view.board)
    return Composition(
        roles,
        patterns,
        (*lines, *acts),
        {name: {key: row for key, row in rows.items() if row} for name, rows in tables.items()},
        names={**here["names"], **kinds, **_letters(view.board)},
        areas=here["areas"],
        sheets=sheets,
        meter=supposed(view),
    )


def _offer(view: PayolaView, words: str, unit: Slot, amount: str) -> Pattern:
    """Return the pattern of an offer whose amount is written by the patterns that begin with `amount`."""
    kind = Slot("kind", _PAYS, (("kinds", ""),), given=DIRECT)
    orders = replace(order_slot(view), name="orders")
    money = Slot("amount", _HOW_MUCH, patterns=(amount,), given="5")
    if view.variant.plain:
        return Pattern("{amount} {kind} {unit} {orders}", words, (unit, orders, money, kind), "{unit}")
    orders = replace(orders, least=1, most=_MOST_ORDERS, join=" | ")
    names = (amount, *(f"{amount} {each}" for each in _FORMS))
    money = replace(money, patterns=names, least=1, most=_MOST_AMOUNTS, join=" + ")
    return Pattern("{amount} {kind} {unit} {orders}", words, (unit, orders, money, kind))


_FORMS = ("unreduced", "with a plateau", "several", "several with a plateau")


def _amounts(name: str, least: int) -> Mapping[str, Pattern]:
    money = Slot("money", "Silver pieces", least=least, most=MOST_MONEY, given="5")
    more = replace(money, least=2)
    plateau = Slot("plateau", "No less than", least=1, below="money", given="1")
    times = Slot("times", "How often", least=2, most=MOST_REPETITION, given="2")
    return {
        name: Pattern("{money}", "once", (money,)),
        f"{name} unreduced": Pattern("{money}#", "never reduced", (replace(money, least=1),)),
        f"{name} with a plateau": Pattern("{money}#{plateau}", "reduced so far at most", (more, plateau)),
        f"{name} several": Pattern("{times}*{money}", "several times", (times, money)),
        f"{name} several with a plateau": Pattern(
            "{times}*{money}#{plateau}", "several times, reduced so far at most", (times, more, plateau)
        ),
    }


def _acts(view: PayolaView) -> Mapping[str, Pattern]:
    """Return what takes effect at once: the acceptance list, where it decides anything."""
    if view.variant.loyal:
        return {}
    first = Slot("first", "Before you", (("letters", "role"),), most=_MOST_BEFORE, join="")
    then = Slot("then", "Behind you", (("letters", "role"),), most=_MOST_BEFORE, join="", apart="first")
    own = Slot("own", "", (("letter", "role"),))
    words = "sets whose money wins a tie"
    text = f"ACCEPT {{first}}{{own}}{{then}}{REST}"
    return {"accept": Pattern(text, words, (first, own, then), "ACCEPT", at_once=True)}


def _act_tables(view: PayolaView) -> Tables:
    letters, roles = view.board.letters, writers(view)
    return {
        "letter": {role: (letters[role],) for role in roles if role in letters},
        "letters": {
            role: tuple(letter for power, letter in letters.items() if power != role)
            for role in roles
            if role in letters
        },
    }


def _letters(board: Board) -> Mapping[str, str]:
    return {letter: power.title() for power, letter in board.letters.items()}
