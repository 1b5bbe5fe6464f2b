"""What an adjudication would bring, for a GameMaster who does not play."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from judge.app import Work
from judge.games.current import Current, card_of, on_file, seats_of
from judge.games.seeds import rng_of
from judge.letters import write
from judge.letters.columns import wrapped
from judge.letters.known import known_of
from judge.letters.values import MASTER_ROLE, Deadline, GameCard
from judge.outgoing.outbox import post, reader_of
from judge.phases.absences import deadline_for
from judge.rules.problems import Problem, Refused
from judge.rules.system import GameState, Outcome
from judge.store.tables import Player


@dataclass(frozen=True)
class Preview:
    card: GameCard
    outcome: Outcome[GameState]
    deadline: Deadline | None


def plays(session: Session, here: Current, player: Player) -> bool:
    """Have they a seat in this game?"""
    return any(seat.player_id == player.id for seat in seats_of(session, here.game))


def compute(work: Work, here: Current) -> Preview:
    """What would happen if the phase were adjudicated now."""
    orders = {role: filed.parts for role, filed in on_file(work.session, here.game, here.row.label).items()}
    outcome = here.system.adjudicate(here.state, orders, rng_of(here.game, here.row.label))
    phase = here.system.phase(outcome.state) if outcome.result is None else None
    deadline = Deadline(deadline_for(work.session, here.game, phase, work.now), phase) if phase else None
    return Preview(card_of(work.session, here.game), outcome, deadline)


def mail(work: Work, here: Current, preview: Preview, to: Player) -> None:
    """A letter with the results as the GameMaster would read them."""
    reader = reader_of(to, MASTER_ROLE)
    known = known_of(here.system, preview.outcome.state, preview.card, reader, preview.outcome.events)
    letter = write.results(work.renderer, known, preview.deadline, "", work.now)
    state = "The results are held, and nobody else has them." if here.row.sealed_at else "Orders may still change."
    said = f"PREVIEW of {here.phase.title}. Nothing has happened yet. {state}"
    warned = replace(
        letter,
        subject=f"PREVIEW, nothing has happened: {letter.subject}",
        text=f"{wrapped(said)}\n\n{letter.text}",
        html="",
    )
    post(work, warned, reader, purpose="preview", player=to, game=here.game, phase=here.row.label)


def preview(work: Work, here: Current, player: Player) -> str:
    """Mails a GameMaster who does not play what would happen if the phase were adjudicated now; nothing changes."""
    if plays(work.session, here, player):
        raise Refused(Problem("preview/plays", "You play in this game yourself."))
    mail(work, here, compute(work, here), player)
    return f"A preview of {here.phase.title} is on its way to you. Nothing has changed."
