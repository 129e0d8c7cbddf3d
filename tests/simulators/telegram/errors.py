"""The Bot API's refusals (Bot API: Making requests)."""

from typing import Any, Literal

Json = dict[str, Any]

# Who brought the refusal about: the bot; people or admins, before the bot could know; the
# bot was late; or the call was merely useless.
Blame = Literal["bot", "world", "late", "waste"]


class ApiError(Exception):
    """A refusal: what `{"ok": false}` carries, and who is to blame for it."""

    def __init__(
        self, code: int, description: str, *, blame: Blame = "bot", parameters: Json | None = None
    ) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.blame = blame
        self.parameters = parameters

    def answer(self) -> Json:
        """Return the body of the HTTP answer."""
        body: Json = {"ok": False, "error_code": self.code, "description": self.description}
        if self.parameters:
            body["parameters"] = self.parameters
        return body


def bad_request(why: str, *, blame: Blame = "bot") -> ApiError:
    """Return the refusal of a call that cannot be carried out as it is."""
    return ApiError(400, f"Bad Request: {why}", blame=blame)


def forbidden(why: str) -> ApiError:
    """Return the refusal of a chat that has shut the bot out, which the bot can only learn."""
    return ApiError(403, f"Forbidden: {why}", blame="world")


def too_many_requests(seconds: int) -> ApiError:
    """Return the refusal of a call that came too soon (Bot API: ResponseParameters)."""
    return ApiError(
        429,
        f"Too Many Requests: retry after {seconds}",
        blame="world",
        parameters={"retry_after": seconds},
    )
