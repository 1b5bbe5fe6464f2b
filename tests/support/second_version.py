"""A made-up version 2 of Payola, for tests of games and archives that version 1 began."""

from __future__ import annotations

from judge.rules.payola.state import PayolaState
from judge.rules.payola.system import Payola
from judge.rules.values import Json


class SecondPayola(Payola):
    """Payola whose states hold `purses` instead of `balances`."""

    version = 2

    def dump(self, state: PayolaState) -> Json:
        return _with_purses(super().dump(state))

    def load(self, data: Json) -> PayolaState:
        balances = {"balances" if name == "purses" else name: value for name, value in data.items()}
        return super().load(balances)

    def upgrade(self, data: Json, version: int) -> Json:
        return _with_purses(data) if version == 1 else super().upgrade(data, version)


def _with_purses(data: Json) -> Json:
    return {"purses" if name == "balances" else name: value for name, value in data.items()}
