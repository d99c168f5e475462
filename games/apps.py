from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        from games.rounds.croupier_answers import CroupierAnswers
        from games.rounds.play_records import GameRecords
        from games.tables import signals  # noqa: F401  (its receivers register themselves)
        from games.tables.croupier.record_queries import register_record_queries
        from players import play_records

        play_records.register_play_records(GameRecords())
        register_record_queries(CroupierAnswers())
