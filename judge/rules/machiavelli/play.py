"""One phase adjudicated: letters in, the next state, postings and events out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from judge.rules.data import plain_data
from judge.rules.machiavelli.adjustment import (
    SALARY,
    Payroll,
    default_payments,
    payroll,
    tax_by_force,
    tax_income,
    trade,
    trade_income,
)
from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.campaign import LIBERATED, Campaign, fight
from judge.rules.machiavelli.canonical import Letter
from judge.rules.machiavelli.expenses import OPERATE, Purse, Spent, exchange, spend
from judge.rules.machiavelli.orders import STRAITS, Order
from judge.rules.machiavelli.position import INDEPENDENT, INDEPENDENTS, Position, marked
from judge.rules.machiavelli.state import ADJUSTMENT, FIRST_YEAR, Label, State, read_label
from judge.rules.machiavelli.victory import PAPACY, cities_of, eliminate, end_season, new_garrisons, ranking
from judge.rules.problems import NO_VOTE, refusal
from judge.rules.values import (
    DUMMY,
    END,
    MASTER,
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
from judge.rules.votes import agreed, decided, has_result, vote

DUCAT = "ducat"


def play(state: State, letters: Mapping[str, Letter]) -> Outcome[State]:
    """A player without a letter gets the defaults (17.2)."""
    state = replace(state, position=state.position.in_order())
    mine = {player: letters.get(player, Letter()) for player in state.position.players()}
    if state.label.kind == ADJUSTMENT:
        return _play_adjustment(state, mine)
    return _play_campaign(state, mine)


# ---- Phase A


def _play_adjustment(state: State, letters: Mapping[str, Letter]) -> Outcome[State]:
    """A.4 to A.7, each for all players at once."""
    position = state.position
    purse = Purse(dict(state.ducats))
    exchange(purse, {player: letter.gifts for player, letter in letters.items()}, position)
    postings = [_posting(entry.player, -entry.amount, "gift") for entry in purse.entries]
    dealings = {player: letter.dealings for player, letter in letters.items()}
    position, sold = trade(position, purse, dealings)
    position, taxed = tax_by_force(position, purse, dealings)
    expected = dict(state.expected)
    for sale in sold:
        purse.receive(sale.seller, f"SELL {sale.province} {sale.buyer} {sale.price}", sale.price)
        price = f"price of {sale.province}"
        postings += [_posting(sale.buyer, -sale.price, price), _posting(sale.seller, sale.price, price)]
    for province, player, ducats in taxed:
        expected[player] += ducats
        purse.receive(player, f"TAX {province}", ducats)
        postings.append(_posting(player, ducats, f"forced tax of {province}"))
    payrolls: dict[str, Payroll] = {}
    first = state.label.year == FIRST_YEAR
    for player, letter in letters.items():
        wanted = default_payments(position, player) if letter.salaries is None else letter.salaries
        paid = payroll(position, player, wanted, purse.ducats[player], first=first)
        payrolls[player] = paid
        salaries = [*(f"PAY {unit}" for unit in paid.kept), *(f"RAISE {unit}" for unit in paid.raised)]
        expected[player] -= SALARY * len(salaries)
        for each in salaries:
            purse.buy(player, each, SALARY)
        for salary, why in paid.struck:
            purse.refuse(player, str(salary), why)
        postings.append(_posting(player, -SALARY * len(salaries), "salaries"))
    position = _with_payrolls(position, payrolls)
    position, banned = _excommunications(position, letters, state.label, purse)
    position = _expired(position, state.label)
    label = state.label.next()
    events = [
        Event(
            PUBLIC,
            "adjustment",
            {
                "phase": str(state.label),
                "title": state.label.title,
                "sold": [{"province": each.province, "from": each.seller, "to": each.buyer} for each in sold],
                "taxed": [{"province": area, "power": player, "ducats": ducats} for area, player, ducats in taxed],
                "raised": _listed((player, unit) for player, each in payrolls.items() for unit in each.raised),
                "disbanded": _listed((player, unit) for player, each in payrolls.items() for unit in each.disbanded),
            },
        ),
        *banned,
    ]
    after = State(label, position, purse.ducats, expected, state.votes.cleared(), state.vacant)
    events += _accounts(state.label, purse, letters)
    return Outcome(after, _real(postings), tuple(events))


def _listed(units: Iterable[tuple[str, object]]) -> list[Json]:
    return [{"power": player, "unit": str(unit)} for player, unit in units]


def _with_payrolls(position: Position, payrolls: Mapping[str, Payroll]) -> Position:
    units = dict(position.units)
    for each in payrolls.values():
        for unit in each.disbanded:
            del units[unit.place]
        for unit in each.raised:
            units[unit.place] = unit
    after = replace(position, units=units).besieging(units)
    return replace(after, markers=marked(after))


# ---- excommunication


def _excommunications(
    position: Position, letters: Mapping[str, Letter], label: Label, purse: Purse
) -> tuple[Position, list[Event]]:
    """The Papacy's order of this phase (chapter 15, ruling 11): once for each player."""
    target = letters[PAPACY].excommunication if PAPACY in letters else ""
    for player, letter in letters.items():
        if player != PAPACY and letter.excommunication:
            purse.refuse(player, f"EXCOMMUNICATE {letter.excommunication}", "only the Papacy excommunicates")
    if not target:
        return position, []
    if why := no_excommunication(position, target):
        purse.refuse(PAPACY, f"EXCOMMUNICATE {target}", why)
        return position, []
    until = str(label.next())
    event = Event(PUBLIC, "excommunicated", {"power": target, "until": until})
    changed = replace(position, banned={**position.banned, target: until}, condemned=position.condemned | {target})
    return changed, [event]


