"""The life of a game outside its phases: created, set up, joined, started, ended by its GameMaster."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain, count
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from judge.commands.command import commands
from judge.letters import write
from judge.letters.columns import counted, sentence, table
from judge.letters.known import Known
from judge.letters.values import Deadline
from judge.mail.values import Letter
from judge.rules.problems import Problem, Refused
from judge.rules.registry import find_system
from judge.rules.rng import START_LABEL, Rng, commitment
from judge.rules.system import AnySystem, Option
from judge.services import journal, ledger, news, tenures
from judge.services.absences import deadline_for
from judge.services.acting import store_state
from judge.services.adjudication import letters_to_all, open_next
from judge.services.current import joined_players, players_of, seats_of
from judge.services.drawing import draw_seats, read_wishes, wishes_in_words
from judge.services.game_settings import CALENDAR, HURRY, SECRET, TITLE, calendar_of, judges_options, parse_setting
from judge.services.judge import Judge
from judge.services.offices import is_master
from judge.store.tables import Game, Joining, Player, Seat

SEED_BYTES = 32
LONGEST_SEAT = 24
NAME = re.compile(r"[a-z][a-z0-9-]{1,23}")
RESERVED = frozenset({"all", "master", "judge", "games", "new", "end", "yes", "no"})
MOST_WRONG = 6  # lines of CREATE told beside the first: more are no options, but a letter


def find_game(session: Session, name: str) -> Game | None:
    return session.execute(select(Game).where(Game.name == name.strip().lower())).scalar_one_or_none()


def _option(system: AnySystem, name: str) -> tuple[Any, bool]:
    """The option of this name, and whether it is the rule system's; raises Refused."""
    own = {option.name: option for option in system.options}
    judges = judges_options(system)
    if name in own:
        return own[name], True
    if name in judges:
        return judges[name], False
    near = difflib.get_close_matches(name.lower()[:40], [*own, *judges], n=1, cutoff=0.7)
    hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(sorted({*own, *judges}))}."
    raise Refused(Problem("set/no-such-option", f"There is no option {name[:30]!r}.", hint=hint))


def _named(system: AnySystem, name: str, value: str) -> tuple[str, str]:
    """The option and its value where its name has two words: `spring campaign 48h`."""
    line = f"{name} {value}".lower()
    for option in judges_options(system):
        if " " in option and line.startswith(tuple(option + sign for sign in " :=")):
            return option, line.removeprefix(option).lstrip(" :=")
    return name, value


def _parsed(system: AnySystem, name: str, value: str) -> tuple[Any, bool]:
    option, is_rules = _option(system, name)
    try:
        return (option.parse(value) if is_rules else parse_setting(option, value)), is_rules
    except ValueError as error:
        raise Refused(Problem("set/bad-value", f"{error}.")) from None


def _fill_seats(session: Session, game: Game, system: AnySystem) -> None:
    """Seats as the options say; those that are dummies from the start are marked so."""
    seating = system.seating(game.options)
    kept = {seat.name: seat for seat in seats_of(session, game)}
    for name, seat in kept.items():
        if name not in seating.names:
            session.delete(seat)
    for name in seating.names:
        seat = kept.get(name) or Seat(game_id=game.id, name=name, player_id=None, status="open")
        seat.status = "dummy" if name in seating.dummies else "open"
        session.add(seat)
    session.flush()


def _together(wrong: Sequence[Problem]) -> Problem:
    """All that is wrong as one problem, so that whoever mends the first need not write again to learn of the next."""
    first, *others = wrong
    also = (f"Also in line {each.line}: {each.message} {each.hint}".rstrip() for each in others[:MOST_WRONG])
    return replace(first, hint=" ".join(filter(None, (first.hint, *also))))


def create(
    judge: Judge,
    session: Session,
    master: Player,
    system_name: str,
    name: str,
    options: Sequence[tuple[int, str, str]],
    now: datetime,
) -> Game:
    """A game that is forming; raises Refused naming each line that is wrong."""
    try:
        system = find_system(system_name)
    except KeyError as error:
        raise Refused(Problem("create/no-such-system", sentence(error.args[0]))) from None
    name = name.lower()
    if not NAME.fullmatch(name) or name in RESERVED:
        hint = "A name has 2 to 24 letters, digits and hyphens, and begins with a letter."
        raise Refused(Problem("create/bad-name", f"A game cannot be called {name[:40]!r}.", hint=hint))
    if find_game(session, name) is not None:
        raise Refused(
            Problem("create/name-taken", f"There is a game called {name} already.", hint="Choose another name.")
        )
    chosen: dict[str, Any] = {option.name: option.default for option in system.options}
    settings: dict[str, Any] = {}
    wrong: list[Problem] = []
    for number, *option in options:
        try:
            option_name, value = _named(system, *option)
            parsed, is_rules = _parsed(system, option_name, value)
        except Refused as refusal:
            wrong.append(replace(refusal.problem, line=number))
        else:
            (chosen if is_rules else settings)[option_name] = parsed
    if wrong:
        raise Refused(_together(wrong))
    _check_together(settings)
    game = Game(
        name=name,
        title=settings.pop(TITLE.name, ""),
        system=system.name,
        system_version=system.version,
        options=chosen,
        settings=settings,
        status="forming",
        master_id=master.id,
        seed=judge.entropy(SEED_BYTES),
        state=None,
        created_at=now,
    )
    session.add(game)
    session.flush()
    check_options(system, chosen)
    _fill_seats(session, game, system)
    return game


