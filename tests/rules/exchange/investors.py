"""How investors and CEOs of an Exchange game play, for the conformance suite and for long games at random."""

from __future__ import annotations

import random

from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.exchange.state import ExchangeState
from judge.rules.exchange.view import ExchangeView
from judge.rules.values import VOTE, Act, Orders


def trades(view: ExchangeView, drawn: random.Random) -> str:
    """The lines of one investor in an exchange phase: purchases, and trades that others may answer."""
    powers = view.board.powers
    others = [name for name in view.investors if name != view.seat]
    lines = [f"BUY {drawn.randint(1, 6)} {drawn.choice(powers)}" for _ in range(3)]
    lines += [f"SELL 1 {power} TO {drawn.choice(others)} FOR 3" for power in view.holdings]
    lines += [f"BUY 1 {drawn.choice(powers)} FROM {name} FOR 3" for name in others]
    lines += [f"ELECT {power} {drawn.choice(view.investors)}" for power in powers[::2]]
    lines += [f"DIVIDEND {power} {drawn.randint(0, 3)}" for power in view.led]
    lines += [f"WORTH {center} 9" for power in view.led for center in view.centers.get(power, ())[:1]]
    return "\n".join((*lines, "SELL 1 ATLANTIS TO NEMO FOR 2"))


def elections(state: ExchangeState, drawn: random.Random) -> list[tuple[str, Act]]:
    """Every investor votes for somebody in every power, and every CEO decides on dividends and worths."""
    books, powers = state.books, state.table.board.powers
    acts = [
        (voter, Act("elect", {"power": power, "name": drawn.choice(books.players)}))
        for voter in books.players
        for power in powers
    ]
    for power, ceo in sorted(books.ceos.items()):
        acts.append((ceo, Act("dividend", {"power": power, "amount": drawn.randint(0, 3)})))
        acts += [
            (power, Act("worth", {"power": power, "center": center, "amount": drawn.randint(0, 20)}))
            for center in state.table.centers.get(power, ())[:1]
        ]
    return acts


def secrets(state: ExchangeState, role: str, drawn: random.Random) -> list[tuple[str, Act]]:
    """What others vote, decide and pay each other; nothing of those who play the same seat, or lead the same power."""
    books = state.books
    seat = books.ceos.get(role, role)
    acts = [
        (actor, act)
        for actor, act in elections(state, drawn)
        if seat not in (actor, books.ceos.get(actor, "")) and act.data.get("power") != role
    ]
    others = [name for name in books.players if name != seat]
    payers = [name for name in others if state.balances[name]]
    if payers and len(others) > 1:
        payer = drawn.choice(payers)
        payee = drawn.choice([name for name in others if name != payer])
        amount = drawn.randint(1, state.balances[payer])
        acts.append((payer, Act("transfer", {"to": payee, "amount": amount})))
    led = [power for power, ceo in sorted(books.ceos.items()) if ceo != seat]
    letters = state.table.board.letters
    acts += [(power, Act("accept", {"list": f"?{letters[power]}"})) for power in led]
    voters = [power for power in led if power in state.table.alive]
    if voters and len(books.ceos) > 1:
        acts.append((drawn.choice(voters), Act(VOTE, {"draw": True})))
    return acts


def twins(state: ExchangeState, role: str, drawn: random.Random) -> tuple[dict[str, Orders], dict[str, Orders]] | None:
    """In an exchange phase another buys shares of a power that the role has nothing to do with, or does not; or they
    answer what the role's seat would sell with more than they have, or do not.
    """
    books = state.books
    seat = books.ceos.get(role, role)
    others = [name for name in books.players if name != seat]
    if not state.trading or state.table.label.kind != MOVEMENT:
        return None
    if seat in books.players and drawn.random() < 0.5:
        other = drawn.choice(others)
        sold = list(books.holdings.get(seat, {})) or [drawn.choice(state.table.board.powers)]
        sales = [f"BUY 1 {sold[0]}", *(f"SELL 1 {each} TO {other} FOR 999999" for each in sold)]
        own: dict[str, Orders] = {seat: {"trades": "\n".join(sales)}}
        return own, {**own, other: {"trades": "\n".join(f"BUY 1 {each} FROM {seat} FOR 999999" for each in sold)}}
    strangers = [
        power
        for power in state.table.board.powers
        if power not in books.ceos and not books.held(seat, power) and power != role and books.unsold(power) > 3
    ]
    buyers = [name for name in others if state.balances[name] >= 2 * books.price]
    elected = [power for power in strangers if not any(power in votes for votes in books.votes.values())]
    if not buyers or not elected:
        return None
    buyer, power = drawn.choice(buyers), drawn.choice(elected)
    return {}, {buyer: {"trades": f"BUY {drawn.randint(1, 2)} {power}  % {drawn.random()}"}}
