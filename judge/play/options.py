"""The options of a game, the rules' own and the judge's: read, checked against each other, changed by SET, shown."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from judge.app import Work
from judge.games.calendar import read_duration, read_zone
from judge.games.lookup import joined_players, open_phase, seats_of, system_of
from judge.games.members import COMPUTER, is_computer
from judge.games.settings import (
    AT,
    BECOME,
    CALENDAR,
    EARLY,
    GRACE,
    HURRY,
    JUDGES,
    MISSES,
    PRESS,
    PSEUDONYMS,
    RATED,
    REMIND,
    SCHEDULE,
    SECRET,
    TITLE,
    calendars_of,
    is_weekly,
    judges_options,
    parse_setting,
    value_of,
)
from judge.letters.columns import counted, sentence, table
from judge.outbox import news
from judge.play import journal
from judge.play.membership import seats_to_fill
from judge.rules.game import AnySystem
from judge.rules.problems import refusal
from judge.rules.prose import listed
from judge.rules.registry import find_system, playing
from judge.rules.rng import START_LABEL, Rng
from judge.rules.values import Option
from judge.store.tables import UNRECKONED, Game, Seat


def _option(system: AnySystem, name: str, value: str = "") -> tuple[Any, bool]:
    """The option of this name, and whether it is the rule system's; raises Refused."""
    own = {option.name: option for option in system.options}
    judges = judges_options(system)
    if name in own:
        return own[name], True
    if name in judges:
        return judges[name], False
    hint = _meant_for_time(system, value)
    near = _near(name, (*own, *judges))
    if near or not hint:
        hint = f"Did you mean {near[0]}?" if near else f"The options are: {', '.join(sorted({*own, *judges}))}."
    raise refusal("set/no-such-option", f"There is no option {name[:30]!r}.", hint=hint)


def _near(name: str, names: Collection[str]) -> list[str]:
    return difflib.get_close_matches(name.lower()[:40], names, n=1, cutoff=0.7)


def options_by_name(system_name: str) -> dict[str, Option]:
    """Return name -> option of games by these rules; nothing where there are no such rules."""
    try:
        system = find_system(system_name)
    except KeyError:
        return {}
    return judges_options(system) | {option.name: option for option in system.options}


def near_options(system_name: str, name: str) -> list[str]:
    """The option that this nearly names, if there is any, in games by these rules."""
    return _near(name, options_by_name(system_name))


def is_value(system_name: str, text: str) -> bool:
    """Is it, in small letters, what some option of these games is set to: `chaos`, `yes`; or a time zone?"""
    with suppress(ValueError):
        return "/" in text and bool(read_zone(text))
    for option in options_by_name(system_name).values() if text == text.lower() else ():
        with suppress(ValueError):
            if option.kind in ("choice", "flag"):
                option.parse(text)
                return True
    return False


def _meant_for_time(system: AnySystem, value: str) -> str:
    """How this is set where the value is a length, or weekdays (`deadline 48h`); empty of any other value."""
    if any(is_weekly(word) for word in value.replace(",", " ").split()):
        return f"Weekly deadlines: {SCHEDULE.name} MON,THU 20:00."
    try:
        read_duration(value)
    except ValueError:
        return ""
    kinds = tuple(system.lengths)
    others = f"  The other kinds are {listed(kinds[1:])}." if len(kinds) > 1 else ""
    return f"How long a phase lasts is set by its kind:  {kinds[0]} {value.strip()}.{others}"


def named_option(system: AnySystem, name: str, value: str) -> tuple[str, str]:
    """The option and its value where its name has two words: `spring campaign 48h`."""
    line = f"{name} {value}".lower()
    for option in judges_options(system):
        if " " in option and line.startswith(tuple(option + sign for sign in " :=")):
            return option, line.removeprefix(option).lstrip(" :=")
    return name, value


def parsed_option(system: AnySystem, name: str, value: str) -> tuple[Any, bool]:
    option, is_rules = _option(system, name, value)
    try:
        return (option.parse(value) if is_rules else parse_setting(option, value)), is_rules
    except ValueError as error:
        raise refusal("set/bad-value", f"{error}.") from None


