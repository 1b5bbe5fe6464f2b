"""Logs: one line an event, with names and numbers, never what somebody wrote."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

# What may hold orders, money, tokens or keys has no place in a log.
SECRET_KEYS = frozenset({"raw", "text", "body", "orders", "token", "tokens", "key", "code", "subject", "line", "lines"})
MASK = "[kept out of the log]"


def keep_secrets_out(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for key in SECRET_KEYS & event.keys():
        event[key] = MASK
    return event


def set_up_logs(level: str) -> None:
    """To standard error, from this level on."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            keep_secrets_out,
            structlog.processors.format_exc_info,
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
