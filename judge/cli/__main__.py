"""`python -m judge.cli` is `judge`."""

from __future__ import annotations

from judge.cli.main import main

main(prog_name="judge")
