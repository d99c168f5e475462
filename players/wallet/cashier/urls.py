"""URLs of the cashier."""

from __future__ import annotations

from django.urls import path

from players.wallet.cashier import views

urlpatterns = [
    path("cashier/", views.cashier, name="cashier"),
    path("deposit/", views.deposit, name="deposit"),
    path("withdraw/", views.withdraw, name="withdraw"),
    path("payments/<uuid:payment_id>/", views.payment, name="payment"),
    path("payments/<uuid:payment_id>/cancel/", views.cancel_payment, name="payment-cancel"),
    path("cashier/notifications/", views.notifications, name="gateway-notifications"),
]
