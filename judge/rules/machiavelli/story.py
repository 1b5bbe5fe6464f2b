"""A whole game of Absence of Plague: who held how many cities and provinces when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.rules.machiavelli.adjustment import SALARY
from judge.rules.machiavelli.campaign import CUT
from judge.rules.machiavelli.expenses import BRIBE_PRICES, DISBAND, DONE
from judge.rules.machiavelli.position import INDEPENDENTS
from judge.rules.machiavelli.victory import cities_of
from judge.rules.machiavelli.view import PlagueView
from judge.rules.story import Chart, Ranking, Story, chart_of
from judge.rules.values import Event, Json


def ranking(view: PlagueView) -> Ranking:
    """Rank by the cities that count; provinces, taxes and treasuries decide between equals (4.2)."""
    return Ranking("cities", _cities(view), decides=False, one="city")


def charts(story: Story[PlagueView]) -> tuple[Chart, ...]:
    """Chart cities that count (4.2), provinces and expected treasuries (A.2) as each phase began."""
    views = [*((each.label, each.before) for each in story.chapters), ("now", story.now)]
    seen = [(label, view) for label, view in views if view is not None]
    if len(seen) < len(views):
        return ()
    expected = [(label, view.expected) for label, view in seen if view.expected]
    title = "Treasuries, as anybody can reckon them"
    return (
        chart_of("cities", "Cities that count", [(label, _cities(view)) for label, view in seen]),
        chart_of("provinces", "Provinces", [(label, _provinces(view)) for label, view in seen]),
        *((chart_of("treasuries", title, expected),) if expected else ()),
    )


def _cities(view: PlagueView) -> dict[str, int]:
    return {player: len(cities_of(view.position, player)) for player in view.position.players()}


def _provinces(view: PlagueView) -> dict[str, int]:
    return {owner: len(held) for owner, held in view.provinces if owner != INDEPENDENTS}


CAMPAIGN, ACCOUNT = "campaign", "account"

Row = Mapping[str, Json]


def comments_on(events: Sequence[Event], power: str) -> tuple[str, ...]:
    """Say what failed, what the ducats did, and what others did to them."""
    told = {event.kind: event.data for event in events}
    if CAMPAIGN not in told or ACCOUNT not in told:
        return ()
    rows: Sequence[Row] = told[CAMPAIGN]["orders"]
    own = [row for row in rows if row["power"] == power]
    if not own:
        return (f"You have no units. A new one costs {SALARY} ducats, in Spring.", _spent(told[ACCOUNT]))
    return (_failed(own), _spent(told[ACCOUNT]), _suffered(own))


def _failed(own: Sequence[Row]) -> str:
    """An order that came to nothing, and why."""
    mine = {row["unit"] for row in own}
    for row in own:
        by = [each for each in row["cause"] if each]
        if row["dislodged"] or not by:
            continue
        if friend := next((each for each in by if each in mine), ""):
            return f"{row['order']} came to nothing: your own {friend} was in the way."
        against = " and ".join(by)
        if row["outcome"] == CUT:
            return f"{row['order']} was cut by {against}. A supporter that nobody can attack is safe."
        return f"{row['order']} came to nothing: {against} stood against it. Who brings one support more gets through."
    void = next((row for row in own if row["why"]), None)
    if void is not None:
        return f"{void['order']} was a Hold: {void['why']}."
    return "None of your orders failed."


def _spent(account: Mapping[str, Json]) -> str:
    """Ducats that were paid for nothing, or that lie idle."""
    rows: Sequence[Row] = account.get("rows", ())
    vain = next((row for row in rows if row["outcome"] != DONE and row["ducats"] < 0), None)
    if vain is not None:
        why = f": {vain['why']}" if vain["why"] else ""
        return f"You paid {-vain['ducats']} ducats for {vain['text']}, in vain{why}."
    left, price = int(account.get("balance") or 0), BRIBE_PRICES[DISBAND][0]
    if left >= price:
        return (
            f"{left} ducats lie idle. {price} pay an independent garrison next to a unit of yours to disband, and you "
            "walk in in the same season."
        )
    return "You have put your ducats to use."


def _suffered(own: Sequence[Row]) -> str:
    """What others did to their units."""
    for row in own:
        if row["dislodged"]:
            by = f" by {' and '.join(row['cause'])}" if row["cause"] else ""
            to = f"; it fell back to {row['retreat']}" if row["retreat"] else ""
            return f"{row['unit']} was driven out{by}{to}. A support for where it stands counts against that."
    return "None of your units was driven out."
