"""Do the tests notice when the judge is wrong? Small changes drawn by a seed, each tried on the tests that reach it.

    python -m bench.mutants draw [--count 48] [--seed 13]     writes bench/mutants.json
    python -m bench.mutants find                              where each is in this tree; which are no longer there
    python -m bench.mutants watch MAP                         one run of the tests: which of them reach which mutants
    python -m bench.mutants run MAP RESULTS                   makes each mutant and runs those tests; can go on

`watch` and `run` work on a copy of the tree. A mutant is caught when a test fails that passes on the tree as it is.
Drawn before the modules were moved, the list stays as it is: bench/_mutation.py says how a mutant is found again.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from bench._mutation import Found, Mutant, Site, all_sites, as_json, find
from bench._trial import Copy, Verdict, attempt, attempt_rest, read_reach, watch

TREE = Path(__file__).resolve().parent.parent
DRAWN = Path(__file__).with_name("mutants.json")
LEAST = 2  # of every package
COUNT, SEED = 48, 13
SECONDS = 120
DONE = ("caught", "survived", "lost")


def draw(sites: list[Site], count: int, seed: int) -> list[Mutant]:
    """At least two of every package, the rest by its number of sites; of a package each kind of change as often as
    every other, and no two in one function.
    """
    chance = random.Random(seed)
    packages: dict[str, list[Site]] = defaultdict(list)
    for site in sites:
        packages[site.mutant.package].append(site)
    shares = dict.fromkeys(packages, LEAST)
    while sum(shares.values()) < count:
        shares[max(shares, key=lambda name: (len(packages[name]) / (shares[name] - LEAST + 1), name))] += 1
    drawn: list[Mutant] = []
    for name in sorted(packages):
        kinds: dict[str, list[Site]] = defaultdict(list)
        functions: set[tuple[Path, str]] = set()
        for site in packages[name]:
            kinds[site.mutant.kind].append(site)
        while shares[name] and kinds:
            site = chance.choice(kinds[chance.choice(sorted(kinds))])
            if (site.file, site.mutant.function) not in functions:
                functions.add((site.file, site.mutant.function))
                drawn.append(site.mutant)
                shares[name] -= 1
    return drawn


def load() -> list[Mutant]:
    return [Mutant(**each) for each in json.loads(DRAWN.read_text(encoding="utf-8"))["mutants"]]


def located(tree: Path = TREE) -> list[Found | None]:
    """Where each drawn mutant is in a tree, in the order in which they were drawn."""
    sites = all_sites(tree)
    return [find(mutant, sites) for mutant in load()]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.mutants", description="Do the tests notice?")
    verbs = parser.add_subparsers(dest="verb", required=True)
    drawing = verbs.add_parser("draw")
    drawing.add_argument("--count", type=int, default=COUNT)
    drawing.add_argument("--seed", type=int, default=SEED)
    verbs.add_parser("find")
    watching = verbs.add_parser("watch")
    watching.add_argument("map", type=Path)
    watching.add_argument("arguments", nargs="*", help="for pytest: -n 2, folders")
    running = verbs.add_parser("run")
    running.add_argument("map", type=Path)
    running.add_argument("results", type=Path)
    running.add_argument("--seconds", type=float, default=SECONDS, help="of tests a mutant")
    running.add_argument("--only", type=int, nargs="+", help="these numbers")
    running.add_argument("--rest", action="store_true", help="what survived: the slow tests too, and PostgreSQL")
    running.add_argument("--again", action="store_true", help="what survived: the map has grown")
    chosen = parser.parse_args(arguments)
    if chosen.verb == "draw":
        drawn = [as_json(mutant) for mutant in draw(all_sites(TREE), chosen.count, chosen.seed)]
        DRAWN.write_text(json.dumps({"seed": chosen.seed, "mutants": drawn}, indent=1) + "\n", encoding="utf-8")
    if chosen.verb == "find":
        return _find()
    if chosen.verb == "watch":
        with closing(Copy(TREE)) as copy:
            print(watch(copy, located(copy.top), chosen.map, chosen.arguments), "tests")
    if chosen.verb == "run":
        return _run(chosen)
    return 0


def _find() -> int:
    lost = 0
    for number, (mutant, found) in enumerate(zip(load(), located(), strict=True)):
        if found is None:
            lost += 1
            print(f"{number:3} LOST  {mutant.package} {mutant.function}: {mutant.statement}")
            continue
        there = found.site.mutant
        where = f"{found.site.file}:{found.site.span[0]} {there.function}"
        print(f"{number:3} {found.likeness:.2f} {found.how:14} {where}: {there.kind} {there.before} -> {there.after}")
    return 1 if lost else 0


def _run(chosen: argparse.Namespace) -> int:
    """What is in the results stands, but for mutants that no test reached: the map may have grown."""
    results: Path = chosen.results
    reached = [read_reach(line) for line in chosen.map.read_text(encoding="utf-8").splitlines()]
    known = json.loads(results.read_text(encoding="utf-8")) if results.exists() else {}
    drawn = load()
    with closing(Copy(TREE)) as copy:
        for number, found in enumerate(located(copy.top)):
            before = known.get(str(number), {}).get("outcome")
            if before in DONE and not (before == "survived" and (chosen.rest or chosen.again)):
                continue
            if chosen.only and number not in chosen.only:
                continue
            if found is None:
                verdict = Verdict(number, "lost", (), 0, 0.0)
            elif chosen.rest:
                verdict = attempt_rest(copy, number, found, reached, chosen.seconds)
            else:
                verdict = attempt(copy, number, found, reached, chosen.seconds)
            known[str(number)] = asdict(verdict) | {"mutant": as_json(drawn[number])}
            results.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
            print(
                f"{number:3} {verdict.outcome:9} {verdict.seconds:6.1f} s {drawn[number].function}",
                *verdict.by,
                flush=True,
            )
    outcomes = Counter(each["outcome"] for each in known.values())
    print(f"{outcomes['caught']} of {len(drawn)} caught;", dict(outcomes))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