def _check_together(settings: Mapping[str, Any]) -> None:
    """Raises Refused where the judge's own options do not fit each other."""
    try:
        calendar_of(settings).check()
    except ValueError as error:
        hint = "schedule names the days that have deadlines, off those that have none."
        raise Refused(Problem("set/no-day", sentence(str(error)), hint=hint)) from None


def check_options(system: AnySystem, options: Mapping[str, Any]) -> None:
    """Raises Refused where options do not fit each other: the system is asked for its opening, which is thrown away."""
    seating = system.seating(options)
    unknown = sorted(set(seating.dummies) - set(seating.names))
    if unknown:
        raise Refused(
            Problem("set/no-such-seat", f"There is no seat {unknown[0]}.", hint=f"Seats: {', '.join(seating.names)}.")
        )
    for name in seating.names:
        if name in commands():
            # A line of the sheet that begins with this seat's name would be carried out as the command.
            message = f"No seat can be called {name}: that is a command."
            raise Refused(Problem("set/seat-is-command", message, hint="Choose another name."))
    system.start(options, [name for name in seating.names if name not in seating.dummies], Rng(b"", START_LABEL))


def set_option(judge: Judge, session: Session, game: Game, name: str, value: str, now: datetime) -> str:
    """Changes an option and tells everybody; returns what was done. The rules' options are fixed once the game has
    started.
    """
    system = find_system(game.system)
    name, value = _named(system, name, value)
    parsed, is_rules = _parsed(system, name, value)
    if is_rules:
        if game.status != "forming":
            raise Refused(Problem("set/too-late", f"{name} cannot be changed once the game has started."))
        changed = {**game.options, name: parsed}
        check_options(system, changed)
        game.options = changed
        _fill_seats(session, game, system)
        joined, left = len(joined_players(session, game)), len(seats_to_fill(session, game))
        if joined > left:
            message = f"{joined} players have joined, and there would be {counted(left, 'seat')}."
            raise Refused(Problem("set/seats-taken", message))
    elif name == HURRY.name and game.status != "forming":
        raise Refused(
            Problem("set/too-late", f"{name} cannot be changed once the game has started: players rely on it.")
        )
    elif name == TITLE.name:
        game.title = str(parsed)
    else:
        settings = {**game.settings, name: parsed}
        _check_together(settings)
        game.settings = settings
    game.version += 1
    journal.note(session, game, f"option {name} changed", now)
    if name in SECRET:
        return f"{name} is changed."
    text = f"{name} is now {value.strip()}."
    if game.status in ("active", "paused") and (name in system.lengths or name in CALENDAR):
        text += " The deadline of the present phase stays as it is."
    news.announce(judge, session, game, "An option has changed", (text,), now)
    for player in joined_players(session, game):
        if not is_master(session, game, player):
            news.to_player(judge, session, game, player, "An option has changed", (text,), now)
    return text


def shown(value: Any) -> str:
    """An option's value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (" ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)) or "-"


def meant(game: Game, options: Iterable[Option]) -> list[Option]:
    """Those of them that mean something in this game."""
    return [each for each in options if each.only is None or game.options.get(each.only[0]) == each.only[1]]


def options_table(game: Game, *, for_master: bool = False) -> str:
    """Each option that means something in this game, with its value; one for the GameMaster alone only to him."""
    system = find_system(game.system)
    rows = []
    for option in meant(game, (*system.options, *judges_options(system).values())):
        value = game.options.get(option.name, game.settings.get(option.name, option.default))
        if option.name == TITLE.name:
            value = game.title
        if option.name in SECRET and value and not for_master:
            value = "(there is one)"
        rows.append((option.name, shown(value), option.help))
    return table(rows)


def seats_to_fill(session: Session, game: Game) -> list[Seat]:
    return [seat for seat in seats_of(session, game) if seat.status != "dummy"]


def join(judge: Judge, session: Session, game: Game, player: Player, wanted: str, now: datetime) -> str:
    """Joins a forming game, or changes one's wishes (`wanted`, as it was written); raises Refused."""
    if game.status != "forming":
        raise Refused(
            Problem("join/not-forming", "That game is not waiting for players.", hint="LIST shows those that are.")
        )
    names = [seat.name for seat in seats_to_fill(session, game)]
    wishes = read_wishes(wanted, names)
    told = f"Your wishes: {wishes_in_words(wishes)}." if wishes else "You take any seat."
    query = select(Joining).where(Joining.game_id == game.id, Joining.player_id == player.id)
    joining = session.execute(query).scalar_one_or_none()
    if joining is not None:
        joining.wishes = list(wishes)
        return f"Your wishes for {game.name} are changed. {told}"
    if len(joined_players(session, game)) >= len(names):
        raise Refused(Problem("join/full", "All seats of that game are taken.", hint="LIST shows others."))
    session.add(Joining(game_id=game.id, player_id=player.id, wishes=list(wishes)))
    session.flush()
    left = len(names) - len(joined_players(session, game))
    text = f"{player.name} has joined. " + (
        "All seats are taken: START begins the game." if left == 0 else f"{left} to go."
    )
    news.tell_masters(judge, session, game, "A player has joined", (text,), now)
    return f"You have joined {game.name}. {told} " + (
        "All seats are taken now; you will hear when the GameMaster starts it."
        if left == 0
        else f"{counted(left, 'seat')} still open."
    )


