"""`python -m judge.cli` is `judge`."""

from __future__ import annotations

from judge.cli.main import main

if __name__ == "__main__":
    main(prog_name="judge")
