"""What others pay, as far as one's own letters have told it: for one's own units, and for theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from judge.rules.computers import Situation, Told
from judge.rules.diplomacy.board import Unit
from judge.rules.diplomacy.computer.plan import CLASH, Planner, Task, moves, reaches, rivals_at
from judge.rules.payola.play import STATEMENT
from judge.rules.rng import Stream
from judge.rules.values import Json

FIRST_LEVEL = 4
"""What others are thought to pay for a unit that is not theirs, before anything is known."""
FIRST_PRICE = 9
"""What a unit of another power is thought to cost at first."""
DUMMYS_PRICE = 3
REMEMBERED = 3
"""So many phases of the season are looked back upon."""


class Market(NamedTuple):
    """`level`: what one's own units must be paid, so that nobody else gets them; `prices`: power -> what one of its
    units costs.
    """

    level: int
    prices: Mapping[str, int]

    def price(self, power: str, *, dummy: bool) -> int:
        return self.prices.get(power, DUMMYS_PRICE if dummy else FIRST_PRICE)


def market_of(situation: Situation, power: str, season: str) -> Market:
    """What the letters of this power tell of phases of this season."""
    letters = [letter for letter in situation.told if letter.label[:1] == season]
    return Market(_level(letters), _prices(letters, power))


def _statements(letters: Sequence[Told]) -> Iterator[tuple[Told, Mapping[str, Json]]]:
    for letter in letters:
        for event in letter.events:
            if event.kind == STATEMENT:
                yield letter, event.data


def _level(letters: Sequence[Told]) -> int:
    """Of each of the last phases the highest that others paid for an own unit which did not obey; a little less than
    their mean goes on being expected where nobody has paid.
    """
    found = []
    for _, told in _statements(letters):
        lost = [row["total"] for row in told.get("units", ()) if row["total"] and not row["own"]]
        found.append(max(lost, default=0))
    if not found:
        return FIRST_LEVEL
    recent = found[-REMEMBERED:]
    return max(2, (sum(recent) + len(recent)) // (len(recent) + 1))


def _prices(letters: Sequence[Told], power: str) -> dict[str, int]:
    """Power -> what its units cost: less where one's offers were taken, more where they were not enough."""
    prices: dict[str, int] = {}
    for letter, told in _statements(letters):
        owners = _owners(letter)
        for row in told.get("lines", ()):
            owner = owners.get(_unit(row["line"]), power)
            offered = row.get("offered")
            if owner == power or offered is None:
                continue
            known = prices.get(owner, FIRST_PRICE)
            prices[owner] = max(1, min(known, offered) - 1) if row["paid"] is not None else max(known, offered + 2)
    return prices


def _owners(letter: Told) -> dict[str, str]:
    """Unit -> whose it was when the phase began, as the public results tell it."""
    return {
        row["unit"]: row["power"]
        for event in letter.events
        if event.kind == "movement"
        for row in event.data.get("orders", ())
    }


def _unit(line: str) -> str:
    """`A MUN` of `12 : A MUN - BUR`."""
    words = line.partition(":")[2].split()
    return " ".join(words[:2])


SILVER = 5000
"""What one silver piece is worth, beside the worth of places (see `judge.rules.diplomacy.computer.plan`)."""
MOST_HIRED, LOOKED_AT = 8, 12
"""So many are hired in a phase, of so many that look most promising at first."""


class Hired(NamedTuple):
    """A unit of another power and what it costs; `price` is what is offered to it."""

    unit: Unit
    price: int


class _Deal(NamedTuple):
    """An idea: this unit helps that own one, which goes to the place (or stays at its own)."""

    gain: int
    unit: Unit
    helped: Unit
    place: str
    price: int


class Hiring:
    """Adds units of others to a plan, one after the other, as long as one is worth its price."""

    def __init__(self, planner: Planner, power: str, prices: dict[Unit, int]) -> None:
        self._planner, self._power, self._prices = planner, power, prices
        self.hired: list[Hired] = []

    def hire(self, budget: int, stream: Stream) -> None:
        """`budget`: silver pieces for all of them together."""
        promising = [deal for deal in self._deals(self._prices, budget) if deal.gain > 0]
        units = list(dict.fromkeys(deal.unit for deal in sorted(promising, reverse=True)))[:LOOKED_AT]
        while units and len(self.hired) < MOST_HIRED:
            best = max(self._deals(units, budget), default=None)
            if best is None or best.gain <= 0:
                return
            planner = self._planner
            planner.hired[best.unit] = Task(best.unit.place, best.helped)
            planner.tasks[best.helped] = Task(best.place)
            planner.rivals = rivals_at(planner.table, self._power, set(planner.hired))
            planner.improve(stream)
            self.hired.append(Hired(best.unit, best.price))
            budget -= best.price

    def _deals(self, units: Iterable[Unit], budget: int) -> Iterator[_Deal]:
        planner = self._planner
        now = planner.score(planner.tasks)
        before = planner.rivals
        for unit in units:
            price = self._prices[unit]
            if unit in planner.hired or price > budget:
                continue
            planner.rivals = rivals_at(planner.table, self._power, {*planner.hired, unit})
            for helped, place in self._ways(unit):
                planner.hired[unit] = Task(unit.place, helped)
                tasks = {**planner.tasks, helped: Task(place)}
                if self._fits(tasks):
                    score = planner.score(tasks)
                    if score > CLASH:
                        yield _Deal(score - now - price * SILVER, unit, helped, place, price)
                del planner.hired[unit]
        planner.rivals = before

    def _ways(self, unit: Unit) -> Iterator[tuple[Unit, str]]:
        """The own units that it can help, and where they would go. Nobody's unit helps to drive out its owner's."""
        table = self._planner.table
        for helped in self._planner.tasks:
            for place in (helped.place, *moves(table, helped)):
                province = table.board.province_of[place]
                there = table.position.units.get(province)
                if province == unit.province or (there is not None and there != helped and there.power == unit.power):
                    continue
                if reaches(table, unit, province):
                    yield helped, place

    def _fits(self, tasks: dict[Unit, Task]) -> bool:
        """Can all that help still help?"""
        planner = self._planner
        for unit, task in (*tasks.items(), *planner.hired.items()):
            if task.helps is None:
                continue
            other = tasks[task.helps]
            province = planner.table.board.province_of[other.place]
            if other.helps is not None or province == unit.province or not reaches(planner.table, unit, province):
                return False
        return True


def near(planner: Planner, units: Sequence[Unit]) -> list[Unit]:
    """Those of the units that reach anything which an own unit reaches."""
    table = planner.table
    around = {table.board.province_of[place] for own in planner.tasks for place in (own.place, *moves(table, own))}
    return [unit for unit in units if any(reaches(table, unit, province) for province in around)]
