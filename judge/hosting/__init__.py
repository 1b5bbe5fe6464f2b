"""What only the host may do: bans, merges, a person's data, quarantine, secrets, and the doctor."""
