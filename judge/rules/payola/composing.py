"""How offers, savings and acceptance lists are written, as everybody may know it (Payola 3, 4, 6). Their lines are in
`patterns.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from judge.rules.composition import Composition, Pattern, Tables, patterns_in
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.composing import composition as plain_composition
from judge.rules.diplomacy.composing import ground, movement_tables, orders_of, with_orders, writers
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.payola.canonical import DIRECT, GIFT, HOLDING, MOVING, NEGATIVE
from judge.rules.payola.forms import supposed
from judge.rules.payola.view import PayolaView

_KINDS: Mapping[str, str] = {
    DIRECT: "for the orders named",
    NEGATIVE: "for anything but these",
    MOVING: "for these, and every other move",
    HOLDING: "for these, and whatever is no move",
    GIFT: "whatever it does",
}
_PATTERNS = patterns_in(Path(__file__).with_name("patterns.toml"))


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
    lines = _PATTERNS["plain" if view.variant.plain else "usual"]
    if view.variant.loyal:
        lines = {**_PATTERNS["loyal"], **{name: line for name, line in lines.items() if name != "offer"}}
    lines = {name: with_orders(line, view) for name, line in lines.items()}
    if "savings" in lines:
        held = lines["savings"]
        lines["savings"] = replace(held, needs=tuple(name for name in held.needs if name in lines))
    acts = _acts(view)
    patterns = {**lines, **acts, **_PATTERNS["amounts"], **orders_of(view)}
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


def _acts(view: PayolaView) -> Mapping[str, Pattern]:
    """Return what takes effect at once: the acceptance list, where it decides anything."""
    return {} if view.variant.loyal else _PATTERNS["acts"]


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
