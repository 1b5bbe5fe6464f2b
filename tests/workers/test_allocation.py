"""Promise 8 by search: whatever two nodes do, in whatever order, and whoever of them dies, each game and each player
ends as with one clerk. Every state of small cases is visited: three mails, two games, a deadline, a death.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from judge.mailbox.lock_footprint import EVERYTHING, Touched
from judge.store.locks import ALL
from judge.workers import allocation
from judge.workers.allocation import MOMENT, LastLook, Share, Unread, allocate, may_have_work
from tests.support.soaking import stride

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
GAMES = ("game 1", "game 2")
MEMBERS = frozenset({("player 1", "game 1"), ("player 2", "game 1"), ("player 2", "game 2")})
Choose = Callable[[Sequence[Unread], datetime, Collection[str], int], Share]
Log = tuple[tuple[str, tuple[str, ...]], ...]
"""By game and player: the mails that have touched it and the ends of its phase, in order."""


@dataclass(frozen=True)
class Mail:
    """`does`: writes for the game, joins it, or anything at all (wide)."""

    number: int
    writer: str
    does: str
    game: str = ""

    @property
    def at(self) -> datetime:
        return START + 2 * self.number * SECOND


@dataclass(frozen=True)
class Case:
    """`deadlines`: of each game, so many seconds after the start; None: far away."""

    mails: tuple[Mail, ...]
    deadlines: Mapping[str, int | None]

    def instants(self) -> list[datetime]:
        ends = {START + at * SECOND for at in self.deadlines.values() if at is not None}
        return sorted({mail.at for mail in self.mails} | ends)

    def due(self, game: str, at: datetime) -> bool:
        deadline = self.deadlines[game]
        return deadline is not None and START + deadline * SECOND <= at


@dataclass(frozen=True)
class Node:
    """What it holds, the mails that it has still to read (each with its keys), and the games to settle behind them."""

    keys: frozenset[str]
    mails: tuple[tuple[Mail, frozenset[str] | None], ...]
    games: tuple[str, ...]
    horizon: datetime


@dataclass(frozen=True)
class World:
    """Everything there is: how far time has come, who is in which game, what is read, looked through and cut."""

    time: int
    members: frozenset[tuple[str, str]]
    read: frozenset[int]
    looked: frozenset[int]
    cut: frozenset[str]
    log: Log
    nodes: tuple[Node | None, ...]
    deaths: int


def touches(mail: Mail, members: Collection[tuple[str, str]]) -> frozenset[str] | None:
    """What a mail touches as things stand."""
    if mail.does == "wide":
        return EVERYTHING
    named = {mail.game} if mail.does == "joins" else set()
    return frozenset({mail.writer} | named | {game for who, game in members if who == mail.writer})


def noted(log: Log, keys: Collection[str], entry: str) -> Log:
    return tuple((key, (*entries, entry) if key in keys else entries) for key, entries in log)


def settled(case: Case, world: World, games: Collection[str], at: datetime) -> World:
    """The phases of these games that are due at this instant end."""
    for game in sorted(games):
        if game not in world.cut and case.due(game, at):
            world = replace(world, cut=world.cut | {game}, log=noted(world.log, {game}, "end"))
    return world


def after(world: World, mail: Mail) -> World:
    """A mail is read: it does what it does to whatever is there now."""
    really = touches(mail, world.members)
    everything = [key for key, _ in world.log]
    world = replace(
        world,
        read=world.read | {mail.number},
        log=noted(world.log, everything if really is None else really, str(mail)),
    )
    if mail.does == "joins":
        world = replace(world, members=world.members | {(mail.writer, mail.game)})
    return world


def begin(case: Case) -> World:
    keys = sorted({*GAMES, *(mail.writer for mail in case.mails)})
    return World(0, MEMBERS, frozenset(), frozenset(), frozenset(), tuple((key, ()) for key in keys), (None, None), 0)


def one_clerk(case: Case) -> Log:
    """One line of time: before each mail all that is due by then, and at the end what is left."""
    world = begin(case)
    for mail in case.mails:
        world = after(settled(case, world, GAMES, mail.at - MOMENT), mail)
    return settled(case, world, GAMES, case.instants()[-1]).log


def next_worlds(case: Case, world: World, chosen: Choose) -> Iterator[World]:
    """Whatever may happen next."""
    instants = case.instants()
    if world.time + 1 < len(instants):
        yield replace(world, time=world.time + 1)
    now = instants[world.time]
    for mail in case.mails:
        if mail.at <= now and mail.number not in world.looked:
            yield replace(world, looked=world.looked | {mail.number})
    for place, node in enumerate(world.nodes):
        if node is None:
            yield from taken(case, world, place, now, chosen)
            continue
        yield stepped(case, world, place, node)
        if world.deaths == 0:  # what it held is free, what it had not committed is not done
            yield with_node(replace(world, deaths=1), place, None)


def with_node(world: World, place: int, node: Node | None) -> World:
    if node is not None and not node.mails and not node.games:
        node = None
    return replace(world, nodes=tuple(node if each == place else old for each, old in enumerate(world.nodes)))


def taken(case: Case, world: World, place: int, now: datetime, chosen: Choose) -> Iterator[World]:
    """A node that has nothing takes a share."""
    held = {key for node in world.nodes if node is not None for key in node.keys}
    waiting = [mail for mail in case.mails if mail.at <= now and mail.number not in world.read]
    unread = []
    for mail in waiting:
        keys = touches(mail, world.members)
        known = Touched(keys, frozenset({mail.writer}) if keys is not None else frozenset())
        unread.append(Unread(mail.number, mail.at, known if mail.number in world.looked else None))
    share = chosen(unread, now, held, 2)
    horizon = share.horizon
    games = tuple(
        game
        for game in GAMES
        if horizon is not None and game not in share.busy and game not in world.cut and case.due(game, horizon)
    )
    mails = tuple((case.mails[mail.id], keys) for mail, keys in share.mails)
    if mails or games:
        yield with_node(world, place, Node(share.keys | {*games}, mails, games, horizon or now))


def stepped(case: Case, world: World, place: int, node: Node) -> World:
    """A node does the next thing, in one transaction: it settles and reads one mail, or settles one game."""
    if not node.mails:
        done = settled(case, world, node.games[:1], node.horizon)
        return with_node(done, place, replace(node, games=node.games[1:]))
    (mail, keys), *rest = node.mails
    really = touches(mail, world.members)
    for other, there in enumerate(world.nodes):
        if other != place and there is not None:
            mine = {*GAMES} if really is None else really
            assert there.keys.isdisjoint(mine), f"two nodes at once: {mail}"
            assert ALL not in there.keys, f"beside one that holds everything: {mail}"
    before = settled(case, world, GAMES if keys is None else keys & {*GAMES}, mail.at - MOMENT)
    return with_node(after(before, mail), place, replace(node, mails=tuple(rest)))


def search(case: Case, chosen: Choose) -> int:
    """Visits every state; how many there are. AssertionError where one ends otherwise than with one clerk, or never."""
    expected = one_clerk(case)
    first = begin(case)
    seen, waiting = {first}, [first]
    while waiting:
        world = waiting.pop()
        further = list(next_worlds(case, world, chosen))
        if not further:
            assert world.log == expected, f"{case}\n{world.log}\nand not\n{expected}"
        waiting += (each for each in further if each not in seen)
        seen.update(further)
    return len(seen)


def mails(*what: tuple[str, str, str]) -> tuple[Mail, ...]:
    return tuple(Mail(number, *each) for number, each in enumerate(what))


KINDS = (
    ("player 1", "writes", "game 1"),
    ("player 2", "writes", "game 2"),
    ("player 3", "writes", "game 2"),
    ("player 1", "joins", "game 2"),
    ("player 3", "joins", "game 1"),
    ("player 4", "wide", ""),
)
DEADLINES = ({"game 1": 1, "game 2": 3}, {"game 1": None, "game 2": 1})
CASES = tuple(product(KINDS, repeat=3))[:: stride(1, 11)]


@pytest.mark.parametrize("deadlines", DEADLINES)
def test_whatever_happens_each_game_and_each_player_ends_as_with_one_clerk(deadlines: Mapping[str, int | None]) -> None:
    states = sum(search(Case(mails(*kinds), deadlines), allocate) for kinds in CASES)
    assert states > 1_000


def at_once(unread: Sequence[Unread], until: datetime, held: Collection[str], most: int) -> Share:
    """Nobody looks what others hold."""
    return allocate(unread, until, (), most)


def past_what_waits(unread: Sequence[Unread], until: datetime, held: Collection[str], most: int) -> Share:
    """What waits keeps nothing behind it waiting."""
    free = [mail for mail in unread if mail.touches and mail.touches.keys and mail.touches.keys.isdisjoint(held)]
    return allocate(free or unread, until, held, most)


def phases_first(unread: Sequence[Unread], until: datetime, held: Collection[str], most: int) -> Share:
    """Phases end whatever mail is unread."""
    return replace(allocate(unread, until, held, most), busy=frozenset(held), horizon=until)


def without_growth(unread: Sequence[Unread], until: datetime, held: Collection[str], most: int) -> Share:
    """A writer's later mail touches what it would touch if the earlier one were never read."""
    known = [
        replace(mail, touches=replace(mail.touches, writers=frozenset())) if mail.touches else mail for mail in unread
    ]
    return allocate(known, until, held, most)


