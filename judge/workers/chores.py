"""What a round of the clerk has to do beside mails and phases: once in the life of its process, before the first mail,
and behind the last one. Nothing of it is in order with any mail.
"""

from __future__ import annotations

from dataclasses import dataclass

import structlog

from judge.app import Judge
from judge.play.archives import replay_ended
from judge.play.game_clock import follow_wall_clocks
from judge.play.nominations import tell_expired
from judge.play.reminders import follow_reminder_hours
from judge.play.unusable_rules import follow_rules
from judge.store.engine import DATABASE_TROUBLE

log = structlog.get_logger()


@dataclass
class Chores:
    """`_leaves_traces`: what was read may lie on in the database's log."""

    judge: Judge
    _knows_rules: bool = False
    _knows_zones: bool = False
    _leaves_traces: bool = False

    def before(self) -> None:
        """Once in the life of a process: what is installed, and what zones say, is seen when a judge starts. In each
        round: who has not agreed in time.
        """
        if not self._knows_rules:
            follow_rules(self.judge)
            self._knows_rules = True
        if not self._knows_zones:
            follow_wall_clocks(self.judge)
            follow_reminder_hours(self.judge)
            self._knows_zones = True
        tell_expired(self.judge)

    def after(self, done: int) -> None:
        """The archives of games that have just ended; and that nothing lies on of mails that were read. `done`: so much
        has been done in this round.
        """
        if self.judge.ended:
            self._replay_ended()
        # The mails that were read stand in the log as they came, with their KEYs.
        self._leaves_traces = (self._leaves_traces or done > 0) and not self.judge.db.empty_log()

    def _replay_ended(self) -> None:
        """Whatever fails in that holds up nothing else."""
        try:
            replay_ended(self.judge)
        except DATABASE_TROUBLE:
            raise
        except Exception:
            log.exception("the archive of a game could not be replayed")
