"""Who plays in the arena: the judge's own computer players, objects of a Python program, other programs.

Another program is started for each game, fed by its standard input, and never trusted. Whatever it does costs only
itself. One that is too slow loses the turn, and what it says too late is not read; one that dies or floods is ended,
and loses all turns that are left.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Protocol

from judge.rules.computers import ComputerPlayer, Heard, Message, Situation, Told, Writing
from judge.rules.data import event_data
from judge.rules.game import AnySystem
from judge.rules.values import Json, Result


class Lost(Exception):
    """A turn is lost: the seat sends nothing. The message says why, in a few words."""


@dataclass(frozen=True)
class Card:
    """What a contestant is told as it sits down. `borders`: what touches what on the map, if there is one."""

    game: str
    system: AnySystem
    options: Mapping[str, Json]
    seat: str
    seats: tuple[str, ...]
    rounds: int
    borders: tuple[str, ...] = ()


class Sitting(Protocol):
    """One contestant at one seat of one game."""

    def write(self, situation: Situation, remarks: Sequence[str]) -> Writing:
        """What it writes; `remarks` say what was wrong with what it wrote last. Raises Lost."""

    def close(self, result: Result | None) -> None:
        """The game is over; None where it was broken off. Never raises."""


class Contestant(Protocol):
    @property
    def name(self) -> str: ...

    def sit(self, card: Card) -> Sitting:
        """Raises Lost where it cannot; all its turns are lost then."""


@dataclass(frozen=True)
class InProcess:
    """A computer player of the judge's, or any object that writes as one."""

    name: str
    player: ComputerPlayer

    def sit(self, card: Card) -> Sitting:
        del card
        return self

    def write(self, situation: Situation, remarks: Sequence[str]) -> Writing:
        del remarks
        try:
            return self.player.write(situation)
        except Exception as error:
            raise Lost(f"it raised {type(error).__name__}: {error}") from error

    def close(self, result: Result | None) -> None:
        pass


PROTOCOL = 1
LONGEST_SHEET = 100_000
LONGEST_PRESS = 10_000
MOST_LETTERS = 50
"""Letters of press in one answer."""


def hello(card: Card, seconds: float) -> dict[str, Json]:
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": card.game,
        "system": card.system.name,
        "options": dict(card.options),
        "seat": card.seat,
        "seats": list(card.seats),
        "rounds": card.rounds,
        "seconds": seconds,
        "borders": list(card.borders),
    }


def turn(
    system: AnySystem,
    number: int,
    here: Situation,
    news: tuple[Sequence[Told], Sequence[Heard]],
    remarks: Sequence[str],
) -> dict[str, Json]:
    """`news`: the letters and the press since the last turn."""
    letters, press = news
    phase = here.phase
    return {
        "type": "turn",
        "turn": number,
        "round": here.turn + 1,
        "phase": {"label": phase.label, "title": phase.title, "kind": phase.kind},
        "roles": {
            role: {
                "view": system.view_data(view),
                "form": here.forms[role],
                "filed": system.show(view, here.filed[role]) if here.filed[role] else "",
            }
            for role, view in here.views.items()
        },
        "events": [{"phase": letter.label, **event_data(event)} for letter in letters for event in letter.events],
        "press": [{"phase": each.label, "from": each.sender, "to": list(each.to), "text": each.text} for each in press],
        "addressees": list(here.addressees),
        "remarks": list(remarks),
    }


def end(result: Result | None) -> dict[str, Json]:
    told = result.data() if result is not None else None
    return {"type": "end", "result": told}


