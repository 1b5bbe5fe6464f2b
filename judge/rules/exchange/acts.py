"""What takes effect at once in an Exchange game: transfers, votes, what CEOs decide, and players who leave and come."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from judge.rules.diplomacy.match import active, after_act
from judge.rules.diplomacy.orders import BadOrder
from judge.rules.diplomacy.play import ended
from judge.rules.exchange.state import Books, ExchangeState, largest_holders, led
from judge.rules.payola.acts import perform, transfer
from judge.rules.problems import NO_VOTE, Problem, Refused
from judge.rules.values import (
    DUMMY,
    END,
    PUBLIC,
    RESIGN,
    SUCCEED,
    VOTE,
    Act,
    Event,
    Json,
    Outcome,
    Posting,
    Result,
    only,
)
from judge.rules.votes import agreed, decided, has_result


def perform_in_exchange(state: ExchangeState, role: str, act: Act) -> Outcome:
    """The act's outcome. Raises Refused where the rules do not allow it now."""
    if state.game.match.winners:
        raise Refused(Problem("payola/over", "the game is over", act.line, text=act.text))
    try:
        if act.kind == END:
            return _by_master(state, act)
        if role in state.table.board.powers:
            return _of_power(state, role, act)
        if role not in state.books.investors:
            raise BadOrder("exchange/no-such-role", f"there is no investor or power {role[:40]}")
        if act.kind not in _OF_INVESTORS:
            led = state.books.led_by(role)
            # What is said of a vote stands alone, as nobody makes a sentence of it.
            message = f"CEOs vote on draws{'' if led else ', and you lead no power now'}."
            if act.kind != VOTE:
                message = f"an investor does nothing by {act.kind[:40]}"
            raise BadOrder("exchange/for-a-power", message, f"Write this below the line `FOR {led[0]}`." if led else "")
        return _OF_INVESTORS[act.kind](state, role, act.data)
    except BadOrder as bad:
        raise Refused(Problem(bad.code, bad.message, act.line, bad.hint, act.text)) from None


def _of_power(state: ExchangeState, power: str, act: Act) -> Outcome:
    if act.kind in (RESIGN, SUCCEED, DUMMY):
        # It is the investor who leaves and comes; what that means for the powers they lead is settled with them.
        return Outcome(state)
    if act.kind in _BY_CEO:
        return _BY_CEO[act.kind](state, power, act.data)
    if act.kind == "accept":
        done = perform(state.game, power, act)
        return Outcome(replace(state, game=done.state), done.postings, done.events)
    if act.kind != VOTE:
        raise BadOrder("exchange/for-an-investor", f"a power does nothing by {act.kind[:40]}")
    if power in state.game.vacant:
        raise BadOrder(NO_VOTE, f"nobody plays {power}")
    acted = after_act(state.table, state.game.match, power, act, voiceless=_unled(state))
    after = replace(state, game=replace(state.game, match=acted.match))
    if not _several_decide(after):
        alone = "While one investor has all the votes, the votes end nothing."
        return Outcome(after, events=acted.events, said=f"{acted.said} {alone}")
    if acted.agreed is None:
        return Outcome(after, events=acted.events, said=acted.said)
    return replace(end_exchange(after, acted.agreed, (), acted.events), said=acted.said)


def _several_decide(state: ExchangeState) -> bool:
    """Would an end that the votes bring about be the wish of two investors at least, if so many play (ruling P46)?"""
    books = state.books
    deciding = {books.ceos[power] for power in active(state.table, state.game.match)}
    return len(deciding) > 1 or len(books.payees) == 1


def _unled(state: ExchangeState) -> tuple[str, ...]:
    """The powers that nobody leads this year. CEOs can concede the game to them: their holders win (ruling P49)."""
    dummies = state.game.match.dummies
    return tuple(power for power in dummies if power in state.table.alive and power not in state.barred)


def _by_master(state: ExchangeState, act: Act) -> Outcome:
    """The GameMaster ends the game for powers; their shareholders win."""
    table, match = state.table, state.game.match
    if not has_result(act.data):
        return Outcome(replace(state, game=replace(state.game, match=match.cleared())))
    board = table.board
    living = tuple(power for power in board.powers if power in table.alive and power not in state.barred)
    # A power that no player leads shares only in a draw that names it (ruling P49).
    unled = tuple(power for power in living if state.books.ceos.get(power) not in state.books.players)
    ending = decided({**act.data, "open": unled}, board.powers, board.letters, living)
    return end_exchange(state, ending, (), ())


def _transfer(state: ExchangeState, investor: str, data: Mapping[str, Json]) -> Outcome:
    done = transfer(state.game, investor, data, state.books.payees, "an investor")
    return Outcome(replace(state, game=done.state), done.postings, done.events)


def _elect(state: ExchangeState, investor: str, data: Mapping[str, Json]) -> Outcome:
    power, name = data.get("power"), data.get("name")
    books = state.books
    if power not in state.table.board.powers or name not in ("", *books.investors):
        raise BadOrder("exchange/bad-vote", "a vote names a power and an investor", "write `ELECT FRANCE ANNA`")
    mine = {**books.votes.get(investor, {}), power: name}
    votes = {**books.votes, investor: {each: chosen for each, chosen in sorted(mine.items()) if chosen}}
    event = Event(only(investor), "elect", {"power": power, "name": name})
    return Outcome(replace(state, books=replace(books, votes=votes)), events=(event,))


