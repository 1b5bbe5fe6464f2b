"""`python -m tests.fuzz.climb SECONDS [SEED]`: climbs towards the mail that takes longest, and fails above the bound.

It starts from the mails that once stopped the judge, from every command and from sheets of every game. What took long
is changed further. A mail above the bound lies in build/fuzz/climb. CPU seconds count, not those of the wall.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random

from bench.__main__ import calibrate
from bench.hostile import a_house, cost, mail
from judge.commands.command import commands
from judge.mailbox.bounds import LETTERS, LINES, MAIL_LETTERS, squeezed
from judge.rules.registry import systems
from tests.fuzz.targets import FAMILIES, sheets_of
from tests.support.hostile_mails import SEATS
from tests.support.table_of_seven import seven

BOUND = 0.5
"""Seconds of CPU, on a machine of so many nanoseconds a step of the calibration loop."""

STEP = 80

LARGEST = 900_000
POOL = 40
MAILS_OF_HOUSE = 40
FOUND = Path(__file__).parents[2] / "build" / "fuzz" / "climb"
CORPUS = Path(__file__).parent / "corpus"
_SIGNS = (
    " ",
    ".",
    "-",
    "\n",
    "> ",
    "i ",
    ", ",
    "(",
    '"',
    ": ",
    "| ",
    "* ",
    "1 ",
    "A PAR - BUR ",
    "TO ",
    "é",
    "5:",
    "\t",
)


@dataclass
class Climb:
    """A pool of texts, the slowest first. `seconds`: what a text costs."""

    seconds: Callable[[str], float]
    rng: Random
    pool: list[tuple[float, str]] = field(default_factory=list)

    def try_out(self, text: str) -> tuple[float, str]:
        spent = self.seconds(text)
        if spent > BOUND * 0.7:
            gc.collect()
            # The machine may have been busy, and others are faster or slower than that of the bound.
            spent = min(spent, self.seconds(text)) * STEP / calibrate(time.process_time)
        self.pool = sorted([*self.pool, (spent, text)], key=lambda each: -each[0])[:POOL]
        return spent, text

    def step(self) -> tuple[float, str]:
        """One text more, made of one of the slowest."""
        place = min(int(self.rng.expovariate(0.2)), len(self.pool) - 1)
        text = self.pool[place][1]
        for _ in range(self.rng.randint(1, 3)):
            text = self._changed(text)[:LARGEST]
        return self.try_out(text)

    def _changed(self, text: str) -> str:
        rng = self.rng
        begin = rng.randint(0, len(text))
        end = min(len(text), begin + int(rng.paretovariate(0.5)))
        times = int(rng.paretovariate(0.6))
        lines = text.split("\n")
        line = rng.randrange(len(lines))
        match rng.randrange(7):
            case 0:
                return text[:begin] + text[begin:end] * min(times, LARGEST // (end - begin + 1)) + text[end:]
            case 1:
                return "\n".join([*lines[:line], *[lines[line]] * min(times, 20_000), *lines[line:]])
            case 2:
                return text[:begin] + rng.choice(_SIGNS) * min(times, LARGEST) + text[begin:]
            case 3:
                other = rng.choice(self.pool)[1].split("\n")
                return "\n".join([*lines[:line], *other[rng.randrange(len(other)) :], *lines[line:]])
            case 4:
                return text[:begin] + text[end:]
            case 5:
                words = [*commands(), *(word.name for system in systems().values() for word in system.words)]
                return "\n".join([*lines[:line], f"{rng.choice(words)} {lines[line]}", *lines[line + 1 :]])
            case _:
                return (text + "\n") * min(times, 1 + LARGEST // (len(text) + 1))


def mails() -> Iterator[Callable[[str], float]]:
    """What a mail with this text costs, an hour after the one before it."""
    while True:
        with a_house() as house:
            table = seven(house)
            address = table.players["AUSTRIA"].address
            letter = table.results("AUSTRIA").reply_to.rpartition("<")[2].strip(">")
            for number in range(MAILS_OF_HOUSE):
                house.pass_time(minutes=61)  # what an hour may cost has bounds of its own
                yield lambda text, n=number, h=house, by=address, to=letter: cost(h, mail(by, n, text), to)[1]  # type: ignore[misc]


def _each_by(costs: Iterator[Callable[[str], float]]) -> Callable[[str], float]:
    def seconds(text: str) -> float:
        return next(costs)(text)

    return seconds


def sheet(name: str) -> Callable[[str], float]:
    """What a sheet of this game costs, within the bounds that every mail has."""
    read = sheets_of(name)

    def seconds(text: str) -> float:
        lines = [squeezed(line)[:LETTERS] for line in islice(text.split("\n"), LINES)]
        octets = "\n".join(lines)[:MAIL_LETTERS].encode("utf-8", "replace")
        begun = time.process_time()
        read(octets)
        return time.process_time() - begun

    return seconds


def starts() -> Iterator[str]:
    yield from (path.read_text() for path in sorted(FOUND.glob("mail-*"), reverse=True)[:POOL])
    for size in (1_000, 20_000, 200_000):
        yield from (body(size).text for body in SEATS.values())
    yield from (command.example for command in commands().values() if command.example)


def sheets(name: str) -> Iterator[str]:
    yield from (path.read_text("utf-8", "replace") for path in sorted((CORPUS / f"sheet-{name}").iterdir())[:60])
    yield from (body(20_000).text for body in SEATS.values())


def main(seconds: float, seed: int) -> int:
    costs = mails()
    climbs = {"mail": (Climb(_each_by(costs), Random(seed)), starts)}
    for name in FAMILIES:
        climbs[name] = (Climb(sheet(name), Random(seed)), lambda name=name: sheets(name))  # type: ignore[misc]
    slow = 0
    for name, (climb, begin) in climbs.items():
        # Mails are half of it: whatever a sheet costs is in them too.
        end = time.monotonic() + seconds * (0.5 if name == "mail" else 0.5 / len(FAMILIES))
        waiting = begin()
        tried = 0
        while time.monotonic() < end:
            text = next(waiting, None)
            spent, text = climb.try_out(text) if text is not None else climb.step()
            tried += 1
            if spent > BOUND:
                slow += 1
                FOUND.mkdir(parents=True, exist_ok=True)
                (FOUND / f"{name}-{spent:.2f}-{tried}").write_text(text)
                sys.stdout.write(f"{name}: {spent:.2f} s\n")
                sys.stdout.flush()
        worst = climb.pool[0][0] if climb.pool else 0.0
        sys.stdout.write(f"{name}: {tried} tried, the slowest takes {worst:.2f} s\n")
    if slow:
        sys.stderr.write(f"{slow} take more than {BOUND} s: see {FOUND}\n")
    return min(slow, 1)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
