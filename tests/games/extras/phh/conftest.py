"""Tables and a croupier that answers about their sealed rounds, as the tests of the replay have them."""

from tests.games.rounds.replay.test_player_replay import croupier, room

__all__ = ["croupier", "room"]
