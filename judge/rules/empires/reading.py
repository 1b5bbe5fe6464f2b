"""A mail's lines as a turn sheet: statements of the grammar put into slots, and the messages between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from judge.reading.grammar import Grammar, Node, Parse
from judge.reading.lexer import Edge, Lexicon, Text, Token, tokens_of, without_comment
from judge.reading.lexicon import lexicon
from judge.reading.sheet import Line, Reader, SheetLine, Statement, Verdict
from judge.rules.empires.canonical import MESSAGES, SLOTS, print_messages, print_slots, without_blank_boxes
from judge.rules.empires.slots import BLANK, LAST_SLOT, USAGE, Slot, certain_failure, idle_boxes, usage
from judge.rules.empires.worldmap import WorldMap, load_map
from judge.rules.problems import Problem, Refused, refusal
from judge.rules.values import LineRead, Reading, Sheet
from judge.rules.words.lines import and_the_old
from judge.rules.words.misspelled import nearly
from judge.rules.words.prose import listed

MOST_MESSAGES = 20
LONGEST_MESSAGE = 1000
_SHEET = 0
"""The line of a problem of the whole sheet: no line of it is done."""
_LONG = 60
"""Letters of a line that a mail program may have broken, so that a message goes on below it."""
_HEAD = 60
"""Letters of a line in which a message names its reader."""
_CODE = 3
"""Letters of an area's code."""
_COUNTED = {
    **dict.fromkeys(("MOVE", "ATTACK", "LEVY", "ARMY", "RESERVE", "RETREAT", "DEFEND"), ("armies",)),
    **dict.fromkeys(("FORTIFY", "RAZE"), ("forts",)),
    **dict.fromkeys(("BUILD", "SEAMOVE", "CLOSE"), ("ships",)),
    "CONVOY": ("ships", "armies"),
    "ORDER": ("BPs",),
}
"""Action -> what its number counts."""
_WITH_ALL_BUT = ("MOVE", "ATTACK", "SEAMOVE", "CONVOY")
"""The actions whose numbers may be all-but, so that a dash before one may be a minus (6.3)."""


class SheetNames:
    """The areas and countries of a map. PLACE; SURE, where it is written with a capital; NATION; TURN_CODE, as in `T4`;
    ALL_BUT, as in `AB-2` and `-2`; NEAR_ACTION, nearly the name of an action; WORD, any word.
    """

    def __init__(self, world: WorldMap, countries: Sequence[str]) -> None:
        names = {name: code for code, place in world.places.items() for name in (code, place.name)}
        self._codes = {name.upper(): code for name, code in names.items()}
        entries = [("PLACE", code, name) for name, code in names.items()]
        self._lexicon = Lexicon((*entries, *(("NATION", country, country) for country in countries)))

    def edges(self, tokens: Sequence[Token], at: int) -> Iterator[tuple[str, Edge]]:
        token = tokens[at]
        for kind, edge in self._lexicon.edges(tokens, at):
            yield kind, edge
            if kind == "PLACE" and token.text[0].isupper():
                yield "SURE", edge
        is_dash = token.shape == "arrow" and len(token.text) == 1 and token.spaced
        if is_dash and at + 1 < len(tokens) and tokens[at + 1].shape == "number" and not tokens[at + 1].spaced:
            yield "ALL_BUT", Edge(at + 2, tokens[at + 1].text)
        if token.shape != "word":
            return
        yield "WORD", Edge(at + 1, token.text)
        if token.word[:2] == "ab" and token.word[2:].isdigit():
            yield "ALL_BUT", Edge(at + 1, token.word[2:])
        if token.word[0] == "t" and token.word[1:].isdigit():
            yield "TURN_CODE", Edge(at + 1, int(token.word[1:5]))
        if nearly(token.text.upper(), USAGE):
            yield "NEAR_ACTION", Edge(at + 1, token.text)

    def nearly(self, token: Token, *, surely: bool = False) -> Sequence[str]:
        """Return the codes of the areas that a word is nearly. `surely`: a code is meant in capitals only."""
        if token.shape != "word":
            return ()
        near = nearly(token.text.upper(), self._codes) if token.text.upper() not in self._codes else ()
        return tuple(
            dict.fromkeys(self._codes[name] for name in near if not surely or token.text.isupper() or len(name) > _CODE)
        )


