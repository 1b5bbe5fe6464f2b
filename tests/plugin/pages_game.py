"""The game of docs/new-game.md, as a host has it who has installed it."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support import plugin

PAGE = Path(__file__).parents[2] / "docs" / "new-game.md"
_FILE = re.compile(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files_of_page() -> dict[str, str]:
    """Path -> text of every file on the page, and the empty one that it speaks of."""
    return {**dict(_FILE.findall(PAGE.read_text("utf-8"))), "lowest/__init__.py": ""}


def put_in_place(site: Path) -> None:
    """What pip leaves in a folder of packages, without pip."""
    for name, text in files_of_page().items():
        if name.startswith("lowest/"):
            path = site / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    plugin.put_in_place(site, "lowest", {"lowest": "lowest.system:SYSTEM"}, {"lowest": "lowest.scenario:SCENARIO"})
