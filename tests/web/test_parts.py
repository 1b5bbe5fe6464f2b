"""What the pages of single games say beside their letters comes from the folder of each system."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from judge.letters.renderer import Renderer
from judge.web.templates import Dress

VIEW = SimpleNamespace(points="7 <points>")


def test_a_system_s_folder_has_its_own_parts_of_the_pages(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "standing.j2").write_text("{{ view.points }}", "utf-8")
    (tmp_path / "pages" / "opened.j2").write_text("{{ phase.number }}, {{ view.points }}", "utf-8")
    dress = Dress(Renderer({"lowest": tmp_path}).folders)
    assert dress.part("lowest", "standing", view=VIEW) == "<p>7 &lt;points&gt;</p>\n"
    assert dress.part("lowest", "opened", phase={"number": 4}, view=VIEW) == "<p>4, 7 &lt;points&gt;</p>\n"
    assert dress.part("lowest", "note", view=VIEW) == ""


def test_a_system_without_parts_has_none(tmp_path: Path) -> None:
    dress = Dress(Renderer({"lowest": tmp_path}).folders)
    assert dress.part("lowest", "standing", view=VIEW) == dress.part("lowest", "note", view=VIEW) == ""
    assert dress.part("lowest", "opened", phase={}, view=VIEW) == ""


def test_only_a_blind_board_has_a_note_before_it() -> None:
    dress = Dress(Renderer().folders)
    for system in ("diplomacy", "payola"):
        assert "played blind" in dress.part(system, "note", view=SimpleNamespace(blind=True))
        assert dress.part(system, "note", view=SimpleNamespace(blind=False)) == ""
