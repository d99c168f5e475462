"""What must hold of a table that draws with a beacon, event by event, from its journal alone."""

from __future__ import annotations

from typing import Any

from games.rules.shared.draw_terms import NO_BEACON
from games.tables.domain.events import (
    TABLE_TYPES,
    BeaconNumberChosen,
    BeaconValueUsed,
    BetsOpened,
    PackCommitted,
    RoundEnded,
)
from games.tables.domain.round_beacon import SECOND_MS
from games.tables.domain.state import Live, Rules


def contradiction(before: Live, after: Live, rules: Rules | None, event: Any, at: int) -> str:
    """What is wrong with this event at a table with these states; empty if nothing is."""
    match event:
        case BetsOpened():
            assert rules is not None
            name = NO_BEACON if event.beacon is None else event.beacon.chain.name
            return "" if name == rules.sheet.draw.beacon else f"its sheet does not name the beacon {name}"
        case BeaconNumberChosen():
            picked = _picked(before, at)
            return "" if event.number == picked else f"the close picks value {picked}, not {event.number}"
        case BeaconValueUsed():
            return _of_value(before, after, at)
        case PackCommitted():
            has_value = before.beacon is not None and before.beacon.use is not None
            return "" if has_value and not before.root else "its pack is committed without a value"
        case RoundEnded():
            return _of_end(before, rules, event, at)
        case _ if before.awaited_beacon is not None and _goes_on(before, after, rules, event):
            return "it goes on without the value of its beacon"
    return ""


def _picked(before: Live, at: int) -> int:
    """The number that the published rule picks for bets that close at this time."""
    beacon = before.beacon
    if beacon is None or beacon.number:
        return 0
    return beacon.rule.chain.first_from(at + beacon.rule.margin)


def _of_value(before: Live, after: Live, at: int) -> str:
    awaited, use = before.awaited_beacon, None if after.beacon is None else after.beacon.use
    if awaited is None or use is None or not use.is_genuine():
        return "the value of its beacon is not genuine"
    return "" if at >= awaited.scheduled else "it knows a value of its beacon before its time"


def _of_end(before: Live, rules: Rules | None, event: RoundEnded, at: int) -> str:
    beacon, awaited = before.beacon, before.awaited_beacon
    assert rules is not None
    if event.void == "no-beacon":
        is_late = awaited is not None and at >= awaited.scheduled + awaited.rule.wait * SECOND_MS
        return "" if is_late else "it is void before the wait for its beacon is over"
    if awaited is not None and not event.void:
        return "it ends without the value of its beacon"
    if event.missed and (beacon is None or beacon.use is None or rules.engine.between_players):
        return "it names a result that nobody knows"
    return ""


def _goes_on(before: Live, after: Live, rules: Rules | None, event: Any) -> bool:
    """Whether the house takes a step of the round. Between players they buy chips and rest meanwhile."""
    if type(event) in TABLE_TYPES or after.game.cause:
        return False
    assert rules is not None
    return not rules.engine.between_players or before.game.phase != after.game.phase
