"""What the pages of single games say beside their letters comes from the folder of each system."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

from judge.letters.renderer import Renderer
from judge.rules.values import PUBLIC, Event, View
from judge.web.templates import Dress

VIEW = cast("View", SimpleNamespace(points="7 <points>"))


def test_a_system_s_folder_has_its_own_parts_of_the_pages(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "standing.j2").write_text("{{ view.points }}", "utf-8")
    (tmp_path / "pages" / "opened.j2").write_text("{{ phase.number }}, {{ view.points }}", "utf-8")
    dress = Dress(Renderer({"lowest": tmp_path}).folders)
    assert dress.standing("lowest", VIEW) == "<p>7 &lt;points&gt;</p>\n"
    assert dress.opened("lowest", Event(PUBLIC, "opened", {"number": 4}), VIEW) == "<p>4, 7 &lt;points&gt;</p>\n"
    assert dress.note("lowest", VIEW) == ""


def test_a_system_without_parts_has_none(tmp_path: Path) -> None:
    dress = Dress(Renderer({"lowest": tmp_path}).folders)
    assert dress.standing("lowest", VIEW) == dress.note("lowest", VIEW) == ""
    assert dress.opened("lowest", Event(PUBLIC, "opened", {}), VIEW) is None


def test_only_a_blind_board_has_a_note_before_it() -> None:
    dress = Dress(Renderer().folders)
    for system in ("diplomacy", "payola"):
        assert "played blind" in dress.note(system, cast("View", SimpleNamespace(blind=True)))
        assert dress.note(system, cast("View", SimpleNamespace(blind=False))) == ""