@cache
def grammar() -> Grammar:
    """Return the grammar of turn sheets."""
    return Grammar((Path(__file__).parent / "grammar.peg").read_text(encoding="utf-8"))


@cache
def reader_of(name: str) -> Reader:
    """Return what reads lines of sheets on this map."""
    world = load_map(name)
    return Reader(grammar(), lexicon("talk", "empires"), SheetNames(world, world.countries))


@dataclass
class SheetReader:
    """Reads the lines of one country's sheet, once."""

    world: WorldMap
    countries: Sequence[str]
    country: str
    slots: dict[int, Slot | str] = field(default_factory=dict)
    first: dict[int, int] = field(default_factory=dict)
    messages: list[tuple[str, str]] = field(default_factory=list)
    lines: list[LineRead] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    remarks: list[SheetLine] = field(default_factory=list)
    turns: dict[str, SheetLine] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)
    last: int = 0
    broken: set[int] = field(default_factory=set)

    def read(self, sheet: Sheet) -> Reading:
        """Return what these lines mean. Never raises on what was written."""
        orders = [line for line in sheet.lines if not self._read_message(line)]
        read = reader_of(self.world.name).read(orders)
        nodes = [statement.node.children[0] for line in read for statement in line.statements]
        self.taken = {number for node in nodes if (number := _number_of(node)) is not None}
        for line in read:
            self._read_line(line)
        if len(self.turns) > 1:
            last = list(self.turns.values())[-1]
            message = f"this sheet is for {listed(tuple(self.turns))}, so nothing in it counts"
            self._tell(replace(last, number=_SHEET), refusal("two-turns", message))
        return self._reading(sheet)

    def is_attempt(self, line: str) -> bool:
        """Tell whether a line was meant for a sheet."""
        read = SheetLine(1, line)
        return self._read_message(read) or reader_of(self.world.name).read_line(read).verdict is not Verdict.REMARK

    # messages

    def _read_message(self, line: SheetLine) -> bool:
        """Take a line that is a message; False if it is none. A message is free text, so the grammar reads its head."""
        reader = reader_of(self.world.name)
        tokens = tokens_of(line.text[:_HEAD])
        if not tokens or all(kind != "MESSAGE" for kind, _ in reader.lexicon.edges(tokens, 0)):
            return False
        text = Text(line.text[:_HEAD], reader.lexicon, reader.names)
        node = Parse(reader.grammar, text).at("message", 0)
        if node is None:
            return False
        head = next(each for each in node.children if each.name in ("EVERYBODY", "NATION", "CAPITALS", "TITLE"))
        to = "ALL" if head.name == "EVERYBODY" else str(head.value).upper()
        said = " ".join(line.text[tokens[head.end - 1].end :].lstrip(" \t:,").split())
        try:
            self._check_message(to, said, node.get("further"), text, line)
        except Refused as refused:
            self._tell(line, refused)
        else:
            self.messages.append((to, said))
            self.lines.append(LineRead(line.number, line.text, f"a message to {to}", MESSAGES))
            self.broken |= {line.number + 1} if len(line.text) >= _LONG else set()
        return True

    def _check_message(self, to: str, said: str, further: Node | None, text: Text, line: SheetLine) -> None:
        """Raise Refused if a message goes to nobody, to two or has no words, or if there are too many."""
        if to != "ALL" and to not in self.countries:
            hint = f"Write MESSAGE ALL, or MESSAGE and one of {', '.join(self.countries)}."
            raise refusal("no-such-country", f"there is no country {to[:20]}", hint)
        if to != "ALL" and further is not None:
            # SO, NO and WE are words as well: `EA, so what?` and `EA, NO DEAL` go to one country.
            other = text.tokens[further.end - 1].text
            rest = line.text[text.tokens[further.end - 1].end :].strip(" .!")
            names_two = not rest or rest.startswith(":") or any(map(str.islower, rest))
            if other.isupper() and other != self.country and names_two:
                hint = f"Write a line for each: MESSAGE {to} … and MESSAGE {other} …"
                raise refusal("two-readers", "a message goes to all or to one country", hint)
        if all(token.shape == "mark" or token.word == "and" for token in tokens_of(said[:_HEAD])):
            raise refusal("no-words", "this message has no words", f"For example: MESSAGE {to} Thank you.")
        if len(said) > LONGEST_MESSAGE:
            raise refusal("too-much-said", f"a message has at most {LONGEST_MESSAGE} letters")
        if len(self.messages) >= MOST_MESSAGES:
            raise refusal("too-much-said", f"a sheet holds at most {MOST_MESSAGES} messages")

    # lines of slots

    def _read_line(self, line: Line) -> None:
        if line.verdict is Verdict.REMARK or (line.verdict is Verdict.READ and self._is_talk(line)):
            if without_comment(line.text).strip():
                self.remarks.append(line.line)
        elif line.verdict is Verdict.READ:
            self._read_statements(line)
        else:
            self._tell(line.line, self._fault_of(line))

    def _is_talk(self, line: Line) -> bool:
        """Tell whether a line only mentions a turn or an action: `good luck for turn 2`, `with love, your army`."""
        first, text = line.statements[0], without_comment(line.text)
        node, begins = first.node.children[0], not text[: first.columns[0]].strip(" *_=#-")
        if node.name == "turn":
            return not begins and node.get("SHEET") is None
        if node.name != "order" or node.get("part") is not None or len(line.statements) > 1:
            return False
        return not begins or bool(text[first.columns[1] :].strip(" .!")) or any(USAGE[_action_of(node)].boxes[:2])

    def _read_statements(self, line: Line) -> None:
        """Take the orders of a line; none if one of them cannot be. One with a doubtful bracket stays out alone."""
        meanings: list[str] = []
        before, last, end = {**self.slots}, self.last, 0
        try:
            for statement in line.statements:
                between, end = line.line.text[end : statement.columns[0]], statement.columns[1]
                if statement.node.children[0].name == "order" and any(map(str.isdigit, between)):
                    raise refusal("no-slot", f"is `{between.strip()}` the slot?", "Write it right before the order.")
                if statement.stray is not None:
                    self._tell(line.line, self._doubt(statement.stray.piece, [statement]), statement.text)
                else:
                    meaning = self._take(statement, line.line, alone=len(line.statements) == 1)
                    meanings += [meaning] if meaning else []
        except Refused as refused:
            self.slots, self.last = before, last
            self._tell(line.line, refused)
            return
        if meanings or any(each.node.children[0].name == "gap" for each in line.statements):
            self.lines.append(LineRead(line.line.number, line.line.text, "; ".join(meanings), SLOTS))

    def _take(self, statement: Statement, line: SheetLine, *, alone: bool) -> str:
        """Take one statement and return its meaning, if it fills a slot. Raises Refused. `alone`: on its line."""
        node = statement.node.children[0]
        if node.name == "turn":
            number = next(each.value for each in node.children if each.name in ("NUMBER", "TURN_CODE"))
            self.turns[f"T{number}"] = line
        elif node.name == "country":
            whose = str(node.children[-2].value).upper()
            if whose != self.country:
                message = f"this sheet is for {whose[:20]} and you are {self.country}, so nothing in it counts"
                self._tell(replace(line, number=_SHEET), refusal("other-country", message))
        elif node.name == "gap":
            self.slots.setdefault(self._slot_number(node, line), BLANK)
        elif node.name == "jumble" or (node.name == "order" and node.get("part") is None and not alone):
            raise refusal("not-understood", f"`{statement.text}` is not one whole order", "Write: 1 LEVY AKE")
        else:
            return self._fill(node, line)
        return ""

    def _slot_number(self, node: Node, line: SheetLine) -> int:
        """Return the slot that a statement names, or the next free one behind that of the statement before."""
        named = _number_of(node)
        if named is None and line.number in self.broken:
            message = "is this an order, or the end of the message above?"
            raise refusal("message-or-order", message, "If it is an order, write its slot.")
        if named is None:
            free = (each for each in range(self.last + 1, LAST_SLOT + 1) if each not in self.taken | {*self.slots})
            named = next(free, None)
            if named is None:
                raise refusal("no-slot", f"no slot is free behind slot {self.last}", "Write its slot: 3 LEVY AKE")
        if not 1 <= named <= LAST_SLOT:
            raise refusal("no-such-slot", f"there is no slot {named}", f"The slots are 1 to {LAST_SLOT}.")
        return named

    def _fill(self, node: Node, line: SheetLine) -> str:
        slot = order_of(node, self._slot_number(node, line))
        number = self.last = slot.number
        why, hint = certain_failure(slot.action, slot.boxes, self.world)
        if self.slots.get(number, BLANK) != BLANK:
            message = f"you filled slot {number} in line {self.first[number]} too; this line counts"
            self._tell(line, refusal("slot-twice", message), warning=True)
        self.slots[number] = slot
        self.first[number] = line.number
        if why:
            self._tell(line, refusal("will-fail", f"slot {number} will fail: {why}", hint))
            return ""
        if idle := idle_boxes(slot, tuple(self.world.places)):
            self._tell(line, refusal("ignored", idle), warning=True)
        return f"slot {number}: {slot}"

    # what is wrong

    def _fault_of(self, line: Line) -> Refused:
        """Return what to tell of a line that is not read."""
        if line.stray is not None and line.stray.is_doubt:
            return self._doubt(line.stray.piece, line.statements)
        piece = line.stray.piece if line.stray is not None else line.stopped
        first = next((token for token in tokens_of(piece) if token.shape == "word"), None)
        if line.stray is None and "ACTION" in line.expected and first is not None:
            near = nearly(first.text.upper(), USAGE)
            hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(USAGE)}."
            return refusal("no-action", f"there is no action {first.text}", hint)
        names = reader_of(self.world.name).names
        codes = [
            code for at, token in enumerate(tokens_of(piece)[:8]) for code in names.nearly(token, surely=at > 0)[:1]
        ]
        meant = [f"{code} ({self.world.places[code].name})" for code in codes]
        hint = f"Did you mean {' and '.join(meant)}?" if meant else self._alone(line.statements)
        if not line.reached:
            return refusal("not-understood", f"`{line.text.strip()}` is no order", hint)
        stop = f"but not `{piece}`" if piece else "which is no whole order"
        return refusal("not-understood", f"I read `{line.reached}`, {stop}, so nothing of this line is filed", hint)

    def _doubt(self, piece: str, statements: Sequence[Statement]) -> Refused:
        message = f"`{piece}` may change what you order, so this is not filed"
        return refusal("doubt", message, self._alone(statements))

    def _alone(self, statements: Sequence[Statement]) -> str:
        """Return a hint to write these orders without what stands beside them."""
        orders = [each.node.children[0] for each in statements if each.node.children[0].name in ("slot", "order")]
        return f"Write it alone: {'; '.join(map(_shown, orders))}" if orders else "Write: 1 LEVY AKE"

    def _tell(self, line: SheetLine, refused: Refused, text: str = "", *, warning: bool = False) -> None:
        code, said = f"empires/{refused.problem.code}", refused.problem.message
        message = f"{said[:1].upper()}{said[1:]}{'' if said.endswith('?') else '.'}"
        told = Problem(code, message, line.number, refused.problem.hint, text or line.text, warning)
        self.problems.append(told)

    # what is filed

    def _reading(self, sheet: Sheet) -> Reading:
        # Two sheets are never used together, and the messages are part of the sheet. Blank slots alone say that their
        # country does nothing.
        parts = {SLOTS: print_slots(self.slots)} if self.slots else {}
        parts |= {MESSAGES: print_messages(self.messages)} if self.slots or self.messages else {}
        if any(problem.line == _SHEET for problem in self.problems):
            parts = {}
        meant = next(iter(self.turns), "") if len(self.turns) < 2 else ""
        return Reading(
            parts,
            (),
            bool(parts.get(SLOTS)) or bool(sheet.filed.get(SLOTS)),
            tuple(each if parts else replace(each, part="") for each in sorted(self.lines, key=lambda each: each.line)),
            tuple(sorted(self.problems, key=lambda each: each.line)),
            _replaced(sheet.filed, parts),
            meant,
            remarks=tuple(self.remarks),
        )


