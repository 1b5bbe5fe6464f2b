"""Real mail systems and mail programs against the daemon: `make interop`. Needs Debian and root."""
