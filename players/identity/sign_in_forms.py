"""The sign-in library's forms without its placeholders and asides: our pages say what there is to say."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as account
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as factor
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as passkey
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from fido2.utils import websafe_decode
from fido2.webauthn import CollectedClientData

from players.identity.emails import letter_to_owner


class Plain:
    """A label says what a field is; a placeholder that repeats it vanishes as soon as somebody writes."""

    fields: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class LoginForm(Plain, account.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""


class ChangePasswordForm(Plain, account.ChangePasswordForm):
    pass


class ResetPasswordForm(Plain, account.ResetPasswordForm):
    """Asks nothing of the database: whether anybody has this address is found out by the worker that writes the letter."""

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).strip().lower()

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        email: str = self.cleaned_data["email"]
        letter_to_owner(email, "password-reset")
        return email


class ResetPasswordKeyForm(Plain, account.ResetPasswordKeyForm):
    pass


class ReauthenticateForm(Plain, account.ReauthenticateForm):
    pass


class AuthenticateForm(Plain, factor.AuthenticateForm):
    pass


class ReauthenticateFactorForm(Plain, factor.ReauthenticateForm):
    pass


class ActivateTOTPForm(Plain, totp.ActivateTOTPForm):
    pass


class Given(forms.CheckboxInput):
    """A box that is ticked and not shown: the library's script reads it, and there is nothing to choose."""

    is_hidden = True  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__({"hidden": True, "aria-hidden": "true", "tabindex": "-1"})


class OwnOrigin:
    """Takes a passkey's signature only if a page of ours asked for it: same scheme, host and port.

    The library compares no port, and nothing at all where insecure origins are allowed, as in a demonstration.
    """

    cleaned_data: dict[str, Any]

    def clean_credential(self) -> Any:
        credential = self.cleaned_data["credential"]
        if not asked_here(credential):
            raise get_adapter().validation_error("incorrect_code")
        inherited = getattr(super(), "clean_credential", None)
        return inherited() if inherited else credential


def asked_here(credential: Any) -> bool:
    """Whether the browser names one of our origins as the page that asked, and no frame of another page."""
    try:
        client = CollectedClientData(websafe_decode(credential["response"]["clientDataJSON"]))
        return client.origin in settings.HOUSE_ORIGINS and not client.cross_origin
    except (AttributeError, KeyError, TypeError, ValueError):
        return False


class LoginPasskeyForm(OwnOrigin, passkey.LoginWebAuthnForm):
    pass


class AuthenticatePasskeyForm(OwnOrigin, passkey.AuthenticateWebAuthnForm):
    pass


class ReauthenticatePasskeyForm(OwnOrigin, passkey.ReauthenticateWebAuthnForm):
    pass


class AddPasskeyForm(OwnOrigin, Plain, passkey.AddWebAuthnForm):
    """Every key of this house opens the account by itself."""

    name = forms.CharField(label=_("Name of the device"), max_length=80, required=False)
    passwordless = forms.BooleanField(initial=True, required=False, widget=Given)


class EditPasskeyForm(Plain, passkey.EditWebAuthnForm):
    name = forms.CharField(label=_("Name of the device"), max_length=80)
