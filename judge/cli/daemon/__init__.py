"""Commands that run the judge: all of it, or one of its workers once, or mail that is handed in."""
