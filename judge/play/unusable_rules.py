"""Games whose rules cannot be used, as an installed package is broken: they wait, and go on by themselves once it is
mended. All other games never notice.
"""

from __future__ import annotations

from functools import partial

import structlog
from sqlalchemy import select

from judge.app import Judge, Work
from judge.games.current import current, open_phase
from judge.outbox import news
from judge.outbox.outbox import URGENT, tell_host
from judge.play import journal
from judge.play.game_clock import go_on, tell_deadline
from judge.rules.registry import unusable
from judge.store.engine import DATABASE_TROUBLE
from judge.store.tables import Game

log = structlog.get_logger()


def follow_rules(judge: Judge) -> None:
    """Suspends the running games of rules that cannot be used, and lets those go on whose rules can be used again. For
    a judge that starts: what is installed is looked at once in the life of a process.
    """
    for name, why in unusable().items():
        log.error("rules cannot be used", system=name, why=why)
    with judge.db.reading() as session:
        running = session.execute(
            select(Game.id).where(Game.status == "active", Game.system.in_(unusable())).order_by(Game.id)
        ).scalars()
        # No other fault stops the clock of a game that it suspends.
        waiting = session.execute(
            select(Game.id)
            .where(Game.status == "suspended", Game.paused_at.is_not(None), Game.system.not_in(unusable()))
            .order_by(Game.id)
        ).scalars()
        to_stop, to_go_on = running.all(), waiting.all()
    for game_id in to_stop:
        judge.write(partial(_stop, game_id=game_id))
    for game_id in to_go_on:
        try:
            judge.write(partial(_go_on, game_id=game_id))
        except DATABASE_TROUBLE:
            raise
        except Exception:
            log.exception("game cannot go on", game_id=game_id)  # it waits, and the others go on


def _stop(work: Work, game_id: int) -> None:
    game = work.session.get_one(Game, game_id, with_for_update=True)
    phase = open_phase(work.session, game)
    why = unusable()[game.system]
    if game.status != "active" or phase is None:
        return
    game.status = "suspended"
    game.suspended_why = f"The rules of {game.system} cannot be used: {why}"
    game.paused_at = work.now
    game.version += 1
    log.error("game suspended", game_id=game_id, phase=phase.label)
    said = (
        "This judge cannot use the rules of this game now. Nothing is lost. Your orders are kept, the clock stands "
        "still, and the people who run this judge know about it. The game goes on by itself when that is mended. "
        "Every deadline then comes later by the time that the clock stood still."
    )
    for to in news.recipients(work.session, game):
        text = (said, why) if to.is_master else (said,)
        news.notify(work, game, to, f"{game.name} waits", text, phase.label, dated=True)
    journal.note(work, game, "suspended: its rules cannot be used")
    tell_host(work, f"{game.name} waits: the rules of {game.system} cannot be used", why, URGENT)


def _go_on(work: Work, game_id: int) -> None:
    game = work.session.get_one(Game, game_id, with_for_update=True)
    here = current(work.session, game)
    if game.status != "suspended" or game.paused_at is None or here is None:
        return
    game.suspended_why = ""
    if here.row.sealed_at is None and here.row.cut is None:
        go_on(work, here)
    else:  # it was over before the clock stood
        game.status, game.paused_at = "active", None
        game.version += 1
    tell_deadline(work, here, "The game goes on")
    journal.note(work, game, "goes on: its rules can be used again")
