"""The page to swipe on: an adapter for browsers, with one WebSocket a page."""
