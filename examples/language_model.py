#!/usr/bin/env python3
"""A player for `judge arena` that asks a language model, at any address that speaks as OpenAI's does.

    export ARENA_MODEL_URL=http://localhost:8080/v1 ARENA_MODEL=name ARENA_MODEL_KEY=secret
    judge arena payola --seconds 60 ./language_model.py novice:6

Without ARENA_MODEL_URL it asks nobody, and sends the sheet to answer with as it comes. It does the same where the model
says nothing of use. Needs nothing but Python.
"""

import json
import os
import sys
import urllib.request

URL = os.environ.get("ARENA_MODEL_URL", "").rstrip("/")
MODEL = os.environ.get("ARENA_MODEL", "default")
KEY = os.environ.get("ARENA_MODEL_KEY", "")
MOST = 20_000  # characters of one question

TASK = """You play {seat} in a game of {system}, by mail. You are told what you may know. Answer with one JSON object
and nothing else: {{"sheet": "your orders, a line each, as in the example sheet",
"press": [{{"to": ["ITALY"], "text": "..."}}], "why": "one sentence"}}.
Leave press empty if you have nothing to say. You may write to: {addressees}.

The position: {view}
What has happened: {events}
Letters to you: {press}
What was wrong with your last sheet: {remarks}
An example sheet, which you may send as it is: {form}
"""


def asked(hello, turn, role):
    """What the model writes for this role."""
    known = turn["roles"][role]
    names = ", ".join(turn["addressees"]) or "nobody"
    parts = {name: json.dumps(turn[name])[-MOST // 4 :] for name in ("events", "press", "remarks")}
    view = json.dumps(known["view"])[:MOST]
    text = TASK.format(seat=role, system=hello["system"], addressees=names, view=view, form=known["form"], **parts)
    body = {"model": MODEL, "messages": [{"role": "user", "content": text}]}
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {KEY}"} if KEY else {})
    question = urllib.request.Request(f"{URL}/chat/completions", json.dumps(body).encode(), headers)  # noqa: S310 - the player's own
    with urllib.request.urlopen(question, timeout=0.9 * hello["seconds"] / len(turn["roles"])) as reply:  # noqa: S310
        content = json.load(reply)["choices"][0]["message"]["content"]
    return json.loads(content[content.index("{") : content.rindex("}") + 1])


def answer(hello, turn):
    sheets, press, why = {}, [], "I send the sheet as it came."
    for role, known in turn["roles"].items():
        sheets[role] = known["form"]
        if not URL:
            continue
        try:
            said = asked(hello, turn, role)
            sheets[role] = str(said["sheet"])
            why = str(said.get("why", ""))
            letters = [each for each in said.get("press", []) if set(each["to"]) <= set(turn["addressees"])]
            press += [{"to": each["to"], "text": str(each["text"])[:1000]} for each in letters[:5]]
        except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
            print(f"the model was of no help: {type(error).__name__}: {error}", file=sys.stderr)
    return {"turn": turn["turn"], "sheets": sheets, "press": press, "why": why}


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        hello = message
        said = {"type": "hello", "protocol": 1}
    elif message["type"] == "turn":
        said = answer(hello, message)
    else:
        break
    print(json.dumps(said), flush=True)
