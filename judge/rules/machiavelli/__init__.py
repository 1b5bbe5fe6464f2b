"""Absence of Plague: the Machiavelli scenario for thirteen players."""
