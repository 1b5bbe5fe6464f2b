"""docs/settings.md has a line for each setting, with its default."""

from __future__ import annotations

import re
from pathlib import Path

from judge.settings import Settings

PAGE = (Path(__file__).parents[1] / "docs" / "settings.md").read_text()


def _shown(default: object) -> str:
    return str(default).lower() if isinstance(default, bool) else "" if default is None else str(default)


def test_each_setting_is_on_the_page_with_its_default() -> None:
    lines = re.findall(r"^\| `(\w+)` \| `?(.*?)`? \| \S.*\. \|$", PAGE, re.MULTILINE)
    assert dict(lines) == {name: _shown(field.default) for name, field in Settings.model_fields.items()}
    assert len(lines) == len(dict(lines))
