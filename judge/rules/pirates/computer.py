"""The computer players of Pirates' Proposal: `random` draws lots, `novice` wants votes, `steady` buys just enough."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from judge.rules.computers import NOVICE, RANDOM, STEADY, ComputerPlayer, RoleByRole
from judge.rules.pirates.canonical import NO, YES, Plan, print_ballot, print_plan, random_ballot
from judge.rules.pirates.state import DISTRIBUTION, VOTING
from judge.rules.pirates.view import PirateView
from judge.rules.rng import Stream

KEEPS = 60
"""Percentage of the package that a steady player keeps."""


class _Pirate(RoleByRole[PirateView]):
    """Plans, votes and gives tokens."""

    chance = "pirate"

    def sheet(self, view: PirateView, role: str, stream: Stream) -> tuple[str, str]:
        del role  # it is the view's own player
        if view.stage == DISTRIBUTION:
            shares, why = self.shares(view, stream)
            return print_plan(Plan({name: shares.get(name, 0) for name in view.room})), why
        if view.stage == VOTING:
            return print_ballot(self.ballot(view, stream)), "I vote for the plans that give me most."
        if view.gives_token:
            friend = stream.choice([name for name in view.players if name != view.player])
            return f"GIVE TOKEN {friend}", "Somebody has to have it."
        return "", ""

    @abstractmethod
    def shares(self, view: PirateView, stream: Stream) -> tuple[dict[str, int], str]:
        """Return player -> gold of the package, and the reason."""

    def ballot(self, view: PirateView, stream: Stream) -> dict[str, str]:
        """Vote for the half of the plans that give most; its own is the best."""
        worth = {each["from"]: each["amount"] + 1000 * (each["from"] == view.player) for each in view.shares}
        order = sorted(stream.shuffled(view.room), key=lambda name: -worth.get(name, 0))
        yes = set(order[: (len(order) + 1) // 2])
        return {name: YES if name in yes else NO for name in view.room}


def _shared(view: PirateView, friends: Sequence[str], percent: int) -> dict[str, int]:
    """Share a percentage of the package equally among friends, and keep the rest."""
    each = view.package * percent // 100 // max(1, len(friends))
    return {**dict.fromkeys(friends, each), view.player: view.package - each * len(friends)}


def _others(view: PirateView, stream: Stream) -> tuple[str, ...]:
    return stream.shuffled([name for name in view.room if name != view.player])


class Random(_Pirate):
    """Gold and votes by lot."""

    def shares(self, view: PirateView, stream: Stream) -> tuple[dict[str, int], str]:
        left, found = view.package, {}
        for name in _others(view, stream):
            found[name] = stream.below(left + 1)
            left -= found[name]
        return {**found, view.player: left}, "I draw lots."

    def ballot(self, view: PirateView, stream: Stream) -> dict[str, str]:
        return random_ballot(view.room, stream)


class Novice(_Pirate):
    """Shares with some of the others, and keeps what it likes."""

    def shares(self, view: PirateView, stream: Stream) -> tuple[dict[str, int], str]:
        others = _others(view, stream)
        friends = others[: max(1, len(others) // 2 + stream.below(2))]
        return _shared(view, friends, 30 + stream.below(50)), "I share with those whose votes I want."


class Steady(_Pirate):
    """Pays as many as a majority takes, all alike, and nobody else."""

    def shares(self, view: PirateView, stream: Stream) -> tuple[dict[str, int], str]:
        needed = len(view.room) // 2  # its own vote is one more
        friends = _others(view, stream)[: max(1, needed + (len(view.room) > 4))]
        return _shared(view, friends, 100 - KEEPS), "I pay as many votes as pass my plan."


COMPUTERS: Mapping[str, ComputerPlayer] = {RANDOM: Random(), NOVICE: Novice(), STEADY: Steady()}
