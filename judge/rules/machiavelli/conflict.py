"""Conflicts between the orders of one season (chapter 13), decided by what is certain; then circles; then standoffs.

For each attack it is asked whether it wins, for each support whether it is given. An answer is yes, no or unknown;
knowing one may settle another. What stays unknown is a circle. Of the ways in which it holds together, that stands in
which all succeeds that succeeds in any; if there is none, all of it fails (13.6, ruling 1.6).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from judge.rules.machiavelli.board import GARRISON, LAGOON, VENICE
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
    in Venice driven into the city, likewise; refused: garrisons of Venice that may not come out; escaped: besiegers
    beside whom theirs has; broken: armies whose transport failed; helped: as
    `automatic_support` has it; attacked: areas into which a valid order attacked;
    paradox: places of a conflict judged a standoff because nothing else resolved it; causes: why an order came to
    nothing.
    """

    goes: frozenset[str]
    given: frozenset[str]
    beaten: Mapping[str, frozenset[str]]
    ousted: Mapping[str, frozenset[str]]
    walled: Mapping[str, frozenset[str]]
    refused: frozenset[str]
    escaped: frozenset[str]
    broken: frozenset[str]
    helped: Mapping[tuple[str, str], tuple[str, ...]]
    attacked: frozenset[str]
    paradox: tuple[str, ...]
    causes: dict[str, tuple[str, ...]] = field(default_factory=dict)


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
        # Of an attack: does it win? Of a support: is it given?
        self.answers: dict[str, Answer] = dict.fromkeys(self.aims)
        for place, order in orders.items():
            if order.verb == SUPPORT:
                player = helped_by(order, self.units[place])
                self.supporters.setdefault((order.target, player), []).append(place)
                self.answers[place] = None
        self.helped = automatic_support(position, orders, told)

    # ---- what follows from the answers so far

    def _goes(self, place: str) -> Answer:
        """Does the unit leave its place?"""
        if place not in self.aims:
            return leaves(self.orders[place])
        won = self.answers[place]
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
                lost = either(lost, both(self.answers[attacker], stronger))
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
        least = most = len(self.helped.get((area, player), ())) if against is not None else 0
        for place in self.supporters.get((area, player), ()):
            if against and self.units[place].owner == against:
                continue
            answer = self.answers[place]
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
            for place, known in self.answers.items():
                if known is None and (answer := self._answer(place)) is not None:
                    self.answers[place] = answer
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
                self.answers[place] = succeed is not None and place in succeed
        return tuple(paradox)

    def _answer(self, place: str) -> Answer:
        return self._does_win(place) if place in self.aims else self._is_given(place)

    def _greatest(self, circle: Sequence[str]) -> frozenset[str] | None:
        """Return the largest set of successes for which the circle holds together, or None."""
        self.answers.update(dict.fromkeys(circle, True))
        if all(self._answer(place) for place in circle):
            return frozenset(circle)
        self.answers.update(dict.fromkeys(circle))
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
        if any(self.answers[place] is opposite(self._answer(place)) is not None for place in circle):
            return []
        guess = next((place for place in circle if self.answers[place] is None), None)
        if guess is None:
            return [frozenset(place for place in circle if self.answers[place])]
        found: list[frozenset[str]] = []
        before = dict(self.answers)
        for answer in (True, False):
            self.answers[guess] = answer
            found += self._ways(circle, left)
            self.answers.update(before)
        return found if left[0] >= 0 else []

    def _circles(self) -> list[list[str]]:
        """The units with open questions, in groups that have no area in common, nor a unit that is attacked."""
        groups: list[tuple[set[str], list[str]]] = []
        for place, order in self.orders.items():
            unknown = self.answers.get(place, False) is None
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
                self._origin(other) for other in self.attackers[target] if other != place and self.answers[other]
            )
            for place, target in self.aims.items()
            if self.orders[place].kind == GARRISON
            and not self.answers[place]
            # Behind a friend who was to leave and could not, it stays inside (ruling 1.8).
            and self._active(place)
            and any(self.answers[other] for other in self.attackers[target] if other != place)
        }
        refused = self._refused()
        found = Resolution(
            goes=frozenset(place for place in self.orders if self._goes(place)),
            given=frozenset(place for place, answer in self.answers.items() if answer and place not in self.aims),
            beaten=beaten,
            ousted=ousted,
            walled=walled,
            refused=frozenset(refused),
            escaped=frozenset(place for place in self.orders if self._escapes(place, refused)),
            broken=frozenset(place for place in self.aims if self._carried(place) is False),
            helped=self.helped,
            attacked=frozenset(target for place, target in self.aims.items() if self._active(place)),
            paradox=paradox,
        )
        found.causes.update((place, self._causes(place, found, refused)) for place in self.orders)
        return found

    def _escapes(self, place: str, refused: Collection[str]) -> bool:
        """Has the garrison that is besieged from here come out beside its besieger, as in Venice only (14)?"""
        order = self.orders[place]
        garrison = self.units.get(order.target) if order.verb == BESIEGE else None
        if garrison is None or garrison.kind != GARRISON:
            return False
        return self.orders[order.target].verb == CONVERT and order.target not in refused

    def _causes(self, place: str, found: Resolution, refused: Mapping[str, Collection[str]]) -> tuple[str, ...]:
        """The units, as they stood when the season began, in order. Empty for an order that was carried out.

        Of a unit that was forced out: those that beat it; of an attack that failed: who got there, or else those of no
        less force who would, or who stood there; of a support that was cut: who attacked; of a broken transport: who
        beat the fleets; of a siege of Venice: the garrison that came out.
        """
        order, beaten = self.orders[place], {**found.ousted, **found.beaten}
        target = self.aims.get(place, "")
        against: Collection[str] = ()
        if place in found.walled:
            against = _beaters(order.area, found.walled[place])
        elif place in refused:
            against = sorted(refused[place])
        elif place in beaten:
            against = _beaters(order.area, beaten[place])
        elif place in found.broken:
            links = [link for link in order.route if link in beaten]
            against = [each for link in links for each in _beaters(link, beaten[link])]
        elif place in found.escaped:
            against = [order.target]
        elif order.verb == SUPPORT and place not in found.given:
            attacks = self._enemies(place, order.area, found)
            against = [each for each in attacks if self._origin(each) != order.target]
        elif target and place not in found.goes:
            rivals = self._enemies(place, target, found)
            stands = target in self.orders and target not in found.goes and target not in beaten
            there = [target, *rivals] if stands else rivals
            got_there = [each for each in rivals if each in found.goes]
            bars = self._bars(place)
            against = got_there or [each for each in there if each in bars] or there
        return tuple(dict.fromkeys(str(self.units[each]) for each in against if each in self.units))

    def _enemies(self, place: str, area: str, found: Resolution) -> list[str]:
        """Who attacks this area besides the unit here, but for its friends and those whose order was void."""
        void = {place, *found.beaten, *found.broken}
        return [each for each in self.attackers.get(area, ()) if each not in void and not self._friends(place, each)]

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


def _beaters(area: str, origins: Collection[str]) -> list[str]:
    return [city_place(area) if origin == CITY else origin for origin in sorted(origins)]
