"""Plain Diplomacy: board, orders, movement, retreats, adjustments. Every other game on this kind of board stands on it."""
