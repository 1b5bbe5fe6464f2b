"""The list of payments of one letter (7.2, 7.3): what it may hold, and what stands for a list that was not written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge.rules.machiavelli.labels import FIRST_YEAR, Label
from judge.rules.machiavelli.position import Position
from judge.rules.machiavelli.springtime import FIRST_SPRING, NOTHING, PAY, RAISE, default_payments

Entry = tuple[str, int]
"""A canonical text and the number of its line."""

NO_LIST = (
    "You name no unit to pay, so the judge pays your old units first, as without a list (7.3). "
    "To disband one, list those that you pay, or write `Pay nothing`."
)


def legal(label: Label, entries: Iterable[Entry]) -> tuple[list[Entry], list[tuple[Entry, str]]]:
    """The entries that can stand together, in order; and those that cannot, with the reason (7.2, ruling 10.3)."""
    raised: dict[str, str] = {}
    kept: list[Entry] = []
    refused: list[tuple[Entry, str]] = []
    for text, number in entries:
        verb, _, *area = text.split()
        if verb == RAISE and raised.get(area[0], text) != text:
            refused.append(((text, number), f"only one new unit in each province; {raised[area[0]]} comes first"))
        elif verb == RAISE and area[0] not in raised and label.year == FIRST_YEAR and len(raised) == FIRST_SPRING:
            first = ", ".join(each.removeprefix(f"{RAISE} ") for each in raised.values())
            refused.append(((text, number), f"three new units are all in the first Spring; {first} come first"))
        else:
            if verb == RAISE:
                raised[area[0]] = text
            kept.append((text, number))
    return kept, refused


def whole_list(position: Position, role: str, said: Sequence[str], filed: str) -> tuple[list[str], str]:
    """The list that goes on file, and a note about it. Whoever names no unit to pay, and does not say that none is, has
    sent no payment orders (7.3, ruling 10.2): the units that are on file to be paid, or else all, stay before the new
    ones.
    """
    if not said or any(text == NOTHING or text.startswith(f"{PAY} ") for text in said):
        return list(said), ""
    before = [text for text in filed.splitlines() if text.startswith(f"{PAY} ")]
    if before:
        return [*before, *said], ""
    old = [str(each) for each in default_payments(position, role)]
    return ([*old, *said], NO_LIST) if old else (list(said), "")
