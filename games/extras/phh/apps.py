from players.shared import extras


class HandHistoriesConfig(extras.Extra):
    name = "games.extras.phh"
    label = "phh"

    def ready(self) -> None:
        from games.extras.phh.hand_histories import PHH
        from games.rounds.replay.hand_files import register_hand_format

        register_hand_format(PHH)
