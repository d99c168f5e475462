"""What the house asks of a payment gateway, whoever it is; and the one that speaks the house's own signed HTTP, as the sandbox does.

Every request carries the payment's own id: the gateway does the same thing once, however often it is asked. Every
answer names the payment, and where money depends on it the amount and the direction; the house compares them.
"""

from __future__ import annotations

from typing import Any, Literal, Protocol
from uuid import UUID

from django.conf import settings
from django.utils.module_loading import import_string
from msgspec import Struct

from players.shared import signed_http
from players.shared.signed_http import UnreachableError


class Opened(Struct, frozen=True):
    """The gateway's own number for it, and where the person pays (a deposit)."""

    reference: str
    url: str = ""


class State(Struct, frozen=True):
    """How a payment stands at the gateway, and what the gateway takes it for."""

    status: Literal["pending", "paid", "failed"]
    cents: int
    incoming: bool


class Gateway(Protocol):
    def deposit(self, id: UUID, cents: int, *, back: str, language: str) -> Opened: ...
    def pay_out(self, id: UUID, cents: int, *, iban: str, holder: str) -> Opened: ...
    def cancel(self, id: UUID) -> None: ...
    def refund(self, id: UUID) -> None: ...
    def state(self, id: UUID) -> State | None:
        """None if the gateway has never heard of it."""


class HttpGateway:
    def deposit(self, id: UUID, cents: int, *, back: str, language: str) -> Opened:
        return self._opened(id, cents, "/deposits", {"back": back, "language": language})

    def pay_out(self, id: UUID, cents: int, *, iban: str, holder: str) -> Opened:
        return self._opened(id, cents, "/payouts", {"iban": iban, "holder": holder})

    def cancel(self, id: UUID) -> None:
        self._ask(id, f"/payments/{id}/cancel", {"payment": str(id)})

    def refund(self, id: UUID) -> None:
        self._ask(id, f"/payments/{id}/refund", {"payment": str(id)})

    def state(self, id: UUID) -> State | None:
        answer = self._ask(id, f"/payments/{id}", None)
        if not answer.get("status"):
            return None
        status, kind = answer["status"], answer.get("kind")
        if status not in ("pending", "paid", "failed") or kind not in ("deposit", "payout"):
            raise UnreachableError("the answer cannot be read")
        return State(status, _cents(answer), kind == "deposit")

    def _opened(self, id: UUID, cents: int, path: str, said: dict[str, Any]) -> Opened:
        answer = self._ask(id, path, {"payment": str(id), "cents": cents, **said})
        if _cents(answer) != cents:
            raise UnreachableError("the answer is about another amount")
        reference, url = answer.get("reference"), answer.get("url", "")
        if (
            not isinstance(reference, str)
            or not isinstance(url, str)
            or len(reference) > 60
            or len(url) > 300
        ):
            raise UnreachableError("the answer cannot be read")
        if url and not url.startswith(("https://", settings.GATEWAY_URL)):
            raise UnreachableError("the answer leads elsewhere")
        return Opened(reference, url)

    def _ask(self, id: UUID, path: str, said: dict[str, Any] | None) -> dict[str, Any]:
        if not settings.GATEWAY_URL or not settings.GATEWAY_KEY:
            raise UnreachableError("GATEWAY_URL or GATEWAY_KEY is not set")
        answer = signed_http.request_json(settings.GATEWAY_URL + path, settings.GATEWAY_KEY, said)
        if answer.get("payment") != str(id):
            raise UnreachableError("the answer is about another payment")
        return answer


def _cents(answer: dict[str, Any]) -> int:
    cents = answer.get("cents")
    if type(cents) is not int:
        raise UnreachableError("the answer cannot be read")
    return cents


def gateway() -> Gateway:
    made: Gateway = import_string(settings.GATEWAY)()
    return made