def _replaced(filed: Mapping[str, str], parts: Mapping[str, str]) -> tuple[str, ...]:
    """Return what is told of what was on file; slots that were left empty are not missed."""
    old, new = (
        "\n".join(each[part] for part in (SLOTS, MESSAGES) if part in parts and each.get(part))
        for each in (filed, parts)
    )
    told = "\n".join(line for line in old.splitlines() if line.split()[1:] != [BLANK])
    if not told or old == new:
        return ()
    told, new = without_blank_boxes(told), without_blank_boxes(new)
    alone = "These messages replace your earlier ones."
    return (and_the_old("This sheet replaces your earlier one." if SLOTS in parts else alone, told, new),)


def _action_of(node: Node) -> str:
    return next(str(each.value) for each in node.children if each.name == "ACTION")


def _number_of(node: Node) -> int | None:
    """Return the slot that a statement names; None if it names none, 0 for a number that is too long."""
    return next((each.value or 0 for each in node.walk() if each.name == "NUMBER"), 0) if node.get("at") else None


def _shown(node: Node) -> str:
    """Return an order as it would be filed, with the slot that it names; else how its action is written."""
    number = _number_of(node) or 0
    try:
        text = str(order_of(node, number))
    except Refused:
        text = usage(_action_of(node))
    return without_blank_boxes(f"{number} {text}").removeprefix("0 ")


