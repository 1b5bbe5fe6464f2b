"""What is kept: tables, types and sessions (SQLAlchemy 2; SQLite by default, PostgreSQL by URL)."""
