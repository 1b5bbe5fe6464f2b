"""All randomness is excluded (1.1): what is opened of the seed gives nothing away that the rules keep closed."""

from __future__ import annotations

from judge.rules.machiavelli.system import SYSTEM
from judge.rules.rng import Rng
from judge.testing.laws import Effort, moments, plain
from tests.rules.machiavelli.scenario import SCENARIO


def test_the_seed_of_absence_of_plague_tells_nothing() -> None:
    seen = 0
    for state, orders, _, _ in moments(SYSTEM, SCENARIO, Effort(phases=3, every=1)):
        one, other = (plain(SYSTEM, SYSTEM.adjudicate(state, orders, Rng(seed, "S"))) for seed in (b"one", b"other"))
        assert one == other
        seen += 1
    assert seen
