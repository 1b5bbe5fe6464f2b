"""The maps of a game's pages. Each picture is made once, and its units laid out once, however many of its pages tell
of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import structlog
from markupsafe import Markup

from judge.maps.animation import moving
from judge.maps.draw import draw, drawn_size, laid_out
from judge.maps.svg import STAND
from judge.maps.units import Stands
from judge.play.public_record import PublicGame, PublicPhase
from judge.rules.drawing import Picture
from judge.rules.game import AnySystem

log = structlog.get_logger()

NOW = "map.svg"


@dataclass(frozen=True)
class Step:
    """One of the maps between which a reader of a phase's page steps: `file` with what stands behind `#`, its size in
    pixels, and what it shows in words. The page begins with the one that is `first`.
    """

    name: str
    file: str
    size: tuple[int, int]
    shows: str
    first: bool = False


class Maps:
    """Those of one game as it stands."""

    def __init__(self, system: AnySystem, game: PublicGame) -> None:
        self._system = system
        self._game = game
        self._pictures: dict[str, Picture | None] = {}
        self._stands: dict[str, Stands] = {}

    @property
    def drawn(self) -> bool:
        """Whether the game has maps; one whose drawing fails has none, and its other pages are shown."""
        return self._picture(None) is not None

    def svg(self, phase: PublicPhase | None) -> str:
        """The map of a phase, or of the position now; empty where it cannot be drawn."""
        picture = self._picture(phase)
        try:
            return draw(picture, self._laid_out(phase, picture)) if picture is not None else ""
        except Exception:
            log.exception("a map could not be drawn", system=self._system.name)
            return ""

    def size(self, phase: PublicPhase | None) -> tuple[int, int] | None:
        """How large that map is; None where there is none."""
        picture = self._picture(phase)
        return drawn_size(picture) if picture is not None else None

    def steps(self, phase: PublicPhase) -> list[Step]:
        """How the phase began, its orders, and what came of them; those of them that are drawn."""
        size = self.size(phase)
        picture = self._picture(phase)
        if picture is None or size is None:
            return []
        own = f"{phase.label}.svg"
        earlier, later = self._beside(phase)
        if picture.over:
            began = self.size(earlier) if earlier is not None else None
            found = [Step("After", own, size, "what came of it", first=True)]
            if earlier is not None and began is not None:
                found.insert(0, Step("Before", f"{earlier.label}.svg#{STAND}", began, "how it began"))
            return found
        found = [
            Step("Before", f"{own}#{STAND}", size, "how it began"),
            Step("Orders", own, size, "its orders", first=True),
        ]
        after = self.size(later)
        if after is not None:
            then = NOW if later is None else f"{later.label}.svg#{STAND}"
            found.append(Step("After", then, after, "what came of it"))
        return found

    def moving(self, phase: PublicPhase) -> Markup:
        """The units of the phase on their ways, as SVG; empty where nothing moves."""
        later = self._beside(phase)[1]
        before, after = self._picture(phase), self._picture(later)
        if before is None or after is None or before.over:
            return Markup()
        stands = self._laid_out(phase, before), self._laid_out(later, after)
        return Markup(moving(*stands))  # noqa: S704 - escaped where it is written

    def _beside(self, phase: PublicPhase) -> tuple[PublicPhase | None, PublicPhase | None]:
        """The phases before and after it."""
        phases = self._game.phases
        at = phases.index(phase)
        return phases[at - 1] if at else None, phases[at + 1] if at + 1 < len(phases) else None

    def _laid_out(self, phase: PublicPhase | None, picture: Picture) -> Stands:
        """The units of this picture, which is the phase's."""
        key = phase.label if phase else ""
        if key not in self._stands:
            self._stands[key] = laid_out(picture)
        return self._stands[key]

    def _picture(self, phase: PublicPhase | None) -> Picture | None:
        key = phase.label if phase else ""
        if key not in self._pictures:
            try:
                self._pictures[key] = self._made(phase)
            except Exception:
                log.exception("a map could not be drawn", system=self._system.name)
                self._pictures[key] = None
        return self._pictures[key]

    def _made(self, phase: PublicPhase | None) -> Picture | None:
        if phase is None:
            return self._system.position_picture(self._game.now) if self._game.now is not None else None
        return self._system.phase_picture(phase.before, phase.events, phase.after)
