"""Which rule systems there are: the judge's own, and those of installed packages (entry point `judge.systems`)."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from judge.rules.abilities import Varying
from judge.rules.system import AnySystem, Json

ENTRY_POINTS = "judge.systems"


@cache
def systems() -> dict[str, AnySystem]:
    """Name -> rule system, in alphabetical order. Two systems of one name are a fault of the installation."""
    found: dict[str, AnySystem] = {}
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda each: each.name):
        system: AnySystem = entry.load()
        if system.name in found:
            raise RuntimeError(f"two rule systems are called {system.name!r}")
        found[system.name] = system
    return found


def find_system(name: str) -> AnySystem:
    """The system of this name or alias, in any case. KeyError lists what there is."""
    wanted = name.strip().lower()
    for system in systems().values():
        if wanted == system.name or wanted in system.aliases:
            return system
    raise KeyError(f"no rule system {name[:40]!r}; there are: {', '.join(systems())}")


def playing(name: str, options: Json) -> AnySystem:
    """The system that plays a game made under this name with these options: mostly the one of that name, but Payola's
    Exchange is played by a system of its own. KeyError as of find_system.
    """
    system = find_system(name)
    return systems()[system.played_by(options)] if isinstance(system, Varying) else system
