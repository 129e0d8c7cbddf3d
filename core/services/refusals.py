"""What services refuse, whoever asks on whichever platform."""

from core.errors import SeizeError, translatable


class RoundActive(SeizeError):
    """Raised when a room that has a round is to have a second one."""

    template = translatable("a round is running here already: wait for its end")


class NoRound(SeizeError):
    """Raised when there is no such round, or none is on in a room."""

    template = translatable("no round is running here")


class NotHere(SeizeError):
    """Raised when a chat keeps a room free of rounds."""

    template = translatable("no rounds here: this chat plays elsewhere")


class Playing(SeizeError):
    """Raised when somebody who is in a round looks words up."""

    template = translatable("you are in a round: words can be looked up when it is over")


class NotAllowed(SeizeError):
    """Raised when a member tries what only moderators may."""

    template = translatable("only admins and moderators of this chat may do that")


class NotYours(NotAllowed):
    """Raised when somebody who did not start a round tries to stop it."""

    template = translatable("only who started the round, and moderators, may stop it")
