"""Many games among the same contestants, on all processors, and what came of them."""

from __future__ import annotations

import gc
import hashlib
import math
import os
import shlex
import signal
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from judge.archive.document import write_archive
from judge.arena.contestant import Contestant, InProcess, Program
from judge.arena.play import Played, Setup, play
from judge.club.ratings import SURE, Rating, Ratings, interval
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
        played = playing(system.name, options)
        free, dummies_option = seats_of(played, options), played.seating(options).dummies_option
        if seats > len(free):
            raise ValueError(f"{system.name} has {len(free)} seats with these options, not {seats}")
        if seats < len(free):
            if not dummies_option:
                raise ValueError(f"{system.name} is played by {len(free)} with these options, not by {seats}")
            options[dummies_option] = [*dummies_of(options), *free[seats:]]
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
    """Play the game of this number. `others`: contestants that no word names: objects of whoever calls this."""
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
    one: Callable[[int], Finished] = partial(one_game, series, others=others)
    if jobs == 1 or series.games == 1:
        yield from map(one, range(series.games))
        return
    with get_context("fork").Pool(min(jobs, series.games), _begin) as pool:
        yield from pool.imap(one, range(series.games))


def _begin() -> None:
    gc.freeze()
    # Ctrl-C is for the command, which ends these processes with it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@dataclass
class Line:
    """One contestant's. `seatings`: how often it sat at a seat; `wins`: games won, a draw shared among its winners;
    `above`: how often its first number was above the median of the others' at the table; `numbers`: name -> each
    seating's; `lost`, `unread`: (game, seat, phase, what was wrong).
    """

    seatings: int = 0
    wins: float = 0.0
    above: int = 0
    numbers: dict[str, list[int]] = field(default_factory=dict)
    turns: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    lost: list[tuple[str, str, str, str]] = field(default_factory=list)
    unread: list[tuple[str, str, str, str]] = field(default_factory=list)


class Results:
    """Adds up games as they come."""

    def __init__(self) -> None:
        self.lines: dict[str, Line] = {}
        self.games: list[dict[str, Json]] = []
        self.phases = 0
        self._ratings: Ratings[str] = Ratings()

    def add(self, played: Played) -> None:
        self.phases += played.phases
        winners = played.result.winners if played.result is not None else ()
        first = {seat: next(iter(numbers.values()), 0) for seat, numbers in played.tally.items()}
        for seat, name in played.players.items():
            line = self.lines.setdefault(name, Line())
            line.seatings += 1
            line.wins += 1 / len(winners) if seat in winners else 0
            others = [number for each, number in first.items() if each != seat]
            line.above += bool(others) and first[seat] > statistics.median(others)
            for what, number in played.tally[seat].items():
                line.numbers.setdefault(what, []).append(number)
            turns = played.turns[seat]
            line.turns += turns.asked
            line.seconds += turns.seconds
            line.slowest = max(line.slowest, turns.slowest)
            line.lost += [(played.name, seat, *each) for each in turns.lost]
            line.unread += [(played.name, seat, *each) for each in turns.unread]
        self._ratings.add(played.players, _places(played))
        self.games.append(_game(played))

    def ratings(self) -> Mapping[str, Rating]:
        """By contestant, in the order of their names."""
        return dict(sorted(self._ratings.found.items()))

    def data(self) -> dict[str, Json]:
        """All of it as JSON; shares and means as texts would round them, with their intervals."""
        ratings = self.ratings()
        return {
            "games": self.games,
            "contestants": {
                name: {
                    "seatings": line.seatings,
                    "wins": round(line.wins, 3),
                    "above_median": {
                        "share": _share(line.above, line.seatings),
                        "from_to": interval(line.above, line.seatings),
                    },
                    "means": {what: mean_of(numbers) for what, numbers in line.numbers.items()},
                    "rating": {"value": ratings[name].value, "error": ratings[name].error} if name in ratings else None,
                    "turns": line.turns,
                    "milliseconds": {"mean": _thousandths(line), "most": round(1000 * line.slowest, 1)},
                    "lost_turns": [list(each) for each in line.lost],
                    "unread_lines": [list(each) for each in line.unread],
                }
                for name, line in sorted(self.lines.items())
            },
        }


def _thousandths(line: Line) -> float:
    """The mean time of a turn."""
    return round(1000 * line.seconds / max(1, line.turns), 2)


def _game(played: Played) -> dict[str, Json]:
    result = played.result
    return {
        "game": played.name,
        "players": dict(played.players),
        "phases": played.phases,
        "last": played.last,
        "result": result.data() if result is not None else None,
        "tally": {seat: dict(numbers) for seat, numbers in played.tally.items()},
    }


def _places(played: Played) -> dict[str, int]:
    """Seat -> its place in the game, 1 for the best: winners first, then by the numbers in their order."""
    winners = played.result.winners if played.result is not None else ()
    rank = {seat: (seat in winners, *numbers.values()) for seat, numbers in played.tally.items()}
    better = Counter(rank.values())
    return {seat: 1 + sum(many for other, many in better.items() if other > mine) for seat, mine in rank.items()}


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def mean_of(numbers: Sequence[int]) -> dict[str, float]:
    """Their mean, and how far from it the true one may lie."""
    error = SURE * statistics.stdev(numbers) / math.sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return {"mean": round(statistics.fmean(numbers), 3), "error": round(error, 3)}


def rows(results: Results) -> Iterable[tuple[str, ...]]:
    """The table: a heading, then a row for each contestant, those with the best rating or first number first."""
    names = list(dict.fromkeys(what for line in results.lines.values() for what in line.numbers))
    yield ("contestant", "seats", "wins", "above median", *names, "rating", "ms a turn", "lost turns", "unread lines")
    ratings = results.ratings()

    def standing(name: str) -> tuple[float, float]:
        numbers = results.lines[name].numbers
        return ratings[name].value if name in ratings else 0.0, statistics.fmean(next(iter(numbers.values()), [0]))

    for name in sorted(results.lines, key=standing, reverse=True):
        line = results.lines[name]
        low, high = interval(line.above, line.seatings)
        means = [mean_of(line.numbers[what]) if what in line.numbers else None for what in names]
        yield (
            name,
            str(line.seatings),
            f"{100 * line.wins / line.seatings:.1f} %",
            f"{100 * _share(line.above, line.seatings):.1f} % ({100 * low:.0f} to {100 * high:.0f})",
            *(f"{each['mean']:.2f} ± {each['error']:.2f}" if each else "" for each in means),
            f"{ratings[name].value:.1f} ± {ratings[name].error:.1f}" if name in ratings else "",
            f"{_thousandths(line):.1f}",
            str(len(line.lost)),
            str(len(line.unread)),
        )
