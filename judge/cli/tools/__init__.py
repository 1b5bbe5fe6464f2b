"""Commands that need no judge of the host: adjudicating a case, the manual, a game to watch."""
