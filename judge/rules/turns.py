"""What a finished game is told by in a few lines: who took the lead when, who lost all, the largest swings. Made of how
the players stood as each phase began, of any game that says so (`Game.ranking`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from judge.rules.game import Game
from judge.rules.story import Ranking, Story
from judge.rules.values import AView, State

SWINGS = 6
"""So many are told, the largest."""
LEAST_SWING = 2


@dataclass(frozen=True, slots=True)
class Turn:
    """Something that changed in the phase of this label: `who` leads now alone, or has none left, or has many more or
    fewer than `before`.
    """

    label: str
    kind: Literal["lead", "none left", "swing"]
    who: str
    before: int
    after: int
    of: str


@dataclass(frozen=True, slots=True)
class Course:
    """How a game went. `last`: how the players stood in the end; `out`: who lost all, and in which phase; `of`: what
    they lost, which need not be what counts in the end.
    """

    last: Ranking
    turns: tuple[Turn, ...]
    out: Mapping[str, str]
    of: str

    @property
    def places(self) -> list[tuple[int, str, int]]:
        """(place, name, how many in the end), the first one first. Winners stand above all others, and share the first
        place. Equals share a place; whoever lost all later stands above who lost it before. Dummies that could not win
        stand below all others, without a place: it is 0.
        """
        lost = {name: number for number, name in enumerate(self.out, 1)}
        there = {**dict.fromkeys(self.out, 0), **self.last.counts}
        # Points may be less than none: who lost all stands below whoever is left.
        won = self.last.won
        ranks = {
            name: (name in won, name not in lost, 0 if name in lost else count, lost.get(name, 0))
            for name, count in there.items()
        }
        order = sorted(ranks, key=lambda name: ranks[name], reverse=True)
        rivals = [ranks[name] for name in order if name not in self.last.apart]
        above = {name: 0 if name in won else sum(each > ranks[name] for each in rivals) for name in order}
        placed = [(1 + above[name], name, there[name]) for name in order]
        dummies = [(0, name, count) for _, name, count in placed if name in self.last.apart]
        return [*(each for each in placed if each[1] not in self.last.apart), *dummies]


def course_of(system: Game[State, AView], story: Story[AView]) -> Course | None:
    """None where nobody can say from the views how the players stood."""
    if story.now is None:
        return None
    stood = [(chapter.label, system.ranking(chapter.before)) for chapter in story.chapters]
    rankings = [*(each for _, each in stood), system.ranking(story.now)]
    known = [ranking for ranking in rankings if ranking is not None]
    if len(known) < len(rankings) or len(known) < 2:
        return None
    found: list[Turn] = []
    out: dict[str, str] = {}
    leader = known[0].leaders[0] if len(known[0].leaders) == 1 else ""
    for (label, _), (before, after) in zip(stood, pairwise(known), strict=True):
        if len(after.leaders) == 1 and after.leaders[0] != leader:
            leader = after.leaders[0]
            found.append(Turn(label, "lead", leader, before.counts.get(leader, 0), after.counts[leader], after.of))
        for turn in _changes(label, before, after):
            found.append(turn)
            if turn.kind == "none left":
                out.setdefault(turn.who, label)
    swings = sorted((turn for turn in found if turn.kind == "swing"), key=_size, reverse=True)[:SWINGS]
    told = tuple(turn for turn in found if turn.kind != "swing" or turn in swings)
    settled = system.settled(story)
    gone = {name: label for name, label in out.items() if not known[-1].counts.get(name)}
    if settled is not None:  # which may be of others: those who own the sides
        gone = {name: label for name, label in gone.items() if name in settled.counts}
    return Course(settled or known[-1], told, gone, known[-1].of)


def _size(turn: Turn) -> int:
    return abs(turn.after - turn.before)


def _changes(label: str, before: Ranking, after: Ranking) -> Iterator[Turn]:
    for who in dict.fromkeys((*before.counts, *after.counts)):
        had, has = before.counts.get(who, 0), after.counts.get(who, 0)
        if had and not has:
            yield Turn(label, "none left", who, had, has, after.of)
        elif abs(has - had) >= LEAST_SWING:
            yield Turn(label, "swing", who, had, has, after.of)
