"""Reading what players write: plans, ballots and gifts."""
