"""The form of deposits and withdrawals.

It carries the id of the payment, so a form sent twice makes one payment.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from players.shared.amount_field import AmountField
from players.wallet.methods.descriptions import Method
from players.wallet.methods.drivers import phone_number


class PaymentForm(forms.Form):
    # Validation messages come from the server, in the language of the page.
    use_required_attribute = False

    amount = AmountField(label=_("Amount in euros"), minimum=1)
    payment = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["payment"].initial = uuid4


class DepositForm(PaymentForm):
    """The amount, the method, and for MB WAY the phone that is asked."""

    method = forms.ChoiceField(
        widget=forms.RadioSelect,
        required=False,
        error_messages={"invalid_choice": _("This payment method is not offered.")},
    )
    phone = forms.CharField(
        label=_("Mobile phone with MB WAY"),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "tel", "autocomplete": "tel-national"}),
    )

    protection = forms.BooleanField(
        label=_("I have read this."),
        widget=forms.CheckboxInput(attrs={"aria-describedby": "protection-words"}),
        error_messages={"required": _("Confirm that you have read how your money is protected.")},
    )

    def __init__(
        self, *args: Any, methods: list[Method], asks_for_protection: bool = False, **kwargs: Any
    ) -> None:
        """`asks_for_protection` before the first deposit, and when the words have changed."""
        super().__init__(*args, **kwargs)
        self.asks_for_protection = asks_for_protection
        if not asks_for_protection:
            del self.fields["protection"]
        self.methods = {method.code: method for method in methods}
        self.fields["method"].choices = [(method.code, method.name) for method in methods]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Nobody is asked for a phone that the method does not need."""
        cleaned = super().clean() or self.cleaned_data
        # A form without tiles chooses what the page would have chosen.
        cleaned["method"] = cleaned.get("method") or self.initial.get("method", "")
        method = self.methods.get(cleaned["method"])
        cleaned["instrument"] = ""
        if method is not None and method.needs_phone and not self.has_error("phone"):
            cleaned["instrument"] = phone_number(cleaned.get("phone", ""))
            if not cleaned["instrument"]:
                self.add_error("phone", _("Enter a Portuguese mobile number, such as 912 345 678."))
        return cleaned
