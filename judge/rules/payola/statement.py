"""What the results tell one power of its own money, and nobody else (Payola 5.7, rulings P19, P20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.rules.diplomacy.canonical import full_text, order_text
from judge.rules.diplomacy.position import Position
from judge.rules.diplomacy.table import Table
from judge.rules.diplomacy.units import Unit
from judge.rules.payola.auctions.details import Fate
from judge.rules.payola.canonical import print_line
from judge.rules.payola.offers import Offer, OfferSheet
from judge.rules.payola.play import Auctioned
from judge.rules.values import Json

STATEMENT = "statement"
"""The kind of the event."""

NOTHING = OfferSheet()


def statement(table: Table, power: str, played: Auctioned) -> dict[str, Json]:
    """By unit and by line of the sheet. A line's `paid` is None if it was not accepted; `for` names the order where the
    line does not say which it was; `promised`: it paid as its promise says.
    """
    found = played.determination
    fates = found.details.fates(power, [each.amount for each in found.payments[power]])
    return {
        **_by_unit(table, power, played),
        "accepted": [
            {"order": full_text(table.position, found.issued[unit]), "amount": amount}
            for unit, amount in found.payments[power]
        ],
        "lines": [_line(table.position, fate, played) for fate in fates],
        **_sums(power, played, played.sheets.get(power, NOTHING)),
    }


def blind_statement(table: Table, power: str, played: Auctioned, written: OfferSheet) -> dict[str, Json]:
    """The same in a blind game: what it paid to which unit of which power, instead of the orders that were accepted.

    `written`: the whole sheet, as the power itself reads it. Of a line nothing is told but what that list says of its
    unit: one that was dropped reads like one that lost.
    """
    paid = _paid_blindly(table, power, played)
    told = {(unit.kind, unit.province): row for unit, row in paid.items()}
    return {
        **_by_unit(table, power, played),
        "accepted": [],
        "paid": list(paid.values()),
        "lines": [
            {"line": _text(table.position, offer), "paid": told.get((offer.unit.kind, offer.unit.province))}
            for offer in written.offers
        ],
        **_sums(power, played, written),
    }


def _by_unit(table: Table, power: str, played: Auctioned) -> dict[str, Json]:
    """What each own unit did, the total that it took, and the power's own part of that."""
    found = played.determination
    own = found.paid[power]
    return {
        "phase": str(table.label),
        "title": table.label.title,
        "units": [
            {
                "unit": str(unit),
                "order": full_text(table.position, found.issued[unit]),
                "total": found.totals[unit],
                "own": own.get(unit, 0),
            }
            for unit in table.units_of(power)
        ],
    }


def _line(position: Position, fate: Fate, played: Auctioned) -> dict[str, Json]:
    done = order_text(position, played.determination.issued[fate.offer.unit])
    unsaid = fate.accepted and (fate.promised or len(fate.offer.orders) > 1)
    return {
        "line": _text(position, fate.offer),
        "offered": fate.offered,
        "paid": fate.paid if fate.accepted else None,
        "for": done if unsaid else "",
        "promised": fate.promised,
    }


def _text(position: Position, offer: Offer) -> str:
    return print_line(position, offer._replace(comment=""))


def _sums(power: str, played: Auctioned, sheet: OfferSheet) -> dict[str, Json]:
    expended, balance = played.determination.expended(power), played.balances[power]
    return {
        "held_back": min(sheet.savings, balance + expended),
        "expended": expended,
        "reductions": played.determination.reductions[power],
        "balance": balance,
    }


def _paid_blindly(table: Table, power: str, played: Auctioned) -> Mapping[Unit, Json]:
    """What it paid to each unit; foreign ones that were paid 0 are left out (ruling P20)."""
    payments: Sequence[tuple[Unit, int]] = played.determination.payments[power]
    sums: dict[Unit, int] = {}
    for unit, amount in payments:
        sums[unit] = sums.get(unit, 0) + amount
    return {
        unit: {"unit": str(unit), "power": unit.power, "amount": sums[unit]}
        for unit in table.units
        if unit in sums and (sums[unit] or unit.power == power)
    }
