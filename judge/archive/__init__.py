"""A finished game as one file that anyone can check: written, read and replayed without a database."""
