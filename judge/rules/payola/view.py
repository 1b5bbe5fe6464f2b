"""What a viewer may know: the open board, and of money only their own power's."""

from __future__ import annotations

from dataclasses import dataclass, replace

from judge.rules.diplomacy.labels import MOVEMENT
from judge.rules.diplomacy.match import phase_of as board_phase
from judge.rules.diplomacy.match import wanted
from judge.rules.diplomacy.view import BoardView, Examples, examples_of, known_fields
from judge.rules.payola.state import PayolaState
from judge.rules.payola.variants import Variant
from judge.rules.values import Audience, Phase


@dataclass(frozen=True)
class PayolaView(BoardView):
    """`balance` and `accept` are those of the viewer's own power, None for others; so is `aside`, the money that a Zero
    Sum game has put aside for it (None in other games, too). `variant`: what is played.

    `payees`: the powers to which money can be transferred (ruling P31), in the view of whoever asks.
    """

    balance: int | None
    accept: str | None
    payees: tuple[str, ...]
    variant: Variant
    aside: int | None

    @property
    def examples(self) -> Examples:
        """Return orders of own units and of one that can be bribed: a dummy's where units are loyal."""
        strangers = self.dummies if self.variant.loyal else [each for each in self.board.powers if each != self.power]
        return examples_of(self.table, self.power, strangers)

    @property
    def example_list(self) -> str:
        """An acceptance list for the viewer: themselves, another power that somebody plays, then the rest."""
        letters = self.board.letters
        return f"{letters[self.power]}{letters[self.others[0]] if self.others else ''}?" if self.power else ""

    @property
    def receivers(self) -> tuple[str, ...]:
        """The others to whom the viewer can transfer money."""
        return tuple(each for each in self.payees if each != self.player)


def phase_of(state: PayolaState) -> Phase | None:
    """What the game waits for; None once it is over.

    `wanted` may hold a power without units because it has money: tell it to the GameMaster only, others their view's.
    """
    table = state.table
    awaited = wanted(table, state.match)
    if table.label.kind == MOVEMENT:
        awaited = tuple(sorted((*awaited, *_awaited_for_money(state))))
    blind = state.variant.blind
    return board_phase(table, state.match, state.writers, awaited, waits=state.waits, blind=blind)


def _awaited_for_money(state: PayolaState) -> tuple[str, ...]:
    """The powers with centers but no units that have money (ruling P29)."""
    table = state.table
    return tuple(
        power
        for power in state.writers
        if table.centers.get(power) and power not in table.unit_texts and state.balances[power] > 0
    )


def view_of(state: PayolaState, viewer: Audience) -> PayolaView:
    table = state.table
    fields = known_fields(table, viewer, phase_of(state), state.match, blind=state.variant.blind)
    power = fields["power"]
    if viewer.kind != "master" and table.label.kind == MOVEMENT:
        # That a power without units has money is nobody else's business.
        hidden = set(_awaited_for_money(state)) - {power}
        told: Phase = fields["phase"]
        fields["phase"] = replace(told, wanted=tuple(each for each in told.wanted if each not in hidden))
    return PayolaView(
        **fields,
        balance=state.balances[power] if power else None,
        accept=state.accept[power] if power else None,
        payees=state.payees,
        variant=state.variant,
        aside=state.aside.get(power, 0) if power and state.variant.zerosum else None,
    )
