"""What the lines of a letter say together: two orders or bribes for one unit, two excommunications, too many units; and
what they change of what is on file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from judge.rules.machiavelli.adjustment import FIRST_SPRING, NOTHING, PAY, RAISE, Salary, Trade
from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.canonical import DEALINGS, EXPENDITURES, GIFTS, ORDERS, PAYMENTS
from judge.rules.machiavelli.expenses import BRIBE_PRICES, BUY, OPERATE, Expense, contradict
from judge.rules.machiavelli.orders import (
    ADVANCE,
    SUPPORT,
    Excommunication,
    Order,
    forbidden,
    friends_in_the_way,
    impossible,
)
from judge.rules.machiavelli.position import Position
from judge.rules.machiavelli.reading.units import Gathered
from judge.rules.machiavelli.state import ADJUSTMENT, FIRST_YEAR, Label, read_label
from judge.rules.notes import and_the_old
from judge.rules.problems import Problem, refusal
from judge.rules.values import Orders, Reading

_BAN = "EXCOMMUNICATE "
_NO_UNITS = (_BAN, "ALLOW ")


def check(position: Position, label: Label, role: str, bribed: dict[str, str], found: Gathered) -> None:
    """Warn of what is odd between the lines, and refuse what cannot stand beside another. `bribed`: as in a Context."""
    _check_supports(position, role, found)
    _check_orders(position, role, bribed, found)
    _check_expenses(found)
    _check_excommunications(position, role, found)
    _check_new_units(label, found)


def _check_supports(position: Position, role: str, found: Gathered) -> None:
    """A support goes to an area, and not with a unit (9.5): `Urbino supports Perugia`, where Perugia advances."""
    orders = [(each.value, each.line) for each in found.of(ORDERS) if isinstance(each.value, Order)]
    going = {order.area: order for order, _ in orders if order.verb == ADVANCE}
    for order, line in orders:
        goes = going.get(order.target) if order.verb == SUPPORT and order.player in ("", role) else None
        if goes is not None:
            better = order._replace(target=goes.target)
            how = "" if impossible(position, better) else f" To help it where it goes, write {better}."
            found.warn(
                "support-behind", f"{goes.unit_text} leaves {order.target}, and this support stays there.{how}", line
            )


def _check_orders(position: Position, role: str, bribed: dict[str, str], found: Gathered) -> None:
    """Orders for units of others, two for one unit, those that the board makes a Hold, and own units in each other's
    way (13.4).
    """
    listed = [(each.value, each.line) for each in found.of(ORDERS) if isinstance(each.value, Order)]
    mine = {order.place: order for order, _ in listed if _owner(position, order) == role}
    bought = {unit.place for unit in position.units.values() if bribed.get(str(unit)) == BUY}
    in_the_way = {
        place: why for place, why in friends_in_the_way(position, mine).items() if mine[place].target not in bought
    }
    first: dict[str, Order] = {}
    for order, line in listed:
        unit, why = order.unit_text, ""
        if first.setdefault(unit, order) != order:
            found.warn("ordered-twice", f"{unit} has two orders, so it holds.", line)
        if _owner(position, order) == role:
            why = forbidden(position, position.units[order.place], order)
        elif unit not in bribed:
            found.warn("not-yours", f"{unit} is not yours, and you do not bribe it, so it will not obey.", line)
        elif order.verb == ADVANCE and bribed[unit] == OPERATE:
            cannot = f"{unit} will hold: what you only operate cannot leave its area. It obeys any other order."
            found.warn("holds-instead", cannot, line)
        if order.place in in_the_way:
            found.warn("friends", f"As the board stands {unit} holds: {in_the_way[order.place]} (13.4).", line)
        elif why:
            found.warn("holds-instead", f"As the board stands {unit} holds: {why}.", line)


def _owner(position: Position, order: Order) -> str:
    """Return whose the unit of an order is; empty if there is none."""
    unit = position.units.get(order.place)
    return unit.owner if unit is not None and str(unit) == order.unit_text else ""


def _check_expenses(found: Gathered) -> None:
    """Two bribes of one player for one unit contradict each other, or only the larger one can work (3.9). So it is with
    two attempts on one life, two bodyguards and two counter-bribes (10, 12).
    """
    seen: dict[tuple[str, str], Expense] = {}
    for entry in found.of(EXPENDITURES):
        each: Expense = entry.value
        first = seen.setdefault((BUY if each.verb in BRIBE_PRICES else each.verb, each.target), each)
        if contradict(first, each):
            why = f"This contradicts your {first}. Only the first of the two that you can pay for is carried out."
            found.warn("contradicts", why, entry.line)
        elif first != each:
            found.warn("paid-twice", f"You pay for this and for your {first}; only the larger counts.", entry.line)


def _check_excommunications(position: Position, role: str, found: Gathered) -> None:
    """The Pope directs one order in a phase, and no ducats pass to or from the excommunicated (chapter 15)."""
    banned = [each for each in found.of(ORDERS, DEALINGS) if isinstance(each.value, Excommunication)]
    for entry in banned:
        if entry.value != banned[0].value:
            why = f"one excommunication in each phase; {banned[0].value} comes first"
            found.refuse(entry, refusal("two-bans", why))
    for entry in found.of(GIFTS, DEALINGS):
        to = entry.value.partner if isinstance(entry.value, Trade) else getattr(entry.value, "to", "")
        for court in (role, to) if to else ():
            if until := position.banned.get(court):
                end = read_label(until).title
                why = f"{court.title()} is excommunicated until the end of the {end}: it can neither give nor receive."
                found.warn("excommunicated", why, entry.line)


def _check_new_units(label: Label, found: Gathered) -> None:
    """One new unit in each province (7.2), three in the first Spring (ruling 10.3)."""
    raised: dict[str, Salary] = {}
    for entry in found.of(PAYMENTS):
        unit = entry.value
        if not isinstance(unit, Salary) or unit.verb != RAISE:
            continue
        first = raised.get(unit.area)
        if first is None and (label.year > FIRST_YEAR or len(raised) < FIRST_SPRING):
            raised[unit.area] = unit
        elif first != unit:
            listed = ", ".join(f"{each.kind} {each.area}" for each in raised.values())
            why = f"three new units are all in the first Spring; {listed} come first"
            why = f"only one new unit in each province; {first} comes first" if first else why
            found.refuse(entry, refusal("two-raised", why))


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
