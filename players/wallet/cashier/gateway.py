"""The interface of a payment gateway, and its implementation over signed HTTP, in the shapes of SIBS' API.

Every request carries the payment's id, so the gateway executes it once, however often it is repeated. Every
response names the payment and, where money depends on it, the amount and the direction; they are compared
here.

Two keys sign the requests. GATEWAY_KEY opens and cancels deposits, which web processes do. PAYOUT_KEY sends
money out and asks how a payment stands; only the worker has it, so no web process can order a payout.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol, TypeVar
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.utils.module_loading import import_string
from msgspec import Struct

from players.shared import signed_http
from players.shared.signed_http import UnreachableError
from players.wallet.account_owner import OwnerMatch
from players.wallet.methods import wire
from players.wallet.methods.descriptions import BY_CODE
from players.wallet.methods.drivers import DRIVERS, FIELDS, Order

KeyName = Literal["GATEWAY_KEY", "PAYOUT_KEY"]
Part = TypeVar("Part")
Read = TypeVar("Read")
REFERENCE = re.compile(r"[\w.:-]{1,60}", re.ASCII)
# What a bank answers about the owner of an account, in the words of the Verification of Payee scheme: about
# the name and, where a number was given, about the number. The path and the names of our fields are assumed.
OWNERS = {
    "MTCH": OwnerMatch.MATCH,
    "CMTC": OwnerMatch.CLOSE,
    "NMTC": OwnerMatch.NONE,
    "NOAP": OwnerMatch.UNAVAILABLE,
}


class OpenedPayment(Struct, frozen=True):
    """The gateway's reference of a payment and, for a deposit, how it is paid: a page of the gateway's, or
    what the method's driver read for the payer.
    """

    reference: str
    url: str = ""
    instructions: dict[str, str] = {}


class PaymentState(Struct, frozen=True):
    """The status of a payment at the gateway, with the amount and direction it has there, and who paid with
    what.
    """

    status: wire.Status
    cents: int
    incoming: bool
    reason: str = ""
    reference: str = ""
    instrument: str = ""
    token: str = ""
    payer: str = ""
    # The payer's bank takes the money back, or the gateway does.
    is_taken_back: bool = False


class Gateway(Protocol):
    def deposit(self, method: str, order: Order) -> OpenedPayment: ...
    def pay_out(
        self, payment_id: UUID, cents: int, *, iban: str, holder: str, token: str = ""
    ) -> OpenedPayment:
        """Pays to an account or, with a token, back to a card."""

    def cancel(self, payment_id: UUID, reference: str) -> None: ...
    def refund(self, payment_id: UUID, reference: str) -> None: ...
    def state(self, payment_id: UUID) -> PaymentState | None:
        """The state of a payment; None if the gateway does not know it."""

    def account_owner(self, question: str, *, iban: str, name: str, nif: str) -> tuple[OwnerMatch, str]:
        """Whether the account is this person's, and for a close match the name that the bank has."""


