"""The sign-in library's forms without its placeholders and help texts, which our pages replace."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as account
from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.core import context
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as factor
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as passkey
from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from players.identity.sign_in.adapters import count_code
from players.identity.sign_in.code_proof import CodeLimit, NoAnswer, prove_code
from players.identity.sign_in.emails import queue_email_for_owner
from players.identity.sign_in.passkey_proof import UNREADABLE, is_own_origin, prove_passkey, read_credential
from players.identity.sign_in.recovery_links import set_password_by_token
from players.models import Person


class WithoutPlaceholders:
    """Removes placeholders, because each one repeats the label and disappears during typing."""

    fields: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class LoginForm(WithoutPlaceholders, account.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""


class ChangePasswordForm(WithoutPlaceholders, account.ChangePasswordForm):
    pass


class ResetPasswordForm(WithoutPlaceholders, account.ResetPasswordForm):
    """Makes no database query: the worker that sends the e-mail looks up the account."""

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).strip().lower()

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        email: str = self.cleaned_data["email"]
        queue_email_for_owner(email, "password-reset")
        return email


class ResetPasswordKeyForm(WithoutPlaceholders, account.ResetPasswordKeyForm):
    def save(self) -> None:
        if not set_password_by_token(self.user, self.temp_key, self.cleaned_data["password1"]):
            raise PermissionDenied  # the link was used meanwhile


class ReauthenticateForm(WithoutPlaceholders, account.ReauthenticateForm):
    pass


class CodeByWorkerMixin:
    """The worker compares the code, because a web process cannot be believed that one was right."""

    user: Person
    cleaned_data: dict[str, Any]

    def clean_code(self) -> str:
        forget = count_code(self.user)
        code: str = self.cleaned_data["code"]
        try:
            self.authenticator = prove_code(context.request, self.user, code)
        except CodeLimit as error:
            raise get_account_adapter().validation_error("too_many_login_attempts") from error
        except NoAnswer as error:
            raise forms.ValidationError(
                _("The code could not be checked. Please try again in a moment.")
            ) from error
        if self.authenticator is None:
            raise get_adapter().validation_error("incorrect_code")
        self.authenticator.user = self.user
        forget()
        return code


class AuthenticateForm(CodeByWorkerMixin, WithoutPlaceholders, factor.AuthenticateForm):
    pass


class ReauthenticateFactorForm(CodeByWorkerMixin, WithoutPlaceholders, factor.ReauthenticateForm):
    pass


class ActivateTOTPForm(WithoutPlaceholders, totp.ActivateTOTPForm):
    pass


class HiddenCheckbox(forms.CheckboxInput):
    """A ticked and hidden checkbox: the library's script reads it, and the person has no choice."""

    is_hidden = True

    def __init__(self) -> None:
        super().__init__({"hidden": True, "aria-hidden": "true", "tabindex": "-1"})


class CredentialField(forms.CharField):
    """What a browser's script answers to a challenge. Anything else was not sent by one of our pages."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return read_credential(text) if text else None


class OwnOriginMixin:
    """Accepts a passkey's signature only if one of our own pages requested it: same scheme, host and port.

    The library does not compare the port. Where insecure origins are allowed, as in a demonstration, it does
    not compare the origin at all.
    """

    fields: dict[str, Any]
    cleaned_data: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"] = CredentialField()

    def clean_credential(self) -> Any:
        credential = self.cleaned_data["credential"]
        if not is_own_origin(credential):
            raise get_adapter().validation_error("incorrect_code")
        inherited = getattr(super(), "clean_credential", None)
        try:
            return inherited() if inherited else credential
        except UNREADABLE as error:
            raise get_adapter().validation_error("incorrect_code") from error


class LoginPasskeyForm(OwnOriginMixin, passkey.LoginWebAuthnForm):
    pass


class PasskeyByWorkerMixin(OwnOriginMixin):
    """The worker verifies the signature of somebody who signs in with a password, or confirms a session."""

    user: Person

    def clean_credential(self) -> Any:
        authenticator = super().clean_credential()
        if not prove_passkey(context.request, self.user):
            raise get_adapter().validation_error("incorrect_code")
        return authenticator


class AuthenticatePasskeyForm(PasskeyByWorkerMixin, passkey.AuthenticateWebAuthnForm):
    pass


class ReauthenticatePasskeyForm(PasskeyByWorkerMixin, passkey.ReauthenticateWebAuthnForm):
    pass


class AddPasskeyForm(OwnOriginMixin, WithoutPlaceholders, passkey.AddWebAuthnForm):
    """Every passkey signs in without a password."""

    name = forms.CharField(label=_("Name of the device"), max_length=80, required=False)
    passwordless = forms.BooleanField(initial=True, required=False, widget=HiddenCheckbox)

    def clean(self) -> dict[str, Any]:
        """The library reads what the device says of its key here."""
        try:
            cleaned: dict[str, Any] = super().clean()
        except UNREADABLE as error:
            raise get_adapter().validation_error("incorrect_code") from error
        return cleaned


class EditPasskeyForm(WithoutPlaceholders, passkey.EditWebAuthnForm):
    name = forms.CharField(label=_("Name of the device"), max_length=80)
