"""Logs: one line an event, with names and numbers, never what somebody wrote."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import structlog
from structlog.typing import Processor

# What may hold orders, money, tokens or keys has no place in a log.
SECRET_KEYS = frozenset({"raw", "text", "body", "orders", "token", "tokens", "key", "code", "subject", "line", "lines"})
CONNECTION_TROUBLE = frozenset({"OperationalError", "InterfaceError"})
MASK = "[kept out of the log]"


def keep_secrets_out(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for key in SECRET_KEYS & event.keys():
        event[key] = MASK
    return event


def trace_without_words(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Where an exception came from and of what type it is. What it says may repeat what somebody wrote, so it is kept
    only where the system or the database's connection says it.
    """
    if event.pop("exc_info", None):
        error = sys.exc_info()[1]
        frames = traceback.extract_tb(error.__traceback__) if error is not None else []
        event["exception"] = type(error).__name__
        event["at"] = " > ".join(f"{Path(each.filename).name}:{each.lineno} {each.name}" for each in frames)
        if isinstance(error, OSError):
            event["trouble"] = error.strerror or ""
        elif type(error).__name__ in CONNECTION_TROUBLE:
            event["trouble"] = str(getattr(error, "orig", "")).strip()
    return event


def set_up_logs(level: str, form: str = "text") -> None:
    """To standard error, from this level on, with warnings of libraries. `json`: one object a line."""
    processors: list[Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        keep_secrets_out,
        trace_without_words,
    ]
    to_line: Processor = structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"])
    if form == "json":
        to_line = structlog.processors.JSONRenderer()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(to_line, foreign_pre_chain=processors))
    handler.setLevel(logging.WARNING)
    logging.lastResort = handler  # where libraries write that have no handler of their own
    structlog.configure(
        processors=[*processors, to_line],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
