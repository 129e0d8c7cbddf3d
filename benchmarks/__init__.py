"""Seeded measurements, side by side; each prints a checksum of the work it did."""
