"""Acts: what takes effect at once, in the transaction of the mail that holds it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from judge.rules.abilities import acted
from judge.rules.system import END, Act, Json
from judge.services import ledger, news
from judge.services.current import Current, check_unsealed
from judge.services.ending import finish
from judge.services.judge import Judge
from judge.store.tables import ActRow, Game, Player


def store_state(game: Game, system_version: int, dumped: Json) -> None:
    """The game's new state; its version rises with everything that changes it."""
    game.state = dumped
    game.system_version = system_version
    game.version += 1


def act(
    judge: Judge,
    session: Session,
    here: Current,
    role: str,
    act: Act,
    now: datetime,
    *,
    mail_id: int | None,
    actor: Player | None,
) -> Current:
    """Performs an act and returns the game as it stands then; raises Refused where the rules do not allow it.

    The postings go to the ledger, the news to whoever may know them; the game ends here if the act ended it.
    """
    if act.kind != END:
        check_unsealed(here.row)
    outcome = acted(here.system, here.state, role, act)
    game = here.game
    number = session.execute(
        select(func.coalesce(func.max(ActRow.number), 0)).where(ActRow.game_id == game.id, ActRow.run == game.run)
    ).scalar_one()
    session.add(
        ActRow(
            game_id=game.id,
            run=game.run,
            number=number + 1,
            phase=here.row.label,
            role=role,
            kind=act.kind,
            data=dict(act.data),
            mail_id=mail_id,
            at=now,
        )
    )
    store_state(game, here.system.version, here.system.dump(outcome.state))
    ledger.enter(session, game, here.row.label, outcome.postings, now)
    ledger.check(session, game, here.system, outcome.state)
    news.record(session, game, here.row.label, outcome.events, now)
    if outcome.result is not None:
        finish(judge, session, here, outcome.state, outcome.events, outcome.result, now)
        return replace(here, state=outcome.state)
    phase = here.system.phase(outcome.state)
    after = replace(here, state=outcome.state, phase=phase or here.phase)
    news.tell(judge, session, after, outcome.events, now, but=actor)
    return after
