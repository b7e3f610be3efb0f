"""Who may talk to the server: pages that it has sent itself, with the token of this start."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}
_HARMLESS = ("GET", "HEAD")
_WRONG_TOKEN = "This address needs the token that tilefish board has printed: open the whole address."
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class Access:
    """The token of this start, and the addresses at which the server can be reached."""

    def __init__(self, host: str, port: int, token: str | None = None) -> None:
        self.token = token or secrets.token_urlsafe(24)
        self.cookie = f"tilefish-{port}"
        """Cookies do not know ports: two servers on one machine must not share one."""
        name = f"[{host}]" if ":" in host else host
        names = dict.fromkeys((name, *LOOPBACK)) if name in LOOPBACK or host == "::1" else (name,)
        self.hosts = tuple(f"{each}:{port}" for each in names)
        self.address = f"http://{self.hosts[0]}/?token={self.token}"
        """What a browser opens."""

    def knows_host(self, headers: Headers) -> bool:
        """Whether a request was meant for this server, and not for a name that was made to lead here."""
        return headers.get("host", "") in self.hosts

    def knows_origin(self, headers: Headers) -> bool:
        """Whether a page of this server has sent it."""
        return headers.get("origin", "") in {f"http://{host}" for host in self.hosts}

    def refusal(self, request: Request) -> Response | None:
        """The answer to a request that may not be answered. What changes something must come from a page of
        this server."""
        if not self.knows_host(request.headers):
            return PlainTextResponse("this server does not have that name", 421)
        if not self.is_known(request.cookies):
            return PlainTextResponse(_WRONG_TOKEN, 403)
        if request.method not in _HARMLESS and not self.knows_origin(request.headers):
            return PlainTextResponse("this request comes from another page", 403)
        return None

    def is_token(self, text: str) -> bool:
        """Whether a text is the token of this start."""
        return hmac.compare_digest(text.encode(), self.token.encode())

    def is_known(self, cookies: Mapping[str, str]) -> bool:
        """Whether a browser has shown the token before."""
        return self.is_token(cookies.get(self.cookie, ""))


class SafeHeaders:
    """Adds the headers that keep a page to itself to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._app(scope, receive, send_safely)
