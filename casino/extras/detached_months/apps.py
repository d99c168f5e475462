from players.shared import extras


class DetachedMonthsConfig(extras.Extra):
    name = "casino.extras.detached_months"
    label = "detached_months"

    def ready(self) -> None:
        from casino.archive.options import register_archive_option
        from casino.extras.detached_months.options import ATTACH, DETACH

        register_archive_option(DETACH)
        register_archive_option(ATTACH)
