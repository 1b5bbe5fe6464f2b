"""One game among contestants, from its start to its end or to where it is broken off."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from judge.archive.document import Archive, ArchivedPhase, Closing, RoleAct, records_of
from judge.arena.contestant import Card, Contestant, InProcess, Lost, Sitting
from judge.rules.computers import Heard, Message, Situation, Told, Writing, letter_to, roles_of, situation_of
from judge.rules.game import AnySystem
from judge.rules.problems import Refused
from judge.rules.rng import START_LABEL, Rng, commitment
from judge.rules.values import PUBLIC, VOTE, Act, GameState, Json, Orders, Outcome, Phase, Result, only, sheet_of

BEGUN = datetime(2000, 1, 1, tzinfo=UTC)
"""No clock is looked at, so that equal games are equal files."""
BROKEN_OFF = "The arena broke this game off."


MOST_REMARKS = 20


@dataclass(frozen=True)
class Setup:
    """A game to play, for `phases` or until `until` would begin. `made_as`: the rules that it is kept under."""

    name: str
    system: AnySystem
    options: Mapping[str, Json]
    seats: tuple[str, ...]
    seed: bytes
    rounds: int = 1
    phases: int = 200
    until: str = ""
    made_as: str = ""
    archived: bool = False


@dataclass
class Turns:
    """Of one seat: how often it was asked; the seconds that its writing took, in all and at most (of work in this
    process, of waiting for another program); and its faults: the phase and what was wrong, of turns that were lost and
    of lines that were not read.
    """

    asked: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    lost: list[tuple[str, str]] = field(default_factory=list)
    unread: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Played:
    """How a game went. `tally`: seat -> named numbers, the most important first; no `result`: broken off."""

    name: str
    players: Mapping[str, str]
    phases: int
    last: str
    result: Result | None
    tally: Mapping[str, Mapping[str, int]]
    turns: Mapping[str, Turns]
    archive: Archive | None


def play(setup: Setup, table: Mapping[str, Contestant]) -> Played:
    """Plays it; `table`: seat -> who sits there. Raises what the rules raise, and nothing that a contestant does."""
    game = _Game(setup, table)
    try:
        return game.play()
    finally:
        game.close()


class _Game:
    """The game as it stands."""

    def __init__(self, setup: Setup, table: Mapping[str, Contestant]) -> None:
        self._setup, self._table = setup, table
        system = setup.system
        hides = bool(system.hidden_lots) and not system.opens_all
        self._hidden = hashlib.sha256(b"hidden " + setup.seed).digest() if hides else b""
        self._record: list[ArchivedPhase] = []
        self._acts: list[RoleAct] = []
        self._happened: list[Outcome[GameState]] = []
        self.turns = {seat: Turns() for seat in setup.seats}
        self._told: list[Told] = []
        self._own: dict[str, list[Told]] = {seat: [] for seat in setup.seats}
        self._heard: dict[str, list[Heard]] = {seat: [] for seat in setup.seats}
        self._said: dict[str, list[Heard]] = {seat: [] for seat in setup.seats}
        self._remarks: dict[str, list[str]] = {seat: [] for seat in setup.seats}
        self._sittings: dict[str, Sitting] = {}
        self._absent: dict[str, str] = {}
        self._result: Result | None = None

    def play(self) -> Played:
        setup, system = self._setup, self._setup.system
        outcome = system.start(setup.options, setup.seats, self._rng(START_LABEL))
        self._tell(START_LABEL, outcome)
        self._sit_down(outcome.state)
        number, label = 0, START_LABEL
        state = outcome.state
        while (phase := system.phase(state)) is not None:
            label, before = phase.label, state
            if number >= setup.phases or label == setup.until:
                self._keep(phase, before, {}, "master")
                break
            state, filed = self._written(state, phase)
            outcome = system.adjudicate(state, filed, self._rng(label))
            self._tell(label, outcome)
            self._keep(phase, before, filed, "adjudication")
            state, self._result = outcome.state, outcome.result
            number += 1
            if self._result is not None:
                break
        return self._played(state, number, label)

    def close(self) -> None:
        for sitting in self._sittings.values():
            sitting.close(self._result)
        self._sittings = {}

    def _rng(self, label: str) -> Rng:
        return Rng(self._setup.seed, label, 0, self._hidden)

    def _sit_down(self, state: GameState) -> None:
        setup = self._setup
        try:
            borders = setup.system.borders(setup.system.view(state, PUBLIC), "")
        except Refused:
            borders = ()
        for seat in setup.seats:
            try:
                card = Card(setup.name, setup.system, setup.options, seat, setup.seats, setup.rounds, borders)
                self._sittings[seat] = self._table[seat].sit(card)
            except Lost as lost:
                self._absent[seat] = str(lost)

    def _tell(self, label: str, outcome: Outcome[GameState]) -> None:
        self._told.append(Told(label, outcome.events))
        for seat, letters in self._own.items():
            letters.append(letter_to(only(seat), self._told[-1]))
        self._happened.append(outcome)

    def _written(self, state: GameState, phase: Phase) -> tuple[GameState, dict[str, Orders]]:
        """(the state after what took effect at once, the orders on file) at the end of a phase."""
        filed: dict[str, Orders] = {}
        for turn in range(self._setup.rounds):
            posted: list[tuple[str, Message]] = []
            for seat in self._setup.seats:
                here = self._situation(state, phase, seat, filed, turn)
                if here is None:
                    continue
                writing = self._writing(seat, here)
                if writing is not None:
                    state = self._file(state, here, writing, filed)
                    posted += [(seat, message) for message in writing.messages]
            self._deliver(phase, posted)
        return state, filed

    def _situation(
        self, state: GameState, phase: Phase, seat: str, filed: Mapping[str, Orders], turn: int
    ) -> Situation | None:
        roles = roles_of(phase, seat)
        # Who holds an office may read all of its past; of most seats the letters are kept sorted.
        told = self._told if len(roles) > 1 else ()
        others = [each for each in self._setup.seats if each != seat]
        here = situation_of(
            self._setup.system,
            state,
            seat,
            self._rng(phase.label),
            filed=filed,
            told=told,
            heard=self._heard[seat],
            said=self._said[seat],
            addressees=others,
            turn=turn,
        )
        return here if here is None or told else replace(here, told=tuple(self._own[seat]))

    def _writing(self, seat: str, here: Situation) -> Writing | None:
        turns, label = self.turns[seat], here.phase.label
        turns.asked += 1
        # What this process does itself is counted as work, however busy the machine is.
        clock = time.process_time if isinstance(self._table[seat], InProcess) else time.perf_counter
        begun = clock()
        try:
            if seat in self._absent:
                raise Lost(self._absent[seat])
            writing = self._sittings[seat].write(here, self._remarks[seat])
        except Lost as lost:
            turns.lost.append((label, str(lost)))
            self._remarks[seat] = [f"your turn was lost: {lost}"]
            return None
        took = clock() - begun
        turns.seconds += took
        turns.slowest = max(turns.slowest, took)
        return writing

    def _file(self, state: GameState, here: Situation, writing: Writing, filed: dict[str, Orders]) -> GameState:
        """Reads the sheets as a mail would be read; the state after what takes effect at once."""
        remarks: list[str] = []
        for role, text in writing.sheets.items():
            if role not in here.views or not text.strip():
                continue
            reading = self._setup.system.read(here.views[role], role, sheet_of(text, filed.get(role)))
            remarks += [f"line {each.line}: {each.message}" for each in reading.problems if not each.warning]
            if reading.parts:
                filed[role] = {**filed.get(role, {}), **reading.parts}
            for act in reading.acts:
                state = self._act(state, role, act, remarks, here.phase.label)
        self.turns[here.seat].unread += [(here.phase.label, remark) for remark in remarks]
        self._remarks[here.seat] = remarks[:MOST_REMARKS]
        return state

    def _act(self, state: GameState, role: str, act: Act, remarks: list[str], label: str) -> GameState:
        if act.kind == VOTE:
            remarks.append("a program's vote counts for nothing")
            return state
        system = self._setup.system
        try:
            outcome = system.act(state, role, act)
        except Refused as refused:
            remarks.append(f"line {act.line}: {refused.problem.message}")
            return state
        self._tell(label, outcome)
        if not self._setup.archived:
            return outcome.state
        self._acts.append(RoleAct(role, act.kind, act.data))
        return system.load(system.dump(outcome.state))  # as the judge does between two mails

    def _deliver(self, phase: Phase, posted: Sequence[tuple[str, Message]]) -> None:
        for sender, message in posted:
            letter = Heard(phase.label, sender, message.to, message.text)
            self._said[sender].append(letter)
            for seat in message.to or self._setup.seats:
                if seat in self._heard and seat != sender:
                    self._heard[seat].append(letter)

    def _played(self, state: GameState, number: int, label: str) -> Played:
        setup = self._setup
        tally = setup.system.tally(state)
        return Played(
            setup.name,
            {seat: contestant.name for seat, contestant in self._table.items()},
            number,
            label,
            self._result,
            {seat: dict(tally.get(seat, {})) for seat in setup.seats},
            self.turns,
            self._archive(state) if setup.archived else None,
        )

    def _keep(self, phase: Phase, before: GameState, orders: Mapping[str, Orders], how: Closing) -> None:
        """Keep a phase for the archive. `before`: the state in which it began."""
        if self._setup.archived:
            at = (BEGUN + timedelta(hours=len(self._record))).isoformat()
            system = self._setup.system
            kept = ArchivedPhase(
                label=phase.label,
                title=phase.title,
                system_version=system.version,
                run=0,
                opened_at=at,
                closed_at=at,
                closed_by=how,
                state_before=system.dump(before),
                orders=orders,
                acts=tuple(self._acts),
                events=tuple(event for outcome in self._happened for event in outcome.events),
                postings=tuple(posting for outcome in self._happened for posting in outcome.postings),
            )
            self._record.append(kept)
        self._acts, self._happened = [], []

    def _archive(self, state: GameState) -> Archive:
        """Return the archive of the game, whose last state this is."""
        setup, system = self._setup, self._setup.system
        return Archive(
            name=setup.name,
            title=f"Arena {setup.name}",
            system=setup.made_as or system.name,
            system_version=system.version,
            options=setup.options,
            seats=setup.seats,
            seed=setup.seed.hex(),
            commitment=commitment(setup.seed),
            hidden_seed=self._hidden.hex(),
            hidden_commitment=commitment(self._hidden) if self._hidden else "",
            started_at=self._record[0].opened_at,
            ended_at=self._record[-1].closed_at,
            whole=not system.opens_all,
            phases=tuple(self._record),
            opened=system.opened(records_of(self._record)),
            result=self._result or Result((), BROKEN_OFF),
            state_after=system.dump(state),
        )
