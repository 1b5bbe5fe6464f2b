"""What an adjudication would bring, for a GameMaster who does not play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.orm import Session

from judge.letters import write
from judge.letters.columns import wrapped
from judge.letters.known import known_of
from judge.letters.values import MASTER_ROLE, Deadline, GameCard
from judge.rules.problems import Problem, Refused
from judge.rules.system import GameState, Outcome
from judge.services.absences import deadline_for
from judge.services.current import Current, card_of, on_file, seats_of
from judge.services.judge import Judge
from judge.services.outbox import post, reader_of
from judge.store.tables import Player


@dataclass(frozen=True)
class Preview:
    card: GameCard
    outcome: Outcome[GameState]
    deadline: Deadline | None


def plays(session: Session, here: Current, player: Player) -> bool:
    """Has he a seat in this game?"""
    return any(seat.player_id == player.id for seat in seats_of(session, here.game))


def compute(session: Session, here: Current, now: datetime) -> Preview:
    """What would happen if the phase were adjudicated now."""
    orders = {role: filed.parts for role, filed in on_file(session, here.game, here.row.label).items()}
    outcome = here.system.adjudicate(here.state, orders, here.rng(here.row.label))
    phase = here.system.phase(outcome.state) if outcome.result is None else None
    deadline = Deadline(deadline_for(session, here.game, phase, now), phase) if phase else None
    return Preview(card_of(session, here.game), outcome, deadline)


def mail(judge: Judge, session: Session, here: Current, preview: Preview, to: Player, now: datetime) -> None:
    """A letter with the results as the GameMaster would read them."""
    reader = reader_of(to, MASTER_ROLE)
    known = known_of(here.system, preview.outcome.state, preview.card, reader, preview.outcome.events)
    letter = write.results(judge.renderer, known, preview.deadline, "", now)
    state = "The results are held, and nobody else has them." if here.row.sealed_at else "Orders may still change."
    said = f"PREVIEW of {here.phase.title}. Nothing has happened yet. {state}"
    warned = replace(
        letter,
        subject=f"PREVIEW, nothing has happened: {letter.subject}",
        text=f"{wrapped(said)}\n\n{letter.text}",
        html="",
    )
    post(judge, session, warned, reader, purpose="preview", now=now, player=to, game=here.game, phase=here.row.label)


def preview(judge: Judge, session: Session, here: Current, player: Player, now: datetime) -> str:
    """Mails a GameMaster who does not play what would happen if the phase were adjudicated now; nothing changes."""
    if plays(session, here, player):
        raise Refused(Problem("preview/plays", "You play in this game yourself."))
    mail(judge, session, here, compute(session, here, now), player, now)
    return f"A preview of {here.phase.title} is on its way to you. Nothing has changed."
