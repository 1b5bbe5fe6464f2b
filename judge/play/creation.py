"""CREATE and START: a game forms until its GameMaster starts it; then the seats are drawn and the first phase opens."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.app import Work
from judge.games import tenures
from judge.games.confusables import MASTER_WORDS, NO_NAMES, resembles, skeleton
from judge.games.lookup import SEED_BYTES, find_game, hidden_lots, lots_of, players_of, rng_of, seats_of, system_of
from judge.games.members import NAMED, computer_seats, computer_title, is_computer
from judge.games.settings import TITLE
from judge.letters import write
from judge.letters.briefing import Known
from judge.letters.values import Deadline
from judge.mail.values import Letter
from judge.outbox import news, webhooks
from judge.outbox.pictures import positions_of
from judge.play import journal
from judge.play.absences import deadline_for
from judge.play.acts import store_outcome
from judge.play.adjudication import letters_to_all, open_next
from judge.play.membership import seats_to_fill
from judge.play.options import (
    check_early,
    check_options,
    check_settings,
    fill_seats,
    named_option,
    parsed_option,
    usual_settings,
)
from judge.play.seat_draw import draw_seats, wishes_in_words
from judge.press.anonymity import NAME as LETTER_NAME
from judge.press.delivery import OBSERVERS
from judge.rules.game import AnySystem
from judge.rules.problems import Problem, Refused, refusal
from judge.rules.registry import find_system, unknown_in_words
from judge.rules.rng import START_LABEL
from judge.store.tables import Game, Joining, Player, Seat, Tournament

NAME = re.compile(r"[a-z][a-z0-9-]{1,23}")
PREFIX = "practice-"
"""How every practice game is called, and no other."""
RESERVED = frozenset({"all", "master", "judge", "games", "new", "end", "yes", "no", "tournament"})
MOST_WRONG = 6  # lines of CREATE told beside the first: more are no options, but a letter


def _together(wrong: Sequence[Problem]) -> Problem:
    """All that is wrong as one problem, so that whoever mends the first need not write again to learn of the next."""
    first, *others = wrong
    also = (f"Also in line {each.line}: {each.message} {each.hint}".rstrip() for each in others[:MOST_WRONG])
    return replace(first, hint=" ".join(filter(None, (first.hint, *also))))


def _chosen(system: AnySystem, options: Sequence[tuple[int, str, str]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """(the rules' options, the judge's settings), with what is usual for all that no line names; raises Refused."""
    chosen: dict[str, Any] = {option.name: option.default for option in system.options}
    settings: dict[str, Any] = {}
    wrong: list[Problem] = []
    for number, *option in options:
        try:
            option_name, value = named_option(system, *option)
            parsed, is_rules = parsed_option(system, option_name, value)
        except Refused as refusal:
            wrong.append(replace(refusal.problem, line=number))
        else:
            (chosen if is_rules else settings)[option_name] = parsed
    if wrong:
        raise Refused(_together(wrong))
    return chosen, usual_settings(system, settings) | settings


def create(
    work: Work,
    master: Player,
    system_name: str,
    name: str,
    options: Sequence[tuple[int, str, str]],
    reserved: Collection[str],
    *,
    practice: bool = False,
) -> Game:
    """A game that is forming; raises Refused naming each line that is wrong. `practice`: it is one person's alone."""
    try:
        system = find_system(system_name)
    except KeyError as error:
        raise refusal("create/no-such-system", unknown_in_words(error, system_name)) from None
    name = name.lower()
    if not NAME.fullmatch(name) or name in RESERVED:
        hint = "A name has 2 to 24 letters, digits and hyphens. It begins with a letter."
        raise refusal("create/bad-name", f"A game cannot be called {name[:40]!r}.", hint=hint)
    if name.startswith(PREFIX) != practice:
        raise refusal("create/bad-name", f"Games for practice alone are called {PREFIX}…", hint="Choose another name.")
    tournament = select(Tournament.id).where(Tournament.name == name)
    if find_game(work.session, name) is not None or work.session.scalar(tournament) is not None:
        raise refusal("create/name-taken", f"There is already a game called {name}.", hint="Choose another name.")
    chosen, settings = _chosen(system, options)
    check_settings(settings)
    game = Game(
        name=name,
        title=settings.pop(TITLE.name, ""),
        system=system.name,
        system_version=system.version,
        options=chosen,
        settings=settings,
        status="forming",
        practice=practice,
        master_id=master.id,
        seed=work.judge.entropy(SEED_BYTES),
        state=None,
        created_at=work.now,
    )
    work.session.add(game)
    work.session.flush()
    check_options(system, chosen, reserved)
    check_early(system, chosen, settings)
    fill_seats(work.session, game)
    return game


