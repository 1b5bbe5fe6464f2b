"""PRESS: letters between players, pseudonyms, the newspaper, and letters that programs hear and write."""
