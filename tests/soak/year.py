"""`python -m tests.soak.year`: a year of 400 made-up players at tables of seven, with and without doors.

It plays no game and writes no mail: days pass, and players keep deadlines or do not. What they are let into is decided
by their marks, as judge/club/records.py weighs them, and by the numbers of judge/club/doors.py.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import median

from judge.club.doors import SETTLED_FROM
from judge.club.records import LOST, MENDING, WORTH, Mark, Record, Standing, Timing

DAYS, PLAYERS, SEATS = 365, 400, 7
PACE, PHASES = 3, 24
"""Days a phase, and phases a game."""
GRACE, OPEN = 2, 2
"""So many days late costs a seat; for so many days somebody may TAKEOVER it, and then a program plays it."""
STOP, RETURN, CHEAT = 0.3, 0.1, 0.05
"""Of all players: who stop writing for good or for a while, who come back of these, and who cheat."""
GAMES_AT_A_TIME = 2
WRITE = partial(print, flush=True)


@dataclass(frozen=True)
class Doors:
    """`reliable`: the least reliability in percent; `at_a_time`: games of who is not settled; 0: any. `open_to_new`: a
    cheat who is kept out registers another address. `newcomers`: so many who are new sit at a table, wherever such a
    one can be filled; else it is open to all.
    """

    reliable: int = 0
    at_a_time: int = 0
    open_to_new: bool = True
    newcomers: int = SEATS


@dataclass(eq=False)
class Person:
    """Somebody who wants so many games at once, from a day on, and may be gone from one day to another. A cheat leaves
    games at will, and registers anew where the doors are shut.
    """

    wants: int
    punctual: float
    since: int
    gone: range
    cheats: bool
    marks: list[Mark] = field(default_factory=list)
    kept: dict[Timing, int] = field(default_factory=lambda: dict.fromkeys(Timing, 0))
    tables: int = 0
    addresses: int = 1

    def is_there(self, day: int) -> bool:
        return day >= self.since and day not in self.gone

    def note(self, timing: Timing, *, mends: bool) -> None:
        self.kept[timing] += 1
        self.marks.append(Mark(WORTH[timing], MENDING if mends and timing is Timing.IN_TIME else 1))

    def record(self) -> Record:
        return Record(self.kept, 0, 0, 0, 0, 0, tuple(self.marks))

    def register_anew(self) -> None:
        self.marks, self.kept = [], dict.fromkeys(Timing, 0)
        self.addresses += 1


@dataclass
class Seat:
    """`person`: None for a program, or while it is open (`open_since`)."""

    person: Person | None
    follows: bool = False
    open_since: int | None = None


@dataclass
class Year:
    """What is counted."""

    waits: list[int] = field(default_factory=list)
    begun: int = 0
    finished: int = 0
    deserted: int = 0
    phases: int = 0
    waiting_phases: int = 0
    lost: int = 0
    taken_over: int = 0
    whole: int = 0
    addresses: int = 0


@dataclass
class Table:
    """A game that runs: its open phase, the day when that is due, the seats whose orders came late or not yet, and with
    which others it is counted.
    """

    seats: list[Seat]
    due: int
    year: Year
    phase: int = 0
    late: list[Seat] = field(default_factory=list)
    missing: list[Seat] = field(default_factory=list)


def people(rng: random.Random) -> list[Person]:
    """Draw the players: most are punctual, some are not; they come within the first half of the year."""
    made = []
    for _ in range(PLAYERS):
        stops, since, leaves = rng.random() < STOP, rng.randrange(DAYS // 2), rng.randrange(DAYS)
        back = leaves + 60 if rng.random() < RETURN / STOP else DAYS
        cheats = rng.random() < CHEAT
        punctual = 0.6 if cheats else rng.choice((0.99, 0.99, 0.97, 0.97, 0.93, 0.8))
        wants = 8 if cheats else rng.choice((1, 1, 2, 2, 3, 5))
        made.append(Person(wants, punctual, since, range(leaves, back) if stops else range(0), cheats))
    return made


def is_let_in(person: Person, doors: Doors, *, takes_over: bool = False) -> bool:
    """As judge/club/doors.py decides it."""
    record = person.record()
    if record.standing is not Standing.NEW and record.percent < doors.reliable:
        return False
    is_settled = record.written >= SETTLED_FROM and record.standing is not Standing.OFTEN_LATE
    return takes_over or is_settled or not doors.at_a_time or person.tables < doors.at_a_time


def play(doors: Doors, seed: int) -> tuple[Year, Year]:
    """Return what a year brings behind these doors: at tables that bound newcomers, and at those open to all."""
    rng = random.Random(seed)
    everybody, bounded, open_to_all = people(rng), Year(), Year()
    waiting: dict[Person, int] = {}
    tables: list[Table] = []
    for day in range(DAYS):
        _queue(everybody, waiting, doors, rng, day)
        waiting = {who: since for who, since in waiting.items() if who.is_there(day)}  # who is gone does not confirm
        while len(waiting) >= SEATS:
            seated = _seated(list(waiting), doors)
            year = bounded if seated and doors.newcomers < SEATS else open_to_all
            seated = seated or list(waiting)[:SEATS]
            year.waits += [day - waiting.pop(who) for who in seated]
            tables.append(Table([Seat(who) for who in seated], day + PACE, year))
            year.begun += 1
        for table in tables:
            _pass_day(table, day, everybody, doors, rng)
        tables = [table for table in tables if table.phase < PHASES]
    open_to_all.addresses = sum(person.addresses - 1 for person in everybody)
    return bounded, open_to_all


def _seated(waiting: Sequence[Person], doors: Doors) -> list[Person]:
    """Return who sits at the next table, the longest waiting first; nobody where too many are new."""
    new = [person for person in waiting if person.record().standing is Standing.NEW]
    let_in = {*new[: doors.newcomers]}
    seated = [person for person in waiting if person not in new or person in let_in][:SEATS]
    return seated if len(seated) == SEATS else []


def _queue(everybody: Sequence[Person], waiting: dict[Person, int], doors: Doors, rng: random.Random, day: int) -> None:
    """Let those wait for a table who want one more game, at one table at a time."""
    for person in rng.sample(everybody, len(everybody)):
        if person in waiting or not person.is_there(day) or person.tables >= person.wants or rng.random() > 0.3:
            continue
        let_in = is_let_in(person, doors)
        anew = not let_in and person.cheats and doors.open_to_new
        if anew:
            person.register_anew()
        if let_in or anew:
            waiting[person] = day
            person.tables += 1
    for person in [each for each in waiting if not each.is_there(day)]:
        person.tables -= 1


def _pass_day(table: Table, day: int, everybody: Sequence[Person], doors: Doors, rng: random.Random) -> None:
    _fill(table, day, everybody, doors, rng)
    if day < table.due:
        return
    late = day - table.due
    asked = table.missing if late else table.seats
    table.missing = [seat for seat in asked if seat.person and not _has_written(seat.person, late, day, rng)]
    table.late = table.late if late else table.missing
    if late >= GRACE:
        for seat in table.missing:
            assert seat.person is not None
            seat.person.note(Timing.MISSED, mends=False)
            seat.person.marks.append(Mark(0, LOST))
            seat.person.tables -= 1
            seat.person, seat.open_since = None, day
            table.year.lost += 1
        table.missing = []
    if table.missing or any(seat.open_since is not None for seat in table.seats):
        return
    _end_phase(table, day, late)


def _has_written(person: Person, late: int, day: int, rng: random.Random) -> bool:
    """A punctual player is there at the deadline, or the next day; a cheat leaves a game now and then."""
    if not person.is_there(day) or (person.cheats and rng.random() < 0.03):
        return False
    return rng.random() < (person.punctual if late == 0 else 0.9)


def _fill(table: Table, day: int, everybody: Sequence[Person], doors: Doors, rng: random.Random) -> None:
    """Let somebody take an open seat over, or a program when nobody has for long."""
    for seat in table.seats:
        if seat.open_since is None or day == seat.open_since:
            continue
        there = {each.person for each in table.seats}
        free = [who for who in everybody if who.is_there(day) and who.tables < who.wants and who not in there]
        taker = rng.choice(free) if free and rng.random() < 0.3 else None
        if taker is not None and is_let_in(taker, doors, takes_over=True):
            seat.person, seat.follows, seat.open_since = taker, True, None
            table.year.taken_over += 1
            taker.tables += 1
        elif day - seat.open_since >= OPEN:
            seat.open_since = None


def _end_phase(table: Table, day: int, late: int) -> None:
    year = table.year
    for seat in table.seats:
        if seat.person:
            seat.person.note(Timing.LATE if seat in table.late else Timing.IN_TIME, mends=seat.follows)
    year.phases += 1
    year.waiting_phases += late > 0
    table.phase += 1
    table.due = day + PACE
    left = [seat for seat in table.seats if seat.person]
    if table.phase < PHASES and len(left) >= 2:
        return
    year.finished += table.phase >= PHASES
    year.deserted += table.phase < PHASES
    year.whole += table.phase >= PHASES and not any(seat.follows or seat.person is None for seat in table.seats)
    table.phase = PHASES
    for seat in left:
        assert seat.person is not None
        seat.person.tables -= 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--years", type=int, default=5)
    chosen = parser.parse_args()
    WRITE(
        "doors | begun | finished | by the first seven | days to a seat | phases that wait | lost | taken over | anew"
    )
    for name, doors in (
        ("none", Doors()),
        ("two games", Doors(0, GAMES_AT_A_TIME)),
        ("reliable 60, two games", Doors(60, GAMES_AT_A_TIME)),
        ("reliable 90, two games", Doors(90, GAMES_AT_A_TIME)),
        ("the same, one address each", Doors(90, GAMES_AT_A_TIME, open_to_new=False)),
        ("two games, newcomers 2 where it fills", Doors(0, GAMES_AT_A_TIME, newcomers=2)),
        ("the same, one address each", Doors(0, GAMES_AT_A_TIME, open_to_new=False, newcomers=2)),
    ):
        played = [play(doors, chosen.seed + number) for number in range(chosen.years)]
        for what, years in zip(("bounded", "open to all"), zip(*played, strict=True), strict=True):
            if any(year.begun for year in years):
                _tell(f"{name}: {what}" if doors.newcomers < SEATS else name, years)


def _tell(name: str, years: Sequence[Year]) -> None:
    def mean(what: str) -> float:
        return float(sum(getattr(year, what) for year in years) / len(years))

    days = median(wait for year in years for wait in year.waits)
    WRITE(
        f"{name} | {mean('begun'):.0f} | {mean('finished'):.0f} | {mean('whole') / max(mean('finished'), 1):.0%}"
        f" | {days:.0f} | {mean('waiting_phases') / mean('phases'):.0%} | {mean('lost') / mean('begun'):.2f} a game"
        f" | {mean('taken_over') / max(mean('lost'), 1):.0%} | {mean('addresses'):.0f}"
    )


if __name__ == "__main__":
    main()
