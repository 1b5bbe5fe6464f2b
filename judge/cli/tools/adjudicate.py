"""`judge adjudicate`: cases in, results out, without mail or database. Imports nothing but rules."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, BinaryIO

import click

from judge.rules.problems import Refused

CHUNK = 1 << 20

MANY = 64
"""So many cases are worth processes of their own."""

TURNS = 4
"""How often a process comes for more of what is at hand, so that none waits long for another."""

EPILOG = """\b
A case, on one line:
  {"id":"1","system":"diplomacy",
   "position":{"phase":"S1901M","units":{"AUSTRIA":["A VIE","F TRI"]}},
   "orders":{"AUSTRIA":"A VIE - GAL\\nF TRI S A VEN"}}
"""


def processors() -> int:
    """Return how many processors this process may use: in a container fewer than there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.command(epilog=EPILOG)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=processors,
    show_default="one a processor",
    help="Processes that share the work where many cases come at once.",
)
def adjudicate(jobs: int) -> None:
    """Adjudicate positions without mail.

    Reads JSON Lines on standard input, one case a line, and writes one line of JSON a case, in order. A case that
    cannot be read gives {"id":...,"error":...} and the rest go on.
    """
    out = sys.stdout.buffer
    with ExitStack() as stack:
        share = None
        seen = 0
        for lines in _batches(sys.stdin.buffer):
            seen += len(lines)  # a pipe gives few at a time, however many are to come
            if share is None and jobs > 1 and seen >= MANY:
                from multiprocessing import Pool

                answer(lines[0])  # loads its rules once, for all processes
                share = stack.enter_context(Pool(jobs, _begin_sharing)).imap
            part = max(1, len(lines) // (jobs * TURNS))
            out.writelines(share(answer, lines, part) if share else map(answer, lines))
            # Before waiting for more: whoever feeds cases one by one must get each result without closing the pipe.
            out.flush()


def _begin_sharing() -> None:
    # Ctrl-C is for the command, which ends these processes with it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def answer(numbered: tuple[int, bytes]) -> bytes:
    """The line of output for one line of input and its number. Never raises on what the line holds."""
    number, line = numbered
    name: Any = None
    try:
        case = _read(line, number)
        name = case.get("id")
        result = {"id": name, **_system(case).case(case)}
        return json.dumps(result, separators=(",", ":")).encode() + b"\n"
    except Refused as error:
        reason = error.problem.message
    except (ValueError, KeyError) as error:
        reason = str(error.args[0]) if error.args else type(error).__name__
    except Exception as error:  # noqa: BLE001 - whatever one case does to the rules, the others go on
        reason = f"the judge failed on this case ({type(error).__name__}: {error})"
    if not isinstance(name, str | int | None):
        name = None  # what could not be written out above cannot be here
    return json.dumps({"id": name, "error": reason}, separators=(",", ":")).encode() + b"\n"


def _batches(stream: BinaryIO) -> Iterator[list[tuple[int, bytes]]]:
    """The lines with their numbers, as many at a time as have come; blank ones are left out."""
    number, rest = 0, b""
    while chunk := stream.read1(CHUNK):  # type: ignore[attr-defined]
        *lines, rest = (rest + chunk).split(b"\n")
        yield [(at, line) for at, line in enumerate(lines, number + 1) if line.strip()]
        number += len(lines)
    if rest.strip():
        yield [(number + 1, rest)]


def _read(line: bytes, number: int) -> dict[str, Any]:
    try:
        case = json.loads(line, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise ValueError(f"line {number} is not JSON: {error.msg} at character {error.pos + 1}") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"line {number} is not UTF-8: octet {error.start + 1}") from None
    except RecursionError:
        raise ValueError(f"line {number} is nested too deeply") from None
    if not isinstance(case, dict):
        raise ValueError(
            f'line {number} is not a case: a case is an object, {{"id":…,"system":…,"position":…,"orders":…}}'
        )
    return case


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")


def _system(case: dict[str, Any]) -> Any:
    from judge.rules.registry import playing, systems

    system = case.get("system")
    if not isinstance(system, str):
        raise ValueError(f'a case names its "system": one of {", ".join(systems())}')
    return playing(system, case.get("options"))
