"""The recipes for a web server in front keep what is the host's inside, and bound what one reader costs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.web.files import POLICY

DEPLOY = Path(__file__).parents[2] / "deploy"


def _settings(name: str) -> list[str]:
    lines = (DEPLOY / name).read_text().splitlines()
    return [line.partition("#")[0].strip() for line in lines if line.partition("#")[0].strip()]


@pytest.mark.parametrize(
    ("recipe", "wanted"), [("nginx.conf", r"location = /{} \{{ return 404; \}}"), ("Caddyfile", r"respond /{} 404")]
)
@pytest.mark.parametrize("path", ["metrics", "healthz"])
def test_health_and_metrics_stay_inside(recipe: str, wanted: str, path: str) -> None:
    assert any(re.fullmatch(wanted.format(path), line) for line in _settings(recipe))


def test_nginx_asks_for_each_page_once_whatever_stands_behind_a_question_mark() -> None:
    settings = _settings("nginx.conf")
    assert "proxy_cache judge;" in settings
    assert "proxy_cache_key $host$judge_page;" in settings
    assert {"default $uri;", "/games.html $request_uri;"} <= set(settings), "but the search"
    assert "proxy_cache_lock on;" in settings


def test_nginx_asks_for_the_path_that_it_keeps_the_answer_under() -> None:
    """Without its slash, proxy_pass hands on what was asked for as it was written; `make interop` tries both."""
    assert "proxy_pass http://127.0.0.1:8080/;" in _settings("nginx.conf")


def test_the_web_servers_bound_readers_that_are_slow_or_many() -> None:
    nginx = " ".join(_settings("nginx.conf"))
    for setting in (
        "client_header_timeout",
        "send_timeout",
        "limit_req ",
        "limit_conn ",
        "X-Forwarded-For $remote_addr",
    ):
        assert setting in nginx
    caddy = " ".join(_settings("Caddyfile"))
    for setting in ("read_header", "write", "idle", "max_header_size"):
        assert setting in caddy


def test_files_of_an_export_are_served_under_the_same_policy_as_pages() -> None:
    assert f'# add_header Content-Security-Policy "{POLICY}";' in (DEPLOY / "nginx.conf").read_text()
