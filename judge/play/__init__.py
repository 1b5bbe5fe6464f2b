"""THE LIFE OF A GAME: created, joined, played phase by phase, paused, rolled back, ended, moved elsewhere."""
