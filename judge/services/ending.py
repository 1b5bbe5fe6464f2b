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
from judge.rules.rng import commitment
from judge.rules.system import PUBLIC, Audience, Event, PhaseRecord, Result
from judge.services import ledger, news, pressing
from judge.services.current import Current, card_of, on_file
from judge.services.judge import Judge
from judge.services.timeline import events_of, phases_of
from judge.store.tables import Game


def records(session: Session, game: Game) -> list[PhaseRecord]:
    """Every phase of the game's present timeline, in order, with all that was on file and happened."""
    made = []
    for row in phases_of(session, game):
        events = events_of(session, row)
        made.append(
            PhaseRecord(
                label=row.label,
                orders={role: filed.parts for role, filed in on_file(session, game, row.label, row.run).items()},
                events=tuple(
                    Event(Audience(each.audience, tuple(each.roles)), each.kind, each.data)  # type: ignore[arg-type]
                    for each in events
                ),
                postings=ledger.of_phase(session, game, row.label, row.run),
            )
        )
    return made


def finish(
    judge: Judge, session: Session, game: Current, state: Any, events: Sequence[Event], result: Result, now: datetime
) -> None:
    """Ends the game in this transaction. `events` are those of the act or adjudication that ended it, already
    recorded.
    """
    row = game.game
    row.status = "ended"
    row.ended_at = now
    row.result = asdict(result)
    row.version += 1
    game.row.closed_at = now
    session.flush()
    if not any(event.kind == "ended" for event in events):
        # The GameMaster ended it, not the rules: templates find the same words in either case.
        told = {"winners": list(result.winners), "summary": result.summary, "centers": {}}
        events = (*events, Event(PUBLIC, "ended", told))
    opened = game.system.opened(records(session, row))
    news.record(session, row, game.row.label, opened, now)
    pressing.publish(judge, session, row, game.phase.title, now)
    card = card_of(session, row)
    for to in news.recipients(session, row, game.roles_of):
        audience = to.reader.audience
        known = [event for event in (*events, *opened) if event.audience.includes(audience)]
        view = game.system.view(state, audience)
        letter = write.ended(judge.renderer, to.reader, card, view, known, now, row.seed.hex(), commitment(row.seed))
        letter = news.with_deadline_called_off(judge, row, game.row, letter, now)
        news.deliver(judge, session, row, to, letter, "ended", game.row.label, now)
