"""A game of Payola between two adjudications."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from judge.rules.diplomacy.match import Match
from judge.rules.diplomacy.table import Table
from judge.rules.payola.variants import Variant


@dataclass(frozen=True)
class PayolaState:
    """balances: silver pieces of every power, never negative; accept: every power's acceptance list as written.

    vacant: powers whose player has left and that nobody has taken over (ruling P31); waits: whether a missing sheet
    holds the game up (ruling P18); aside: what a Zero Sum game keeps for each power until the Fall is over (P24).
    """

    variant: Variant
    table: Table
    match: Match
    balances: Mapping[str, int]
    accept: Mapping[str, str]
    vacant: tuple[str, ...] = ()
    waits: bool = True
    aside: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def writers(self) -> tuple[str, ...]:
        """The powers that somebody may write for; eliminated ones too, while their players stay (ruling P29)."""
        return tuple(
            power
            for power in self.match.played(self.table.board.powers)
            if power not in self.vacant or power in self.table.alive
        )

    @property
    def payees(self) -> tuple[str, ...]:
        """Whom money can be transferred to. In a blind game also the eliminated: nobody is told who is."""
        return self.match.played(self.table.board.powers) if self.variant.blind else self.writers
