"""The computer players of Empires: `random` fills slots by lot, `novice` attacks what looks weak, `steady` reckons."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.rules.computers import NOVICE, RANDOM, STEADY, ComputerPlayer, RoleByRole
from judge.rules.empires.actions import land_battle
from judge.rules.empires.slots import LAST_SLOT
from judge.rules.empires.view import EmpireView
from judge.rules.empires.worldmap import load_map, terrains
from judge.rules.rng import Stream

ARMYS_PRICE = 3
GROWTH_PAYS = 9
"""So many turns before the last that there may be, a level of population still pays for itself."""


class Target(NamedTuple):
    """A land area that is not the country's: what stands there, and what it would bring."""

    code: str
    owner: str
    armies: int
    forts: int
    people: int
    defence: int
    shelter: int

    def falls_to(self, attackers: int, margin: int) -> int:
        """Return the armies left after taking it from so many more defenders than seen; 0 if it holds."""
        battle = land_battle(attackers, self.armies + margin, self.forts, self.defence, self.shelter)
        return attackers - battle.attacker_lost if battle.won else 0


class _Country(RoleByRole[EmpireView]):
    """Writes the sheet of one country."""

    chance = "slots"

    def sheet(self, view: EmpireView, role: str, stream: Stream) -> tuple[str, str]:
        if role not in view.order:
            return "", ""
        slots, why = self.slots(view, stream)
        lines = [f"{number} {slot}" for number, slot in enumerate(slots[:LAST_SLOT], 1)] or ["1 --"]
        return "\n".join((f"TURN {view.turn}", *lines)), why

    @abstractmethod
    def slots(self, view: EmpireView, stream: Stream) -> tuple[list[str], str]:
        """(what to write into its slots, why)"""


class Random(_Country):
    """Slots that can be written, whether or not they can be carried out."""

    def slots(self, view: EmpireView, stream: Stream) -> tuple[list[str], str]:
        found = []
        for _ in range(4 + stream.below(9)):
            row = stream.choice(view.land) if view.land else None
            if row is None:
                break
            action = stream.choice(("MOVE", "ATTACK", "LEVY", "GROW", "FORTIFY", "RESERVE", "DEFEND", "ARMY"))
            near = stream.choice(row["neighbours"])
            many = 1 + stream.below(max(1, row["armies"]))
            if action == "ATTACK" and not load_map(view.map).is_land(near):
                action = "MOVE"  # nothing at sea is attacked by armies
            if action in ("MOVE", "ATTACK"):
                found.append(f"{action} {row['code']} {near} {many}")
            elif action == "ARMY":
                found.append(f"ARMY -- -- {many}")
            else:
                found.append(f"{action} {row['code']}")
        return found, "I draw lots."


class Novice(_Country):
    """Attacks a neighbour that looks weaker than what stands beside it, and lets a part of its land grow."""

    def slots(self, view: EmpireView, stream: Stream) -> tuple[list[str], str]:
        targets = {each.code: each for each in targets_of(view)}
        found = []
        for row in stream.shuffled(view.land):
            near = [targets[code] for code in row["neighbours"] if code in targets]
            weak = [each for each in near if each.armies + each.forts < row["armies"]]
            if weak and row["armies"] > 1 and stream.below(100) < 70:
                found.append(f"ATTACK {row['code']} {stream.choice(weak).code} {row['armies'] - 1}")
            elif stream.below(100) < 30:
                found.append(f"GROW {row['code']}")
        if view.reserve and view.land:
            found.append(f"RESERVE {stream.choice(view.land)['code']}")
        return found, "I attack what looks weak, and let some of my land grow."


class Steady(_Country):
    """Reckons every attack out before it, keeps guards where neighbours are strong, and grows while that pays."""

    def slots(self, view: EmpireView, stream: Stream) -> tuple[list[str], str]:
        turn = _Turn(view, stream)
        turn.attack()
        turn.reinforce()
        turn.gather()
        turn.grow()
        taken = " and ".join(view.names[code] for code in turn.taken)
        if taken:
            return turn.slots, f"I take {taken}, where I am strong enough."
        return turn.slots, f"Nothing falls to me now, so I {_instead(turn.slots)}."


def _instead(slots: Sequence[str]) -> str:
    """What these slots do while nothing can be taken; what no slot spends buys armies (3.7)."""
    if any(slot.startswith("GROW") for slot in slots):
        return "grow"
    return "bring up my armies" if slots else "save my BPs for armies"


