"""Conflicts between the orders of one season (chapter 13), decided by what is certain; then circles; then standoffs.

For each attack it is asked whether it wins, for each support whether it is given. An answer is yes, no or unknown;
knowing one may settle another. What stays unknown is a circle. Of the ways in which it holds together, that stands in
which all succeeds that succeeds in any; if there is none, all of it fails (13.6, ruling 1.6).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.rules.machiavelli.board import BOARD, GARRISON, LAGOON, VENICE
from judge.rules.machiavelli.orders import (
    ADVANCE,
    BESIEGE,
    CONVERT,
    HOLD,
    SUPPORT,
    Order,
    aim,
    exchange,
    helped_by,
    leaves,
)
from judge.rules.machiavelli.position import INDEPENDENT, Position, Unit, city_place

Answer = bool | None
"""Yes, no, or not known yet."""


def opposite(answer: Answer) -> Answer:
    return None if answer is None else not answer


def both(one: Answer, other: Answer) -> Answer:
    if one is False or other is False:
        return False
    return None if one is None or other is None else True


def either(one: Answer, other: Answer) -> Answer:
    if one is True or other is True:
        return True
    return None if one is None or other is None else False


def exceeds(one: tuple[int, int], other: tuple[int, int]) -> Answer:
    """one > other, where each is at least and at most so much."""
    if one[0] > other[1]:
        return True
    return False if one[1] <= other[0] else None


REBELLION = "rebellion"
"""What helps an attack where the province rebels; a garrison is called by its name."""


def automatic_support(
    position: Position, orders: Mapping[str, Order], told: Collection[str] = ()
) -> dict[tuple[str, str], tuple[str, ...]]:
    """(area, player) -> who supports by itself there, a rebellion or an independent garrison: for the only player who
    advances.

    Never for a rebellion's victim; a second player's advance, the victim's included, takes it from all (rulings 2.6,
    12.2). A garrison that was bribed to do something else, if only to hold, does that.
    """
    advancing: dict[str, set[str]] = {}
    for place, order in orders.items():
        if order.verb == ADVANCE:
            advancing.setdefault(order.target, set()).add(position.units[place].owner)
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for area, players in advancing.items():
        if len(players) > 1:
            continue
        (player,) = players
        helpers: tuple[str, ...] = ()
        if area in position.rebellions and position.rebellions[area] != player:
            helpers = (REBELLION,)
        there = position.field_unit(area)
        garrison = position.garrison(area)
        besieged = there is not None and there.owner != INDEPENDENT
        if garrison is not None and garrison.owner == INDEPENDENT and besieged:
            helpers += (str(garrison),) if orders[garrison.place].verb == HOLD and garrison.place not in told else ()
        if helpers:
            found[area, player] = helpers
    return found


CITY = "city"
"""Where an attack by conversion comes from."""
TRIES = 1_000
"""Guesses in one circle, at most. None of 19,000 conflicts at random needed more than 11."""


@dataclass(frozen=True)
class Resolution:
    """What becomes of every unit, by place.

    goes: attacks and conversions into a city that are carried out; given: supports; beaten: units forced out, with
    where the attacks that beat them came from; ousted: garrisons that come out only to retreat, likewise; walled: units
    in Venice driven into the city, likewise; refused: garrisons of Venice that may not come out, with where the forces
    stand that keep them inside; bars: attacks that are not carried out, with the units there of no less force; broken:
    armies whose transport failed; attacked: areas into which a valid order attacked; paradox: places of a conflict
    judged a standoff because nothing else resolved it.
    """

    goes: frozenset[str]
    given: frozenset[str]
    beaten: Mapping[str, frozenset[str]]
    ousted: Mapping[str, frozenset[str]]
    walled: Mapping[str, frozenset[str]]
    refused: Mapping[str, frozenset[str]]
    bars: Mapping[str, frozenset[str]]
    broken: frozenset[str]
    attacked: frozenset[str]
    paradox: tuple[str, ...]


def resolve(position: Position, orders: Mapping[str, Order], told: Collection[str] = ()) -> Resolution:
    """orders: place -> a legal order for every unit; told: places of units that somebody gave an order."""
    conflict = _Conflict(position, orders, told)
    paradox = conflict.settle()
    return conflict.resolution(paradox)


class _Conflict:
    def __init__(self, position: Position, orders: Mapping[str, Order], told: Collection[str]) -> None:
        self.units: Mapping[str, Unit] = position.units
        self.orders = orders
        self.aims = {place: target for place, order in orders.items() if (target := aim(order))}
        self.attackers: dict[str, list[str]] = {}
        for place, target in self.aims.items():
            self.attackers.setdefault(target, []).append(place)
        self.supporters: dict[tuple[str, str], list[str]] = {}
        self.given: dict[str, Answer] = {}
        for place, order in orders.items():
            if order.verb == SUPPORT:
                player = helped_by(order, self.units[place])
                self.supporters.setdefault((order.target, player), []).append(place)
                self.given[place] = None
        helped = automatic_support(position, orders, told)
        self.bonus = {there: len(helpers) for there, helpers in helped.items()}
        self.wins: dict[str, Answer] = dict.fromkeys(self.aims)

    # ---- what follows from the answers so far

    def _goes(self, place: str) -> Answer:
        """Does the unit leave its place?"""
        if place not in self.aims:
            return leaves(self.orders[place])
        won = self.wins[place]
        if won is not False and self.aims[place] == VENICE and VENICE in self.units:
            # A superior force from the Lagoon stays there unless Venice is being left (chapter 14).
            return both(won, self._goes(VENICE))
        return won

    def _beaten(self, place: str) -> Answer:
        unit = self.units[place]
        if unit.kind == GARRISON or place not in self.attackers:
            return False
        stays = opposite(self._goes(place))
        if stays is False:
            return False
        lost: Answer = False
        defence = self._defence(place)
        for attacker in self.attackers[place]:
            if self.units[attacker].owner != unit.owner or unit.owner == INDEPENDENT:
                # Who gets in only if it leaves cannot force it out: that is certain before anything else is.
                stronger = exceeds(self._attack(attacker, unit.owner), defence)
                if place == VENICE:
                    stronger = both(stronger, opposite(self._beaten(attacker)))
                lost = either(lost, both(self.wins[attacker], stronger))
        return both(stays, lost)

    def _carried(self, place: str) -> Answer:
        """Is the army's transport intact? An equal attack on a fleet does not break it (13.3)."""
        answer: Answer = True
        for link in self.orders[place].route:
            answer = both(answer, opposite(self._beaten(link)))
        return answer

    def _active(self, place: str) -> Answer:
        """Does the attack take place at all? Not that of a unit forced out, nor one onto a friend who stays."""
        return both(both(self._carried(place), opposite(self._beaten(place))), self._follows(place))

    def _follows(self, place: str) -> Answer:
        """Does a friend where it leads make room? If not, it holds (13.4). Yes where there is none."""
        friend = self.units.get(self.aims[place])
        if friend is None or friend.place == place or not self._friends(place, friend.place):
            return True
        return self._goes(friend.place)

    def _friends(self, place: str, other: str) -> bool:
        owner = self.units[place].owner
        return owner != INDEPENDENT and owner == self.units[other].owner

    def _support(self, area: str, player: str, against: str | None = None) -> tuple[int, int]:
        """Least and most support there; that of the unit's owner is not counted `against` their own unit (13.4)."""
        least = most = self.bonus.get((area, player), 0) if against is not None else 0
        for place in self.supporters.get((area, player), ()):
            if against and self.units[place].owner == against:
                continue
            answer = self.given[place]
            least += answer is True
            most += answer is not False
        return least, most

    def _attack(self, place: str, against: str = "") -> tuple[int, int]:
        least, most = self._support(self.aims[place], self.units[place].owner, against)
        return 1 + least, 1 + most

    def _defence(self, place: str) -> tuple[int, int]:
        """A unit that stays defends with its own support there; one whose advance fails, with the greater of that and
        its attack (ruling 1.4), but for one that waits behind a friend: it holds (13.4). A supporter defends with 1
        (13.1), unless its support is a Hold (ruling 1.8).
        """
        order = self.orders[place]
        held = order.verb != SUPPORT or opposite(self._spares_a_friend(place))
        if held is False:
            return 1, 1
        area = order.target if order.verb == BESIEGE else order.area
        least, most = self._support(area, self.units[place].owner)
        least, most = 1 + least, 1 + most
        if held is None:
            return 1, most
        if order.verb == ADVANCE:
            carried = both(self._carried(place), self._follows(place))
            attack = self._attack(place)
            if carried is True:
                least = max(least, attack[0])
            if carried is not False:
                most = max(most, attack[1])
        return least, most

    # ---- the questions

    def _does_win(self, place: str) -> Answer:
        target = self.aims[place]
        answer = self._carried(place)
        strength = self._attack(place)
        for rival in self.attackers[target]:
            if rival != place and answer is not False:
                answer = both(answer, either(opposite(self._active(rival)), exceeds(strength, self._attack(rival))))
        defender = self.units.get(target)
        if defender is None or defender.place == place or answer is False:
            return answer
        there = defender.place
        stronger: Answer = False
        if defender.kind != GARRISON and not self._friends(place, there):
            stronger = exceeds(self._attack(place, defender.owner), self._defence(there))
        if exchange(self.orders[place], self.orders[there]):
            return both(answer, stronger)
        return both(answer, either(stronger, self._goes(there)))

    def _is_given(self, place: str) -> Answer:
        if self.units[place].kind == GARRISON:
            return self._spares_a_friend(place)
        answer = both(opposite(self._beaten(place)), self._spares_a_friend(place))
        for attacker in self.attackers.get(place, ()):
            if self._friends(attacker, place):
                continue
            if self._origin(attacker) != self.orders[place].target:
                answer = both(answer, opposite(self._active(attacker)))
        return answer

    def _spares_a_friend(self, place: str) -> Answer:
        """A support for others where a friend was to leave: it is none if the friend stays (13.4)."""
        target = self.orders[place].target
        friend = self.units.get(target)
        if friend is None or friend.kind == GARRISON or not self._friends(place, target):
            return True
        helps = helped_by(self.orders[place], self.units[place])
        return True if helps == friend.owner else self._goes(target)

    def _origin(self, attacker: str) -> str:
        order = self.orders[attacker]
        return order.area if order.verb == ADVANCE else CITY

    # ---- settling

    def _advance(self) -> None:
        """Answers whatever follows from the answers there are."""
        changed = True
        while changed:
            changed = False
            for place in (*self.wins, *self.given):
                book = self._book(place)
                if book[place] is None and (answer := self._answer(place)) is not None:
                    book[place] = answer
                    changed = True

    def settle(self) -> tuple[str, ...]:
        """Answers everything; returns the places of conflicts that could only be called a standoff."""
        self._advance()
        paradox: list[str] = []
        for circle in self._circles():
            succeed = self._greatest(circle)
            if succeed is None:
                paradox += circle
            for place in circle:
                self._book(place)[place] = succeed is not None and place in succeed
        return tuple(paradox)

    def _book(self, place: str) -> dict[str, Answer]:
        """Where the answer of this place is kept: an order attacks or supports."""
        return self.wins if place in self.wins else self.given

    def _answer(self, place: str) -> Answer:
        return self._does_win(place) if place in self.wins else self._is_given(place)

    def _greatest(self, circle: Sequence[str]) -> frozenset[str] | None:
        """Return the largest set of successes for which the circle holds together, or None."""
        for place in circle:
            self._book(place)[place] = True
        if all(self._answer(place) for place in circle):
            return frozenset(circle)
        for place in circle:
            self._book(place)[place] = None
        ways = self._ways(circle, [TRIES])
        return next((way for way in ways if all(way >= other for other in ways)), None)

    def _ways(self, circle: Sequence[str], left: list[int]) -> list[frozenset[str]]:
        """What succeeds in each way in which the circle holds together. Each guess settles whatever follows from it, so
        that few are needed; none is found where more than are `left` would be.
        """
        left[0] -= 1
        if left[0] < 0:
            return []
        self._advance()
        if any(self._book(place)[place] is opposite(self._answer(place)) is not None for place in circle):
            return []
        guess = next((place for place in circle if self._book(place)[place] is None), None)
        if guess is None:
            return [frozenset(place for place in circle if self._book(place)[place])]
        found: list[frozenset[str]] = []
        before = dict(self.wins), dict(self.given)
        for answer in (True, False):
            self._book(guess)[guess] = answer
            found += self._ways(circle, left)
            self.wins.update(before[0])
            self.given.update(before[1])
        return found if left[0] >= 0 else []

    def _circles(self) -> list[list[str]]:
        """The units with open questions, in groups that have no area in common, nor a unit that is attacked."""
        groups: list[tuple[set[str], list[str]]] = []
        for place, order in self.orders.items():
            unknown = None in (self.wins.get(place, False), self.given.get(place, False))
            if not unknown and place not in self.attackers:
                continue
            areas = {order.area, order.target or order.area, *order.route}
            members = [place] if unknown else []
            apart = []
            for group in groups:
                if group[0] & areas:
                    areas |= group[0]
                    members = group[1] + members
                else:
                    apart.append(group)
            groups = [*apart, (areas, members)]
        return [members for _, members in groups if members]

    def resolution(self, paradox: tuple[str, ...]) -> Resolution:
        beaten: dict[str, frozenset[str]] = {}
        walled: dict[str, frozenset[str]] = {}
        for place in self.attackers:
            # Who converts into the city goes in by itself (13.5).
            inward = place == VENICE and place in self.units and self.orders[place].verb == CONVERT
            if place in self.units and self._beaten(place) and not inward:
                (walled if place == VENICE else beaten)[place] = self._origins(place)
        ousted = {
            place: frozenset(
                self._origin(other) for other in self.attackers[target] if other != place and self.wins[other]
            )
            for place, target in self.aims.items()
            if self.orders[place].kind == GARRISON
            and not self.wins[place]
            # Behind a friend who was to leave and could not, it stays inside (ruling 1.8).
            and self._active(place)
            and any(self.wins[other] for other in self.attackers[target] if other != place)
        }
        return Resolution(
            goes=frozenset(place for place in self.orders if self._goes(place)),
            given=frozenset(place for place, answer in self.given.items() if answer),
            beaten=beaten,
            ousted=ousted,
            walled=walled,
            refused=self._refused(),
            bars={place: self._bars(place) for place in self.aims if not self._goes(place)},
            broken=frozenset(place for place in self.aims if self._carried(place) is False),
            attacked=frozenset(target for place, target in self.aims.items() if self._active(place)),
            paradox=paradox,
        )

    def _origins(self, place: str) -> frozenset[str]:
        """Where the attacks came from that beat a unit: no retreat leads there (ruling 5.1)."""
        owner = self.units[place].owner
        defence = self._defence(place)[0]
        return frozenset(
            self._origin(attacker)
            for attacker in self.attackers[place]
            if self._active(attacker) and self._attack(attacker, owner)[0] > defence
        )

    def _bars(self, place: str) -> frozenset[str]:
        """Who keeps an attack out: rivals that it does not exceed, and so the unit that stays there (13.2, 13.3)."""
        target = self.aims[place]
        strength = self._attack(place)
        rivals = {each for each in self.attackers[target] if each != place and self._active(each)}
        bars = {each for each in rivals if not exceeds(strength, self._attack(each))}
        there = self.units.get(target)
        if there is None or target == place or self._goes(target):
            return frozenset(bars)
        friend = self._friends(place, target) or there.kind == GARRISON
        if friend or not exceeds(self._attack(place, there.owner), self._defence(target)):
            bars.add(target)
        return frozenset(bars)

    def _refused(self) -> dict[str, frozenset[str]]:
        """A garrison of Venice comes out unless the force from the Lagoon is superior (chapter 14, ruling 7.1)."""
        order = self.orders.get(VENICE)
        if order is None or order.kind != GARRISON or order.verb != CONVERT:
            return {}
        unit = self.units[VENICE]
        defence = 1 + self._support(VENICE, unit.owner)[0]
        forces = {place: self._attack(place)[0] for place in self.attackers.get(VENICE, ()) if self._active(place)}
        besieger = self.units.get(LAGOON)
        if besieger is not None and self.orders[LAGOON].verb == BESIEGE and not self._beaten(LAGOON):
            forces[LAGOON] = 1 + self._support(VENICE, besieger.owner)[0]
        superior = frozenset(place for place, force in forces.items() if force > defence)
        return {VENICE: superior} if superior else {}