@pytest.mark.parametrize("broken", [at_once, past_what_waits, phases_first, without_growth])
def test_the_search_finds_a_rule_that_is_broken(broken: Choose) -> None:
    with pytest.raises(AssertionError):
        for kinds in product(KINDS, repeat=3):
            for deadlines in DEADLINES:
                search(Case(mails(*kinds), deadlines), broken)


def test_who_joins_a_game_is_in_it_with_their_next_mail() -> None:
    def unread(number: int, *keys: str) -> Unread:
        return Unread(number, START, Touched(frozenset(keys), frozenset(keys[:1])))

    waiting = [unread(1, "player 1", "game 9"), unread(2, "player 2", "game 9", "game 8"), unread(3, "player 1")]
    share = allocate(waiting, START, {"game 8"}, 20)
    assert [mail.id for mail, _ in share.mails] == [1]


def test_one_mail_of_each_writer_is_taken_at_a_time() -> None:
    """Else somebody else's game would wait for all mails of a flood."""

    def unread(number: int, writer: str, game: str) -> Unread:
        return Unread(number, START, Touched(frozenset({writer, game}), frozenset({writer})))

    flood = [unread(number, "player 1", "game 1") for number in range(5)]
    share = allocate([*flood, unread(5, "player 2", "game 2"), unread(6, "player 3", "game 1")], START, (), 20)
    assert [mail.id for mail, _ in share.mails] == [0, 5]
    assert share.waits


