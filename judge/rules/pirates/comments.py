"""Comments on a phase for a player: what was offered, what passed, where gold came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.rules.values import Event, Json


def comments_on(events: Sequence[Event], player: str) -> tuple[str, ...]:
    """Comment on the plans offered to this player, or on what plans brought. Empty if the events tell of neither."""
    data = {event.kind: event.data for event in events}
    if "shares" in data:
        return _on_shares(data["shares"], player)
    if "gold" in data and "verdict" in data:
        return _on_gold(data["gold"], data["verdict"], player)
    return ()


def _on_shares(shares: Mapping[str, Json], player: str) -> tuple[str, ...]:
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


def _on_gold(gold: Mapping[str, Json], verdict: Mapping[str, Json], player: str) -> tuple[str, ...]:
    room = next((plan["room"] for plan in verdict["plans"] if plan["player"] == player), None)
    inside = [plan for plan in verdict["plans"] if plan["room"] == room]
    passed = sum(plan["passed"] for plan in inside)
    own = gold["own"]
    if own["passed"]:
        own_plan = (
            f"Your plan passed, and you kept {own['kept']}. Whoever keeps less pays for more votes than they need."
        )
    else:
        own_plan = "Your plan fell. Votes are bought with shares: more of the room must gain by it."
    return (
        own_plan,
        f"{gold['gained'] - own['kept']} of your {gold['gained']} gold came from the plans of others.",
        f"{passed} of {len(inside)} plans passed in your room.",
    )
