"""A whole game of Payola: what its end opens (3.6, 4.5), and how much money who had when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from judge.rules.diplomacy.story import BoardStory
from judge.rules.story import Chart, LedgerLine, Story, chart_of
from judge.rules.system import PUBLIC, Event, Json, PhaseRecord

OPENED, LEDGER = "opened", "ledger"


class PayolaStory(BoardStory):
    """Tells whole games with treasuries on a Diplomacy board."""

    def charts(self, story: Story) -> tuple[Chart, ...]:
        return (*super().charts(story), *self._treasuries(story))

    def opened_of(self, event: Event) -> str | None:
        if event.kind == OPENED:
            return str(event.data["phase"])
        return "" if event.kind == LEDGER else None

    def ledger(self, opened: Sequence[Event]) -> tuple[LedgerLine, ...]:
        return tuple(
            LedgerLine(entry["phase"], entry["account"], entry["amount"], entry["reason"])
            for event in opened
            if event.kind == LEDGER
            for entry in event.data["entries"]
        )

    def _treasuries(self, story: Story) -> tuple[Chart, ...]:
        """What each power had when its offers were read, phase by phase, and in the end."""
        told = [event.data for event in story.opened if event.kind == OPENED]
        phases = [(data["phase"], data["balances"]) for data in told if "balances" in data]
        if not phases:
            return ()
        last: Counter[str] = Counter()
        for line in self.ledger(story.opened):
            last[line.account] += line.amount
        end = {power: last[power] for power in phases[-1][1]}
        title = "Treasuries when each movement phase was adjudicated"
        return (chart_of("treasuries", title, [*phases, ("End", end)]),)


def ledger_event(record: Sequence[PhaseRecord]) -> Event:
    """The public event that opens the whole ledger."""
    entries: list[Json] = [
        {"phase": phase.label, "account": each.account, "amount": each.amount, "reason": each.reason}
        for phase in record
        for each in phase.postings
    ]
    return Event(PUBLIC, LEDGER, {"entries": entries})
