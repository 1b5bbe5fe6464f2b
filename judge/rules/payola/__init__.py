"""Payola Diplomacy: units take their orders from whoever pays best. Offers, the auction, the treasury."""
