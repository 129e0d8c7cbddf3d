"""What Seize's messages show now, so that no edit is sent that changes nothing."""

from collections import OrderedDict

from bot.telegram_app.parcels import Shown

MOST = 2000  # messages that are remembered


class Memory:
    """What the latest messages show, by the id of the chat and theirs."""

    def __init__(self) -> None:
        self._shown: OrderedDict[tuple[int, int], Shown] = OrderedDict()

    def get(self, chat_id: int, message_id: int) -> Shown | None:
        """Return what a message shows, None if that is not known."""
        return self._shown.get((chat_id, message_id))

    def keep(self, chat_id: int, message_id: int, shown: Shown) -> None:
        """Keep what a message shows from now on."""
        self._shown[chat_id, message_id] = shown
        self._shown.move_to_end((chat_id, message_id))
        if len(self._shown) > MOST:
            self._shown.popitem(last=False)

    def forget(self, chat_id: int, message_id: int) -> None:
        """Keep nothing of a message."""
        self._shown.pop((chat_id, message_id), None)
