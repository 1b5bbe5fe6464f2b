"""Which rule systems there are: the judge's own, and those of installed packages (entry point `judge.systems`).

Each is checked when it is met. One that cannot be imported, or is no rule system, is left out and remembered with the
reason: its own games wait, and all others go on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, get_args

from judge.rules.game import AnySystem, Game
from judge.rules.problems import Problem, Refused
from judge.rules.values import Json, Option, PartKind, Word

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "judge.systems"
OWN = "judge.rules."
LONGEST_NAME = 32
"""Characters: a game is kept with the name of its rules."""


UNUSABLE = "rules/unusable"
"""The code of that refusal: nobody knows then how orders of the game begin."""


class Unusable(Refused, KeyError):
    """The rules of this name are installed and cannot be used. A KeyError as for any name that is not there, and a
    refusal, so that whoever writes to such a game is answered.
    """

    def __init__(self, name: str) -> None:
        message = f"This judge cannot use the rules of {name} now, and its games wait."
        super().__init__(Problem(UNUSABLE, message, hint="The people who run this judge can see why."))


class _Met(NamedTuple):
    """`found`: name -> rule system; `faults`: name of those that cannot be used -> why."""

    found: dict[str, AnySystem]
    faults: dict[str, str]


@cache
def met() -> _Met:
    """What is installed, looked at once."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow, and not needed for the judge's own rules

    first = _Met({}, {})
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=_own_first):
        names = {entry.name}
        try:
            system: AnySystem = entry.load()
            faults = [*faults_of(system)]
            if not faults:
                names.add(system.name)
                faults += _clashes(entry, system, first)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a stranger's module does when it is imported
            faults = [f"{type(error).__name__}: {error}"]
        if not faults:
            first.found[system.name] = system
        for name in sorted(names) if faults else ():
            # Where somebody else has the name, that one's games go on.
            place = f"{name} ({entry.value})" if name in first.found else name
            first.faults[place] = f"{entry.value}: {'; '.join(faults)}"
    return _Met({name: first.found[name] for name in sorted(first.found)}, first.faults)


def faults_of(found: object) -> tuple[str, ...]:
    """Return what is wrong with an object as a rule system, in a few words each; empty if it is sound."""
    if isinstance(found, type):
        return (f"the entry point names the class {found.__name__}, and must name an object of it",)
    if not isinstance(found, Game):
        return (f"it is no judge.rules.game.Game, but of the class {type(found).__name__}",)
    return tuple(_wrong_facts(found))


def _wrong_facts(system: Game) -> Iterator[str]:
    name: object = system.name
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or [name.lower()] != name.split():
        yield f"`name` is one lower-case word of at most {LONGEST_NAME} characters, not {name!r}"
    if not isinstance(system.title, str) or not system.title.strip():
        yield "`title` is what people call the game"
    if type(system.version) is not int or system.version < 1:
        yield f"`version` is a whole number from 1, not {system.version!r}"
    for fact, values, kind in (
        ("aliases", system.aliases, str),
        ("options", system.options, Option),
        ("words", system.words, Word),
    ):
        if not isinstance(values, tuple) or not all(isinstance(each, kind) for each in values):
            yield f"`{fact}` is a tuple of {kind.__name__}"
    if not isinstance(system.parts, Mapping) or not set(system.parts.values()) <= set(get_args(PartKind)):
        yield f"`parts` maps the name of each part to one of {', '.join(get_args(PartKind))}"
    if not isinstance(system.lengths, Mapping) or not all(type(hours) is int for hours in system.lengths.values()):
        yield "`lengths` maps each kind of phase to its hours"


def _own_first(entry: EntryPoint) -> tuple[bool, str, str]:
    """For sorting: nothing that is installed beside them takes the place of one of the judge's own."""
    return not entry.value.startswith(OWN), entry.name, entry.value


def _clashes(entry: EntryPoint, system: AnySystem, before: _Met) -> Iterator[str]:
    """What is wrong with its names: games are found by them."""
    if system.name != entry.name:
        yield f"its entry point is called {entry.name!r} and its system {system.name!r}: they must have one name"
    taken = {word for other in before.found.values() for word in (other.name, *other.aliases)} | set(before.faults)
    for word in (system.name, *system.aliases):
        if word in taken:
            yield f"another rule system is called {word!r}"


def systems() -> dict[str, AnySystem]:
    """Name -> rule system, in alphabetical order: all that can be used."""
    return met().found


def unusable() -> Mapping[str, str]:
    """Name -> why it cannot be used, of each rule system that is installed and cannot."""
    return met().faults


def _own(name: str) -> AnySystem | None:
    """Return the judge's own system of this name without loading any other. None if there is none or it is unsound, or
    if all have been met already.
    """
    return None if met.cache_info().currsize else _own_alone(name)


@lru_cache(maxsize=64)
def _own_alone(name: str) -> AnySystem | None:
    if name.isidentifier():
        with suppress(Exception):
            system: AnySystem = import_module(f"{OWN}{name}.system").SYSTEM
            if not faults_of(system):
                return system
    return None


def find_system(name: str) -> AnySystem:
    """The system of this name or alias, in any case. KeyError lists what there is; it is Unusable where the rules are
    there and cannot be used.
    """
    wanted = name.strip().lower()
    if own := _own(wanted):
        return own
    for system in systems().values():
        if wanted == system.name or wanted in system.aliases:
            return system
    if wanted in unusable():
        raise Unusable(wanted)
    raise KeyError(f"no rule system {name[:40]!r}; there are: {', '.join(systems())}")


def unknown_in_words(unknown: KeyError, name: str) -> str:
    """What `find_system` found to be wrong, for people who play: which games there are."""
    if isinstance(unknown, Unusable):
        return str(unknown.args[0])
    return f"There is no game `{name[:40]}` here. There are: {', '.join(systems())}."


def playing(name: str, options: Json) -> AnySystem:
    """The system that plays a game made under this name with these options: mostly the one of that name, but Payola's
    Exchange is played by a system of its own. KeyError as of find_system.
    """
    return find_system(find_system(name).played_by(options))


def is_usable(name: str) -> bool:
    """Say whether no fault keeps the rules of this name from being used. Loads no other rules if they are sound."""
    return _own(name) is not None or name not in unusable()


def check_usable(name: str) -> None:
    """Raises Unusable for rules that are installed and cannot be used."""
    if not is_usable(name):
        raise Unusable(name)


def title_of(name: str, options: Json) -> str:
    """How the rules of a stored game with these options are called; by their name where they cannot be used. KeyError
    for none.
    """
    try:
        return find_system(name).title_with(options)
    except Unusable:
        return name
