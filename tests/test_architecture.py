"""The map of the code is true: what docs/architecture.md names is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from bench.trace import ways

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text()
NAMED = re.findall(r"`(judge/[\w/]+\.py)` `([\w.]+)`", PAGE)
MOST_STEPS = 15
MOST_ROOMS = 30
"""Files outside of rules/ and mail/ through which an order mail goes: who follows it must be able to read them all."""
MOST_MODULES = 20
"""So many rooms beside each other are seen at a glance; what has more is divided by what belongs together."""
MOST_LINES, MOST_PARAMETERS = 60, 7


def _defined(path: str) -> set[str]:
    found = set()
    for node in ast.parse((ROOT / path).read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{each.name}" for each in node.body if isinstance(each, ast.FunctionDef)}
    return found


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_every_function_of_the_two_ways_is_where_the_page_says(path: str, name: str) -> None:
    assert name in _defined(path)


def test_every_package_of_the_judge_is_in_the_table() -> None:
    there = {f"judge/{init.parent.name}/" for init in (ROOT / "judge").glob("*/__init__.py")}
    named = set(re.findall(r"`(judge/\w+/)`", PAGE))
    assert there <= named


@pytest.mark.parametrize("heading", ["The way of a mail", "The way of a phase"])
def test_each_way_can_be_read_in_one_sitting(heading: str) -> None:
    section = PAGE.partition(f"## {heading}")[2].partition("\n## ")[0]
    steps = re.findall(r"^\| \d+ \|", section, re.MULTILINE)
    assert 0 < len(steps) <= MOST_STEPS


def test_an_order_mail_goes_through_few_rooms() -> None:
    mail = ways()[0].apart()
    assert mail.files() <= MOST_ROOMS, sorted({file for file, _ in mail.calls})


PACKAGES = sorted(init.parent for init in (ROOT / "judge").rglob("__init__.py"))


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: str(package.relative_to(ROOT)))
def test_no_folder_has_too_many_rooms(package: Path) -> None:
    assert len([path for path in package.glob("*.py") if path.name != "__init__.py"]) <= MOST_MODULES


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: str(package.relative_to(ROOT)))
def test_each_package_says_what_belongs_there(package: Path) -> None:
    assert ast.get_docstring(ast.parse((package / "__init__.py").read_text()))


@cache
def _functions() -> Sequence[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef, list[str]]]:
    """(where it stands, the function, the lines of its file)"""
    texts = {path: path.read_text() for path in sorted((ROOT / "judge").rglob("*.py"))}
    return [
        (f"{path.relative_to(ROOT)} {node.name}", node, text.splitlines())
        for path, text in texts.items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


@pytest.mark.xdist_group("functions")  # one worker reads them
def test_every_function_can_be_seen_at_once() -> None:
    lengths = {where: (node.end_lineno or 0) - node.lineno + 1 for where, node, _ in _functions()}
    assert {where: lines for where, lines in lengths.items() if lines > MOST_LINES} == {}


@pytest.mark.xdist_group("functions")
def test_a_function_of_many_parameters_says_why() -> None:
    without = []
    for where, node, lines in _functions():
        arguments = node.args
        names = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        own = [name for name in names if name not in ("self", "cls")]
        signature = lines[node.lineno - 1 : node.body[0].lineno - 1]
        if len(own) > MOST_PARAMETERS and not any("#" in line for line in signature):
            without.append(where)
    assert without == []
