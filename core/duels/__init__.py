"""Duels: two players, three sealed grids, each played alone when it suits."""