def order_of(node: Node, number: int) -> Slot:
    """Return the order that a statement says. Raises Refused if its words do not fit the action's boxes."""
    action = _action_of(node)
    boxes = [each for each in node.walk() if each.name in ("origin", "goal", "area", "either", "count", "blank")]
    counts = [each for each in boxes if each.name == "count"]
    units = [each for each in node.walk() if each.name in ("UNIT", "UNITS")]
    for unit in units:
        if unit.value not in _COUNTED.get(action, ()):
            raise _misfit(action, f"{action} counts no {unit.value}")
    amount = _amount(action, counts)
    if any((unit.name == "UNITS") == (amount == "1") for unit in units if amount in ("", "1")):
        raise _misfit(action, "is it one, or more?")
    if action in _WITH_ALL_BUT and amount.isdigit() and _may_be_minus(counts[0], boxes):
        hint = f"Write {amount} without a dash, or for all but {amount}: AB-{amount}"
        raise refusal("minus", f"is that {amount}, or all but {amount}?", hint)
    areas = [each for each in boxes if each.name not in ("count", "blank")]
    slot = Slot(number, action, (*_areas(action, areas, counts), amount))
    if slot.missing:
        raise _misfit(action, f"{action} wants an area in its {slot.missing} box")
    return slot


def _misfit(action: str, message: str) -> Refused:
    return refusal("bad-boxes", message, f"Write: {usage(action)}")


