"""LETTERS: views and events to text and HTML, through templates."""
