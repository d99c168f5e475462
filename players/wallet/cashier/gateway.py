"""What the house asks of a payment gateway, whoever it is; and the one that speaks the house's own signed HTTP, as the sandbox does.

Every request carries the payment's own id: the gateway does the same thing once, however often it is asked.
"""

from __future__ import annotations

from typing import Any, Protocol
from uuid import UUID

from django.conf import settings
from django.utils.module_loading import import_string
from msgspec import Struct

from players import callbacks
from players.callbacks import Unreachable


class Opened(Struct, frozen=True):
    """The gateway's own number for it, and where the person pays (a deposit)."""

    reference: str
    url: str = ""


class Gateway(Protocol):
    def deposit(self, id: UUID, cents: int, *, back: str, language: str) -> Opened: ...
    def pay_out(self, id: UUID, cents: int, *, iban: str, holder: str) -> Opened: ...
    def cancel(self, id: UUID) -> None: ...
    def refund(self, id: UUID) -> None: ...
    def state(self, id: UUID) -> str:
        """pending, paid, failed; or nothing, if it has never heard of it."""


class HttpGateway:
    def deposit(self, id: UUID, cents: int, *, back: str, language: str) -> Opened:
        return self._opened(
            "/deposits", {"payment": str(id), "cents": cents, "back": back, "language": language}
        )

    def pay_out(self, id: UUID, cents: int, *, iban: str, holder: str) -> Opened:
        return self._opened("/payouts", {"payment": str(id), "cents": cents, "iban": iban, "holder": holder})

    def cancel(self, id: UUID) -> None:
        self._ask(f"/payments/{id}/cancel", {"payment": str(id)})

    def refund(self, id: UUID) -> None:
        self._ask(f"/payments/{id}/refund", {"payment": str(id)})

    def state(self, id: UUID) -> str:
        found = str(self._ask(f"/payments/{id}", None).get("status", ""))
        return found if found in ("pending", "paid", "failed") else ""

    def _opened(self, path: str, said: dict[str, Any]) -> Opened:
        answer = self._ask(path, said)
        reference, url = answer.get("reference"), answer.get("url", "")
        if (
            not isinstance(reference, str)
            or not isinstance(url, str)
            or len(reference) > 60
            or len(url) > 300
        ):
            raise Unreachable("the answer cannot be read")
        if url and not url.startswith(("https://", settings.GATEWAY_URL)):
            raise Unreachable("the answer leads elsewhere")
        return Opened(reference, url)

    def _ask(self, path: str, said: dict[str, Any] | None) -> dict[str, Any]:
        if not settings.GATEWAY_URL or not settings.GATEWAY_KEY:
            raise Unreachable("the house is not told where its gateway is")
        return callbacks.ask(settings.GATEWAY_URL + path, settings.GATEWAY_KEY, said)


def gateway() -> Gateway:
    made: Gateway = import_string(settings.GATEWAY)()
    return made