def parsed(line: bytes) -> dict[str, Json]:
    """An object of one line. Raises Lost."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Lost(f"it wrote what is no JSON: {_short(line)}") from error
    if not isinstance(found, dict):
        raise Lost(f"it wrote what is no JSON object: {_short(line)}")
    return found


def _short(line: bytes) -> str:
    return ascii(line[:60].decode(errors="replace"))


def writing_of(answer: Mapping[str, Json], here: Situation) -> Writing:
    """What an answer to a turn says. Raises Lost where it is not one."""
    sheets: Json = answer.get("sheets")
    if sheets is None:
        only_sheet: Json = answer.get("sheet", "")
        sheets = {next(iter(here.views)): only_sheet}
    if not isinstance(sheets, dict) or not all(isinstance(text, str) for text in sheets.values()):
        raise Lost("`sheets` is an object of texts, or `sheet` one text")
    if any(len(text) > LONGEST_SHEET for text in sheets.values()):
        raise Lost(f"a sheet has at most {LONGEST_SHEET} characters")
    for role in sheets:
        if role not in here.views:
            raise Lost(f"it wrote for {role[:40]!r}; its roles are {', '.join(here.views)}")
    why: Json = answer.get("why", "")
    return Writing(
        sheets, _messages(answer.get("press", []), here.addressees), why[:500] if isinstance(why, str) else ""
    )


def _messages(press: Json, addressees: Sequence[str]) -> tuple[Message, ...]:
    if not isinstance(press, list) or len(press) > MOST_LETTERS:
        raise Lost(f"`press` is a list of at most {MOST_LETTERS} letters")
    found = []
    for each in press:
        to: Json = each.get("to", []) if isinstance(each, dict) else None
        text: Json = each.get("text") if isinstance(each, dict) else None
        if not isinstance(to, list) or not isinstance(text, str) or len(text) > LONGEST_PRESS:
            raise Lost('a letter of press is {"to": [seats], "text": "..."}, the text of 10000 characters at most')
        if not set(map(str, to)) <= set(addressees):
            raise Lost(
                f"it wrote press to {', '.join(map(str, to))[:60]!r}; it may to {', '.join(addressees) or 'nobody'}"
            )
        found.append(Message(tuple(to), text))
    return tuple(found)


CHUNK = 1 << 16
MOST_OUTPUT = 1 << 20
"""Octets of answer to one turn."""
KEPT_COMPLAINTS = 400
"""Octets of its standard error that are told when it dies."""
PARTING = 1.0
"""Seconds that it has to end by itself after the game."""
MOST_SLOW = 3
"""After so many turns too slow, one after the other, it is ended: nobody waits for it for ever."""


@dataclass(frozen=True)
class Program:
    """A contestant that is a command; `seconds` a turn."""

    name: str
    command: tuple[str, ...]
    seconds: float = 5.0

    def sit(self, card: Card) -> Sitting:
        try:
            process = subprocess.Popen(  # noqa: S603 - what the command line names is to be run
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise Lost(f"it cannot be started: {error.strerror}") from error
        return _AtSeat(process, card, self.seconds)


class _AtSeat:
    """The conversation with one process. `_read`, `_heard`: what it was told; `_stale`: a late answer comes."""

    def __init__(self, process: subprocess.Popen[bytes], card: Card, seconds: float) -> None:
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise Lost("it has no standard input and output")
        self._process, self._card, self._seconds = process, card, seconds
        self._stdin: IO[bytes] = process.stdin
        self._stdout: IO[bytes] = process.stdout
        self._stderr: IO[bytes] = process.stderr
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream.fileno(), False)
        self._unsent = b""
        self._pending = b""
        self._stale = False
        self._complaint = b""
        self._turn = self._read = self._heard = self._slow = 0
        self._over = ""
        try:
            said = self._ask(hello(card, seconds), lambda answer: answer.get("type") == "hello")
            if said.get("protocol") != PROTOCOL:
                raise Lost(f"it speaks protocol {str(said.get('protocol'))[:20]}, and this is {PROTOCOL}")
        except Lost as lost:
            self._finish(str(lost))
            raise

    def write(self, situation: Situation, remarks: Sequence[str]) -> Writing:
        if self._over:
            raise Lost(self._over)
        news = (situation.told[self._read :], situation.heard[self._heard :])
        self._turn += 1
        asked = turn(self._card.system, self._turn, situation, news, remarks)
        self._read, self._heard = len(situation.told), len(situation.heard)
        self._forget()
        answer = self._ask(asked, lambda answer: answer.get("turn") == self._turn)
        return writing_of(answer, situation)

    def close(self, result: Result | None) -> None:
        if self._over:
            return
        with suppress(Lost, OSError):
            self._ask(end(result), None)
        with suppress(OSError):
            self._stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PARTING)
        self._finish("the game is over")

    def _ask(self, message: dict[str, Json], wanted: Callable[[dict[str, Json]], bool] | None) -> dict[str, Json]:
        """Sends a message and waits for the answer that is wanted; for none, only until the message is sent."""
        self._unsent += json.dumps(message, separators=(",", ":")).encode() + b"\n"
        until = time.monotonic() + self._seconds
        seen = 0
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdout, selectors.EVENT_READ)
            selector.register(self._stderr, selectors.EVENT_READ)
            selector.register(self._stdin, selectors.EVENT_WRITE)
            while True:
                answer = self._answer(wanted) if wanted is not None else None
                if answer is not None:
                    return answer
                if wanted is None and not self._unsent:
                    return {}
                left = until - time.monotonic()
                if left <= 0:
                    self._too_slow()
                for key, _ in selector.select(left):
                    seen += self._move(selector, key.fileobj)
                if seen > MOST_OUTPUT:
                    self._finish(f"it wrote more than {MOST_OUTPUT} octets in one turn, and was ended")
                    raise Lost(self._over)

    def _answer(self, wanted: Callable[[dict[str, Json]], bool]) -> dict[str, Json] | None:
        """The first line that has come and is wanted; those before it are dropped. Raises Lost for rubbish."""
        *lines, rest = self._pending.split(b"\n")
        for number, line in enumerate(lines):
            stale, self._stale = self._stale, False
            if stale or not line.strip():
                continue
            answer = parsed(line)
            if wanted(answer):
                self._slow = 0
                self._pending = b"\n".join((*lines[number + 1 :], rest))
                return answer
        self._pending = rest
        return None

    def _forget(self) -> None:
        """Drops what it has said to earlier messages."""
        with suppress(BlockingIOError):
            self._pending += os.read(self._stdout.fileno(), MOST_OUTPUT)
        self._pending = self._pending.rpartition(b"\n")[2]
        self._stale = bool(self._pending)

    def _too_slow(self) -> None:
        self._slow += 1
        if self._slow >= MOST_SLOW:
            self._finish(f"it was too slow {MOST_SLOW} times, one after the other, and was ended")
            raise Lost(self._over)
        raise Lost(f"it did not answer within {self._seconds:g} s")

    def _move(self, selector: selectors.BaseSelector, stream: object) -> int:
        """Sends or takes in what one stream is ready for; the octets of answer that came."""
        try:
            if stream is self._stdin:
                sent = os.write(self._stdin.fileno(), self._unsent[:CHUNK])
                self._unsent = self._unsent[sent:]
                if not self._unsent:
                    selector.unregister(self._stdin)
                return 0
            came = os.read(self._stdout.fileno() if stream is self._stdout else self._stderr.fileno(), CHUNK)
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            selector.unregister(self._stdin)
            return 0
        if stream is self._stderr:
            self._complaint = (self._complaint + came)[-KEPT_COMPLAINTS:]
            if not came:
                selector.unregister(self._stderr)
            return 0
        self._pending += came
        if not came:
            self._died()
        return len(came)

    def _died(self) -> None:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PARTING)
        with suppress(OSError):
            self._complaint += os.read(self._stderr.fileno(), CHUNK)
        said = self._complaint.decode(errors="replace").strip().splitlines()
        code = self._process.poll()
        how = "closed its output" if code is None else f"ended with code {code}"
        self._finish(f"it {how}" + (f": {said[-1][:200]}" if said else ""))
        raise Lost(self._over)

    def _finish(self, why: str) -> None:
        """Ends the process and all that it has started."""
        self._over = why
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for stream in (self._stdin, self._stdout, self._stderr):
            with suppress(OSError):
                stream.close()
