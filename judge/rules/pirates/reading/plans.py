"""Reading a plan as people write it (ruling R1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from judge.reading.sheet import SheetLine
from judge.rules.pirates.canonical import PLAN, Plan, Purse, parse_plan
from judge.rules.pirates.reading.attempts import is_match_attempt, is_talk
from judge.rules.pirates.reading.clauses import (
    MOVING,
    PARTED,
    Clause,
    Unclear,
    bare,
    clauses,
    hanging,
    hangs,
    is_everyone,
    parted,
    said_in,
    who,
    without_vote,
)
from judge.rules.pirates.state import GARNET_WORTH
from judge.rules.problems import Problem
from judge.rules.values import (
    LineRead,
)

TOO_EARLY = "pirates/too-early"
_MOST = 100_000
_OTHERS_GET = "Write what the others get: give 4 to the others"

_GARNET = re.compile(r"(?:I )?(?:USE |SPEND |ADD )?(?:GARNETS?\s*[:=]?\s*(\d+)|(\d+)\s+GARNETS?)", re.IGNORECASE)
_GOLD = r"(-?\d+)(?:\s*(?:gold|g))?"
_WHO_FIRST = re.compile(
    rf"(?:give\s+)?(\D.*?)(?:\s*[:=]\s*|\s*[-=]{{1,3}}>\s*|\s*→\s*|\s+[-–—]\s+|\s+)(?:gets?\s+|keeps?\s+)?{_GOLD}(?:\s+each)?\.?",
    re.IGNORECASE,
)
_GOLD_FIRST = re.compile(
    rf"(?:give\s+|i give\s+|pay\s+)?{_GOLD}(?:\s+each)?(?:\s*[:=]\s*|\s+)(?:(?:to|for)\s+)?(\D.*)", re.IGNORECASE
)
_KEEP = re.compile(rf"(?:i\s+)?keep\s+{_GOLD}(?:\s+(?:for\s+)?(?:myself|me|self))?\.?", re.IGNORECASE)
_REMAINDER = re.compile(
    r"(?:i\s+(?:keep|take|get)\s+|(?:self|me|myself)\s*[:=]?\s*(?:gets?\s+|keeps?\s+)?)"
    r"(?:all\s+)?(?:the\s+)?(?:rest|remainder)(?:\s+for\s+(?:me|myself))?\.?"
    r"|(?:the\s+)?(?:rest|remainder)\s*[:=]?\s*(?:is\s+)?(?:(?:for|to)\s+)?(?:self|me|myself|mine)\.?",
    re.IGNORECASE,
)
_SUM = re.compile(
    rf"(?:in\s+all|(?:in\s+)?total|sum|(?:my\s+)?package)\s*(?:[:=]|is|holds)?\s*{_GOLD}\.?", re.IGNORECASE
)
"""What it all adds up to, which is no share."""


@dataclass(frozen=True, slots=True)
class PlanRead:
    """`plan` is None where the lines hold none that counts."""

    plan: Plan | None
    lines: tuple[LineRead, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Share:
    """One statement: these players get so much, or (`names` empty) whoever is not named; `everyone`: the proposer too.
    `names_first`: the amount stands behind the names, and so is for those before them on the line as well.
    """

    names: tuple[str, ...]
    amount: int
    everyone: bool = False
    names_first: bool = True

    def __str__(self) -> str:
        if not self.names:
            return f"{self.amount} to each player not named" + (", you too" if self.everyone else "")
        return ", ".join(f"{name}: {self.amount}" for name in self.names)


class _Reader:
    """What the lines of a plan say, clause by clause."""

    def __init__(self, purse: Purse) -> None:
        self.purse = purse
        self.given: dict[str, int] = {}
        self.rest: _Share | None = None
        self.garnets: int | None = None
        self.keeps_the_rest = False
        self.meanings: dict[int, list[str]] = {}
        self.problems: list[Problem] = []
        self._waiting: list[tuple[Clause, tuple[str, ...]]] = []
        self._before: _Share | None = None

    def read(self, lines: Sequence[SheetLine]) -> None:
        for line in lines:
            if PARTED.search(said_in(line.text)) and is_match_attempt(line.text, self.purse.room):
                self.problems.append(parted(line))
                continue
            unclear: list[tuple[Clause, Unclear]] = []
            said = [each for each in clauses((line,), self.purse.own, self.purse.room) if each.text]
            before = (dict(self.given), self.rest, self.garnets, self.keeps_the_rest, len(self.problems))
            for clause in said:  # a comment behind a tab says nothing
                try:
                    self._read(clause)
                except Unclear as fault:
                    unclear.append((clause, fault))
            if line.number in self.meanings and any(hangs(clause.text, self.purse.room) for clause, _ in unclear):
                del self.meanings[line.number]
                self.given, self.rest, self.garnets, self.keeps_the_rest, told = before
                self.problems[told:] = [hanging(line)]
                self._waiting, self._before = [], None
                continue
            for clause, why in unclear:
                # Talk beside a share is no share: `I am a fair captain, so 6 for me`.
                if line.number not in self.meanings or not is_talk(clause.text, self.purse.room):
                    self.problems.append(why.problem(clause.line))
            for clause, _ in self._waiting:
                self.problems.append(_no_share().problem(clause.line))
            self._waiting, self._before = [], None

    def _read(self, clause: Clause) -> None:
        if match := _GARNET.fullmatch(clause.text):
            self.garnets = _garnets(self.purse, match[1] or match[2])
            self._note(clause, f"{self.garnets} garnet{'' if self.garnets == 1 else 's'} in the plan")
            return
        if _REMAINDER.fullmatch(clause.text):
            self.keeps_the_rest = True
            if self.purse.own in self.given:
                self.problems.append(_twice(clause, self.purse.own, self.given[self.purse.own], "what is left"))
            self._note(clause, f"{self.purse.own}: what is left")
            return
        if self._is_the_sum(clause):
            return
        before_vote = without_vote(clause.text)
        if not before_vote and self._is_a_name(clause):
            return
        share = _share(self.purse, Clause(clause.line, before_vote) if before_vote else clause)
        if before_vote and not any(problem.code == TOO_EARLY for problem in self.problems):
            self.problems.append(_too_early(clause))
        if share.names_first:
            for _, names in self._waiting:
                self._give(clause, _Share(names, share.amount))
            self._waiting = []
        self._give(clause, share)
        self._before = None if share.names_first else share

    def _is_the_sum(self, clause: Clause) -> bool:
        """`Total: 30 gold`, where nobody is called so."""
        word = clause.text.split()[0].upper().rstrip(":=")
        if not _SUM.fullmatch(clause.text) or any(name.startswith(word) for name in self.purse.room):
            return False
        self._note(clause, "what it adds up to")
        return True

    def _is_a_name(self, clause: Clause) -> bool:
        """A name alone: it gets what stands behind the next one of its line, or stood before it (`15 to Bob, Carl`)."""
        if _KEEP.fullmatch(clause.text) or _WHO_FIRST.fullmatch(clause.text) or _GOLD_FIRST.fullmatch(clause.text):
            return False
        try:
            names = who(clause.text, self.purse.own, self.purse.room)
        except Unclear:
            return False
        if self._before is not None and names:
            self._give(clause, _Share(names, self._before.amount))
        elif names:
            self._waiting.append((clause, names))
        return bool(names)

    def _give(self, clause: Clause, share: _Share) -> None:
        if not share.names:
            self.rest = share
        for name in share.names:
            if self.given.get(name, share.amount) != share.amount:
                self.problems.append(_twice(clause, name, self.given[name], share.amount))
            self.given[name] = share.amount
        self._note(clause, str(share))

    def _note(self, clause: Clause, meaning: str) -> None:
        self.meanings.setdefault(clause.line.number, []).append(meaning)


def read_plan(purse: Purse, lines: Sequence[SheetLine], filed: str = "", players: Sequence[str] = ()) -> PlanRead:
    """The plan that these lines make; a GARNET line alone changes the plan that is `filed`. `players`: all of them, for
    lines that name one of the other room.

    The whole plan counts or none of it: what could be read must hand out exactly what there is (ruling R1).
    """
    found = _Reader(purse)
    found.read(lines)
    plan, whole = _whole(purse, found, filed)
    if whole is None and found.keeps_the_rest and _is_part_unclear(found.problems, players or purse.room):
        # What that line was to give would go to the writer themselves.
        message = "I have not kept the plan: you keep what is left, and one of its lines is unclear."
        whole = Problem("pirates/rest-unsure", message)
    problems = [*found.problems, *([whole] if whole is not None else [])]
    kept = plan if whole is None else None
    part = PLAN if kept else ""
    texts = {line.number: line.text for line in lines}
    read = tuple(LineRead(number, texts[number], ", ".join(said), part) for number, said in found.meanings.items())
    return PlanRead(kept, read, tuple(problems))


def _is_part_unclear(problems: Sequence[Problem], players: Sequence[str]) -> bool:
    """Is there a line that was meant for the plan, and cannot be read?"""
    return any(not each.warning and is_match_attempt(each.text, players) for each in problems)


def _no_share() -> Unclear:
    return Unclear("pirates/no-share", "I cannot read that as a share", "Write a name and an amount: ANNA 3")


def _too_early(clause: Clause) -> Problem:
    message = "The vote comes when all plans are in. I have read the share alone, here and below."
    return Problem(TOO_EARLY, message, clause.line.number, text=clause.line.text, warning=True)


def _twice(clause: Clause, name: str, before: int, amount: int | str) -> Problem:
    message = f"{name} had {before} above; {amount} counts."
    return Problem("pirates/named-twice", message, clause.line.number, text=clause.line.text, warning=True)


def _garnets(purse: Purse, number: str) -> int:
    if len(number) > 6 or int(number) > purse.garnets:
        have = f"you have {purse.garnets}" if purse.garnets else "you have none"
        wanted = f"{number[:12]} garnet{'' if number == '1' else 's'}"
        raise Unclear("pirates/too-few-garnets", f"That takes {wanted}, and {have}")
    return int(number)


def _share(purse: Purse, clause: Clause) -> _Share:
    text = clause.text
    names_first = True
    if MOVING.fullmatch(text):
        raise Unclear("pirates/not-now", "You change rooms while the vote is on")
    if match := _KEEP.fullmatch(text):
        names, number = "SELF", match[1]
    elif (match := _WHO_FIRST.fullmatch(text)) and not bare(match[1]).replace("GIVE", ""):
        raise Unclear("pirates/nobody", "That names nobody", "Write a name and an amount: ANNA 3")
    elif match:
        names, number = match[1], match[2]
    elif match := _GOLD_FIRST.fullmatch(text):
        names, number, names_first = match[2], match[1], False
    else:
        raise _no_share()
    if number.startswith("-"):
        raise Unclear("pirates/negative", "A share cannot be negative", "0 is the least.")
    if len(number) > 6 or int(number) > _MOST:
        raise Unclear("pirates/too-much", "There is not that much gold in the world")
    if is_everyone(names, purse.room):
        return _Share((), int(number), everyone=True)
    return _Share(who(names, purse.own, purse.room), int(number), names_first=names_first)


def _whole(purse: Purse, found: _Reader, filed: str) -> tuple[Plan | None, Problem | None]:
    """The plan as far as the lines go, and what is wrong with it as a whole."""
    before = parse_plan(filed) if filed else None
    if found.keeps_the_rest and not found.given and found.rest is None:
        message = "You keep what is left, and nobody else is given anything."
        alone = len(purse.room) == 1
        hint = f"You are alone. Write {purse.own} and all of it." if alone else _OTHERS_GET
        return None, Problem("pirates/no-share", message, hint=hint)
    given, rest, garnets = found.given, found.rest, found.garnets
    each = rest.amount if rest else 0
    if not given and rest is None:
        if garnets is None:
            return None, None
        if before is None:
            message = "Garnets belong to a plan, and you have none on file."
            return None, Problem("pirates/garnets-alone", message, hint="Send the plan and the garnets in one mail.")
        plan = Plan(before.shares, garnets)
    else:
        own = each if rest is not None and rest.everyone else 0
        plan = Plan({name: given.get(name, each if name != purse.own else own) for name in purse.room}, garnets or 0)
        if found.keeps_the_rest:
            plan = _with_the_rest(purse, plan)
    handed_out = sum(plan.shares.values())
    needed = purse.package + GARNET_WORTH * plan.garnets
    if handed_out == needed:
        return plan, None
    worth = f" (the package holds {purse.package}, the garnets add {needed - purse.package})" if plan.garnets else ""
    over = handed_out - needed
    more = f"{-over} more must be given" if over < 0 else f"that is {over} too many"
    message = f"I have not kept the plan. It adds up to {handed_out}, and must add up to {needed}{worth}: {more}."
    left_out = rest is not None and rest.everyone and purse.own not in given and over == each
    hint = f"Everyone is you, too. THE OTHERS {each} leaves you out." if left_out else ""
    return plan, Problem("pirates/wrong-sum", message, hint=hint)


def _with_the_rest(purse: Purse, plan: Plan) -> Plan:
    """The proposer has what the others leave of it, and nothing where they are given too much."""
    others = sum(amount for name, amount in plan.shares.items() if name != purse.own)
    left = max(0, purse.package + GARNET_WORTH * plan.garnets - others)
    return Plan({**plan.shares, purse.own: left}, plan.garnets)
