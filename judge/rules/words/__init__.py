"""WHAT PEOPLE WRITE, in any game: whether a line was meant as an order, what hides within one, and which word another
is nearly; and how names stand in a sentence that they read. No game is known here.
"""
