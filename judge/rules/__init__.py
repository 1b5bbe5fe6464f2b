"""RULES: pure functions over immutable values. No clock, database, mail, logging or global randomness."""
