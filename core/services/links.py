"""Accounts on several platforms that are one player in the dailies."""

from collections.abc import Callable
from dataclasses import dataclass

from core.errors import SeizeError, translatable
from core.ids import Member, PlayerRef
from core.ports import Clock, Store

SECONDS = 600.0  # that a code is good for
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without those that look alike
LENGTH = 8  # some 2**40 codes: nobody guesses one within its ten minutes


class BadCode(SeizeError):
    """Raised when a code was never given, was used, is too old, or is of the same player."""

    template = translatable("this code is not known, or not any more: ask for a new one")


@dataclass(frozen=True, slots=True)
class LinkingService:
    """Gives one-time codes and takes them; `draw` returns a code nobody can guess."""

    store: Store
    clock: Clock
    draw: Callable[[], str]

    async def offer(self, by: Member) -> str:
        """Return a code that makes whoever sends it within ten minutes the same player."""
        code, now = self.draw(), self.clock()
        async with self.store.write() as work:
            await work.players.see(by, None, now)
            await work.links.offer(by.ref, code, now + SECONDS)
        return code

    async def take(self, by: Member, code: str) -> list[PlayerRef]:
        """Make who sends a code the player who asked for it; return all their accounts.

        Raises BadCode.
        """
        now = self.clock()
        async with self.store.write() as work:
            other = await work.links.take(_plain(code), now)
            if other:
                await work.players.see(by, None, now)
                joined = await work.links.join(other, by.ref)
                accounts = await work.links.accounts(by.ref)
        if other is None:
            raise BadCode
        if not joined:
            raise BadCode(translatable("these accounts are one player already"))
        return accounts

    async def part(self, player: PlayerRef) -> bool:
        """Make an account a player alone again; return False if it is one."""
        async with self.store.write() as work:
            return await work.links.part(player)

    async def accounts(self, player: PlayerRef) -> list[PlayerRef]:
        """Return all accounts of a player."""
        async with self.store.read() as work:
            return await work.links.accounts(player)


def _plain(code: str) -> str:
    """Return a code as it was given, however it was typed."""
    return "".join(char for char in code.upper()[:40] if char in LETTERS)
