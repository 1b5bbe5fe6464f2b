"""What a player of Empires might learn from a turn: three sentences on their slots, battles and bid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.rules.values import Event, Json

REPORT, ROUNDUP = "report", "roundup"
_ON_LAND = "Forts and terrain count for the defender, who"


def comments_on(events: Sequence[Event], country: str) -> tuple[str, ...]:
    """Say what was not carried out, how battles went, and what the bid won; nothing without a report."""
    told = {event.kind: event.data for event in events}
    report = told.get(REPORT)
    if report is None:
        return ()
    return (_undone(report), _fought(report, country), _bid(report, told.get(ROUNDUP, {}), country))


def _undone(report: Mapping[str, Json]) -> str:
    undone = next((slot for slot in report["slots"] if not slot["done"]), None)
    if undone is not None:
        return f"Slot {undone['slot']}, {undone['order']}, was not carried out: {undone['said']}."
    ignored = next((slot for slot in report["slots"] if slot.get("ignored")), None)
    if ignored is not None:
        return f"Slot {ignored['slot']}, {ignored['order']}, was {ignored['said']}."
    return "All your slots were carried out." if report["slots"] else "You filled no slot."


def _fought(report: Mapping[str, Json], country: str) -> str:
    """The battle that was lost, or the one that cost most, as it was left: what came later changes the area again."""
    lost = [each for each in report["battles"] if each["won"] != (each["attacker"] == country)]
    for each in lost:
        if each["attacker"] == country:
            counts = "At sea only ships count. The defender" if each["at_sea"] else _ON_LAND
            return (
                f"{each['attackers']} failed at {each['area']} against {each['defenders']}. {counts} had "
                f"{each['defenders'] - each['defender_lost']} left there."
            )
        return f"You lost {each['area']}: {each['attackers']} came against {each['defenders']}."
    won = [each for each in report["battles"] if each["attacker"] == country]
    if won:
        most = max(won, key=lambda each: each["attackers"] - each["attacker_lost"])
        left = most["attackers"] - most["attacker_lost"]
        return (
            f"You took {most['area']} with {most['attackers']}, of whom {left} {'was' if left == 1 else 'were'} left."
        )
    return "Nobody attacked you." if not report["battles"] else "You held against every attack."


def _bid(report: Mapping[str, Json], roundup: Mapping[str, Json], country: str) -> str:
    """What the bid won, what one more would have, and what was too much."""
    order = [(row["country"], row["bid"]) for row in roundup.get("order", ())]
    place = next((number for number, (each, _) in enumerate(order) if each == country), None)
    if place is None or len(order) < 2:
        return f"You have {report['bps']} BP{'' if report['bps'] == 1 else 's'} for the next turn."
    own = order[place][1]
    if place == 0:
        second = order[1][1]
        if own - second > 1:
            return f"Your bid of {own} makes you first. {second + 1} would have been enough."
        return f"Your bid of {own} makes you first."
    before, most = order[place - 1]
    # Equal bids keep their order (6.2): whoever is ahead with the same bid played first this turn, too.
    tied = f", and {most} too if you played before it this turn" if most > own else ""
    return f"Your bid of {own} makes you number {place + 1}. {most + 1} would have put you before {before}{tied}."
