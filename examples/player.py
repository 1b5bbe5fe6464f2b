#!/usr/bin/env python3
"""A player for `judge arena`: Diplomacy and Payola on any board. Units go for centers near by, each as well paid.

Needs nothing but Python. docs/arena.md tells what the lines mean that come and go here.
"""

import json
import random
import re
import sys


def borders(sentences):
    """Area -> where an army can go, where a fleet can; and the centers."""
    near, centers = {}, set()
    for sentence in sentences:
        code = sentence[:3]
        for kind, place, areas in re.findall(r"(army|fleet)(?: at (\S+))?[^.]*? goes to ([^.]*)\.", sentence):
            near[kind[0].upper(), place or code] = areas.split(", ")
        if "supply center" in sentence:
            centers.add(code)
    return near, centers


def sheet(view, form, near, centers):
    if view["phase"]["kind"] != "movement":
        return form  # it is filled in already
    mine = set(view["centers"].get(view["power"], []))
    taken, lines = set(), []
    for unit in view["own_units"]:
        ways = [place for place in near.get(tuple(unit.split()), []) if place[:3] not in taken]
        goals = [place for place in ways if place[:3] in centers - mine]
        place = random.choice(goals or ways or ["H"])
        taken.add(place[:3])
        lines.append(f"{unit} H" if place == "H" else f"{unit} - {place}")
    if "balance" not in view or view["variant"]["loyal"]:
        return "\n".join(lines)
    share = view["balance"] // (2 if view["phase"]["title"].startswith("Spring") else 1) // max(1, len(lines))
    return "\n".join(f"{share} : {line}" for line in lines)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        known = borders(message["borders"])
        answer = {"type": "hello", "protocol": 1}
    elif message["type"] == "turn":
        sheets = {role: sheet(each["view"], each["form"], *known) for role, each in message["roles"].items()}
        answer = {"turn": message["turn"], "sheets": sheets, "why": "I go for centers near by."}
    else:
        break
    print(json.dumps(answer), flush=True)
