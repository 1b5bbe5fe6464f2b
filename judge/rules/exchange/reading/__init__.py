"""READING A MAIL OF AN EXCHANGE GAME: trades, votes, the words of a CEO, and how people say them."""
