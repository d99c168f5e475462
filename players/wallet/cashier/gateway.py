"""The interface of a payment gateway, and its implementation over signed HTTP, as the sandbox speaks it.

Every request carries the payment's id, so the gateway executes it once, however often it is repeated. Every
response names the payment and, where money depends on it, the amount and the direction; they are compared
here.

Two keys sign the requests. GATEWAY_KEY opens and cancels deposits, which web processes do. PAYOUT_KEY sends
money out and asks how a payment stands; only the worker has it, so no web process can order a payout.
"""

from __future__ import annotations

from typing import Any, Literal, Protocol
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.utils.module_loading import import_string
from msgspec import Struct

from players.shared import signed_http
from players.shared.signed_http import UnreachableError

KeyName = Literal["GATEWAY_KEY", "PAYOUT_KEY"]


class OpenedPayment(Struct, frozen=True):
    """The gateway's reference of a payment and, for a deposit, the URL at which the player pays."""

    reference: str
    url: str = ""


class PaymentState(Struct, frozen=True):
    """The status of a payment at the gateway, with the amount and direction it has there."""

    status: Literal["pending", "paid", "failed"]
    cents: int
    incoming: bool


class Gateway(Protocol):
    def deposit(self, payment_id: UUID, cents: int, *, back: str, language: str) -> OpenedPayment: ...
    def pay_out(self, payment_id: UUID, cents: int, *, iban: str, holder: str) -> OpenedPayment: ...
    def cancel(self, payment_id: UUID) -> None: ...
    def refund(self, payment_id: UUID) -> None: ...
    def state(self, payment_id: UUID) -> PaymentState | None:
        """The state of a payment; None if the gateway does not know it."""


class HttpGateway:
    def deposit(self, payment_id: UUID, cents: int, *, back: str, language: str) -> OpenedPayment:
        return self._open(payment_id, cents, "/deposits", "GATEWAY_KEY", {"back": back, "language": language})

    def pay_out(self, payment_id: UUID, cents: int, *, iban: str, holder: str) -> OpenedPayment:
        return self._open(payment_id, cents, "/payouts", "PAYOUT_KEY", {"iban": iban, "holder": holder})

    def cancel(self, payment_id: UUID) -> None:
        path, body = f"/payments/{payment_id}/cancel", {"payment": str(payment_id)}
        self._request(payment_id, path, "GATEWAY_KEY", body)

    def refund(self, payment_id: UUID) -> None:
        path, body = f"/payments/{payment_id}/refund", {"payment": str(payment_id)}
        self._request(payment_id, path, "PAYOUT_KEY", body)

    def state(self, payment_id: UUID) -> PaymentState | None:
        response = self._request(payment_id, f"/payments/{payment_id}", "PAYOUT_KEY", None)
        if not response.get("status"):
            return None
        status, kind = response["status"], response.get("kind")
        if status not in ("pending", "paid", "failed") or kind not in ("deposit", "payout"):
            raise UnreachableError("the response is malformed")
        return PaymentState(status, _cents(response), kind == "deposit")

    def _open(
        self, payment_id: UUID, cents: int, path: str, key: KeyName, body: dict[str, Any]
    ) -> OpenedPayment:
        response = self._request(payment_id, path, key, {"payment": str(payment_id), "cents": cents, **body})
        if _cents(response) != cents:
            raise UnreachableError("the response names another amount")
        reference, url = response.get("reference"), response.get("url", "")
        if (
            not isinstance(reference, str)
            or not isinstance(url, str)
            or len(reference) > 60
            or len(url) > 300
        ):
            raise UnreachableError("the response is malformed")
        if url and not is_payment_page(url):
            raise UnreachableError("the response has a foreign URL")
        return OpenedPayment(reference, url)

    def _request(
        self, payment_id: UUID, path: str, key: KeyName, body: dict[str, Any] | None
    ) -> dict[str, Any]:
        if not settings.GATEWAY_URL or not getattr(settings, key):
            raise UnreachableError(f"GATEWAY_URL or {key} is not set")
        response = signed_http.request_json(settings.GATEWAY_URL + path, getattr(settings, key), body)
        if response.get("payment") != str(payment_id):
            raise UnreachableError("the response names another payment")
        return response


def is_payment_page(url: str) -> bool:
    """Whether players may be led there: to the gateway's own address, or to a host that the settings list."""
    try:
        page, own = urlsplit(url), urlsplit(settings.GATEWAY_URL)
        is_plain = page.username is None and page.port in (None, 443)
    except ValueError:
        return False
    if settings.GATEWAY_URL and (page.scheme, page.netloc) == (own.scheme, own.netloc):
        return True
    return page.scheme == "https" and is_plain and page.hostname in settings.PAYMENT_PAGES


def _cents(response: dict[str, Any]) -> int:
    cents = response.get("cents")
    if type(cents) is not int:
        raise UnreachableError("the response is malformed")
    return cents


def gateway() -> Gateway:
    configured: Gateway = import_string(settings.GATEWAY)()
    return configured
