"""Words of the GameMaster."""
