"""Ducats: incomes, expenses, and what is bought with them."""
