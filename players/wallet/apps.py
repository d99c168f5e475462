from django.apps import AppConfig


class WalletConfig(AppConfig):
    name = "players.wallet"
    label = "wallet"
