"""A hidden event opens only with the seed of its round, as the event of its table and number."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidTag

from games.draw import hidden_events

SEED, OTHER = bytes(32), bytes([1]) * 32
EVENT = b'{"seat":1,"cards":[3]}'


def test_a_hidden_event_opens_only_with_its_seed_in_its_place() -> None:
    stored = hidden_events.hide(hidden_events.cipher(SEED), 7, 12, EVENT)
    text = stored.decode()
    assert hidden_events.is_hidden(text) and not hidden_events.is_hidden(EVENT.decode())
    assert b"cards" not in stored and hidden_events.reveal(SEED, 7, 12, text) == EVENT
    for wrong in ((OTHER, 7, 12), (SEED, 8, 12), (SEED, 7, 13)):
        with pytest.raises(InvalidTag):
            hidden_events.reveal(*wrong, text)
