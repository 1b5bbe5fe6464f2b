"""Every registered rule system keeps every law."""

from __future__ import annotations

import pytest

from judge.rules.registry import systems
from judge.testing.laws import LAWS, Effort, Law
from tests.rules.conformance.scenarios import SCENARIOS
from tests.support.soaking import stride

EFFORT = Effort(games=stride(2, 1), every=stride(1, 12), lines=stride(1, 12))


def test_every_registered_system_has_a_scenario() -> None:
    assert set(systems()) <= set(SCENARIOS)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("name", sorted(systems()))
def test_a_registered_system_breaks_no_law(name: str, law: Law) -> None:
    """A law raises where it is broken. That each of them can, `test_planted_faults.py` shows."""
    law(systems()[name], SCENARIOS[name], EFFORT)