def causes(position: Position, orders: Mapping[str, Order], found: Resolution, place: str) -> tuple[str, ...]:
    """The units, as they stood when the season began, in order. Empty for an order that was carried out.

    Of a unit that was forced out: those that beat it; of an attack that failed: who got there, or else those of no
    less force who would, or who stood there; of a support that was cut: who attacked; of a broken transport: who beat
    the fleets; of a siege of Venice: the garrison that came out.
    """
    order = orders[place]
    beaten = {**found.ousted, **found.beaten}
    if place in found.walled:
        against = _beaters(order.area, found.walled[place])
    elif place in found.refused:
        against = sorted(found.refused[place])
    elif place in beaten:
        against = _beaters(order.area, beaten[place])
    elif place in found.broken:
        links = [link for link in order.route if link in beaten]
        against = [each for link in links for each in _beaters(link, beaten[link])]
    elif order.verb == BESIEGE and broken_out(position, orders, found, order):
        against = [order.target]
    elif order.verb == SUPPORT and place not in found.given:
        attacks = _attackers(position, orders, found, place, order.area)
        against = [each for each in attacks if _origin(orders[each]) != order.target]
    elif aim(order) and place not in found.goes:
        rivals = [*_attackers(position, orders, found, place, aim(order))]
        got_there = [each for each in rivals if each in found.goes]
        stands = aim(order) in orders and aim(order) not in found.goes and aim(order) not in beaten
        there = [*([aim(order)] if stands else []), *rivals]
        bars = [each for each in there if each in found.bars[place]]
        against = got_there or bars or there
    else:
        against = []
    return tuple(dict.fromkeys(str(position.units[each]) for each in against if each in position.units))


def broken_out(position: Position, orders: Mapping[str, Order], found: Resolution, siege: Order) -> bool:
    """Has the garrison that this is a siege of come out beside its besieger, as in Venice only (14)?"""
    area = siege.target
    inside = BOARD.areas[area].single and position.garrison(area) is not None
    return inside and orders[area].verb == CONVERT and area not in found.refused


def _beaters(area: str, origins: Collection[str]) -> list[str]:
    return [city_place(area) if origin == CITY else origin for origin in sorted(origins)]


def _origin(order: Order) -> str:
    return order.area if order.verb == ADVANCE else CITY


def _attackers(
    position: Position, orders: Mapping[str, Order], found: Resolution, place: str, area: str
) -> Iterator[str]:
    """Who attacks this area besides the unit at `place`, but for its friends and those whose order was void."""
    owner = position.units[place].owner
    for other, order in orders.items():
        friend = owner == position.units[other].owner != INDEPENDENT
        outside = order.verb != CONVERT or order.kind == GARRISON
        void = other in found.beaten or other in found.broken
        if other != place and aim(order) == area and outside and not friend and not void:
            yield other
