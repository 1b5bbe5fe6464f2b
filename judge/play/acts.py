"""Acts, which take effect at once, and the end of a game: by the rules, by an act, or by the GameMaster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.archive.document import records_of
from judge.games.lookup import LiveGame, card_of, check_unsealed, is_anonymous, live_game, lots_of, players_of, seats_of
from judge.games.members import computer_title, is_computer
from judge.letters import write
from judge.letters.briefing import known_of
from judge.letters.values import Wanted
from judge.outbox import news, webhooks
from judge.outbox.pictures import positions_of
from judge.play import journal, ledger, public_list
from judge.play.archives import archived_phases
from judge.press import delivery, newspaper, programs
from judge.rules.endings import in_their_words, stopped, told_of_end
from judge.rules.game import AnySystem
from judge.rules.problems import Refused, refusal
from judge.rules.story import with_the_end
from judge.rules.values import END, SEATING, Act, Event, GameState, Json, Outcome, Result
from judge.rules.votes import DRAW
from judge.store.tables import ActRow, Game, Player


def finish(work: Work, live: LiveGame, state: Any, events: Sequence[Event], result: Result) -> None:
    """End the game in this transaction. `events`: those of the act or adjudication that ended it, already recorded."""
    game = live.game
    game.status = "ended"
    game.ended_at = work.now
    game.result = result.data()
    game.version += 1
    work.judge.ended.add(game.id)
    live.row.closed_at = work.now
    work.session.flush()
    events = with_the_end(events, result)
    opened = live.system.opened(records_of(archived_phases(work.session, game)))
    news.record(work.session, game, live.row.label, opened, work.now)
    delivery.send_waiting(work, game, live.phase.title)
    newspaper.publish(work, game, live.phase.title)
    programs.forget(work.session, game)
    card = card_of(work.session, game)
    pictures = positions_of(work, game.name, live.system, state)
    players, wanted = _who_played(work.session, game), _wanted(work.session)
    letters = []
    for to in news.recipients(work.session, game, live.roles_of):
        known = known_of(live.system, state, card, to.reader, (*events, *opened))
        picture = pictures(to.reader)
        lots = lots_of(game, opened=True)
        told = write.ended(work.renderer, known, work.now, lots, players=players, wanted=wanted, picture=picture)
        letters.append((to, told))
    news.deliver_all(work, game, letters, "ended")
    webhooks.queue(work, game, "ended", live.row.label)


MOST_WANTED = 3
"""Games that want players, of which the end's letter tells."""


def _who_played(session: Session, game: Game) -> list[tuple[str, str]]:
    """Who held which seat at last. Players whom the game hid are named only as they want it in public."""
    seats = seats_of(session, game)
    people = players_of(session, seats)
    hidden = is_anonymous(game)
    named = [
        (seat.name, computer_title(seat) if is_computer(seat) else _name(people.get(seat.id), hidden=hidden))
        for seat in seats
    ]
    return [(seat, name) for seat, name in named if name]


def _name(player: Player | None, *, hidden: bool) -> str:
    if player is None:
        return ""
    return player.public_name if hidden else player.name


def _wanted(session: Session) -> list[Wanted]:
    """The newest games that want players."""
    listed, _ = public_list.found(session, public_list.Search(public_list.WANTED), most=MOST_WANTED)
    return [Wanted(each.name, each.system, each.wanted) for each in listed]


def store_state(game: Game, system: AnySystem, dumped: Json) -> None:
    """The game's new state; its version rises with everything that changes it."""
    game.state = dumped
    game.system_version = system.version
    game.version += 1


def store_outcome(
    work: Work, game: Game, system: AnySystem, label: str, outcome: Outcome[GameState], dumped: Json
) -> None:
    """Store an outcome of phase `label`: state, postings and events. Raises Unbalanced where the books disagree."""
    store_state(game, system, dumped)
    ledger.enter(work.session, game, label, outcome.postings, work.now)
    ledger.check(work.session, game, system, outcome.state)
    news.record(work.session, game, label, outcome.events, work.now)


