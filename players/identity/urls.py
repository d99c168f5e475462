"""URLs of sign-in, registration, identity and sign-ins.

Only those pages of the sign-in library that are used have a URL.
"""

from __future__ import annotations

from allauth.account import views as library_views
from allauth.mfa.base import views as library_factors
from allauth.mfa.webauthn import views as library_passkeys
from django.urls import path, re_path

from players.identity import views
from players.identity.registration import email_views
from players.identity.registration import views as registration_views
from players.identity.sign_in import factor_views, token_views

urlpatterns = [
    path("sign-in/", library_views.login, name="account_login"),
    path("sign-out/", library_views.logout, name="account_logout"),
    path("closed/", library_views.account_inactive, name="account_inactive"),
    path("confirm/", library_views.reauthenticate, name="account_reauthenticate"),
    path("password/", library_views.password_change, name="account_change_password"),
    path("password/set/", library_views.password_set, name="account_set_password"),
    path("password/forgotten/", library_views.password_reset, name="account_reset_password"),
    path("password/forgotten/sent/", library_views.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        library_views.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "password/new/done/",
        library_views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("security/webauthn/login/", factor_views.sign_in_with_passkey, name="passkey-sign-in"),
    # The library's names, by which it makes its links; most of the pages are ours.
    path("security/", factor_views.security_page, name="mfa_index"),
    path("security/authenticate/", factor_views.second_step, name="mfa_authenticate"),
    path("security/totp/activate/", factor_views.app_activate, name="mfa_activate_totp"),
    path("security/totp/deactivate/", factor_views.app_deactivate, name="mfa_deactivate_totp"),
    path("security/recovery-codes/", factor_views.codes_view, name="mfa_view_recovery_codes"),
    path(
        "security/recovery-codes/generate/",
        factor_views.codes_generate,
        name="mfa_generate_recovery_codes",
    ),
    path(
        "security/recovery-codes/download/",
        factor_views.codes_download,
        name="mfa_download_recovery_codes",
    ),
    path("security/webauthn/add/", factor_views.passkey_add, name="mfa_add_webauthn"),
    path(
        "security/webauthn/reauthenticate/",
        factor_views.passkey_confirm,
        name="mfa_reauthenticate_webauthn",
    ),
    path(
        "security/webauthn/keys/<int:pk>/remove/",
        factor_views.passkey_remove,
        name="mfa_remove_webauthn",
    ),
    path("security/reauthenticate/", library_factors.reauthenticate, name="mfa_reauthenticate"),
    path("security/webauthn/", library_passkeys.list_webauthn, name="mfa_list_webauthn"),
    path("security/webauthn/keys/<int:pk>/edit/", library_passkeys.edit_webauthn, name="mfa_edit_webauthn"),
    path("new/", registration_views.registration_page, name="account_signup"),
    path("new/code/", registration_views.resend_code, name="register-code"),
    path("new/leave/", registration_views.delete_registration_draft, name="register-leave"),
    path("new/<slug:step>/", registration_views.step_page, name="register"),
    path("identity/", views.identity_page, name="identity"),
    path("identity/address/", views.address_page, name="identity-home"),
    path("identity/payment-account/", views.payment_account_page, name="identity-payment"),
    path("identity/e-mail/", email_views.email_page, name="identity-email"),
    path("identity/e-mail/withdraw/", email_views.withdraw_email, name="identity-email-withdraw"),
    path("terms/", views.terms_page, name="accept-terms"),
    path("api-tokens/", token_views.tokens_page, name="api-tokens"),
    path("api-tokens/end/", token_views.end_token, name="api-token-end"),
    path("sign-ins/", views.sign_ins_page, name="sign-ins"),
    path("sign-ins/end/", views.end_sign_ins, name="sign-in-end"),
    path("unlock/<str:token>/", views.unlock_page, name="unlock"),
]
