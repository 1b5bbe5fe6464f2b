"""Games that began when there was one seed alone: their players are told what it opens after the end."""

from __future__ import annotations

import json
from functools import partial

import structlog
from sqlalchemy import Text, cast, select

from judge.app import Judge, Work
from judge.outbox import news
from judge.play.seeds import hidden_lots, hidden_lots_in
from judge.store.engine import DATABASE_TROUBLE
from judge.store.tables import Game
from judge.store.tables.games import OVER

log = structlog.get_logger()


def tell_of_old_seeds(judge: Judge) -> None:
    """Tells everybody in each running game whose one seed opens what its rules keep secret, once a game. For a judge
    that starts: a game that begins now has two seeds.
    """
    options = cast(Game.options, Text)
    untold = select(Game.id, Game.system, options).where(
        Game.hidden_seed.is_(None),
        Game.seed_told_at.is_(None),
        Game.started_at.is_not(None),
        Game.status.not_in(OVER),
    )
    with judge.db.reading() as session:
        games = session.execute(untold.order_by(Game.id)).all()
    kinds = {(system, chosen) for _, system, chosen in games}
    opening = {kind for kind in kinds if hidden_lots_in(kind[0], json.loads(kind[1]))}
    for game_id, *kind in games:
        if tuple(kind) not in opening:
            continue
        try:
            judge.write(partial(_tell, game_id=game_id))
        except DATABASE_TROUBLE:
            raise
        except Exception:
            log.exception("players could not be told of their seed", game_id=game_id)  # the next start tries again


def _tell(work: Work, game_id: int) -> None:
    game = work.session.get_one(Game, game_id, with_for_update=True)
    opened = hidden_lots(game)
    if not opened or game.seed_told_at is not None or game.status in OVER:
        return
    game.seed_told_at = work.now
    promised = (
        "When this game began, one secret seed was drawn for all its chance. Its SHA-256 was mailed to you, and the "
        "seed itself is told when the game ends, so that anybody can check."
    )
    follows = (
        f"From that seed anybody can then also work out {opened}, though the rules keep that secret. In this game "
        "that cannot be changed any more. Games that begin from now on draw it from a second seed, which is never told."
    )
    news.announce(work, game, f"What the seed of {game.name} will open", (promised, follows))
