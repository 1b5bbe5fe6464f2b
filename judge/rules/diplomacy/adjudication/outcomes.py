"""What can become of an order in a movement phase, in the words that players read."""

from __future__ import annotations

MOVED = "moved"
BOUNCED = "bounced"
HELD = "held"
SUPPORTED = "supported"
CUT = "cut"
CONVOYED = "convoyed"
DISRUPTED = "disrupted"
VOID = "void"
