from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FilesConfig(AppConfig):
    name = "casino.compliance.regulator"
    label = "regulator_files"
    verbose_name = _("regulator files")
