from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CashierConfig(AppConfig):
    name = "players.wallet.cashier"
    label = "cashier"
    verbose_name = _("cashier")
