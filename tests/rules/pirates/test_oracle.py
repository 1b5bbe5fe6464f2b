"""Plans in many spellings: each is what it says."""

from __future__ import annotations

import random
from itertools import groupby

from judge.rules.pirates.canonical import parse_plan
from tests.rules.pirates.matches import SEVEN, match, read
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
