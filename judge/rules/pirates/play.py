"""The course of a match: packages opened, plans put to the vote, votes counted, gold reckoned up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from judge.rules import schema
from judge.rules.pirates.canonical import (
    BALLOT,
    GIFT,
    MOVE,
    MOVES,
    PLAN,
    YES,
    Plan,
    default_plan,
    parse_ballot,
    parse_plan,
    random_ballot,
)
from judge.rules.pirates.state import (
    CLOSING,
    DISTRIBUTION,
    GARNET_EARNED,
    OVER,
    PACKAGES,
    ROOMS,
    ROUNDS,
    TOKENS,
    VOTING,
    Reckoning,
    State,
)
from judge.rules.rng import Rng
from judge.rules.values import PUBLIC, Event, Json, Orders, Outcome, Posting, Result, only

GOLD, GARNETS, TOKEN = "gold", "garnets", "tokens"
"""The currencies."""


@dataclass(frozen=True, slots=True)
class Step:
    """An adjudication. `results`: player -> what a face-to-face GameMaster wants to see."""

    outcome: Outcome
    results: Mapping[str, Json]


def opening(
    players: Sequence[str], vacant: Sequence[str], garnets: int, rng: Rng, *, anonymous: bool = False
) -> Outcome:
    """Start a match: rooms drawn by lot, five closed packages a player, and the first of them opened."""
    names = tuple(sorted(players))
    order = rng.at("rooms").shuffled(names)
    rooms = {name: 1 if order.index(name) < len(order) // 2 else 2 for name in names}
    nothing = dict.fromkeys(names, 0)
    state = State(
        players=names,
        vacant=tuple(sorted(vacant)),
        round=1,
        stage=DISTRIBUTION,
        rooms=rooms,
        unopened=dict.fromkeys(names, PACKAGES),
        opened={},
        gold=nothing,
        garnets=dict.fromkeys(names, garnets),
        moved=nothing,
        anonymous=anonymous,
    )
    postings = [Posting(name, GARNETS, garnets, "at the start") for name in names if garnets]
    state, events = open_packages(state, rng)
    return Outcome(state, tuple(postings), events)


def open_packages(state: State, rng: Rng) -> tuple[State, tuple[Event, ...]]:
    """Begin a distribution phase: open a package of each player by lot, and tell everybody the rooms."""
    opened = {name: rng.hidden("package", name).choice(state.unopened[name]) for name in state.players}
    unopened = {
        name: tuple(amount for amount in state.unopened[name] if amount != opened[name]) for name in state.players
    }
    after = replace(state, stage=DISTRIBUTION, opened=opened, unopened=unopened, plans={})
    rooms = {str(room): list(after.in_room(room)) for room in ROOMS}
    events = [Event(PUBLIC, "rooms", {"round": after.round, "rooms": rooms})]
    events += [
        Event(only(name), "package", {"round": after.round, "amount": opened[name], "unopened": list(unopened[name])})
        for name in after.players
    ]
    return after, tuple(events)


def _filed(state: State, orders: Mapping[str, Orders], player: str, part: str) -> str:
    """Return a part on file; empty for a vacant seat, which plays the defaults (ruling R8)."""
    return "" if player in state.vacant else orders.get(player, {}).get(part, "")


def put_to_vote(state: State, orders: Mapping[str, Orders]) -> Step:
    """End a distribution phase: fix plans, spend garnets, and tell each player what every plan gives them."""
    plans: dict[str, Plan] = {}
    results: dict[str, Json] = {}
    for name in state.players:
        text = _filed(state, orders, name, PLAN)
        plans[name] = parse_plan(text) if text else default_plan(name, state.room_of(name), state.opened[name])
        results[name] = {"plan": dict(plans[name].shares), "garnets": plans[name].garnets, "default": not text}
    spent = {name: plan.garnets for name, plan in plans.items()}
    after = replace(
        state,
        stage=VOTING,
        plans={name: plan.shares for name, plan in plans.items()},
        garnets={name: state.garnets[name] - spent[name] for name in state.players},
    )
    postings = [
        Posting(name, GARNETS, -spent[name], f"added to the plan of round {state.round}")
        for name in state.players
        if spent[name]
    ]
    events = [
        Event(only(name), "shares", {"round": state.round, "shares": shares_of(after, name)}) for name in state.players
    ]
    return Step(Outcome(after, tuple(postings), tuple(events)), results)


def shares_of(state: State, player: str) -> list[Json]:
    """Return what each plan of the player's room gives them: all that they may know of the plans (ruling R6)."""
    return [{"from": name, "amount": state.plans[name].get(player, 0)} for name in state.room_of(player)]


