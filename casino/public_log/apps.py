from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PublicLogConfig(AppConfig):
    name = "casino.public_log"
    label = "public_log"
    verbose_name = _("public log")

    def ready(self) -> None:
        from casino.public_log import proofs
        from games.rounds.receipts.log_parts import LogParts, register_log

        register_log(LogParts(proofs.address, proofs.standing, proofs.part_of_receipt))
