"""A mail's lines as a turn sheet: statements of the grammar put into slots, and the messages between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from judge.reading.faults import fault_of, in_brackets
from judge.reading.grammar import Grammar, Node
from judge.reading.lexer import Edge, Lexicon, Token, tokens_of, without_comment
from judge.reading.lexicon import lexicon
from judge.reading.nearness import nearly
from judge.reading.sheet import Line, Reader, SheetLine, Statement, Verdict
from judge.rules.empires.canonical import MESSAGES, SLOTS, print_messages, print_slots, without_blank_boxes
from judge.rules.empires.slots import BLANK, LAST_SLOT, USAGE, Slot, certain_failure, idle_boxes, usage
from judge.rules.empires.worldmap import WorldMap, load_map
from judge.rules.notes import and_the_old
from judge.rules.problems import Problem, Refused, refusal
from judge.rules.prose import listed
from judge.rules.values import LineRead, Reading, Sheet

AN_ORDER = "An order is an action and its areas, behind the number of its slot: 1 MOVE FROM TO 2"
MOST_MESSAGES = 20
LONGEST_MESSAGE = 1000
_SHEET = 0
"""The line of a problem of the whole sheet: no line of it is done."""
_LONG = 60
"""Letters of a line that a mail program may have broken, so that a message goes on below it."""
_HEAD = 60
"""Letters of a line in which a message names its reader."""
_COUNTED = {
    **dict.fromkeys(("MOVE", "ATTACK", "LEVY", "ARMY", "RESERVE", "RETREAT", "DEFEND"), ("armies",)),
    **dict.fromkeys(("FORTIFY", "RAZE"), ("forts",)),
    **dict.fromkeys(("BUILD", "SEAMOVE", "CLOSE"), ("ships",)),
    "CONVOY": ("ships", "armies"),
    "ORDER": ("BPs",),
}
"""Action -> what its number counts."""
_WITH_ALL_BUT = ("MOVE", "ATTACK", "SEAMOVE", "CONVOY")
"""The actions whose numbers may be all-but, so that one dash alone, before the number, may be a minus (6.3)."""


class SheetNames:
    """The areas and countries of a map. PLACE; SURE, where it is written with a capital; NATION; TURN_CODE, as in `T4`;
    ALL_BUT, as in `AB-2` and `-2`; NEAR_ACTION, nearly the name of an action; WORD, any word; FIRST, the first word, or
    a number before it.
    """

    def __init__(self, world: WorldMap, countries: Sequence[str]) -> None:
        names = {name: code for code, place in world.places.items() for name in (code, place.name)}
        self._places = world.places
        self._areas = {name.upper(): f"{code} ({world.places[code].name})" for name, code in names.items()}
        entries = [("PLACE", code, name) for name, code in names.items()]
        self._lexicon = Lexicon((*entries, *(("NATION", country, country) for country in countries)), in_cases=True)

    def edges(self, tokens: Sequence[Token], at: int) -> Iterator[tuple[str, Edge]]:
        token = tokens[at]
        for kind, edge in self._lexicon.edges(tokens, at):
            yield kind, edge
            if kind == "PLACE" and token.text[0].isupper():
                yield "SURE", edge
        is_dash = token.shape == "arrow" and len(token.text) == 1 and token.spaced
        if is_dash and at + 1 < len(tokens) and tokens[at + 1].shape == "number" and not tokens[at + 1].spaced:
            yield "ALL_BUT", Edge(at + 2, tokens[at + 1].text)
        if token.shape == "number" and all(each.shape in ("arrow", "mark") for each in tokens[:at]):
            yield "FIRST", Edge(at + 1, None)
        if token.shape != "word":
            return
        yield "WORD", Edge(at + 1, token.text)
        if all(each.shape != "word" for each in tokens[:at]):
            yield "FIRST", Edge(at + 1, None)
        if token.word[:2] == "ab" and token.word[2:].isdigit():
            yield "ALL_BUT", Edge(at + 1, token.word[2:])
        if token.word[0] == "t" and token.word[1:].isdigit():
            yield "TURN_CODE", Edge(at + 1, int(token.word[1:5]))
        if nearly(token.text.upper(), USAGE):
            yield "NEAR_ACTION", Edge(at + 1, token.text)

    def nearly(self, token: Token, *, surely: bool = False) -> Sequence[str]:
        """Return the areas that a word is nearly. `surely`: a code is meant in capitals only."""
        word = token.text.upper()
        near = nearly(word, self._areas) if token.shape == "word" and word not in self._areas else ()
        meant = [name for name in near if not surely or token.text.isupper() or name not in self._places]
        return tuple(dict.fromkeys(self._areas[name] for name in meant))


@cache
def reader_of(name: str) -> Reader:
    """Return what reads lines of sheets on this map."""
    world = load_map(name)
    grammar = Grammar.of(Path(__file__).parent / "grammar.peg")
    return Reader(grammar, lexicon("talk", "empires"), SheetNames(world, world.countries))


@dataclass
class SheetReader:
    """Reads the lines of one country's sheet, once."""

    world: WorldMap
    countries: Sequence[str]
    country: str
    slots: dict[int, Slot | str] = field(default_factory=dict)
    messages: list[tuple[str, str]] = field(default_factory=list)
    lines: list[LineRead] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    remarks: list[SheetLine] = field(default_factory=list)
    turns: list[str] = field(default_factory=list)
    taken: set[int | None] = field(default_factory=set)
    last: int = 0
    broken: set[int] = field(default_factory=set)

    def read(self, sheet: Sheet) -> Reading:
        """Return what these lines mean. Never raises on what was written."""
        orders = [line for line in sheet.lines if not self._read_message(line)]
        read = reader_of(self.world.name).read(orders)
        self.taken = {_number_of(each.node.children[0]) for line in read for each in line.statements}
        for line in read:
            if line.verdict is Verdict.READ:
                self._read_statements(line)
            elif line.verdict is not Verdict.REMARK:
                self._tell(line.line, self._fault_of(line))
            elif without_comment(line.text).strip():
                self.remarks.append(line.line)
        return self._reading(sheet)

    # messages

    def _read_message(self, line: SheetLine) -> bool:
        """Take a line that is a message; False if it is none. A message is free text, so the grammar reads its head."""
        parse = reader_of(self.world.name).parse(line.text[:_HEAD])
        node = parse.at("message", 0)
        if node is None:
            return False
        readers = [each for each in node.walk() if each.name in ("EVERYBODY", "NATION", "CAPITALS", "TITLE")]
        to = "ALL" if readers[0].name == "EVERYBODY" else str(readers[0].value).upper()
        said = " ".join(line.text[parse.text.tokens[readers[0].end - 1].end :].lstrip(" \t:,").split())
        try:
            self._check_message(to, said, parse.text.span(readers[-1].start, readers[-1].end))
        except Refused as refused:
            self._tell(line, refused)
        else:
            self.messages.append((to, said))
            self.lines.append(LineRead(line.number, line.text, f"a message to {to}", MESSAGES))
            self.broken |= {line.number + 1} if len(line.text) >= _LONG else set()
        return True

    def _check_message(self, to: str, said: str, other: str) -> None:
        """Raise Refused if a message goes to nobody or has no words, or if there are too many. `other`: the last
        country in its head, since a message for two goes to neither.
        """
        if to not in ("ALL", *self.countries):
            hint = f"Write MESSAGE ALL, or MESSAGE and one of {', '.join(self.countries)}."
            raise refusal("no-such-country", f"there is no country {to[:20]}", hint)
        if to != "ALL" and other.isupper() and other not in (to, self.country):
            hint = f"Write a line for each: MESSAGE {to} … and MESSAGE {other} …"
            raise refusal("two-readers", "a message goes to all or to one country", hint)
        if all(token.shape == "mark" or token.word == "and" for token in tokens_of(said[:_HEAD])):
            raise refusal("no-words", "this message has no words", f"For example: MESSAGE {to} Thank you.")
        if len(said) > LONGEST_MESSAGE or len(self.messages) >= MOST_MESSAGES:
            most = f"a sheet holds at most {MOST_MESSAGES} messages, each of at most {LONGEST_MESSAGE} letters"
            raise refusal("too-much-said", most)

    # lines of slots

    def _read_statements(self, line: Line) -> None:
        """Take the orders of a line; none if one of them cannot be. One with a doubtful bracket stays out alone."""
        meanings: list[str] = []
        before = {**self.slots}, self.last
        try:
            for statement in line.statements:
                if statement.stray is not None:
                    self._tell(line.line, refusal(*in_brackets(statement)))
                elif (meaning := self._take(statement, line.line)) is not None:
                    meanings.append(meaning)
        except Refused as refused:
            self.slots, self.last = before
            self._tell(line.line, refused)
        else:
            if meanings:
                self.lines.append(LineRead(line.line.number, line.line.text, "; ".join(filter(None, meanings)), SLOTS))

    def _take(self, statement: Statement, line: SheetLine) -> str | None:
        """Take one statement and return its meaning, if it is for a slot. Raises Refused."""
        node = statement.node.children[0]
        if node.name == "turn":
            number = next(each.value for each in node.walk() if each.name in ("NUMBER", "TURN_CODE"))
            self.turns.append(f"T{number}")
            if self.turns[-1] != self.turns[0]:
                message = f"this sheet is for {listed((self.turns[0], self.turns[-1]))}, so nothing in it counts"
                self._tell(replace(line, number=_SHEET), refusal("two-turns", message))
        elif node.name == "country":
            whose = str(node.children[-2].value).upper()
            if whose != self.country:
                message = f"this sheet is for {whose[:20]} and you are {self.country}, so nothing in it counts"
                self._tell(replace(line, number=_SHEET), refusal("other-country", message))
        elif node.name == "gap":
            self.slots.setdefault(self._slot_number(node, line), BLANK)
            return ""
        elif node.name == "jumble":
            raise refusal("not-understood", f"`{statement.text}` is not one whole order", AN_ORDER)
        else:
            return self._fill(node, line)
        return None

    def _slot_number(self, node: Node, line: SheetLine) -> int:
        """Return the slot that a statement names, or the next free one behind that of the statement before."""
        named = _number_of(node)
        if named is None and line.number in self.broken:
            message = "is this an order, or the end of the message above?"
            raise refusal("message-or-order", message, "If it is an order, write its slot.")
        free = (each for each in range(self.last + 1, LAST_SLOT + 1) if each not in self.taken | {*self.slots})
        number = next(free, None) if named is None else named
        if number is None:
            raise refusal("no-slot", f"no slot is free behind slot {self.last}", "Write its slot: 3 LEVY AKE")
        if not 1 <= number <= LAST_SLOT:
            raise refusal("no-such-slot", f"there is no slot {number}", f"The slots are 1 to {LAST_SLOT}.")
        return number

    def _fill(self, node: Node, line: SheetLine) -> str | None:
        slot = order_of(node, self._slot_number(node, line))
        bids_the_rest = slot.action == "ORDER" and slot.boxes[-1] == "ALL" and _number_of(node) is None
        if bids_the_rest and LAST_SLOT not in self.taken | {*self.slots}:
            slot = replace(slot, number=LAST_SLOT)  # it bids there alone
        else:
            self.last = slot.number
        number = slot.number
        why, hint = certain_failure(slot.action, slot.boxes, self.world)
        if self.slots.get(number, BLANK) != BLANK:
            message = f"you filled slot {number} above, too; this line counts"
            self._tell(line, refusal("slot-twice", message), warning=True)
        self.slots[number] = slot
        if why:
            self._tell(line, refusal("will-fail", f"slot {number} will fail: {why}", hint))
            return None
        if idle := idle_boxes(slot, tuple(self.world.places)):
            self._tell(line, refusal("ignored", idle), warning=True)
        return f"slot {number}: {slot}"

    # what is wrong

    def _fault_of(self, line: Line) -> Refused:
        """Return what to tell of a line that is not read."""
        first = next((token for token in tokens_of(line.stopped)[:8] if token.shape == "word"), None)
        if line.stray is None and "ACTION" in line.expected and first is not None:
            actions = nearly(first.text.upper(), USAGE)
            hint = f"Did you mean {actions[0]}?" if actions else f"There are: {', '.join(USAGE)}."
            is_one = actions or first.text.isupper()
            return refusal("no-action", f"`{first.text}` is no action" if is_one else "this line holds no action", hint)
        orders = [each.text for each in line.statements if each.node.children[0].name in ("slot", "order")]
        return refusal(*fault_of(line, "; ".join(orders), AN_ORDER, reader_of(self.world.name)))

    def _tell(self, line: SheetLine, refused: Refused, *, warning: bool = False) -> None:
        code, said = refused.problem.code, refused.problem.message
        code = code if "/" in code else f"empires/{code}"
        message = f"{said[:1].upper()}{said[1:]}{'' if said.endswith('?') else '.'}"
        self.problems.append(Problem(code, message, line.number, refused.problem.hint, line.text, warning))

    # what is filed

    def _reading(self, sheet: Sheet) -> Reading:
        # Two sheets are never used together, and the messages are part of the sheet.
        parts = {SLOTS: print_slots(self.slots)} if self.slots else {}
        parts |= {MESSAGES: print_messages(self.messages)} if self.slots or self.messages else {}
        parts = {} if any(problem.line == _SHEET for problem in self.problems) else parts
        meant = self.turns[0] if len({*self.turns}) == 1 else ""
        return Reading(
            parts,
            (),
            bool(parts.get(SLOTS) or sheet.filed.get(SLOTS)),
            tuple(each if parts else replace(each, part="") for each in sorted(self.lines, key=lambda each: each.line)),
            tuple(sorted(self.problems, key=lambda each: each.line)),
            _replaced(sheet.filed, parts),
            meant,
            remarks=tuple(self.remarks),
        )


