"""`judge init`: the few questions that a host must answer, and a commented file of settings."""

from __future__ import annotations

import json
import os
import textwrap
from pathlib import Path
from typing import Any

import click
from pydantic import ValidationError
from pydantic_core import PydanticUndefined

from judge.cli.errors import Failed
from judge.settings import Settings
from judge.store.engine import BadDatabaseUrl, file_of, url_of

QUESTIONS: tuple[tuple[str, str, str], ...] = (
    ("domain", "The domain of the judge's address, after the @", ""),
    ("mailbox", "What stands before the @", "judge"),
    ("host_address", "Your own address: the judge writes there when something needs a human", ""),
    ("database", "The database: sqlite:///FILE, or postgresql://USER@HOST/NAME", "sqlite:////var/lib/judge/judge.db"),
    ("listen", "Where the judge takes in mail", "127.0.0.1:8025"),
    ("relay", "Where it sends mail: smtp://HOST:PORT, or maildir:DIR to try it out", "smtp://127.0.0.1:25"),
    ("creators", "Addresses that may CREATE games, separated by blanks; * for everybody", ""),
    ("web_listen", "Where the public pages are served, such as 127.0.0.1:8080; empty: nowhere", ""),
)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), default=Path("judge.toml"))
def init(file: Path) -> None:
    """Ask a few questions and write FILE (default: judge.toml), a commented file of all settings.

    Name it in JUDGE_CONFIG afterwards, and let `judge doctor` look at the whole. An existing file is never touched.
    """
    if file.exists():
        raise Failed(f"{file} exists already; name another, or move it away")
    answers: dict[str, str] = {}
    for name, question, default in QUESTIONS:
        while True:
            answer = click.prompt(question, default=default, show_default=bool(default)).strip()
            needed = name in ("domain", "host_address") and not answer
            trouble = "it must be said" if needed else trouble_with(name, answer)
            if name == "database" and not trouble:
                trouble = folder_trouble(answer, file.absolute().parent)
            if not trouble:
                answers[name] = answer
                break
            click.echo(f"  That will not do: {trouble}.")
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o640)
        with os.fdopen(handle, "w", encoding="utf-8") as written:
            written.write(config_text(answers))
    except OSError as error:
        raise Failed(f"{file} cannot be written: {error.strerror or error}") from None
    click.echo(f"{file} is written. Next:\n  export JUDGE_CONFIG={file.resolve()}\n  judge migrate\n  judge doctor")


def trouble_with(name: str, answer: str) -> str:
    """What is wrong with this value of this setting; empty if nothing is."""
    try:
        Settings.model_validate({name: answer})
    except ValidationError as error:
        return "; ".join(each["msg"].removeprefix("Value error, ") for each in error.errors() if name in each["loc"])
    return ""


def folder_trouble(database: str, start: Path) -> str:
    """Make the folder of an SQLite database. Return why it cannot be written to, empty if it can. `start`: where
    relative paths begin.
    """
    try:
        path = file_of(url_of(database))
    except BadDatabaseUrl as error:
        return str(error)
    if path is None:
        return ""
    folder = (start / path).parent
    try:
        folder.mkdir(mode=0o750, parents=True, exist_ok=True)
    except OSError as error:
        return (
            f"{folder} cannot be made: {error.strerror or error}. Name a file in a folder of yours, or make it as root"
        )
    return "" if os.access(folder, os.W_OK | os.X_OK) else f"you may write nothing in {folder}"


def config_text(answers: dict[str, str]) -> str:
    """All settings as TOML: the answers, and the rest commented out with their defaults."""
    lines = ["# Settings of the judge. JUDGE_* variables of the environment go before what stands here.", ""]
    for name, field in Settings.model_fields.items():
        lines += textwrap.wrap(field.description or "", 100, initial_indent="# ", subsequent_indent="# ")
        if answers.get(name):
            lines.append(f"{name} = {_toml(answers[name])}")
        else:
            default = field.get_default()
            shown = "" if default in (None, PydanticUndefined) else default
            lines.append(f"#{name} = {_toml(shown)}")
        lines.append("")
    return "\n".join(lines)


def _toml(value: Any) -> str:
    """JSON's way to write texts, numbers and flags is TOML's too."""
    return json.dumps(value if isinstance(value, bool | int | float) else str(value), ensure_ascii=False)
