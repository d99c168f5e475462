"""The limits that a table's setting gives its players, as staff confirm them."""

from __future__ import annotations

from games.floor.consequences import limits_of
from games.rules.blackjack.sheet import Setting, Sheet


def test_BJ_7_the_limit_of_a_player_counts_all_the_places_that_one_may_bet_on() -> None:
    """[BJ-11]"""
    for places, most in ((1, 10_000), (3, 30_000)):
        setting = Setting(100, 10_000, places_per_player=places)
        place, player = limits_of("blackjack", Sheet(places_per_player=3), setting)
        assert (place.least, place.most, place.times, place.rule) == (100, 10_000, 100, "BJ-11")
        assert (player.least, player.most, player.rule) == (100, most, "BJ-7")
