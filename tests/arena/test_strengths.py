"""A stronger computer player beats weaker ones: short games of fixed seeds."""

from __future__ import annotations

import pytest

from judge.arena.results import Results
from judge.arena.series import Series, lineup_of, options_of, play_series
from judge.rules.registry import find_system
from tests.support.soaking import WHOLE

SHORT = [
    ("diplomacy", ["steady", "random:6"], 7, "S1904M", 7),
    ("payola", ["steady", "random:6"], 7, "S1904M", 7),
    ("empires", ["steady", "novice:3"], 12, "", 9),
    ("exchange", ["steady", "novice:6"], 7, "S1903X", 5),
    ("pirates", ["steady", "random:13"], 7, "", 7),
    ("machiavelli", ["novice", "random:12"], 7, "SPR1462A", 5),
]
"""One of each family."""
LONG = [
    ("diplomacy", ["steady", "novice:6"], 7, "S1905M", 6),
    ("payola", ["steady", "novice:6"], 7, "S1905M", 6),
    ("empires", ["steady", "random:3"], 12, "", 11),
    ("machiavelli", ["steady", "novice:12"], 7, "SPR1463A", 5),
]


@pytest.mark.parametrize(("system", "lineup", "games", "until", "least"), SHORT + LONG if WHOLE else SHORT[::2])
def test_who_thinks_more_ends_above_the_median(
    system: str, lineup: list[str], games: int, until: str, least: int
) -> None:
    options = options_of(find_system(system), {}, None)
    results = Results()
    for finished in play_series(Series(system, options, tuple(lineup_of(lineup)), games, until=until)):
        results.add(finished.played)
    assert results.lines[lineup[0]].above >= least
    assert [line.lost + line.unread for line in results.lines.values()] == [[], []]
