"""Battles, in one round each. [the judge's completion]"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Battle:
    """What the attacker and the defender lose, and whether the attacker takes the area."""

    attacker_loses: int
    defender_loses: int
    won: bool


def land_battle(attackers: int, armies: int, forts: int = 0, defence: int = 0, shelter: int = 0) -> Battle:
    """Each side loses a third of the other's strength, the weaker one a third of the difference besides.

    `defence` is what the terrain adds to the defender's strength, `shelter` what it takes off their losses.
    """
    strength = armies + forts + defence
    return _round(attackers, strength, armies, shelter)


def sea_battle(attackers: int, ships: int) -> Battle:
    """The same with ships alone."""
    return _round(attackers, ships, ships, 0)


def _round(attackers: int, strength: int, present: int, shelter: int) -> Battle:
    ours = strength // 3 + max(0, strength - attackers) // 3
    theirs = attackers // 3 + max(0, attackers - strength) // 3 - shelter
    ours, theirs = min(ours, attackers), min(max(theirs, 0), present)
    return Battle(ours, theirs, present - theirs == 0 and attackers - ours >= 1)