def no_excommunication(position: Position, target: str) -> str:
    """Why the Papacy cannot excommunicate this player; empty if it can."""
    if target == PAPACY:
        return "the Papacy cannot excommunicate itself"
    if not position.alive(target):
        return f"{target.title()} is out of the game"
    return f"{target.title()} has been excommunicated once already" if target in position.condemned else ""


def _expired(position: Position, label: Label) -> Position:
    """Without the excommunications that end with this phase."""
    banned = {player: end for player, end in position.banned.items() if read_label(end).order > label.order}
    return replace(position, banned=banned)


# ---- Phases C to F


def _play_campaign(state: State, letters: Mapping[str, Letter]) -> Outcome[State]:
    purse = Purse(dict(state.ducats))
    position, banned = _excommunications(state.position, letters, state.label, purse)
    exchange(purse, {player: letter.gifts for player, letter in letters.items()}, position)
    postings = [_posting(entry.player, -entry.amount, "gift") for entry in purse.entries]
    permits = [(player, permit) for player, letter in letters.items() for permit in letter.permits]
    spent = spend(position, purse, {player: letter.expenses for player, letter in letters.items()}, permits)
    bought = purse.entries[len(postings) :]
    postings += [_posting(entry.player, -entry.amount, entry.text.split()[0].lower()) for entry in bought]
    straits = [permit.leave(player) for player, permit in permits if permit.what == STRAITS]
    campaign = fight(spent.position, _orders(spent, letters), straits, spent.stunned, spent.freed)
    season = end_season(campaign.position, state.label, purse.ducats)
    events = [
        _campaign_event(state.label, spent, campaign),
        *banned,
        *(Event(PUBLIC, "home", {"home": home, "from": was, "to": now}) for home, was, now in season.homes),
        *(Event(PUBLIC, "eliminated", {"power": player}) for player in season.eliminated),
    ]
    if campaign.paradox:
        events.append(Event(MASTER, "paradox", {"phase": str(state.label), "areas": sorted(campaign.paradox)}))
    position = _expired(season.position, state.label)
    players = position.players()
    postings += [_posting(player, -purse.ducats[player], "eliminated") for player in season.eliminated]
    ducats = {player: purse.ducats[player] for player in players}
    expected = {player: state.expected[player] for player in players}
    after = State(state.label.next(), position, ducats, expected, state.votes.cleared(), state.vacant, season.winners)
    events += _accounts(state.label, purse, letters)
    result = result_of(after)
    if result is not None:
        after = replace(after, label=state.label)
        events.append(ended(after, result))
    elif after.label.kind == ADJUSTMENT:
        after, more = _new_year(after, postings)
        events += more
    return Outcome(after, _real(postings), tuple(events), result)


