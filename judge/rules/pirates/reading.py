"""A player's sheet, in whatever phase: what it puts on file, and what is wrong with it."""

from __future__ import annotations

import re

from judge.rules.pirates.ballots import (
    BALLOT,
    MOVE,
    REFUSED_BALLOTS,
    YES,
    Booth,
    ballot_on_file,
    ballot_text,
    even_ballot,
    read_ballot,
)
from judge.rules.pirates.clauses import Unclear, clauses, who
from judge.rules.pirates.match import GIFT
from judge.rules.pirates.plans import PART, Purse, even_plan, plan_on_file, plan_text, read_plan
from judge.rules.pirates.state import CLOSING, DISTRIBUTION, VOTING
from judge.rules.pirates.view import PirateView
from judge.rules.problems import Problem
from judge.rules.values import LineRead, Orders, Reading, Sheet
from judge.rules.words.lines import and_the_old

_TOKEN = re.compile(r"(?:I\s+)?(?:GIVE\s+)?(?:MY\s+|THE\s+|A\s+)?TOKEN(?:\s+TO)?\s+(.+)", re.IGNORECASE)
_TOKEN_LAST = re.compile(r"(?:I\s+)?GIVE\s+(.+?)\s+(?:MY|THE|A)\s+TOKEN", re.IGNORECASE)


def read_sheet(view: PirateView, sheet: Sheet) -> Reading:
    """What the lines mean in the phase at hand."""
    if not view.player:
        return _nothing_for(sheet, "You are not one of the players.")
    if view.stage == DISTRIBUTION:
        return _plan(view, sheet)
    if view.stage == VOTING:
        return _ballot(view, sheet)
    if view.stage == CLOSING:
        return _gift(view, sheet)
    return _nothing_for(sheet, "The match is over.")


def _nothing_for(sheet: Sheet, message: str) -> Reading:
    problems = tuple(
        Problem("pirates/not-now", message, each.line.number, text=each.line.text) for each in clauses(sheet.lines)
    )
    return Reading(problems=problems)


def purse(view: PirateView) -> Purse:
    return Purse(view.player, view.room, view.package, view.garnets)


def _plan(view: PirateView, sheet: Sheet) -> Reading:
    before = sheet.filed.get(PART, "")
    read = read_plan(purse(view), sheet.lines, before, view.players)
    if read.plan is None:
        return Reading(
            written=bool(before), lines=read.lines, problems=read.problems, notes=_stands(read.problems, before, "plan")
        )
    text = plan_text(read.plan)
    said = "This plan replaces your earlier one."
    notes = (and_the_old(said, before, text),) if before and before != text else ()
    return Reading({PART: text}, (), True, read.lines, read.problems, notes)


def _ballot(view: PirateView, sheet: Sheet) -> Reading:
    before = sheet.filed.get(BALLOT, "")
    read = read_ballot(Booth(view.player, view.room, view.no_move, view.room_number), sheet.lines)
    parts: dict[str, str] = {}
    notes: tuple[str, ...] = ()
    if read.move:
        parts[MOVE] = read.move
        if (said := sheet.filed.get(MOVE, read.move)) != read.move:
            notes = (f"This replaces your earlier {said}.",)
    if read.ballot is not None:
        parts[BALLOT] = ballot_text(read.ballot)
        if before and before != parts[BALLOT]:
            notes = (
                *notes,
                and_the_old("This ballot replaces your earlier one.", before, parts[BALLOT]),
            )
    elif any(each.code in REFUSED_BALLOTS for each in read.problems):
        notes = _stands(read.problems, before, "ballot")
    return Reading(parts, (), bool(parts.get(BALLOT) or before), read.lines, read.problems, notes)


def _stands(problems: tuple[Problem, ...], before: str, what: str) -> tuple[str, ...]:
    if not problems or not before:
        return ()
    return (f"Your earlier {what} stands.",)


def _gift(view: PirateView, sheet: Sheet) -> Reading:
    before = sheet.filed.get(GIFT, "")
    to = ""
    lines: list[LineRead] = []
    problems: list[Problem] = []
    for clause in clauses(sheet.lines):
        try:
            name = _receiver(view, clause.text)
        except Unclear as fault:
            problems.append(fault.problem(clause.line))
            continue
        to = name
        lines.append(LineRead(clause.line.number, clause.line.text, f"the token goes to {name}", GIFT))
    parts = {GIFT: to} if to else {}
    notes = (f"Before, the token was to go to {before}.",) if to and before not in ("", to) else ()
    return Reading(parts, (), bool(to or before), tuple(lines), tuple(problems), notes)


