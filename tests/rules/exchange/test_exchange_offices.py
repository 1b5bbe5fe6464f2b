"""Payola 6.8, rulings P28 and P37-P46: CEOs write for their powers, investors for themselves; who knows what."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from judge.letters.columns import WIDTH
from judge.play.options import check_options
from judge.rules.diplomacy.labels import ADJUSTMENTS
from judge.rules.exchange.state import ExchangeState
from judge.rules.exchange.system import SYSTEM
from judge.rules.payola.play import AUCTION
from judge.rules.payola.system import SYSTEM as PAYOLA
from judge.rules.problems import Refused
from judge.rules.registry import find_system
from judge.rules.story import Story, plotted
from judge.rules.values import (
    DUMMY,
    END,
    MASTER,
    PUBLIC,
    RESIGN,
    SUCCEED,
    VOTE,
    Act,
    Audience,
    Outcome,
    PhaseRecord,
    only,
)
from tests.rules.exchange.exchanged import RNG, SEATS, codes, exchange, on_board, play, read, told, view_of
from tests.rules.payola.support import STANDARD

SHARES = {"ANNA": {"FRANCE": 4, "GERMANY": 3}, "BERT": {"FRANCE": 2, "GERMANY": 3, "ITALY": 1}, "CARL": {"FRANCE": 2}}
LED = {"FRANCE": "ANNA", "GERMANY": "ANNA", "ITALY": "BERT"}
MONEY = {"FRANCE": 50, "GERMANY": 50, "ITALY": 50}


def spring(**changes: Any) -> ExchangeState:
    """Anna leads France and Germany, Bert Italy; it is S1901M."""
    return exchange(trading=False, **{"holdings": SHARES, "ceos": LED, "cash": MONEY, **changes})


def act(state: ExchangeState, role: str, kind: str, **data: Any) -> Outcome:
    return SYSTEM.act(state, role, Act(kind, data))


def issued(outcome: Outcome) -> dict[str, str]:
    rows = next(event.data["orders"] for event in outcome.events if event.kind == "movement")
    return {row["unit"]: row["order"] for row in rows}


# ---- the CEO controls the treasury and enters the offers


def test_p28_the_ceo_writes_the_powers_sheet_which_its_treasury_pays() -> None:
    outcome = play(spring(), FRANCE="5 : A PAR - BUR", GERMANY="2 : A PAR - PIC\n1 : A MUN - TYR")
    assert issued(outcome)["A PAR"] == "A PAR - BUR"
    assert outcome.state.balances["FRANCE"] == 45
    assert outcome.state.balances["GERMANY"] == 49
    assert outcome.state.balances["ANNA"] == 60


def test_p28_one_ceo_files_for_several_powers_each_for_itself() -> None:
    phase = SYSTEM.phase(spring())
    assert phase is not None
    assert phase.roles == {**{seat: seat for seat in SEATS}, **LED}
    reading = read(spring(), "GERMANY", "1 : A MUN - TYR", offers="")
    assert reading.parts == {"offers": "1 : A MUN - TYR"}
    assert read(spring(), "GERMANY", "9 $", offers="1 : A MUN - TYR").notes == ("Your earlier sheet stands.",)


def test_p28_only_the_ceos_sheets_are_awaited() -> None:
    phase = SYSTEM.phase(spring())
    assert phase is not None
    assert (phase.wanted, phase.missing) == (("FRANCE", "GERMANY", "ITALY"), "wait")


def test_p28_powers_without_a_ceo_are_dummies() -> None:
    outcome = play(spring(), FRANCE="5 : A VIE - GAL\n5 : A BUD - GAL")
    assert issued(outcome)["A VIE"] == "A VIE - GAL"
    outcome = play(spring(), FRANCE="5 : A VIE - GAL", GERMANY="5 : A VIE - TYR")
    assert issued(outcome)["A VIE"] == "A VIE H"  # a dummy's tie (P11)
    assert told(outcome, "AUSTRIA", "statement") == []


# ---- investors may use their own money


def test_p28_investors_may_bribe_units_from_their_own_money() -> None:
    outcome = play(spring(), DORA="7 : A PAR - GAS\n3 : A VIE - GAL", FRANCE="5 : A PAR - BUR")
    assert issued(outcome)["A PAR"] == "A PAR - GAS"
    assert outcome.state.balances["DORA"] == 50
    statement = told(outcome, "DORA", "statement")[0]
    assert (statement["expended"], statement["balance"], statement["units"]) == (10, 50, [])


def test_p28_every_unit_is_foreign_to_an_investor() -> None:
    assert codes(read(spring(), "ANNA", "0 : A PAR - BUR")) == ["payola/zero-to-foreign-unit"]


def test_p28_investors_offers_rank_after_all_powers_on_every_list() -> None:
    state = spring()
    state = act(state, "FRANCE", "accept", list="FATGERI").state
    outcome = play(state, ANNA="3 : A PAR - GAS", ITALY="3 : A PAR - BUR")
    assert issued(outcome)["A PAR"] == "A PAR - BUR"


def test_p28_and_among_themselves_by_seat() -> None:
    for first, second in (("ANNA", "BERT"), ("BERT", "CARL"), ("ANNA", "DORA")):
        # The one who is first by seat writes last.
        outcome = play(spring(), **{second: "3 : A PAR - GAS", first: "3 : A PAR - BUR"})
        assert issued(outcome)["A PAR"] == "A PAR - BUR"


def test_an_investor_who_offers_more_than_he_has_is_reduced_like_a_power() -> None:
    outcome = play(spring(cash={**MONEY, "DORA": 4}), DORA="6 : A PAR - GAS")
    assert outcome.state.balances["DORA"] == 0
    assert told(outcome, "DORA", "statement")[0]["reductions"] == 2


def test_p28_transfers_are_between_investors_alone() -> None:
    state = spring()
    done = act(state, "ANNA", "transfer", to="BERT", amount=10)
    assert (done.state.balances["ANNA"], done.state.balances["BERT"]) == (50, 70)
    assert [event.audience for event in done.events] == [only("ANNA"), only("BERT")]
    assert codes(read(state, "FRANCE", "TRANSFER 5 TO ANNA")) == ["exchange/treasury"]
    for role, to in (("ANNA", "FRANCE"), ("ANNA", "ANNA"), ("FRANCE", "ANNA")):
        with pytest.raises(Refused):
            act(state, role, "transfer", to=to, amount=1)


def test_p28_what_is_meant_for_a_power_does_not_go_to_a_player_who_is_called_like_it() -> None:
    seats = ("ANNA", "FRANCE2", "CARL")
    state = SYSTEM.start({"variant": "exchange", "players": 3}, seats, RNG).state
    assert codes(read(state, "ANNA", "TRANSFER 5 TO France.")) == ["exchange/no-such-investor"]
    assert [each.data["to"] for each in read(state, "ANNA", "TRANSFER 5 TO FRANCE2").acts] == ["FRANCE2"]


def test_p31_nothing_is_transferred_to_a_seat_that_nobody_plays() -> None:
    assert codes(read(spring(dummies=("DORA",)), "ANNA", "TRANSFER 5 TO DORA")) == ["payola/transfer-to-nobody"]


def test_p28_nobody_is_told_that_money_can_go_to_a_power() -> None:
    (problem,) = read(spring(dummies=("DORA",)), "ANNA", "TRANSFER 5 TO DORA").problems
    assert problem.hint == "money can go to whoever has a player"


# ---- its list, retreats, adjustments


def test_p28_the_ceo_keeps_the_powers_acceptance_list() -> None:
    reading = read(spring(), "FRANCE", "ACCEPT FA?")
    assert [(each.kind, each.data) for each in reading.acts] == [("accept", {"list": "FA?"})]
    assert view_of(act(spring(), "FRANCE", "accept", list="FA?").state, only("FRANCE")).accept == "FA?"


def test_p28_the_ceo_orders_retreats_and_adjustments() -> None:
    winter = on_board(spring(), "W1901A", {"FRANCE": ["A SPA"], "GERMANY": ["A MUN"]}, {"FRANCE": ["PAR", "SPA"]})
    assert SYSTEM.phase(winter).wanted == ("FRANCE", "GERMANY")  # type: ignore[union-attr]
    assert read(winter, "FRANCE", "BUILD A PAR").parts == {"adjustments": "BUILD A PAR"}
    assert codes(read(winter, "ANNA", "BUILD A PAR")) == ["exchange/no-orders-now"]
    outcome = play(winter, FRANCE="BUILD A PAR")
    assert "A PAR" in dict(view_of(outcome.state, PUBLIC).units)["FRANCE"]
    assert SYSTEM.phase(outcome.state).label == "S1902X"  # type: ignore[union-attr]


def test_p28_a_power_without_a_ceo_follows_the_defaults() -> None:
    winter = on_board(spring(), "W1901A", {"FRANCE": ["A SPA"], "RUSSIA": ["A MOS"]}, {"FRANCE": ["SPA"]})
    assert "RUSSIA" not in dict(view_of(play(winter).state, PUBLIC).units)


# ---- worths and dividends


def test_p28_the_ceo_sets_worths_and_dividends_in_his_own_part_or_the_powers() -> None:
    for role, dividend in (("FRANCE", "DIVIDEND 2"), ("FRANCE", "DIVIDEND F 2"), ("ANNA", "DIVIDEND FRANCE 2")):
        state = spring()
        for each in read(state, role, f"{dividend}\nWORTH Paris 9").acts:
            state = SYSTEM.act(state, role, each).state
        assert (state.books.dividends, state.books.worths) == ({"FRANCE": 2}, {"FRANCE": {"PAR": 9}})


@pytest.mark.parametrize(
    ("role", "line", "code"),
    [
        ("FRANCE", "DIVIDEND GERMANY 2", "exchange/other-power"),
        ("BERT", "DIVIDEND FRANCE 2", "exchange/not-ceo"),
        ("ANNA", "DIVIDEND FRANCE x", "line/no-order"),
        ("FRANCE", "WORTH MUN 9", "exchange/not-its-center"),
        ("BERT", "WORTH PAR 9", "exchange/not-ceo"),
        ("ANNA", "WORTH SPA 9", "exchange/not-ceo"),
        ("ANNA", "WORTH PAR 10000", "exchange/bad-worth"),
        ("FRANCE", "ELECT FRANCE ANNA", "exchange/not-for-a-power"),
    ],
)
def test_p28_nobody_else_decides_that(role: str, line: str, code: str) -> None:
    reading = read(spring(), role, line)
    assert codes(reading) == [code]
    assert reading.acts == ()


def test_p28_acts_of_others_are_refused_by_the_rules_too() -> None:
    for role, kind, data in (
        ("BERT", "dividend", {"power": "FRANCE", "amount": 1}),
        ("GERMANY", "worth", {"power": "FRANCE", "center": "PAR", "amount": 1}),
        ("ANNA", "worth", {"power": "FRANCE", "center": "MUN", "amount": 1}),
        ("AUSTRIA", "accept", {"list": "nonsense"}),
        ("NEMO", "elect", {"power": "FRANCE", "name": "ANNA"}),
    ):
        with pytest.raises(Refused):
            act(spring(), role, kind, **data)


def test_p37_last_years_ceo_decides_until_the_next_election() -> None:
    opened = spring().books
    state = exchange(holdings=SHARES, ceos=LED, cash=MONEY, votes={"BERT": {"FRANCE": "BERT"}})
    assert opened.ceos == state.books.ceos
    after = play(state, FRANCE="DIVIDEND 1").state
    assert after.balances["CARL"] == 62
    assert after.books.ceos == {"FRANCE": "BERT"}
    assert codes(read(after, "ANNA", "DIVIDEND FRANCE 1")) == ["exchange/not-ceo"]


def test_p44_a_dividend_on_record_can_still_be_spent() -> None:
    state = act(spring(), "FRANCE", "dividend", power="FRANCE", amount=6).state
    outcome = play(state, FRANCE="50 : A PAR - BUR")
    assert outcome.state.balances["FRANCE"] == 0


# ---- who may know what


def test_p28_a_ceo_reads_the_books_and_others_do_not() -> None:
    view = view_of(spring(dividends={"FRANCE": 2}), only("FRANCE"))
    office = view.offices[0]
    assert (office.power, office.balance, office.dividend, office.unsold) == ("FRANCE", 50, 2, 2)
    assert office.holders == {"ANNA": 4, "BERT": 2, "CARL": 2}
    assert dict(office.worths) == {"BRE": 17, "MAR": 16, "PAR": 15}
    for viewer in (PUBLIC, only("CARL"), only("ANNA")):
        assert view_of(spring(), viewer).offices == ()


def test_p28_a_ceo_reads_all_of_them_and_his_own_account_in_one_view() -> None:
    view = view_of(spring(), Audience("roles", ("ANNA", "FRANCE", "GERMANY")))
    assert (view.seat, view.balance, view.holdings) == ("ANNA", 60, SHARES["ANNA"])
    assert [office.power for office in view.offices] == ["FRANCE", "GERMANY"]


def test_p28_who_leads_what_is_public() -> None:
    assert view_of(spring(), PUBLIC).ceos == LED


def test_p28_the_reports_of_a_power_are_for_whoever_leads_it() -> None:
    outcome = play(spring(), FRANCE="5 : A PAR - BUR")
    statement = told(outcome, "FRANCE", "statement")[0]
    assert (statement["role"], statement["expended"], statement["balance"]) == ("FRANCE", 5, 45)
    assert all(event.audience != only("ANNA") for event in outcome.events if event.data.get("role") == "FRANCE")
    phase = SYSTEM.phase(outcome.state)
    assert phase is not None
    assert phase.offices == STANDARD.powers


def test_p29_that_a_power_without_units_has_money_is_its_ceos_to_know() -> None:
    state = on_board(spring(), "F1901M", {"GERMANY": ["A PAR"]}, {"FRANCE": ["BRE"], "GERMANY": ["MUN"]})
    assert "FRANCE" in SYSTEM.phase(state).wanted  # type: ignore[union-attr]
    assert "FRANCE" in view_of(state, only("FRANCE")).phase.wanted
    assert "FRANCE" in view_of(state, Audience("roles", ("ANNA", "FRANCE"))).phase.wanted
    assert "FRANCE" in view_of(state, MASTER).phase.wanted
    assert "FRANCE" not in view_of(state, only("CARL")).phase.wanted


# ---- who leaves and comes


def test_p40_a_ceo_who_has_left_is_awaited_like_any_player() -> None:
    left = act(spring(), "ANNA", RESIGN)
    assert [event.data for event in left.events] == [{"power": "ANNA"}]
    assert act(left.state, "FRANCE", RESIGN).state == left.state
    assert SYSTEM.phase(left.state).wanted == ("FRANCE", "GERMANY", "ITALY")  # type: ignore[union-attr]
    assert left.state.balances["ANNA"] == 60
    with pytest.raises(Refused):
        act(left.state, "FRANCE", VOTE, draw=True)
    back = act(left.state, "ANNA", SUCCEED).state
    assert back == spring()


def test_p40_a_seat_made_a_dummy_keeps_its_shares_and_its_powers_are_dummies_for_the_year() -> None:
    gone = act(act(spring(), "ANNA", RESIGN).state, "ANNA", DUMMY)
    assert gone.state.books.ceos == {"ITALY": "BERT"}
    assert {event.data["power"] for event in gone.events} == {"ANNA", "FRANCE", "GERMANY"}
    assert gone.state.books.held("ANNA", "FRANCE") == 4
    assert SYSTEM.phase(gone.state).wanted == ("ITALY",)  # type: ignore[union-attr]
    paid = play(replace(gone.state, trading=True, books=replace(gone.state.books, dividends={"FRANCE": 1})))
    assert paid.state.balances["ANNA"] == 64
    assert "ANNA" not in SYSTEM.phase(paid.state).roles  # type: ignore[union-attr]


# ---- the end


def conquest(state: ExchangeState, power: str) -> ExchangeState:
    """It is Fall, and the power holds eighteen centers."""
    centers = [center for center in STANDARD.centers if center not in ("MUN", "ROM")][:18]
    return on_board(state, "F1905M", {power: [f"A {centers[0]}"]}, {power: centers, "ITALY": ["ROM"]})


def test_p28_the_largest_share_of_the_winning_power_wins() -> None:
    outcome = play(conquest(spring(), "FRANCE"))
    assert outcome.result is not None
    assert outcome.result.winners == ("ANNA",)
    assert (outcome.result.summary, outcome.result.shares) == ("FRANCE has won with 18 centers.", 4)
    assert SYSTEM.phase(outcome.state) is None
    assert outcome.events[-1].data["powers"] == ["FRANCE"]
    ranking = SYSTEM.ranking(SYSTEM.view(outcome.state, PUBLIC))
    assert ranking is not None
    assert ranking.won == ("FRANCE",)


def test_p30_after_a_victory_no_ceo_is_told_to_build() -> None:
    over = play(conquest(spring(), "FRANCE")).state
    assert over.table.label.kind == ADJUSTMENTS
    offices = SYSTEM.view(over, only("ANNA", "FRANCE")).offices
    assert [(office.power, office.adjust) for office in offices if office.power == "FRANCE"] == [("FRANCE", 0)]


def test_p28_equal_shares_share_the_victory() -> None:
    outcome = play(conquest(spring(), "GERMANY"))
    assert outcome.result is not None
    assert outcome.result.winners == ("ANNA", "BERT")


def test_p42_a_power_that_nobody_holds_makes_all_investors_share() -> None:
    outcome = play(conquest(spring(dummies=("DORA",)), "TURKEY"))
    assert outcome.result is not None
    assert outcome.result.winners == ("ANNA", "BERT", "CARL")
    assert outcome.result.shares == 0


def test_p49_a_power_that_nobody_leads_wins_for_its_holders_who_have_left_too_but_not_for_a_dummy() -> None:
    unled = conquest(spring(ceos={"ITALY": "BERT"}), "FRANCE")
    for leaving, winners in (((), ("ANNA",)), ((RESIGN,), ("ANNA",)), ((RESIGN, DUMMY), ("BERT", "CARL"))):
        state = unled
        for kind in leaving:
            state = act(state, "ANNA", kind).state
        outcome = play(state)
        assert outcome.result is not None
        assert outcome.result.winners == winners, leaving


def test_p28_ceos_vote_on_draws_for_their_powers_and_the_shares_are_summed() -> None:
    state = on_board(
        spring(), "S1905M", {"FRANCE": ["A PAR"], "ITALY": ["A ROM"]}, {"FRANCE": ["PAR"], "ITALY": ["ROM"]}
    )
    state = act(state, "FRANCE", VOTE, draw=True).state
    done = act(state, "ITALY", VOTE, draw=True)
    assert done.result is not None
    assert done.result.winners == ("ANNA",)  # 4 of France; Bert has 2 and 1
    with pytest.raises(Refused, match=r"CEOs vote on draws\.$"):
        act(state, "ANNA", VOTE, draw=True)


@pytest.mark.parametrize("data", [{"draw": True}, {"concede": "FRANCE"}])
def test_p46_whoever_leads_all_powers_that_are_led_does_not_end_the_game_by_his_votes(data: dict[str, Any]) -> None:
    state = spring(ceos={"FRANCE": "ANNA", "GERMANY": "ANNA"})
    done = act(act(state, "FRANCE", VOTE, draw=True).state, "GERMANY", VOTE, **data)
    assert done.result is None
    assert done.said.endswith("While one investor has all the votes, the votes end nothing.")
    assert act(spring(ceos={"FRANCE": "ANNA"}), "FRANCE", VOTE, draw=True).result is None
    # Carl plays on, so Bert does not end it alone when Anna's powers become dummies.
    voted = act(spring(), "ITALY", VOTE, draw=True).state
    assert act(act(voted, "ANNA", RESIGN).state, "ANNA", DUMMY).result is None


def test_p46_the_last_investor_who_plays_ends_it_alone() -> None:
    left = spring(ceos={"ITALY": "BERT"}, dummies=("ANNA", "CARL", "DORA"))
    done = act(left, "ITALY", VOTE, draw=True)
    assert done.result is not None
    assert done.result.winners == ("BERT",)


def test_p42_the_gamemaster_ends_it_for_powers() -> None:
    done = SYSTEM.act(spring(), "", Act(END, {"win": "GERMANY"}))
    assert done.result is not None
    assert done.result.winners == ("ANNA", "BERT")


def test_p34_trades_votes_and_decisions_are_opened_after_the_end() -> None:
    state = exchange(holdings={"ANNA": {"FRANCE": 1}}, votes={"ANNA": {"FRANCE": "ANNA"}})
    reading = read(state, "BERT", "BUY 2 ITALY % to annoy Carl")
    outcome = SYSTEM.adjudicate(state, {"BERT": dict(reading.parts)}, RNG)
    opened = SYSTEM.opened([PhaseRecord("S1901X", {"BERT": dict(reading.parts)}, outcome.events, outcome.postings)])
    assert opened[0].data["sheets"] == {"BERT": "BUY 2 ITALY  % to annoy Carl"}
    assert opened[0].data["votes"] == {"ANNA": {"FRANCE": "ANNA"}}


def test_p28_the_plot_of_the_money_does_not_say_that_an_exchange_is_a_movement_phase() -> None:
    outcome = play(exchange(holdings=SHARES, ceos=LED, cash=MONEY), BERT="BUY 2 ITALY")
    opened = SYSTEM.opened([PhaseRecord("S1901X", {}, outcome.events, outcome.postings)])
    (chart,) = (each for each in plotted(SYSTEM.charts(Story((), None, opened))) if each.name == "treasuries")
    assert chart.labels == ("S1901X", "End")
    assert chart.title == "Money when each exchange and movement phase was adjudicated"


# ---- money


# ---- options and sheets


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"blind": True}, "blind does not go"),
        ({"loyal": True}, "loyal does not go"),
        ({"zerosum": True}, "zerosum does not go"),
        ({"income": "flat 7"}, "CEOs set what centers are worth"),
        ({"cap": 20}, "CEOs set what centers are worth"),
        ({"dummies": ["ITALY"]}, "nobody is elected"),
    ],
)
def test_p45_what_does_not_go_with_exchange_is_refused_with_its_reason(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        SYSTEM.start({"variant": "exchange", **options}, SEATS, RNG)


@pytest.mark.parametrize("name", ["ITALY", "INVESTOR1"])
def test_p45_whoever_names_a_dummy_in_create_is_told_why_nobody_can(name: str) -> None:
    """CREATE told of ITALY that there is no such seat, and which seats there are."""
    with pytest.raises(Refused, match="nobody is elected"):
        check_options(find_system("payola"), {"variant": "exchange", "dummies": [name]}, ())


@pytest.mark.parametrize("variant", ["standard", "classic", "zerosum"])
def test_p45_free_dividends_go_with_nothing_but_exchange(variant: str) -> None:
    with pytest.raises(Refused, match="dividends is an option of the Exchange game alone"):
        PAYOLA.start({"variant": variant, "dividends": "free"}, STANDARD.powers, RNG)
    assert PAYOLA.start({"variant": variant, "dividends": "half"}, STANDARD.powers, RNG).state.balances


def test_p45_ebayola_goes_with_exchange_and_its_options_with_nothing_else() -> None:
    state = exchange(trading=False, holdings=SHARES, ceos=LED, cash=MONEY, options={"ebayola": True})
    outcome = play(state, DORA="7 : A PAR - GAS", FRANCE="2 : A PAR - BUR")
    assert outcome.state.balances["DORA"] == 57
    with pytest.raises(Refused, match="Exchange game alone"):
        PAYOLA.start({"cash": 10}, STANDARD.powers, RNG)


def test_p34_the_end_of_ebayola_in_exchange_tells_the_list_that_decided_who_saves_on_the_unit_of_a_dummy() -> None:
    state = exchange(trading=False, holdings=SHARES, ceos=LED, cash=MONEY, options={"ebayola": True})
    outcome = play(state, DORA="7 : A VIE - GAL\n2 : A MOS H", FRANCE="2 : A VIE - GAL\n1 : A PAR - BUR")
    (kept,) = [event.data for event in outcome.events if event.kind == AUCTION]
    assert set(kept["lists"]) == set(LED)
    assert {power: sorted(order) for power, order in kept["drawn"].items()}.items() >= {
        "AUSTRIA": sorted("AEFGIRT")
    }.items()
    assert set(kept["drawn"]) <= {"AUSTRIA", "RUSSIA"}
    plain = play(spring(), DORA="7 : A VIE - GAL", FRANCE="2 : A VIE - GAL")
    assert not [event for event in plain.events if event.kind == AUCTION and "drawn" in event.data]


def test_no_line_of_a_sheet_is_wider_than_a_letter() -> None:
    state = exchange(ceos={"FRANCE": "ANNA"}, trading=False)
    state = on_board(state, "S1903M", {"FRANCE": ["A PAR"]}, {"FRANCE": sorted(STANDARD.centers)[:17]})
    for role in ("ANNA", "FRANCE"):
        form = SYSTEM.form(view_of(state, only(role)), {})
        assert max(map(len, form.splitlines())) <= WIDTH


def test_p42_who_may_not_vote_for_a_power_is_named_only_a_power_that_they_lead() -> None:
    state = spring(ceos={"GERMANY": "ANNA"})
    with pytest.raises(Refused) as leads:
        act(state, "ANNA", VOTE, draw=True)
    assert leads.value.problem.hint == "Write this below the line `FOR GERMANY`."
    with pytest.raises(Refused, match="you lead no power now") as leads_none:
        act(state, "BERT", VOTE, draw=True)
    assert leads_none.value.problem.hint == ""


# ---- what investors write in sentences and over several lines; tests/rules/said holds most of it


@pytest.mark.parametrize(
    ("text", "power", "name"),
    [
        ("Make Bert the CEO of France", "FRANCE", "BERT"),
        ("I vote for Anna as leader of France", "FRANCE", "ANNA"),
        ("ELECT FRANCE ANNA", "FRANCE", "ANNA"),
    ],
)
def test_a_vote_may_be_a_sentence(text: str, power: str, name: str) -> None:
    assert [dict(each.data) for each in read(exchange(), "ANNA", text).acts] == [{"power": power, "name": name}]


def test_p28_a_gift_within_a_sentence_is_told_and_how_to_write_it() -> None:
    problem = read(exchange(), "ANNA", "As agreed, please send 4 to Bert.").problems[0]
    assert (problem.code, problem.hint) == ("payola/bad-transfer", "write `TRANSFER 4 TO BERT` alone on a line")
    assert not read(exchange(), "ANNA", "Will you send 4 to Bert?").acts


def test_each_line_of_a_trade_that_was_put_together_is_answered_and_a_word_of_thanks_is_none() -> None:
    lines = read(exchange(), "ANNA", "BUY 2 FRANCE\nFROM BERT\nFOR 15\nBUY 1 ITALY\ngracias").lines
    assert {each.line for each in lines} == {1, 2, 3, 4}
    (problem,) = read(exchange(), "ANNA", "BUY 2 FRANCE\nFOR 15").problems
    assert "BUY 2 FRANCE" in problem.text
