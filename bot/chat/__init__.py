"""All that chats share: from a request to its answer, whatever the platform."""
