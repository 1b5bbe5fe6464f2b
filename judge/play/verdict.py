"""The GameMaster's word on the end of a game: a draw, somebody's victory, or no result at all."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy.orm import Session

from judge.app import Work
from judge.games.current import Current, current, joined_players, seats_of
from judge.games.members import is_master
from judge.outbox import news
from judge.play import journal
from judge.play.acts import act
from judge.play.end import finish
from judge.rules.endings import in_their_words, stopped, told_of_end
from judge.rules.problems import Problem, Refused
from judge.rules.values import END, Act, Json, Result
from judge.rules.votes import DRAW
from judge.store.tables import Game, Player

ENDED = "ended by the GameMaster"


def foretell_end(session: Session, game: Game, result: Mapping[str, Json], why: str) -> str:
    """What `end_game` would do; raises Refused where it would."""
    here = current(session, game)
    if here is None:
        _check_forming(game, result)
        return f"{game.name} would be given up. It would never start."
    act_of_end = _end(session, game, result, why)
    ended = here.system.act(here.state, "", act_of_end).result if result else None
    told = told_of_end(ended.summary) if ended else stopped(why)
    return f"{game.name} would end for good. Everybody would read: {told}"


def end_game(work: Work, game: Game, result: Mapping[str, Json], why: str, by: Player, mail_id: int) -> str:
    """Ends a game that runs, or gives up one that has not started. `result` as an END act has it; empty: none. Raises
    Refused.
    """
    here = current(work.session, game)
    if here is None:
        _check_forming(game, result)
        return _give_up(work, game, why)
    journal.note(work, game, ENDED, by)
    if result:
        act(work, here, "", _end(work.session, game, result, why), mail_id=mail_id, actor=by)
    else:
        here = _without_votes(work, here, by, mail_id)
        finish(work, here, here.state, (), Result((), stopped(why)))
    return f"{game.name} has ended."


def _end(session: Session, game: Game, result: Mapping[str, Json], why: str) -> Act:
    """With the seats that have no player: they share in no draw unless it names them (ruling P49)."""
    left = [seat.name for seat in seats_of(session, game) if seat.status == "vacant"]
    return Act(END, {**result, "why": why, **({"open": left} if left and DRAW in result else {})})


def _check_forming(game: Game, result: Mapping[str, Json]) -> None:
    if game.status != "forming":
        raise Refused(Problem("end/over", f"{game.name} is over.", hint=f"SUMMARY {game.name} shows how it ended."))
    if result:
        message = f"{game.name} has not begun, so it can have no result."
        raise Refused(Problem("end/not-begun", message, hint="TERMINATE gives it up."))


def _without_votes(work: Work, here: Current, by: Player, mail_id: int) -> Current:
    """Secret votes that came to nothing are not opened with the game. Rules that know no END have none."""
    try:
        return act(work, here, "", Act(END), mail_id=mail_id, actor=by)
    except Refused:
        return here


def _give_up(work: Work, game: Game, why: str) -> str:
    game.status, game.ended_at = "ended", work.now
    title = f"{game.name} is given up"
    said = ("The GameMaster has given the game up. It will not start.", *((in_their_words(why),) if why else ()))
    news.announce(work, game, title, said)
    for player in joined_players(work.session, game):
        if not is_master(work.session, game, player):
            news.to_player(work, game, player, title, said)
    return f"{game.name} is given up."
