"""`judge init`: the few questions that a host must answer, and a commented file of settings."""

from __future__ import annotations

import json
import os
import re
import textwrap
import tomllib
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click
from pydantic import SecretStr, ValidationError

from judge.cli.errors import Failed, new_file
from judge.cli.hosting.doctor import SIGNS
from judge.clock import SystemClock
from judge.mail.compose import is_address
from judge.resources import docs_dir
from judge.settings import Settings
from judge.store.engine import BadDatabaseUrl, file_of, url_of

Answers = dict[str, Any]
_HOST = ("host_address", "Your own address: the judge writes there when something needs a human", "")
_SERVER = (
    ("domain", "The domain of the judge's address, after the @", ""),
    ("mailbox", "What stands before the @", "judge"),
    _HOST,
    ("listen", "Where the judge takes in mail", "127.0.0.1:8025"),
    ("relay", "Where it sends mail: smtp://HOST:PORT, or maildir:DIR to try it out", "smtp://127.0.0.1:25"),
)
_COMMON = (
    ("database", "The database: sqlite:///FILE, or postgresql://USER@HOST/NAME", "sqlite:///judge.db"),
    ("creators", "Addresses that may CREATE games, separated by blanks; * for everybody", ""),
    ("web_listen", "Where the public pages are served, such as 127.0.0.1:8080; empty: nowhere", ""),
)
PASSWORD = "judge.password"  # noqa: S105 - the name of its file


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), default=Path("judge.toml"))
def init(file: Path) -> None:
    """Ask a few questions and write FILE (default: judge.toml), a commented file of all settings.

    For a mailbox with a provider it tries the login, and by two letters what comes in there. Name the file in
    JUDGE_CONFIG afterwards, and let `judge doctor` look at the whole. An existing file is never touched.
    """
    folder = file.absolute().parent
    for each in (file, folder / PASSWORD):
        if each.exists():
            raise Failed(f"{each} exists already; name another, or move it away")
    kind = click.prompt(
        "A mailbox with a provider, or a mail server of your own?", type=click.Choice(("mailbox", "server"))
    )
    answers: Answers = {}
    password = ""
    if kind == "server":
        _ask(answers, folder, *_SERVER)
    else:
        password = _ask_for_mailbox(answers, folder)
    _ask(answers, folder, *_COMMON)
    if password:
        answers |= {"relay_password_file": PASSWORD, "fetch_password_file": PASSWORD}
        with new_file(folder / PASSWORD, 0o600) as written:
            written.write(f"{password}\n".encode())
    with new_file(file, 0o640) as written:
        written.write(config_text(answers).encode())
    click.echo(f"{file} is written. Next:\n  export JUDGE_CONFIG={file.resolve()}\n  judge migrate\n  judge doctor")


def _ask(answers: Answers, folder: Path, *questions: tuple[str, str, str]) -> None:
    """Ask each question until its answer will do."""
    for name, question, default in questions:

        def checked(answer: str, name: str = name) -> str:
            if name in ("domain", "host_address") and not answer.strip():
                trouble = "it must be said"
            else:
                trouble = trouble_with({name: answer.strip()}, name)
            if name == "database" and not trouble:
                trouble = folder_trouble(answer.strip(), folder)
            if trouble:
                raise click.BadParameter(f"That will not do: {trouble}.")
            return answer.strip()

        answers[name] = click.prompt(question, default=default, show_default=bool(default), value_proc=checked)


