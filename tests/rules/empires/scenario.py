"""Empires as the conformance suite plays it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from judge.rules.empires.slots import USAGE
from judge.rules.values import Act, Json, Orders

WAYS = ("MOVE", "ATTACK", "SEAMOVE", "CONVOY")
AREAS = ("ATL", "MID", "NSE", "AKE", "XYZ")


def likely_order(view: Any, drawn: random.Random) -> str:
    """Something that this country may well be able to do."""
    row = drawn.choice([*view.land, *view.seas])
    action = drawn.choice(list(USAGE))
    number = drawn.choice(("", "1", "2", "3", "ALL", "AB-1", "0", "--"))
    near = row["neighbours"]
    if action in ("MOVE", "ATTACK", "SEAMOVE", "CONVOY"):
        return f"{action} {row['code']} {drawn.choice(near)} {number}"
    if action in ("ARMY", "ORDER"):
        return f"{action} -- -- {number}"
    if action in ("BASE", "RETREAT"):
        return f"{action} {row['code']} {drawn.choice(near)}"
    return f"{action} {row['code']} -- {number}"


def slip(drawn: random.Random) -> str:
    """An order about an area that is not on the map, or far away."""
    return f"{drawn.choice(WAYS)} {drawn.choice(AREAS)} {drawn.choice(AREAS)} {drawn.choice(('', '2', 'ALL'))}"


class EmpiresScenario:
    system = "empires"
    options: tuple[Mapping[str, Json], ...] = ({}, {"dummies": ["SO"], "limit": 5})

    def sheet(self, view: Any, role: str, drawn: random.Random) -> str:
        slots = sorted(drawn.sample(range(1, 17), 9))
        lines = [f"{slot} {likely_order(view, drawn)}" for slot in slots if view.land or view.seas]
        if drawn.random() < 0.5:
            lines.append(f"{drawn.choice(slots)} {slip(drawn)}")
        to = drawn.choice(("ALL", *view.countries))
        return "\n".join([f"TURN {view.turn}", *(lines or ["1 --"]), f"MESSAGE {to} {role} was here"])

    def secrets(self, state: Any, role: str, drawn: random.Random) -> list[tuple[str, Act]]:
        """Nothing is done in secret but what is on file."""
        return []

    def twins(self, state: Any, role: str, drawn: random.Random) -> tuple[dict[str, Orders], dict[str, Orders]] | None:
        """Others grow one or another area, or save armies, far from this country, and write to each other."""
        world = state.world
        near = {
            there for code in world.places if state.areas[code].owner == role for there in world.places[code].neighbours
        }
        others = [name for name in state.order if name != role and state.countries[name].bps >= 9]

        def twin() -> dict[str, Orders]:
            made: dict[str, Orders] = {}
            for name in others:
                inland = [code for code in state.land_of(name) if code not in near]
                # Alike in BPs spent on ORDER and left over: the bids are public.
                action = drawn.choice(
                    [f"1 RETREAT {code} -- --" for code in inland]
                    + [f"1 DEFEND {code} -- --" for code in inland]
                    + ["3 DEFEND MID -- --"]
                )
                friend = drawn.choice([each for each in state.countries if each not in (role, name)])
                made[name] = {"slots": f"{action}\n16 ORDER -- -- 1", "messages": f"MESSAGE {friend} {drawn.random()}"}
            return made

        return twin(), twin()


SCENARIO = EmpiresScenario()