def _orders(spent: Spent, letters: Mapping[str, Letter]) -> dict[str, Order]:
    """Place -> the order of who commands the unit now. Two different orders for one unit are a Hold (ruling 1.10)."""
    found: dict[str, Order] = {}
    for player, letter in letters.items():
        mine: dict[str, set[Order]] = {}
        for order in letter.orders:
            unit = spent.position.units.get(order.place)
            if unit is None or str(unit) != order.unit_text:
                continue
            if unit.owner == player or (unit.owner == INDEPENDENT and spent.operated.get(order.place) == player):
                mine.setdefault(order.place, set()).add(order)
        found |= {place: orders.pop() for place, orders in mine.items() if len(orders) == 1}
    return found


def _campaign_event(label: Label, spent: Spent, campaign: Campaign) -> Event:
    """What everybody learns. Who paid for what does not belong to it, nor orders of which nothing came (12, 8.2)."""
    told: dict[str, Json] = {
        "phase": str(label),
        "title": label.title,
        "assassinated": list(spent.stunned),
        "bribes": [
            {
                "verb": bribe.verb,
                "unit": bribe.unit,
                "from": bribe.owner or INDEPENDENTS,
                "to": bribe.briber if bribe.verb == "BUY" else "",
            }
            for bribe in spent.bribes
            if bribe.verb != OPERATE
        ],
        # All that a murdered leader has conquered rises, whether somebody paid for it or not.
        "risen": [
            _rebellion(area, victim, conquered=victim in BOARD.countries and not spent.position.in_home(area, victim))
            for area, victim in spent.started
        ],
        "pacified": [_rebellion(area, victim) for area, victim in spent.pacified],
        "orders": [plain_data(line) for line in campaign.lines],
        "taken": [
            {"city": area, "by": besieger, "from": "" if victim is None else victim or INDEPENDENTS}
            for area, besieger, victim in campaign.taken
        ],
        "ended": [_rebellion(area, victim, how=how) for area, victim, how in campaign.ended],
    }
    return Event(PUBLIC, "campaign", told)


def _rebellion(area: str, victim: str, **more: Json) -> dict[str, Json]:
    return {"province": area, "victim": victim or INDEPENDENTS, **more}


# ---- A.1 and A.2, at once after Fall


def _new_year(state: State, postings: list[Posting]) -> tuple[State, list[Event]]:
    position, sprung = new_garrisons(state.position)
    taxes, trades = tax_income(position), trade_income(position)
    incomes = {player: taxes[player] + trades[player] for player in taxes}
    postings += [_posting(player, income, "income") for player, income in incomes.items()]
    ducats = {player: state.ducats[player] + income for player, income in incomes.items()}
    expected = {player: state.expected[player] + income for player, income in incomes.items()}
    # Each garrison liberates the rebellion that it springs from (16).
    rebellions = state.position.rebellions.items()
    freed = [_rebellion(area, victim, how=LIBERATED) for area, victim in rebellions if area in sprung]
    data: dict[str, Json] = {"areas": list(sprung)} | ({"ended": freed} if freed else {})
    events = [Event(PUBLIC, "garrisons", data)] if sprung else []
    rows = [
        {"power": player, "tax": taxes[player], "trade": trades[player], "expected": expected[player]}
        for player in incomes
    ]
    events.append(Event(PUBLIC, "income", {"year": state.label.year, "rows": rows}))
    return replace(state, position=position, ducats=ducats, expected=expected), events


# ---- accounts and the end


def _posting(player: str, amount: int, reason: str) -> Posting:
    return Posting(player, DUCAT, amount, reason)


def _real(postings: Iterable[Posting]) -> tuple[Posting, ...]:
    """Those of any ducats."""
    return tuple(each for each in postings if each.amount)


def _accounts(label: Label, purse: Purse, letters: Mapping[str, Letter]) -> list[Event]:
    """What each player alone learns: every ducat of their own (Phase B)."""
    rows: dict[str, list[Json]] = {player: [] for player in letters}
    for entry in purse.entries:
        rows[entry.player].append(
            {"text": entry.text, "ducats": -entry.amount, "outcome": entry.outcome, "why": entry.why}
        )
    return [
        Event(only(player), "account", {"title": label.title, "rows": rows[player], "balance": purse.ducats[player]})
        for player in letters
    ]


