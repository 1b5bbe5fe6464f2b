"""What a list tells of a running game beside its name: a small map, who leads, for whom it waits. All of it is made of
the public's view as the phase opened: it changes with the phase and with nothing else.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from judge.letters.tree import named
from judge.logs import log
from judge.maps.thumbnail import WIDE, glance, size_of
from judge.play.public_list import Listed
from judge.play.public_record import at_glance, awaited
from judge.rules.prose import listed
from judge.rules.story import Ranking

KEPT = 600
MOST_LEADERS = 3


@dataclass(frozen=True)
class Glance:
    """`leads` in words, empty where nobody is seen to; `map`: the SVG, empty where there is none, and its size."""

    leads: str
    map: bytes
    width: int = WIDE
    height: int = 0


@dataclass(frozen=True)
class Row:
    """A game in a list, as it is shown. `waits`: for whom."""

    line: Listed
    glance: Glance | None
    waits: tuple[str, ...]


class Glances:
    """Each is kept as long as there is room."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Glance] = OrderedDict()

    def rows(self, session: Session, lines: Sequence[Listed]) -> list[Row]:
        """These games, the running ones with what there is to see of them."""
        return [
            Row(line, self.of(session, line), awaited(session, line.name) if line.late_told else ()) for line in lines
        ]

    def of(self, session: Session, line: Listed) -> Glance | None:
        """None for a game that does not run."""
        key = line.phase_id
        if key is None:
            return None
        if key not in self._kept:
            self._kept[key] = _made(session, key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]


def _made(session: Session, phase_id: int) -> Glance:
    seen = at_glance(session, phase_id)
    if seen is None:
        return Glance("", b"")
    system, view = seen
    try:
        drawn = system.position_picture(view) if view is not None else None
        small = Glance("", glance(drawn).encode(), *size_of(drawn.ground)) if drawn is not None else Glance("", b"")
    except Exception:
        log.exception("a map could not be drawn", system=system.name)
        small = Glance("", b"")
    leads = _led_by(system.ranking(view) if view is not None else None)
    return replace(small, leads=leads)


def _led_by(ranking: Ranking | None) -> str:
    """`Russia and Turkey lead with 5 centers`."""
    leaders = ranking.leaders if ranking is not None else ()
    if ranking is None or not leaders:
        return ""
    if len(leaders) > MOST_LEADERS:
        return f"{len(leaders)} lead with {ranking.most} {ranking.of}"
    verb = "leads" if len(leaders) == 1 else "lead"
    return f"{listed([named(each) for each in leaders])} {verb} with {ranking.most} {ranking.of}"
