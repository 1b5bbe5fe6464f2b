"""Computer players of Diplomacy, and of every game on such a board: what units can do, what places are worth, plans."""
