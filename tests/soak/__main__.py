"""`make soak`: ten years at random of every rule system, of Payola with every variation on every board.

Each phase: what a player writes is read from his view, the books balance, no account is overdrawn, the state survives
JSON, and the sheet that the judge offers to fill in reads without a problem. Then the same game among computer players:
they lose no turn, every line of theirs is read, and the archive replays.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.archive.document import read_archive
from judge.archive.verify import verify
from judge.arena.series import Series, one_game
from judge.rules.diplomacy.boardfile import BOARDS
from judge.rules.game import Game
from judge.rules.problems import Refused
from judge.rules.registry import playing, systems
from judge.rules.rng import START_LABEL, Rng
from judge.rules.values import Act, Json, Outcome, only, sheet_of
from judge.testing.scenario import Scenario
from tests.rules.conformance.scenarios import SCENARIOS

YEARS = 10
PHASES_A_YEAR = 5
PAYOLA = "payola"


def games() -> Iterator[tuple[str, dict[str, Json]]]:
    """(system, options) of every game to play."""
    boards = sorted(path.stem for path in BOARDS.glob("*.json"))
    for name in sorted(systems()):
        chosen: list[Mapping[str, Json]] = list(SCENARIOS[name].options)
        if name == PAYOLA:
            variants = next(option.choices for option in systems()[PAYOLA].options if option.name == "variant")
            chosen = [{"variant": variant, "map": board} for variant, board in itertools.product(variants, boards)]
        for options in chosen:
            yield name, dict(options)


def play(system: Game, scenario: Scenario, options: dict[str, Json], phases: int, seed: str) -> int:
    """Plays one game for so many phases, or to its end; the number of phases played."""
    chosen = {option.name: option.default for option in system.options} | options
    seating = system.seating(chosen)
    dummies = chosen.get("dummies", ())
    if chosen.get("variant") == "loyal" and not dummies:
        dummies = chosen["dummies"] = list(seating.names[-1:])
    drawn = random.Random(seed)
    key = seed.encode()
    books: Counter[tuple[str, str]] = Counter()
    outcome = system.start(chosen, [name for name in seating.names if name not in dummies], Rng(key, START_LABEL))
    for number in range(phases + 1):
        check(system, outcome, books)
        phase = system.phase(outcome.state)
        if phase is None or outcome.result is not None or number == phases:
            return number
        orders, state = {}, outcome.state
        for role in phase.roles:
            view = system.view(state, only(role))
            blank = system.read(view, role, sheet_of(system.form(view, {})))
            wrong = [problem for problem in blank.problems if not problem.warning]
            assert not wrong, f"{phase.label}: the form of {role}: {wrong[0]}"
            reading = system.read(view, role, sheet_of(scenario.sheet(view, role, drawn)))
            orders[role] = reading.parts
            state = act(system, state, role, reading.acts, books)
        outcome = system.adjudicate(state, orders, Rng(key, phase.label))
    return phases


def play_computers(name: str, options: dict[str, Json], phases: int, seed: str) -> int:
    """The same among computer players of all strengths, by turns; the number of phases played."""
    system = systems()[name]
    chosen = {option.name: option.default for option in system.options} | options
    if chosen.get("variant") == "loyal" and not chosen.get("dummies"):
        chosen["dummies"] = list(system.seating(chosen).names[-1:])
    lineup = tuple(playing(name, chosen).computers)
    finished = one_game(Series(name, chosen, lineup, 1, seed, phases=phases, archived=True), 0)
    for seat, turns in finished.played.turns.items():
        assert not turns.lost + turns.unread, f"the computer player of {seat}: {(turns.lost + turns.unread)[0]}"
    findings = verify(read_archive(finished.archive).archive).findings
    assert not findings, f"the archive: {findings[0]}"
    return finished.played.phases


def act(system: Game, state: Any, role: str, acts: Sequence[Act], books: Counter[tuple[str, str]]) -> Any:
    """The state after what a sheet does at once; what is refused, or would end the game, is left out."""
    for each in acts:
        try:
            done = system.act(state, role, each)
        except Refused:
            continue
        if done.result is None:
            check(system, done, books)
            state = done.state
    return state


def check(system: Game, outcome: Outcome, books: Counter[tuple[str, str]]) -> None:
    """The laws of every phase; `books` are the sums of all postings so far."""
    for posting in outcome.postings:
        books[posting.account, posting.currency] += posting.amount
    accounts = system.accounts(outcome.state)
    assert {account: amount for account, amount in books.items() if amount} == {
        account: amount for account, amount in accounts.items() if amount
    }, "postings and accounts differ"
    assert min(accounts.values(), default=0) >= 0, "an account is overdrawn"
    dumped = system.dump(outcome.state)
    assert system.dump(system.load(json.loads(json.dumps(dumped)))) == dumped, "a state does not survive JSON"


def main() -> None:
    parser = argparse.ArgumentParser(description="Long games at random.")
    parser.add_argument("--years", type=int, default=YEARS)
    parser.add_argument("--seeds", type=int, default=1, help="games of each kind")
    chosen = parser.parse_args()
    failed = 0
    for (name, options), seed in itertools.product(games(), range(chosen.seeds)):
        words = " ".join(f"{key}={value}" for key, value in options.items()) or "defaults"
        begun = time.monotonic()
        try:
            system = playing(name, options)
            played = play(system, SCENARIOS[system.name], options, chosen.years * PHASES_A_YEAR, f"soak {seed}")
            played += play_computers(name, options, chosen.years * PHASES_A_YEAR, f"soak {seed}")
            told = f"{played} phases in {time.monotonic() - begun:.1f} s"
        except Refused as refusal:
            told = f"not played: {refusal.problem.message}"
        except Exception as error:  # noqa: BLE001 - the other games are played all the same
            failed += 1
            told = f"FAILED: {type(error).__name__}: {error}"
        print(f"{name} {words}: {told}", flush=True)  # noqa: T201
    print(f"{failed} failed")  # noqa: T201
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
