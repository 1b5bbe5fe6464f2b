"""A GameMaster who files one set of orders for a player: the player is told at once what now stands in his name."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from judge.app import Judge
from judge.games import journal
from judge.games.current import Current
from judge.outgoing import news
from judge.phases import sheets
from judge.store.tables import Player


def tell_borrowed(
    judge: Judge, session: Session, here: Current, seat: str, role: str, by: Player, now: datetime
) -> None:
    filed = sheets.file_block(session, here, role)
    said = (
        f"{by.name}, the GameMaster, has filed orders for you. You can still replace them. On file is now:",
        filed.text,
    )
    for to in news.recipients(session, here.game, here.roles_of):
        if to.seat is not None and to.seat.name == seat:
            news.notify(
                judge, session, here.game, to, "The GameMaster has filed your orders", said, now, here.row.label
            )
    journal.note(session, here.game, f"orders for {seat.title()} filed by the GameMaster", now, by)
