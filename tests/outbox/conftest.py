"""What the relay at the other end needs."""

from __future__ import annotations

from tests.support.far_relay import relay, relay_with
from tests.support.sockets import certificates, loop_thread

__all__ = ["certificates", "loop_thread", "relay", "relay_with"]  # fixtures
