"""What takes effect at once: acceptance lists, transfers, and players who leave, come and vote."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from judge.rules.diplomacy.match import after_act
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.play import ended
from judge.rules.payola.acceptance import read_list
from judge.rules.payola.state import PayolaState
from judge.rules.payola.treasury import ASIDE, CURRENCY, posting
from judge.rules.payola.view import PayolaView
from judge.rules.problems import NO_VOTE, Problem, Refused
from judge.rules.values import DUMMY, END, RESIGN, SUCCEED, VOTE, Act, Event, Json, Outcome, Posting, Result, only

FORFEITED = "forfeited by an eliminated player who resigned"


def perform(state: PayolaState, role: str, act: Act) -> Outcome:
    """The act's outcome. Raises Refused where the rules do not allow it now."""
    if state.match.winners:
        raise Refused(Problem("payola/over", "the game is over", act.line, text=act.text))
    if role not in state.table.board.powers and act.kind != END:
        raise Refused(Problem("payola/no-such-power", f"there is no power {role[:40]}", act.line, text=act.text))
    try:
        return _ACTS[act.kind](state, role, act) if act.kind in _ACTS else _of_players(state, role, act)
    except BadOrder as bad:
        raise Refused(Problem(bad.code, bad.message, act.line, bad.hint, act.text)) from None


def _accept(state: PayolaState, role: str, act: Act) -> Outcome:
    written = read_list(state.table.board, role, str(act.data.get("list", "")))
    event = Event(only(role), "accept", {"list": written})
    return Outcome(replace(state, accept={**state.accept, role: written}), events=(event,))


def _transfer(state: PayolaState, role: str, act: Act) -> Outcome:
    return transfer(state, role, act.data, state.payees, "a power")


def transfer(
    state: PayolaState, payer: str, data: Mapping[str, Json], payees: Sequence[str], kind: str
) -> Outcome[PayolaState]:
    """Move money at once (Payola 2.3). `kind`: what the payees are called. BadOrder if it is not allowed."""
    payee, amount = data.get("to"), data.get("amount")
    if not isinstance(payee, str) or not isinstance(amount, int):
        raise BadOrder("payola/bad-transfer", f"a transfer names an amount and {kind}")
    check_transfer(payer, payee, amount, state.balances[payer], payees)
    balances = dict(state.balances)
    balances[payer] -= amount
    balances[payee] += amount
    data = {"from": payer, "to": payee, "amount": amount}
    return Outcome(
        replace(state, balances=balances),
        (posting(payer, -amount, f"transfer to {payee}"), posting(payee, amount, f"transfer from {payer}")),
        (
            Event(only(payer), "sent", {**data, "balance": balances[payer]}),
            Event(only(payee), "received", {**data, "balance": balances[payee]}),
        ),
    )


def check_transfer(payer: str, payee: str, amount: int, balance: int, payees: Sequence[str]) -> None:
    """BadOrder unless this transfer is allowed (Payola 2.3, rulings P15, P31)."""
    if payee == payer:
        raise BadOrder("payola/transfer-to-self", "a transfer to yourself changes nothing")
    if payee not in payees:
        message = f"nobody plays {payee.title()}, so a transfer there would be lost"
        raise BadOrder("payola/transfer-to-nobody", message, "money can go to whoever has a player")
    if amount < 1:
        raise BadOrder("payola/bad-transfer", f"a transfer needs at least 1 {CURRENCY}")
    if amount > balance:
        raise BadOrder("payola/over-balance", f"you cannot transfer {amount}, because you have {balance} {CURRENCY}")


_ACTS: Mapping[str, Callable[[PayolaState, str, Act], Outcome]] = {"accept": _accept, "transfer": _transfer}


def _of_players(state: PayolaState, role: str, act: Act) -> Outcome:
    if act.kind == VOTE and role in state.vacant:
        raise BadOrder(NO_VOTE, f"nobody plays {role}")
    acted = after_act(state.table, state.match, role, act, blind=state.variant.blind)
    postings: tuple[Posting, ...] = ()
    vacant, balances, aside = set(state.vacant), dict(state.balances), dict(state.aside)
    if act.kind == RESIGN:
        vacant.add(role)
        for currency, sums in ((CURRENCY, balances), (ASIDE, aside)):
            if role not in state.table.alive and sums.get(role):
                postings = (*postings, Posting(role, currency, -sums[role], FORFEITED))
                sums[role] = 0
    elif act.kind in (SUCCEED, DUMMY):
        vacant.discard(role)
    after = replace(state, match=acted.match, vacant=tuple(sorted(vacant)), balances=balances, aside=aside)
    if acted.agreed is None:
        return Outcome(after, postings, acted.events, said=acted.said)
    return replace(end(after, acted.agreed, postings, acted.events), said=acted.said)


def forfeited_by_leaving(view: PayolaView) -> str:
    """What an eliminated power's player would lose by leaving now, and how to keep it from that (Payola 2.4)."""
    money = (view.balance or 0) + (view.aside or 0)
    if not view.power or not money or view.power in view.table.alive:
        return ""
    payee = next((power for power in view.payees if power != view.power), "")
    to_give = f" To give your money away first, write TRANSFER ALL TO {payee}." if view.balance and payee else ""
    return f"You are eliminated, so nobody would get what is yours: {money} {CURRENCY} would be destroyed.{to_give}"


def end(state: PayolaState, result: Result, postings: tuple[Posting, ...], events: tuple[Event, ...]) -> Outcome:
    """The game is over: nobody writes any more, and all becomes public."""
    over = replace(state, match=state.match.cleared(result.winners))
    return Outcome(over, postings, (*events, ended(state.table, result)), result)