def _receiver(view: PirateView, text: str) -> str:
    if not view.gives_token:
        raise Unclear("pirates/no-token", "You have no token to give away")
    match = _TOKEN.fullmatch(text) or _TOKEN_LAST.fullmatch(text)
    if match is None:
        raise Unclear("pirates/no-gift", "I cannot read that", "Write: GIVE TOKEN and a name")
    names = who(match[1], view.player, view.players, where="in this match")
    if len(names) != 1:
        raise Unclear("pirates/one-only", "There is one token to give, to one player")
    if names[0] == view.player:
        raise Unclear("pirates/own-token", "The token is for another player")
    return names[0]


def show(orders: Orders) -> str:
    """The orders on file as text that reads back to the same."""
    texts = [orders.get(part, "") for part in (PART, BALLOT, MOVE)]
    if orders.get(GIFT):
        texts.append(f"GIVE TOKEN {orders[GIFT]}")
    return "\n".join(text for text in texts if text)


def estimate(view: PirateView, orders: Orders) -> tuple[str, ...]:
    """What the orders on file come to."""
    remarks = []
    if orders.get(PART):
        plan = plan_on_file(orders[PART])
        others = len(view.room) - 1
        whole = sum(plan.shares.values())
        lost = f"each of the others gets {whole // others}" if others else "all of it is destroyed"
        kept = plan.shares.get(view.player, 0)
        remarks.append(f"If your plan passes, you keep {kept} of {whole} gold. If it fails, {lost}.")
    if orders.get(BALLOT):
        verdicts = list(ballot_on_file(orders[BALLOT]).values())
        yes = verdicts.count(YES)
        remarks.append(f"{yes} yes, {len(verdicts) - yes} no.")
    elif orders.get(MOVE) and view.stage == VOTING:
        remarks.append("You have not voted yet. Without a ballot of yours the lot votes for you.")
    return tuple(remarks)


def _ballot_form(view: PirateView) -> str:
    """Yes to the own plan and to those that give most: whoever sends it back as it is has made no mistake."""
    gives = {share["from"]: share["amount"] for share in view.shares}
    order = sorted(view.room, key=lambda name: (name != view.player, -gives[name], name))
    ballot = even_ballot(order)
    yes = list(ballot.values()).count(YES)
    width = max(map(len, view.room)) + 5
    lines = [f"{f'{name}: {verdict}':<{width}}  // gives you {gives[name]}" for name, verdict in ballot.items()]
    lines[0] += f"; in all {yes} yes and {len(ballot) - yes} no"
    begun = "// To start with: yes to yourself and to what gives you most."
    return "\n".join(("// As many yes as no, or one more or less.", begun, *lines))


def _gift_form(view: PirateView, chosen: str) -> str:
    """Whom the token could go to, and to whom it goes as it stands."""
    said = "// Take the // off one line. With NO ORDERS alone the token is lost."
    if chosen:
        said = "// To choose anew, change the name. With CLEAR and, on the next line, NO ORDERS the token is lost."
    names = [name for name in view.players if name not in (view.player, chosen)]
    own = [f"GIVE TOKEN {chosen}"] if chosen else []
    return "\n".join((said, *own, *(f"// GIVE TOKEN {name}" for name in names)))


def form(view: PirateView, filed: Orders) -> str:
    """A sheet that would be valid as it stands, and gives nothing away unseen."""
    if not view.player:
        return ""
    if view.stage == DISTRIBUTION:
        over = ", and you what is over" if view.package % len(view.room) else ""
        even = (f"// To start with, everybody gets the same{over}.",) if len(view.room) > 1 else ()
        change = f"// Change the numbers: they must add up to {view.package}."
        return "\n".join((*even, change, plan_text(even_plan(purse(view)))))
    if view.stage == VOTING:
        return _ballot_form(view)
    if view.gives_token:
        return _gift_form(view, filed.get(GIFT, ""))
    return ""
