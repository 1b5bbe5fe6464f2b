"""Many games among the same contestants, on all processors."""

from __future__ import annotations

import gc
import hashlib
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from judge.archive.document import write_archive
from judge.arena.contestant import Contestant, InProcess
from judge.arena.play import Played, Setup, play
from judge.arena.program import Program
from judge.rules.game import AnySystem
from judge.rules.registry import playing
from judge.rules.values import Json, Option, dummies_of

PLAYERS = "players"
"""The option by which games say how many play, where that can be chosen."""


def contestant_of(system: AnySystem, word: str, seconds: float) -> Contestant:
    """`novice`, `./mine.py` or `"python3 mine.py --bold"`. ValueError says what there is."""
    player = system.computers.get(word)
    if player is not None:
        return InProcess(word, player)
    path = Path(word)
    if path.is_file():
        if os.access(path, os.X_OK):
            return Program(path.name, (str(path.resolve()),), seconds)
        if path.suffix == ".py":
            return Program(path.name, (sys.executable, str(path.resolve())), seconds)
        raise ValueError(f"{word} is a file that cannot be run: make it executable")
    command = shlex.split(word)
    if len(command) > 1:
        return Program(Path(word.rsplit(maxsplit=1)[-1]).name if len(command) == 2 else word, tuple(command), seconds)
    there = ", ".join(system.computers) or "no computer player"
    raise ValueError(f"{word[:60]!r} is no file and no strength; {system.name} has {there}")


def lineup_of(words: Sequence[str]) -> list[str]:
    """`steady novice:6` spelled out. ValueError for a number that is none."""
    found: list[str] = []
    for word in words:
        name, colon, times = word.rpartition(":")
        if colon and times.isdigit():
            if not 1 <= int(times) <= 100:
                raise ValueError(f"{word}: a contestant may stand there 1 to 100 times")
            found += [name] * int(times)
        else:
            found.append(word)
    return found


def options_of(system: AnySystem, chosen: Mapping[str, str], seats: int | None) -> dict[str, Json]:
    """Return all options: the defaults, those chosen as text, and the number of seats. ValueError teaches."""
    known = {option.name: option for option in system.options}
    options: dict[str, Json] = {name: option.default for name, option in known.items()}
    for name, text in chosen.items():
        if name not in known:
            raise ValueError(f"{system.name} has no option {name[:40]!r}; it has {', '.join(known)}")
        options[name] = known[name].parse(text)
    if seats is not None and PLAYERS in known and _counts(known[PLAYERS], options):
        options[PLAYERS] = known[PLAYERS].parse(str(seats))
    elif seats is not None:
        seating = playing(system.name, options).seating(options)
        free = [name for name in seating.names if name not in {*seating.dummies, *dummies_of(options)}]
        if seats > len(free):
            raise ValueError(f"{system.name} has {len(free)} seats with these options, not {seats}")
        if seats < len(free):
            if not seating.dummies_option:
                raise ValueError(f"{system.name} is played by {len(free)} with these options, not by {seats}")
            options[seating.dummies_option] = [*dummies_of(options), *free[seats:]]
    return options


def _counts(option: Option, options: Mapping[str, Json]) -> bool:
    """Does this option mean something beside the others?"""
    return option.only is None or options.get(option.only[0]) == option.only[1]


def seats_of(system: AnySystem, options: Mapping[str, Any]) -> tuple[str, ...]:
    """The seats that somebody plays."""
    seating = system.seating(options)
    nobodys = {*seating.dummies, *dummies_of(options)}
    return tuple(name for name in seating.names if name not in nobodys)


def table_of(seats: Sequence[str], lineup: Sequence[str], game: int) -> dict[str, str]:
    """Seat -> who of the lineup sits there in the game of this number: everybody moves on by one seat each game."""
    return {seat: lineup[(place + game) % len(lineup)] for place, seat in enumerate(seats)}


@dataclass(frozen=True)
class Series:
    """Games that follow from these values and `seed`. `lineup`: the contestants' words, in turn for seats."""

    system: str
    options: Mapping[str, Json]
    lineup: tuple[str, ...]
    games: int
    seed: str = "1"
    rounds: int = 1
    phases: int = 200
    until: str = ""
    seconds: float = 5.0
    archived: bool = False


@dataclass(frozen=True)
class Finished:
    """A game, and its archive as a file would hold it."""

    played: Played
    archive: str


def setup_of(series: Series, number: int) -> Setup:
    """The game of this number, from 0."""
    system = playing(series.system, series.options)
    return Setup(
        name=f"g{number + 1:05}",
        system=system,
        options=series.options,
        seats=seats_of(system, series.options),
        seed=hashlib.sha256(f"arena {series.seed} {number}".encode()).digest(),
        rounds=series.rounds,
        phases=series.phases,
        until=series.until,
        made_as=series.system,
        archived=series.archived,
    )


def one_game(series: Series, number: int, others: Mapping[str, Contestant] | None = None) -> Finished:
    """`others`: contestants that no word names: objects of whoever calls this from Python."""
    setup = setup_of(series, number)
    sitting = table_of(setup.seats, series.lineup, number)
    found = dict(others or {})
    for word in set(sitting.values()) - set(found):
        found[word] = contestant_of(setup.system, word, series.seconds)
    played = play(setup, {seat: found[word] for seat, word in sitting.items()})
    text = write_archive(played.archive) if played.archive is not None else ""
    return Finished(replace(played, archive=None), text)


def play_series(series: Series, jobs: int = 1, others: Mapping[str, Contestant] | None = None) -> Iterator[Finished]:
    """Its games, in order. With several jobs `others` must survive being sent to another process."""
    one: Callable[[int], Finished] = partial(_one, series, others)
    if jobs == 1 or series.games == 1:
        yield from map(one, range(series.games))
        return
    with get_context("fork").Pool(min(jobs, series.games), _begin) as pool:
        yield from pool.imap(one, range(series.games))


def _one(series: Series, others: Mapping[str, Contestant] | None, number: int) -> Finished:
    return one_game(series, number, others)


def _begin() -> None:
    gc.freeze()
    # Ctrl-C is for the command, which ends these processes with it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
