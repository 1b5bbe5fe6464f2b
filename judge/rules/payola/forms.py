"""What a sheet would cost and what to think of before it is final, and a sheet to answer with."""

from __future__ import annotations

from collections.abc import Sequence

from judge.rules.diplomacy.board import Unit
from judge.rules.diplomacy.forms import AGAIN
from judge.rules.diplomacy.orders import HOLD, MOVE, Order
from judge.rules.payola.acceptance import REST, letters_in
from judge.rules.payola.auctions.auction import Determination, Fate, determine
from judge.rules.payola.auctions.contest import Lot
from judge.rules.payola.canonical import DIRECT, OFFERS, Amount, Offer, OfferSheet, offer_text
from judge.rules.payola.play import is_move
from judge.rules.payola.view import PayolaView
from judge.rules.prose import listed
from judge.rules.values import Orders

WRITER, _OTHERS = "writer", "others"


def cost_alone(offers: Sequence[Offer], available: int, power: str, dummies: Sequence[str] = ()) -> Determination:
    """The auction of this sheet of a power alone, with so much money to spend (5.5); its power is called WRITER.

    Units of others have their default HOLD (3.3), which wins where nothing is more: an owner's list begins with the
    owner (4.2). Those of dummies hold in a tie (4.4). Else, of orders for which the sheet pays the same, its earliest
    wins (5.3), as far as lines go; the sum is the same for all.
    """
    lots: dict[Unit, Lot] = {}
    for offer in offers:
        unit = offer.unit
        if unit not in lots:
            owner = WRITER if unit.power == power else _OTHERS
            lots[unit] = Lot(owner, Order(unit.province, HOLD), unit.power in dummies)
    return determine(lots, {WRITER: offers}, {WRITER: available}, lambda _: (_OTHERS, WRITER), is_move)


def cost_with_promises(offers: Sequence[Offer], available: int) -> Determination:
    """The same if somebody names whatever a promise pays for: HOLD, some other move, some other support."""
    lots: dict[Unit, Lot] = {}
    others: list[Offer] = []
    for offer in offers:
        if offer.unit not in lots:
            province = offer.unit.province
            hold = Order(province, HOLD)
            lots[offer.unit] = Lot(WRITER, hold)
            others.append(Offer(offer.unit, DIRECT, (hold, Order(province, MOVE), Order(province, "")), (Amount(0),)))
    return determine(lots, {WRITER: offers, _OTHERS: others}, {WRITER: available}, lambda _: (WRITER,), is_move)


def estimate_sheet(view: PayolaView, sheet: OfferSheet) -> tuple[str, ...]:
    """What the sheet alone would cost, line by line, and what a good player would think of; one remark a line."""
    balance = view.balance or 0
    available = max(0, balance - sheet.savings)
    remarks = _costs(view, sheet.offers, balance, available) if sheet.offers else []
    if sheet.savings:
        remarks.append(f"{min(sheet.savings, balance)} AgP is held back.")
    if sheet.savings > balance:
        remarks.append("You hold back more than you have, so you pay nothing at all.")
    named = {offer.unit for offer in sheet.offers} | set(sheet.commands)
    idle = [str(unit) for unit in view.table.units_of(view.power) if unit not in named]
    if idle and view.variant.loyal:
        remarks.append(f"These units have no order, so they hold: {', '.join(idle)}.")
    elif idle:
        remarks.append(f"You offer nothing to these units, so they have 0 for HOLD: {', '.join(idle)}.")
    return (*remarks, *_ties_lost(view, sheet.offers))


