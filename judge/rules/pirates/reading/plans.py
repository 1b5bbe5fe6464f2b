"""A plan as people write it (ruling R1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from typing_extensions import override

from judge.reading.grammar import Node
from judge.reading.sheet import Line
from judge.rules.pirates.canonical import PLAN, Plan, parse_plan, print_plan
from judge.rules.pirates.reading.lines import A_SHARE, LinesReader, Unclear
from judge.rules.pirates.state import GARNET_WORTH
from judge.rules.problems import Problem
from judge.rules.values import Reading
from judge.rules.words.lines import and_the_old

_OTHERS_GET = "Write what the others get: give 4 to the others"
_TOO_EARLY = "The vote comes when all plans are in. I have read the share alone, here and below."
_LEFT, _EQUAL = "what is left", "the rest in equal parts to all not named"
_MOST = 100_000
_REFUSED = {
    "votes": ("not-now", "The vote comes when all plans are in", A_SHARE),
    "move": ("not-now", "You change rooms while the vote is on", ""),
    "stay": ("not-now", "You change rooms while the vote is on", ""),
    "gift": ("not-now", "The token is given at the end of the match", ""),
    "and_so_on": ("no-share", "I cannot tell what the dots stand for", "Write what each of them gets."),
}


@dataclass
class PlanReader(LinesReader):
    """Reads a plan. `rest`: gold for each player who is not named; `own_too`: the writer as well; `heir`: who gets what
    is left, or _EQUAL.
    """

    given: dict[str, int] = field(default_factory=dict)
    rest: int | None = None
    own_too: bool = False
    garnets: int | None = None
    heir: str = ""

    def read(self) -> Reading:
        """Return the plan that the lines make, whole or not at all."""
        self.read_lines()
        filed = self.sheet.filed.get(PLAN, "")
        plan, wrong = self._whole(filed)
        if wrong is None and self.heir and self.unread:
            # What that line was to give would go to somebody else.
            message = f"I have not kept the plan: {self._heirs()}, and one of its lines is unclear."
            wrong = Problem("pirates/rest-unsure", message)
        self.problems += [wrong] if wrong is not None else []
        text = print_plan(plan) if plan is not None and wrong is None else ""
        notes = ("Your earlier plan stands.",) if self.problems and filed else ()
        if text:
            notes = (
                (and_the_old("This plan replaces your earlier one.", filed, text),) if filed not in ("", text) else ()
            )
        lines = self.lines_read(", ", lambda _: PLAN if text else "")
        parts = {PLAN: text} if text else {}
        return Reading(parts, (), bool(text or filed), lines, tuple(self.problems), notes, remarks=tuple(self.remarks))

    @override
    def take(self, node: Node, line: Line) -> str:
        if node.name in _REFUSED or (node.name == "marked" and len(line.statements) > 1):
            raise Unclear(*_REFUSED.get(node.name, _REFUSED["votes"]))
        if node.name == "shares":
            return ", ".join(self._share(each, line) for each in node.children)
        if node.name == "marked":
            if not any(each.message == _TOO_EARLY for each in self.problems):
                self.warn("too-early", _TOO_EARLY, line)
            return self._share(node, line)
        if node.name == "garnet":
            return self._garnets(next(each.value for each in node.children if each.name == "NUMBER"))
        if node.name == "total":
            return "what it adds up to"
        who = node.get("who")
        heir = _EQUAL if node.name == "equal" else self.names_of(who)[0] if who is not None else self.view.player
        if self.heir not in ("", heir):
            raise Unclear("named-twice", "Another line says who gets what is left", A_SHARE)
        self.heir = heir
        self._note_twice(heir, self.given.get(heir), _LEFT, line)
        return _EQUAL if self.heir == _EQUAL else f"{self.heir}: {_LEFT}"

    def _note_twice(self, name: str, before: int | str | None, amount: int | str, line: Line) -> None:
        if before is not None and before != amount:
            self.warn("named-twice", f"{name} had {before} above; {amount} counts.", line)

    def _share(self, node: Node, line: Line) -> str:
        amount = _gold_of(node)
        whom = node.get("whom") or node.get("getters")
        if whom is not None and whom.children[0].name in ("others", "everyone"):
            self._note_twice("Each not named", self.rest, amount, line)
            self.rest, self.own_too = amount, whom.get("everyone") is not None
            return f"{amount} to each player not named{', you too' if self.own_too else ''}"
        names = self.names_of(whom) if whom is not None else (self.view.player,)
        if (node.get("EACH") or node.get("PER")) and len(names) == 1:
            raise Unclear("no-share", "I cannot tell who each of them is", A_SHARE)
        for name in names:
            self._note_twice(name, _LEFT if name == self.heir else self.given.get(name), amount, line)
            self.heir = "" if name == self.heir else self.heir
            self.given[name] = amount
        return ", ".join(f"{name}: {amount}" for name in names)

    def _garnets(self, number: int | None) -> str:
        if number is None or number > self.view.garnets:
            have = f"you have {self.view.garnets or 'none'}"
            wanted = f"{'too many' if number is None else number} garnet{'' if number == 1 else 's'}"
            raise Unclear("too-few-garnets", f"That takes {wanted}, and {have}")
        self.garnets = number
        return f"{number} garnet{'' if number == 1 else 's'} in the plan"

    def _heirs(self) -> str:
        own = {_EQUAL: "the others get", self.view.player: "you keep"}
        return f"{own.get(self.heir, f'{self.heir} gets')} what is left"

    def _whole(self, filed: str) -> tuple[Plan | None, Problem | None]:
        """Return the plan as far as the lines go, and what is wrong with it as a whole."""
        if not self.given and self.rest is None:
            return self._without_shares(filed)
        room, own, each, garnets = self.view.room, self.view.player, self.rest or 0, self.garnets or 0
        others = [name for name in room if name not in self.given and (name != own or self.own_too)]
        shares = dict.fromkeys(room, 0) | dict.fromkeys(others, each) | self.given
        needed = self.view.package + GARNET_WORTH * garnets
        if self.heir == _EQUAL:
            left = needed - sum(self.given.values())
            if self.rest is not None or not others or left < 0 or left % len(others):
                message = f"I have not kept the plan: {left} gold cannot go in equal parts to {len(others)} others."
                return None, Problem("pirates/uneven", message, hint="Write what each of them gets.")
            shares |= dict.fromkeys(others, left // len(others))
        elif self.heir:
            shares[self.heir] = max(0, needed - sum(shares.values()) + shares[self.heir])
        plan, wrong = self._summed(shares, garnets)
        if wrong is not None and own in others and sum(shares.values()) - needed == each:
            wrong = replace(wrong, hint=f"Everyone is you, too. THE OTHERS {each} leaves you out.")
        return plan, wrong

    def _summed(self, shares: Mapping[str, int], garnets: int) -> tuple[Plan, Problem | None]:
        """Return the plan, and what is wrong with its sum."""
        package, needed = self.view.package, self.view.package + GARNET_WORTH * garnets
        over = sum(shares.values()) - needed
        worth = f" (the package holds {package}, the garnets add {needed - package})" if garnets else ""
        more = f"{-over} more must be given" if over < 0 else f"that is {over} too many"
        message = (
            f"I have not kept the plan. It adds up to {needed + over}, and must add up to {needed}{worth}: {more}."
        )
        return Plan(shares, garnets), Problem("pirates/wrong-sum", message) if over else None

    def _without_shares(self, filed: str) -> tuple[Plan | None, Problem | None]:
        """Return the plan on file with other garnets; or why there is none."""
        if self.heir:
            alone = len(self.view.room) == 1
            hint = f"You are alone. Write {self.view.player} and all of it." if alone else _OTHERS_GET
            heirs = self._heirs()
            message = f"{heirs[:1].upper()}{heirs[1:]}, and nobody else is given anything."
            return None, Problem("pirates/no-share", message, hint=hint)
        if self.garnets is None:
            return None, None
        if not filed:
            hint = "Send the plan and the garnets in one mail."
            message = "Garnets belong to a plan, and you have none on file."
            return None, Problem("pirates/garnets-alone", message, hint=hint)
        return self._summed(parse_plan(filed).shares, self.garnets)


def _gold_of(node: Node) -> int:
    """Return the amount of a share. Raises Unclear."""
    gold = next(each for each in node.walk() if each.name in ("GOLD", "PARTED", "NEGATIVE"))
    if gold.name == "PARTED":
        raise Unclear("not-whole", "Gold comes in whole numbers, so nothing of this line counts", A_SHARE)
    if gold.name == "NEGATIVE":
        raise Unclear("negative", "A share cannot be negative", "0 is the least.")
    if gold.value is None or gold.value > _MOST:
        raise Unclear("too-much", "There is not that much gold in the world")
    return int(gold.value)
