"""What the README shows, and how it is made."""
