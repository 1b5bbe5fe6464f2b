"""Empires: chapter 6 of its rulebook to the letter, and the judge's completion around it."""
