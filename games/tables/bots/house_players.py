"""What practice partners bet and decide, through the same checks as a player's commands."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.rules.engine import Wait
from games.rules.shared.money import Seat
from games.rules.shared.refusals import Refused
from games.tables.bots import choices, strategy
from games.tables.domain.pending_changes import PendingChanges
from games.tables.domain.state import Live, Rules

LARGEST_STAKE = 4  # times the minimum


def house_player_events(live: Live, seat: Seat) -> Sequence[object]:
    """The events of a decision. A refused decision becomes the default action."""
    rules = live.rules
    assert rules is not None
    if rules.engine.between_players:
        return strategy.partner_events(rules, live.game, seat)
    command = choices.decision(choices.choices_at(live.table, live.seq, seat), rules, live.game, seat)
    try:
        return tuple(rules.engine.act(live.game, seat, rules.read(msgspec.json.encode(command))))
    except Refused:
        return tuple(rules.engine.default_action(live.game, seat))


def act_at_once(changes: PendingChanges, rules: Rules) -> None:
    """Bet as soon as bets are open, and decide at once where people decide at the same time.

    The time that people see is then their own.
    """
    live = changes.live
    if live.stopped or rules.engine.between_players:
        return
    wait = live.wait
    if wait is Wait.BETS and rules.house_players:
        for seat in live.partners:
            _bet(changes, rules, seat)
    elif wait is Wait.CHOICE:
        deciding = live.deciding_partners
        if len(deciding) < len(live.to_act):
            for seat in deciding:
                changes.record(house_player_events(changes.live, seat), player=live.seats[seat].player)


def _bet(changes: PendingChanges, rules: Rules, seat: Seat) -> None:
    live, chair = changes.live, changes.live.seats[seat]
    if chair.leaving or rules.engine.stakes(live.game).get(seat):
        return
    random = choices.choices_at(live.table, live.round, seat)
    command = choices.bet(random, rules, live.game, seat, LARGEST_STAKE, jackpot=False)
    if command is None:
        return
    try:
        events = rules.engine.act(live.game, seat, rules.read(msgspec.json.encode(command)))
        changes.record(events, player=chair.player)
    except Refused:
        return  # this round is played without the seat
