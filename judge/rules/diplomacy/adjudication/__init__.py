"""What becomes of orders: movement with its conflicts and convoys, retreats, adjustments."""
