"""Checking an archive: each seed against its commitment, then every phase and act again, compared to the byte."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import zip_longest

from judge.archive.document import Archive, ArchivedPhase, canonical, records_of
from judge.rules import schema
from judge.rules.game import AnySystem
from judge.rules.problems import Refused
from judge.rules.registry import find_system, playing
from judge.rules.rng import START_LABEL, Rng, commitment
from judge.rules.values import END, Event, GameState, Json, Outcome, Posting, Result


def broken_seeds(archive: Archive, system: AnySystem, seen: str) -> Iterator[tuple[str, str]]:
    """(field, what is wrong with it). `seen`: a commitment as the opening mail gave it, or empty."""
    promised = [("seed", archive.seed, archive.commitment)]
    if system.hidden_lots and not system.opens_all:
        promised.append(("hidden_seed", archive.hidden_seed, archive.hidden_commitment))
    elif archive.hidden_seed or archive.hidden_commitment:
        yield "hidden_seed", "is given, but these rules draw nothing in secret"
    for name, written, due in promised:
        seed = _bytes(written)
        if seed is None or seed.hex() != written:
            yield name, "is not written in lower-case hexadecimal digits, and nothing else"
        elif commitment(seed) != due:
            yield name, f"does not fit its commitment: its SHA-256 is {commitment(seed)}, not {due}"
    if seen and seen.strip().lower() not in (due for _, _, due in promised):
        yield "commitment", f"is not the one you were given: {' or '.join(due for _, _, due in promised)}"


def rng_of(archive: Archive, label: str, run: int) -> Rng:
    """The streams of a phase as the judge drew them; of a seed that cannot be read, those of the empty one."""
    return Rng(_bytes(archive.seed) or b"", label, run, _bytes(archive.hidden_seed) or b"")


def _bytes(text: str) -> bytes | None:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return None


LONGEST_VALUE, LONGEST_SEAT, LONGEST_TITLE = 60, 40, 120
MOST_RUNS = 10_000  # a ROLLBACK makes one
YEARS = (1970, 9999)
NAME = re.compile(r"[a-z][a-z0-9-]{1,23}")


@dataclass(frozen=True)
class Finding:
    """Something that is not as the rules make it. `where` names the phase, and the act or entry in it."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


@dataclass(frozen=True)
class Report:
    """`findings` is empty for an honest game. `notes` say what could not be checked, and why."""

    phases: int
    acts: int
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()


@dataclass
class _Replay:
    """What the replay of one phase gives, against what the archive says of it."""

    archive: Archive
    system: AnySystem
    findings: list[Finding] = field(default_factory=list)
    sums: Counter[tuple[str, str]] = field(default_factory=Counter)

    def find(self, where: str, message: str) -> None:
        self.findings.append(Finding(where, message))

    def upgraded(self, state: Json, version: int) -> Json:
        """A state as the installed rules dump it. ValueError if they cannot read it."""
        return state if version == self.system.version else self.system.upgrade(state, version)

    def compare(self, where: str, what: str, archived: Json, replayed: Json) -> None:
        if canonical(archived) != canonical(replayed):
            path, one, other = next(_differences(archived, replayed, what))
            self.find(where, f"{path} is {_short(one)}, the rules give {_short(other)}")


