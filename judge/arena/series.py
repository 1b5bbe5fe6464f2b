"""Many games among the same contestants, on all processors."""

from __future__ import annotations

import gc
import hashlib
import signal
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context

from judge.archive.document import write_archive
from judge.arena.contestant import Contestant
from judge.arena.lineup import contestant_of, seats_of, table_of
from judge.arena.play import Played, Setup, play
from judge.rules.registry import playing
from judge.rules.values import Json


@dataclass(frozen=True)
class Series:
    """`lineup`: the contestants by their words, in turn for the seats (see `judge.arena.lineup`); `seed` draws all
    games. Each game is a function of these values alone, but for what other programs do.
    """

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
