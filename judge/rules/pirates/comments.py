"""What a player of Pirates' Proposal might learn from a phase: what was offered, what passed, where gold came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.rules.values import Event, Json

SHARES, VERDICT, GOLD = "shares", "verdict", "gold"


def comments_on(events: Sequence[Event], player: str) -> tuple[str, ...]:
    """Of the plans what they offer this player; of the verdict what their own plan and the others' brought. Nothing
    where these events, all of one reader's, tell of neither.
    """
    told = {event.kind: event.data for event in events}
    if SHARES in told:
        return _offered(told[SHARES], player)
    if GOLD in told and VERDICT in told:
        return _brought(told[GOLD], told[VERDICT], player)
    return ()


def _offered(shares: Mapping[str, Json], player: str) -> tuple[str, ...]:
    rows = [row for row in shares["shares"] if row["from"] != player]
    if not rows:
        return ()
    best = max(rows, key=lambda row: row["amount"])
    paying = sum(row["amount"] > 0 for row in rows)
    return (
        f"{best['from'].title()} offers you most: {best['amount']}.",
        f"{paying} of {len(rows)} plans of others in your room share with you."
        + (" The rest bring you gold only if they fail." if paying < len(rows) else ""),
        f"If all of them pass, they bring you {sum(row['amount'] for row in rows)}.",
    )


def _brought(gold: Mapping[str, Json], verdict: Mapping[str, Json], player: str) -> tuple[str, ...]:
    room = next((plan["room"] for plan in verdict["plans"] if plan["player"] == player), None)
    inside = [plan for plan in verdict["plans"] if plan["room"] == room]
    passed = sum(plan["passed"] for plan in inside)
    own = gold["own"]
    if own["passed"]:
        said = f"Your plan passed, and you kept {own['kept']}. Whoever keeps less pays for more votes than they need."
    else:
        said = "Your plan fell. Votes are bought with shares: more of the room must gain by it."
    return (
        said,
        f"{gold['gained'] - own['kept']} of your {gold['gained']} gold came from the plans of others.",
        f"{passed} of {len(inside)} plans passed in your room.",
    )
