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
    taken back (17.1); `more`: those that are said to come on top of the same on file.
    """
    parts: dict[str, str] = {}
    notes: list[str] = []
    for part, lines in said.items():
        texts = lines
        if part == GIFTS:
            given = filed.get(GIFTS, "")
            if given and not texts:
                notes.append(f"You cannot take gifts back. On file stays: {'; '.join(given.splitlines())}.")
            texts = _new_gifts(texts, more, given, notes)
            if not texts:
                continue
        else:
            paid = part == PAYMENTS and any(text.startswith(f"{PAY} ") for text in texts if text != NOTHING)
            texts = [text for text in dict.fromkeys(texts) if text != NOTHING or not paid]
        text = "\n".join(texts)
        before = filed.get(part, "")
        if part in (ORDERS, DEALINGS) and _names_no_unit(texts):
            text = _beside(before, texts, notes)
        elif part != GIFTS and before and before != text:
            replaced = f"This replaces your earlier {part} ({_count(before)}) by {_count(text)}."
            notes.append(and_the_old(replaced, before, text))
        parts[part] = text
    kept = [part for part, text in filed.items() if text and part not in parts and part != GIFTS]
    if parts and kept:
        other = [part for part in kept if part != PAYMENTS]  # `Payments: none` pays nobody
        way = (
            f"`{other[0].title()}: none` takes them back."
            if other
            else "Another list, such as `Pay all`, replaces them."
        )
        notes.append(f"Your earlier {' and '.join(kept)} stand. {way}")
    return parts, notes


def left_by(emptied: Mapping[str, Sequence[frozenset[str]]], filed: Orders) -> dict[str, list[str]]:
    """Part -> what is left of it on file where lines that begin with these words are taken back; with none, nothing is.
    Parts that stay as they are are left out.
    """
    left: dict[str, list[str]] = {}
    for part, verbs in emptied.items():
        lines = filed.get(part, "").splitlines()
        gone = frozenset().union(*verbs) if all(verbs) else frozenset(line.split()[0] for line in lines)
        kept = [line for line in lines if line.split()[0] not in gone]
        if len(kept) < len(lines) or not all(verbs):
            left[part] = kept
    return left


def _names_no_unit(texts: Sequence[str]) -> bool:
    """Nothing but permissions and an excommunication, which leave alone what units were told to do."""
    return bool(texts) and all(text.startswith(_NO_UNITS) for text in texts)


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
    there = Counter(filed.splitlines())
    new: list[str] = []
    again: list[str] = []
    explicit = Counter(more)
    for text in texts:
        if explicit[text] > 0:
            explicit[text] -= 1
            new.append(text)
        elif there[text] > 0:
            there[text] -= 1
            again.append(text)
        else:
            new.append(text)
    if again:
        _, amount, country = again[0].split()
        more_of_it = f"`{amount} more to {BOARD.countries[country].name}`"
        which = "one" if len(again) > 1 else "it"
        notes.append(
            f"Already on file, and counted once: {'; '.join(again)}. To give {which} again, write {more_of_it}."
        )
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