def _replaced(filed: Mapping[str, str], parts: Mapping[str, str]) -> tuple[str, ...]:
    """Return what is told of what was on file; slots that were left empty are not missed."""
    old, new = (
        without_blank_boxes("\n".join(each[part] for part in (SLOTS, MESSAGES) if part in parts and each.get(part)))
        for each in (filed, parts)
    )
    if old in ("", new) or old.split()[1:] == [BLANK]:
        return ()
    said = "This sheet replaces your earlier one." if SLOTS in parts else "These messages replace your earlier ones."
    return (and_the_old(said, old, new),)


def _number_of(node: Node) -> int | None:
    """Return the slot that a statement names; None if it names none, 0 for a number that is too long."""
    return next((each.value or 0 for each in node.walk() if each.name == "NUMBER"), 0) if node.get("at") else None


def order_of(node: Node, number: int) -> Slot:
    """Return the order that a statement says. Raises Refused if its words do not fit the action's boxes."""
    action = next((str(each.value) for each in node.children if each.name == "ACTION"), "ORDER")
    boxes = [each for each in node.walk() if each.name in ("origin", "goal", "area", "either", "count", "blank")]
    counts = [each for each in boxes if each.name == "count"]
    units = [each for each in node.walk() if each.name in ("UNIT", "UNITS")]
    amount = _amount(action, counts)
    for unit in units:
        if unit.value not in _COUNTED.get(action, ()):
            raise _misfit(action, f"{action} counts no {unit.value}")
        if amount in ("", "1") and (unit.name == "UNITS") == (amount == "1"):
            raise _misfit(action, "is it one, or more?")
    dashes = [each for box in boxes for each in box.children if each.name == "ARROW"]
    is_minus = [(each.end, len(str(each.value))) for each in dashes] == [(each.start, 1) for each in counts]
    if action in _WITH_ALL_BUT and amount.isdigit() and is_minus:
        hint = f"Write {amount} without a dash, or for all but {amount}: AB-{amount}"
        raise refusal("minus", f"is that {amount}, or all but {amount}?", hint)
    areas = [each for each in boxes if each.name not in ("count", "blank")]
    slot = Slot(number, action, (*_areas(action, areas), amount))
    if slot.missing:
        raise _misfit(action, f"{action} wants an area in its {slot.missing} box")
    return slot


