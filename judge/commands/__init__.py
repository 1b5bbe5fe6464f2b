"""THE WORDS EVERY GAME SHARES: one file a command. A game's own words come from its rule system."""
