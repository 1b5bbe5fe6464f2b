"""Reading what players write: plans, ballots, moves and gifts."""
