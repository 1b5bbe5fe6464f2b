"""Computer players of Exchange: investors, who may lead powers as Payola's players do."""
