"""The conformance suite would catch a leak in this game: it catches those planted here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from judge.rules.empires.state import State
from judge.rules.empires.system import Empires
from judge.rules.empires.view import EmpireView
from judge.rules.rng import Rng
from judge.rules.values import PUBLIC, Audience, Event, Orders, Outcome
from judge.testing.laws import secret_orders_go_unnoticed
from tests.rules.empires.scenario import SCENARIO


class _Publishes(Empires):
    kind = ""

    def adjudicate(self, state: State, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
        outcome = super().adjudicate(state, orders, rng)
        events = [Event(PUBLIC, each.kind, each.data) if each.kind == self.kind else each for each in outcome.events]
        return replace(outcome, events=tuple(events))


class PublishesReports(_Publishes):
    kind = "report"


class PublishesMessages(_Publishes):
    kind = "message"


class ShowsWhoWillRetreat(Empires):
    def view(self, state: State, viewer: Audience) -> EmpireView:
        view = super().view(state, viewer)
        stances = {code: (area.retreats, area.retreat_to) for code, area in state.areas.items()}
        return replace(view, names={code: f"{name} {stances[code]}" for code, name in view.names.items()})


@pytest.mark.parametrize("leaky", [PublishesReports, PublishesMessages, ShowsWhoWillRetreat])
def test_a_planted_leak_is_caught(leaky: type[Empires]) -> None:
    system: Any = leaky()
    with pytest.raises(AssertionError):
        secret_orders_go_unnoticed(system, SCENARIO)