def act(
    work: Work,
    live: LiveGame,
    role: str,
    act: Act,
    *,
    mail_id: int | None,
    actor: Player | None,
    master: Player | None = None,
) -> LiveGame:
    """Perform an act, tell the readers who may know, and return the game after it. Raises Refused. `actor`: whose act
    it is; `master`: the GameMaster who ordered it. Both read the reply instead.
    """
    after, events = perform(work, live, role, act, mail_id)
    if events:
        purpose = "notice" if act.kind in SEATING else "news"  # of those who go, all are told, whatever else they were
        news.tell(work, after, events, but=[each for each in (actor, master) if each is not None], purpose=purpose)
    return after


def perform(
    work: Work, live: LiveGame, role: str, act: Act, mail_id: int | None = None
) -> tuple[LiveGame, Sequence[Event]]:
    """Perform an act; return the game after it and the events that nobody has been told yet."""
    if act.kind != END:
        check_unsealed(live.row)
    outcome = live.system.act(live.state, role, act)
    game = live.game
    number = work.session.execute(
        select(func.coalesce(func.max(ActRow.number), 0)).where(ActRow.game_id == game.id, ActRow.run == game.run)
    ).scalar_one()
    done = {"number": number + 1, "role": role, "kind": act.kind, "data": dict(act.data), "mail_id": mail_id}
    work.session.add(ActRow(**live.row.key, **done, at=work.now))
    store_outcome(work, game, live.system, live.row.label, outcome, live.system.dump(outcome.state))
    if outcome.result is not None:
        finish(work, live, outcome.state, outcome.events, outcome.result)
        return replace(live, state=outcome.state), ()
    phase = live.system.phase(outcome.state)
    return replace(live, state=outcome.state, phase=phase or live.phase), outcome.events


ENDED = "ended by the GameMaster"


def foretell_end(session: Session, game: Game, result: Mapping[str, Json], why: str) -> str:
    """What `end_game` would do; raises Refused where it would."""
    live = live_game(session, game)
    if live is None:
        _check_forming(game, result)
        return f"{game.name} would be given up. It would never start."
    act_of_end = _end_act(session, game, result, why)
    ended = live.system.act(live.state, "", act_of_end).result if result else None
    told = told_of_end((ended or stopped(why)).data())
    return f"{game.name} would end for good. Everybody would read: {told}"


def end_game(work: Work, game: Game, result: Mapping[str, Json], why: str, by: Player, mail_id: int) -> str:
    """End a running game, or give up a forming one. `result`: as an END act has it; empty: none. Raises Refused."""
    live = live_game(work.session, game)
    if live is None:
        _check_forming(game, result)
        return _give_up(work, game, why)
    journal.note(work, game, ENDED, by)
    if result:
        act(work, live, "", _end_act(work.session, game, result, why), mail_id=mail_id, actor=by)
    else:
        with suppress(Refused):  # secret votes that came to nothing are not opened; rules without END have none
            live = act(work, live, "", Act(END), mail_id=mail_id, actor=by)
        finish(work, live, live.state, (), stopped(why))
    return f"{game.name} has ended."


def _end_act(session: Session, game: Game, result: Mapping[str, Json], why: str) -> Act:
    """With the seats that have no player: they share in no draw unless it names them (ruling P49)."""
    left = [seat.name for seat in seats_of(session, game) if seat.status == "vacant"]
    return Act(END, {**result, "why": why, **({"open": left} if left and DRAW in result else {})})


def _check_forming(game: Game, result: Mapping[str, Json]) -> None:
    if game.status != "forming":
        raise refusal("end/over", f"{game.name} is over.", hint=f"SUMMARY {game.name} shows how it ended.")
    if result:
        message = f"{game.name} has not begun, so it can have no result."
        raise refusal("end/not-begun", message, hint="TERMINATE gives it up.")


def _give_up(work: Work, game: Game, why: str) -> str:
    game.status, game.ended_at = "ended", work.now
    title = f"{game.name} is given up"
    said = ("The GameMaster has given the game up. It will not start.", *((in_their_words(why),) if why else ()))
    news.announce_to_joined(work, game, title, said)
    return f"{game.name} is given up."
