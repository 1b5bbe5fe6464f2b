"""Investors that buy shares, elect themselves, and lead what they are elected for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.rules.computers import NOVICE, RANDOM, STEADY, ComputerPlayer, Situation, Writing
from judge.rules.exchange.view import ExchangeView
from judge.rules.payola.computer.players import Novice, Random, Steady
from judge.rules.rng import Stream

KEPT = 5
"""Of 100 silver pieces so many are not invested."""
FULL = 3
"""A treasury that holds so many dividends can pay one."""


class Investor:
    """Invests by itself; the powers that it leads are played as Payola's `auctioneer` plays them."""

    def __init__(self, auctioneer: ComputerPlayer) -> None:
        self._auctioneer = auctioneer

    def write(self, situation: Situation) -> Writing:
        first: Any = next(iter(situation.views.values()))
        view: ExchangeView = first
        led = {role: each for role, each in situation.views.items() if role != situation.seat}
        if view.trading:
            lines, why = self.invests(view, situation.rng.at("investor"))
            return Writing({situation.seat: "\n".join(lines)}, why=why)
        if not led:
            return Writing({}, why="I lead no power, so I keep my money.")
        return self._auctioneer.write(replace(situation, views=led, addressees=()))

    def invests(self, view: ExchangeView, stream: Stream) -> tuple[list[str], str]:
        """In one power or a few, with nearly all its money; and votes for itself where it will have shares."""
        chosen = stream.shuffled(_with_shares(view))[: 1 + stream.below(3)]
        return _bought(view, dict.fromkeys(chosen, 1)), _said(chosen)


class SteadyInvestor(Investor):
    """Invests in two powers: those of which it has most, and which are greatest. Whoever holds most of the power that
    wins has won; so it leads them as well as it can, and has them pay where their treasuries are full.
    """

    def __init__(self) -> None:
        super().__init__(Steady())

    def invests(self, view: ExchangeView, stream: Stream) -> tuple[list[str], str]:
        mixed = stream.shuffled(_with_shares(view))
        chosen = sorted(mixed, key=lambda power: -(3 * view.holdings.get(power, 0) + 4 * view.table.count(power)))[:2]
        lines = _bought(view, dict(zip(chosen, (5, 4), strict=False)))
        return [*lines, *_dividends(view)], _said(chosen)


def _with_shares(view: ExchangeView) -> list[str]:
    return [power for power in view.board.powers if power not in view.board.dummies]


def _said(chosen: Sequence[str]) -> str:
    return f"I put my money into {' and '.join(power.title() for power in chosen)}, and vote for myself."


def _bought(view: ExchangeView, parts: Mapping[str, int]) -> list[str]:
    """The lines that put such parts of its money into these powers, and elect the investor for all that it has."""
    shares = left = (view.balance or 0) * (100 - KEPT) // 100 // view.price
    lines = []
    for power, part in parts.items():
        # Rounded up: what one power has no shares for goes to the next.
        many = min(view.shares - view.holdings.get(power, 0), -(-shares * part // sum(parts.values())), left)
        if many > 0:
            lines.append(f"BUY {many} {power}")
            left -= many
    hopes = [power for power in _with_shares(view) if view.holdings.get(power) or power in parts]
    return lines + [f"ELECT {power} {view.seat}" for power in hopes if view.votes.get(power) != view.seat]


def _dividends(view: ExchangeView) -> list[str]:
    """The most for each share, of the powers that it leads and whose treasuries hold several times that."""
    lines = []
    for power in view.led:
        treasury, held = view.treasuries.get(power, (0, 0))
        most = view.most_dividend or view.price
        lines += [f"DIVIDEND {power} {most}"] if held and treasury >= FULL * most * held else []
    return lines


COMPUTERS: Mapping[str, ComputerPlayer] = {
    RANDOM: Investor(Random()),
    NOVICE: Investor(Novice()),
    STEADY: SteadyInvestor(),
}
