"""Plans: what a player would do with the gold of their package (rulings R1 and R4)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.rules.pirates.clauses import MOVING, Clause, Unclear, bare, clauses, who
from judge.rules.pirates.state import GARNET_WORTH
from judge.rules.problems import Problem
from judge.rules.system import LineRead, SheetLine

PART = "plan"
WHOLE = "(the whole plan)"
_MOST = 100_000

_GARNET = re.compile(r"(?:USE |SPEND )?(?:GARNETS?\s*[:=]?\s*(\d+)|(\d+)\s+GARNETS?)", re.IGNORECASE)
_GOLD = r"(-?\d+)(?:\s*(?:gold|g))?"
_WHO_FIRST = re.compile(
    rf"(?:give\s+)?(\D.*?)(?:\s*[:=]\s*|\s+[-–—]\s+|\s+)(?:gets?\s+|keeps?\s+)?{_GOLD}(?:\s+each)?\.?", re.IGNORECASE
)
_GOLD_FIRST = re.compile(rf"(?:give\s+|i give\s+|pay\s+)?{_GOLD}\s+(?:each\s+)?(?:to|for)?\s*(\D.*)", re.IGNORECASE)
_KEEP = re.compile(rf"(?:i\s+)?keep\s+{_GOLD}(?:\s+(?:for\s+)?(?:myself|me|self))?\.?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Purse:
    """What a plan has to work with: the package, and the garnets that its proposer could add."""

    own: str
    room: tuple[str, ...]
    package: int
    garnets: int


@dataclass(frozen=True, slots=True)
class Plan:
    """`shares`: everybody in the room -> gold, zeros included; `garnets`: how many are added."""

    shares: Mapping[str, int]
    garnets: int = 0


@dataclass(frozen=True, slots=True)
class PlanRead:
    """`plan` is None where the lines hold none that counts."""

    plan: Plan | None
    lines: tuple[LineRead, ...]
    problems: tuple[Problem, ...]


def default_plan(purse: Purse) -> Plan:
    """All of it evenly to the others, rounded down, and the remainder to the proposer (ruling R4)."""
    others = [name for name in purse.room if name != purse.own]
    each = purse.package // len(others) if others else 0
    shares = dict.fromkeys(others, each)
    shares[purse.own] = purse.package - each * len(others)
    return Plan({name: shares[name] for name in purse.room})


def even_plan(purse: Purse) -> Plan:
    """A plan to start from: as much for everybody in the room, and the remainder for the proposer."""
    each = purse.package // len(purse.room)
    rest = purse.package - each * len(purse.room)
    return Plan({name: each + rest * (name == purse.own) for name in purse.room})


def plan_text(plan: Plan) -> str:
    """The canonical text: garnets first where there are any, then a line for each player."""
    lines = [f"GARNET {plan.garnets}"] if plan.garnets else []
    return "\n".join([*lines, *(f"{name}: {amount}" for name, amount in plan.shares.items())])


def plan_on_file(text: str) -> Plan:
    """A plan from its canonical text."""
    shares: dict[str, int] = {}
    garnets = 0
    for line in text.splitlines():
        name, _, amount = line.partition(": ")
        if amount:
            shares[name] = int(amount)
        else:
            garnets = int(line.split()[1])
    return Plan(shares, garnets)


def read_plan(purse: Purse, lines: Sequence[SheetLine], filed: str = "") -> PlanRead:
    """The plan that these lines make; a GARNET line alone changes the plan that is `filed`.

    The whole plan counts or none of it: what could be read must hand out exactly what there is (ruling R1).
    """
    given: dict[str, int] = {}
    rest: list[int] = []
    garnets: int | None = None
    meanings: dict[int, list[str]] = {}
    problems: list[Problem] = []
    for clause in clauses(lines):
        try:
            meaning = ""
            if match := _GARNET.fullmatch(clause.text):
                garnets = _garnets(purse, match[1] or match[2])
                meaning = f"{garnets} garnet{'' if garnets == 1 else 's'} in the plan"
            else:
                names, amount = _share(purse, clause)
                if not names:
                    rest.append(amount)
                    meaning = f"{amount} to each player not named"
                for name in names:
                    if name in given and given[name] != amount:
                        problems.append(_twice(clause, name, given[name], amount))
                    given[name] = amount
                    meaning = f"{name}: {amount}" if not meaning else f"{meaning}, {name}: {amount}"
            meanings.setdefault(clause.line.number, []).append(meaning)
        except Unclear as fault:
            problems.append(fault.problem(clause.line))

    plan, whole = _whole(purse, given, rest, garnets, filed)
    if whole is not None:
        problems.append(whole)
    kept = plan if whole is None else None
    part = PART if kept else ""
    texts = {line.number: line.text for line in lines}
    read = tuple(LineRead(number, texts[number], ", ".join(said), part) for number, said in meanings.items())
    return PlanRead(kept, read, tuple(problems))


def _twice(clause: Clause, name: str, before: int, amount: int) -> Problem:
    message = f"{name} had {before} above; {amount} counts."
    return Problem("pirates/named-twice", message, clause.line.number, text=clause.line.text, warning=True)


def _garnets(purse: Purse, number: str) -> int:
    if len(number) > 6 or int(number) > purse.garnets:
        have = f"you have {purse.garnets}" if purse.garnets else "you have none"
        raise Unclear("pirates/too-few-garnets", f"That takes {number[:12]} garnets, and {have}")
    return int(number)


def _share(purse: Purse, clause: Clause) -> tuple[tuple[str, ...], int]:
    text = clause.text
    if MOVING.fullmatch(text):
        raise Unclear("pirates/not-now", "You change rooms while the vote is on")
    if match := _KEEP.fullmatch(text):
        names, number = "SELF", match[1]
    elif (match := _WHO_FIRST.fullmatch(text)) and not bare(match[1]).replace("GIVE", ""):
        raise Unclear("pirates/nobody", "That names nobody", "Write a name and an amount: ANNA 3")
    elif match:
        names, number = match[1], match[2]
    elif match := _GOLD_FIRST.fullmatch(text):
        names, number = match[2], match[1]
    else:
        raise Unclear("pirates/no-share", "I cannot read that as a share", "Write a name and an amount: ANNA 3")
    if number.startswith("-"):
        raise Unclear("pirates/negative", "A share cannot be negative", "0 is the least.")
    if len(number) > 6 or int(number) > _MOST:
        raise Unclear("pirates/too-much", "There is not that much gold in the world")
    return who(names, purse.own, purse.room), int(number)


def _whole(
    purse: Purse, given: Mapping[str, int], rest: Sequence[int], garnets: int | None, filed: str
) -> tuple[Plan | None, Problem | None]:
    """The plan as far as the lines go, and what is wrong with it as a whole."""
    before = plan_on_file(filed) if filed else None
    if not given and not rest:
        if garnets is None:
            return None, None
        if before is None:
            message = "Garnets belong to a plan, and you have none on file."
            return None, Problem(
                "pirates/garnets-alone", message, hint="Send the plan and the garnets in one mail.", text=WHOLE
            )
        plan = Plan(before.shares, garnets)
    else:
        each = rest[-1] if rest else 0
        plan = Plan({name: given.get(name, each if name != purse.own else 0) for name in purse.room}, garnets or 0)
    found = sum(plan.shares.values())
    needed = purse.package + GARNET_WORTH * plan.garnets
    if found == needed:
        return plan, None
    worth = f" (the package holds {purse.package}, the garnets add {needed - purse.package})" if plan.garnets else ""
    more = f"{needed - found} more must be given" if found < needed else f"that is {found - needed} too many"
    message = f"I have not kept the plan. It adds up to {found}, and must add up to {needed}{worth}: {more}."
    return plan, Problem("pirates/wrong-sum", message, text=WHOLE)
