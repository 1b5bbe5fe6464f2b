"""Words of registered players: their games, themselves, their proofs."""
