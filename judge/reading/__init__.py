"""HOW MAIL IS READ: words as data, a grammar for each game, one verdict for each line. No game is known here."""
