"""Results that wait for the GameMaster, who reads a preview of them; the players learn only that they are delayed.

A phase whose results are held is *sealed*: its orders are in, and nothing that could change its results is taken any
more. It is adjudicated when the GameMaster publishes it, and by the game's seed that gives exactly what the preview
showed. So nothing of held results lies in the tables, where anybody's HISTORY or a public page could find it.
"""

from __future__ import annotations

from judge.app import Work
from judge.games.current import Current
from judge.games.members import masters
from judge.games.settings import RESULTS, value_of
from judge.letters import write
from judge.letters.columns import with_be
from judge.letters.when import when
from judge.outbox import news
from judge.play import journal, preview
from judge.play.absences import deadline_for
from judge.play.game_clock import set_deadline
from judge.press import delivery
from judge.rules.endings import from_master
from judge.rules.problems import Problem, Refused
from judge.store.tables import Game, PhaseRow, Player


def is_held(game: Game, row: PhaseRow) -> bool:
    """Shall the results of this phase wait for PUBLISH?"""
    return row.hold if row.hold is not None else value_of(game.settings, RESULTS) == "held"


def seal(work: Work, here: Current) -> None:
    """Closes the phase to everything that could change its results, mails the GameMasters who do not play a preview,
    and tells everybody that they are delayed.
    """
    delivery.send_veiled(work, here.game)
    here.row.sealed_at = work.now
    here.game.version += 1
    label = here.row.label
    title = f"The results of {here.phase.title} are delayed"
    said = "The phase is over. The GameMaster holds its results back for now. They will be mailed to everybody."
    foreseen = preview.compute(work, here)
    for to in news.recipients(work.session, here.game):
        if not to.is_master:
            letter = write.notice(work.renderer, to.reader, foreseen.card, title, (said,), work.now)
            news.deliver(work, here.game, to, letter, "notice", label)
    for master in masters(work.session, here.game):
        if preview.plays(work.session, here, master):
            subject, *waits = preview.held_notice(here)
            news.to_player(work, here.game, master, subject, tuple(waits), as_master=True)
        else:
            preview.mail(work, here, foreseen, master)
    journal.note(work, here.game, f"results of {label} held")


def hold(work: Work, here: Current, by: Player) -> str:
    """The results of the open phase shall wait for PUBLISH; raises Refused."""
    row = here.row
    if row.sealed_at is not None:
        message = f"The results of {here.phase.title} have been held since {when(row.sealed_at, by)}."
        raise Refused(Problem("held/already", message, hint="PUBLISH sends them."))
    if is_held(here.game, row):
        raise Refused(Problem("held/already", f"The results of {here.phase.title} will be held anyway."))
    row.hold = True
    here.game.version += 1
    journal.note(work, here.game, f"results of {row.label} shall be held", by)
    told = "" if preview.plays(work.session, here, by) else " I will mail you a preview."
    return f"The results of {here.phase.title} will be held at the deadline.{told} PUBLISH sends the results."


def _go_out(work: Work, here: Current) -> str:
    """When results that nobody holds go out."""
    waits = work.now < here.row.deadline and here.game.status != "suspended"
    return "go out at the deadline" if waits else "go out as soon as the phase is adjudicated"


def publish(work: Work, here: Current, by: Player) -> str:
    """Held results go out now, or will not be held when their phase is due; raises Refused."""
    row = here.row
    if row.sealed_at is None and not is_held(here.game, row):
        raise Refused(
            Problem("publish/none", f"No results are held. Those of {here.phase.title} {_go_out(work, here)}.")
        )
    if here.game.status == "paused":
        raise Refused(Problem("publish/not-running", f"{here.game.name} is paused.", hint="RESUME first."))
    if here.game.status != "active":
        raise Refused(Problem("publish/not-running", f"{here.game.name} is on hold."))
    was_sealed = row.sealed_at is not None
    # A HOLD that is taken back leaves the phase to the game's option, as it stands when the phase is due.
    row.hold = False if was_sealed or row.hold is None else None
    row.sealed_at = None
    here.game.version += 1
    done = "published" if was_sealed else "shall not be held"
    journal.note(work, here.game, f"results of {row.label} {done}", by)
    if not was_sealed:
        return f"The results of {here.phase.title} will not be held. They {_go_out(work, here)}."
    # It is adjudicated as of its cut, even where all had written before the deadline.
    row.deadline = min(row.deadline, row.cut or row.deadline)
    return f"The results of {here.phase.title} are on their way to everybody."


def unseal(work: Work, here: Current, by: Player, why: str) -> str:
    """Opens a sealed phase again, with what is on file and a new deadline; its results are held again then."""
    here.row.sealed_at = None
    here.row.hold = True
    set_deadline(work.session, here, deadline_for(work.session, here.game, here.phase, work.now))
    title = f"{with_be(here.phase.title)} open again"
    for to in news.recipients(work.session, here.game):
        if to.seat is None and to.player is by:
            continue
        due = (
            "What is on file still counts, and you can change it. The phase is due "
            f"{when(here.row.deadline, to.reader)}."
        )
        said = (due, *((from_master(why),) if why else ()))
        news.notify(work, here.game, to, title, said, here.row.label, dated=True)
    journal.note(work, here.game, f"{here.row.label} opened again", by)
    return f"{title}, due {when(here.row.deadline, by)}. Nobody has seen its results. They will be held again."
