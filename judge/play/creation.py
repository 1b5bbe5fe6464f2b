"""CREATE: a new game, which forms until its GameMaster starts it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from judge.app import Work
from judge.games.current import find_game
from judge.games.settings import TITLE
from judge.play.options import (
    check_early,
    check_options,
    check_settings,
    fill_seats,
    named_option,
    parsed_option,
    usual_settings,
)
from judge.play.seeds import SEED_BYTES
from judge.rules.game import AnySystem
from judge.rules.problems import Problem, Refused
from judge.rules.registry import find_system, unknown_in_words
from judge.store.tables import Game, Player

NAME = re.compile(r"[a-z][a-z0-9-]{1,23}")
PREFIX = "practice-"
"""How every practice game is called, and no other."""
RESERVED = frozenset({"all", "master", "judge", "games", "new", "end", "yes", "no"})
MOST_WRONG = 6  # lines of CREATE told beside the first: more are no options, but a letter


def _together(wrong: Sequence[Problem]) -> Problem:
    """All that is wrong as one problem, so that whoever mends the first need not write again to learn of the next."""
    first, *others = wrong
    also = (f"Also in line {each.line}: {each.message} {each.hint}".rstrip() for each in others[:MOST_WRONG])
    return replace(first, hint=" ".join(filter(None, (first.hint, *also))))


def _chosen(system: AnySystem, options: Sequence[tuple[int, str, str]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """(the rules' options, the judge's settings), with what is usual for all that no line names; raises Refused."""
    chosen: dict[str, Any] = {option.name: option.default for option in system.options}
    settings: dict[str, Any] = {}
    wrong: list[Problem] = []
    for number, *option in options:
        try:
            option_name, value = named_option(system, *option)
            parsed, is_rules = parsed_option(system, option_name, value)
        except Refused as refusal:
            wrong.append(replace(refusal.problem, line=number))
        else:
            (chosen if is_rules else settings)[option_name] = parsed
    if wrong:
        raise Refused(_together(wrong))
    return chosen, usual_settings(system, settings) | settings


def create(
    work: Work,
    master: Player,
    system_name: str,
    name: str,
    options: Sequence[tuple[int, str, str]],
    reserved: Collection[str],
    *,
    practice: bool = False,
) -> Game:
    """A game that is forming; raises Refused naming each line that is wrong. `practice`: it is one person's alone."""
    try:
        system = find_system(system_name)
    except KeyError as error:
        raise Refused(Problem("create/no-such-system", unknown_in_words(error, system_name))) from None
    name = name.lower()
    if not NAME.fullmatch(name) or name in RESERVED:
        hint = "A name has 2 to 24 letters, digits and hyphens. It begins with a letter."
        raise Refused(Problem("create/bad-name", f"A game cannot be called {name[:40]!r}.", hint=hint))
    if name.startswith(PREFIX) != practice:
        hint = "Choose another name."
        raise Refused(Problem("create/bad-name", f"Games for practice alone are called {PREFIX}…", hint=hint))
    if find_game(work.session, name) is not None:
        raise Refused(
            Problem("create/name-taken", f"There is already a game called {name}.", hint="Choose another name.")
        )
    chosen, settings = _chosen(system, options)
    check_settings(settings)
    game = Game(
        name=name,
        title=settings.pop(TITLE.name, ""),
        system=system.name,
        system_version=system.version,
        options=chosen,
        settings=settings,
        status="forming",
        practice=practice,
        master_id=master.id,
        seed=work.judge.entropy(SEED_BYTES),
        state=None,
        created_at=work.now,
    )
    work.session.add(game)
    work.session.flush()
    check_options(system, chosen, reserved)
    check_early(system, chosen, settings)
    fill_seats(work.session, game)
    return game
