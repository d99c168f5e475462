"""The payment instruments that the cashier accepts, which the operator sets.  [903-B 5.1.2.6]"""

from __future__ import annotations

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# All are electronic, in euros, and name who pays.  [903-B 5.4.1.3]
INSTRUMENTS: dict[str, Promise] = {
    "multibanco": _("Multibanco reference"),
    "mb-way": _("MB WAY"),
    "card": _("payment card"),
    "transfer": _("bank transfer"),
    "direct-debit": _("direct debit"),
}


def accepted_instruments() -> list[str]:
    """The names of what the operator accepts, in its order; empty if it has not said."""
    return [str(INSTRUMENTS[code]) for code in settings.PAYMENT_INSTRUMENTS]
