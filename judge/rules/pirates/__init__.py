"""Pirates' Proposal: packages of gold, plans to share them, and votes on the plans."""
