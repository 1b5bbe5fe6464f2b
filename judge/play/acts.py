"""Acts: what takes effect at once, in the transaction of the mail that holds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import func, select

from judge.app import Work
from judge.games.current import Current, check_unsealed
from judge.outbox import news
from judge.play import ledger
from judge.play.end import finish
from judge.rules.values import END, Act, Event, Json
from judge.store.tables import ActRow, Game, Player


def store_state(game: Game, system_version: int, dumped: Json) -> None:
    """The game's new state; its version rises with everything that changes it."""
    game.state = dumped
    game.system_version = system_version
    game.version += 1


def act(
    work: Work,
    here: Current,
    role: str,
    act: Act,
    *,
    mail_id: int | None,
    actor: Player | None,
    master: Player | None = None,
) -> Current:
    """Performs an act and returns the game as it stands then; raises Refused where the rules do not allow it.

    `actor`: the player whose doing it is; `master`: the GameMaster at whose word it is done. The reply tells them.
    The postings go to the ledger, the news to whoever may know them; the game ends here if the act ended it.
    """
    after, events = perform(work, here, role, act, mail_id)
    if events:
        news.tell(work, after, events, but=[each for each in (actor, master) if each is not None])
    return after


def perform(
    work: Work, here: Current, role: str, act: Act, mail_id: int | None = None
) -> tuple[Current, Sequence[Event]]:
    """The same, of which nobody is told yet: the game as it stands then, and what is to be told."""
    if act.kind != END:
        check_unsealed(here.row)
    outcome = here.system.act(here.state, role, act)
    game = here.game
    number = work.session.execute(
        select(func.coalesce(func.max(ActRow.number), 0)).where(ActRow.game_id == game.id, ActRow.run == game.run)
    ).scalar_one()
    work.session.add(
        ActRow(
            game_id=game.id,
            run=game.run,
            number=number + 1,
            phase=here.row.label,
            role=role,
            kind=act.kind,
            data=dict(act.data),
            mail_id=mail_id,
            at=work.now,
        )
    )
    store_state(game, here.system.version, here.system.dump(outcome.state))
    ledger.enter(work.session, game, here.row.label, outcome.postings, work.now)
    ledger.check(work.session, game, here.system, outcome.state)
    news.record(work.session, game, here.row.label, outcome.events, work.now)
    if outcome.result is not None:
        finish(work, here, outcome.state, outcome.events, outcome.result)
        return replace(here, state=outcome.state), ()
    phase = here.system.phase(outcome.state)
    return replace(here, state=outcome.state, phase=phase or here.phase), outcome.events
