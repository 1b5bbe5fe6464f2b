"""A whole turn, in the order of chapter 6: unowned areas, rounds, leftovers, order of play, dispersals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.rules.empires.actions import act, is_ignored
from judge.rules.empires.canonical import MESSAGES, SLOTS, parse_messages, parse_slots
from judge.rules.empires.slots import ARMY_COST, LAST_SLOT
from judge.rules.empires.state import Country, State, income, maintenance, opening_areas
from judge.rules.empires.turn import Turn, begin, chance
from judge.rules.empires.worldmap import WorldMap
from judge.rules.prose import listed
from judge.rules.rng import Rng
from judge.rules.values import PUBLIC, Event, Json, Orders, Outcome, Posting, Result, only
from judge.rules.votes import decided, has_result

BP = "BP"
"""The currency."""
"""The reason of a posting of all BPs: what no slot spends is left over (3.7)."""
ENOUGH_VPS = 20
NOTHING, ARMY, FORT, POPULATION = range(4)


def gap(rng: Rng, number: int) -> int:
    """Return the turns from one census to the next: three, four or five."""
    return 3 + chance(rng, "census", number) % 3


def opening(world: WorldMap, dummies: Sequence[str], limit: int, rng: Rng) -> Outcome:
    """The first turn: the order of play is random (6.1)."""
    state = State(
        map=world.name,
        turn=1,
        order=rng.at("order").shuffled(world.countries),
        countries={country: Country() for country in world.countries},
        areas=opening_areas(world),
        dummies=tuple(sorted(dummies)),
        census=gap(rng, 1),
        censuses=0,
        met=False,
        limit=limit,
    )
    postings = tuple(Posting(country, BP, state.countries[country].bps, "at the start") for country in world.countries)
    told = Event(PUBLIC, "roundup", roundup(state, 0, {}))
    return Outcome(state, postings, (told,))


def adjudicate(state: State, orders: Mapping[str, Orders], rng: Rng) -> Outcome:
    """Play a turn. A country without a sheet has sixteen empty slots; a dummy never has one."""
    turn = begin(state)
    grow_unowned(turn, rng)
    codes = tuple(turn.world.places)
    sheets = {
        country: {} if country in state.dummies else parse_slots(orders.get(country, {}).get(SLOTS, ""), codes)
        for country in state.order
    }
    for number in range(1, LAST_SLOT + 1):
        for country in state.order:
            slot = sheets[country].get(number)
            if slot is not None:
                turn.begin_slot(number, country)
                had = turn.countries[country].bps
                done, said = act(turn, country, slot)
                left = turn.countries[country].bps
                row = {"slot": number, "order": str(slot), "done": done, "said": said}
                row |= {"ignored": True} if is_ignored(slot, had) else {}
                turn.slots[country].append({**row, "bps": left, "cost": had - left})
    turn.begin_slot(0, "")  # what follows comes behind the sixteenth round
    saved = {country: spend_leftovers(turn, country) for country in state.order}
    order = next_order(state.order, turn.bids)
    disperse(turn)
    for where, ships in turn.built.items():
        turn.set(where, docked=turn.areas[where].docked + ships)
    return _end(state, turn, order, saved, orders, rng)


def grow_unowned(turn: Turn, rng: Rng) -> None:
    """One random action for each unowned land area, before any player's (6.4)."""
    for code in turn.world.land:
        area = turn.areas[code]
        if not area.owner:
            drawn = chance(rng, turn.number, code) % 4
            turn.set(
                code,
                armies=area.armies + (drawn == ARMY),
                forts=area.forts + (drawn == FORT),
                pop=area.pop + (drawn == POPULATION),
            )


def leftovers(bps: int) -> tuple[int, int]:
    """Turn unspent BPs into armies for the reserve, and a bid of what is too little for one (3.7)."""
    return divmod(bps, ARMY_COST)


def next_order(order: Sequence[str], bids: Mapping[str, int]) -> tuple[str, ...]:
    """Put higher bids first; equal ones keep their order (6.2)."""
    return tuple(sorted(order, key=lambda country: -bids.get(country, 0)))


