"""What was mended of Absence of Plague, reckoned again from the text alone: 7.2, 7.3, 9.4, 11.1 and chapter 16."""

from __future__ import annotations

import random

from judge.rules.machiavelli.board import ARMY, BOARD
from tests.rules.machiavelli.field import outcomes, played, standing
from tests.rules.machiavelli.table import phase
from tests.rules.machiavelli.test_letters import read
from tests.support.soaking import examples

CASES = examples(1000)

# Florence's home: name, whether there is a city, whether it is a port (chapter 3).
HOME = {
    "FIR": ("Firenze", True, False),
    "ARE": ("Arezzo", True, False),
    "PIS": ("Pisa", True, True),
    "PST": ("Pistoia", True, False),
    "PRA": ("Prato", False, False),
}
KINDS = {"A": "army", "F": "fleet", "G": "garrison"}
Unit = tuple[str, str]


def can_raise(unit: Unit, old: list[Unit], raised: list[Unit]) -> bool:
    """7.2: a city; a port for a fleet; room where it would stand; one new unit a province."""
    kind, area = unit
    _, city, port = HOME[area]
    free = not any(there == area and (each == "G") == (kind == "G") for each, there in old)
    return city and (port or kind != "F") and free and all(there != area for _, there in raised)


def paid(old: list[Unit], pays: list[Unit] | None, wanted: list[Unit], ducats: int) -> set[Unit]:
    """The units after A.7. `pays`: the list's old units in order; None where no list names any (7.3)."""
    raised: list[Unit] = []
    for unit in wanted:
        if can_raise(unit, old, raised):
            raised.append(unit)
    entries = [(unit, False) for unit in (sorted(old, key=lambda each: "GAF".index(each[0])) if pays is None else pays)]
    entries += [(unit, True) for unit in raised]
    while True:
        kept = entries[: ducats // 3]
        gone = {area for kind, area in old if ((kind, area), False) not in kept}
        void = next((entry for entry in kept if entry[1] and entry[0][1] in gone), None)
        if void is None:
            return {unit for unit, _ in kept}
        entries.remove(void)


def test_the_payments_of_a_thousand_letters_leave_the_units_of_7_3() -> None:
    for case in range(CASES):
        drawn = random.Random(case)
        # One of each kind at most: ties are the Area Preference List's, which is not tried here.
        kinds = drawn.sample("AFG", drawn.randint(0, 3))
        old = [(kind, "PIS" if kind == "F" else drawn.choice(("FIR", "ARE", "PST"))) for kind in kinds]
        wanted = [(drawn.choice("AFG"), drawn.choice(list(HOME))) for _ in range(drawn.randint(1, 3))]
        wanted = list(dict.fromkeys(wanted))
        pays: list[Unit] | None = (
            drawn.sample(old, drawn.randint(1, len(old))) if old and drawn.random() < 0.5 else None
        )
        nothing = pays is None and drawn.random() < 0.2
        said = [f"{KINDS[kind]} in {HOME[area][0]}" for kind, area in wanted]
        raising = drawn.choice((f"Raise {', '.join(said)}", f"Raise {' and '.join(said)}", f"Raise: {', '.join(said)}"))
        head = "Pay nothing" if nothing else f"Pay {', '.join(f'{k} {a}' for k, a in pays)}" if pays else ""
        text = f"{head}{drawn.choice(('. ', '.' + chr(10)))}{raising}." if head else raising
        units = "; ".join(f"FLORENCE {kind} {area}" for kind, area in old)
        ducats = drawn.randint(0, 20)
        filed = read(text, units, "FLORENCE", "SPR1460A").parts
        done = phase(units, {"FLORENCE": filed.get("payments", "")}, "SPR1460A", {"FLORENCE": ducats})
        found = {(unit.kind, unit.area) for unit in done.state.position.units_of("FLORENCE")}
        assert found == paid(old, [] if nothing else pays, wanted, ducats), (text, units, ducats, filed)


def test_a_thousand_rebellions_rise_where_they_are_said_whatever_is_said_about_the_victim() -> None:
    clear = [code for code, area in BOARD.areas.items() if not area.sea and area.control not in ("", "PAPACY", None)]
    for case in range(CASES):
        drawn = random.Random(case)
        code = drawn.choice(clear)
        area, victim = BOARD.areas[code], BOARD.countries[drawn.choice(list(BOARD.countries))]
        whom = drawn.choice((victim.name, victim.name.upper(), victim.title))
        text = drawn.choice(
            (
                f"Rebellion in {area.name}",
                f"REBEL {code}",
                f"Rebellion in {area.name} against {whom}",
                f"Rebellion in {area.name} ({whom})",
                f"Rebellion in {area.name} vs. {whom}",
                f"REBEL {code} against {whom}",
                f"Start a rebellion against {whom} in {area.name}",
            )
        )
        found = read(text, "")
        assert found.parts.get("expenditures") == f"REBEL {code}", (text, found.problems)


def test_a_thousand_attacks_on_an_independent_unit_are_won_by_the_stronger_force() -> None:
    inland = [code for code, area in BOARD.areas.items() if area.kind in ("land", "coast") and not area.single]
    for case in range(CASES):
        drawn = random.Random(case)
        target = drawn.choice(inland)
        around = [code for code in sorted(BOARD.reach(ARMY, target)) if target in BOARD.reach(ARMY, code)]
        if len(around) < 2:
            continue
        drawn.shuffle(around)
        attacker, *helpers = around
        lines = [f"NOBODY A {target}", f"MILAN A {attacker} - {target}"]
        attack = defence = 1
        for place in helpers:
            way = drawn.choice(("attack", "attack own", "defend", "own", "rest"))
            if way == "attack":
                lines.append(f"GENOA A {place} S {target} MILAN")
                attack += 1
            elif way == "attack own":
                lines.append(f"MILAN A {place} S {target}")
                attack += 1
            elif way == "defend":
                lines.append(f"FLORENCE A {place} S {target} INDEPENDENT")
                defence += 1
            elif way == "own":
                lines.append(f"FLORENCE A {place} S {target}")
            else:
                lines.append(f"FLORENCE A {place} H")
        found = standing(played("; ".join(lines)))
        assert (f"MILAN A {target}" in found) is (attack > defence), lines


def test_a_siege_of_a_thousand_is_what_it_was_begun_as() -> None:
    cities = [
        code for code, area in BOARD.areas.items() if area.fortified and not area.single and BOARD.reach(ARMY, code)
    ]
    for case in range(CASES):
        drawn = random.Random(case)
        city = drawn.choice(cities)
        away = min(BOARD.reach(ARMY, city))
        before = drawn.choice(("", "garrison", "rebels"))
        garrison, rebels = drawn.random() < 0.5, drawn.random() < 0.5
        order = drawn.choice((f"B {city}", f"- {away}", "H"))
        owner = drawn.choice(("MILAN", "VENICE", "NAPLES"))
        board = f"{owner} A {city} {order}" + (f"; GENOA G {city} H" if garrison else "")
        found = played(
            board,
            rebellions={city: owner} if rebels else {},
            sieges=[city] if before else [],
            of_rebels=frozenset({city} if before == "rebels" else ()),
        )
        goes_on = (before == "garrison" and garrison) or (before == "rebels" and rebels and not garrison)
        if order == "H":
            expected = "held"
        elif order.startswith("-"):
            expected = "void" if goes_on else "moved"
        elif garrison or rebels:
            expected = "taken" if goes_on else "besieging"
        else:
            expected = "void"
        assert outcomes(found)[f"A {city}"] == expected, (board, before, rebels)
