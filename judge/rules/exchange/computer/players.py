"""Investors that buy shares, elect themselves, and lead what they are elected for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.rules.computers import NOVICE, RANDOM, ComputerPlayer, Situation, Writing
from judge.rules.exchange.view import ExchangeView
from judge.rules.payola.computer.players import Novice, Random
from judge.rules.rng import Stream

KEPT = 10
"""Of 100 silver pieces so many are not invested."""


class Investor:
    """Invests by itself; the powers that it leads are played as Payola's `auctioneer` plays them."""

    def __init__(self, auctioneer: ComputerPlayer) -> None:
        self._auctioneer = auctioneer

    def write(self, situation: Situation) -> Writing:
        first: Any = next(iter(situation.views.values()))
        view: ExchangeView = first
        led = {role: each for role, each in situation.views.items() if role != situation.seat}
        if view.trading:
            lines, why = _invests(view, situation.rng.at("investor"))
            return Writing({situation.seat: "\n".join(lines)}, why=why)
        if not led:
            return Writing({}, why="I lead no power, so I keep my money.")
        return self._auctioneer.write(replace(situation, views=led, addressees=()))


def _invests(view: ExchangeView, stream: Stream) -> tuple[list[str], str]:
    """In one power or a few, with nearly all its money; and votes for itself where it will have shares."""
    powers = [power for power in view.board.powers if power not in view.board.dummies]
    chosen = stream.shuffled(powers)[: 1 + stream.below(3)]
    shares = (view.balance or 0) * (100 - KEPT) // 100 // view.price
    lines = []
    for place, power in enumerate(chosen):
        many = min(view.shares, shares // len(chosen) + (place < shares % len(chosen)))
        if many:
            lines.append(f"BUY {many} {power}")
    hopes = [power for power in powers if view.holdings.get(power) or power in chosen]
    lines += [f"ELECT {power} {view.seat}" for power in hopes if view.votes.get(power) != view.seat]
    names = " and ".join(power.title() for power in chosen)
    return lines, f"I put my money into {names}, and vote for myself."


COMPUTERS: Mapping[str, ComputerPlayer] = {RANDOM: Investor(Random()), NOVICE: Investor(Novice())}
