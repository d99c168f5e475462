from players.shared import extras


class PushConfig(extras.Extra):
    name = "players.extras.push"
    label = "push"
    pages_below = "account/"

    def ready(self) -> None:
        from players.extras.push.browsers import PlayersBrowsers
        from players.inbox.browser_notifications import register_browser_notifications

        register_browser_notifications(PlayersBrowsers())
