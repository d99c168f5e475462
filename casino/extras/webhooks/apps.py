from django.utils.translation import gettext_lazy as _

from players.shared import extras


class WebhooksConfig(extras.Extra):
    name = "casino.extras.webhooks"
    label = "webhooks"
    pages_below = "admin/"

    def ready(self) -> None:
        from casino.backoffice import theme

        entry = theme.page(_("Webhooks"), "webhook", "office_webhooks", "self_checks.view_state")
        theme.add_page("compliance", entry, before="compliance_trace")
