"""Archives that somebody has altered."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from judge.archive.document import read_archive, write_archive

Data = dict[str, Any]
Alteration = Callable[[Data], object]
LEFT_OUT = object()


def put(path: str, new: Any) -> Alteration:
    """Put a new value at a path like `phases/2/run`, or what a function makes of the old one; or leave it out."""

    def alter(data: Data) -> None:
        *way, last = (int(key) if key.lstrip("-").isdigit() else key for key in path.split("/"))
        holder: Any = data
        for key in way:
            holder = holder[key]
        if new is LEFT_OUT:
            del holder[last]
        else:
            holder[last] = new(holder[last]) if callable(new) else new

    return alter


def more(amount: int) -> int:
    return amount + 1


def zeros(data: Data) -> None:
    """Another seed, with its commitment."""
    data["seed"], data["commitment"] = "00" * 32, "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def sealed_anew(data: Data) -> str:
    """By somebody who knows how seals are made."""
    return write_archive(read_archive(json.dumps(data)).archive)
