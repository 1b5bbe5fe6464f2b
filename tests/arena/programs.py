"""Programs that play, well or badly, as files of Python."""

from __future__ import annotations

import sys
from pathlib import Path

from judge.arena.contestant import Program

HEAD = """
import json, os, sys, time
def say(**answer):
    print(json.dumps(answer), flush=True)
def turns():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say(type="hello", protocol=1)
        elif message["type"] == "turn":
            yield message
        else:
            return
"""


def program(folder: Path, source: str, *, head: str = HEAD, seconds: float = 2.0, name: str = "mine.py") -> Program:
    path = folder / name
    path.write_text(head + source)
    return Program(name, (sys.executable, str(path)), seconds)


FORMS = """
for message in turns():
    say(turn=message["turn"], sheets={role: each["form"] for role, each in message["roles"].items()})
"""
"""Sends the sheets to answer with as they come."""
