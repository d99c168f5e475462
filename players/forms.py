"""The sign-in library's forms without its placeholders and asides: our pages say what there is to say."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as account
from allauth.mfa.base import forms as factor
from allauth.mfa.totp import forms as totp


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
    pass


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
