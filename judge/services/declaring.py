"""The GameMaster's word on the end of a game: a draw, somebody's victory, or no result at all."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy.orm import Session

from judge.rules.abilities import acted
from judge.rules.problems import Problem, Refused
from judge.rules.system import END, Act, Json, Result
from judge.services import journal, news
from judge.services.acting import act
from judge.services.current import Current, current, joined_players
from judge.services.ending import finish
from judge.services.judge import Judge
from judge.services.offices import is_master
from judge.store.tables import Game, Player

ENDED = "ended by the GameMaster"


def foretell_end(session: Session, game: Game, result: Mapping[str, Json], why: str) -> str:
    """What `end_game` would do; raises Refused where it would."""
    here = current(session, game)
    if here is None:
        _check_forming(game, result)
        return f"{game.name} would be given up: it would never start."
    ended = acted(here.system, here.state, "", _end(result, why)).result if result else None
    how = f": {ended.summary}" if ended else ", without a result"
    return f"{game.name} would end for good{how}. Everything that the rules open is then mailed to all."


def end_game(
    judge: Judge,
    session: Session,
    game: Game,
    result: Mapping[str, Json],
    why: str,
    now: datetime,
    by: Player,
    mail_id: int,
) -> str:
    """Ends a game that runs, or gives up one that has not started. `result` as an END act has it; empty: none. Raises
    Refused.
    """
    here = current(session, game)
    if here is None:
        _check_forming(game, result)
        return _give_up(judge, session, game, why, now)
    journal.note(session, game, ENDED, now, by)
    if result:
        act(judge, session, here, "", _end(result, why), now, mail_id=mail_id, actor=by)
    else:
        here = _without_votes(judge, session, here, now, by, mail_id)
        finish(judge, session, here, here.state, (), Result((), why or "Ended by the GameMaster."), now)
    return f"{game.name} has ended."


def _end(result: Mapping[str, Json], why: str) -> Act:
    return Act(END, {**result, "why": why})


def _check_forming(game: Game, result: Mapping[str, Json]) -> None:
    if game.status != "forming":
        raise Refused(Problem("end/over", f"{game.name} is over.", hint=f"SUMMARY {game.name} tells how it ended."))
    if result:
        message = f"{game.name} has not begun: it has no result."
        raise Refused(Problem("end/not-begun", message, hint="TERMINATE gives it up."))


def _without_votes(judge: Judge, session: Session, here: Current, now: datetime, by: Player, mail_id: int) -> Current:
    """Secret votes that came to nothing are not opened with the game. Rules that know no END have none."""
    try:
        return act(judge, session, here, "", Act(END), now, mail_id=mail_id, actor=by)
    except Refused:
        return here


def _give_up(judge: Judge, session: Session, game: Game, why: str, now: datetime) -> str:
    game.status, game.ended_at = "ended", now
    title, said = f"{game.name} is given up", (why or "It will not start.",)
    news.announce(judge, session, game, title, said, now)
    for player in joined_players(session, game):
        if not is_master(session, game, player):
            news.to_player(judge, session, game, player, title, said, now)
    return f"{game.name} is given up."
