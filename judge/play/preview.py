"""What an adjudication would bring, for a GameMaster who does not play."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.orm import Session

from judge.app import Work
from judge.games.current import Current, card_of, on_file, seats_of
from judge.letters import write
from judge.letters.known import known_of
from judge.letters.values import MASTER_ROLE, GameCard
from judge.letters.when import when
from judge.outbox.outbox import post, reader_of
from judge.play.seeds import rng_of
from judge.rules.problems import Problem, Refused
from judge.rules.values import GameState, Outcome
from judge.store.tables import Player


@dataclass(frozen=True)
class Preview:
    card: GameCard
    outcome: Outcome[GameState]


def plays(session: Session, here: Current, player: Player) -> bool:
    """Have they a seat in this game?"""
    return any(seat.player_id == player.id for seat in seats_of(session, here.game))


def compute(work: Work, here: Current) -> Preview:
    """What would happen if the phase were adjudicated now."""
    orders = {role: filed.parts for role, filed in on_file(work.session, here.game, here.row.label).items()}
    outcome = here.system.adjudicate(here.state, orders, rng_of(here.game, here.row.label))
    return Preview(card_of(work.session, here.game), outcome)


def mail(work: Work, here: Current, preview: Preview, to: Player) -> None:
    """A letter with the results as the GameMaster would read them."""
    reader = reader_of(to, MASTER_ROLE)
    known = known_of(here.system, preview.outcome.state, preview.card, reader, preview.outcome.events)
    letter = write.results(work.renderer, known, None, "", work.now, notice=_notice(here, to))
    post(work, letter, reader, purpose="preview", player=to, game=here.game, phase=here.row.label)


def _notice(here: Current, to: Player) -> tuple[str, ...]:
    title = here.phase.title
    if here.row.sealed_at is not None:
        return held_notice(here)
    due = f"{title} is open until {when(here.row.deadline, to)}." if here.game.status == "active" else ""
    return f"Preview of {title}", f"Nothing has happened yet, and orders may still change. {due}".strip()


def held_notice(here: Current) -> tuple[str, ...]:
    """What a GameMaster reads on top of results that wait for them."""
    return (
        f"{here.phase.title}: publish the results",
        "The phase is over. Its results wait for you, and nobody else has them. Reply with one of these:",
        f"PUBLISH sends them to everybody.\nROLLBACK {here.row.label} opens the phase again.",
    )


def preview(work: Work, here: Current, player: Player) -> str:
    """Mails a GameMaster who does not play what would happen if the phase were adjudicated now; nothing changes."""
    if plays(work.session, here, player):
        raise Refused(Problem("preview/plays", "You play in this game yourself."))
    if here.system.keeps_from_master(hidden=here.phase.hides_writers) and here.row.sealed_at is None:
        # Whoever moves to another room between two previews has written.
        message = "In this game nobody may learn who has written, and a preview would tell."
        raise Refused(Problem("preview/hidden", message, hint="HOLD mails you the results when the phase is due."))
    mail(work, here, compute(work, here), player)
    return f"A preview of {here.phase.title} is on its way to you. Nothing has changed."
