"""A GameMaster who files one set of orders for a player: the player is told at once what now stands in their name."""

from __future__ import annotations

from judge.app import Work
from judge.games.lookup import LiveGame
from judge.letters.tree import named
from judge.outbox import news
from judge.play import journal, sheets
from judge.play.position import lasting
from judge.store.tables import Player


def tell_borrowed(work: Work, here: LiveGame, seat: str, role: str, by: Player) -> None:
    filed = sheets.file_block(work.session, here, role)
    stays = "; ".join(lasting(here.system, here.state, role, sheets.filed_by(work.session, here, role)))
    still = "You can still replace them."
    if stays:
        still = f"What cannot be taken back stays: {stays}. You can still replace all else."
    said = (f"{by.name}, the GameMaster, has filed orders for you. {still} On file is now:", filed.text)
    for to in news.recipients(work.session, here.game, here.roles_of):
        if to.seat is not None and to.seat.name == seat:
            news.notify(work, here.game, to, "The GameMaster has filed your orders", said, here.row.label)
    journal.note(work, here.game, f"orders for {named(seat)} filed by the GameMaster", by)