def test_a_mail_that_may_have_killed_its_reader_is_taken_alone() -> None:
    def unread(number: int, attempts: int = 0) -> Unread:
        return Unread(number, START, Touched(frozenset({f"player {number}"}), frozenset()), attempts)

    assert [mail.id for mail, _ in allocate([unread(1, 1), unread(2)], START, (), 20).mails] == [1]
    assert [mail.id for mail, _ in allocate([unread(1), unread(2, 1), unread(3)], START, (), 20).mails] == [1, 3]


def test_what_a_node_holds_names_its_games() -> None:
    assert allocation.games_among({"game 12", "player 3", "address game 4@example.org", "strangers"}) == {12}


def seen(*waiting: Unread, held: Collection[str], phases: bool = False) -> LastLook:
    return LastLook(waiting, START, held, phases)


def of_game(number: int, game: str) -> Unread:
    return Unread(number, START, Touched(frozenset({game}), frozenset()))


def test_a_node_that_found_nothing_looks_again_when_a_mail_is_free() -> None:
    found = seen(of_game(1, "game 1"), of_game(2, "game 2"), held={"game 1", "game 2"})
    assert not may_have_work(found, {1, 2}, {"game 1", "game 2"})
    assert may_have_work(found, {1, 2}, {"game 1"})
    assert not may_have_work(found, {1}, {"game 1"}), "the free one was read meanwhile"
    assert not may_have_work(found, {1, 2}, {ALL})


def test_a_node_that_found_nothing_looks_again_when_a_mail_has_come_or_none_is_left() -> None:
    found = seen(of_game(1, "game 1"), held={"game 1"})
    assert may_have_work(found, {1, 2}, {"game 1"})
    assert may_have_work(found, set(), {"game 1"})


def test_what_touches_everything_is_looked_at_again_when_nobody_holds_anything() -> None:
    found = seen(Unread(1, START, Touched(EVERYTHING)), held={"game 1", "game 2"})
    assert not may_have_work(found, {1}, {"game 2"})
    assert may_have_work(found, {1}, ())


def test_where_a_phase_was_due_or_mail_was_being_looked_through_anything_that_comes_free_counts() -> None:
    busy, one_free = {"game 1", "game 2"}, {"game 1"}
    mail = of_game(1, "game 1")
    assert may_have_work(seen(mail, held=busy, phases=True), {1}, one_free)
    assert not may_have_work(seen(mail, held=busy), {1}, one_free)
    assert may_have_work(seen(mail, Unread(2, START, None), held=busy), {1, 2}, one_free)