def count_votes(state: State, orders: Mapping[str, Orders], rng: Rng) -> Step:
    """End a voting phase: pass or fail plans, hand out gold, move players, and begin the next round."""
    ballots: dict[str, Mapping[str, str]] = {}
    lots = []
    for name in state.players:
        text = _filed(state, orders, name, BALLOT)
        if not text:
            lots.append(name)
        ballots[name] = parse_ballot(text) if text else random_ballot(state.room_of(name), rng.hidden("ballot", name))
    gained = dict.fromkeys(state.players, 0)
    plans: list[Json] = []
    results: dict[str, Json] = {}
    for name in state.players:
        room = state.room_of(name)
        yes = sum(ballots[voter][name] == YES for voter in room)
        passed = yes > len(room) - yes
        shares = dict(state.plans[name]) if passed else confiscated(state, name)
        for to, amount in shares.items():
            gained[to] += amount
        plans.append({"player": name, "room": state.rooms[name], "passed": passed})
        results[name] = {
            "passed": passed,
            "yes": yes,
            "no": len(room) - yes,
            "ballot": dict(ballots[name]),
            "default": name in lots,
        }
    gold = {name: state.gold[name] + gained[name] for name in state.players}
    events = [Event(PUBLIC, "verdict", {"round": state.round, "plans": plans})]
    for name in state.players:
        passed = results[name]["passed"]
        own = {"passed": passed, "kept": state.plans[name].get(name, 0) if passed else 0}
        data = {"round": state.round, "gained": gained[name], "gold": gold[name], "own": own}
        events.append(Event(only(name), "gold", data))
    postings = [Posting(name, GOLD, gained[name], f"round {state.round}") for name in state.players if gained[name]]
    leaving = {name for name in state.players if _filed(state, orders, name, MOVE) == MOVES}
    after = replace(
        state,
        gold=gold,
        plans={},
        opened={},
        rooms={name: 3 - room if name in leaving else room for name, room in state.rooms.items()},
        moved={name: state.moved[name] + (name in leaving) for name in state.players},
    )
    if state.round < ROUNDS:
        after, more = open_packages(replace(after, round=state.round + 1), rng)
        return Step(Outcome(after, tuple(postings), (*events, *more)), results)
    end = _end(after)
    end = replace(end, postings=(*postings, *end.postings), events=(*events, *end.events))
    return Step(end, results)


def confiscated(state: State, proposer: str) -> dict[str, int]:
    """Split a failed plan evenly among the others of the room; the remainder is destroyed (ruling R5)."""
    others = [name for name in state.room_of(proposer) if name != proposer]
    each = sum(state.plans[proposer].values()) // len(others) if others else 0
    return dict.fromkeys(others, each)


def reckon(gold: Mapping[str, int]) -> Reckoning:
    """Work out Tokens of Life, elimination candidates and garnets earned (ruling R7)."""
    ranked = sorted(gold.values(), reverse=True)
    bar, best, least = ranked[min(2, len(ranked) - 1)], ranked[0], ranked[-1]
    tokens = {name: 1 for name, amount in gold.items() if amount >= bar}
    first = [name for name, amount in gold.items() if amount == best]
    if len(first) == 1:
        tokens[first[0]] = 2
    while sum(tokens.values()) > TOKENS:
        lowest = min(gold[name] for name in tokens)
        tokens = {name: number for name, number in tokens.items() if gold[name] > lowest}
    giver = first[0] if len(first) == 1 else ""
    # The one to give away is counted above, and is nobody's until it is given.
    kept = dict.fromkeys(tokens, 1)
    candidates = tuple(sorted(name for name, amount in gold.items() if amount == least))
    earned = {name: amount // GARNET_EARNED for name, amount in gold.items()}
    return Reckoning(dict(gold), kept, candidates, earned, giver)


def _end(state: State) -> Outcome:
    found = reckon(state.gold)
    postings = [Posting(name, TOKEN, number, "at the end") for name, number in found.tokens.items()]
    postings += [Posting(name, GARNETS, number, "earned") for name, number in found.garnets.items() if number]
    after = replace(
        state,
        stage=CLOSING,
        tokens=found.tokens,
        garnets={name: state.garnets[name] + found.garnets[name] for name in state.players},
        reckoning=found,
    )
    told = Event(PUBLIC, "reckoning", schema.write(found))
    if found.giver:
        return Outcome(after, tuple(postings), (told,))
    return _over(after, found, tuple(postings), (told,))


def _over(state: State, found: Reckoning, postings: tuple[Posting, ...], events: tuple[Event, ...]) -> Outcome:
    best = max(found.gold.values())
    winners = tuple(sorted(name for name, amount in found.gold.items() if amount == best))
    verb = "has" if len(winners) == 1 else "have"
    summary = f"{' and '.join(name.title() for name in winners)} {verb} the most gold: {best}"
    told = Event(PUBLIC, "ended", {"winners": list(winners), "summary": f"{summary}."})
    return Outcome(replace(state, stage=OVER, winners=winners), postings, (*events, told), Result(winners, summary))


def give_token(state: State, orders: Mapping[str, Orders]) -> Step:
    """End the closing phase: the extra token goes to the player whom its giver named, or is lost."""
    found = state.reckoning
    if found is None:
        raise ValueError("there is no token to give before the reckoning")
    to = _filed(state, orders, found.giver, GIFT)
    tokens = dict(state.tokens)
    postings: tuple[Posting, ...] = ()
    if to:
        tokens[to] = tokens.get(to, 0) + 1
        postings = (Posting(to, TOKEN, 1, f"given by {found.giver}"),)
    told = Event(PUBLIC, "gift", {"from": found.giver, "to": to})
    reckoned = Event(PUBLIC, "reckoning", schema.write(replace(found, tokens=tokens)))
    outcome = _over(replace(state, tokens=tokens), found, postings, (told, reckoned))
    return Step(outcome, {found.giver: {"token": to or None}})


def adjudicate(state: State, orders: Mapping[str, Orders], rng: Rng) -> Step:
    if state.stage == DISTRIBUTION:
        return put_to_vote(state, orders)
    if state.stage == VOTING:
        return count_votes(state, orders, rng)
    return give_token(state, orders)
