"""What becomes of the orders of a campaign: conflicts, retreats, and whose units go first."""