def dispersed(armies: int, support: int) -> int:
    """Return how many armies of a land area are dispersed. `support`: its population and forts (6.5)."""
    return 0 if armies <= support else armies // max(support, 2)


def spend_leftovers(turn: Turn, country: str) -> dict[str, Json]:
    each = turn.countries[country]
    armies, rest = leftovers(each.bps)
    turn.change(country, bps=0, reserve=each.reserve + armies)
    turn.bids[country] += rest
    return {"armies": armies, "bid": rest}


def disperse(turn: Turn) -> None:
    """Once, on land and then at sea (6.5)."""
    for code in turn.world.land:
        area = turn.areas[code]
        turn.disperse_armies(code, dispersed(area.armies, area.pop + area.forts), "too many for the area")
    for code in turn.world.seas:
        area = turn.areas[code]
        for base in sorted(area.fleets):
            if not turn.has_route(area.owner, base):
                turn.disperse_ship(code, base)


def _end(
    state: State,
    turn: Turn,
    order: tuple[str, ...],
    saved: Mapping[str, Mapping[str, Json]],
    orders: Mapping[str, Orders],
    rng: Rng,
) -> Outcome:
    report, postings = _balance(state, turn, saved)
    events = [
        Event(PUBLIC if to == "ALL" else only(to), "message", {"from": country, "to": to, "text": text})
        for country in state.order
        if country not in state.dummies
        for to, text in parse_messages(orders.get(country, {}).get(MESSAGES, ""))
    ]
    is_census = state.turn == state.census
    if is_census:
        _count_people(turn, state.order, report)
    gone = [country for country in order if _eliminated(turn, country)]
    for country in gone:
        _remove(turn, country)
        if report[country]["bps"]:
            postings.append(Posting(country, BP, -report[country]["bps"], "eliminated"))
            turn.change(country, bps=0)
        events.append(Event(PUBLIC, "eliminated", {"country": country}))
    order = tuple(country for country in order if country not in gone)
    for country in state.order:
        report[country]["vps"] = turn.countries[country].vps

    met = victory_met(turn, state.contenders(order))
    after = State(
        map=state.map,
        turn=state.turn + 1,
        order=order,
        countries=dict(turn.countries),
        areas=dict(turn.areas),
        dummies=state.dummies,
        census=state.census + gap(rng, state.censuses + 2) if is_census else state.census,
        censuses=state.censuses + is_census,
        # A condition must have been met before the census, and one must be met on it.
        met=met or (state.met and not is_census),
        limit=state.limit,
    )
    events = [Event(PUBLIC, "roundup", roundup(after, state.turn, turn.bids)), *events]
    events += [Event(only(country), "report", report[country]) for country in state.order]
    played = [country for country in order if country not in state.dummies]
    over = (is_census and state.met and met) or state.turn >= state.limit or len(played) < 2
    outcome = Outcome(after, tuple(each for each in postings if each.amount), tuple(events))
    rivals = state.contenders(order) or state.contenders(state.order)
    return _finish(outcome, rivals) if over else outcome


def _balance(
    state: State, turn: Turn, saved: Mapping[str, Mapping[str, Json]]
) -> tuple[dict[str, dict[str, Json]], list[Posting]]:
    """Add income and deduct maintenance. Return country -> report, with its BPs of the next turn, and the postings."""
    report: dict[str, dict[str, Json]] = {}
    postings: list[Posting] = []
    for country in state.order:
        earned, cost = income(turn.areas, turn.world, country), maintenance(turn.areas, turn.world, country)
        left = max(0, earned - cost)
        turn.change(country, bps=left)
        report[country] = {
            "turn": state.turn,
            "had": state.countries[country].bps,
            "slots": turn.slots[country],
            "battles": turn.battles.get(country, []),
            "dispersals": turn.dispersals.get(country, []),
            "leftover": saved[country],
            "bid": turn.bids[country],
            "income": earned,
            "maintenance": cost,
            "bps": left,
        }
        postings += [Posting(country, BP, -state.countries[country].bps, f"spent in turn {state.turn}")]
        postings += [Posting(country, BP, earned, f"income of turn {state.turn}")]
        postings += [Posting(country, BP, -min(earned, cost), f"upkeep of turn {state.turn}")]
    return report, postings


