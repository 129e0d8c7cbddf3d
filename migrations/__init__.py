"""Steps from one schema of the database to the next; `core/store/tables.py` is the last."""
