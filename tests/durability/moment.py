"""One busy moment of a game, to be lived again and again, undisturbed or not."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from judge.outbox.delivery import LEASE
from judge.store.engine import Database
from tests.durability.lives import Life, Nursery, Steps, work
from tests.durability.story import Rows, restore, rows, story
from tests.support.soaking import stride

SAMPLED = 40


class Moment:
    """The busy moment on one database: `life` to be lived, `before` to go back to."""

    def __init__(self, database: Database, nursery: Nursery, life: Life) -> None:
        self.nursery = nursery
        self.database = database
        self.life = life
        self.before = rows(database)

    def begin_again(self) -> None:
        restore(self.database, self.before)

    def killed_anywhere(self, steps: Steps, commits: int = 1) -> dict[int, Rows]:
        """Kills a judge before its steps (a sample in `make test`, with every so many of the commits), and at the end,
        always from the same beginning: the states in which the database was found, each with the first step that led
        to it.
        """
        found: dict[str, int] = {}
        states: dict[int, Rows] = {}
        # Steps of one transaction leave the same behind; there are more than three in each.
        every = stride(1 if self.database.dialect == "sqlite" else 3, SAMPLED)
        for last in steps.chosen(every, stride(1, commits)):
            self.begin_again()
            self.nursery.live(self.life, last)
            left = rows(self.database)
            tried = [(row["id"], row["attempts"]) for row in (*left["inbound_mails"], *left["outbound_mails"])]
            if found.setdefault(repr((story(left), tried)), last) == last:
                states[last] = left
        return states

    def recovered(self, state: Rows) -> Rows:
        """What has happened once another judge has come upon this state and finished the work."""
        restore(self.database, state)
        self.finish()
        return story(rows(self.database))

    def finish(self) -> None:
        """Another judge comes: its clock is ahead, so that nobody's lease holds it up."""
        life = self.life
        later = replace(life, at=life.at + LEASE + timedelta(seconds=1)) if life.work == "deliver" else life
        idle = 0
        while idle < 2:
            # A server may need a moment to see that the dead one's connection, and with it his locks, are gone.
            idle = 0 if work(later) else idle + 1
