"""A game of Payola between two adjudications, and its JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.rules.diplomacy.match import Match, dump_match, load_match
from judge.rules.diplomacy.table import Table, dump_table, load_table
from judge.rules.payola.variants import Variant, dump_variant, load_variant
from judge.rules.values import Json


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

    @property
    def writers(self) -> tuple[str, ...]:
        """The powers that somebody may write for; eliminated ones too, while their players stay (ruling P29)."""
        return tuple(
            power
            for power in self.match.played(self.table.board.powers)
            if power not in self.vacant or self.table.alive(power)
        )

    @property
    def payees(self) -> tuple[str, ...]:
        """Whom money can be transferred to. In a blind game also the eliminated: nobody is told who is."""
        return self.match.played(self.table.board.powers) if self.variant.blind else self.writers


def dump_state(state: PayolaState) -> Json:
    return {
        "variant": dump_variant(state.variant),
        "map": state.table.map,
        "table": dump_table(state.table),
        "match": dump_match(state.match),
        "balances": dict(state.balances),
        "accept": dict(state.accept),
        "vacant": list(state.vacant),
        "waits": state.waits,
        "aside": dict(state.aside),
    }


def load_state(data: Json) -> PayolaState:
    return PayolaState(
        variant=load_variant(data["variant"]),
        table=load_table(data["map"], data["table"]),
        match=load_match(data["match"]),
        balances=dict(data["balances"]),
        accept=dict(data["accept"]),
        vacant=tuple(data["vacant"]),
        waits=data["waits"],
        aside=dict(data["aside"]),
    )
