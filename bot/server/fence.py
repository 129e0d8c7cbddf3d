"""The fence of a process: what it has not sent when another takes over is not sent any more."""

from bot.gate import Gate
from core.ports import StoreError
from core.services.leases import DUE, Tenure


def fence(tenure: Tenure, *, shared: bool) -> Gate:
    """Return the gate of a process, which asks for its leases as soon as a renewal is overdue.

    Where the store does not answer, players are to be told so: it lets that through, from a
    `shared` database only for as long as no other process can have taken over. One in a file fails
    for all alike.
    """

    async def gate() -> None:
        try:
            await tenure.sure(DUE)
        except StoreError:
            if shared and tenure.may_be_lost:
                raise

    return gate
