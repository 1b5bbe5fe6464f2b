"""Commands of the host: the settings, the database, the players and their mail."""
