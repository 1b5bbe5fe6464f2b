"""Only `judge/rules` knows games: elsewhere nothing imports a family, asks for its views, or names its events."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from judge.resources import templates_dir
from judge.rules.registry import systems

JUDGE = Path(__file__).parents[2] / "judge"
RULES = JUDGE / "rules"
FAMILIES = sorted(path.parent.name for path in RULES.glob("*/system.py"))
NAMES = {name for system in systems().values() for name in (system.name, *system.aliases)} | set(FAMILIES)
OUTSIDE = sorted(path for path in JUDGE.rglob("*.py") if not path.is_relative_to(RULES))
SEAM = {"ended", "vote"}
"""The kinds of events that the seam itself names."""


def _strings(node: ast.AST) -> set[str]:
    return {each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str)}


@cache
def event_kinds() -> frozenset[str]:
    """The kinds of events that the families tell, as far as they are written where they are told."""
    found: set[str] = set()
    for family in FAMILIES:
        trees = [ast.parse(file.read_text("utf-8")) for file in (RULES / family).rglob("*.py")]
        constants = {name: said for tree in trees for name, said in _constants(tree).items()}
        for node in (node for tree in trees for node in ast.walk(tree)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Event":
                found = found.union(*(_meant(kind, constants) for kind in node.args[1:2]))
    return frozenset(found - SEAM)


def _constants(tree: ast.Module) -> dict[str, set[str]]:
    """The strings in what a module assigns to its names."""
    return {
        target.id: _strings(node)
        for node in tree.body
        if isinstance(node, ast.Assign)
        for part in node.targets
        for target in ast.walk(part)
        if isinstance(target, ast.Name)
    }


def _meant(node: ast.AST, constants: dict[str, set[str]]) -> set[str]:
    """The strings in an expression, those behind the module's own names too."""
    names = (each.id for each in ast.walk(node) if isinstance(each, ast.Name))
    return _strings(node).union(*(constants.get(name, set()) for name in names))


def known_games(source: str) -> Iterator[str]:
    """What this source knows of single games."""
    tree = ast.parse(source)
    constants = _constants(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom | ast.Import):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
            packages = [*modules, *(f"{each}.{name.name}" for each in modules for name in node.names)]
            if any(each.startswith(f"judge.rules.{family}") for each in packages for family in FAMILIES):
                yield f"line {node.lineno}: imports a family"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.lower() in NAMES:
            yield f"line {node.lineno}: names {node.value}"
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(isinstance(side, ast.Attribute) and side.attr == "kind" for side in sides):
                for kind in sorted(_meant(node, constants) & event_kinds()):
                    yield f"line {node.lineno}: compares with the event {kind}"
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called == "isinstance" and re.search(r"\w(View|State)\b", ast.unparse(node.args[1])):
                yield f"line {node.lineno}: asks for {ast.unparse(node.args[1])}"
            if called.endswith((".kind.in_", ".all", ".public")):
                for kind in sorted(_meant(node, constants) & event_kinds()):
                    yield f"line {node.lineno}: asks for the event {kind}"


def test_no_module_outside_the_rules_knows_a_game() -> None:
    known = {file.relative_to(JUDGE).as_posix(): list(known_games(file.read_text("utf-8"))) for file in OUTSIDE}
    assert len(known) > 100
    assert {name: found for name, found in known.items() if found} == {}


@pytest.mark.parametrize(
    "source",
    [
        "from judge.rules.diplomacy.view import BoardView",
        "from judge.rules import empires",
        "import judge.rules.payola.system",
        "def f(view):\n    return isinstance(view, BoardView)",
        "def f(view):\n    return isinstance(view, PlagueView | EmpireView)",
        "def f(game):\n    return game.system == 'pirates'",
        "def f(events):\n    return [each for each in events if each.kind == 'centers']",
        "BOARD = ('movement', 'retreats')\ndef f(event):\n    return event.kind in BOARD",
        "TOLD = ('centers',)\nquery = EventRow.kind.in_(TOLD)",
        "def f(told):\n    return told.public('campaign')",
    ],
)
def test_what_knows_a_game_is_found(source: str) -> None:
    assert list(known_games(source))


@pytest.mark.parametrize("folder", ["shared", "web"])
def test_templates_that_all_games_share_ask_for_no_game_s_events_or_views(folder: str) -> None:
    for file in sorted((templates_dir() / folder).rglob("*.j2")):
        text = file.read_text("utf-8")
        assert not re.search(r"\btold\.\w|\bview\.(?!viewer\b|phase\b)\w", text), file
        assert not re.search("|".join(rf"\b{family}\b" for family in FAMILIES), text, re.IGNORECASE), file
