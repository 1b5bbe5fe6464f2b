"""The conformance suite would catch a leak in this game: it catches those planted here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from judge.rules.pirates.state import State
from judge.rules.pirates.system import Pirates
from judge.rules.pirates.view import PirateView
from judge.rules.rng import Rng
from judge.rules.values import PUBLIC, Audience, Event, Orders, Outcome
from judge.testing.laws import secret_orders_go_unnoticed
from tests.rules.pirates.scenario import SCENARIO


class PublishesShares(Pirates):
    def adjudicate(self, state: State, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
        outcome = super().adjudicate(state, orders, rng)
        events = [Event(PUBLIC, each.kind, each.data) if each.kind == "shares" else each for each in outcome.events]
        return replace(outcome, events=tuple(events))


class PublishesBallots(Pirates):
    def adjudicate(self, state: State, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
        outcome = super().adjudicate(state, orders, rng)
        votes = {name: dict(parts) for name, parts in orders.items()}
        return replace(outcome, events=(*outcome.events, Event(PUBLIC, "votes", votes)))


class ShowsThePlans(Pirates):
    def view(self, state: State, viewer: Audience) -> PirateView:
        view = super().view(state, viewer)
        title = f"{view.phase.title} {sorted((name, sorted(plan.items())) for name, plan in state.plans.items())}"
        return replace(view, phase=replace(view.phase, title=title))


@pytest.mark.parametrize("leaky", [PublishesShares, PublishesBallots, ShowsThePlans])
def test_a_planted_leak_is_caught(leaky: type[Pirates]) -> None:
    system: Any = leaky()
    with pytest.raises(AssertionError):
        secret_orders_go_unnoticed(system, SCENARIO)
