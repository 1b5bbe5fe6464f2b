"""HOLD, PUBLISH, PREVIEW: results that wait for the GameMaster. A held phase is sealed: its orders are in, and nothing
may change its results. It is adjudicated when published, by the game's seed exactly as previewed. So nothing of it is
stored where HISTORY or a page could find it.
"""

from __future__ import annotations

from judge.app import Work
from judge.games.lookup import LiveGame, card_of, on_file, rng_of
from judge.games.members import masters, sits_in
from judge.games.settings import RESULTS, value_of
from judge.letters import write
from judge.letters.briefing import known_of
from judge.letters.columns import with_be
from judge.letters.dates import when
from judge.letters.values import MASTER_ROLE
from judge.outbox import news
from judge.outbox.queue import post, reader_of
from judge.play import journal
from judge.play.absences import deadline_for
from judge.play.game_clock import set_deadline
from judge.press import delivery
from judge.rules.endings import from_master
from judge.rules.problems import refusal
from judge.rules.values import GameState, Outcome
from judge.store.tables import Game, PhaseRow, Player


def _outcome(work: Work, live: LiveGame) -> Outcome[GameState]:
    """Return what would happen if the phase were adjudicated now."""
    orders = {role: filed.parts for role, filed in on_file(work.session, live.game, live.row.label).items()}
    return live.system.adjudicate(live.state, orders, rng_of(live.game, live.row.label))


def _mail_preview(work: Work, live: LiveGame, outcome: Outcome[GameState], to: Player) -> None:
    """Mail the results as the GameMaster would read them."""
    reader = reader_of(to, MASTER_ROLE)
    known = known_of(live.system, outcome.state, card_of(work.session, live.game), reader, outcome.events)
    letter = write.results(work.renderer, known, None, "", work.now, notice=_notice(live, to))
    post(work, letter, reader, purpose="preview", player=to, game=live.game)


def _notice(live: LiveGame, to: Player) -> tuple[str, ...]:
    title = live.phase.title
    if live.row.sealed_at is not None:
        return held_notice(live)
    due = f"{title} is open until {when(live.row.deadline, to)}." if live.game.status == "active" else ""
    return f"Preview of {title}", f"Nothing has happened yet, and orders may still change. {due}".strip()


def held_notice(live: LiveGame) -> tuple[str, ...]:
    """What a GameMaster reads on top of results that wait for them."""
    return (
        f"{live.phase.title}: publish the results",
        "The phase is over. Its results wait for you, and nobody else has them. Reply with one of these:",
        f"PUBLISH sends them to everybody.\nROLLBACK {live.row.label} opens the phase again.",
    )


def preview(work: Work, live: LiveGame, player: Player) -> str:
    """Mails a GameMaster who does not play what would happen if the phase were adjudicated now; nothing changes."""
    if sits_in(work.session, live.game, player):
        raise refusal("preview/plays", "You play in this game yourself.")
    if live.system.keeps_from_master(hidden=live.phase.hides_writers) and live.row.sealed_at is None:
        # Whoever moves to another room between two previews has written.
        message = "In this game nobody may learn who has written, and a preview would tell."
        raise refusal("preview/hidden", message, hint="HOLD mails you the results when the phase is due.")
    _mail_preview(work, live, _outcome(work, live), player)
    return f"A preview of {live.phase.title} is on its way to you. Nothing has changed."


def is_held(game: Game, row: PhaseRow) -> bool:
    """Shall the results of this phase wait for PUBLISH?"""
    return row.hold if row.hold is not None else value_of(game.settings, RESULTS) == "held"


def seal(work: Work, live: LiveGame) -> None:
    """Seal the phase, mail a preview to GameMasters who do not play, and tell everybody of the delay."""
    delivery.send_veiled(work, live.game)
    live.row.sealed_at = work.now
    live.game.version += 1
    label = live.row.label
    title = f"The results of {live.phase.title} are delayed"
    said = "The phase is over. The GameMaster holds its results back for now. They will be mailed to everybody."
    outcome = _outcome(work, live)
    others = [to for to in news.recipients(work.session, live.game) if not to.is_master]
    news.notify(work, live.game, dict.fromkeys(others, (title, (said,))))
    for master in masters(work.session, live.game):
        if sits_in(work.session, live.game, master):
            subject, *waits = held_notice(live)
            news.to_player(work, live.game, master, subject, tuple(waits), as_master=True)
        else:
            _mail_preview(work, live, outcome, master)
    journal.note(work, live.game, f"results of {label} held")


def hold(work: Work, live: LiveGame, by: Player) -> str:
    """The results of the open phase shall wait for PUBLISH; raises Refused."""
    row = live.row
    if row.sealed_at is not None:
        message = f"The results of {live.phase.title} have been held since {when(row.sealed_at, by)}."
        raise refusal("held/already", message, hint="PUBLISH sends them.")
    if is_held(live.game, row):
        raise refusal("held/already", f"The results of {live.phase.title} will be held anyway.")
    row.hold = True
    live.game.version += 1
    journal.note(work, live.game, f"results of {row.label} shall be held", by)
    told = "" if sits_in(work.session, live.game, by) else " I will mail you a preview."
    return f"The results of {live.phase.title} will be held at the deadline.{told} PUBLISH sends the results."


def _go_out(work: Work, live: LiveGame) -> str:
    """When results that nobody holds go out."""
    waits = work.now < live.row.deadline and live.game.status != "suspended"
    return "go out at the deadline" if waits else "go out as soon as the phase is adjudicated"


def publish(work: Work, live: LiveGame, by: Player) -> str:
    """Held results go out now, or will not be held when their phase is due; raises Refused."""
    row = live.row
    if row.sealed_at is None and not is_held(live.game, row):
        raise refusal("publish/none", f"No results are held. Those of {live.phase.title} {_go_out(work, live)}.")
    if live.game.status == "paused":
        raise refusal("publish/not-running", f"{live.game.name} is paused.", hint="RESUME first.")
    if live.game.status != "active":
        raise refusal("publish/not-running", f"{live.game.name} is on hold.")
    was_sealed = row.sealed_at is not None
    # A HOLD that is taken back leaves the phase to the game's option, as it stands when the phase is due.
    row.hold = False if was_sealed or row.hold is None else None
    row.sealed_at = None
    live.game.version += 1
    done = "published" if was_sealed else "shall not be held"
    journal.note(work, live.game, f"results of {row.label} {done}", by)
    if not was_sealed:
        return f"The results of {live.phase.title} will not be held. They {_go_out(work, live)}."
    # It is adjudicated as of its cut, even where all had written before the deadline.
    row.deadline = min(row.deadline, row.cut or row.deadline)
    return f"The results of {live.phase.title} are on their way to everybody."


def unseal(work: Work, live: LiveGame, by: Player, why: str) -> str:
    """Opens a sealed phase again, with what is on file and a new deadline; its results are held again then."""
    live.row.sealed_at = None
    live.row.hold = True
    set_deadline(work.session, live, deadline_for(work.session, live.game, live.phase, work.now))
    title = f"{with_be(live.phase.title)} open again"
    stands = "What is on file still counts, and you can change it. The phase is due"
    more = (from_master(why),) if why else ()
    said = {
        to: (title, (f"{stands} {when(live.row.deadline, to.reader)}.", *more))
        for to in news.recipients(work.session, live.game, but=by)
    }
    news.notify(work, live.game, said, dated=True)
    journal.note(work, live.game, f"{live.row.label} opened again", by)
    return f"{title}, due {when(live.row.deadline, by)}. Nobody has seen its results. They will be held again."