def result_of(state: State) -> Result | None:
    """Return how the rules have ended the game, if they have."""
    names = [BOARD.countries[player].name for player in state.winners]
    if len(names) > 1:
        return Result(state.winners, f"{', '.join(names[:-1])} and {names[-1]} share the victory.")
    return Result(state.winners, f"{names[0]} wins.") if names else None


def ended(state: State, result: Result) -> Event:
    """Return the event of the end with the final ranking (4.2); with the last result everything may be told."""
    taxes = tax_income(state.position)
    rows = [
        {
            "rank": place,
            "power": player,
            "cities": len(cities_of(state.position, player)),
            "provinces": sum(state.position.control(area) == player for area in BOARD.provinces),
            "tax": taxes.get(player, 0),
            "ducats": state.ducats.get(player, 0),
        }
        for place, player in ranking(state.position, state.ducats, state.winners)
    ]
    return Event(PUBLIC, "ended", {**result.data(), "ranking": rows})


def perform(state: State, role: str, act: Act) -> Outcome[State]:
    """Perform RESIGN, SUCCEED, DUMMY, VOTE or END. A dummy is eliminated at once (18.3)."""
    if state.over:
        raise refusal("machiavelli/over", "the game is over")
    if act.kind == END and not has_result(act.data):
        return Outcome(replace(state, votes=state.votes.cleared()))
    if act.kind == END:
        data = {**act.data, "open": state.vacant}
        return _over(state, decided(data, tuple(BOARD.countries), {}, state.position.players()))
    if role not in BOARD.countries:
        raise refusal("machiavelli/no-such-country", f"there is no country {role[:30]}")
    alive = state.position.alive(role)
    if act.kind == VOTE:
        if not alive:
            raise refusal(NO_VOTE, "only players who are still in the game have a vote")
        votes, said, events = vote(state.votes, role, act.data, tuple(BOARD.countries), {}, _voters(state))
        return _reckoned(replace(state, votes=votes), events, said)
    if act.kind == RESIGN and not alive:
        return Outcome(state)  # nobody is wanted in their place (4.3)
    if act.kind == RESIGN:
        vacant = tuple(sorted({*state.vacant, role}))
        left = replace(state, votes=state.votes.without(role), vacant=vacant)
        return Outcome(left, events=(Event(PUBLIC, "resigned", {"power": role}),))
    if act.kind == SUCCEED:
        vacant = tuple(each for each in state.vacant if each != role)
        back = replace(state, votes=state.votes.without(role), vacant=vacant)
        return Outcome(back, events=(Event(PUBLIC, "succeeded", {"power": role}),))
    if act.kind == DUMMY:
        return _left(state, role) if alive else Outcome(state)
    raise refusal("machiavelli/no-such-act", f"nothing can be done by {act.kind} in this game")


def _voters(state: State) -> tuple[str, ...]:
    """Return the players who are in the game and have not left."""
    return tuple(player for player in state.position.players() if player not in state.vacant)


def _reckoned(state: State, events: tuple[Event, ...], said: str = "") -> Outcome[State]:
    """Return the state after a change of votes or voters, or the end if they agree on it now."""
    end = agreed(state.votes, _voters(state))
    if end is None:
        return Outcome(state, events=events, said=said)
    over = _over(state, end)
    return replace(over, events=(*events, *over.events), said=said)


def _over(state: State, end: Result) -> Outcome[State]:
    over = replace(state, votes=state.votes.cleared(), winners=end.winners)
    return Outcome(over, events=(ended(over, end),), result=end)


def _left(state: State, role: str) -> Outcome[State]:
    """Eliminate a player without a substitute (18.3, 4.3)."""
    position = eliminate(state.position, (role,), str(state.label))
    position = replace(position, markers=marked(position))
    ducats = {player: amount for player, amount in state.ducats.items() if player != role}
    expected = {player: amount for player, amount in state.expected.items() if player != role}
    votes = state.votes.without(role)
    vacant = tuple(each for each in state.vacant if each != role)
    after = replace(state, position=position, ducats=ducats, expected=expected, votes=votes, vacant=vacant)
    lost = _real((_posting(role, -state.ducats[role], "eliminated"),))
    return replace(_reckoned(after, (Event(PUBLIC, "dummy", {"power": role}),)), postings=lost)