class _Turn:
    """One turn as it is being written: `armies` are those that can still be used, `bps` what is left to pay."""

    def __init__(self, view: EmpireView, stream: Stream) -> None:
        self._view, self._stream = view, stream
        self._bps = view.bps
        self._rows = {row["code"]: row for row in view.land}
        self._armies = {code: row["armies"] for code, row in self._rows.items()}
        self._targets = targets_of(view)
        self.taken: list[str] = []
        self.slots: list[str] = []

    def _threat(self, code: str, *, taken: bool = False) -> int:
        """The armies of other countries next to an area of ours; `taken`: those that we attack left out."""
        near = self._rows[code]["neighbours"]
        return max(
            (
                each.armies
                for each in self._targets
                if each.owner and each.code in near and not (taken and each.code in self.taken)
            ),
            default=0,
        )

    def _guard(self, code: str) -> int:
        """Armies that stay behind, so that nobody takes the area for nothing."""
        threat = self._threat(code, taken=True)
        forts = self._rows[code]["forts"]
        return max(0, min(threat - forts, (self._armies[code] + 1) // 2)) if threat else 0

    def attack(self) -> None:
        """The best attack, and again the best of what is left, as long as there is one that wins."""
        while self._bps > 0 and len(self.slots) < LAST_SLOT - 4:
            best = max((each for each in self._attacks()), default=None)
            if best is None:
                return
            _, source, code, many = best
            self.slots.append(f"ATTACK {source} {code} {many}")
            self._bps -= many
            self._armies[source] -= many
            self.taken.append(code)

    def _attacks(self) -> list[tuple[int, str, str, int]]:
        """(how good, from, to, with how many armies) of each attack that should win."""
        found = []
        for target in self._targets:
            if target.code in self.taken:
                continue
            margin = 1
            for source, row in self._rows.items():
                if target.code not in row["neighbours"]:
                    continue
                free = min(self._armies[source] - self._guard(source), self._bps)
                for many in range(1, free + 1):
                    left = target.falls_to(many, margin)
                    if left:
                        cost = many + ARMYS_PRICE * (many - left)
                        gain = 12 + 10 * target.people + (4 + 6 * target.people if target.owner else 0)
                        found.append((gain - 2 * cost, source, target.code, many))
                        break
        return [each for each in found if each[0] > 0]

    def reinforce(self) -> None:
        """The reserve goes to where the enemy is nearest."""
        many = min(self._view.reserve, self._bps)
        front = self._front()
        if many and front:
            self.slots.append(f"RESERVE {front[0]} -- {many}")
            self._bps -= many

    def _front(self) -> list[str]:
        """Own areas next to something to take, those first where most is to be won or lost."""
        near: dict[str, int] = {}
        for target in self._targets:
            for code, row in self._rows.items():
                if target.code in row["neighbours"] and target.code not in self.taken:
                    near[code] = near.get(code, 0) + 2 + target.people + 2 * bool(target.owner) * target.armies
        return sorted(near, key=lambda code: (-near[code], code))

    def gather(self) -> None:
        """Armies from behind the front move up to it, one step."""
        front = self._front()
        for code, row in self._rows.items():
            if code in front or not self._armies[code] or self._bps < 1 or len(self.slots) >= LAST_SLOT - 2:
                continue
            ways = [each for each in row["neighbours"] if each in self._rows]
            goals = [each for each in front if each in ways] or [
                each for each in ways if any(other in front for other in self._rows[each]["neighbours"])
            ]
            if goals:
                many = min(self._armies[code], self._bps)
                self.slots.append(f"MOVE {code} {goals[0]} {many}")
                self._bps -= many
                self._armies[code] -= many

    def grow(self) -> None:
        """The cheapest growth first; what is left over becomes armies by itself."""
        left = self._view.limit - self._view.turn
        cost = {code: row["people"] + terrains()[row["terrain"]].grow for code, row in self._rows.items()}
        for code in sorted(cost, key=lambda code: (cost[code], code)):
            if left < GROWTH_PAYS - 5 or cost[code] > min(self._bps, left) or len(self.slots) >= LAST_SLOT:
                continue
            if self._threat(code) > self._rows[code]["armies"] + self._rows[code]["forts"] + 2:
                continue
            self.slots.append(f"GROW {code}")
            self._bps -= cost[code]


def targets_of(view: EmpireView) -> list[Target]:
    """The land areas next to the country's own."""
    found = []
    for row in view.borders:
        terrain = terrains()[row["terrain"]]
        if row["terrain"] != "seas":
            numbers = (row["armies"], row["forts"], row["people"], terrain.defence, terrain.shelter)
            found.append(Target(row["code"], row["owner"], *numbers))
    return found


COMPUTERS: Mapping[str, ComputerPlayer] = {RANDOM: Random(), NOVICE: Novice(), STEADY: Steady()}
