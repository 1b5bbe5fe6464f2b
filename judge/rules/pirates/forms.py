"""Blank sheets to answer with, and what the orders on file come to."""

from __future__ import annotations

from judge.rules.pirates.canonical import (
    BALLOT,
    GIFT,
    MOVE,
    PLAN,
    YES,
    even_ballot,
    even_plan,
    parse_ballot,
    parse_plan,
    print_plan,
)
from judge.rules.pirates.state import DISTRIBUTION, VOTING
from judge.rules.pirates.view import PirateView
from judge.rules.values import Orders


def show(orders: Orders) -> str:
    """Print the orders on file as text that reads back to the same."""
    texts = [orders.get(part, "") for part in (PLAN, BALLOT, MOVE)]
    if orders.get(GIFT):
        texts.append(f"GIVE TOKEN {orders[GIFT]}")
    return "\n".join(text for text in texts if text)


def estimate(view: PirateView, orders: Orders) -> tuple[str, ...]:
    """Remarks on what the orders on file come to."""
    remarks = []
    if orders.get(PLAN):
        plan = parse_plan(orders[PLAN])
        others = len(view.room) - 1
        whole = sum(plan.shares.values())
        lost = f"each of the others gets {whole // others}" if others else "all of it is destroyed"
        kept = plan.shares.get(view.player, 0)
        remarks.append(f"If your plan passes, you keep {kept} of {whole} gold. If it fails, {lost}.")
    if orders.get(BALLOT):
        verdicts = list(parse_ballot(orders[BALLOT]).values())
        yes = verdicts.count(YES)
        remarks.append(f"{yes} yes, {len(verdicts) - yes} no.")
    elif orders.get(MOVE) and view.stage == VOTING:
        remarks.append("You have not voted yet. Without a ballot of yours the lot votes for you.")
    return tuple(remarks)


def _ballot_form(view: PirateView) -> str:
    """Propose yes to the own plan and to those that give most."""
    gives = {share["from"]: share["amount"] for share in view.shares}
    order = sorted(view.room, key=lambda name: (name != view.player, -gives[name], name))
    ballot = even_ballot(order)
    yes = list(ballot.values()).count(YES)
    width = max(map(len, view.room)) + 5
    lines = [f"{f'{name}: {verdict}':<{width}}  // gives you {gives[name]}" for name, verdict in ballot.items()]
    lines[0] += f"; in all {yes} yes and {len(ballot) - yes} no"
    begun = "// To start with: yes to yourself and to what gives you most."
    return "\n".join(("// As many yes as no, or one more or less.", begun, *lines))


def _gift_form(view: PirateView, chosen: str) -> str:
    """List who could get the token, and who gets it as it stands."""
    said = "// Take the // off one line. With NO ORDERS alone the token is lost."
    if chosen:
        said = "// To choose anew, change the name. With CLEAR and, on the next line, NO ORDERS the token is lost."
    names = [name for name in view.players if name not in (view.player, chosen)]
    own = [f"GIVE TOKEN {chosen}"] if chosen else []
    return "\n".join((said, *own, *(f"// GIVE TOKEN {name}" for name in names)))


def form(view: PirateView, last: Orders) -> str:
    """Return a sheet that is valid as it stands, and gives nothing away unseen."""
    if not view.player:
        return ""
    if view.stage == DISTRIBUTION:
        over = ", and you what is over" if view.package % len(view.room) else ""
        even = (f"// To start with, everybody gets the same{over}.",) if len(view.room) > 1 else ()
        change = f"// Change the numbers: they must add up to {view.package}."
        return "\n".join((*even, change, print_plan(even_plan(view.player, view.room, view.package))))
    if view.stage == VOTING:
        return _ballot_form(view)
    if view.gives_token:
        return _gift_form(view, last.get(GIFT, ""))
    return ""
