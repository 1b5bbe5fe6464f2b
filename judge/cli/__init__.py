"""The `judge` command. Each command is in a file of its own and imports what it needs when it is run."""