def _count_people(turn: Turn, order: Sequence[str], report: Mapping[str, dict[str, Json]]) -> None:
    """The census: a VP for each own land area with population (11.2)."""
    for country in order:
        peopled = [code for code in turn.world.land if turn.areas[code].owner == country and turn.areas[code].pop]
        turn.gain(country, len(peopled))
        report[country]["census"] = len(peopled)


def _eliminated(turn: Turn, country: str) -> bool:
    """No territory, or neither BPs nor income (11.1)."""
    land = [code for code in turn.world.land if turn.areas[code].owner == country]
    return not land or not (turn.countries[country].bps or income(turn.areas, turn.world, country))


def _remove(turn: Turn, country: str) -> None:
    for code, area in turn.areas.items():
        if area.owner == country and turn.world.is_land(code):
            turn.set(code, owner="", docked=0)
        elif area.owner == country:
            turn.set(code, owner="", armies=0, fleets={})
    turn.change(country, reserve=0, navy=0)


def victory_met(turn: Turn, order: Sequence[str]) -> bool:
    """Does one of these have more than half of all land areas, or 20 VPs and twice the second's?"""
    land = turn.world.land
    most = max((sum(turn.areas[code].owner == country for code in land) for country in order), default=0)
    vps = sorted((turn.countries[country].vps for country in order), reverse=True)
    second = vps[1] if len(vps) > 1 else 0
    return 2 * most > len(land) or (bool(vps) and vps[0] >= ENOUGH_VPS and vps[0] >= 2 * second)


def _finish(outcome: Outcome, rivals: Sequence[str]) -> Outcome:
    """End the game: most VPs win, ties are shared. Dummies with as many are named, and never win (ruling 11.6)."""
    state: State = outcome.state
    if not rivals:
        return _over(outcome, Result((), "Nobody wins, since nobody plays a country any more"))
    vps = {country: state.countries[country].vps for country in sorted(rivals)}
    best = max(vps.values())
    winners = tuple(country for country, points in vps.items() if points == best)
    points = f"{best} VP{'' if abs(best) == 1 else 's'}"
    names = listed(winners)
    said = f"{names} {'wins' if len(winners) == 1 else 'share the victory'} with {points}"
    for country in sorted(set(state.order) - set(rivals)):
        if (more := state.countries[country].vps) >= best:
            said += f"; {country} has {more}, but nobody plays it"
    return _over(outcome, Result(winners, said))


def declared(state: State, data: Mapping[str, Json]) -> Outcome:
    """End the game by the GameMaster's word. Raises Refused."""
    if not has_result(data):
        return Outcome(state)
    played = tuple(sorted(country for country in state.order if country not in state.dummies))
    return _over(Outcome(state), decided(data, tuple(sorted(state.countries)), {}, played))


def _over(outcome: Outcome, result: Result) -> Outcome:
    state: State = outcome.state
    everybody = {country: each.vps for country, each in state.countries.items()}
    told = Event(PUBLIC, "ended", {**result.data(), "vps": everybody})
    over = replace(state, winners=result.winners, over=True)
    return Outcome(over, outcome.postings, (*outcome.events, told), result)


def roundup(state: State, turn: int, bids: Mapping[str, int]) -> dict[str, Json]:
    """Return what everybody is told of a turn, 0 before the first. Of VPs only the leader's are public."""
    land = state.world.land
    # Before the first turn nobody leads, and all are named.
    rivals = state.contenders(state.order) if turn else state.order
    best = max((state.countries[country].vps for country in rivals), default=0)
    return {
        "turn": turn,
        "order": [{"country": country, "bid": bids.get(country, 0)} for country in state.order],
        "leader": {
            "vps": best,
            "countries": sorted(country for country in rivals if state.countries[country].vps == best),
        },
        "owned": {country: list(state.land_of(country)) for country in sorted(state.order)},
        "unowned": [code for code in land if not state.areas[code].owner],
    }
