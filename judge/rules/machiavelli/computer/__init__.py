"""Computer players of Absence of Plague."""
