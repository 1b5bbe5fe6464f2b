"""What the parts load when they are imported in a process of their own."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOADED = """
import importlib, pkgutil, sys
for name in sys.argv[1:]:
    module = importlib.import_module(name)
    for found in pkgutil.walk_packages(getattr(module, "__path__", ()), name + "."):
        importlib.import_module(found.name)
print(*sorted({name.partition(".")[0] for name in sys.modules if "judge" not in name}))
print(*sorted(name for name in sys.modules if name.startswith("judge.")))
"""

FRAMEWORKS = {"aiosmtpd", "alembic", "click", "jinja2", "psycopg", "pydantic", "rich", "sqlalchemy"}


def _loaded(*modules: str) -> tuple[set[str], set[str]]:
    """Top-level names of everything else that was loaded, and the judge's own modules."""
    done = subprocess.run([sys.executable, "-c", LOADED, *modules], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    others, own = done.stdout.splitlines()
    return set(others.split()), set(own.split())


def test_rules_load_no_framework_and_no_other_part_of_the_judge() -> None:
    others, own = _loaded("judge.rules")
    assert not others & FRAMEWORKS
    assert {name for name in own if not name.startswith(("judge.reading", "judge.rules"))} == set()


def test_mail_loads_no_database_and_no_other_part_of_the_judge() -> None:
    others, own = _loaded("judge.mail")
    assert not others & {"aiosmtpd", "click", "jinja2", "psycopg", "rich", "sqlalchemy"}
    assert {name for name in own if not name.startswith("judge.mail")} == set()


@pytest.mark.parametrize("module", ["judge.cli.main", "judge.cli.tools.adjudicate"])
def test_adjudicating_starts_without_what_it_does_not_need(module: str) -> None:
    others, own = _loaded(module)
    assert others & FRAMEWORKS == {"click"}
    assert {name for name in own if not name.startswith(("judge.cli", "judge.reading", "judge.rules"))} == set()


CASE = """
from judge.cli.tools.adjudicate import answer
from judge.rules.composition import patterns_in
from judge.rules.diplomacy.boardfile import load_board
position = b'{"phase":"S1901M","units":{"ITALY":["A VEN"]}}'
answer((1, b'{"system":"diplomacy","position":%b,"orders":{"ITALY":"A VEN - TRI"}}' % position))
print(patterns_in.cache_info().currsize, "words" in vars(load_board("standard")))
"""


def test_a_canonical_case_takes_neither_patterns_of_sheets_nor_spellings_of_names() -> None:
    done = subprocess.run([sys.executable, "-c", CASE], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "False"]


@pytest.mark.parametrize("module", ["judge.workers.tick", "judge.mailbox.intake"])
def test_what_cron_and_an_mta_start_loads_no_pages_and_no_listeners(module: str) -> None:
    others, own = _loaded(module)
    assert not others & {"aiosmtpd", "markdown_it", "prometheus_client", "starlette", "uvicorn"}
    assert not {name for name in own if name.startswith(("judge.smtp", "judge.web"))}


def test_the_check_would_see_a_framework() -> None:
    others, own = _loaded("judge.store.engine")
    assert "sqlalchemy" in others
    assert "judge.store.engine" in own
