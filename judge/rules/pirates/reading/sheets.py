"""A player's sheet, in whatever phase: what it puts on file, and what is wrong with it."""

from __future__ import annotations

import re

from judge.rules.pirates.canonical import BALLOT, GIFT, MOVE, PLAN, print_ballot, print_plan
from judge.rules.pirates.forms import purse
from judge.rules.pirates.reading.ballots import REFUSED_BALLOTS, Booth, read_ballot
from judge.rules.pirates.reading.clauses import Unclear, clauses, who
from judge.rules.pirates.reading.plans import read_plan
from judge.rules.pirates.state import CLOSING, DISTRIBUTION, VOTING
from judge.rules.pirates.view import PirateView
from judge.rules.problems import Problem
from judge.rules.values import LineRead, Reading, Sheet
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


def _plan(view: PirateView, sheet: Sheet) -> Reading:
    before = sheet.filed.get(PLAN, "")
    read = read_plan(purse(view), sheet.lines, before, view.players)
    if read.plan is None:
        return Reading(
            written=bool(before), lines=read.lines, problems=read.problems, notes=_stands(read.problems, before, "plan")
        )
    text = print_plan(read.plan)
    said = "This plan replaces your earlier one."
    notes = (and_the_old(said, before, text),) if before and before != text else ()
    return Reading({PLAN: text}, (), True, read.lines, read.problems, notes)


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
        parts[BALLOT] = print_ballot(read.ballot)
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
