"""The Telegram adapter: `app.TelegramApp` is the platform's Outbox and serves its people."""

import os

# Times of the library come as timedelta, as they will in its next version; asking for a number
# makes it warn each time.
os.environ.setdefault("PTB_TIMEDELTA", "true")
