"""Offers, savings and orders of loyal units as values, from what the grammar has found in a line (Payola 3.1-3.5,
rulings P1-P5).
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path

from judge.reading.faults import fault_of
from judge.reading.grammar import Grammar, Node
from judge.reading.lexicon import lexicon
from judge.reading.sheet import Line as ReadLine
from judge.reading.sheet import Reader, Statement
from judge.rules.diplomacy.board import Board, Position, Unit
from judge.rules.diplomacy.canonical import NOBODY, order_text
from judge.rules.diplomacy.orders import HOLD, MOVE, BadOrder, Order
from judge.rules.diplomacy.reading.orders import Sight, Words
from judge.rules.diplomacy.reading.sheets import GRAMMAR, OPEN_ENDS, order_words, unit_of
from judge.rules.diplomacy.reading.sheets import place_of as named_place
from judge.rules.payola.canonical import (
    DIRECT,
    GIFT,
    MOST_MONEY,
    MOST_OFFERS,
    MOST_REPETITION,
    Amount,
    Command,
    Line,
    Offer,
    Savings,
    print_line,
)
from judge.rules.payola.reading.names import payola_names
from judge.rules.payola.variants import STANDARD, Variant

_AMOUNT = re.compile(r"(?:0*([0-9]{1,2})\*)?0*([0-9]{1,4})(?:(#)(?:0*([0-9]{1,4}))?)?", re.ASCII)
_WANTED = ("action", "place")
EXAMPLE = "`5 : A LON - YOR`"
AN_OFFER = f"an offer is {EXAMPLE}"
OWN_GRAMMAR = Path(__file__).parent.parent / "grammar.peg"
SUM_AND_UNIT = frozenset(("AMOUNTS",)), frozenset(("ARMY", "FLEET", "CODE"))
WORDS_READ = ("talk", "orders", "payola")
_NO_SAVINGS = BadOrder(
    "payola/not-in-classic", "Payola Classic has no savings", "leave the line out: what you do not offer stays yours"
)


@cache
def grammar() -> Grammar:
    """Return the grammar of Payola: that of orders on a board, and its own."""
    return Grammar.of(GRAMMAR, OWN_GRAMMAR)


@cache
def reader_of(board: Board) -> Reader:
    """Return what reads lines of Payola on this board."""
    ends = (*OPEN_ENDS, "TYPE_OF_AMOUNT", "AMOUNTS")
    return Reader(grammar(), lexicon(*WORDS_READ), payola_names(board), ends, SUM_AND_UNIT)


class SheetReader:
    """Makes values of one power's statements, on the board as it stands. `bare_gifts`: gifts that were written without
    an order (ruling P48). Methods raise BadOrder.
    """

    def __init__(
        self, board: Board, position: Position, power: str, variant: Variant = STANDARD, dummies: tuple[str, ...] = ()
    ) -> None:
        self.board = board
        self.position = position
        known = Position({each.province: each for each in position.of(power)}) if variant.blind else position
        self.sight = Sight(board, known, blind=variant.blind)  # what it takes blindly may still not stand on the board
        self.power = power
        self.variant = variant
        self.dummies = dummies
        self.offers = 0
        self.bought: set[Unit] = set()
        self.bare_gifts: list[Offer] = []
        self.transfer_hint = "write `TRANSFER 5 TO FRANCE`"

    def fault(self, line: ReadLine) -> BadOrder:
        """Return what to tell of a line that was not read."""
        if not line.statements and line.line.text.upper().split()[:1] == ["TRANSFER"]:
            message = f"`{line.line.text.strip()}` does not say how many silver pieces go to whom"
            return BadOrder("payola/bad-transfer", message, self.transfer_hint)
        if gift := self._gift(line.line.text):
            message = "nothing is given away yet, and nothing of this line is filed"
            return BadOrder("payola/bad-transfer", message, f"write `{gift}` alone on a line")
        return BadOrder(*fault_of(line, self.canonical(line), AN_OFFER, reader_of(self.board)))

    def _gift(self, text: str) -> str:
        """Return the line that gives what a text says a power is to get: `and 5 coins to Austria as a thank-you`. Empty
        if it says nothing of it, or speaks of a unit.
        """
        parse = reader_of(self.board).parse(text)
        gift = next(filter(None, (parse.at("gift", at) for at in range(len(parse.text.tokens)))), None)
        return f"TRANSFER {gift.all('AMOUNTS')[0].value} TO {gift.all('POWER')[0].value}" if gift is not None else ""

    def canonical(self, line: ReadLine) -> str:
        """Return what a line would say without what is wrong with it; empty if nothing, or if amounts are wrong."""
        if line.stray is not None and any(not each.isalpha() for each in line.stray.piece if not each.isspace()):
            return ""
        reader = type(self)(self.board, self.position, self.power, self.variant, self.dummies)
        try:
            read = [reader.statement(each) for each in line.statements]
        except BadOrder:
            return ""
        units = [each.unit for each in read if isinstance(each, Offer | Command)]
        if len(set(units)) < len(units):
            return ""  # `6 for this, else 6 for that`
        said = [print_line(self.position, each) for each in read]
        loses_amount = any(each.startswith("0 :") for each in said) and not re.search(r"\b0\b", line.line.text)
        return "" if loses_amount else "; ".join(said)

    def statement(self, statement: Statement) -> Line:
        """Return what one statement says."""
        node = statement.node.children[0]
        if "savings" in node.name and self.variant.plain:
            raise _NO_SAVINGS
        if node.name == "savings":
            return self._savings(node)
        if node.name == "unclear_savings":
            amount = next((each.value for each in node.walk() if each.name == "AMOUNTS"), "")
            message = "how much do you want to hold back?"
            if amount:
                message = "what you hold back is written with the `$` behind it"
            raise BadOrder("payola/bad-savings", message, f"write `{amount or 20} $`")
        if node.name == "all_hold":
            message = "each unit is ordered by itself, and one to which nobody offers anything holds anyway"
            raise BadOrder("payola/all-hold", message, AN_OFFER)
        if node.name != "offer":
            message = f"`{statement.text}` is no offer"
            raise BadOrder("payola/no-offer", message, AN_OFFER)
        line = self._line(node)
        if isinstance(line, Offer):
            if self.offers + line.size > MOST_OFFERS:
                message = f"a sheet can hold {MOST_OFFERS} offers, and this one is too many"
                raise BadOrder("payola/too-many-offers", message)
            if self.variant.plain and line.unit in self.bought:
                message = f"an earlier line holds your offer to {line.unit}, and Payola Classic takes one for each unit"
                hint = "the first offer stands; send the whole sheet again to change it"
                raise BadOrder("payola/second-offer", message, hint)
            self.count(line)
        return line

    def count(self, offer: Offer) -> None:
        """Count an offer that stands in the sheet."""
        self.offers += offer.size
        self.bought.add(offer.unit)

    def _line(self, node: Node) -> Line:
        """Return an offer, or the order of a loyal unit."""
        types = [each.value for each in node.all("TYPE")]
        if len(types) > 1:
            message = f"an offer has one type, and this one has `{types[0]}` and `{types[1]}`"
            raise BadOrder("payola/two-types", message, f"write {EXAMPLE}")
        kind = types[0] if types else DIRECT
        unit = self.unit(node.all("unit")[0])
        money = next((each for each in node.walk() if each.name == "amounts"), None)
        own = self.variant.loyal and unit.power == self.power
        if node.get("number_sign") is not None and not own:
            number = node.all("NUMBER")[0].value
            order = self._orders(node, unit)[0]
            message = "is the number before the order its price, or does it number your lines?"
            text = f"{unit} {order_text(self.position, order)}"
            raise BadOrder("payola/no-type", message, f"write `{number} : {text}`, or only `{text}`")
        if self.variant.plain:
            self._refuse_modern(node, kind)
        bare = kind == GIFT and not self._has_order(node)
        if not bare and not self._has_order(node):
            message = f"what do you offer {unit} for?"
            raise BadOrder("diplomacy/no-order", message, AN_OFFER)
        if own and money is None and not types:
            return Command(unit, self._orders(node, unit)[0])
        if self.variant.loyal and unit.power not in (NOBODY, *self.dummies):
            if unit.power == self.power:
                hint = f"write `{unit}` and its order"
                raise BadOrder("payola/loyal-unit", f"{unit} is loyal to you, so order it without money", hint)
            message = f"{unit} is loyal to {unit.power.title()}, and cannot be bought"
            raise BadOrder("payola/loyal-unit", message, "offers are for units of dummies")
        orders = (order_of_hold(unit),) if bare else self._orders(node, unit)
        if len(set(orders)) < len(orders):
            twice = next(order for order in orders if orders.count(order) > 1)
            message = f"`{order_text(self.position, twice)}` is named twice in this offer"
            raise BadOrder("payola/same-order-twice", message, "name each order once, or write two lines")
        amounts = self._amounts(money)
        if unit.power != self.power and not self.variant.plain and 0 in [amount.money for amount in amounts]:
            whose = f"belongs to {unit.power.title()}" if unit.power else "is not yours"
            paid = tuple([each if each.money else each._replace(money=1) for each in amounts])
            meant = print_line(self.position, Offer(unit, kind, orders, paid))
            message = f"{unit} {whose}, and an offer to a foreign unit must be at least 1"
            raise BadOrder("payola/zero-to-foreign-unit", message, f"write `{meant}`")
        offer = Offer(unit, kind, orders, amounts)
        if bare:
            self.bare_gifts.append(offer)
        return offer

    @staticmethod
    def _has_order(node: Node) -> bool:
        return any(each.name in (*_WANTED, "deed") for each in node.children)

    def unit(self, node: Node) -> Unit:
        """Return the unit that is named."""
        return self.sight.unit_at(*unit_of(node))

    def _orders(self, node: Node, unit: Unit) -> tuple[Order, ...]:
        deed = node.get("deed")
        first = next((each for part in (node, deed) if part for each in part.children if each.name in _WANTED), None)
        found = [self.sight.order_of(unit, _words(first))] if first is not None else []
        for choice in node.all("choice"):
            again = choice.get("unit")
            action = choice.get("action") or choice.get("place")
            if again is not None and self.unit(again) != unit:
                message = f"one offer goes to one unit, here to {unit}"
                raise BadOrder("payola/other-unit", message, "write the offer to the other unit on a line of its own")
            found.append(self.sight.order_of(unit, _words(action)) if action is not None else found[0])
        return tuple(found)

    @staticmethod
    def _amounts(node: Node | None) -> tuple[Amount, ...]:
        return read_amounts("" if node is None else str(node.children[-1].value))

    @staticmethod
    def _savings(node: Node) -> Savings:
        money = next(each for each in node.walk() if each.name in ("AMOUNTS", "NUMBERED"))
        if "#" in str(money.value):
            raise BadOrder("payola/bad-savings", "savings are never reduced and have no plateau", "write `20 $`")
        return Savings(read_amounts(str(money.value)))

    @staticmethod
    def _refuse_modern(node: Node, kind: str) -> None:
        """Refuse what Payola Classic does not have (6.1, ruling P25)."""
        amount = next((str(each.children[-1].value) for each in node.walk() if each.name == "amounts"), "")
        for found, what in (
            (kind != DIRECT, f"`{kind}`: there are only direct offers"),
            ("*" in amount, "repetitions"),
            ("#" in amount, "plateaus"),
            ("+" in amount, "several amounts in one line"),
            (node.get("choice") is not None, "`|`: each line names one order"),
        ):
            if found:
                raise BadOrder("payola/not-in-classic", f"Payola Classic has no {what}", f"write lines like {EXAMPLE}")


def order_of_hold(unit: Unit) -> Order:
    """Return the order to hold."""
    return Order(unit.province, HOLD)


def _words(node: Node) -> Words:
    return Words(MOVE, target=named_place(node)) if node.name == "place" else order_words(node)


@lru_cache(4096)
def read_amounts(text: str) -> tuple[Amount, ...]:
    """The amounts before an offer's symbol (Payola 3.1 items 1-4); nothing at all is an amount of 0 (ruling P2)."""
    found = [_AMOUNT.fullmatch(piece) for piece in (text.replace(" ", "") or "0").split("+")]
    amounts = [
        Amount(int(each[2]), int(each[4] or each[2]) if each[3] else 0, int(each[1] or 1)) for each in found if each
    ]
    if len(amounts) < len(found) or not all(each.repetition and each.plateau <= each.money for each in amounts):
        most = f"up to {MOST_MONEY} silver pieces, and up to {MOST_REPETITION} times"
        hint = f"amounts look like `5`, `3*5`, `5#2`, `4*5#2 + 6`: {most}"
        raise BadOrder("payola/bad-amount", f"`{text.strip()}` is not an amount", hint)
    return tuple(amounts)
