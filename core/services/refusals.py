"""What services refuse, whoever asks on whichever platform."""

from core.errors import SeizeError, translatable


class RoundActive(SeizeError):
    """A second round in a room that has one."""

    def __init__(self) -> None:
        super().__init__(translatable("a round is running here already: wait for its end"))


class NoRound(SeizeError):
    """A room where there is nothing to stop."""

    def __init__(self) -> None:
        super().__init__(translatable("no round is running here"))


class NotHere(SeizeError):
    """A room that its chat keeps free of rounds."""

    def __init__(self) -> None:
        super().__init__(translatable("no rounds here: this chat plays elsewhere"))


class NotAllowed(SeizeError):
    """Something that only those who look after a chat may do."""

    def __init__(self) -> None:
        super().__init__(translatable("only admins and moderators of this chat may do that"))


class NotYours(NotAllowed):
    """A round that somebody else has started."""

    def __init__(self) -> None:
        SeizeError.__init__(
            self, translatable("only who started the round, and moderators, may stop it")
        )


class AdminsOnly(SeizeError):
    """Something that moderators may not do either."""

    def __init__(self) -> None:
        super().__init__(translatable("only admins may say who the moderators are"))
