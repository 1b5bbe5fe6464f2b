"""Commands about single games: what is going on in them, their archives, and their way to another judge."""
