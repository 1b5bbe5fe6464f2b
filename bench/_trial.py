"""Mutants tried: a copy of the tree, one run that watches which tests reach which mutants, and the trials."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bench._mutation import Found, Site, mutate
from bench._watch import OUT, SPOTS

QUICK = ("-k", "not postgresql")
SLOW = ("tests/durability", "tests/packaging", "tests/interop", "tests/soak")
FIRST = 4.0  # seconds of tests in the first bite; what is caught is mostly caught by one of them
GRACE = 30.0  # seconds of the processor that a run may take beyond three times what it took when it was watched
WALL = 20  # seconds on the wall for one of the processor: the machine may have other work


@dataclass(frozen=True)
class Reach:
    """A test that was watched: what it takes, and the mutants that it comes by."""

    test: str
    seconds: float
    failed: bool
    spots: tuple[int, ...]


@dataclass(frozen=True)
class Verdict:
    """`outcome`: caught, survived, unreached or lost. `by`: the tests that failed, or `no end`; `tried` how many."""

    number: int
    outcome: str
    by: tuple[str, ...]
    tried: int
    seconds: float


class Copy:
    """A tree of its own in which the judge is changed and tested. `close` removes it."""

    def __init__(self, tree: Path) -> None:
        self.top = Path(tempfile.mkdtemp(prefix="judge_mutants_")) / "judge"
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard"], cwd=tree, check=True, capture_output=True, text=True
        )
        for name in listed.stdout.splitlines():
            if (tree / name).is_file():
                (self.top / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(tree / name, self.top / name)

    def close(self) -> None:
        shutil.rmtree(self.top.parent, ignore_errors=True)

    def test(
        self, *arguments: str, limit: float, spots: Path | None = None, out: Path | None = None
    ) -> tuple[int, list[Reach]]:
        """Runs pytest there; its exit code and the tests that it came to. `limit` is of seconds of the processor; a run
        that takes more is ended by a signal, and its exit code is negative.
        """
        if out is None:
            out = self.top.parent / "out.jsonl"
            out.unlink(missing_ok=True)
        environment = os.environ | {
            "PYTHONPATH": str(self.top),
            "PYTHONDONTWRITEBYTECODE": "1",
            OUT: str(out.resolve()),
        }
        if spots is not None:
            environment[SPOTS] = str(spots)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "bench._watch", "-p", "no:cacheprovider"]
        command += ["--hypothesis-seed=0", "--no-header", "--tb=no", *arguments]
        with (self.top.parent / "log.txt").open("w") as log:
            run = subprocess.Popen(
                command, cwd=self.top, env=environment, stdout=log, stderr=log, start_new_session=True
            )
            resource.prlimit(run.pid, resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 5))
            try:
                code = run.wait(WALL * limit)
            except subprocess.TimeoutExpired:
                code = -1
                os.killpg(run.pid, signal.SIGKILL)
                run.wait()
        lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
        return code, [read_reach(line) for line in lines]

    def write(self, file: Path, text: str) -> None:
        """What Python has compiled of the file goes too: a change may keep its size, and come within the second."""
        (self.top / file).write_text(text, encoding="utf-8")
        for compiled in (self.top / file.parent / "__pycache__").glob(f"{file.stem}.*"):
            compiled.unlink()


def read_reach(line: str) -> Reach:
    given = json.loads(line)
    return Reach(given["test"], given["seconds"], given["failed"], tuple(given["spots"]))


def watch(copy: Copy, places: list[Found | None], out: Path, arguments: Iterable[str], hours: float = 3) -> int:
    """Runs the quick tests once, or those that the arguments name; adds a line a test to `out`. How many it has."""
    spots = copy.top.parent / "spots.json"
    nowhere = ("", 0, 0)
    spots.write_text(json.dumps([_spot(copy, found.site) if found else nowhere for found in places]))
    ignored = [f"--ignore={folder}" for folder in SLOW]
    _, reached = copy.test(*QUICK, *ignored, *arguments, limit=hours * 3600, spots=spots, out=out)
    return len(reached)


def _spot(copy: Copy, site: Site) -> tuple[str, int, int]:
    return str(copy.top / site.file), *site.header


def attempt(copy: Copy, number: int, found: Found, reached: list[Reach], seconds: float) -> Verdict:
    """Makes one mutant and runs the tests that reach it, the quick and pointed first, until one fails wrongly."""
    began = time.perf_counter()
    tests = sorted(
        (each for each in reached if number in each.spots and not each.failed), key=lambda each: each.seconds
    )
    if not tests:
        return Verdict(number, "unreached", (), 0, 0.0)
    tried = 0
    for bite in _bites(tests, seconds):
        limit = 3 * sum(each.seconds for each in bite) + GRACE
        by = caught(copy, found.site, [each.test for each in bite], limit)
        tried += len(bite)
        if by:
            return Verdict(number, "caught", by, tried, round(time.perf_counter() - began, 1))
    return Verdict(number, "survived", (), tried, round(time.perf_counter() - began, 1))


def attempt_rest(copy: Copy, number: int, found: Found, reached: list[Reach], seconds: float) -> Verdict:
    """For what survived: the tests of the same files on PostgreSQL, then those that start judges as processes of their
    own. Those have to fail twice: they wait for clocks, and the machine may be busy.
    """
    began = time.perf_counter()
    files = sorted({each.test.partition("::")[0] for each in reached if number in each.spots})
    for tests, more in ((files, ("-k", "postgresql")), (["tests/cli"], ()), (["tests/durability"], ())):
        by = caught(copy, found.site, tests, seconds + GRACE, *more) if tests else ()
        if by and by != ("no end",) and caught(copy, found.site, list(by), seconds + GRACE, *more):
            return Verdict(number, "caught", by, 0, round(time.perf_counter() - began, 1))
    return Verdict(number, "survived" if files else "unreached", (), 0, round(time.perf_counter() - began, 1))


def caught(copy: Copy, site: Site, arguments: list[str], limit: float, *more: str) -> tuple[str, ...]:
    """The tests that fail with this mutant and pass without it; none if it is not noticed."""
    as_it_is = (copy.top / site.file).read_text(encoding="utf-8")
    copy.write(site.file, mutate(copy.top, site))
    try:
        code, ran = copy.test("-x", *more, *arguments, limit=limit)
    finally:
        copy.write(site.file, as_it_is)
    if code in (0, 5):
        return ()
    failed = [each.test for each in ran if each.failed]
    again, _ = copy.test("-x", *more, *(failed or arguments), limit=limit)
    if again not in (0, 5):
        return ()
    return tuple(failed) if failed else ("no end" if code < 0 else "while collecting",)


def _cost(each: Reach) -> float:
    """What is quick first, and what is about little else."""
    return (each.seconds + 0.2) * len(each.spots)


def _bites(tests: list[Reach], seconds: float) -> list[list[Reach]]:
    """The quickest few, then the others as far as the time goes."""
    bites: list[list[Reach]] = [[], []]
    total = 0.0
    for each in tests:
        total += each.seconds
        if total > seconds and any(bites):
            break
        bites[0 if total <= FIRST or not bites[0] else 1].append(each)
    return [bite for bite in bites if bite]
