"""What a viewer may know: the open board, and for a player their own treasury."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from judge.rules.machiavelli.board import BOARD
from judge.rules.machiavelli.examples import Examples, examples_of
from judge.rules.machiavelli.labels import Label
from judge.rules.machiavelli.position import INDEPENDENT, INDEPENDENTS, Position
from judge.rules.machiavelli.seasons import CITIES, FEWER_CITIES, FEWER_FROM
from judge.rules.machiavelli.state import State
from judge.rules.values import Audience, Json, Phase, View


@dataclass(frozen=True)
class PlagueView(View):
    """power: the viewer's country, or empty; own_units: its units; balance: its ducats, None for everybody else.

    units, provinces: (player, texts) in board order, independents and uncontrolled last; expected: the anticipated
    treasuries that anybody can reckon (A.2); rebellions: {"province", "victim"}; sieges: provinces; excommunicated:
    player -> label; eliminated: players.
    """

    label: Label
    position: Position
    power: str
    own_units: tuple[str, ...]
    balance: int | None
    units: tuple[tuple[str, tuple[str, ...]], ...]
    provinces: tuple[tuple[str, tuple[str, ...]], ...]
    expected: Mapping[str, int]
    rebellions: tuple[Mapping[str, Json], ...]
    sieges: tuple[str, ...]
    excommunicated: Mapping[str, str]
    eliminated: tuple[str, ...]
    dummies: tuple[str, ...]
    names: Mapping[str, str]

    @property
    def goal(self) -> tuple[int, int, int]:
        """How many cities win at first, how many later, and from which year on."""
        return CITIES, FEWER_CITIES, FEWER_FROM

    @property
    def trade(self) -> int:
        """The ducats that trade brings the viewer's country each year."""
        return BOARD.countries[self.power].trade if self.power else 0

    @property
    def others(self) -> tuple[str, ...]:
        """The countries that somebody else leads."""
        return tuple(player for player in self.position.players() if player != self.power)

    @property
    def examples(self) -> Examples:
        """Lines that show how one writes, of the viewer's own home country."""
        return examples_of(self.position, self.power, self.others)


NAMES = {code: area.name for code, area in BOARD.areas.items()}


def view_of(state: State, viewer: Audience, phase: Phase) -> PlagueView:
    """`phase` is the one at hand, or the last one of a game that is over."""
    position = state.position
    power = viewer.roles[0] if viewer.kind == "roles" and viewer.roles and viewer.roles[0] in BOARD.countries else ""
    rows = sorted(position.units.items(), key=lambda row: (row[1].owner, row[1].kind, row[1].area))
    position = replace(position, units=dict(rows))
    units: dict[str, list[str]] = {}
    for unit in sorted(position.units.values(), key=lambda unit: ("GAF".index(unit.kind), unit.area)):
        units.setdefault(unit.owner, []).append(str(unit))
    provinces: dict[str, list[str]] = {}
    for area in sorted(BOARD.provinces):
        provinces.setdefault(position.control(area), []).append(area)
    order = [*BOARD.countries, INDEPENDENT]
    return PlagueView(
        viewer=viewer,
        phase=phase,
        label=state.label,
        position=position,
        power=power,
        own_units=tuple(units.get(power, ())) if power else (),
        balance=state.ducats.get(power) if power else None,
        units=tuple((owner or INDEPENDENTS, tuple(units[owner])) for owner in order if owner in units),
        provinces=tuple((owner or INDEPENDENTS, tuple(provinces[owner])) for owner in order if owner in provinces),
        expected={player: state.expected[player] for player in position.players()},
        rebellions=tuple(
            {"province": area, "victim": victim or INDEPENDENTS} for area, victim in sorted(position.rebellions.items())
        ),
        sieges=tuple(sorted(position.siege_target(area) for area in position.sieges if position.siege_goes_on(area))),
        excommunicated=dict(sorted(position.banned.items())),
        eliminated=tuple(player for player, _ in position.eliminated),
        dummies=tuple(player for player, when in position.eliminated if not when),
        names=NAMES,
    )
