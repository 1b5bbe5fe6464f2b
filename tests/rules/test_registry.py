"""What is installed beside the judge's own rules is checked when it is met."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from judge.rules import registry
from judge.rules.problems import Refused
from judge.rules.registry import find_system, systems, title_of, unusable
from tests.support.plugin import installed

OWN = sorted(systems())
Install = Callable[[str, str], None]


@pytest.fixture
def install(tmp_path: Path) -> Iterator[Install]:
    with ExitStack() as stack:

        def install_one(entry: str, source: str) -> None:
            module = f"stranger_{tmp_path.name}".replace("-", "_")
            (tmp_path / f"{module}.py").write_text(source)
            sys.modules.pop(module, None)
            stack.enter_context(installed(tmp_path, "stranger", {entry: f"{module}:SYSTEM"}))

        yield install_one


PAYOLA = """from judge.rules.payola.system import Payola
class Other(Payola):
    name = {name!r}
    aliases = {aliases!r}
"""


def test_rules_that_cannot_be_imported_are_remembered_and_the_others_are_there(install: Install) -> None:
    install("stranger", "import nothing_of_that_name\n")
    assert sorted(systems()) == OWN
    assert "No module named 'nothing_of_that_name'" in unusable()["stranger"]
    with pytest.raises(KeyError, match="cannot use the rules of stranger") as raised:
        find_system("stranger")
    assert isinstance(raised.value, Refused)
    assert title_of("stranger", {}) == "stranger"


@pytest.mark.parametrize(
    ("name", "aliases", "said"),
    [
        ("payola", (), "another rule system is called 'payola'"),
        ("stranger", ("payola",), "another rule system is called 'payola'"),
        ("unlike", (), "must have one name"),
        ("Stranger", (), "one lower-case word"),
    ],
)
def test_a_name_that_is_taken_or_is_none_is_refused(
    install: Install, name: str, aliases: tuple[str, ...], said: str
) -> None:
    install("stranger", f"{PAYOLA.format(name=name, aliases=aliases)}SYSTEM = Other()\n")
    assert said in unusable()["stranger"]
    assert find_system("payola").title == "Payola Diplomacy"
    registry.check_usable("payola")


def test_a_class_in_place_of_its_object_is_refused(install: Install) -> None:
    install("stranger", f"{PAYOLA.format(name='stranger', aliases=())}SYSTEM = Other\n")
    assert "must name an object" in unusable()["stranger"]


def test_sound_rules_are_found(install: Install) -> None:
    install("stranger", f"{PAYOLA.format(name='stranger', aliases=())}SYSTEM = Other()\n")
    assert not unusable()
    assert find_system("Stranger").name == "stranger"
