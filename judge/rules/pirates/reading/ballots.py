"""Reading a ballot as people write it (ruling R3)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.reading.sheet import SheetLine
from judge.rules.pirates.canonical import BALLOT, MOVE, MOVES, NO, STAYS, YES
from judge.rules.pirates.reading.clauses import (
    MOVING,
    Clause,
    Unclear,
    bare,
    clauses,
    hanging,
    hangs,
    is_everyone,
    who,
    without_amount,
)
from judge.rules.problems import Problem
from judge.rules.values import (
    LineRead,
)

INCOMPLETE, UNBALANCED = "pirates/incomplete-ballot", "pirates/unbalanced-ballot"
REFUSED_BALLOTS = (INCOMPLETE, UNBALANCED)
"""The codes of what keeps a ballot from being valid."""
_VERDICTS = {YES: YES, "Y": YES, "AYE": YES, "FOR": YES, NO: NO, "N": NO, "NAY": NO, "AGAINST": NO}
_WORD = "|".join(sorted(_VERDICTS, key=len, reverse=True))
# The short forms stand behind a name only: `N yes` speaks of Nora.
_FIRST = re.compile(
    r"(?:(?:I\s+)?VOTE\s*:?\s+)?(YES|NO|AYE|NAY|FOR|AGAINST)\b\s*[:=]?\s*(?:TO\s+|ON\s+|FOR\s+)?(.*)", re.IGNORECASE
)
_LAST = re.compile(rf"(?:(?:I\s+)?VOTE\s*:?\s+)?(.+?)\s*[:=–—-]?\s*\b({_WORD})", re.IGNORECASE)
_SALUTATION = re.compile(r"(?:For|for)\s+[^:=]+")
_SHARE = re.compile(r".*\d(?:\s*gold)?", re.IGNORECASE)
_PACKAGE = re.compile(r"(?:the\s+|my\s+)?package\s*[:=]?\s*\d{1,4}(?:\s*gold)?\.?", re.IGNORECASE)
"""The head of the ballot that is the example of the rules: `Package: 30 gold`."""


@dataclass(frozen=True, slots=True)
class Booth:
    """What a voter may do: `room` are those whose plans they vote on; `no_move` is why they cannot move (or empty);
    `number`: which of the two rooms it is, if that is known.
    """

    own: str
    room: tuple[str, ...]
    no_move: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class BallotRead:
    """`ballot` is None where the lines hold none that counts; `move` is MOVE, STAY or empty."""

    ballot: Mapping[str, str] | None
    move: str
    lines: tuple[LineRead, ...]
    problems: tuple[Problem, ...]


def fault(ballot: Mapping[str, str], room: Sequence[str]) -> Problem | None:
    """What keeps a ballot from being valid: the count, and what would balance it."""
    yes = sum(verdict == YES for verdict in ballot.values())
    no = len(ballot) - yes
    count = f"{yes} yes, {no} no"
    half = len(room) // 2
    wanted = f"{half} yes and {half} no" if len(room) % 2 == 0 else f"{half} of one and {half + 1} of the other"
    left = [name for name in room if name not in ballot]
    if left:
        message = f"I have not kept the ballot: {count}, and nothing on {', '.join(left)}."
        hint = f"You vote on all {len(room)} plans: {wanted}."
        return Problem(INCOMPLETE, message, hint=hint)
    most = len(room) - half
    over, kind, other = (yes - most, "yes", "no") if yes > no else (no - most, "no", "yes")
    if over <= 0:
        return None
    message = f"I have not kept the ballot: {count}. It needs {wanted}."
    hint = f"Turn {over} {kind} into {other} to balance it."
    return Problem(UNBALANCED, message, hint=hint)


def read_ballot(booth: Booth, lines: Sequence[SheetLine]) -> BallotRead:
    """Votes, MOVE and STAY. The ballot counts whole or not at all."""
    votes: dict[str, str] = {}
    rest: list[str] = []
    move = ""
    meanings: dict[int, list[str]] = {}
    moving: set[int] = set()
    problems: list[Problem] = []
    carried = ""
    carried_line = 0
    voted = False
    parts = clauses(lines, booth.own, booth.room)
    by_line: dict[SheetLine, list[Clause]] = {}
    for part in parts:
        by_line.setdefault(part.line, []).append(part)
    conditional = _conditional(booth, by_line)
    heads = _names_before_a_vote(booth, by_line)
    unread: set[str] = set()
    problems += map(hanging, conditional)
    for clause in parts:
        number = clause.line.number
        if clause.line in conditional:
            continue
        if carried_line != number:
            carried, carried_line = "", number
        try:
            if beside := _beside_votes(booth, clause.text):
                said = beside[1]
                move = beside[0] or move
                moving |= {number} if beside[0] else set()
                meanings.setdefault(number, []).append(said)
                continue
            _refuse_salutation(clause.text)
            verdict, text = heads.get(clause) or _verdict(clause.text, carried)
            voted = True
            if _FIRST.fullmatch(clause.text):
                carried = verdict
            text = without_amount(text)
            names = () if is_everyone(text, booth.room) else who(text, booth.own, booth.room)
            if not names:
                rest.append(verdict)
            problems += _cast(votes, names, verdict, clause)
            meanings.setdefault(number, []).append(f"{' and '.join(names) or 'all not named'}: {verdict}")
        except Unclear as unclear:
            problems.append(unclear.problem(clause.line))
            unread |= _whom_perhaps(clause, unclear, by_line[clause.line], booth.room)

    if rest:  # who stands in a vote that was not read is not among all those who are not named
        votes = {name: votes.get(name, rest[-1]) for name in booth.room if name in votes or name not in unread}
    wrong = fault(votes, booth.room) if voted else None
    if wrong is not None:
        problems.append(wrong)
    good = voted and wrong is None
    ballot = {name: votes[name] for name in booth.room} if good else None
    texts = {line.number: line.text for line in lines}
    read = tuple(
        LineRead(number, texts[number], "; ".join(said), MOVE if number in moving else BALLOT if good else "")
        for number, said in meanings.items()
    )
    return BallotRead(ballot, move, read, tuple(problems))


def _cast(votes: dict[str, str], names: Sequence[str], verdict: str, clause: Clause) -> list[Problem]:
    """Puts a verdict on these players' plans into `votes`; the later of two counts, and that is told."""
    changed = [name for name in names if votes.get(name, verdict) != verdict]
    told = [f"{name} had {votes[name]} above; {verdict} counts." for name in changed]
    votes.update(dict.fromkeys(names, verdict))
    return [Problem("pirates/voted-twice", said, clause.line.number, "", clause.line.text, True) for said in told]


