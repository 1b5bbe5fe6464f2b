"""All that can be found wrong with a game before anybody plays it, one sentence a finding: what is wrong, and what
would be right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from jinja2 import Environment, TemplateSyntaxError

from judge.commands.command import commands
from judge.games.settings import JUDGES, judges_options, parse_setting
from judge.resources import templates_dir
from judge.rules.game import AnySystem, Game
from judge.rules.registry import faults_of
from judge.rules.values import Option, Word
from judge.testing.laws import LAWS, USUAL, Broken, Effort
from judge.testing.letters import unwritten
from judge.testing.scenario import Plain, Scenario

WHOLE_LETTERS = ("started", "results", "ended", "news")
"""Letters of the game's own; what is not among them is made of the template `_told`."""


def findings(system: AnySystem, scenario: Scenario | None = None, effort: Effort = USUAL) -> Iterator[str]:
    """Everything wrong with a game. Without a scenario its players send the sheet to answer with."""
    unsound = faults_of(system)
    if unsound:
        yield from unsound  # nothing more can be asked of it
        return
    yield from about_names(system)
    yield from about_words(system)
    yield from about_options(system)
    missing = list(about_templates(system))
    yield from missing
    played = scenario or Plain(system)
    if not missing:
        yield from _letters(system, played, effort)
    yield from about_laws(system, played, effort)


def about_names(system: AnySystem) -> Iterator[str]:
    """Find public names that the class Game does not have: nobody uses them."""
    seam = {*dir(Game), *Game.__annotations__}
    own = {name for each in type(system).__mro__ if each not in Game.__mro__ for name in vars(each)} | {*vars(system)}
    for name in sorted(name for name in own - seam if not name.startswith("_")):
        near = get_close_matches(name, seam, n=1)
        meant = f" (did you mean `{near[0]}`?)" if near else ""
        yield f"Game has no `{name}`{meant}: what is the game's own begins with an underscore"


def about_words(system: AnySystem) -> Iterator[str]:
    """Its words beside the judge's commands, and beside each other."""
    known = commands()
    for name, times in Counter(word.name.upper() for word in system.words).items():
        if times > 1:
            yield f"the word {name} stands {times} times in `words`: once is right"
    for word in system.words:
        first = word.name.split()[0] if word.name.split() else ""
        if not first or word.name != word.name.upper():
            yield f"the word {word.name!r} is written in capital letters, as HELP lists it"
        if first.upper() in known:
            yield (
                f"the word {word.name} is a command of the judge's, and its lines never come to the game: take another"
            )
        yield from _about_word(word)


def _about_word(word: Word) -> Iterator[str]:
    if not word.usage.strip() or not word.help.strip():
        yield f"the word {word.name} has a usage and a help, for HELP"
    used = word.example.splitlines()
    stray = next((line.split()[0] for line in used if line.split() and line.split()[0].upper() in commands()), "")
    if stray:
        yield f"the example of {word.name} holds {stray}, a command of the judge's: an example holds orders"


def about_options(system: AnySystem) -> Iterator[str]:
    """Its options beside the judge's own, the lengths of its phases among them, and beside each other."""
    lengths = {kind.lower() for kind in system.lengths}
    for name, times in Counter(option.name for option in system.options).items():
        if times > 1:
            yield f"the option {name} stands {times} times in `options`: once is right"
        if name in lengths:
            yield f"the option {name} is the length of a phase, too: rename one of them"
        elif name in judges_options(system):
            yield f"the option {name} is the judge's own: take another name"
    for kind in sorted(lengths & {option.name for option in JUDGES}):
        yield f"the kind of phase {kind} in `lengths` is an option of the judge's: take another name"
    for name, text in system.customs.items():
        yield from _about_custom(system, name, text)
    for kind, hours in system.lengths.items():
        if hours < 1:
            yield f"a phase of {kind} lasts {hours} hours: one at least is right"
    for option in system.options:
        yield from _about_option(option, {each.name for each in system.options})


def _about_custom(system: AnySystem, name: str, text: str) -> Iterator[str]:
    known = judges_options(system)
    if name not in known:
        yield f"`customs` names {name}, which is neither an option of the judge's nor a kind of phase in `lengths`"
        return
    try:
        parse_setting(known[name], text)
    except ValueError as error:
        yield f"`customs` sets {name} to {text!r}: {error}"


def _about_option(option: Option, names: set[str]) -> Iterator[str]:
    if option.name != option.name.lower() or len(option.name.split()) != 1:
        yield f"the option {option.name!r} is one word in small letters"
    if not option.help.strip():
        yield f"the option {option.name} has a help, for HELP CREATE"
    if option.kind == "choice" and not option.choices:
        yield f"the option {option.name} has choices, as it is one"
    elif not option.allows(option.default):
        yield f"the default of {option.name}, {option.default!r}, is none that the option itself allows"
    if option.only is not None and option.only[0] not in names:
        yield f"the option {option.name} depends on {option.only[0]}, which there is not"


def about_templates(system: AnySystem) -> Iterator[str]:
    """The files of which its letters are made: each there, each a template."""
    folder = system.templates if system.templates is not None else templates_dir() / system.name
    if not folder.is_dir():
        yield f"`templates` is a folder, and {folder} is none"
        return
    has_all = all((folder / f"{name}.j2").is_file() for name in WHOLE_LETTERS)
    wanted = ["_howto.j2"] if has_all else ["_howto.j2", "_told.j2"]
    for name in wanted:
        if not (folder / name).is_file():
            yield f"the template {name} is missing in {folder}"
    reader = Environment(autoescape=True)
    for path in sorted(folder.rglob("*.j2")):
        try:
            reader.parse(path.read_text("utf-8"))
        except (TemplateSyntaxError, UnicodeDecodeError) as error:
            yield f"the template {path.relative_to(folder)} cannot be read: {error}"


def _letters(system: AnySystem, scenario: Scenario, effort: Effort) -> Iterator[str]:
    try:
        wrong = unwritten(system, scenario, effort)
    except Exception as error:  # noqa: BLE001 - whatever a stranger's rules do
        wrong = [f"the rules raised {type(error).__name__}: {error}"]
    yield from (f"a letter cannot be written: {each}" for each in wrong)


def about_laws(system: AnySystem, scenario: Scenario, effort: Effort) -> Iterator[str]:
    """The laws that every rule system keeps."""
    for law in LAWS:
        name = law.__name__.replace("_", " ")
        plain: Any = system
        try:
            law(plain, scenario, effort)
        except Broken as broken:
            yield f"the law that {name}: {broken}"
        except Exception as error:  # noqa: BLE001 - whatever a stranger's rules do
            yield f"the law that {name}: the rules raised {type(error).__name__}: {error}"
