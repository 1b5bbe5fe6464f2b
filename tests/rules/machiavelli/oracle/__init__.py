"""A second judge of Absence of Plague, written from the text and the rulings alone; it imports nothing of the judge."""
