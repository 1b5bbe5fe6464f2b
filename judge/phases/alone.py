"""Orders that count only in a mail to the judge alone, where the rules say so (17.4 of Absence of Plague)."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session

from judge.games.current import Current
from judge.games.members import another_player_among
from judge.rules.problems import Problem
from judge.store.tables import Player

NOT_ALONE = "Not done. This mail also went to another player, and here orders count only if they come to me alone."


def not_alone(session: Session, here: Current, writer: Player, others: Sequence[str]) -> Problem | None:
    """Why a mail with these further addresses gives and changes no orders; None if it may."""
    if here.phase.alone and another_player_among(session, here.game, writer, others):
        return Problem("sheet/not-alone", NOT_ALONE)
    return None
