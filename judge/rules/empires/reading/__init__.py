"""READING A TURN SHEET AS PEOPLE WRITE IT. What a slot may hold stands in `judge.rules.empires.slots`."""
