"""A whole game of Empires: areas over time, and the sheets, BPs and victory points that its end opens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from judge.rules.empires.canonical import SLOTS
from judge.rules.empires.play import BP
from judge.rules.empires.view import EmpireView
from judge.rules.story import OPENED, Chart, Ranking, Story, chart_of, ledger_event, ledger_lines
from judge.rules.values import PUBLIC, Event, Json, PhaseRecord

REPORT = "report"


def ranking(view: EmpireView) -> Ranking:
    """By areas: of victory points only the leader's are public."""
    areas = {country: count for country, count in _areas(view).items() if country in view.order}
    return Ranking("areas", areas, view.barred, one="area")


def settled(story: Story[EmpireView]) -> Ranking | None:
    """By victory points, once the end has told everybody's, those of the eliminated too; dummies apart (11.6)."""
    view = story.now
    if view is None:
        return None
    points = {country: view.final[country] for country in view.countries if country in view.final}
    return Ranking("victory points", points, view.barred, won=view.winners, one="victory point") if points else None


def charts(story: Story[EmpireView]) -> tuple[Chart, ...]:
    """Areas as each turn began, and now; after the end BPs and VPs, too."""
    views = [*((each.label, each.before) for each in story.chapters), ("now", story.now)]
    columns = [(label, _areas(view)) for label, view in views if view is not None]
    areas = (chart_of("areas", "Areas", columns),) if len(columns) == len(views) else ()
    return (*areas, *_opened_charts(story.opened))


def _opened_charts(opened: Sequence[Event]) -> tuple[Chart, ...]:
    """Return charts of what each country could spend in each turn, and of its VPs after it."""
    turns = [event.data for event in opened if event.kind == OPENED and event.data["vps"]]
    if not turns:
        return ()
    left: Counter[str] = Counter()
    for line in ledger_lines(opened):
        left[line.account] += line.amount
    end = {country: left[country] for country in turns[-1]["bps"]}
    money = [*((turn["phase"], turn["bps"]) for turn in turns), ("end", end)]
    return (
        chart_of("treasuries", "BPs to spend", money),
        chart_of("vps", "Victory points after each turn", [(turn["phase"], turn["vps"]) for turn in turns]),
    )


def opened_turns(record: Sequence[PhaseRecord]) -> tuple[Event, ...]:
    """Return what the end opens: the sheets, BPs and later VPs of each turn, and every entry of the ledger."""
    return (*_turns(record), ledger_event(record, BP))


def _turns(record: Sequence[PhaseRecord]) -> Iterator[Event]:
    vps: dict[str, int] = {}
    for each in record:
        told = {event.audience.roles[0]: event.data for event in each.events if event.kind == REPORT}
        vps |= {country: report["vps"] for country, report in told.items()}
        data = {
            "phase": each.label,
            "sheets": {name: parts.get(SLOTS, "") for name, parts in each.orders.items()},
            # Of a turn that was not played out nothing more is known.
            "bps": {country: told.get(country, {}).get("had", 0) for country in vps} if told else {},
            "vps": dict(vps) if told else {},
        }
        yield Event(PUBLIC, OPENED, data)


def _areas(view: EmpireView) -> dict[str, int]:
    counts = dict.fromkeys(view.countries, 0)
    for owner in view.owners.values():
        counts[owner] += 1
    return counts


ROUNDUP = "roundup"
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
