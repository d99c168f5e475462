from django.apps import AppConfig


class PlainConfig(AppConfig):
    name = "tests.bench.plain"
    label = "plain"
    default_auto_field = "django.db.models.BigAutoField"
