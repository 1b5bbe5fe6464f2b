"""What all computer players of Absence of Plague do alike: they pay their units and raise new ones."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from judge.rules.computers import RoleByRole
from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.position import Position
from judge.rules.machiavelli.springtime import FIRST_SPRING, NOTHING, RAISE, SALARY, Salary, default_payments, no_raise
from judge.rules.machiavelli.view import PlagueView
from judge.rules.rng import Stream

ADJUSTMENT = "A"
"""The kind of a label of Phase A."""


class Country(RoleByRole[PlagueView]):
    """Writes the letters of one country."""

    chance = "letter"

    def sheet(self, view: PlagueView, role: str, stream: Stream) -> tuple[str, str]:
        lines, why = (self.spring if view.label.kind == ADJUSTMENT else self.campaign)(view, role, stream)
        return "\n".join(lines), why

    def spring(self, view: PlagueView, player: str, stream: Stream) -> tuple[list[str], str]:
        """All old units that it can pay for, and new ones for most of what is left."""
        position, ducats = view.position, view.balance or 0
        paid = list(default_payments(position, player))[: ducats // SALARY]
        most = ducats // SALARY - len(paid)
        new = self.raised(position, player, stream)[: most if paid else min(most, FIRST_SPRING)]
        lines = [str(each) for each in (*paid, *new)]
        said = f"{len(new)} new" if new else "no new"
        return lines or [NOTHING], f"I pay my units and raise {said} {'one' if len(new) == 1 else 'ones'}."

    def raised(self, position: Position, player: str, stream: Stream) -> list[Salary]:
        """The units that it would like to have, one a province, where none of its own is paid."""
        taken = {unit.area for unit in position.units_of(player)}
        found = []
        for area in stream.shuffled([each for each in BOARD.cities if each not in taken]):
            kinds = [kind for kind in "AFG" if not no_raise(position, player, Salary(RAISE, kind, area))]
            if kinds:
                found.append(Salary(RAISE, self.kind(kinds, stream), area))
        return found

    def kind(self, kinds: Sequence[str], stream: Stream) -> str:
        return stream.choice(kinds)

    @abstractmethod
    def campaign(self, view: PlagueView, player: str, stream: Stream) -> tuple[list[str], str]:
        """(an order for each of its units, why)"""