def _areas(action: str, areas: Sequence[Node], counts: Sequence[Node]) -> tuple[str, str]:
    """Return what stands in the two boxes for areas. A box that the action leaves blank ignores it (6.2), but an area
    behind the number, or with a word such as `to`, is for no box.
    """
    wanted = sum(map(bool, USAGE[action].boxes[:2]))
    places = {"origin": 0, "goal": wanted - 1}
    if len(areas) == 1:
        places["either"] = wanted - 1  # `do` is Polish for `to`, and Portuguese for `from`
    found = ["", ""]
    for each in sorted(areas, key=lambda each: each.name not in places):
        place = places.get(each.name, next((at for at in range(2) if not found[at]), -1))
        is_idle = place >= wanted and not (each.name in places or (counts and each.start > counts[0].start))
        if place < 0 or found[place] or not (place < wanted or is_idle):
            raise _misfit(action, f"{each.children[-1].value} is one area too many")
        found[place] = str(each.children[-1].value)
    return found[0], found[1]


def _amount(action: str, counts: Sequence[Node]) -> str:
    """Return the number box."""
    if len(counts) > 1:
        raise _misfit(action, "it has two numbers")
    if not counts:
        return ""
    kind = counts[0].children[-1]
    number = next((each.value for each in kind.walk() if each.name in ("NUMBER", "NUMBERED", "ALL_BUT")), 1)
    if number is None:
        raise refusal("too-long", "that number is too long")
    if kind.name == "all" or (kind.name == "all_but" and not int(number) and action in _WITH_ALL_BUT):
        return "ALL"
    if kind.name == "all_but" and not int(number):
        raise _misfit(action, "all but none is no number")
    return f"AB-{int(number)}" if kind.name == "all_but" else str(int(number))


def _may_be_minus(count: Node, boxes: Sequence[Node]) -> bool:
    """Tell whether a dash before a number may be a minus: not where another dash stands before it."""
    dashes = [each for box in boxes for each in box.children if each.name == "ARROW"]
    return len(dashes) == 1 and dashes[0].end == count.start and len(str(dashes[0].value)) == 1
