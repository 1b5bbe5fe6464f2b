"""Logs: one line an event, with names and numbers, never what somebody wrote."""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from collections.abc import Mapping, MutableMapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

# What may hold orders, money, tokens or keys has no place in a log.
SECRET_KEYS = frozenset({"raw", "text", "body", "orders", "token", "tokens", "key", "code", "subject", "line", "lines"})
CONNECTION_TROUBLE = frozenset({"OperationalError", "InterfaceError"})
MASK = "[kept out of the log]"

_BARE = re.compile(r'[^\s"=\\]+')


class Log(logging.LoggerAdapter[logging.Logger]):
    """Takes an event and its values by name: `log.warning("mail waits", outbound_id=7)`."""

    def process(self, msg: Any, kwargs: MutableMapping[str, Any]) -> tuple[Any, MutableMapping[str, Any]]:
        exc_info = kwargs.pop("exc_info", None)
        return msg, {"exc_info": exc_info, "extra": {"values": kwargs}}


log = Log(logging.getLogger("judge"))


class Lines(logging.Formatter):
    """Makes a line of an event: `name=value`, or one JSON object."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self._form = form

    def format(self, record: logging.LogRecord) -> str:
        instant = datetime.fromtimestamp(record.created, UTC).replace(tzinfo=None)
        values: Mapping[str, Any] = getattr(record, "values", {})
        event = {
            "timestamp": f"{instant.isoformat()}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        event |= {key: MASK if key in SECRET_KEYS else value for key, value in values.items()}
        if record.exc_info and record.exc_info[1] is not None:
            event |= trace_without_words(record.exc_info[1])
        if self._form == "json":
            return json.dumps(event, default=str)
        return " ".join(f"{key}={_quoted(str(value))}" for key, value in event.items())


def _quoted(value: str) -> str:
    return value if _BARE.fullmatch(value) else json.dumps(value, ensure_ascii=False)


def trace_without_words(error: BaseException) -> dict[str, str]:
    """Where an exception came from and of what type it is. What it says may repeat what somebody wrote, so it is kept
    only where the system or the database's connection says it.
    """
    frames = traceback.extract_tb(error.__traceback__)
    at = " > ".join(f"{Path(each.filename).name}:{each.lineno} {each.name}" for each in frames)
    told = {"exception": type(error).__name__, "at": at}
    if isinstance(error, OSError):
        told["trouble"] = error.strerror or ""
    elif type(error).__name__ in CONNECTION_TROUBLE:
        told["trouble"] = str(getattr(error, "orig", "")).strip()
    return told


def set_up_logs(level: str, form: str = "text") -> None:
    """To standard error, from this level on, with warnings of libraries. `json`: one object a line."""
    own, of_others = (logging.StreamHandler(sys.stderr) for _ in range(2))
    for handler in (own, of_others):
        handler.setFormatter(Lines(form))
    of_others.setLevel(logging.WARNING)
    logging.lastResort = of_others  # where libraries write that have no handler of their own
    log.logger.handlers = [own]
    log.logger.propagate = False
    log.setLevel(level.upper())
