"""What a game says to whoever practices is short, and made of nothing but what they were told."""

from __future__ import annotations

from judge.rules.game import Game
from judge.testing.laws import USUAL, Effort, moments, require, viewers_of
from judge.testing.scenario import Scenario
from judge.testing.turns import rng

MOST_COMMENTS, LONGEST_COMMENT = 3, 240


def comments_are_short_and_of_what_was_told(system: Game, scenario: Scenario, effort: Effort = USUAL) -> None:
    """Three sentences at most, the same again for the same events, and nothing where nothing was told."""
    for state, orders, number, _ in moments(system, scenario, effort):
        outcome = system.adjudicate(state, orders, rng(number))
        for viewer in viewers_of(system, state):
            mine = [event for event in outcome.events if event.audience.includes(viewer)]
            for role in viewer.roles:
                said = system.comments(mine, role)
                require(len(said) <= MOST_COMMENTS, f"{role} reads {MOST_COMMENTS} comments at most: {said}")
                long = [each for each in said if not 0 < len(each) <= LONGEST_COMMENT or "\n" in each]
                require(not long, f"each comment is a line of {LONGEST_COMMENT} characters at most: {long}")
                require(said == system.comments(mine, role), f"{role} reads the same comments again")
                require(not system.comments((), role), "there are no comments where nothing was told")
