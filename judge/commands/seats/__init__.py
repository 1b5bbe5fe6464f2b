"""Words of those who are in a game: orders, votes, time, press."""
