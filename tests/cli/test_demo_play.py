"""`judge demo --play`: the reader plays in the terminal, and every line goes through the real daemon."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_the_reader_plays_a_phase_in_the_terminal_through_the_real_daemon(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "judge", "demo", "--play", "payola AS FRANCE", "--folder", str(tmp_path / "demo")]
    typed = "HINT\nPRESS TO ITALY: 3 for A VEN H\n\n5 : A PAR - BUR\n4 : A MAR - SPA\n3 : F BRE - MAO\n\nQUIT\n"
    done = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Please prove your address" in done.stdout
    assert "WOULD WRITE FOR FRANCE" in done.stdout
    assert "Press from Italy" in done.stdout, "and orders are no answer to that"
    assert "Spring 1901 Movement: results" in done.stdout
    assert "listens on" in done.stdout
