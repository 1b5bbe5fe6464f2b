"""Wrong KEYs, codes and tokens in a player's name are counted, and the host reads in the log of many.

They stop nothing: a KEY and a code have 80 bits, which nobody guesses by mail, and whoever sends wrong ones in
another's name must not void the right one.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog

from judge.store.tables import Player

log = structlog.get_logger()

GUESSES = 10
SPAN = timedelta(hours=1)


def count_wrong(player: Player, now: datetime) -> None:
    """Notes a wrong one; the tenth within an hour is told in the log."""
    if player.wrong_since is None or now - player.wrong_since >= SPAN:
        player.wrong_since, player.wrong_proofs = now, 0
    player.wrong_proofs += 1
    if player.wrong_proofs == GUESSES:
        log.warning("wrong proofs", player_id=player.id, count=GUESSES)
