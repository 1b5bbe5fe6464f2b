"""Plans and ballots in many spellings, and what comes of them, reckoned again from the rules alone."""

from __future__ import annotations

import random
from itertools import groupby

from judge.rules.pirates.canonical import parse_ballot, parse_plan
from tests.rules.pirates.matches import SEVEN, match, play, read, told, voting
from tests.support.soaking import examples

CASES = examples(1000)


def drawn_plan(total: int, drawn: random.Random) -> dict[str, int]:
    """All of the package, in a few different amounts, so that lists of names occur."""
    shares = dict.fromkeys(SEVEN, 0)
    for _ in range(total // 2):
        shares[drawn.choice(SEVEN[: drawn.randint(2, 7)])] += 2
    return shares


def spelled(shares: dict[str, int], drawn: random.Random) -> str:
    """The plan as somebody might write it. Anna is the proposer."""
    lines = []
    rest = drawn.choice(("none", "others", "everyone"))
    amounts = [amount for name, amount in shares.items() if name != "ANNA"]
    common = max(set(amounts), key=amounts.count)
    left = [name for name in SEVEN if not (rest != "none" and name != "ANNA" and shares[name] == common)]
    if rest == "others":
        lines.append(drawn.choice((f"give {common} to the others", f"others {common}", f"rest: {common}")))
    elif rest == "everyone":
        lines.append(drawn.choice((f"everyone {common}", f"{common} to everybody", f"All: {common} gold")))
    for amount, group in groupby(sorted(left, key=lambda name: (shares[name], name)), key=lambda name: shares[name]):
        names = [drawn.choice((name.title(), name.lower())) for name in group]
        if len(names) > 1 and drawn.random() < 0.7:
            listed = ", ".join(names)
            lines.append(
                drawn.choice(
                    (
                        f"{listed}: {amount} each",
                        f"{amount} each to {listed}",
                        f"{listed} {amount}",
                        f"{amount}: {listed}",
                    )
                )
            )
            continue
        for name in names:
            own = drawn.choice(("Self", "me", name)) if name.upper() == "ANNA" else name
            lines.append(drawn.choice((f"{own}: {amount}", f"{own} {amount} gold", f"{own}: {amount} gold - YES")))
    drawn.shuffle(lines)
    return "\n".join(lines)


def test_a_thousand_plans_in_as_many_spellings_are_what_they_say() -> None:
    for case in range(CASES):
        drawn = random.Random(case)
        package = drawn.choice((10, 20, 30, 40, 50))
        shares = drawn_plan(package, drawn)
        text = spelled(shares, drawn)
        found = read(match(opened=dict.fromkeys(match().players, package)), "ANNA", text)
        assert all(problem.warning for problem in found.problems), (text, found.problems)
        assert dict(parse_plan(found.parts["plan"]).shares) == shares, text


def spelled_ballot(ballot: dict[str, bool], shares: dict[str, int], drawn: random.Random) -> str:
    said = {True: ("YES", "yes", "Y"), False: ("NO", "no", "N")}
    if drawn.random() < 0.4:
        return "\n".join(
            f"{name.title()}: {shares[name]} gold - {'YES' if yes else 'NO'}" for name, yes in ballot.items()
        )
    whole = drawn.choice((True, False))
    lines = [f"{name.title()} {drawn.choice(said[yes])}" for name, yes in ballot.items() if yes != whole]
    return ", ".join(lines) + f", rest {said[whole][1]}"


def test_a_thousand_votes_give_each_the_gold_of_the_rules_and_tell_what_the_own_plan_won() -> None:
    for case in range(CASES):
        drawn = random.Random(case)
        plans = {name: drawn_plan(30, drawn) for name in SEVEN}
        ballots = {}
        for voter in SEVEN:
            yes = drawn.sample(SEVEN, drawn.choice((3, 4)))
            ballots[voter] = {name: name in yes for name in SEVEN}
        state = voting(plans)
        gives = {name: plans[name]["ANNA"] for name in SEVEN}
        sheets = {voter: spelled_ballot(ballots[voter], gives, drawn) for voter in SEVEN}
        for voter, text in sheets.items():
            filed = read(state, voter, text)
            assert not filed.problems, (text, filed.problems)
            assert {name: said == "YES" for name, said in parse_ballot(filed.parts["ballot"]).items()} == ballots[voter]
        passed = {name: sum(ballots[voter][name] for voter in SEVEN) > 3 for name in SEVEN}
        gold = dict.fromkeys(SEVEN, 0)
        for name, plan in plans.items():
            for each in SEVEN:
                gold[each] += plan[each] if passed[name] else (0 if each == name else 30 // 6)
        outcome = play(state, sheets)
        for name in SEVEN:
            (mine,) = told(outcome, "gold", name)
            assert mine.data["gold"] == mine.data["gained"] == gold[name]
            assert mine.data["own"] == {"passed": passed[name], "kept": plans[name][name] if passed[name] else 0}
