"""The payment methods: what players, staff and reports read of each, and its own limits and times.

A method is a description here and a driver in `drivers.py`. The cashier lists methods from this table; the
setting PAYMENT_INSTRUMENTS says which of them a house offers, in its order.  [903-B 5.1.2.6]
"""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

Direction = Literal["deposit", "withdrawal"]
Text = str | Promise


class Method(Struct, frozen=True):
    """One way in which money comes or goes. All are electronic, in euros, and name who pays.
    [903-B 5.4.1.3]
    """

    code: str
    name: Text
    direction: Direction
    # The provider's word for it, in requests and notifications.
    provider: str
    # In cents, within the cashier's own bounds; None where the method sets none.
    minimum: int | None
    maximum: int | None
    # How long the payer has, from the request. The provider ends it after that.
    open_for: timedelta | None
    # When the money is there, what it costs, and how it goes back, as the public page says it.
    time: Text
    costs: Text
    refund: Text
    # What the payer does while it is open.
    instructions: Text
    # The word for it in the regulator's files.
    regulator: str
    # Whether the payer is led to a page of the provider, where card data are typed: never on ours.
    leads_away: bool = False
    needs_phone: bool = False
    # How a withdrawal goes back to what paid; empty if it cannot, and goes to the registered account.
    pays_back_by: str = ""


FREE = _("The house charges nothing.")
METHODS: tuple[Method, ...] = (
    Method(
        code="mb-way",
        name=_("MB WAY"),
        direction="deposit",
        provider="MBWAY",
        minimum=None,
        maximum=75_000,
        open_for=timedelta(minutes=4),
        time=_("At once, when you accept it on the phone."),
        costs=FREE,
        refund=_("Back to the MB WAY account that paid."),
        instructions=_("Open MB WAY on your phone and accept the payment."),
        regulator="MBWAY",
        needs_phone=True,
    ),
    Method(
        code="multibanco",
        name=_("Multibanco reference"),
        direction="deposit",
        provider="REFERENCE",
        minimum=None,
        maximum=None,
        open_for=timedelta(days=3),
        time=_("A few minutes after you pay the reference, at a cash machine or in your bank's app."),
        costs=FREE,
        refund=_("By transfer to the account that paid."),
        instructions=_("Pay this reference at a cash machine or in your bank's app."),
        regulator="MULTIBANCO",
    ),
    Method(
        code="card",
        name=_("payment card"),
        direction="deposit",
        provider="CARD",
        minimum=None,
        maximum=None,
        open_for=timedelta(minutes=30),
        time=_("At once, after your bank's confirmation (3-D Secure)."),
        costs=FREE,
        refund=_("Back to the card that paid."),
        instructions=_("The payment service takes the card's details. We never see its number."),
        regulator="CARTAO",
        leads_away=True,
        pays_back_by="card",
    ),
    Method(
        code="transfer",
        name=_("bank transfer"),
        direction="deposit",
        provider="XPAY",  # assumed: SIBS publishes no transfers of this kind
        minimum=None,
        maximum=None,
        open_for=timedelta(days=5),
        time=_("At once if your bank sends it as an instant transfer; otherwise on the next working day."),
        costs=_("The house charges nothing. Your bank may."),
        refund=_("By transfer to the account that paid."),
        instructions=_("Send the amount from an account of your own, with this reference."),
        regulator="TRANSFERENCIA",
        pays_back_by="sepa-instant",
    ),
    Method(
        code="sepa-instant",
        name=_("SEPA instant transfer"),
        direction="withdrawal",
        provider="SCTINST",
        minimum=None,
        maximum=None,
        open_for=None,
        time=_("Within seconds after we release it."),
        costs=FREE,
        refund=_("If your bank does not accept it, the money goes back to the balance."),
        instructions=_("The transfer is on its way to your account."),
        regulator="TRANSFERENCIA",
    ),
)
BY_CODE = {method.code: method for method in METHODS}
DEPOSIT_CODES = tuple(method.code for method in METHODS if method.direction == "deposit")
PAYOUT_METHOD = "sepa-instant"
CARD = "card"
# By which a withdrawal goes out.
PAYOUT_CODES = (PAYOUT_METHOD, CARD)
PAYING_BACK = tuple(method.code for method in METHODS if method.pays_back_by)
# Chosen for a player who has not paid yet: it asks for nothing but the amount.
FIRST_CHOICE = "card"


def offered_methods() -> list[Method]:
    """The methods of deposits that the operator offers, in its order; empty if it has not said."""
    return [BY_CODE[code] for code in settings.PAYMENT_INSTRUMENTS if code in DEPOSIT_CODES]


def bounds(method: Method | None) -> tuple[int, int]:
    """The least and the most of one deposit, in cents: the cashier's, and narrower ones of the method."""
    low, high = settings.DEPOSIT_MINIMUM, settings.DEPOSIT_MAXIMUM
    if method is not None:
        low, high = max(low, method.minimum or low), min(high, method.maximum or high)
    return low, high


def method_name(code: str) -> str:
    """The name of a method; a code that is no longer described is shown as it is."""
    return str(BY_CODE[code].name) if code in BY_CODE else code


def regulator_word(code: str) -> str:
    """What the regulator's files call a method; a code that is no longer described stands for itself."""
    return BY_CODE[code].regulator if code in BY_CODE else code
