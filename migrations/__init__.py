"""Steps from one schema of the database to the next; `core/store/sql/tables.py` is the last."""
