"""`python -m judge.cli` is `judge`."""

from judge.cli.main import main

main()