def usual_settings(system: AnySystem, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that the rules' customs add to those `chosen`; no weekdays for who has chosen a pace."""
    known = judges_options(system)
    paced = any(name in (*system.lengths, SCHEDULE.name, AT.name) for name in chosen)
    return {
        name: parse_setting(known[name], text)
        for name, text in system.customs.items()
        if not (paced and name in (*system.lengths, SCHEDULE.name))
    }


def fill_seats(session: Session, game: Game) -> None:
    """Seats as the options say; those that are dummies from the start are marked so."""
    seating = system_of(game).seating(game.options)
    kept = {seat.name: seat for seat in seats_of(session, game)}
    for name, seat in kept.items():
        if name not in seating.names:
            session.delete(seat)
    for name in seating.names:
        seat = kept.get(name) or Seat(game_id=game.id, name=name, player_id=None, status="open")
        seat.status = "dummy" if name in seating.dummies else COMPUTER if is_computer(seat) else "open"
        session.add(seat)
    session.flush()


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raises Refused where the judge's own options do not fit each other."""
    try:
        for calendar in calendars_of(settings):
            calendar.check()
    except ValueError as error:
        hint = "`schedule` names the days that have deadlines. `off` names the days that have none."
        raise refusal("set/no-day", sentence(str(error)), hint=hint) from None


def check_options(system: AnySystem, options: Mapping[str, Any], reserved: Collection[str]) -> None:
    """Raise Refused where the rules' options do not fit each other. `reserved`: commands; no seat has their names."""
    rules = playing(system.name, options)
    seating = rules.seating(options)
    unknown = sorted(set(seating.dummies) - set(seating.names))
    if unknown:
        raise refusal("set/no-such-seat", f"There is no seat {unknown[0]}.", hint=f"Seats: {', '.join(seating.names)}.")
    for name in seating.names:
        if name in reserved:
            # A line of the sheet that begins with this seat's name would be carried out as the command.
            message = f"No seat can be called {name}, because that is a command."
            raise refusal("set/seat-is-command", message, hint="Choose another name.")
    rules.start(options, [name for name in seating.names if name not in seating.dummies], Rng(b"", START_LABEL))


def check_early(system: AnySystem, options: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
    """Raise Refused where an option would tell who has written, or what nobody else may know."""
    rules = playing(system.name, options)
    if not rules.hides_writers(options):
        return
    where = "a blind game" if not rules.hides_writers({}) else rules.title
    lasts = f"Every phase of {where} lasts until its deadline."
    refused = [
        (EARLY, "it would tell when everybody has written", lasts),
        (
            GRACE,
            "it would tell that somebody has not written",
            "Where defaults replace missing orders, they do so at the deadline.",
        ),
        (BECOME, "the GameMaster would read what only a player may know", "REPLACE finds somebody who can write."),
    ]
    if rules.keeps_from_master(hidden=True):
        refused += [
            (HURRY, "nobody ends a phase early", lasts),
            (MISSES, "it would tell that somebody has not written", "The lot plays for whoever does not."),
        ]
    for option, why, instead in refused:
        if value_of(settings, option) != option.default:
            message = f"{option.name} does not go with {where}: {why}."
            raise refusal(
                f"set/{option.name}-in-blind", message, hint=f"SET {option.name} {shown(option.default)}. {instead}"
            )


def set_option(work: Work, game: Game, name: str, value: str, reserved: Collection[str]) -> tuple[str, str]:
    """Set an option; return its name and what to tell of it (`tell_changes`). Raises Refused."""
    system = find_system(game.system)
    name, value = named_option(system, name, value)
    parsed, is_rules = parsed_option(system, name, value)
    if is_rules:
        if game.status != "forming":
            raise refusal("set/too-late", f"You cannot change {name} once the game has started.")
        changed = {**game.options, name: parsed}
        check_options(system, changed, reserved)
        check_early(system, changed, game.settings)
        game.options = changed
        fill_seats(work.session, game)
        joined, left = len(joined_players(work.session, game)), len(seats_to_fill(work.session, game))
        if joined > left:
            message = f"{joined} players have joined, and there would be {counted(left, 'seat')}."
            raise refusal("set/seats-taken", message)
    elif name in (HURRY.name, RATED.name) and game.status != "forming":
        raise refusal("set/too-late", f"You cannot change {name} once the game has started. The players rely on it.")
    elif name == RATED.name and joined_players(work.session, game):
        raise refusal(
            "set/too-late", f"You cannot change {name} once somebody has joined.", hint="CREATE another game."
        )
    elif name == TITLE.name:
        game.title = str(parsed)
    else:
        settings = {**game.settings, name: parsed}
        check_settings(settings)
        check_early(system, game.options, settings)
        game.settings = settings
        if name == REMIND.name and (phase := open_phase(work.session, game)) is not None:
            phase.remind_at = UNRECKONED
    game.version += 1
    journal.note(work, game, f"option {name} changed")
    if name in SECRET:
        return name, f"{name} is changed."
    text = f"{name} is now {value.strip()}."
    if game.status in ("active", "paused") and (name in system.lengths or name in CALENDAR):
        text += " The deadline of this phase stays as it is."
    return name, text


def tell_changes(work: Work, game: Game, changes: Mapping[str, str]) -> None:
    """One letter to everybody in the game about all of these (option -> what is told of it), but the secret ones."""
    told = tuple(text for name, text in changes.items() if name not in SECRET)
    if not told:
        return
    title = "An option has changed" if len(told) == 1 else "Options have changed"
    news.announce_to_joined(work, game, title, told)


def shown(value: Any) -> str:
    """An option's value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(map(str, value)) or "none"
    return str(value) or "not set"


def meant(game: Game, options: Iterable[Option]) -> list[Option]:
    """Those of them that do something in this game."""
    idle = find_system(game.system).idle_options(game.options)
    return [
        each
        for each in options
        if each.name not in idle and (each.only is None or game.options.get(each.only[0]) == each.only[1])
    ]


@dataclass(frozen=True)
class Chosen:
    """An option that is not as usual: its name, its value in words, and what the option is about."""

    name: str
    value: str
    about: str


def chosen(game: Game) -> tuple[Chosen, ...]:
    """Return the unusual options, but for title, press and pace, which have own words, and secret ones."""
    system = find_system(game.system)
    told = {TITLE.name, PRESS.name, PSEUDONYMS.name, SCHEDULE.name, AT.name, *SECRET, *system.lengths}
    found = [(option, option.of(game.options)) for option in meant(game, system.options)]
    found += [(option, value_of(game.settings, option)) for option in meant(game, JUDGES) if option.name not in told]
    return tuple(
        Chosen(option.name, shown(option.told(value)), option.help)
        for option, value in found
        if value != option.default
    )


def pace(game: Game) -> str:
    """How long its phases last: `movement 72h, retreats 24h`, or by which schedule they are due."""
    schedule = str(game.settings.get(SCHEDULE.name, SCHEDULE.default))
    idle = find_system(game.system).idle_options(game.options)
    lengths = {kind: hours for kind, hours in system_of(game).lengths.items() if kind not in idle}
    if schedule != SCHEDULE.default:
        own = [kind for kind in lengths if kind in game.settings]
        return ", ".join((f"deadlines {schedule}", *(f"{kind} {game.settings[kind]}" for kind in own)))
    return ", ".join(f"{kind} {game.settings.get(kind, f'{hours}h')}" for kind, hours in lengths.items())


def options_table(game: Game, *, for_master: bool = False, unusual: bool = False) -> str:
    """Return each option that matters, its value and meaning; of the `unusual` ones only the values."""
    system = find_system(game.system)
    rows = []
    for option in meant(game, (*system.options, *judges_options(system).values())):
        value = option.told(option.of({**game.settings, **game.options}))
        if unusual and shown(value) == shown(option.default):
            continue
        if option.name == TITLE.name:
            value = game.title
        if option.name in SECRET and value and not for_master:
            value = "(there is one)"
        rows.append((option.name, shown(value), *(() if unusual else (sentence(option.help),))))
    return table(rows)
