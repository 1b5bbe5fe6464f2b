"""Reading a mail in an Exchange game: an investor's own lines, and the CEO of X below `FOR X` (ruling P28)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from judge.reading.sheet import SheetLine
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.reading.spelling import without_remark
from judge.rules.exchange.acts import check_dividend
from judge.rules.exchange.books import MOST_WORTH
from judge.rules.exchange.canonical import TRADES, Trade, print_trades
from judge.rules.exchange.play import NOBODY
from judge.rules.exchange.reading.broken_trades import mend_trades
from judge.rules.exchange.reading.phrases import purchases_beside, purchases_in
from judge.rules.exchange.reading.trades import investor_named, is_trade, power_with_shares, read_trade
from judge.rules.exchange.reading.wishes import wish_in
from judge.rules.exchange.view import ExchangeView
from judge.rules.payola.acceptance import idle_in_list, read_list
from judge.rules.payola.reading.adding import adding_in, gone_of, second_sheet
from judge.rules.payola.reading.doubtful import refuse_percent
from judge.rules.payola.reading.letter import (
    OFFER_BEGUN,
    in_order,
    problem_of,
    read_board_orders,
    read_offer_sheet,
    read_words,
    transfer,
    transfer_text,
    unnumbered,
    without_offers,
)
from judge.rules.payola.reading.words import (
    Gift,
    gift_in,
    gift_within,
    list_in,
    not_given,
    power_named,
    refuse_list_said,
)
from judge.rules.problems import Problem
from judge.rules.values import (
    Act,
    LineRead,
    Reading,
    Sheet,
)
from judge.rules.words.prose import listed
from judge.rules.words.remarks import CHANGES_AN_ORDER, is_idle

_QUOTES = "\"'\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb"
_ELECT = re.compile(r"ELECT\b\s*(.*)", re.IGNORECASE | re.DOTALL)
_WORD = re.compile(r"[^\W\d_]+")
_VOTES = re.compile(r"\bmy\s+votes?\b", re.IGNORECASE)
_DIVIDEND = re.compile(r"DIVIDEND\b\s*(.*)", re.IGNORECASE | re.DOTALL)
_WORTH = re.compile(r"WORTH\b\s*(.*)", re.IGNORECASE | re.DOTALL)


class _Words:
    """The acts in one sheet of a role, and the money that its earlier TRANSFER lines leave."""

    def __init__(self, view: ExchangeView, role: str) -> None:
        self.view = view
        self.role = role
        self.leads = role in view.board.powers
        self.left = view.balance or 0
        self.acts: list[Act] = []
        self.warnings: list[Problem] = []

    def read(self, line: SheetLine) -> str | None:
        """The meaning of a line that takes effect at once; None if it is none. BadOrder if it is a wrong one."""
        text = without_remark(line.text).strip()
        listed = list_in(text)
        if listed is not None:
            return self._accept(line, listed)
        refuse_list_said(self.view.board, text)
        wish = wish_in(self.view.board, self.view.investors, text)
        if wish and not wish.startswith("BUY"):
            raise BadOrder("exchange/wish", f"`{text[:60]}` is not a line that I can carry out", f"write `{wish}`")
        gift = gift_in(text, self.left, () if self.leads else self.view.others)
        if gift is not None:
            return self._transfer(line, gift)
        for word, understand in _AT_ONCE.items():
            found = word.fullmatch(text)
            if found is not None:
                refuse_percent(line.text)
                return understand(self, line, found[1].strip())
        if (meant := gift_within(self.view.investors, text)) and not OFFER_BEGUN.match(text):
            raise not_given(meant)
        return None

    def _accept(self, line: SheetLine, listed: str) -> str:
        if not self.leads:
            hint = f"write it below a line such as `{_line_for(self.view)}`"
            raise BadOrder("exchange/for-a-power", "a power's CEO keeps its list", hint)
        board = self.view.board
        written = read_list(board, self.role, listed)
        self.warnings += idle_in_list(board, written, line)
        self._act(line, "accept", {"list": written})
        return f"ACCEPT {written}"

    def _transfer(self, line: SheetLine, gift: Gift) -> str:
        if self.leads:
            raise BadOrder(
                "exchange/treasury", "a treasury pays offers and dividends; only investors transfer money (P28)"
            )
        if gift.name.upper().rstrip(".!") in self.view.board.powers:
            # Else it would go to a player called France, whose seat is FRANCE2.
            listed = ", ".join(each.title() for each in self.view.investors)
            message = f"{gift.name.title()[:40]} is a power, and you can give money only to investors"
            raise BadOrder("exchange/no-such-investor", message, f"the investors are {listed}")
        payee = investor_named(self.view.investors, gift.name)
        act = transfer(self.role, payee, gift, self.left, self.view.payees, line)
        self.left -= gift.amount
        self.acts.append(act)
        return transfer_text(act)

    def _elect(self, line: SheetLine, rest: str) -> str:
        if self.leads:
            raise BadOrder("exchange/not-for-a-power", "investors elect, powers do not", "write it above the FOR lines")
        words = [word.strip(_QUOTES).rstrip(":=") for word in rest.replace("=", " ").split()]
        words = [word for word in words if word]
        if len(words) == 3 and words[1].upper() in ("FOR", "IN", "OF"):  # Anna for France
            words = [words[2], words[0]]
        if len(words) != 2:
            raise BadOrder("exchange/bad-vote", "whom do you elect for which power?", "write `ELECT FRANCE ANNA`")
        power = power_with_shares(self.view.board, words[0])
        withdrawn = words[1].upper().rstrip(".!") == NOBODY
        name = NOBODY if withdrawn else investor_named(self.view.investors, words[1])
        if not withdrawn and name not in self.view.payees:
            message = f"nobody plays {name.title()}, so votes for them do not count"
            hint = f"elect somebody who plays: {listed([each.title() for each in self.view.payees])}"
            self.warnings.append(Problem("exchange/vote-for-dummy", message, line.number, hint, line.text, True))
        self._act(line, "elect", {"power": power, "name": "" if withdrawn else name})
        return f"ELECT {power} {name}"

    def _dividend(self, line: SheetLine, rest: str) -> str:
        words = rest.split()
        if not 1 <= len(words) <= 2 or not _is_amount(words[-1]):
            raise BadOrder("exchange/bad-dividend", "how much for each share?", "write `DIVIDEND FRANCE 2`")
        power = self._power_led(power_named(self.view.board, words[0]) if len(words) == 2 else self.role)
        amount = int(words[-1])
        check_dividend(self.view.most_dividend, power, amount)
        self._act(line, "dividend", {"power": power, "amount": amount})
        self._warn_uncovered(line, power, amount)
        return f"DIVIDEND {power} {amount}"

    def _warn_uncovered(self, line: SheetLine, power: str, amount: int) -> None:
        """Says so where the treasury could not pay the dividend if it were due today."""
        treasury, held = self.view.treasuries[power]
        if amount * held <= treasury:
            return
        shares = f"{held} share{'s' if held > 1 else ''}"
        takes = f"{amount} a share for {shares} takes {amount * held}"
        message = f"{power.title()}'s treasury holds {treasury} today, and {takes}"
        covers = f"; it covers at most {treasury // held} a share"
        hint = (
            f"nothing is paid when this exchange is settled{covers}"
            if self.view.trading
            else f"if the treasury does not cover all of it in the next exchange, nothing is paid{covers} today"
        )
        self.warnings.append(
            Problem("exchange/uncovered-dividend", message, line.number, hint, line.text, warning=True)
        )

    def _worth(self, line: SheetLine, rest: str) -> str:
        name, worth = _center_and_worth(rest)
        # What is below 0 is no worth: the name would be found without its dash.
        if not name or name[-1] in "-\u2013\u2212" or not _is_amount(worth):
            message = f"which center is worth how much? The most is {MOST_WORTH}"
            raise BadOrder("exchange/bad-worth", message, "write `WORTH PAR 9`")
        board = self.view.board
        named = board.find(name)
        if len(named) != 1 or named[0] not in board.centers:
            near = [f"{code} ({board.names[code]})" for code in board.slips(name) if code in board.centers]
            hint = f"did you mean {' or '.join(near)}?" if near and not named else "write `WORTH PAR 9`"
            raise BadOrder("exchange/bad-worth", f"`{name[:40]}` is not a supply center", hint)
        center = named[0]
        owner = next((power for power, held in self.view.centers.items() if center in held), "")
        power = self._power_led(self.role if self.leads else owner)
        if owner != power:
            raise BadOrder("exchange/not-its-center", f"{power.title()} does not own {center}")
        self._act(line, "worth", {"power": power, "center": center, "amount": int(worth)})
        return f"WORTH {center} {int(worth)}"

    def _power_led(self, power: str) -> str:
        """The power, if the writer may decide for it."""
        if self.leads and power != self.role:
            message = f"these lines are for {self.role.title()}, not for {power.title()}"
            raise BadOrder("exchange/other-power", message, f"write them below a line `FOR {power}`")
        if not self.leads and power not in self.view.led:
            if power in self.view.board.powers:
                raise BadOrder(
                    "exchange/not-ceo", f"only the CEO of {power.title()} decides that, and you are not the CEO"
                )
            if not self.view.led:
                raise BadOrder("exchange/not-ceo", "only the CEO of a power decides that, and you lead none now")
            hint = f"write it below a line `FOR {self.view.led[0]}`"
            raise BadOrder("exchange/not-ceo", "it does not say for which power that is", hint)
        return power

    def _act(self, line: SheetLine, kind: str, data: Mapping[str, str | int]) -> None:
        self.acts.append(Act(kind, data, line.number, line.text))


def _center_and_worth(text: str) -> tuple[str, str]:
    """`PAR 9`, `Paris = 9.` -> the name and the digits behind it; empty where they are missing."""
    bare = text.strip().rstrip(".!").rstrip()
    name = bare.rstrip("0123456789")
    return name.rstrip().rstrip("=:").rstrip(), bare[len(name) :]


def _is_amount(digits: str) -> bool:
    return digits.isascii() and digits.isdigit() and int(digits[:9]) <= MOST_WORTH and len(digits) < 9


_AT_ONCE: Mapping[re.Pattern[str], Callable[[_Words, SheetLine, str], str]] = {
    _ELECT: _Words._elect,
    _DIVIDEND: _Words._dividend,
    _WORTH: _Words._worth,
}


def read_exchange_mail(view: ExchangeView, role: str, sheet: Sheet) -> Reading:
    """What the lines of one role mean (rulings P1, P3, P28). Never raises on what was written."""
    sheet = unnumbered(sheet)
    words = _Words(view, role)
    rest, understood = read_words(words.read, sheet.lines)
    read = _read_rest(view, role, rest, sheet)
    return in_order(read, replace(understood, acts=tuple(words.acts)), words.warnings)


def _read_rest(view: ExchangeView, role: str, lines: list[SheetLine], sheet: Sheet) -> Reading:
    leads = role in view.board.powers
    misplaced: list[Problem] = []
    if leads or not view.trading:
        for line in [each for each in lines if is_trade(each.text)]:
            lines.remove(line)
            misplaced.append(_misplaced_trade(view, line, leads=leads))
    if view.trading:
        read = _no_orders(view, lines) if leads else _read_trades(view, role, lines, sheet)
    elif view.table.label.kind == MOVEMENT:
        read = read_offer_sheet(view, role, lines, sheet)
    elif leads:
        read = read_board_orders(view, role, lines, sheet)
    else:
        read = _no_orders(view, lines)
    return replace(read, problems=(*misplaced, *read.problems))


def _line_for(view: ExchangeView) -> str:
    """The line above what is for a power: one that the seat leads or, as an example, any of the board."""
    return f"FOR {(view.led or view.board.powers)[0]}"


def _misplaced_trade(view: ExchangeView, line: SheetLine, *, leads: bool) -> Problem:
    if leads:
        message, hint = "investors trade in shares, powers do not", "write it above the FOR lines"
        return Problem("exchange/not-for-a-power", message, line.number, hint, line.text)
    year = view.table.label.year + (not view.trading)
    message = f"shares are not traded in {view.phase.title}"
    hint = f"the next time is Spring {year} Exchange: send this line then"
    return Problem("exchange/closed", message, line.number, hint, line.text)


def _no_orders(view: ExchangeView, lines: list[SheetLine]) -> Reading:
    """In a phase in which the role gives no orders every line that orders something is an error."""
    hint = (
        "shares are bought and CEOs elected above the FOR lines"
        if view.trading
        else f"a CEO's orders stand below a line such as `{_line_for(view)}`"
    )
    rest, problems = without_offers(view.table.label, lines, hint)
    for line in rest:
        if not without_remark(line.text).strip():
            continue
        message = f"there is nothing to order in a phase of {view.phase.kind}"
        problems.append(Problem("exchange/no-orders-now", message, line.number, hint, line.text))
    return Reading(problems=tuple(problems))


def _read_trades(view: ExchangeView, investor: str, lines: list[SheetLine], sheet: Sheet) -> Reading:
    """A mail with a good line replaces all earlier ones, or adds to them (ruling P3)."""
    kept: list[Trade] = []
    good: list[LineRead] = []
    adding = adding_in(lines)
    apart, beside = _apart(view, investor, adding.rest)
    mended = mend_trades(apart, lambda text: read_trade(view.board, view.investors, investor, text))
    rest, bad = without_offers(view.table.label, mended.lines, "in an exchange shares are traded and CEOs elected")
    bad += mended.problems
    before = sheet.filed.get(TRADES, "")
    for line in rest:
        if not without_remark(line.text).strip():
            continue
        try:
            trade = read_trade(view.board, view.investors, investor, line.text)
        except BadOrder as fault:
            bad.append(problem_of(fault, line))
            continue
        if not trade.other and trade.number > view.shares:
            message = f"{trade.power.title()} has only {view.shares} share{'' if view.shares == 1 else 's'} in all"
            hint = "you can buy those that are unsold when your line is carried out"
            bad.append(Problem("exchange/more-than-all", message, line.number, hint, line.text, warning=True))
        kept.append(trade)
        good.append(LineRead(line.number, line.text, trade.deal, TRADES))
    misplaced = adding.misplaced([*(line.line for line in good), *(each.line for each in bad if is_trade(each.text))])
    misplaced = misplaced or second_sheet(lines, [line.line for line in good])
    if not kept or misplaced is not None:
        stands = ("Your earlier trades stand.",) if before else ()
        wrong = (*bad, misplaced) if misplaced else tuple(bad)
        return Reading(written=bool(before), problems=wrong, notes=stands if wrong else ())
    stood = before.splitlines() if adding.words else []
    text = "\n".join((*stood, print_trades(kept)))
    count = len(text.splitlines())
    if stood:
        notes: tuple[str, ...] = (f"Added to your list of {len(stood)}. It now has {count}.",)
    else:
        notes = gone_of("list", "trade", (len(before.splitlines()), before), (count, text))
    told = (*adding.told(TRADES, filed=bool(stood)), *mended.told(good))
    added = (TRADES,) if adding.words else ()
    return Reading({TRADES: text}, (), True, told, (*bad, *beside), notes, added=added)


def _apart(view: ExchangeView, investor: str, lines: Sequence[SheetLine]) -> tuple[list[SheetLine], list[Problem]]:
    """(the lines, and of a sentence that holds several purchases each by itself; warnings of what stood beside one)."""
    found: list[SheetLine] = []
    beside: list[Problem] = []
    for line in lines:
        text = without_remark(line.text)
        purchases = purchases_in(text)
        if not purchases and (said := purchases_beside(text)):
            votes = [each for each in said.others if _is_vote(each)]
            if all(_is_talk(view, investor, each) for each in said.others if each not in votes):
                purchases = said.purchases
                beside += (_vote_beside(line, each) for each in votes)
                found += [replace(line, text=each) for each in purchases]
                continue
        found += [replace(line, text=each) for each in purchases] if len(purchases) > 1 else [line]
    return found, beside


def _is_talk(view: ExchangeView, investor: str, said: str) -> bool:
    """Can this sentence not change a purchase beside it? It names no place, no power and no other investor."""
    names = {*view.board.powers, *(each for each in view.investors if each != investor)}
    if not names.isdisjoint(_WORD.findall(said.upper())):
        return False
    return is_idle(said, lambda word: bool(view.board.find(word)) and len(word) > 2)


def _is_vote(said: str) -> bool:
    """Does it speak of the writer's vote, and of nothing that could change a purchase?"""
    spoken = _WORD.findall(said.upper())
    return _VOTES.search(said) is not None and CHANGES_AN_ORDER.isdisjoint(spoken) and not any(map(str.isdigit, said))


def _vote_beside(line: SheetLine, said: str) -> Problem:
    message = f"I read the purchases of this line, and not `{said[:80]}`"
    hint = "write a vote on a line of its own: `ELECT FRANCE ANNA`"
    return Problem("exchange/vote-beside", message, line.number, hint, line.text, warning=True)
