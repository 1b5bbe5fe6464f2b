"""What stands on file, what it could cost, and a sheet to answer with, in an Exchange game."""

from __future__ import annotations

from judge.rules.diplomacy.forms import AGAIN
from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.diplomacy.system import SYSTEM as PLAIN
from judge.rules.exchange.canonical import TRADES, parse_trades
from judge.rules.exchange.view import ExchangeView, Office
from judge.rules.payola.canonical import OFFERS, parser_for
from judge.rules.payola.forms import as_comments, blank_sheet, estimate_sheet
from judge.rules.prose import listed
from judge.rules.values import Orders

ON_A_LINE = 8
"""So many worths stand on one line of a sheet."""


def show_sheet(view: ExchangeView, orders: Orders) -> str:
    if view.trading:
        return orders.get(TRADES, "")
    if view.table.label.kind == MOVEMENT:
        return orders.get(OFFERS, "")
    return PLAIN.show(view, orders) if view.power else ""


def estimate_orders(view: ExchangeView, orders: Orders) -> tuple[str, ...]:
    """What the orders on file could cost at most."""
    if view.trading:
        return _estimate_trades(view, orders.get(TRADES, ""))
    if view.table.label.kind != MOVEMENT:
        return PLAIN.estimate(view, orders) if view.power else ()
    sheet = parser_for(view, view.player).sheet(orders.get(OFFERS, ""))
    return estimate_sheet(view, sheet) if sheet.size else ()


def _estimate_trades(view: ExchangeView, text: str) -> tuple[str, ...]:
    trades = parse_trades(view.board, view.investors, view.seat, text)
    if not trades:
        return ()
    shares = sum(line.number for line in trades if not line.other) * view.price
    deals = sum(line.total for line in trades if line.other and not line.sells)
    parts = f": {shares} for unsold shares, {deals} in trades" if shares and deals else ""
    cost = f"These lines cost at most {shares + deals} of your {view.balance} AgP{parts}."
    short = [
        f"You sell {sold} of {power.title()}, but hold {_or_none(held)} and buy {_or_none(bought)}."
        for power in sorted({line.power for line in trades})
        for held in (view.holdings.get(power, 0),)
        for bought in (sum(line.number for line in trades if not line.sells and line.power == power),)
        if (sold := sum(line.number for line in trades if line.sells and line.power == power)) > held + bought
    ]
    return (cost, *short)


def _or_none(count: int) -> str:
    return str(count or "none")


def standing_words(view: ExchangeView) -> tuple[str, ...]:
    """What counts until it is changed: an investor's votes; of a power its list, dividend and worths."""
    elected: dict[str, list[str]] = {}
    for power, name in view.votes.items():
        elected.setdefault(name.title(), []).append(power.title())
    votes = [f"You elect {name} for {listed(powers)}." for name, powers in elected.items()]
    return (*votes, *(said for office in view.offices for said in _decided(office, _next_exchange(view))))


def _next_exchange(view: ExchangeView) -> str:
    """When dividends are paid next."""
    return "in this exchange" if view.trading else "in the next exchange"


def _decided(office: Office, when: str) -> list[str]:
    whose = f"{office.power.title()}'s"
    said = [f"{whose} acceptance list is {office.accept}."]
    if office.dividend:
        said.append(f"{whose} dividend {when} is {office.dividend} a share.")
    if office.worths:
        worths = ", ".join(f"{center} {worth}" for center, worth in office.worths)
        said.append(f"{whose} centers are worth {worths}, together at most {office.most}.")
    now = dict(office.worths)
    said += [
        f"{center} has not paid {office.power.title()} yet, so once it brings {now[center]}, and {worth} from then on."
        for center, worth in office.later
    ]
    return said


def exchange_form(view: ExchangeView, last: Orders) -> str:
    """A sheet for one role: an investor's own, or that of a power for its CEO."""
    if view.seat:
        return _investors_form(view, last)
    office = view.offices[0] if view.offices else None
    if office is None:
        return ""
    if view.trading:
        return "\n".join((*_office_lines(view, office), f"// ACCEPT {office.accept}"))
    if view.table.label.kind == MOVEMENT:
        return "\n".join((blank_sheet(view, last), *_office_lines(view, office)))
    return PLAIN.form(view, last)


def _office_lines(view: ExchangeView, office: Office) -> list[str]:
    """What a CEO may decide besides, as comments."""
    limit = f"; at most {view.most_dividend}" if view.most_dividend else ""
    lines = [f"// DIVIDEND {office.dividend} is on record, for each share {_next_exchange(view)}{limit}"]
    if office.worths:
        example = f"WORTH {office.worths[0][0]} 9"
        lines.append(f"// what its centers earn, at most {office.most} in all; `{example}` changes one:")
        worths = [f"{center} {worth}" for center, worth in office.worths]
        lines += [f"//   {', '.join(worths[first : first + ON_A_LINE])}" for first in range(0, len(worths), ON_A_LINE)]
    return lines


def _investors_form(view: ExchangeView, last: Orders) -> str:
    head = f"// {view.phase.title}, {view.seat}: you have {view.balance} AgP"
    if not view.trading:
        if view.table.label.kind != MOVEMENT:
            return head
        if last.get(OFFERS):
            return "\n".join((head, "// on file:", last[OFFERS]))
        earlier = as_comments("// your last offers:", last.get(AGAIN, ""))
        return "\n".join((head, *(earlier or ("// your own offers, if you make any:",))))
    example = view.board.powers[0]
    other = next((each for each in view.investors if each != view.seat), view.seat)
    held = ", ".join(f"{shares} of {power.title()}" for power, shares in view.holdings.items()) or "none"
    votes = [f"ELECT {power} {name}" for power, name in view.votes.items()]
    return "\n".join(
        (
            head,
            f"// your shares: {held}; an unsold one costs {view.price}",
            "// Take the // off a line to use it, and change what you like:",
            f"// BUY 3 {example}",
            f"// BUY 1 {example} FROM {other} FOR {view.price}",
            f"// SELL 1 {example} TO {other} FOR {view.price}",
            "// your votes stand until you change them:" if votes else f"// ELECT {example} {view.seat}",
            *votes,
        )
    )