def _ask_for_mailbox(answers: Answers, folder: Path) -> str:
    """Ask about a mailbox until the judge can log in and gets its own letters there. Return the password, empty where a
    command prints tokens instead.
    """
    if find_spec("imapclient") is None:
        raise Failed("needs the extra `mailbox`: pip install pbem-judge[mailbox,dkim]")
    user = ""
    while not is_address(user):
        user = click.prompt("The mailbox's address. It is to be the judge's alone").strip().lower()
    answers["mailbox"], _, domain = user.rpartition("@")
    answers |= {"domain": domain, "check_dkim": find_spec("dkim") is not None}
    answers["fetch_since"] = SystemClock().now().isoformat(timespec="seconds")
    _ask(answers, folder, _HOST)
    known = provider_of(domain)
    answers |= {name: value for name, value in known.items() if name.startswith("relay")}
    imap, is_asked = known.get("imap", f"imaps://imap.{domain}"), not known
    while True:
        if is_asked:
            imap = click.prompt("Its IMAP server", default=imap)
            answers["relay"] = click.prompt(
                "Its SMTP server", default=answers.get("relay", f"smtps://smtp.{domain}:465")
            )
            user = click.prompt("The name to log in with", default=user)
        scheme, _, host = imap.rpartition("://")
        host, mark, more = host.partition("?")
        answers["fetch"] = f"{scheme or 'imaps'}://{quote(user, safe='@')}@{host.rstrip('/')}/INBOX{mark}{more}"
        answers["relay_user"], password, secrets = user, "", {}
        if known.get("oauth"):
            question = f"{known['name']} takes no passwords. A command that prints an OAuth access token for {user}"
            answers["fetch_token_command"] = answers["relay_token_command"] = click.prompt(question)
        else:
            about = known.get("password", "best an app password")
            password = click.prompt(f"The password of {user} ({about})", hide_input=True).strip()
            secrets = {"relay_password": SecretStr(password), "fetch_password": SecretStr(password)}
        trouble = _try(answers, secrets)
        if not trouble:
            return password
        click.echo(f"  That will not do: {trouble}.")
        is_asked = True


def _try(answers: Answers, secrets: dict[str, SecretStr]) -> str:
    """Log in, send two letters, and wait for them. Add to the answers what they show. Return what is wrong."""
    from imapclient.imapclient import JUNK

    from judge.hosting.doctor import look_at_relay
    from judge.hosting.imap import FAILURES, connect, look_at_mailbox, reason_of
    from judge.outbox.transport import transport_for

    if trouble := trouble_with({**answers, **secrets}):
        return trouble
    settings = Settings.model_validate({**answers, **secrets})
    try:
        with connect(settings) as line:
            junk = line.find_special_folder(JUNK)
    except FAILURES as error:
        return reason_of(error)
    found = {check.about: check for check in look_at_relay(settings)}
    if "sender" in found:
        answers["mail_from"] = "account"
    elif found["relay"].verdict == "bad":
        return found["relay"].message
    if junk:
        answers["fetch"] = answers["fetch"].replace("/INBOX", f"/INBOX,{quote(junk)}")
    click.echo("  It logs in. Two letters to itself are on their way, which can take a minute …")
    tried = Settings.model_validate({**answers, **secrets})
    checks, answers["reply_address"] = look_at_mailbox(tried, transport_for(tried), SystemClock().now())
    for check in checks:
        click.echo(f"  {SIGNS[check.verdict]}: {check.message}")
    return ""


def provider_of(domain: str) -> dict[str, Any]:
    """Return what is known of the provider whose mailboxes have this domain; nothing of an unknown one."""
    known = tomllib.loads(files("judge.hosting").joinpath("providers.toml").read_text("utf-8"))["provider"]
    return next((each for each in known if domain in each["domains"]), {})


def trouble_with(values: Answers, *names: str) -> str:
    """Return what is wrong with these settings, or with those named; empty if nothing is."""
    try:
        Settings.model_validate(values)
    except ValidationError as error:
        wrong = (each for each in error.errors() if not names or not set(names).isdisjoint(map(str, each["loc"])))
        return "; ".join(each["msg"].removeprefix("Value error, ") for each in wrong)
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
    page = (docs_dir() / "settings.md").read_text("utf-8")
    for name, meaning in re.findall(r"^\| `(\w+)` \|.*\| (.*) \|$", page, re.MULTILINE):
        lines += textwrap.wrap(meaning, 100, initial_indent="# ", subsequent_indent="# ")
        mark, value = ("", answers[name]) if answers.get(name) else ("#", Settings.model_fields[name].default)
        lines += [f"{mark}{name} = {_toml('' if value is None else value)}", ""]
    return "\n".join(lines)


def _toml(value: Any) -> str:
    """JSON's way to write texts, numbers and flags is TOML's too."""
    return json.dumps(value if isinstance(value, bool | int | float) else str(value), ensure_ascii=False)
