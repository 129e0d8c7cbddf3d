"""Seize on Telegram: a thin door to the dispatcher, over the Bot API."""

import os

# Times of the library come as timedelta, as they will in its next version; asking for a number
# makes it warn each time.
os.environ.setdefault("PTB_TIMEDELTA", "true")