LONGEST_SEAT = 24


def start(work: Work, game: Game, words: Collection[str]) -> str:
    """Draw the seats, open the first phase and mail everybody the opening. Raises Refused. `words`: no seat's name."""
    if game.status != "forming":
        raise refusal("start/not-forming", "This game has already started.")
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
        raise refusal("start/over", "With these options the game would be over at once.")
    dumped = system.dump(outcome.state)
    store_outcome(work, game, system, phase.label, outcome, dumped)
    game.status = "active"
    game.started_at = work.now
    work.session.flush()
    deadline = Deadline(deadline_for(work.session, game, phase, work.now), phase)
    open_next(work, game, phase, dumped, deadline.at)
    work.session.flush()
    people = players_of(work.session, list(seats.values()))
    players = tuple(
        (name, computer_title(seat) if is_computer(seat) else people[seat.id].name)
        for name, seat in seats.items()
        if is_computer(seat) or not seating.anonymous
    )

    pictures = positions_of(work, game.name, system, outcome.state)
    lots = lots_of(game, opened=False)

    def opening(known: Known, form: str) -> Letter:
        picture = pictures(known.reader)
        return write.started(work.renderer, known, deadline, form, work.now, lots, players=players, picture=picture)

    letters = letters_to_all(work.session, game, system, outcome, phase, {}, opening)
    news.deliver_all(work, game, letters, "started")
    webhooks.queue(work, game, "started", phase.label)
    return f"{game.name} has started: {phase.title}."


def _seats_drawn(work: Work, game: Game) -> dict[str, Seat]:
    """The seats that people take, by name: drawn by lot, among those who wish for them first. The seeds are settled."""
    seats = {seat.name: seat for seat in seats_to_fill(work.session, game)}
    query = select(Joining).where(Joining.game_id == game.id).order_by(Joining.id)
    joinings = work.session.scalars(query).all()
    if len(joinings) < len(seats):
        said = f"{len(joinings)} of {len(seats)} seats are taken."
        dummies = system_of(game).seating(game.options).dummies_option
        or_dummies = f", or make seats dummies: DUMMY {list(seats)[-1]}" if dummies else ""
        raise refusal("start/open-seats", said, hint=f"Wait for players{or_dummies}.")
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
    parties = system.seating(game.options).reserved
    spoken_for = {*words, *RESERVED, *NO_NAMES, *(word.name for word in system.words)}
    signatures = {*others, *parties, *MASTER_WORDS, OBSERVERS, *RESERVED, *NO_NAMES}
    taken = list(seats.values())
    called = [NAMED if is_computer(seat) else people[seat.id].name for seat in taken]
    names = seat_names(called, {name.upper() for name in spoken_for}, {name.upper() for name in signatures})
    for seat, name in zip(taken, names, strict=True):
        seat.name = name
    session.flush()
    return {seat.name: seat for seat in taken}


def seat_names(people: Sequence[str], spoken_for: Collection[str], signatures: Collection[str] = ()) -> tuple[str, ...]:
    """Return a one-word name for each person: the first name, all names where first names look alike, numbered where
    those do too. None looks like one that is `spoken_for`, nor, whatever its number, like one of the `signatures` or a
    letter's.
    """
    words = [[re.sub(r"[\W_]", "", word.upper()) for word in name.split()] for name in people]
    short = [next(filter(None, each), "") for each in words]
    whole = ["".join(each) for each in words]
    given: list[str] = []
    for first, each in zip(short, whole, strict=True):
        shared = sum(skeleton(other) == skeleton(first) for other in short) > 1
        name = (each if shared else first)[:LONGEST_SEAT]
        name = f"PLAYER{name}" if not name or name.isdigit() else name
        name = "PLAYER" if LETTER_NAME.fullmatch(name) or resembles(name, (), signatures) else name
        alike = shared and sum(skeleton(other[:LONGEST_SEAT]) == skeleton(name) for other in whole) > 1
        free = (f"{name}{number}" for number in count(1 if alike else 2))
        wanted = free if alike else chain([name], free)
        heard = {skeleton(one) for one in (*spoken_for, *given)}
        given.append(next(one for one in wanted if skeleton(one) not in heard))
    return tuple(given)
