"""How the tests are dealt out to the workers of pytest-xdist.

There are as many workers as processors, and one more when all tests run: it collects and plays nothing but those that
mostly wait, for daemons that are killed, frozen or silent, while the others keep the processors busy.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadGroupScheduling

WAITING = (
    "arena",
    "cli/test_demo_play.py",
    "cli/test_hosting.py",
    "cli/test_receive.py",
    "durability",
    "plugin",
    "smtp/test_listener.py",
    "store/test_locks.py",
    "store/test_migrations.py",
    "store/test_nodes.py",
    "web/test_connections.py",
    "workers/test_desk.py",
)
"""Files and folders of `tests/` with tests that wait for a tenth of a minute in all, and more than they compute."""
MARK = "JUDGE_TESTS_THAT_WAIT"
SESSION = pytest.StashKey[pytest.Session]()


class _ByFunction(LoadGroupScheduling):  # type: ignore[misc] # xdist is without types
    """Deals out all cases of a test at once. One by one the controller is slower than the tests: for each case it goes
    through all that a worker has ever had.
    """

    def _split_scope(self, nodeid: str) -> str:
        group = super()._split_scope(nodeid)
        return nodeid.partition("[")[0] if group == nodeid else group

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        super().mark_test_complete(node, item_index, duration)
        scope = self._split_scope(self.registered_collections[node][item_index])
        if all(self.assigned_work[node][scope].values()):
            del self.assigned_work[node][scope]


class _Apart:
    """Deals what waits to its own worker, and the rest to the others: two dealers, each with its own collection."""

    def __init__(self, new: Callable[[], _ByFunction], workers: int, session: pytest.Session) -> None:
        self._session = session
        self._waiting, self._busy = new(), new()
        self._waiting.numnodes, self._busy.numnodes = 1, workers - 1

    def _of(self, node: Any) -> _ByFunction:
        return self._waiting if MARK in node.gateway.spec.env else self._busy

    @property
    def nodes(self) -> list[Any]:
        return [*self._waiting.nodes, *self._busy.nodes]

    @property
    def collection_is_completed(self) -> bool:
        return bool(self._waiting.collection_is_completed and self._busy.collection_is_completed)

    @property
    def tests_finished(self) -> bool:
        return bool(self._waiting.tests_finished and self._busy.tests_finished)

    @property
    def has_pending(self) -> bool:
        return bool(self._waiting.has_pending or self._busy.has_pending)

    def add_node(self, node: Any) -> None:
        self._of(node).add_node(node)

    def add_node_collection(self, node: Any, collection: Sequence[str]) -> None:
        self._of(node).add_node_collection(node, collection)

    def schedule(self) -> None:
        for each in (self._waiting, self._busy):
            if all(node in each.registered_collections for node in each.nodes):  # not so while a lost one is replaced
                each.schedule()
        both = [each.collection or () for each in (self._waiting, self._busy)]
        self._session.testscollected = sum(map(len, both))  # to xdist it is what one worker has collected

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        self._of(node).mark_test_complete(node, item_index, duration)

    def remove_node(self, node: Any) -> str | None:
        crashed: str | None = self._of(node).remove_node(node)
        return crashed


def _is_whole(config: pytest.Config) -> bool:
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS


def pytest_sessionstart(session: pytest.Session) -> None:
    session.config.stash[SESSION] = session


def pytest_configure(config: pytest.Config) -> None:
    worker = getattr(config, "workerinput", None)
    workers = config.getoption("tx", None)
    if worker is not None:
        _tell_less(config)
        _choose(config, worker["apart"])
    elif workers and config.getoption("dist") == "loadgroup" and _is_whole(config):
        workers.append(f"popen//env:{MARK}=1")


@pytest.hookimpl(optionalhook=True)  # xdist's
def pytest_configure_node(node: Any) -> None:
    node.workerinput["apart"] = _is_apart(node.config)


def _is_apart(config: pytest.Config) -> bool:
    return any(MARK in each for each in config.getoption("tx"))


def _choose(config: pytest.Config, apart: bool) -> None:
    """What this worker collects."""
    paths = [str(Path(__file__).parents[1] / each) for each in WAITING]
    if MARK in os.environ:
        config.args = paths
    elif apart:
        config.option.ignore = [*(config.option.ignore or ()), *paths]


def _tell_less(config: pytest.Config) -> None:
    """Of three reports of a test that passes the controller needs one, and whoever wants no names needs none of its
    beginnings and ends: to take these in is much of its work.
    """
    if config.getoption("durations") is not None or config.getoption("xmlpath", None):
        return
    worker: Any = next(each for each in config.pluginmanager.get_plugins() if hasattr(each, "sendevent"))
    send = worker.sendevent

    def sendevent(name: str, **told: Any) -> None:
        report: Any = told.get("data")
        passed = name == "testreport" and report["when"] != "call" and report["outcome"] == "passed"
        named = name in ("logstart", "logfinish") and config.get_verbosity() <= 0
        if not passed and not named:
            send(name, **told)

    worker.sendevent = sendevent


@pytest.hookimpl(optionalhook=True)  # xdist's
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    if config.getoption("dist") != "loadgroup":
        return None
    if _is_apart(config):
        return _Apart(lambda: _ByFunction(config, log), len(config.getoption("tx")), config.stash[SESSION])
    return _ByFunction(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What one worker must do all of comes first: at the end the others would wait for it."""
    items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Where xdist does not see the groups, each worker plays what one should play for all: slower, and unnoticed."""
    if getattr(session.config.option, "loadgroup", False):
        unseen = [each for each in session.items if each.get_closest_marker("xdist_group") and "@" not in each.nodeid]
        if unseen:
            raise pytest.UsageError(f"This xdist does not keep groups together with this pytest: {unseen[0].nodeid}")
