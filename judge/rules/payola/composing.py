"""How offers, savings and acceptance lists are written, as everybody may know it (Payola 3, 4, 6). Their lines are in
`patterns.toml`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from judge.rules.composition import Composition, Tables, patterns_in
from judge.rules.diplomacy.composing import composition as plain_composition
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.payola.forms import supposed
from judge.rules.payola.view import PayolaView

_PATTERNS = Path(__file__).with_name("patterns.toml")


def composition(view: PayolaView) -> Composition:
    """Return how the sheets of this phase are written."""
    plain, variant = plain_composition(view), view.variant
    found = plain if view.table.label.kind != MOVEMENT else _offers(view, plain)
    if variant.loyal:
        return found
    letters = {role: letter for role, letter in view.board.letters.items() if role in plain.roles}
    tables: Tables = {
        "letter": {role: [letter] for role, letter in letters.items()},
        "letters": {role: [each for each in view.board.letters.values() if each != letters[role]] for role in letters},
    }
    return replace(
        found,
        lines={**found.lines, **patterns_in(_PATTERNS)["acts"]},
        tables={**found.tables, **tables},
        names={**found.names, **{letter: power.title() for power, letter in view.board.letters.items()}},
    )


def _offers(view: PayolaView, plain: Composition) -> Composition:
    """Return how offers are written where orders would be."""
    patterns = patterns_in(_PATTERNS)
    loyal, own = view.variant.loyal, dict(view.units)
    lines = patterns["plain" if view.variant.plain else "usual"]
    if loyal:
        lines = {**patterns["loyal"], **{name: line for name, line in lines.items() if name != "offer"}}
    tables: Tables = {
        "foreign": {
            role: plain.tables["units"][""]
            if view.blind
            else [
                unit
                for power, units in own.items()
                if power != role and (power in view.dummies or not loyal)
                for unit in units
            ]
            for role in plain.roles
        },
        "dummies": {"": [unit for power in view.dummies for unit in own.get(power, ())]},
    }
    return replace(
        plain,
        lines=lines,
        parts={**patterns["amounts"], **patterns["kinds"], **plain.parts},
        tables={**plain.tables, **tables},
        sheets={
            role: text if loyal else "\n".join(f"0 : {line}" for line in text.splitlines())
            for role, text in plain.sheets.items()
        },
        meter=supposed(view),
    )