def verify(archive: Archive, seen: str = "", progress: Callable[[str], None] | None = None) -> Report:
    """Replays the whole game. `seen`: the commitment as the opening mail gave it, where the caller has it; `progress`
    is told the label of each phase when it is done. Never raises on what an archive holds.
    """
    try:
        name, system = find_system(archive.system).name, playing(archive.system, archive.options)
    except KeyError as unknown:
        return Report(0, 0, (Finding("the archive", str(unknown.args[0])),))
    if archive.system != name:
        return Report(0, 0, (Finding("the archive", f"system is {_short(archive.system)}, not {name}"),))
    for version in (archive.system_version, *(phase.system_version for phase in archive.phases)):
        if not 1 <= version <= min(system.version, archive.system_version):
            text = (
                f"was played by version {version} of the rules of {system.name}, and this judge has version "
                f"{system.version}: verify it with a judge of that version"
            )
            return Report(0, 0, (Finding("the archive", text),))
    replay = _Replay(archive, system)
    for where, message in broken_seeds(archive, system, seen):
        replay.find(where, message)
    _check_head(replay)
    # Rules that are told to seat so many would never come to an end.
    fit = _check_options(replay)
    if fit:
        _check_seats(replay)
    expected = _start(replay) if fit else _Expected(None)
    acts = 0
    for number, phase in enumerate(archive.phases):
        following = archive.phases[number + 1] if number + 1 < len(archive.phases) else None
        _check_run(replay, phase, archive.phases[number - 1].run if number else 0)
        try:
            expected = _phase(replay, phase, following, expected)
        except Exception as error:  # noqa: BLE001 - an altered state may hold anything
            replay.find(phase.label, f"the rules cannot read this: {type(error).__name__}: {_short(str(error))}")
            expected = _Expected(None)
        acts += len(phase.acts)
        if progress:
            progress(phase.label)
    _check_opened(replay)
    return Report(len(archive.phases), acts, tuple(replay.findings), _notes(archive))


def _notes(archive: Archive) -> tuple[str, ...]:
    last = archive.phases[-1]
    if last.closed_by == "master" or (last.acts and last.acts[-1].kind == END):
        return ("The GameMaster ended this game. Its result is the GameMaster's word, not the rules'.",)
    return ()


def _check_head(replay: _Replay) -> None:
    """What no rule makes, but must be possible: the instants, and what is open."""
    archive = replay.archive
    instants = [("started_at", archive.started_at), ("ended_at", archive.ended_at)]
    for phase in archive.phases:
        instants += [(f"{phase.label}: opened_at", phase.opened_at), (f"{phase.label}: closed_at", phase.closed_at)]
    for where, text in instants:
        if not _is_instant(text):
            replay.find(where, f"{_short(text)} is no instant of UTC as the judge writes it")
    if not NAME.fullmatch(archive.name):
        replay.find("game", f"{_short(archive.name) or 'an empty name'} is no name of a game")
    if len(archive.title) > LONGEST_TITLE or any(char.isspace() and char != " " for char in archive.title):
        replay.find("title", f"{_short(archive.title)} is too long, or no single line")
    if not archive.whole and not replay.system.opens_all:
        replay.find("whole", f"is false, but the rules of {replay.system.name} do not open everything")


def _is_instant(text: str) -> bool:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return False
    # So early or late no other zone could tell it, and no judge was there.
    return at.utcoffset() == timedelta() and at.isoformat() == text and YEARS[0] <= at.year < YEARS[1]


def _check_options(replay: _Replay) -> bool:
    """Are they options of these rules, each within its bounds?"""
    label = find_system(replay.archive.system)
    known = {option.name: option for option in label.options}
    wrong = [
        name for name, value in replay.archive.options.items() if name not in known or not known[name].allows(value)
    ]
    for name in wrong:
        value = replay.archive.options[name]
        said = f"cannot be {_short(value)}" if name in known else f"is no option of {label.name}"
        replay.find("options", f"{_short(name)} {said}")
    return not wrong


def _check_run(replay: _Replay, phase: ArchivedPhase, before: int) -> None:
    """Every ROLLBACK raises the number of the run, and what is played after it has no lower one."""
    if not before <= phase.run < MOST_RUNS:
        replay.find(phase.label, f"run is {_short(phase.run)} after {_short(before)}")


