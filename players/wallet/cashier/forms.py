"""The form of deposits and withdrawals.

It carries the id of the payment, so a form sent twice makes one payment.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from players.shared.amount_field import AmountField


class PaymentForm(forms.Form):
    # Validation messages come from the server, in the language of the page.
    use_required_attribute = False

    amount = AmountField(label=_("Amount in euros"), minimum=1)
    payment = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["payment"].initial = uuid4
