"""The end of a game: everything that the rules open then is mailed to all, and the seed, so that anyone can check the
judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from judge.letters import write
from judge.letters.known import known_of
from judge.rules.rng import commitment
from judge.rules.story import with_the_end
from judge.rules.system import Event, PhaseRecord, Result
from judge.services import ledger, news, newspaper, pressing
from judge.services.current import Current, card_of, on_file
from judge.services.judge import Judge
from judge.services.timeline import events_of, phases_of
from judge.store.tables import Game


def records(session: Session, game: Game) -> list[PhaseRecord]:
    """Every phase of the game's present timeline, in order, with all that was on file and happened."""
    return [
        PhaseRecord(
            label=row.label,
            orders={role: filed.parts for role, filed in on_file(session, game, row.label, row.run).items()},
            events=events_of(session, row),
            postings=ledger.of_phase(session, game, row.label, row.run),
        )
        for row in phases_of(session, game)
    ]


def finish(
    judge: Judge, session: Session, here: Current, state: Any, events: Sequence[Event], result: Result, now: datetime
) -> None:
    """Ends the game in this transaction. `events` are those of the act or adjudication that ended it, already
    recorded.
    """
    game = here.game
    game.status = "ended"
    game.ended_at = now
    game.result = asdict(result)
    game.version += 1
    here.row.closed_at = now
    session.flush()
    events = with_the_end(events, result)
    opened = here.system.opened(records(session, game))
    news.record(session, game, here.row.label, opened, now)
    pressing.send_waiting(judge, session, game, here.phase.title, now)
    newspaper.publish(judge, session, game, here.phase.title, now)
    card = card_of(session, game)
    for to in news.recipients(session, game, here.roles_of):
        known = known_of(here.system, state, card, to.reader, (*events, *opened))
        letter = write.ended(judge.renderer, known, now, game.seed.hex(), commitment(game.seed))
        news.deliver(judge, session, game, to, letter, "ended", here.row.label, now)
