"""The drivers of payment methods: how each is opened at the provider, and what the payer then reads.

A driver is three functions. Everything else of a payment, its state, its cancellation and its return, is the
same for all and stands in `players.wallet.cashier.gateway`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct

from players.wallet.methods import wire

Json = dict[str, Any]
FIELDS = "fields"  # the instruction that names them
PHONE = re.compile(r"(?:(?:\+|00)?351)?(9\d{8})", re.ASCII)


class Order(Struct, frozen=True):
    """What the provider is asked to open."""

    payment: str
    cents: int
    expires: datetime
    asked: datetime
    instrument: str
    back: str
    language: str


class Driver(Struct, frozen=True):
    """What is particular to a method.

    `extras` adds to the first request; `step` and `step_body` are the second request, which starts the
    method; `instructions` reads what the payer has to know from its answer.
    """

    step: str
    step_body: Callable[[Order], Json]
    extras: Callable[[Order], Json] = lambda _order: {}
    instructions: Callable[[Mapping[str, Any]], dict[str, str]] = lambda _answer: {}


def _text(answer: Mapping[str, Any], name: str, pattern: str) -> str:
    value = answer.get(name)
    if not isinstance(value, str) or not re.fullmatch(pattern, value):
        raise wire.MalformedError(f"{name} is malformed")
    return value


def _part(answer: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = answer.get(name)
    if not isinstance(part, Mapping):
        raise wire.MalformedError(f"{name} is missing")
    return part


def _period(order: Order) -> Json:
    return {
        "paymentReference": {
            "initialDatetime": order.asked.isoformat(),
            "finalDatetime": order.expires.isoformat(),
            "minAmount": wire.amount(order.cents),
            "maxAmount": wire.amount(order.cents),
        }
    }


def _reference(answer: Mapping[str, Any]) -> dict[str, str]:
    reference = _part(answer, "paymentReference")
    return {
        "entity": _text(reference, "entity", r"[0-9]{5}"),
        "reference": _text(reference, "reference", r"[0-9]{9}"),
    }


def _account(answer: Mapping[str, Any]) -> dict[str, str]:
    account = _part(answer, "creditorAccount")
    return {
        "iban": _text(account, "iban", r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}"),
        "holder": _text(account, "name", r"[^\x00-\x1f<>]{1,70}"),
        "reference": _text(account, "remittanceInformation", r"[A-Z0-9 -]{4,35}"),
    }


def _fields(answer: Mapping[str, Any]) -> dict[str, str]:
    """The address of the fields that stand in a frame of our page. Without one the payer is led away."""
    address = answer.get("fieldsUrl", "")
    if not isinstance(address, str) or len(address) > 300:
        raise wire.MalformedError("fieldsUrl is malformed")
    return {FIELDS: address} if address else {}


def phone_number(text: str) -> str:
    """A Portuguese mobile number as the provider writes it, `351#912345678`; empty if it is none."""
    match = PHONE.fullmatch(re.sub(r"[\s().-]", "", text))
    return f"351#{match[1]}" if match else ""


def is_phone(instrument: str) -> bool:
    return re.fullmatch(r"351#9[0-9]{8}", instrument) is not None


def phone_text(instrument: str) -> str:
    """A phone as people write it; empty if the instrument is none."""
    digits = instrument.partition("#")[2] if is_phone(instrument) else ""
    return f"{digits[:3]} {digits[3:6]} {digits[6:]}".strip()


DRIVERS: dict[str, Driver] = {
    "mb-way": Driver("mbway-id/purchase", lambda order: {"customerPhone": order.instrument}),
    "multibanco": Driver(
        "service-reference/generate", lambda _order: {}, extras=_period, instructions=_reference
    ),
    # The fields are the provider's, in a frame or on its page: we never see what is typed there.
    "card": Driver(
        "form/context",
        lambda order: {"language": order.language, "returnUrl": order.back},
        instructions=_fields,
    ),  # assumed: the addresses of page and fields
    "transfer": Driver(
        "transfer/generate", lambda _order: {}, extras=_period, instructions=_account
    ),  # assumed
}
