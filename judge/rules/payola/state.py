"""A game of Payola between two adjudications, and its JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.rules.diplomacy.match import Match, dump_match, load_match
from judge.rules.diplomacy.table import Table, dump_table, load_table
from judge.rules.payola.variants import Variant, variant_named
from judge.rules.system import Json


@dataclass(frozen=True)
class PayolaState:
    """balances: silver pieces of every power, never negative; accept: every power's acceptance list as written.

    vacant: powers whose player has left and that nobody has taken over (ruling P31); waits: whether a missing sheet
    holds the game up (ruling P18).
    """

    variant: Variant
    table: Table
    match: Match
    balances: Mapping[str, int]
    accept: Mapping[str, str]
    vacant: tuple[str, ...] = ()
    waits: bool = True

    @property
    def writers(self) -> tuple[str, ...]:
        """The powers that somebody may write for; eliminated ones too, while their players stay (ruling P29)."""
        return tuple(
            power
            for power in self.match.played(self.table.board.powers)
            if power not in self.vacant or self.table.alive(power)
        )


def dump_state(state: PayolaState) -> Json:
    return {
        "variant": state.variant.name,
        "map": state.table.map,
        "table": dump_table(state.table),
        "match": dump_match(state.match),
        "balances": dict(state.balances),
        "accept": dict(state.accept),
        "vacant": list(state.vacant),
        "waits": state.waits,
    }


def load_state(data: Json) -> PayolaState:
    return PayolaState(
        variant=variant_named(data["variant"]),
        table=load_table(data["map"], data["table"]),
        match=load_match(data["match"]),
        balances=dict(data["balances"]),
        accept=dict(data["accept"]),
        vacant=tuple(data["vacant"]),
        waits=data["waits"],
    )
