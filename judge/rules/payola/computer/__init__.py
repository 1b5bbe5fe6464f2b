"""Computer players of Payola and its variations: what they want units to do, and what they pay for it."""
