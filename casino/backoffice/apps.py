from django.contrib.admin.apps import SimpleAdminConfig


class OfficeConfig(SimpleAdminConfig):
    """Without autodiscovery, which casino.urls does: processes that serve no pages start faster."""

    default_site = "casino.backoffice.site.OfficeSite"
