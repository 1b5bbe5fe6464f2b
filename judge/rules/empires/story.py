"""A whole game of Empires: areas over time, and the sheets, BPs and victory points that its end opens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from judge.rules.empires.canonical import SLOTS
from judge.rules.empires.view import EmpireView
from judge.rules.story import Chart, LedgerLine, Ranking, Story, chart_of
from judge.rules.values import PUBLIC, Event, PhaseRecord

OPENED, LEDGER, REPORT = "opened", "ledger", "report"


def ranking(view: EmpireView) -> Ranking:
    """By areas: of victory points only the leader's are public."""
    areas = {country: count for country, count in _areas(view).items() if country in view.order}
    return Ranking("areas", areas, view.barred, one="area")


def settled(view: EmpireView) -> Ranking | None:
    """By victory points, once the end has told everybody's, those of the eliminated too; dummies apart (11.6)."""
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
    for line in ledger(opened):
        left[line.account] += line.amount
    end = {country: left[country] for country in turns[-1]["bps"]}
    money = [*((turn["phase"], turn["bps"]) for turn in turns), ("end", end)]
    return (
        chart_of("treasuries", "BPs to spend", money),
        chart_of("vps", "Victory points after each turn", [(turn["phase"], turn["vps"]) for turn in turns]),
    )


def opened_of(event: Event) -> str | None:
    """Return the turn whose sheets and BPs this event opens; empty for the ledger of the whole game."""
    if event.kind == OPENED:
        return str(event.data["phase"])
    return "" if event.kind == LEDGER else None


def ledger(opened: Sequence[Event]) -> tuple[LedgerLine, ...]:
    """Return every entry of the ledger that the end opened."""
    return tuple(
        LedgerLine(entry["phase"], entry["account"], entry["amount"], entry["reason"])
        for event in opened
        if event.kind == LEDGER
        for entry in event.data["entries"]
    )


def opened_turns(record: Sequence[PhaseRecord]) -> tuple[Event, ...]:
    """Return what the end opens: the sheets, BPs and later VPs of each turn, and every entry of the ledger."""
    entries = [
        {"phase": each.label, "account": posting.account, "amount": posting.amount, "reason": posting.reason}
        for each in record
        for posting in each.postings
    ]
    return (*_turns(record), Event(PUBLIC, LEDGER, {"entries": entries}))


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
