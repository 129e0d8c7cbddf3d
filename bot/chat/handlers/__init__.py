"""The functions behind commands and buttons, a file a subject."""