def check_dividend(most: int, power: str, amount: int) -> None:
    """BadOrder where a dividend is more a share than this game allows (ruling P44); `most` 0: as much as one likes."""
    if most and amount > most:
        message = f"a dividend is at most {most} a share in this game, half the price of an unsold one"
        raise BadOrder("exchange/dividend-too-high", message, f"write `DIVIDEND {power} {most}`")


def _dividend(state: ExchangeState, role: str, data: Mapping[str, Json]) -> Outcome:
    power, amount = _decided(state, role, data)
    check_dividend(state.books.most_dividend, power, amount)
    dividends = {each: d for each, d in {**state.books.dividends, power: amount}.items() if d}
    event = Event(only(role), "dividend", {"power": power, "amount": amount})
    return Outcome(replace(state, books=replace(state.books, dividends=dividends)), events=(event,))


def _worth(state: ExchangeState, role: str, data: Mapping[str, Json]) -> Outcome:
    power, amount = _decided(state, role, data)
    center = data.get("center")
    if center not in state.table.centers.get(power, ()):
        raise BadOrder("exchange/not-its-center", f"{power.title()} does not own {str(center)[:40]}")
    mine = {**state.books.worths.get(power, {}), center: amount}
    worths = {**state.books.worths, power: dict(sorted(mine.items()))}
    event = Event(only(role), "worth", {"power": power, "center": center, "amount": amount})
    return Outcome(replace(state, books=replace(state.books, worths=worths)), events=(event,))


def _decided(state: ExchangeState, role: str, data: Mapping[str, Json]) -> tuple[str, int]:
    """The power and the amount of what its CEO decides, written as investor or for the power."""
    power, amount = data.get("power"), data.get("amount")
    if not isinstance(power, str) or not isinstance(amount, int) or amount < 0:
        raise BadOrder("exchange/bad-decision", "a decision names a power and an amount")
    if power not in state.books.ceos or role not in (power, state.books.ceos[power]):
        raise BadOrder("exchange/not-ceo", f"only the CEO of {power.title()[:40]} decides that")
    return power, amount


def _resign(state: ExchangeState, investor: str, data: Mapping[str, Json]) -> Outcome:
    del data
    books = state.books
    after = replace(books, vacant=tuple(sorted({*books.vacant, investor})))
    return Outcome(led(state, after), events=(Event(PUBLIC, "resigned", {"power": investor}),))


def _succeed(state: ExchangeState, investor: str, data: Mapping[str, Json]) -> Outcome:
    del data
    back = led(state, _without(state.books, investor))
    # A player who was replaced has not resigned: what they wanted for their powers goes with them all the same.
    match = back.game.match
    asked_anew = replace(match, votes=match.votes.without(*back.books.led_by(investor)))
    after = replace(back, game=replace(back.game, match=asked_anew))
    return Outcome(after, events=(Event(PUBLIC, "succeeded", {"power": investor}),))


def _dummy(state: ExchangeState, investor: str, data: Mapping[str, Json]) -> Outcome:
    """Nobody plays the seat any more: it holds what it holds, and its powers are dummies until the next election."""
    del data
    books = _without(state.books, investor)
    gone = books.led_by(investor)
    ceos = {power: ceo for power, ceo in books.ceos.items() if ceo != investor}
    after = led(state, replace(books, dummies=tuple(sorted({*books.dummies, investor})), ceos=ceos))
    events = tuple(Event(PUBLIC, "dummy", {"power": each}) for each in (investor, *gone))
    match = after.game.match
    ending = agreed(match.votes, active(after.table, match), _unled(after)) if _several_decide(after) else None
    return end_exchange(after, ending, (), events) if ending else Outcome(after, events=events)


def _without(books: Books, investor: str) -> Books:
    return replace(
        books,
        vacant=tuple(each for each in books.vacant if each != investor),
        dummies=tuple(each for each in books.dummies if each != investor),
    )


_BY_CEO: Mapping[str, Callable[[ExchangeState, str, Mapping[str, Json]], Outcome]] = {
    "dividend": _dividend,
    "worth": _worth,
}
_OF_INVESTORS: Mapping[str, Callable[[ExchangeState, str, Mapping[str, Json]], Outcome]] = {
    **_BY_CEO,
    "transfer": _transfer,
    "elect": _elect,
    RESIGN: _resign,
    SUCCEED: _succeed,
    DUMMY: _dummy,
}


def end_exchange(
    state: ExchangeState, ending: Result, postings: tuple[Posting, ...], events: tuple[Event, ...]
) -> Outcome:
    """End the game, won by these powers together (`ending.winners`): the largest share of them wins (ruling P28)."""
    powers = ending.winners
    winners = largest_holders(state.books, powers)
    shares = sum(state.books.held(winners[0], power) for power in powers) if winners else 0
    result = replace(ending, winners=winners, powers=powers, shares=shares)
    match = state.game.match.cleared(powers)
    over = replace(state, game=replace(state.game, match=match))
    return Outcome(over, postings, (*events, ended(state.table, result)), result)
