"""The law of secret orders would catch a leak in games that have secrets of their own: it catches these."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from judge.rules.empires.system import Empires
from judge.rules.pirates.system import Pirates
from judge.rules.values import PUBLIC, Event
from judge.testing.laws import secret_orders_go_unnoticed
from tests.rules.conformance.scenarios import SCENARIOS


def publishes(system: type[Any], *kinds: str) -> Any:
    """The game, but everybody reads events of these kinds; without any, what was sent for each role."""

    class Publishes(system):  # type: ignore[misc]
        def adjudicate(self, state: Any, orders: Any, rng: Any) -> Any:
            outcome = super().adjudicate(state, orders, rng)
            events = [Event(PUBLIC, each.kind, each.data) if each.kind in kinds else each for each in outcome.events]
            sent = [] if kinds else [Event(PUBLIC, "votes", {name: dict(parts) for name, parts in orders.items()})]
            return replace(outcome, events=(*events, *sent))

    return Publishes()


class ShowsThePlans(Pirates):
    def view(self, state: Any, viewer: Any) -> Any:
        view = super().view(state, viewer)
        title = f"{view.phase.title} {sorted((name, sorted(plan.items())) for name, plan in state.plans.items())}"
        return replace(view, phase=replace(view.phase, title=title))


class ShowsWhoWillRetreat(Empires):
    def view(self, state: Any, viewer: Any) -> Any:
        view = super().view(state, viewer)
        stances = {code: (area.retreats, area.retreat_to) for code, area in state.areas.items()}
        return replace(view, names={code: f"{name} {stances[code]}" for code, name in view.names.items()})


@pytest.mark.parametrize(
    "leaky",
    [
        *(publishes(Pirates, "shares"), publishes(Pirates), ShowsThePlans()),
        *(publishes(Empires, "report"), publishes(Empires, "message"), ShowsWhoWillRetreat()),
    ],
    ids=lambda leaky: f"{leaky.name} {type(leaky).__name__}",
)
def test_a_planted_leak_is_caught(leaky: Any) -> None:
    with pytest.raises(AssertionError):
        secret_orders_go_unnoticed(leaky, SCENARIOS[leaky.name])
