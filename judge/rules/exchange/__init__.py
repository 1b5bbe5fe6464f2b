"""Exchange Payola (Payola 6.8, ruling P28): investors own shares of the powers, and elect who leads each for a year."""
