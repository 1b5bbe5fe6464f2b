"""What touches what on a map of Empires, and what each area has, in words, as far as its reader knows."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from judge.rules.empires.view import EmpireView
from judge.rules.empires.worldmap import WorldMap, load_map
from judge.rules.problems import Problem, Refused


def borders(view: EmpireView, area: str) -> tuple[str, ...]:
    """The borders and terrain, which the map shows to all, and of one's own areas what stands there."""
    world = load_map(view.map)
    if not area:
        return tuple(_told(view, world, code, named=False) for code in world.places)
    wanted = " ".join(area.upper().split())
    found = [code for code, place in world.places.items() if wanted in (code, place.name.upper())]
    found = found or [code for code, place in world.places.items() if place.name.upper().startswith(wanted)]
    if len(found) == 1:
        return (_told(view, world, found[0], named=True),)
    spellings = {word: code for code, place in world.places.items() for word in (code, place.name.upper())}
    near = found or [spellings[word] for word in difflib.get_close_matches(wanted[:40], spellings, n=2, cutoff=0.6)]
    named = " or ".join(f"{code} ({world.places[code].name})" for code in dict.fromkeys(near))
    hint = f"Did you mean {named}?" if near else ""
    raise Refused(Problem("borders/unknown", f"There is no one area called {area[:40]!r}.", hint=hint))


def _told(view: EmpireView, world: WorldMap, code: str, *, named: bool) -> str:
    place = world.places[code]
    about = [place.terrain.name if world.is_land(code) else "sea"]
    if world.is_land(code):
        about.append(f"owned by {view.owners[code]}" if code in view.owners else "owned by nobody")
    about += _own(view, code)
    beside = ", ".join(f"{each} ({world.places[each].name})" if named else each for each in place.neighbours)
    return f"{code}, {place.name}: {', '.join(about)}. It touches {beside}."


def _own(view: EmpireView, code: str) -> Iterable[str]:
    """What the reader's own reports tell of it."""
    for row in view.land:
        if row["code"] == code:
            yield f"people {row['people']}, forts {row['forts']}, armies {row['armies']}"
            if row["entrance"]:
                yield f"a base with its entrance at {row['entrance']}"
