"""What keeps a table of strangers together: each player's record, and the doors that ask for it."""
