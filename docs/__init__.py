"""The pictures of the README, and the scripts that make them."""
