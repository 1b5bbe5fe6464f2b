"""START: the seats are drawn, the first phase opens, and everybody is mailed the opening."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import chain, count

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games import tenures
from judge.games.computers import NAMED, computer_seats, in_words, is_computer
from judge.games.confusables import looks
from judge.games.current import players_of, seats_of, system_of
from judge.letters import write
from judge.letters.known import Known
from judge.letters.values import Deadline
from judge.mail.values import Letter
from judge.outbox import news
from judge.outbox.pictures import positions_of, tell_of_undrawn
from judge.play import journal, ledger
from judge.play.absences import deadline_for
from judge.play.acts import store_state
from judge.play.adjudication import letters_to_all, open_next
from judge.play.creation import RESERVED
from judge.play.membership import seats_to_fill
from judge.play.seat_draw import draw_seats, wishes_in_words
from judge.play.seeds import SEED_BYTES, hidden_lots, lots_of, rng_of
from judge.rules.game import AnySystem
from judge.rules.problems import Problem, Refused
from judge.rules.rng import START_LABEL
from judge.store.tables import Game, Joining, Seat

LONGEST_SEAT = 24


def start(work: Work, game: Game, words: Collection[str]) -> str:
    """Draws the seats, opens the first phase, mails everybody the opening; raises Refused. `words`: those that mean
    something in a mail, which no seat may be called.
    """
    if game.status != "forming":
        raise Refused(Problem("start/not-forming", "This game has already started."))
    system = system_of(game)
    seats = _seats_drawn(work, game)
    seating = system.seating(game.options)
    programs = {seat.name: seat for seat in computer_seats(work.session, game)}
    seats = dict(sorted({**seats, **programs}.items(), key=lambda each: each[1].id))
    if seating.players_names:
        seats = _named_after_players(work.session, game, system, seats, words)
    outcome = system.start(game.options, list(seats), rng_of(game, START_LABEL))
    phase = system.phase(outcome.state)
    if phase is None:
        raise Refused(Problem("start/over", "With these options the game would be over at once."))
    dumped = system.dump(outcome.state)
    store_state(game, system.version, dumped)
    game.status = "active"
    game.started_at = work.now
    work.session.flush()
    deadline = Deadline(deadline_for(work.session, game, phase, work.now), phase)
    open_next(work, game, phase, dumped, deadline.at)
    work.session.flush()
    ledger.enter(work.session, game, phase.label, outcome.postings, work.now)
    ledger.check(work.session, game, system, outcome.state)
    news.record(work.session, game, phase.label, outcome.events, work.now)
    people = players_of(work.session, list(seats.values()))
    players = tuple(
        (name, in_words(seat) if is_computer(seat) else people[seat.id].name)
        for name, seat in seats.items()
        if is_computer(seat) or not seating.anonymous
    )

    pictures = positions_of(work.judge, system, outcome.state, partial(tell_of_undrawn, work, game.name))
    lots = lots_of(game, opened=False)

    def opening(known: Known, form: str) -> Letter:
        picture = pictures(known.reader.audience)
        return write.started(work.renderer, known, deadline, form, work.now, lots, players=players, picture=picture)

    letters = letters_to_all(work.session, game, system, outcome, phase, {}, opening)
    news.deliver_all(work, game, letters, "started", phase.label)
    return f"{game.name} has started: {phase.title}."


def _seats_drawn(work: Work, game: Game) -> dict[str, Seat]:
    """The seats that people take, by name: drawn by lot, among those who wish for them first. The seeds are settled."""
    seats = {seat.name: seat for seat in seats_to_fill(work.session, game)}
    query = select(Joining).where(Joining.game_id == game.id).order_by(Joining.id)
    joinings = work.session.execute(query).scalars().all()
    if len(joinings) < len(seats):
        said = f"{len(joinings)} of {len(seats)} seats are taken."
        dummies = system_of(game).seating(game.options).dummies_option
        or_dummies = f", or make seats dummies: DUMMY {list(seats)[-1]}" if dummies else ""
        raise Refused(Problem("start/open-seats", said, hint=f"Wait for players{or_dummies}."))
    if hidden_lots(game):
        game.hidden_seed = work.judge.entropy(SEED_BYTES)
    drawn = draw_seats(rng_of(game, START_LABEL), list(seats), [each.wishes for each in joinings])
    for name, place in drawn.items():
        tenures.begin(work.session, seats[name], joinings[place].player_id, work.now)
    given = {place: name for name, place in drawn.items()}
    told = (f"{place + 1}. {wishes_in_words(each.wishes)} -> {given[place]}" for place, each in enumerate(joinings))
    journal.note(work, game, f"seats drawn by lot; wishes in the order of joining: {'; '.join(told)}")
    for each in joinings:
        work.session.delete(each)
    return seats


def _named_after_players(
    session: Session, game: Game, system: AnySystem, seats: Mapping[str, Seat], words: Collection[str]
) -> dict[str, Seat]:
    """The seats by the names of their players, which become the seats' own."""
    people = players_of(session, list(seats.values()))
    others = {seat.name for seat in seats_of(session, game)} - set(seats)
    reserved = (*RESERVED, *system.seating(game.options).reserved, *(word.name for word in system.words))
    spoken_for = {name.upper() for name in (*words, *others, *reserved)}
    taken = list(seats.values())
    names = seat_names([NAMED if is_computer(seat) else people[seat.id].name for seat in taken], spoken_for)
    for seat, name in zip(taken, names, strict=True):
        seat.name = name
    session.flush()
    return {seat.name: seat for seat in taken}


def seat_names(people: Sequence[str], spoken_for: Collection[str]) -> tuple[str, ...]:
    """A name of one word for each person: the first name where nobody's looks like it, else all names; where these look
    alike as well, each has a number, so that nobody bears the name that the others are known by.
    """
    words = [[re.sub(r"[\W_]", "", word.upper()) for word in name.split()] for name in people]
    short = [next(filter(None, each), "") for each in words]
    whole = ["".join(each) for each in words]
    given: list[str] = []
    for first, each in zip(short, whole, strict=True):
        shared = sum(looks(other) == looks(first) for other in short) > 1
        name = (each if shared else first)[:LONGEST_SEAT]
        name = f"PLAYER{name}" if not name or name.isdigit() else name
        alike = shared and sum(looks(other[:LONGEST_SEAT]) == looks(name) for other in whole) > 1
        free = (f"{name}{number}" for number in count(1 if alike else 2))
        wanted = free if alike else chain([name], free)
        heard = {looks(one) for one in (*spoken_for, *given)}
        given.append(next(one for one in wanted if looks(one) not in heard))
    return tuple(given)