def _misfit(action: str, message: str) -> Refused:
    return refusal("bad-boxes", message, f"Write: {usage(action)}")


def _areas(action: str, areas: Sequence[Node]) -> tuple[str, str]:
    """Return what stands in the two boxes for areas. A box that the action leaves blank ignores it (6.2), but an area
    with a word such as `to` is for no such box.
    """
    wanted = sum(map(bool, USAGE[action].boxes[:2]))
    places = {"origin": min(0, wanted - 1), "goal": wanted - 1}
    if len(areas) == 1:
        places["either"] = wanted - 1  # `do` is Polish for `to`, and Portuguese for `from`
    found = ["", ""]
    for each in sorted(areas, key=lambda each: each.name not in places):
        place = places.get(each.name, found.index("") if "" in found else -1)
        area = next(str(child.value) for child in each.children if child.name == "PLACE")
        if place < 0 or found[place]:
            raise _misfit(action, f"{area} is one area too many")
        found[place] = area
    return found[0], found[1]


def _amount(action: str, counts: Sequence[Node]) -> str:
    """Return the number box."""
    if len(counts) > 1:
        raise _misfit(action, "it has two numbers")
    kind = counts[0].children[-1] if counts else None
    if kind is None or kind.name == "all":
        return "ALL" if kind else ""
    number = next((each.value for each in kind.walk() if each.name in ("NUMBER", "NUMBERED", "ALL_BUT")), 1)
    if number is None or (kind.name == "all_but" and not int(number)):
        raise _misfit(action, "that number is too long" if number is None else "all but none is no number")
    return f"AB-{int(number)}" if kind.name == "all_but" else str(int(number))