def _costs(view: PayolaView, offers: Sequence[Offer], balance: int, available: int) -> list[str]:
    cost = cost_alone(offers, available, view.power, view.dummies)
    spent, reductions, fates = cost.expended(WRITER), cost.reductions[WRITER], cost.fates[WRITER]
    in_full = not reductions and all(fate.accepted for fate in fates)
    most = spent if in_full else cost_with_promises(offers, available).expended(WRITER)
    remarks = [f"{supposed(view)} you pay {spent} of your {balance} AgP."]
    if most > spent:
        remarks.append(f"What others offer can make that {most} AgP.")
    if reductions:
        often = "once" if reductions == 1 else f"{reductions} times"
        remarks.append(f"All your offers are reduced {often} until that fits.")
    if not in_full:
        remarks += ["Line by line you pay:", *_by_line(view, fates)]
    if available > spent:
        remarks.append(f"{available - spent} AgP would be left over.")
    broken = [fate for fate in fates if fate.offered < _plateau(fate.offer)]
    remarks += [
        f"The plateau of `{offer_text(view.table.position, fate.offer)}` cannot hold: {fate.offered} is left."
        for fate in broken
    ]
    if view.variant.discount:
        remarks.append("In eBayola an order that wins may cost less.")
    return remarks


def supposed(view: PayolaView) -> str:
    """Say what the cost supposes. A blind game does not tell which offers it ignores (6.3, P20)."""
    if view.variant.discount:
        return "At full price, if all these offers stand," if view.blind else "At full price"
    return "If all these offers stand and nobody else offers," if view.blind else "If nobody else offers,"


def _by_line(view: PayolaView, fates: Sequence[Fate]) -> list[str]:
    """What each line would pay, before it; a dash if its unit would do something that it does not pay for."""
    amounts = [str(fate.paid) if fate.accepted else "-" for fate in fates]
    wide = max(map(len, amounts))
    return [
        f"  {amount:>{wide}}  {offer_text(view.table.position, fate.offer)}"
        for amount, fate in zip(amounts, fates, strict=True)
    ]


def _plateau(offer: Offer) -> int:
    return sum(amount.plateau * amount.repetition for amount in offer.amounts)


def _ties_lost(view: PayolaView, offers: Sequence[Offer]) -> tuple[str, ...]:
    """Own units at which the writer's own list prefers somebody else's money in a tie (5.2)."""
    board, written = view.board, view.accept or ""
    said = letters_in(board, written)
    before = said[: said.index(board.letters[view.power])] if view.power else []
    own = dict.fromkeys(str(offer.unit) for offer in offers if offer.unit.power == view.power)
    if not before or not own or view.variant.loyal:
        return ()
    powers = {letter: power.title() for power, letter in board.letters.items()}
    names = [f"those whom `{REST}` stands for" if letter == REST else powers[letter] for letter in before]
    return (f"Your list {written} prefers {listed(names)} to you, so they win ties at {', '.join(own)}.",)


def blank_sheet(view: PayolaView, last: Orders) -> str:
    """Return own units at 0 for HOLD, below comments on what is on file or was in the phase before."""
    lines = [f"// {view.phase.title}, {view.power}: you have {view.balance} AgP"]
    if not view.variant.loyal:  # where it decides nothing (ruling P23)
        lines += [f"// your acceptance list is {view.accept} (a line `ACCEPT ...` changes it)"]
    on_file = last.get(OFFERS, "")
    if on_file:
        return "\n".join((*lines, "// on file:", on_file))
    lines += as_comments("// your last sheet:", last.get(AGAIN, ""))
    lines += [f"{unit} H" if view.variant.loyal else f"0 : {unit} H" for unit in view.own_units]
    return "\n".join(lines)


def as_comments(heading: str, sheet: str) -> list[str]:
    """The lines of an earlier sheet, as comments below a heading; none where it has none."""
    earlier = [f"//   {line}" for line in sheet.splitlines() if line.strip() and not line.startswith("%")]
    return [heading, *earlier] if earlier else []


def earlier_offers(last: Orders) -> Orders:
    """The offers of the phase before as `blank_sheet` tells of them: what was paid for then is not offered again."""
    return {AGAIN: last[OFFERS]} if last.get(OFFERS) else {}
