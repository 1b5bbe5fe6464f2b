"""What a clerk has looked at in vain, and does not look at again before something may have changed: due games that
wait, and press that a fault kept back. Both who shares out the work and who does it ask here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from judge.play.deadlines import Due
from judge.press.delivery import quarter_before


@dataclass
class SetAside:
    """`_waiting`: games (ids) that were found waiting, each with its version and until when (None: until it changes);
    `_kept_back`: games whose unsigned press a fault kept back, and at which quarter.
    """

    _waiting: dict[int, tuple[int, datetime | None]] = field(default_factory=dict)
    _kept_back: set[tuple[int, datetime]] = field(default_factory=set)

    def waits(self, due: Due, at: datetime) -> bool:
        """Whether this game, as it stands, is known to wait at that instant still."""
        version, until = self._waiting.get(due.game_id, (-1, None))
        return version == due.version and (until is None or until > at)

    def found_waiting(self, due: Due, until: datetime | None) -> None:
        """The game waits until then, or until it changes."""
        self._waiting[due.game_id] = (due.version, until)

    def holds_back(self, game_id: int, at: datetime) -> bool:
        """Whether a fault kept the game's unsigned press back in this quarter; the next one tries again."""
        return (game_id, quarter_before(at)) in self._kept_back

    def kept_back(self, game_id: int, at: datetime) -> None:
        """A fault has kept the game's unsigned press back in this quarter."""
        self._kept_back.add((game_id, quarter_before(at)))
