"""What a letter changes of what its writer has on file, and what is told of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from judge.rules.machiavelli.adjustment import NOTHING, PAY, Salary
from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.canonical import DEALINGS, GIFTS, ORDERS, PAYMENTS
from judge.rules.machiavelli.position import Position
from judge.rules.machiavelli.state import ADJUSTMENT, Label
from judge.rules.notes import and_the_old
from judge.rules.problems import Problem
from judge.rules.values import Orders, Reading

_BAN = "EXCOMMUNICATE "
_NO_UNITS = (_BAN, "ALLOW ")


def none_counts(reading: Reading) -> Reading:
    """The same letter of a player who is out of the game: nothing of it goes on file, and each order is told so."""
    wrong = {each.line: each.text for each in reading.problems if not each.warning}
    texts = wrong | {each.line: each.text for each in reading.lines}
    message = "you are out of the game, so nothing that you order is carried out (4.3)"
    return Reading(
        problems=tuple(Problem("machiavelli/out", message, line, text=texts[line]) for line in sorted(texts))
    )


def filed_by(said: Mapping[str, Sequence[str]], more: Counter[str], filed: Orders) -> tuple[dict[str, str], list[str]]:
    """What goes on file of what a letter says, part by part, and what to tell of what was there. Gifts are added, never
    taken back (17.1); `more`: those that are said to come on top of the same on file. Permissions and excommunications
    alone leave what units were told to do.
    """
    parts: dict[str, str] = {}
    notes: list[str] = []
    for part, lines in said.items():
        before = filed.get(part, "")
        if part == GIFTS:
            if before and not lines:
                notes.append(f"You cannot take gifts back. On file stays: {'; '.join(before.splitlines())}.")
            parts |= {GIFTS: "\n".join(new)} if (new := _new_gifts(lines, more, before, notes)) else {}
            continue
        is_paid = part == PAYMENTS and any(text.startswith(f"{PAY} ") for text in lines if text != NOTHING)
        texts = [text for text in dict.fromkeys(lines) if text != NOTHING or not is_paid]
        parts[part] = "\n".join(texts)
        if part in (ORDERS, DEALINGS) and texts and all(text.startswith(_NO_UNITS) for text in texts):
            parts[part] = _beside(before, texts, notes)
        elif before and before != parts[part]:
            replaced = f"This replaces your earlier {part} ({_count(before)}) by {_count(parts[part])}."
            notes.append(and_the_old(replaced, before, parts[part]))
    kept = [part for part, text in filed.items() if text and part not in parts and part != GIFTS]
    if parts and kept:
        other = [part for part in kept if part != PAYMENTS]  # `Payments: none` pays nobody
        way = "Another list, such as `Pay all`, replaces them."
        way = f"`{other[0].title()}: none` takes them back." if other else way
        notes.append(f"Your earlier {' and '.join(kept)} stand. {way}")
    return parts, notes


def left_by(emptied: Mapping[str, Sequence[frozenset[str]]], filed: Orders) -> dict[str, list[str]]:
    """Part -> what is left of it on file where lines that begin with these words are taken back; with none, nothing is.
    Parts that stay as they are are left out.
    """
    left: dict[str, list[str]] = {}
    for part, verbs in emptied.items():
        lines = filed.get(part, "").splitlines()
        kept = [line for line in lines if all(verbs) and line.split()[0] not in frozenset().union(*verbs)]
        if len(kept) < len(lines) or not all(verbs):
            left[part] = kept
    return left


def _beside(before: str, texts: Sequence[str], notes: list[str]) -> str:
    """Beside what is on file; a letter excommunicates one country, the last that its writer named."""
    bans = [text for text in texts if text.startswith(_BAN)]
    there = [line for line in before.splitlines() if line not in texts]
    gone = [line for line in there if bans and line.startswith(_BAN)]
    if gone:
        notes.append(f"This replaces {gone[0]} by {bans[-1]}: one excommunication in each phase.")
    return "\n".join((*(line for line in there if line not in gone), *texts))


def _count(text: str) -> str:
    lines = len(text.splitlines())
    return f"{lines} line" if lines == 1 else f"{lines} lines"


def _new_gifts(texts: Sequence[str], more: Counter[str], filed: str, notes: list[str]) -> list[str]:
    """A gift that is on file already is the same gift when a corrected letter repeats it."""
    new: list[str] = []
    again: list[str] = []
    for text, number in Counter(texts).items():
        repeated = min(number - more[text], filed.splitlines().count(text))
        again += [text] * repeated
        new += [text] * (number - repeated)
    if again:
        _, amount, country = again[0].split()
        which = "one" if len(again) > 1 else "it"
        way = f"To give {which} again, write `{amount} more to {BOARD.countries[country].name}`."
        notes.append(f"Already on file, and counted once: {'; '.join(again)}. {way}")
    if new:
        notes.append("You cannot take gifts back.")
    return new


def about(position: Position, label: Label, role: str, parts: Orders) -> list[str]:
    """What the writer must be told of their list of payments (ruling 10.2)."""
    if label.kind != ADJUSTMENT or not parts.get(PAYMENTS):
        return []
    paid = set(parts[PAYMENTS].splitlines())
    left = [str(unit) for unit in position.units_of(role) if str(Salary(PAY, unit.kind, unit.area)) not in paid]
    return [f"These units are not in your list, so they are disbanded: {', '.join(left)}."] if left else []
