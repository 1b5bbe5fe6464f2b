"""The end of a game: everything that the rules open then is mailed to all, and the seed, so that anyone can check the
judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy.orm import Session

from judge.app import Work
from judge.games.current import Current, card_of, on_file
from judge.letters import write
from judge.letters.known import known_of
from judge.outbox import news
from judge.play import ledger
from judge.play.seeds import lots_of
from judge.play.timeline import events_of, phases_of
from judge.press import delivery, newspaper, programs
from judge.rules.story import with_the_end
from judge.rules.values import Event, PhaseRecord, Result
from judge.store.tables import Game


def records(session: Session, game: Game) -> list[PhaseRecord]:
    """Every phase of the game's present timeline, in order, with all that was on file and happened."""
    return [
        PhaseRecord(
            label=row.label,
            orders={role: filed.parts for role, filed in on_file(session, game, row.label, row.run).items()},
            events=events_of(session, row),
            postings=ledger.that_count(session, game, row),
        )
        for row in phases_of(session, game)
    ]


def finish(work: Work, here: Current, state: Any, events: Sequence[Event], result: Result) -> None:
    """Ends the game in this transaction. `events` are those of the act or adjudication that ended it, already
    recorded.
    """
    game = here.game
    game.status = "ended"
    game.ended_at = work.now
    game.result = asdict(result)
    game.version += 1
    work.judge.ended.add(game.id)
    here.row.closed_at = work.now
    work.session.flush()
    events = with_the_end(events, result)
    opened = here.system.opened(records(work.session, game))
    news.record(work.session, game, here.row.label, opened, work.now)
    delivery.send_waiting(work, game, here.phase.title)
    newspaper.publish(work, game, here.phase.title)
    programs.forget(work.session, game)
    card = card_of(work.session, game)
    letters = []
    for to in news.recipients(work.session, game, here.roles_of):
        known = known_of(here.system, state, card, to.reader, (*events, *opened))
        letters.append((to, write.ended(work.renderer, known, work.now, lots_of(game, opened=True))))
    news.deliver_all(work, game, letters, "ended", here.row.label)
