"""A package beside the judge that brings games, as pip leaves it in a folder of packages."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from judge.rules.registry import met


def put_in_place(site: Path, name: str, systems: Mapping[str, str], scenarios: Mapping[str, str] | None = None) -> None:
    """What says in this folder that the package is installed: the rule systems that it brings, and how they are tried,
    each as `module:NAME`. Its modules are put there by whoever has them.
    """
    info = site / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    groups = {"judge.systems": systems, "judge.scenarios": scenarios or {}}
    lines = [
        line
        for group, entries in groups.items()
        if entries
        for line in (f"[{group}]", *(f"{entry} = {where}" for entry, where in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


@contextmanager
def installed(site: Path, name: str, systems: Mapping[str, str]) -> Iterator[None]:
    """Until the end of the block this process meets that package; modules in its folder can be imported."""
    put_in_place(site, name, systems)
    sys.path.append(str(site))
    met.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(site))
        met.cache_clear()
