"""The conformance suite can fail: each fault planted in Payola is caught by the law that is there for it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from judge.rules.computers import ComputerPlayer, Situation, Writing
from judge.rules.drawing import Mark, Picture
from judge.rules.payola.state import PayolaState
from judge.rules.payola.system import Payola
from judge.rules.payola.view import PayolaView
from judge.rules.problems import Problem
from judge.rules.rng import Rng
from judge.rules.values import PUBLIC, Act, Audience, Event, Json, Orders, Outcome, Phase, Reading, Sheet, only
from judge.testing import laws
from judge.testing.laws import LAWS, Effort, Law, every_phase_can_be_drawn
from tests.rules.conformance.scenarios import SCENARIOS
from tests.support.soaking import stride

RUNS = count()
EFFORT = Effort(games=5, seed=5)  # with this one all are caught early
"""It ends with the first moment in which the fault shows; whether there is one in a single game is chance."""


class _Leaky(Payola):
    """Keeps in a view's title what the planted leak wants to tell; the view is what everything else is made from."""

    @abstractmethod
    def secret(self, state: PayolaState) -> str: ...

    def view(self, state: PayolaState, viewer: Audience) -> PayolaView:
        view = super().view(state, viewer)
        return replace(view, phase=replace(view.phase, title=f"{view.phase.title} {self.secret(state)}"))


class TellsTheRichestPower(_Leaky):
    def secret(self, state: PayolaState) -> str:
        return max(state.balances, key=lambda power: (state.balances[power], power))


class TellsHowManyHaveChangedTheirLists(_Leaky):
    def secret(self, state: PayolaState) -> str:
        return str(sum(len(written) > 2 or written[0] == "?" for written in state.accept.values()))


class TellsWhoVotes(_Leaky):
    def secret(self, state: PayolaState) -> str:
        return ", ".join(state.match.votes.cast)


class SpeaksOfOthersInErrors(Payola):
    def read(self, view: PayolaView, role: str, sheet: Sheet) -> Reading:
        reading = super().read(view, role, sheet)
        return replace(reading, problems=(*reading.problems, Problem("leak", f"{view.phase.hours} of others")))

    def view(self, state: PayolaState, viewer: Audience) -> PayolaView:
        view = super().view(state, viewer)
        others = sum(balance for power, balance in state.balances.items() if power != "FRANCE")
        return replace(view, phase=replace(view.phase, hours=others))


class SpeaksOfOthersInTheEstimate(TellsTheRichestPower):
    def view(self, state: PayolaState, viewer: Audience) -> PayolaView:
        view = Payola.view(state, viewer)
        rich = self.secret(state)
        return replace(view, payees=tuple(sorted(view.payees, key=lambda power: power != rich)))

    def estimate(self, view: PayolaView, orders: Orders) -> tuple[str, ...]:
        return (*super().estimate(view, orders), f"beware of {view.payees[0]}")


