"""The shape of judge/: `python -m bench.shape [--json]`. Lines of Python, modules in each folder, long functions, long
lists of parameters, and how many functions are handed the same three values.

A function's length is from its `def` to its last line, decorators apart and what is defined within it included; its
parameters are all but `self` and `cls`. An `__init__.py` is no module of its folder.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

HOME = Path(__file__).resolve().parent.parent / "judge"
MOST_LINES = 60
MOST_PARAMETERS = 7
LONGEST = 5
MOST_MODULES = 20
TRIPLE = {"judge", "session", "now"}


@dataclass(frozen=True)
class Function:
    """`name` as in `Clerk.work_off`; `file` from judge/ on."""

    file: str
    name: str
    line: int
    lines: int
    parameters: tuple[str, ...]


def functions() -> list[Function]:
    return [found for file in sorted(HOME.rglob("*.py")) for found in _inside(file, ast.parse(file.read_text()), "")]


def _inside(file: Path, node: ast.AST, outer: str) -> Iterator[Function]:
    for child in ast.iter_child_nodes(node):
        name = outer
        if isinstance(child, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            name = f"{outer}.{child.name}".strip(".")
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            given = child.args
            parts = [*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg]
            parameters = tuple(each.arg for each in parts if each is not None and each.arg not in ("self", "cls"))
            lines = (child.end_lineno or child.lineno) - child.lineno + 1
            yield Function(str(file.relative_to(HOME)), name, child.lineno, lines, parameters)
        yield from _inside(file, child, name)


def folders() -> dict[str, int]:
    """Modules in each folder, by its path."""
    files = (file for file in HOME.rglob("*.py") if file.name != "__init__.py")
    counted = Counter(str(file.parent.relative_to(HOME.parent)) for file in files)
    return dict(sorted(counted.items()))


def lines() -> dict[str, int]:
    """Lines of Python in judge/ by what lies at its top; in all under the name `judge`."""
    counted: Counter[str] = Counter()
    for file in sorted(HOME.rglob("*.py")):
        length = len(file.read_text(encoding="utf-8").splitlines())
        counted["judge"] += length
        counted[f"judge/{file.relative_to(HOME).parts[0]}"] += length
    return dict(counted)


def members() -> dict[str, list[str]]:
    """What the seam's classes ask for: methods, and attributes with a type."""
    found: dict[str, list[str]] = {}
    for file in sorted((HOME / "rules").glob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and any("Protocol" in ast.unparse(base) for base in node.bases):
                names = (_member(each) for each in node.body)
                found[node.name] = [name for name in names if name]
    return found


def _member(node: ast.stmt) -> str:
    match node:
        case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""


def measured() -> dict[str, object]:
    """Everything, for JSON."""
    every = functions()
    return {
        "lines": lines(),
        "modules": folders(),
        "functions": len(every),
        "long": {f"{each.file}:{each.line} {each.name}": each.lines for each in long_ones(every)},
        "wide": {f"{each.file}:{each.line} {each.name}": len(each.parameters) for each in wide_ones(every)},
        "judge, session, now": sum(set(each.parameters) >= TRIPLE for each in every),
        "seam": {name: len(names) for name, names in members().items()},
    }


def long_ones(every: list[Function]) -> list[Function]:
    """Those that are too long, and the longest few in any case."""
    ranked = sorted(every, key=lambda each: -each.lines)
    return [each for rank, each in enumerate(ranked) if rank < LONGEST or each.lines > MOST_LINES]


def wide_ones(every: list[Function]) -> list[Function]:
    found = (each for each in every if len(each.parameters) > MOST_PARAMETERS)
    return sorted(found, key=lambda each: -len(each.parameters))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.shape", description="The shape of judge/.")
    parser.add_argument("--json", action="store_true", help="as JSON instead of tables")
    if parser.parse_args(arguments).json:
        print(json.dumps(measured(), indent=1))
        return 0
    console = Console(highlight=False)
    every = functions()
    counted = lines()
    console.print(f"{counted['judge']} lines of Python, {len(every)} functions in {sum(folders().values())} modules")
    console.print(f"{sum(set(each.parameters) >= TRIPLE for each in every)} functions take judge, session and now")
    console.print(*(f"{name} has {len(names)} members" for name, names in members().items()), sep="\n")
    table = Table("Folder", "Modules", "")
    for folder, modules in folders().items():
        table.add_row(folder, str(modules), f"more than {MOST_MODULES}" if modules > MOST_MODULES else "")
    console.print(table)
    table = Table("Function", "Lines", "Parameters")
    for each in dict.fromkeys((*long_ones(every), *wide_ones(every))):
        table.add_row(f"{each.file}:{each.line} {each.name}", str(each.lines), str(len(each.parameters)))
    console.print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