def _check_seats(replay: _Replay) -> None:
    archive = replay.archive
    try:
        seating = replay.system.seating(archive.options)
    except Exception as error:  # noqa: BLE001 - altered options may hold anything
        replay.find("options", f"the rules cannot read these: {type(error).__name__}: {_short(str(error))}")
        return
    dummies = set(seating.dummies)
    names = [name for name in seating.names if name not in dummies]
    if seating.players_names:
        strangers = not all(name.isalnum() and len(name) <= LONGEST_SEAT for name in archive.seats)
        names = ["names of one word"]
    else:
        strangers = not set(archive.seats) <= set(names)
    if strangers or len(set(archive.seats)) != len(archive.seats):
        replay.find("seats", f"are {', '.join(archive.seats)}; with these options there are {', '.join(names)}")
    elif not dummies <= set(seating.names):
        replay.find("options", f"dummies are {', '.join(sorted(dummies))}, and not all of these are seats")
    elif not seating.least <= len(archive.seats) <= seating.most:
        replay.find("seats", f"{len(archive.seats)} are played; the rules want {seating.least} to {seating.most}")


@dataclass(frozen=True)
class _Expected:
    """The state that the phase before leads to (JSON; None if unknown), and what counts to the next phase."""

    state: Json | None
    events: tuple[Event, ...] = ()
    postings: tuple[Posting, ...] = ()


def _attempt(replay: _Replay, where: str, step: Callable[[], Outcome]) -> Outcome[GameState] | None:
    """An altered archive may hold anything, so whatever the rules raise is a finding."""
    try:
        return step()
    except Refused as refusal:
        replay.find(where, f"the rules refuse this: {refusal.problem.message}")
    except Exception as error:  # noqa: BLE001
        replay.find(where, f"the rules cannot read this: {type(error).__name__}: {_short(str(error))}")
    return None


def _start(replay: _Replay) -> _Expected:
    archive = replay.archive
    rng = rng_of(archive, START_LABEL, 0)
    outcome = _attempt(replay, "the start", lambda: replay.system.start(archive.options, archive.seats, rng))
    if outcome is None:
        return _Expected(None)
    return _Expected(replay.system.dump(outcome.state), outcome.events, outcome.postings)


def _phase(replay: _Replay, phase: ArchivedPhase, following: ArchivedPhase | None, expected: _Expected) -> _Expected:
    """Replays a phase from its own state before, so that one alteration is one finding; what the next begins with."""
    label = phase.label
    system, version = replay.system, phase.system_version
    events, postings = list(expected.events), list(expected.postings)
    try:
        if expected.state is not None:
            replay.compare(label, "state_before", replay.upgraded(phase.state_before, version), expected.state)
        state = system.load(replay.upgraded(phase.state_before, version))
        asked = system.phase(state)
    except Exception as error:  # noqa: BLE001 - an altered state may hold anything
        replay.find(label, f"state_before cannot be read: {type(error).__name__}: {_short(str(error))}")
        return _Expected(None)
    if asked is None:
        replay.find(label, "the game is over in state_before")
        return _Expected(None)
    if (asked.label, asked.title) != (label, phase.title):
        replay.find(label, f"is called {phase.title!r}, but the rules are in {asked.label}, {asked.title!r}")
    result: Result | None = None
    for number, act in enumerate(phase.acts, 1):
        where = f"{label}, act {number} ({act.kind} of {act.role})"
        if result is not None:
            replay.find(where, "comes after the end of the game")
            return _Expected(None)
        outcome = _attempt(replay, where, lambda state=state, act=act: system.act(state, act.role, act.act))  # type: ignore[misc]
        if outcome is None:
            return _Expected(None)
        # As the judge does between two mails.
        state = system.load(system.dump(outcome.state))
        result = outcome.result
        events += outcome.events
        postings += outcome.postings
    ended_by_act = result is not None
    if ended_by_act != (phase.closed_by == "act"):
        replay.find(label, f"closed_by is {phase.closed_by}, but {'an' if ended_by_act else 'no'} act ended the game")
    if phase.closed_by == "adjudication" and not ended_by_act:
        rng = rng_of(replay.archive, label, phase.run)
        outcome = _attempt(replay, label, lambda: system.adjudicate(state, phase.orders, rng))
        if outcome is None:
            return _Expected(None)
        state, result = outcome.state, outcome.result
        events += outcome.events
        postings += outcome.postings
    _compare_lists(replay, label, "posting", map(schema.dump, phase.postings), map(schema.dump, postings))
    _compare_lists(replay, label, "event", map(schema.dump, phase.events), map(schema.dump, events))
    dumped = system.dump(state)
    _check_accounts(replay, phase, state)
    _check_closing(replay, phase, following, result, dumped)
    return _Expected(dumped if following else None)


