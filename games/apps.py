from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import signals  # noqa: F401  (its receivers register themselves)
