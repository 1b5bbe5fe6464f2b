"""What the daemon tells systemd, over a real socket: that it serves, that it lives, that it stops."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from judge import daemon
from judge.daemon import STUCK_SECONDS, Daemon, Signs, watchdog_seconds
from tests.durability.served import Host, Served


@pytest.mark.parametrize("kind", ["path", "abstract"])
def test_systemd_hears_that_the_judge_serves_lives_and_stops(sqlite_url: str, tmp_path: Path, kind: str) -> None:
    name = str(tmp_path / "notify") if kind == "path" else f"@judge-{tmp_path.name}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(name.replace("@", "\0", 1) if kind == "abstract" else name)
        manager.settimeout(60)
        host = Host(sqlite_url, tmp_path)
        host.environment |= {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "100000"}
        served = Served(host)
        served.start()
        heard = [manager.recv(100) for _ in range(4)]
        assert heard == [b"READY=1", *[b"WATCHDOG=1"] * 3]
        assert served.stop() == 0
        while (last := manager.recv(100)) == b"WATCHDOG=1":
            pass
        assert last == b"STOPPING=1"


def test_a_part_that_hangs_lets_the_watchdog_bite() -> None:
    now = [0.0]
    signs = Signs(lambda: now[0])
    signs.note("clerk")
    signs.note("courier")
    now[0] = STUCK_SECONDS - 1
    signs.note("courier")
    assert signs.are_recent()
    now[0] = STUCK_SECONDS
    assert not signs.are_recent(), "the clerk has fallen silent"
    signs.note("clerk")
    assert signs.are_recent()


def test_the_watchdog_of_another_process_is_not_fed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "120000000")
    assert watchdog_seconds() == 120
    monkeypatch.setenv("WATCHDOG_PID", "1")
    assert watchdog_seconds() is None
    monkeypatch.delenv("WATCHDOG_USEC")
    assert watchdog_seconds() is None


def test_the_watchdog_is_fed_only_while_every_part_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    answers, stop = [False, True, False], asyncio.Event()
    heard: list[str] = []

    class _Signs(Signs):
        def are_recent(self) -> bool:
            recent = answers.pop(0)
            if not answers:
                stop.set()
            return recent

    idle = Daemon.__new__(Daemon)
    idle._signs = _Signs()
    monkeypatch.setattr(daemon, "notify", heard.append)
    monkeypatch.setenv("WATCHDOG_USEC", "3000")
    asyncio.run(idle._feed_watchdog(stop))
    assert heard == ["WATCHDOG=1"]
