"""Plain Diplomacy: board, orders, movement, retreats, adjustments. Other games on such boards stand on it."""
