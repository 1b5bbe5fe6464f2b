"""Wrong KEYs, codes and tokens in a player's name are counted, so that guessing leads nowhere.

Whoever guesses in another's name must not lock him out either: answers to the judge's mails count all the while.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from judge.store.tables import Player

GUESSES = 10
PAUSE = timedelta(hours=1)


def is_limited(player: Player, now: datetime) -> bool:
    """Are KEYs and codes in his name not looked at just now?"""
    return player.wrong_proofs >= GUESSES and player.wrong_since is not None and now - player.wrong_since < PAUSE


def count_wrong(player: Player, now: datetime) -> bool:
    """Notes a wrong one; True if it is the one with which the pause begins."""
    if player.wrong_since is None or now - player.wrong_since >= PAUSE:
        player.wrong_since, player.wrong_proofs = now, 0
    player.wrong_proofs += 1
    if player.wrong_proofs != GUESSES:
        return False
    player.wrong_since = now
    return True
