"""What strangers' programs and players may write, thrown at what reads it."""
