"""What is said between the house and a payment provider, in the shapes of SIBS' public payment API.

Both sides use this file: the house, and the sandbox in its own process. It reads and writes shapes and moves
nothing. What SIBS does not publish is assumed, and is marked so here and in docs/subsystems/wallet.md.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import os
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, Literal

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Meta, Struct

API = "/api/v2"
IV_HEADER, TAG_HEADER = "X-Initialization-Vector", "X-Authentication-Tag"
# A notification is a few hundred bytes. What is longer is refused before it is read.
MAX_NOTIFICATION = 16_384
IV_BYTES, TAG_BYTES = 12, 16
CURRENCY = "EUR"
HIGHEST = 10**11  # cents

Status = Literal["pending", "paid", "failed"]
PURCHASE = "PURS"
PAYOUT = "CRED"  # assumed: SIBS publishes no payouts
CHARGEBACK = "CHBK"  # assumed
REVERSAL = "RVSL"  # assumed

STATUSES: dict[str, Status] = {
    "Pending": "pending",
    "Partial": "pending",  # the payer still has to prove who they are
    "InProcessing": "pending",
    "Success": "paid",
    "Declined": "failed",
    "Expired": "failed",
    "Timeout": "failed",
    "Canceled": "failed",
    "Cancelled": "failed",
    "Error": "failed",
}
# Why a payment was not made, by `returnStatus.statusCode`. The codes are assumed; others give no reason.
REFUSALS = {
    "E0101": "declined-by-payer",
    "E0102": "declined-funds",
    "E0103": "declined-bank",
    "E0104": "declined-proof",
    "E0105": "expired",
    "E0106": "no-such-phone",
    "E0107": "withdrawn",
}
CODES = {reason: code for code, reason in REFUSALS.items()}


class MalformedError(ValueError):
    """What the provider sent has not the agreed shape."""


class Amount(Struct, frozen=True):
    value: Decimal
    currency: str

    @property
    def cents(self) -> int:
        """Whole cents; a fraction of a cent is no amount."""
        if not self.value.is_finite() or abs(self.value) * 100 >= HIGHEST:
            raise MalformedError("the amount is out of range")
        cents = self.value * 100
        if cents != cents.to_integral_value():
            raise MalformedError("the amount has a fraction of a cent")
        return int(cents)


class Merchant(Struct, frozen=True, rename="camel"):
    merchant_transaction_id: Annotated[str, Meta(max_length=60)]


class ReturnStatus(Struct, frozen=True, rename="camel"):
    status_code: Annotated[str, Meta(max_length=10)] = ""
    status_msg: Annotated[str, Meta(max_length=40)] = ""


Number = Annotated[str, Meta(pattern=r"^[\w.:-]{1,60}$")]


class Notification(Struct, frozen=True, rename="camel"):
    """The content of a notification, decrypted. Fields that the house does not need are ignored."""

    notification_id: Number = msgspec.field(name="notificationID")
    payment_status: Annotated[str, Meta(max_length=20)]
    amount: Amount
    merchant: Merchant
    transaction_id: Annotated[str, Meta(pattern=r"^[\w.:-]{0,60}$")] = msgspec.field(
        name="transactionID", default=""
    )
    payment_type: Annotated[str, Meta(max_length=10)] = PURCHASE
    return_status: ReturnStatus = ReturnStatus()

    @property
    def status(self) -> Status:
        return status_of(self.payment_status)


def status_of(word: str) -> Status:
    """What the provider's word means for money. A word that we do not know settles nothing."""
    try:
        return STATUSES[word]
    except KeyError:
        raise MalformedError("the status is not known") from None


def amount(cents: int) -> dict[str, str]:
    return {"value": f"{cents // 100}.{cents % 100:02}", "currency": CURRENCY}


def cents_of(value: object) -> int:
    """The cents of an amount in a response; any other currency than euros is refused."""
    if not isinstance(value, Mapping) or value.get("currency") != CURRENCY:
        raise MalformedError("the amount is malformed")
    text = value.get("value")
    if isinstance(text, bool) or not isinstance(text, str | int | float):
        raise MalformedError("the amount is malformed")
    try:
        return Amount(Decimal(str(text)), CURRENCY).cents
    except InvalidOperation as error:
        raise MalformedError("the amount is malformed") from error


def refusal_of(response: Mapping[str, Any]) -> str:
    """The reason for a payment that was not made; empty if the provider gives none that is known."""
    returned = response.get("returnStatus")
    code = returned.get("statusCode") if isinstance(returned, Mapping) else None
    return REFUSALS.get(code, "") if isinstance(code, str) else ""


def return_status(reason: str = "") -> dict[str, str]:
    if not reason:
        return {"statusCode": "000", "statusMsg": "Success", "statusDescription": "Success"}
    return {"statusCode": CODES.get(reason, "E0999"), "statusMsg": "Declined", "statusDescription": reason}


# --- notifications: AES-256-GCM, the initialization vector and the authentication tag in headers


def notification_key(gateway_key: bytes) -> bytes:
    """The key of notifications where the provider has given none of its own: two uses, two keys."""
    return hmac.digest(gateway_key, b"payment notifications", "sha256")


def seal_notification(key: bytes, content: Mapping[str, Any]) -> tuple[bytes, dict[str, str]]:
    """The body and the headers of a notification."""
    iv = os.urandom(IV_BYTES)
    sealed = AESGCM(key).encrypt(iv, msgspec.json.encode(content), None)
    return base64.b64encode(sealed[:-TAG_BYTES]), {
        IV_HEADER: base64.b64encode(iv).decode(),
        TAG_HEADER: base64.b64encode(sealed[-TAG_BYTES:]).decode(),
    }


def open_notification(key: bytes, body: bytes, headers: Mapping[str, str]) -> bytes | None:
    """The content of a notification, or None if it was not encrypted with this key, or was changed."""
    try:
        iv = base64.b64decode(headers.get(IV_HEADER, ""), validate=True)
        tag = base64.b64decode(headers.get(TAG_HEADER, ""), validate=True)
        sealed = base64.b64decode(body, validate=True)
        if len(iv) != IV_BYTES or len(tag) != TAG_BYTES:
            return None
        return AESGCM(key).decrypt(iv, sealed + tag, None)
    except (InvalidTag, ValueError, binascii.Error):
        return None


def acknowledgement(notification_id: str) -> dict[str, str]:
    """With this answer the provider stops repeating a notification."""
    return {"statusCode": "200", "statusMsg": "Success", "notificationID": notification_id}


def notification(
    *,
    number: str,
    payment: str,
    status: str,
    cents: int,
    transaction: str = "",
    method: str = "",
    kind: str = PURCHASE,
    reason: str = "",
    at: datetime | None = None,
) -> dict[str, Any]:
    """The content of a notification as the provider writes it."""
    words = {"pending": "Pending", "paid": "Success", "failed": "Declined"}
    return {
        "returnStatus": return_status(reason),
        "paymentStatus": words.get(status, status),
        "paymentMethod": method,
        "paymentType": kind,
        "transactionID": transaction,
        "amount": amount(cents),
        "merchant": {"terminalId": 1, "merchantTransactionId": payment},
        "transactionDateTime": at.isoformat() if at else "",
        "notificationID": number,
    }