class HttpGateway:
    def deposit(self, method: str, order: Order) -> OpenedPayment:
        driver = DRIVERS[method]
        transaction = {
            "transactionTimestamp": order.asked.isoformat(),
            "description": order.payment,
            "moto": False,
            "paymentType": wire.PURCHASE,
            "paymentMethod": [BY_CODE[method].provider],
            "amount": wire.amount(order.cents),
            **driver.extras(order),
        }
        body = {"merchant": _merchant(order.payment), "transaction": transaction}
        opened = self._open(UUID(order.payment), order.cents, "/payments", "GATEWAY_KEY", body)
        path = f"/payments/{opened.reference}/{driver.step}"
        answer = self._request(UUID(order.payment), path, "GATEWAY_KEY", driver.step_body(order))
        if _reference(answer) != opened.reference:
            raise UnreachableError("the response names another transaction")
        url = answer.get("redirectUrl", "")
        if not isinstance(url, str) or len(url) > 300:
            raise UnreachableError("the response is malformed")
        if url and not is_payment_page(url):
            raise UnreachableError("the response has a foreign URL")
        instructions = _read(driver.instructions, answer)
        if FIELDS in instructions and not is_payment_page(instructions[FIELDS]):
            raise UnreachableError("the response has a foreign URL")
        return OpenedPayment(opened.reference, url, instructions)

    def pay_out(
        self, payment_id: UUID, cents: int, *, iban: str, holder: str, token: str = ""
    ) -> OpenedPayment:
        creditor: dict[str, Any] = {"name": holder}
        creditor |= {"token": {"value": token, "tokenType": "Card"}} if token else {"iban": iban}
        body = {
            "merchant": _merchant(str(payment_id)),
            "transaction": {"paymentType": wire.PAYOUT, "amount": wire.amount(cents)},
            "creditor": creditor,
        }
        return self._open(payment_id, cents, "/payouts", "PAYOUT_KEY", body)

    def cancel(self, payment_id: UUID, reference: str) -> None:
        body = {"merchant": _merchant(str(payment_id))}
        self._request(payment_id, f"/payments/{reference}/cancellation", "GATEWAY_KEY", body)

    def refund(self, payment_id: UUID, reference: str) -> None:
        body = {"merchant": _merchant(str(payment_id))}
        self._request(payment_id, f"/payments/{reference}/refund", "PAYOUT_KEY", body)

    def state(self, payment_id: UUID) -> PaymentState | None:
        # Asked by our own number, because the answer that named the gateway's may have been lost.
        path = f"/payments/status?merchantTransactionId={payment_id}"
        response = self._request(payment_id, path, "PAYOUT_KEY", None)
        if not response.get("paymentStatus"):
            return None
        kind = response.get("paymentType")
        if kind not in (wire.PURCHASE, wire.PAYOUT):
            raise UnreachableError("the response is malformed")
        return PaymentState(
            status=_read(wire.status_of, str(response["paymentStatus"])),
            cents=_read(wire.cents_of, response.get("amount")),
            incoming=kind == wire.PURCHASE,
            reason=wire.refusal_of(response),
            reference=_reference(response),
            is_taken_back=bool(response.get("takenBack")),
            **payer_of(response),
        )

    def account_owner(self, question: str, *, iban: str, name: str, nif: str) -> tuple[OwnerMatch, str]:
        body = {
            "merchant": _merchant(question),
            "party": {"name": name, "taxNumber": nif},
            "partyAccount": {"iban": iban},
        }
        answer = self._request(question, "/payees/verifications", "PAYOUT_KEY", body)
        return _read(owner_of, answer)

    def _open(
        self, payment_id: UUID, cents: int, path: str, key: KeyName, body: dict[str, Any]
    ) -> OpenedPayment:
        response = self._request(payment_id, path, key, body)
        if _read(wire.cents_of, response.get("amount")) != cents:
            raise UnreachableError("the response names another amount")
        return OpenedPayment(_reference(response))

    def _request(
        self, payment_id: UUID | str, path: str, key: KeyName, body: dict[str, Any] | None
    ) -> dict[str, Any]:
        if not settings.GATEWAY_URL or not getattr(settings, key):
            raise UnreachableError(f"GATEWAY_URL or {key} is not set")
        url = settings.GATEWAY_URL + wire.API + path
        response = signed_http.request_json(url, getattr(settings, key), body)
        merchant = response.get("merchant")
        if not isinstance(merchant, dict) or merchant.get("merchantTransactionId") != str(payment_id):
            raise UnreachableError("the response names another payment")
        return response


def _merchant(payment_id: str) -> dict[str, str]:
    """Who asks, and our number of the payment."""
    return {
        "terminalId": settings.GATEWAY_TERMINAL,
        "channel": "web",
        "merchantTransactionId": payment_id,
    }


def _reference(response: dict[str, Any]) -> str:
    reference = response.get("transactionID")
    if not isinstance(reference, str) or not REFERENCE.fullmatch(reference):
        raise UnreachableError("the response is malformed")
    return reference


def payer_of(response: dict[str, Any]) -> dict[str, str]:
    """With what a payment was made and by whom, as far as the gateway says it: no more than we may keep."""
    payer, token = response.get("payer"), response.get("token")
    payer = payer if isinstance(payer, dict) else {}
    token = token if isinstance(token, dict) else {}
    masked = str(token.get("maskedPAN", ""))
    account = str(payer.get("iban", ""))
    return {
        # Four digits of a card, whatever is sent.
        "instrument": f"···· {masked[-4:]}" if masked[-4:].isdecimal() else account[:34],
        "token": str(token.get("value", ""))[:60],
        "payer": str(payer.get("name", ""))[:200],
    }


def _read(read: Callable[[Part], Read], part: Part) -> Read:
    """Reads a part of a response; one that is malformed is no response."""
    try:
        return read(part)
    except wire.MalformedError as error:
        raise UnreachableError(str(error)) from error


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


def gateway() -> Gateway:
    configured: Gateway = import_string(settings.GATEWAY)()
    return configured


def owner_of(answer: Mapping[str, Any]) -> tuple[OwnerMatch, str]:
    """Whose account it is, and the name that the bank has: told for a close match, dropped for any other.

    Name and tax number are both asked. One that belongs to another person is enough for "no match"; a bank
    that compares no numbers leaves the name to decide.
    """
    by_name, by_number = answer.get("partyNameMatch"), answer.get("partyIdMatch", "NOAP")
    owner, of_number = OWNERS.get(str(by_name)), OWNERS.get(str(by_number))
    if owner is None or of_number is None:
        raise wire.MalformedError("the answer about the owner is malformed")
    if of_number == OwnerMatch.NONE:
        owner = OwnerMatch.NONE
    name = answer.get("matchedName", "")
    if not isinstance(name, str):
        raise wire.MalformedError("the name of the owner is malformed")
    readable = "".join(character for character in name if character.isprintable())
    return owner, readable[:140].strip() if owner == OwnerMatch.CLOSE else ""