class PublishesStatements(Payola):
    def adjudicate(self, state: PayolaState, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
        outcome = super().adjudicate(state, orders, rng)
        events = [
            Event(PUBLIC, event.kind, event.data) if event.kind == "statement" else event for event in outcome.events
        ]
        return replace(outcome, events=tuple(events))


class TellsWhoPaid(Payola):
    def adjudicate(self, state: PayolaState, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
        outcome = super().adjudicate(state, orders, rng)
        payers = sorted({posting.account for posting in outcome.postings})
        return replace(outcome, events=(*outcome.events, Event(only("FRANCE"), "gossip", {"payers": payers})))


class AnnouncesSecretActs(Payola):
    def act(self, state: PayolaState, role: str, act: Act) -> Outcome:
        outcome = super().act(state, role, act)
        return replace(outcome, events=(*outcome.events, Event(PUBLIC, act.kind, {})))


class HasMoneyWithoutAName(Payola):
    coins: Mapping[str, tuple[str, str]] = {}


class ForgetsThePosting(Payola):
    def adjudicate(self, state: PayolaState, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
        return replace(super().adjudicate(state, orders, rng), postings=())


class MintsMoneyInTransfers(Payola):
    def act(self, state: PayolaState, role: str, act: Act) -> Outcome:
        outcome = super().act(state, role, act)
        return replace(outcome, postings=outcome.postings[1:])


class NeverTwiceTheSame(Payola):
    def adjudicate(self, state: PayolaState, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
        outcome = super().adjudicate(state, orders, rng)
        return replace(outcome, events=(*outcome.events, Event(PUBLIC, "run", {"number": next(RUNS)})))


class ReadsTheFirstSheetFirst(Payola):
    def adjudicate(self, state: PayolaState, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
        outcome = super().adjudicate(state, orders, rng)
        return replace(outcome, events=(*outcome.events, Event(PUBLIC, "first", {"power": next(iter(orders), "")})))


class LosesTheLists(Payola):
    def load(self, data: Json) -> PayolaState:
        state: PayolaState = super().load(data)
        return replace(state, accept=dict.fromkeys(state.accept, "?"))


class StumblesOverNoise(Payola):
    def read(self, view: PayolaView, role: str, sheet: Sheet) -> Reading:
        for line in sheet.lines:
            assert len(line.text) < 1000
        return super().read(view, role, sheet)


class CallsItsOwnOrdersRemarks(Payola):
    def read(self, view: PayolaView, role: str, sheet: Sheet) -> Reading:
        return replace(super().read(view, role, sheet), remarks=sheet.lines)


class GoesOverALongLineForEver(Payola):
    def read(self, view: PayolaView, role: str, sheet: Sheet) -> Reading:
        while any(len(line.text) > 10_000 for line in sheet.lines):
            continue
        return super().read(view, role, sheet)


class LosesAllForOneBadLine(Payola):
    def read(self, view: PayolaView, role: str, sheet: Sheet) -> Reading:
        reading = super().read(view, role, sheet)
        texts = [*(each.text for each in reading.problems), *(each.text for each in reading.remarks)]
        return replace(reading, parts={}) if any("nonsense" in text for text in texts) else reading


class WantsASheetOfEverybody(Payola):
    def adjudicate(self, state: PayolaState, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
        phase = self.phase(state)
        assert phase is not None
        return super().adjudicate(state, {role: orders[role] for role in phase.roles}, rng)


class ShowsAnEmptySheet(Payola):
    def show(self, view: PayolaView, orders: Orders) -> str:
        return ""


class PrintsWithoutComments(Payola):
    def print(self, view: PayolaView, part: str, parsed: Any) -> str:
        return super().print(view, part, parsed).partition("%")[0]


class SendsAWrongSheetToAnswerWith(Payola):
    def form(self, view: PayolaView, last: Orders) -> str:
        return super().form(view, last) + "\n5 : A ATLANTIS H"


class NeverNamesAnotherPhase(Payola):
    def phase(self, state: PayolaState) -> Phase | None:
        phase = super().phase(state)
        return phase and replace(phase, label="S1901M")


class AddressesNobody(Payola):
    def adjudicate(self, state: PayolaState, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
        outcome = super().adjudicate(state, orders, rng)
        return replace(outcome, events=(*outcome.events, Event(only("NARNIA"), "statement", {})))


class DrawsInSecretUnsaid(Payola):
    def adjudicate(self, state: PayolaState, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
        outcome = super().adjudicate(state, orders, rng)
        drawn = Event(only("FRANCE"), "statement", {"drawn": rng.hidden("weather").below(1 << 60)})
        return replace(outcome, events=(*outcome.events, drawn))


class DrawsInSecretAndOpensAll(DrawsInSecretUnsaid):
    hidden_lots = "the weather"


class DrawsWhatIsNotOnTheMap(Payola):
    def phase_picture(
        self, before: PayolaView, events: Sequence[Event], after: PayolaView | None = None
    ) -> Picture | None:
        picture = super().phase_picture(before, events, after)
        return picture and replace(picture, marks=(Mark("move", "PAR", "ATL"),))


class _Says:
    """A computer player whose sentence for HINT is what this makes of the situation."""

    def __init__(self, say: Callable[[Situation], str], sheet: str = "") -> None:
        self._say, self._sheet = say, sheet

    def write(self, situation: Situation) -> Writing:
        return Writing(dict.fromkeys(situation.views, self._sheet), why=self._say(situation))


class HasAComputerThatWritesNonsense(Payola):
    computers: Mapping[str, ComputerPlayer] = {"novice": _Says(lambda _: "", "5 : A ATLANTIS H")}


class HasAComputerThatIsRefused(Payola):
    computers: Mapping[str, ComputerPlayer] = {"novice": _Says(lambda _: "", "TRANSFER 9999 TO FRANCE")}


class HasAComputerThatRemembers(Payola):
    computers: Mapping[str, ComputerPlayer] = {"novice": _Says(lambda _: str(next(RUNS)))}


class TellsItsComputerTheRichestPower(TellsTheRichestPower):
    computers: Mapping[str, ComputerPlayer] = {"novice": _Says(lambda here: here.phase.title)}


class TellsProgramsWhatIsNoJson(Payola):
    def view_data(self, view: PayolaView) -> Json:
        return {**super().view_data(view), "table": view.table}


class TellsTheRichestPowerToProgramsAlone(Payola):
    def view(self, state: PayolaState, viewer: Audience) -> PayolaView:
        view = super().view(state, viewer)
        view.__dict__["rich"] = max(state.balances, key=lambda power: (state.balances[power], power))
        return view

    def view_data(self, view: PayolaView) -> Json:
        return {**super().view_data(view), "rich": view.__dict__["rich"]}


class CommentsOnAndOn(Payola):
    def comments(self, events: Sequence[Event], role: str) -> tuple[str, ...]:
        return (*super().comments(events, role), *(f"{role} was told {event.kind}." for event in events), "So long.")


class CommentsOnWhatOthersDid(Payola):
    """Remembers whose account changed, event by event, and tells it to whoever was told anything."""

    def adjudicate(self, state: PayolaState, orders: Mapping[str, Orders], rng: Rng) -> Outcome[PayolaState]:
        outcome = super().adjudicate(state, orders, rng)
        told = [replace(event, data=_Marked(event.data, str(outcome.state.balances))) for event in outcome.events]
        return replace(outcome, events=tuple(told))

    def comments(self, events: Sequence[Event], role: str) -> tuple[str, ...]:
        return tuple(event.data.mark for event in events[:1] if isinstance(event.data, _Marked))


class _Marked(dict[str, Any]):
    """Equal to its like, whatever its mark."""

    def __init__(self, data: Mapping[str, Any], mark: str) -> None:
        super().__init__(data)
        self.mark = mark


PLANTED: Sequence[tuple[type[Payola], Law]] = (
    (TellsTheRichestPower, laws.secret_acts_go_unnoticed),
    (TellsTheRichestPower, laws.secret_orders_go_unnoticed),
    (TellsTheRichestPowerToProgramsAlone, laws.secret_orders_go_unnoticed),
    (TellsProgramsWhatIsNoJson, laws.views_are_told_to_programs),
    (TellsHowManyHaveChangedTheirLists, laws.secret_acts_go_unnoticed),
    (TellsWhoVotes, laws.secret_acts_go_unnoticed),
    (SpeaksOfOthersInErrors, laws.secret_orders_go_unnoticed),
    (SpeaksOfOthersInTheEstimate, laws.secret_acts_go_unnoticed),
    (PublishesStatements, laws.secret_orders_go_unnoticed),
    (TellsWhoPaid, laws.secret_orders_go_unnoticed),
    (AnnouncesSecretActs, laws.secret_acts_go_unnoticed),
    (ForgetsThePosting, laws.postings_are_the_change_of_accounts),
    (HasMoneyWithoutAName, laws.postings_are_the_change_of_accounts),
    (MintsMoneyInTransfers, laws.postings_are_the_change_of_accounts),
    (NeverTwiceTheSame, laws.adjudication_is_repeatable),
    (ReadsTheFirstSheetFirst, laws.order_of_keys_and_seats_never_matters),
    (LosesTheLists, laws.states_survive_json),
    (StumblesOverNoise, laws.noise_never_raises),
    (CallsItsOwnOrdersRemarks, laws.what_counts_is_no_remark),
    (GoesOverALongLineForEver, laws.long_lines_hold_nobody_up),
    (LosesAllForOneBadLine, laws.bad_lines_never_lose_good_ones),
    (WantsASheetOfEverybody, laws.whoever_sent_nothing_holds_nobody_up),
    (PrintsWithoutComments, laws.canonical_text_reads_back),
    (ShowsAnEmptySheet, laws.sheets_survive_showing),
    (SendsAWrongSheetToAnswerWith, laws.the_sheet_to_answer_with_is_good),
    (NeverNamesAnotherPhase, laws.phases_and_parts_are_named),
    (AddressesNobody, laws.events_name_their_audience),
    (CommentsOnAndOn, laws.comments_are_short_and_of_what_was_told),
    (CommentsOnWhatOthersDid, laws.secret_orders_go_unnoticed),
    (DrawsInSecretUnsaid, laws.what_is_drawn_in_secret_is_said),
    (DrawsInSecretAndOpensAll, laws.what_is_drawn_in_secret_is_said),
    (HasAComputerThatWritesNonsense, laws.computer_players_write_good_sheets),
    (HasAComputerThatIsRefused, laws.computer_players_write_good_sheets),
    (HasAComputerThatRemembers, laws.computer_players_are_functions),
    (TellsItsComputerTheRichestPower, laws.computer_players_know_no_secrets),
    (DrawsWhatIsNotOnTheMap, every_phase_can_be_drawn),
)


@pytest.mark.parametrize(("faulty", "law"), PLANTED, ids=lambda each: each.__name__)
def test_a_planted_fault_is_caught(faulty: type[Payola], law: Law, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "PATIENCE", stride(4, 1) / 2)
    system: Any = faulty()
    with pytest.raises((AssertionError, KeyError)):
        law(system, SCENARIOS["payola"], EFFORT)


def test_every_law_catches_something() -> None:
    assert {law for _, law in PLANTED} == set(LAWS)
