"""Addresses of registration, identity and sign-ins, all below /account/."""

from __future__ import annotations

from django.urls import path

from players.identity import address_views, own, views

urlpatterns = [
    path("new/", views.begin, name="account_signup"),
    path("new/code/", views.code, name="register-code"),
    path("new/leave/", views.leave, name="register-leave"),
    path("new/<slug:step>/", views.register, name="register"),
    path("identity/", own.identity, name="identity"),
    path("identity/address/", own.home, name="identity-home"),
    path("identity/payment-account/", own.payment, name="identity-payment"),
    path("identity/e-mail/", address_views.email, name="identity-email"),
    path("identity/e-mail/withdraw/", address_views.email_withdraw, name="identity-email-withdraw"),
    path("terms/", own.accept, name="accept-terms"),
    path("sign-ins/", own.sign_ins, name="sign-ins"),
    path("sign-ins/end/", own.sign_in_end, name="sign-in-end"),
    path("unlock/<str:token>/", own.unlock, name="unlock"),
]