def _compare_lists(replay: _Replay, label: str, what: str, archived: Iterator[Json], replayed: Iterator[Json]) -> None:
    """Entry by entry; where one was left out or put in, that is said once and not of every entry after it."""
    told, due = list(archived), list(replayed)
    if canonical(told) == canonical(due):  # as nearly always, and written at one go
        return
    for number, (one, other) in enumerate(zip(told, due, strict=False), 1):
        if canonical(one) != canonical(other):
            replay.compare(f"{label}, {what} {number}", what, one, other)
            if len(told) != len(due):
                break
    if len(told) != len(due):
        replay.find(label, f"has {len(told)} {what}s, the rules give {len(due)}")


def _check_accounts(replay: _Replay, phase: ArchivedPhase, state: GameState) -> None:
    for posting in phase.postings:
        replay.sums[posting.account, posting.currency] += posting.amount
    stated = replay.system.accounts(state)
    for key in sorted({*replay.sums, *stated}):
        if replay.sums[key] != stated.get(key, 0):
            account, currency = key
            summed = replay.system.amount_in_words(replay.sums[key], currency)
            text = f"the postings so far give {account} {summed}, the rules {stated.get(key, 0)}"
            replay.find(phase.label, text)
    replay.sums = Counter(stated)


def _check_closing(
    replay: _Replay, phase: ArchivedPhase, following: ArchivedPhase | None, result: Result | None, dumped: Json
) -> None:
    label, archive = phase.label, replay.archive
    if following is not None:
        if result is not None:
            replay.find(label, f"the game ended here ({result.summary}), but the archive goes on")
        elif phase.closed_by == "master":
            replay.find(label, "closed_by is master, but the game went on")
        return
    if result is not None:
        replay.compare("the end", "result", archive.result.data(), result.data())
    elif phase.closed_by != "master":
        replay.find(label, "the archive ends here, but the rules go on")
    elif archive.result.winners:
        replay.find(
            "the end", f"nobody wins by END GAME alone, but winners are {', '.join(archive.result.winners)[:80]}"
        )
    after = replay.upgraded(archive.state_after, archive.system_version)
    replay.compare("the end", "state_after", after, dumped)


def _check_opened(replay: _Replay) -> None:
    archive = replay.archive
    try:
        opened = replay.system.opened(records_of(archive.phases))
    except Exception as error:  # noqa: BLE001 - an altered archive may hold anything
        replay.find("the end", f"what the rules open cannot be told: {type(error).__name__}: {_short(str(error))}")
        return
    _compare_lists(replay, "the end", "opened event", map(schema.dump, archive.opened), map(schema.dump, opened))


def _short(value: Json) -> str:
    text = value if isinstance(value, str) else canonical(value)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


_NOTHING = object()
"""Stands for a value that one side does not have."""


def _differences(one: Json, other: Json, path: str) -> Iterator[tuple[str, Json, Json]]:
    """(path, one's value, the other's) for each leaf in which they differ: `balances.FRANCE`, `units.ITALY[1]`."""
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(f".{key}", one.get(key, _NOTHING), other.get(key, _NOTHING)) for key in sorted({*one, *other})]
    elif isinstance(one, list) and isinstance(other, list):
        pairs = [(f"[{at}]", *each) for at, each in enumerate(zip_longest(one, other, fillvalue=_NOTHING))]
    else:
        yield path, "missing" if one is _NOTHING else one, "missing" if other is _NOTHING else other
        return
    for step, here, there in pairs:
        if _NOTHING in (here, there) or canonical(here) != canonical(there):
            yield from _differences(here, there, f"{path}{step}")
