"""The auction (Payola 5): which order each unit accepts, and what that costs whom."""
