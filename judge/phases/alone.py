"""Orders that count only in a mail to the judge alone, where the rules say so (17.4 of Absence of Plague)."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.games.current import Current
from judge.rules.problems import Problem
from judge.store.tables import Address, Player, Seat

NOT_ALONE = "Not done. This mail also went to another player, and here orders count only if they come to me alone."


def not_alone(session: Session, here: Current, writer: Player, others: Sequence[str]) -> Problem | None:
    """Why a mail with these further addresses gives and changes no orders; None if it may."""
    if not here.phase.alone or not others:
        return None
    query = (
        select(Seat.id)
        .join(Address, Address.player_id == Seat.player_id)
        .where(Seat.game_id == here.game.id, Seat.player_id != writer.id, Address.address.in_(others))
    )
    is_shared = session.execute(query.limit(1)).first() is not None
    return Problem("sheet/not-alone", NOT_ALONE) if is_shared else None