def _names_before_a_vote(booth: Booth, by_line: Mapping[SheetLine, Sequence[Clause]]) -> dict[Clause, tuple[str, str]]:
    """The clauses that only name players, at the head of a line: its first vote is theirs, as in `Bob, Eve, Fay no`."""
    found: dict[Clause, tuple[str, str]] = {}
    for said in by_line.values():
        number = next((place for place, part in enumerate(said) if _has_verdict(part.text)), 0)
        if not number or _FIRST.fullmatch(said[number].text):
            continue
        verdict, _ = _verdict(said[number].text, "")
        if all(_names_only(booth, part.text) for part in said[:number]):
            found |= {part: (verdict, part.text) for part in said[:number]}
    return found


def _has_verdict(text: str) -> bool:
    return bool((match := _FIRST.fullmatch(text)) and match[2].strip()) or bool(_LAST.fullmatch(text))


def _names_only(booth: Booth, text: str) -> bool:
    try:
        return not is_everyone(text, booth.room) and bool(who(text, booth.own, booth.room))
    except Unclear:
        return False


def _whom_perhaps(clause: Clause, unclear: Unclear, said: Sequence[Clause], room: Sequence[str]) -> set[str]:
    """The players on whom a clause may vote that was not read: `Bbo no`, or `Bob` on a line with other votes. A name
    alone on its line is a signature. `said`: the clauses of the line.
    """
    if _has_verdict(clause.text):
        return set(unclear.perhaps)
    beside = any(_has_verdict(part.text) for part in said)
    return {word for word in bare(clause.text).split() if word in room} if beside else set()


def _conditional(booth: Booth, by_line: Mapping[SheetLine, Sequence[Clause]]) -> list[SheetLine]:
    """The lines with a clause that cannot be read, and on which the others of the line may hang."""
    long = {line: said for line, said in by_line.items() if len(said) > 1}
    return [line for line, said in long.items() if any(_may_hang(booth, each.text) for each in said)]


def _may_hang(booth: Booth, text: str) -> bool:
    if not hangs(text, booth.room):
        return False
    try:
        _, names = _verdict(text, "")
        who(without_amount(names), booth.own, booth.room)
    except Unclear:
        return True
    return False


def _beside_votes(booth: Booth, text: str) -> tuple[str, str] | None:
    """MOVE or STAY, or nothing, and what is said of it; None of what may be a vote."""
    if found := MOVING.fullmatch(text):
        move = _moving(booth, found)
        return move, "you move to the other room" if move == MOVES else "you stay in your room"
    if _PACKAGE.fullmatch(text) and "PACKAGE" not in booth.room:
        return "", "what the package holds: it means nothing here"
    return None


def _moving(booth: Booth, found: re.Match[str]) -> str:
    leaves = found[1] is not None
    if leaves and str(booth.number) in found[1].split():
        raise Unclear("pirates/same-room", f"You are in room {booth.number}", "MOVE leaves it, and STAY does not.")
    if not leaves:
        return STAYS
    if booth.no_move:
        raise Unclear("pirates/no-move", booth.no_move)
    return MOVES


def _refuse_salutation(text: str) -> None:
    """`For Anna` may head a letter; a vote is written `FOR: Anna`, `vote for Anna` or `Anna for`."""
    if _SALUTATION.fullmatch(text):
        raise Unclear("pirates/no-vote", "I cannot tell whether that is a vote", "Write a name and yes or no: ANNA yes")


def _verdict(text: str, carried: str) -> tuple[str, str]:
    """The verdict, and the words that say on whom."""
    if match := _FIRST.fullmatch(text):
        if not match[2].strip():
            raise Unclear("pirates/nobody", "That names nobody", "Write whose plan you mean: ANNA yes")
        return _VERDICTS[match[1].upper()], match[2]
    if match := _LAST.fullmatch(text):
        return _VERDICTS[match[2].upper()], match[1]
    if carried:
        return carried, text
    if _SHARE.fullmatch(text):
        raise Unclear(
            "pirates/not-now", "That reads like a plan, and it is too late for plans", "Vote on them: ANNA yes"
        )
    raise Unclear("pirates/no-vote", "I cannot read that as a vote", "Write a name and yes or no: ANNA yes")
