"""Every letter of a game of each family reads as it always has, in text and HTML, by templates that all are rendered.

Where a letter has to change: `python -m tests.frozen.letters`, then read the difference.
"""

from __future__ import annotations

from difflib import unified_diff
from itertools import islice

from tests.frozen.games import FAMILIES
from tests.frozen.letters import GOLDEN, each_family, frozen, kept
from tests.frozen.table import TEMPLATES

SHOWN = 60
NOT_OF_LETTERS = "web"
FRAME = "shared/_frame.html.j2"
OF_SMALL_GAMES = ("started", "results", "news", "ended")


@each_family
def test_every_letter_of_a_played_game_reads_as_it_always_has(family: str) -> None:
    now, then = frozen(family), kept(family)
    changed = [
        line
        for name in sorted({*now, *then})
        for line in unified_diff(
            then.get(name, "").splitlines(),
            now.get(name, "").splitlines(),
            f"kept/{name}",
            f"now/{name}",
            n=1,
            lineterm="",
        )
    ]
    assert not changed, "\n".join(islice(changed, SHOWN))
    assert now == then


def test_every_template_of_a_letter_was_rendered_by_these_games() -> None:
    there = {path.relative_to(TEMPLATES()).as_posix() for path in TEMPLATES().rglob("*.j2")} - {FRAME}
    rendered = {name for family in FAMILIES for name in kept(family)["templates.txt"].split()}
    # Exchange tells news of public votes alone; the letter is Payola's with another account below it.
    untold = {"exchange/news.j2"}
    letters = (name for name in there if not name.startswith(f"{NOT_OF_LETTERS}/") and "/pages/" not in name)
    # The four that a small game of somebody else extends are rendered in tests/plugin.
    plain = {f"shared/{name}.j2" for name in OF_SMALL_GAMES}
    assert set(letters) - rendered <= untold | plain


def test_the_files_are_of_these_families() -> None:
    assert {folder.name for folder in GOLDEN.iterdir()} == set(FAMILIES)
