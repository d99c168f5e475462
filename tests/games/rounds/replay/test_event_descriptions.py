"""Descriptions of events: every event of a table has words, and no words are left of events that are gone."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from games.catalogue import GAMES
from games.rounds.replay.event_descriptions import COMMON_EVENTS
from games.tables.domain.events import TABLE_EVENTS


def tags(events: Any) -> set[str]:
    """The tags of a union of events."""
    if config := getattr(events, "__struct_config__", None):
        return {config.tag}
    return {tag for member in get_args(events) or events for tag in tags(member)}


@pytest.mark.parametrize("system", GAMES)
def test_every_event_has_words(system: str) -> None:
    described = COMMON_EVENTS.keys() | GAMES[system].rounds.events.keys()
    assert tags(TABLE_EVENTS) | tags(GAMES[system].engine.event_type) <= described


def test_no_words_are_left_of_an_event_that_is_gone() -> None:
    events = tags(TABLE_EVENTS).union(*(tags(game.engine.event_type) for game in GAMES.values()))
    for game in GAMES.values():
        assert game.rounds.events.keys() <= events
    assert COMMON_EVENTS.keys() <= events