def start(judge: Judge, session: Session, game: Game, now: datetime) -> str:
    """Draws the seats, opens the first phase, mails everybody the opening; raises Refused."""
    if game.status != "forming":
        raise Refused(Problem("start/not-forming", "This game has started already."))
    system = find_system(game.system)
    seats = {seat.name: seat for seat in seats_to_fill(session, game)}
    query = select(Joining).where(Joining.game_id == game.id).order_by(Joining.id)
    joinings = session.execute(query).scalars().all()
    if len(joinings) < len(seats):
        raise Refused(
            Problem(
                "start/open-seats",
                f"{len(joinings)} of {len(seats)} seats are taken.",
                hint="Wait for players, or make seats dummies: DUMMY ITALY.",
            )
        )
    rng = Rng(game.seed, START_LABEL, game.run)
    drawn = draw_seats(rng, list(seats), [each.wishes for each in joinings])
    for name, place in drawn.items():
        tenures.begin(session, seats[name], joinings[place].player_id, now)
    given = {place: name for name, place in drawn.items()}
    told = (f"{place + 1}. {wishes_in_words(each.wishes)} -> {given[place]}" for place, each in enumerate(joinings))
    journal.note(session, game, f"seats drawn; wishes in the order of joining: {'; '.join(told)}", now)
    for each in joinings:
        session.delete(each)
    seating = system.seating(game.options)
    if seating.players_names:
        seats = _named_after_players(session, game, system, seats)
    outcome = system.start(game.options, list(seats), rng)
    phase = system.phase(outcome.state)
    if phase is None:
        raise Refused(Problem("start/over", "With these options the game would be over at once."))
    dumped = system.dump(outcome.state)
    store_state(game, system.version, dumped)
    game.status = "active"
    game.started_at = now
    session.flush()
    deadline = Deadline(deadline_for(session, game, phase, now), phase)
    open_next(session, game, phase, dumped, deadline.at, now)
    session.flush()
    ledger.enter(session, game, phase.label, outcome.postings, now)
    ledger.check(session, game, system, outcome.state)
    news.record(session, game, phase.label, outcome.events, now)
    people = players_of(session, list(seats.values()))
    players = () if seating.anonymous else tuple((name, people[seat.id].name) for name, seat in seats.items())

    def opening(known: Known, form: str) -> Letter:
        return write.started(judge.renderer, known, deadline, form, now, commitment(game.seed), players)

    for to, letter in letters_to_all(session, game, system, outcome, phase, {}, opening):
        news.deliver(judge, session, game, to, letter, "started", phase.label, now)
    return f"{game.name} has started: {phase.title}."


def _named_after_players(session: Session, game: Game, system: AnySystem, seats: Mapping[str, Seat]) -> dict[str, Seat]:
    """The seats by the names of their players, which become the seats' own."""
    people = players_of(session, list(seats.values()))
    others = {seat.name for seat in seats_of(session, game)} - set(seats)
    reserved = (*RESERVED, *system.seating(game.options).reserved, *(word.name for word in system.words))
    spoken_for = {name.upper() for name in (*commands(), *others, *reserved)}
    taken = list(seats.values())
    names = seat_names([people[seat.id].name for seat in taken], spoken_for)
    for seat, name in zip(taken, names, strict=True):
        seat.name = name
    session.flush()
    return {seat.name: seat for seat in taken}


def seat_names(people: Sequence[str], spoken_for: Collection[str]) -> tuple[str, ...]:
    """A name of one word for each person: the first name where nobody shares it, else all names, else numbered."""
    words = [[re.sub(r"[\W_]", "", word.upper()) for word in name.split()] for name in people]
    short = [next(filter(None, each), "") for each in words]
    given: list[str] = []
    for first, each in zip(short, words, strict=True):
        name = (first if short.count(first) == 1 else "".join(each))[:LONGEST_SEAT]
        name = f"PLAYER{name}" if not name or name.isdigit() else name
        free = (f"{name}{number}" for number in count(2))
        given.append(next(each for each in chain([name], free) if each not in spoken_for and each not in given))
    return tuple(given)
