"""An event is stored without what its kind, or the program, already says, and is read as it was."""

from __future__ import annotations

import msgspec

from games.draw.beacon import QUICKNET, SANDBOX_NAME
from games.tables.domain.events import BetsOpened, Closing, Held, Sat, TableEvent
from games.tables.domain.pending_changes import stored_event
from games.tables.domain.round_beacon import BeaconRule
from games.tables.domain.stored_events import EventDecoder

DECODER = EventDecoder(TableEvent)
SAT = Sat(3, 12, 40, "Ana", 7)


def stored(event: object) -> bytes:
    return stored_event(event)


def opened(rule: BeaconRule) -> BetsOpened:
    return BetsOpened(8, 1, 2, "ab" * 32, {3: "cd" * 16}, beacon=rule)


def test_the_kind_of_an_event_is_not_stored_twice() -> None:
    assert stored(SAT).startswith(b'{"seat":3,') and stored(Closing()) == b"{}"
    assert DECODER.decode("sat", stored(SAT)) == SAT
    assert DECODER.decode("closing", stored(Closing()).decode()) == Closing()


def test_what_an_event_quotes_stays_as_it_is() -> None:
    held = Held('{"t":"held","chain":"x"}')
    assert DECODER.decode("held", stored(held)) == held


def test_an_event_that_was_stored_in_full_is_read() -> None:
    event = opened(BeaconRule(QUICKNET, 300, 20))
    assert DECODER.decode("bets-opened", msgspec.json.encode(event).decode()) == event


def test_a_beacon_of_the_program_is_named_by_the_hash_that_covers_its_key() -> None:
    event = opened(BeaconRule(QUICKNET, 300, 20))
    data = stored(event)
    assert b'"chain":"' + QUICKNET.hash.encode() in data and QUICKNET.public_key.encode() not in data
    assert len(msgspec.json.encode(event)) - len(data) > 250
    assert DECODER.decode("bets-opened", data) == event


def test_every_other_beacon_is_described_in_full() -> None:
    chain = msgspec.structs.replace(QUICKNET, name=SANDBOX_NAME, genesis=1_700_000_000)
    event = opened(BeaconRule(chain, 300, 20))
    assert QUICKNET.public_key.encode() in stored(event)
    assert DECODER.decode("bets-opened", stored(event)) == event
