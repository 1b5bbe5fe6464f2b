"""A whole game of Empires: who owned how many areas when, and the sheets, the money and the victory points that its end
opens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from judge.rules.empires.canonical import SLOTS
from judge.rules.empires.play import MAINTENANCE, SPENT
from judge.rules.empires.view import EmpireView
from judge.rules.story import Chart, LedgerLine, Ranking, Story, chart_of
from judge.rules.values import PUBLIC, Event, Json, PhaseRecord

OPENED, LEDGER, REPORT = "opened", "ledger", "report"
UPKEEP = "upkeep of turn "
"""What letters and pages call maintenance; archives keep the other word."""


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
    """What each had to spend in each turn, and its VPs behind it."""
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
    """Of which turn this event opens the sheets and the money; empty for the ledger of the whole game."""
    if event.kind == OPENED:
        return str(event.data["phase"])
    return "" if event.kind == LEDGER else None


def ledger(opened: Sequence[Event]) -> tuple[LedgerLine, ...]:
    """Every entry of the ledger that the end opened."""
    return tuple(
        LedgerLine(entry["phase"], entry["account"], entry["amount"], entry["reason"].replace(MAINTENANCE, UPKEEP))
        for event in opened
        if event.kind == LEDGER
        for entry in event.data["entries"]
    )


def opened_turns(record: Sequence[PhaseRecord]) -> tuple[Event, ...]:
    """What the end opens: of each turn the sheets in force, the BPs to spend in it and the VPs after it; and every
    entry of the ledger.
    """
    return (*_turns(record), _ledger(record))


def _turns(record: Sequence[PhaseRecord]) -> Iterator[Event]:
    vps: dict[str, int] = {}
    for each in record:
        told = _reports(each)
        vps |= {country: report["vps"] for country, report in told.items()}
        spent = {posting.account: -posting.amount for posting in each.postings if posting.reason.startswith(SPENT)}
        data = {
            "phase": each.label,
            "sheets": {name: parts.get(SLOTS, "") for name, parts in each.orders.items()},
            # Of a turn that was not played out nothing more is known.
            "bps": {country: spent.get(country, 0) for country in vps} if told else {},
            "vps": dict(vps) if told else {},
        }
        yield Event(PUBLIC, OPENED, data)


def _reports(phase: PhaseRecord) -> dict[str, Json]:
    return {event.audience.roles[0]: event.data for event in phase.events if event.kind == REPORT}


def _ledger(record: Sequence[PhaseRecord]) -> Event:
    entries = [
        {"phase": each.label, "account": posting.account, "amount": posting.amount, "reason": posting.reason}
        for each in record
        for posting in each.postings
    ]
    return Event(PUBLIC, LEDGER, {"entries": entries})


def _areas(view: EmpireView) -> dict[str, int]:
    counts = dict.fromkeys(view.countries, 0)
    for owner in view.owners.values():
        counts[owner] += 1
    return counts
