"""Journeys share a house with others in any order: a table's name stands for one table."""

from __future__ import annotations

from collections import defaultdict
from importlib import import_module

from casino.demo.sample_data import TABLES
from tests.casino.test_journey_words import JOURNEYS
from tests.journeys.table_steps import Felt


def test_a_table_that_journeys_open_has_one_game_and_is_none_of_the_demonstration() -> None:
    """Red before: of two journeys that opened a table Tavira the later one waited for a tile in vain."""
    games: dict[str, set[str]] = defaultdict(set)
    for path in JOURNEYS:
        for value in vars(import_module(f"tests.journeys.{path.stem}")).values():
            for felt in value if isinstance(value, tuple) else (value,):
                if isinstance(felt, Felt):
                    games[felt.table].add(felt.system)
    assert len(games) > 7
    assert {table: systems for table, systems in games.items() if len(systems) > 1} == {}
    assert games.keys() & {table.name for table in TABLES} == set()
