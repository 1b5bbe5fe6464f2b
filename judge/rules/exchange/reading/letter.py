"""A mail in an Exchange game: an investor's own lines, and the CEO of X below `FOR X` (ruling P28)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import ClassVar

from typing_extensions import override

from judge.reading.faults import fault_of
from judge.reading.grammar import Grammar, Node
from judge.reading.lexer import tokens_of
from judge.reading.lexicon import lexicon
from judge.reading.nearness import nearly
from judge.reading.sheet import LONGEST_LINE, Reader, SheetLine, Statement, Verdict
from judge.reading.sheet import Line as ReadLine
from judge.rules.diplomacy.board import Board
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.reading.sheets import GRAMMAR, OPEN_ENDS
from judge.rules.exchange.acts import check_dividend
from judge.rules.exchange.canonical import MOST_MONEY, MOST_SHARES, TRADES, Trade, print_trades
from judge.rules.exchange.play import NOBODY
from judge.rules.exchange.state import MOST_WORTH
from judge.rules.exchange.view import ExchangeView
from judge.rules.payola.canonical import OFFERS, Offer
from judge.rules.payola.reading.letter import (
    FORMS_REMARK,
    MailReader,
    Meant,
    gift_of,
    gone_of,
    name_of,
    no_offers_now,
    power_named,
    transfer,
    transfer_text,
    without_offers,
)
from judge.rules.payola.reading.names import payola_names
from judge.rules.payola.reading.sheet import OWN_GRAMMAR, SUM_AND_UNIT, WORDS_READ
from judge.rules.problems import Problem
from judge.rules.prose import listed
from judge.rules.values import Act, LineRead, Reading, Sheet

EXAMPLES = "`BUY 3 FRANCE` or `SELL 2 FRANCE TO ANNA FOR 15`"
IN_A_TREASURY = "a treasury pays offers and dividends; only investors transfer money (P28)"
A_TRADE = f"write {EXAMPLES}"
_TRADES = ("trade", "lot")
_EXAMPLES = {
    "BUY": A_TRADE,
    "SELL": A_TRADE,
    "ELECT": "write `ELECT FRANCE ANNA`",
    "DIVIDEND": "write `DIVIDEND FRANCE 2`",
    "WORTH": "write `WORTH PAR 9`",
}


@cache
def grammar() -> Grammar:
    """Return the grammar of Exchange, with those of Payola and of orders."""
    return Grammar.of(GRAMMAR, OWN_GRAMMAR, Path(__file__).parent.parent / "grammar.peg")


@lru_cache(maxsize=100)
def reader_of(board: Board) -> Reader:
    """Return what reads lines of Exchange on this board."""
    ends = (*OPEN_ENDS, "TYPE_OF_AMOUNT", "AMOUNTS", "BUY", "SELL", "FROM", "PAYEE", "FOR")
    return Reader(grammar(), lexicon(*WORDS_READ, "exchange"), payola_names(board), ends, SUM_AND_UNIT)


@dataclass
class ExchangeReader(MailReader):
    """Reads the lines of one role: of an investor, or of a power for its CEO (rulings P1, P3, P28)."""

    view: ExchangeView
    at_once: ClassVar[tuple[str, ...]] = ("accept", "transfer", "rest_saved", "elect", "ballot", "dividend", "worth")

    @property
    @override
    def part(self) -> str:
        return TRADES if self.view.trading and not self.leads else OFFERS

    @property
    def leads(self) -> bool:
        return self.role in self.view.board.powers

    @override
    def reader_of_lines(self) -> Reader:
        return reader_of(self.view.board)

    @override
    def read(self) -> Reading:
        lines = [line for line in self.sheet.lines if not line.text.lstrip().startswith(FORMS_REMARK)]
        read: list[ReadLine] = []
        for line in self.reader_of_lines().read(lines):
            if (self.leads or not self.view.trading) and any(name_of(each) in _TRADES for each in line.statements):
                self._tell(line, self._misplaced_trade())
                self.aside.add(line.line.number)
            else:
                read.append(line)
        if self.view.trading and not self.leads:
            return self._in_order(self._trade_list(read))
        if not self.view.trading and self.moving:
            return self._in_order(self._offers(read, lines))
        read = [line for line in read if not self._read_acts(line)]
        if self.leads and not self.view.trading:
            return self._in_order(self._board_orders(read, lines))
        return self._in_order(self._no_orders(read))

    # acts

    @override
    def _done(self, statement: Statement, line: ReadLine) -> str:
        _check_heading(statement)
        return super()._done(statement, line)

    @override
    def _accept(self, node: Node, line: SheetLine) -> str:
        if not self.leads:
            hint = f"write it below a line such as `{self._line_for()}`"
            raise BadOrder("exchange/for-a-power", "a power's CEO keeps its list", hint)
        return super()._accept(node, line)

    @override
    def _transfer(self, node: Node, line: SheetLine) -> str:
        if self.leads:
            raise BadOrder("exchange/treasury", IN_A_TREASURY)
        gift = gift_of(node, self.left)
        if gift.name.upper() in self.view.board.powers:
            # Else it would go to a player called France, whose seat is FRANCE2.
            message = f"{gift.name.title()[:40]} is a power, and you can give money only to investors"
            names = ", ".join(each.title() for each in self.view.investors)
            raise BadOrder("exchange/no-such-investor", message, f"the investors are {names}")
        payee = investor_named(self.view.investors, gift.name)
        act = transfer(self.role, payee, gift, self.left, self.view.payees, line)
        self.left -= gift.amount
        self.acts.append(act)
        return transfer_text(act)

    def _elect(self, node: Node, line: SheetLine) -> str:
        if self.leads:
            raise BadOrder("exchange/not-for-a-power", "investors elect, powers do not", "write it above the FOR lines")
        of = node.get("POWER") or node.get("WORD")
        power = self._with_shares(str(of.value) if of is not None else "")
        quoted = next(each for each in node.all("quoted")[0].children if each.name in ("WORD", "SELF"))
        named = self.role if quoted.name == "SELF" else str(quoted.value)
        withdrawn = named.upper() == NOBODY
        name = NOBODY if withdrawn else investor_named(self.view.investors, named)
        if not withdrawn and name not in self.view.payees:
            message = f"nobody plays {name.title()}, so votes for them do not count"
            hint = f"elect somebody who plays: {listed([each.title() for each in self.view.payees])}"
            self._warn("exchange/vote-for-dummy", message, hint, line)
        self._act(line, "elect", {"power": power, "name": "" if withdrawn else name})
        return f"ELECT {power} {name}"

    _ballot = _elect

    def _dividend(self, node: Node, line: SheetLine) -> str:
        named = node.get("POWER") or node.get("WORD")
        amount = _count(node)
        power = self._power_led(power_named(self.view.board, str(named.value)) if named is not None else self.role)
        if amount > MOST_WORTH:
            raise BadOrder("exchange/bad-dividend", "how much for each share?", "write `DIVIDEND FRANCE 2`")
        check_dividend(self.view.most_dividend, power, amount)
        self._act(line, "dividend", {"power": power, "amount": amount})
        treasury, held = self.view.treasuries[power]
        if amount * held > treasury:
            takes = f"{amount} a share for {_shares(held)} takes {amount * held}"
            message = f"{power.title()}'s treasury holds {treasury} today, and {takes}"
            hint = f"nothing is paid unless it covers all of that; today it covers at most {treasury // held} a share"
            self._warn("exchange/uncovered-dividend", message, hint, line)
        return f"DIVIDEND {power} {amount}"

    def _worth(self, node: Node, line: SheetLine) -> str:
        board = self.view.board
        place, word = node.get("place"), node.get("WORD")
        worth = _count(node)
        provinces: tuple[str, ...] = place.children[0].value.provinces if place is not None else ()
        if len(provinces) != 1 or provinces[0] not in board.centers:
            name = place.children[0].value.text if place is not None else str(word.value if word is not None else "")
            near = [f"{code} ({board.names[code]})" for code in board.slips(name) if code in board.centers]
            hint = f"did you mean {' or '.join(near)}?" if near and not provinces else "write `WORTH PAR 9`"
            raise BadOrder("exchange/bad-worth", f"`{name[:40]}` is not a supply center", hint)
        if worth > MOST_WORTH:
            message = f"which center is worth how much? The most is {MOST_WORTH}"
            raise BadOrder("exchange/bad-worth", message, "write `WORTH PAR 9`")
        center = provinces[0]
        owner = next((power for power, held in self.view.centers.items() if center in held), "")
        power = self._power_led(self.role if self.leads else owner)
        if owner != power:
            raise BadOrder("exchange/not-its-center", f"{power.title()} does not own {center}")
        self._act(line, "worth", {"power": power, "center": center, "amount": worth})
        return f"WORTH {center} {worth}"

    def _power_led(self, power: str) -> str:
        """Return the power, if the writer may decide for it. Raises BadOrder."""
        if self.leads and power != self.role:
            message = f"these lines are for {self.role.title()}, not for {power.title()}"
            raise BadOrder("exchange/other-power", message, f"write them below a line `FOR {power}`")
        if not self.leads and power not in self.view.led:
            if power in self.view.board.powers:
                message = f"only the CEO of {power.title()} decides that, and you are not the CEO"
                raise BadOrder("exchange/not-ceo", message)
            if not self.view.led:
                raise BadOrder("exchange/not-ceo", "only the CEO of a power decides that, and you lead none now")
            hint = f"write it below a line `FOR {self.view.led[0]}`"
            raise BadOrder("exchange/not-ceo", "it does not say for which power that is", hint)
        return power

    def _warn(self, code: str, message: str, hint: str, line: SheetLine) -> None:
        self.problems.append(Problem(code, message, line.number, hint, line.text, warning=True))

    def _act(self, line: SheetLine, kind: str, data: Mapping[str, str | int]) -> None:
        self.acts.append(Act(kind, data, line.number, line.text))

    # trades

    def _trade_list(self, read: Sequence[ReadLine]) -> Reading:
        """Return the trades: a mail with a good line replaces all earlier ones, or adds to them (ruling P3)."""
        for line in read:
            if not self._read_acts(line):
                self._read_trades(line)
        before = self.sheet.filed.get(TRADES, "")
        self.meant = [each for each in self.meant if isinstance(each.value, Trade)]  # comments alone are not kept
        trades, misplaced = [each.value for each in self.meant], self.misplaced()
        if not trades or misplaced is not None:
            self.problems += (misplaced,) if misplaced is not None else ()
            wrong = any(not each.warning for each in self.problems)
            stands = ("Your earlier trades stand.",) if before and wrong else ()
            return Reading(written=bool(before), notes=stands)
        stood = before.splitlines() if self.adds else []
        text = "\n".join((*stood, print_trades(trades)))
        count = len(text.splitlines())
        notes: tuple[str, ...] = (f"Added to your list of {len(stood)}. It now has {count}.",)
        if not stood:
            notes = gone_of("list", "trade", (len(before.splitlines()), before), (count, text))
        return self.filed(text, [trade.deal for trade in trades], notes, added=bool(stood))

    def _read_trades(self, line: ReadLine) -> None:
        if line.verdict is Verdict.HEADING and line.statements[0].node.below("BUY", "ELECT"):
            self.lines.append(LineRead(line.line.number, line.line.text, "for the lines below", TRADES))
        else:
            self._read_line(line)

    @override
    def values(self, statement: Statement, line: ReadLine) -> list[Meant]:
        if self.part == OFFERS:
            return super().values(statement, line)
        if name_of(statement) not in _TRADES:
            raise no_offers_now(self.view.table.label, "in an exchange shares are traded and CEOs elected")
        _check_heading(statement)
        return [Meant(line.line, trade) for trade in self._trades(statement.node.children[0])]

    @override
    def fault(self, line: ReadLine) -> BadOrder:
        word = line.line.text.split()[0].upper().rstrip(":")
        if word == "TRANSFER" and self.leads:
            return BadOrder("exchange/treasury", IN_A_TREASURY)
        reader, tokens = self.reader_of_lines(), tokens_of(line.line.text[:LONGEST_LINE])
        words = reader.lexicon, reader.names
        kinds = {kind for at in range(len(tokens)) for each in words for kind, _ in each.edges(tokens, at)}
        example = next((right for kind, right in _EXAMPLES.items() if kind in kinds), "")
        if word == "TRANSFER" or not (self.view.trading or example):
            return super().fault(line)
        text = f"BUY {line.line.text.strip()}"
        read = reader.read_line(SheetLine(line.line.number, text)) if "POWER" in kinds else line
        is_lot = read.verdict is Verdict.READ and any(each.node.below("POWER") for each in read.statements)
        return BadOrder(*fault_of(line, "", f"to buy that, write `{text}`" if is_lot else example or A_TRADE))

    @override
    def _oddities(self) -> Iterator[Problem]:
        yield from super()._oddities()
        led = () if self.leads else self.view.led
        own = next(
            (each for each in self.meant if isinstance(each.value, Offer) and each.value.unit.power in led), None
        )
        if own is not None:
            message = "your offers here are paid from your own money"
            hint = f"from a treasury, they stand below a line `FOR {own.value.unit.power}`"
            yield Problem("exchange/own-money", message, own.line.number, hint, own.line.text, warning=True)

    def _trades(self, node: Node) -> list[Trade]:
        """Return what one statement buys or sells. Raises BadOrder."""
        sells = node.get("SELL") is not None
        deal = node.get("sale") or node.get("deal")
        lots = [each for each in node.children if each.name in ("lot", "lot_of_shares")]
        found = [self._lot(lot, lot, sells=sells) for lot in lots]
        found = found or [self._lot(party, node, sells=sells) for party in node.all("party")]  # `2 of each: …`
        if deal is None and sells:
            message = "you sell shares to another investor, for a sum that you both name"
            raise BadOrder("exchange/bad-trade", message, A_TRADE)
        if deal is None:
            return found
        if (deal.get("PAYEE") is not None and deal.get("FROM") is None) != sells:
            raise BadOrder("exchange/bad-trade", "you buy FROM somebody and sell TO somebody", A_TRADE)
        word = deal.get("WORD")
        other = investor_named(self.view.investors, str(word.value) if word is not None else "")
        if other == self.role:
            raise BadOrder("exchange/bad-trade", "a trade with yourself changes nothing")
        return [found[0]._replace(other=other, total=_count(deal))]

    def _lot(self, node: Node, counted: Node, *, sells: bool) -> Trade:
        """Return the shares of the power that a node names, as many as another counts. Raises BadOrder."""
        number = _count(counted, MOST_SHARES, "shares")
        if number < 1:
            raise BadOrder("exchange/bad-trade", "a trade needs at least one share", A_TRADE)
        party = next(each for each in node.walk() if each.name in ("POWER", "WORD"))
        return Trade(sells, number, self._with_shares(str(party.value)))

    def _with_shares(self, name: str) -> str:
        """Return the power that is named, unless nobody can ever play it (ruling P47). Raises BadOrder."""
        power = power_named(self.view.board, name)
        if power in self.view.board.dummies:
            raise BadOrder("exchange/no-shares", f"{power.title()} has no shares, and nobody leads it")
        return power

    # what belongs elsewhere

    def _line_for(self) -> str:
        """Return the line above what is for a power: one that the seat leads or, as an example, any of the board."""
        return f"FOR {(self.view.led or self.view.board.powers)[0]}"

    def _misplaced_trade(self) -> BadOrder:
        if self.leads:
            message, hint = "investors trade in shares, powers do not", "write it above the FOR lines"
            return BadOrder("exchange/not-for-a-power", message, hint)
        year = self.view.table.label.year + (not self.view.trading)
        message = f"shares are not traded in {self.view.phase.title}"
        return BadOrder("exchange/closed", message, f"the next time is Spring {year} Exchange: send this line then")

    def _no_orders(self, read: Sequence[ReadLine]) -> Reading:
        """Tell of each line that orders something, in a phase in which the role gives no orders."""
        above = "shares are bought and CEOs elected above the FOR lines"
        hint = above if self.view.trading else f"a CEO's orders stand below a line such as `{self._line_for()}`"
        rest, misplaced = without_offers(read, self.view.table.label, hint)
        self.problems += misplaced
        for line in read:
            if line.line not in rest:
                continue
            if line.verdict is Verdict.REMARK:
                self.remarks.append(line.line)
            else:
                message = f"there is nothing to order in a phase of {self.view.phase.kind}"
                self._tell(line, BadOrder("exchange/no-orders-now", message, hint))
        return Reading()


def _check_heading(statement: Statement) -> None:
    """Raise BadOrder of a vote below `I buy:`, and of shares below `Elections:`."""
    if statement.heading is not None and (statement.heading.get("ELECT") is None) == (name_of(statement) == "ballot"):
        message = f"`{statement.text}` does not fit its heading"
        raise BadOrder("exchange/bad-trade", message, "write `BUY 3 FRANCE` or `ELECT FRANCE ANNA`")


def investor_named(investors: Sequence[str], text: str) -> str:
    """Return the investor of this name, or the only one whose name begins so, in any case. Raises BadOrder."""
    name = text.upper().replace("\u2019", "'")
    bare = name.partition("'")[0]  # Turkish: `Anna'ya`
    exact = [each for each in investors if each == name] or [each for each in investors if each == bare]
    found = exact or [each for each in investors if each.startswith(name)]
    if len(found) != 1:
        near = nearly(name, investors)
        names = ", ".join(each.title() for each in investors)
        hint = f"did you mean {' or '.join(each.title() for each in near)}?" if near else f"the investors are {names}"
        raise BadOrder("exchange/no-such-investor", f"`{text[:40]}` is not an investor", hint)
    return found[0]


def _shares(number: int) -> str:
    return f"{number} share{'' if number == 1 else 's'}"


def _count(node: Node, most: int = MOST_MONEY, what: str = "silver pieces") -> int:
    """Return a number. Raises BadOrder for several amounts."""
    digits = next(str(each.value) for each in node.walk() if each.name in ("AMOUNTS", "NUMBERED"))
    if not digits.isdigit():
        raise BadOrder("exchange/bad-trade", f"`{digits}` is not one number", A_TRADE)
    digits = digits.lstrip("0") or "0"
    if len(digits) > len(str(most)) or int(digits) > most:
        raise BadOrder("exchange/bad-trade", f"nobody has that many {what}")
    return int(digits)


def read_exchange_mail(view: ExchangeView, role: str, sheet: Sheet) -> Reading:
    """Return what the lines of one role mean (rulings P1, P3, P28). Never raises on what was written."""
    return ExchangeReader(view, role, sheet).read()
