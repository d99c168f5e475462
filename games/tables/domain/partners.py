"""Practice partners at a table: which seats they have, how many belong there, and how long a decision takes.

In a lively demonstration some play at every demonstration table for several players, so that its rounds go
on. Elsewhere they join only a player who sits alone at a table between players. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.engine import Wait
from games.rules.shared.money import Seat
from games.rules.shared.sessions import Mode
from games.tables.domain.state import Live, Rules

DEMO = "DEMO"
MAX_PARTNERS = 3  # at one table
HOUSE_PLAYERS = 3  # at each table of a lively demonstration
SEATS_LEFT_FREE = 2  # at a lively table, for people
JOIN_DELAY_MS = 1500  # after which a player who is left alone gets partners
THINKING_MS = (1400, 1900, 2600, 1700)  # that a decision takes


def humans(live: Live) -> list[Seat]:
    return [seat for seat, chair in live.seats.items() if not chair.partner]


def seated(live: Live) -> list[Seat]:
    return [seat for seat, chair in live.seats.items() if chair.partner]


def wanted(live: Live, rules: Rules) -> int:
    """How many partners belong here."""
    if rules.house_players:
        return _wanted_at_lively_table(live, rules)
    return _wanted_by_lone_player(live, rules)


def _wanted_at_lively_table(live: Live, rules: Rules) -> int:
    """Partners play where people find free seats too, and never between two people at a table of poker."""
    people = humans(live)
    is_closing = live.held or live.closing or live.shut
    if is_closing or live.queue or rules.setting.mode == Mode.INDIVIDUAL or _is_by_session(rules):
        return 0
    if rules.engine.between_players and len(people) > 1:
        return 0
    return max(0, min(rules.house_players, int(rules.setting.seats) - len(people) - SEATS_LEFT_FREE))


def _is_by_session(rules: Rules) -> bool:
    return str(getattr(rules.setting, "regime", "")) == "session"


def _wanted_by_lone_player(live: Live, rules: Rules) -> int:
    """Some where one player sits alone with chips and plays, otherwise none."""
    if (
        not rules.engine.between_players
        or rules.setting.currency != DEMO
        or live.game is None
        or live.queue
        or live.held
    ):
        return 0
    people = humans(live)
    if len(people) != 1:
        return 0
    (seat,) = people
    if live.seats[seat].leaving or not is_playing(live, rules, seat):
        return 0
    # At a table of three seats or more one seat stays free for another player.
    return min(MAX_PARTNERS, max(1, int(rules.setting.seats) - 2))


def is_playing(live: Live, rules: Rules, seat: Seat) -> bool:
    """Whether that seat has enough chips and wants to be dealt in."""
    return bool(
        rules.engine.stack(live.game, seat) >= rules.setting.minimum
        and rules.engine.absence(live.game, seat) in ("", "waiting")
    )


def needs_partners(live: Live, rules: Rules) -> bool:
    return len(seated(live)) < wanted(live, rules)


def between_hands(live: Live, rules: Rules) -> bool:
    """Whether a round is open in which nothing has been staked yet.

    Until then the winner of the last hand stays visible.
    """
    is_dealing = rules.engine.waiting_for(live.game) is Wait.HOUSE if live.running else True
    return not is_dealing and not rules.engine.stakes(live.game)


def may_change_seats(live: Live, rules: Rules) -> bool:
    """Whether partners may join or leave now: between two hands of poker, elsewhere while bets are open."""
    if rules.house_players and not live.seats:
        return True
    if rules.engine.between_players:
        return between_hands(live, rules)
    return live.running and rules.engine.waiting_for(live.game) is Wait.BETS


def deciding_partners(live: Live, rules: Rules) -> Sequence[Seat]:
    """The partners whose turn it is."""
    return [
        seat for seat in rules.engine.to_act(live.game) if seat in live.seats and live.seats[seat].partner
    ]


def thinking_ms(live: Live, seat: Seat) -> int:
    return THINKING_MS[(live.round + live.seq + seat) % len(THINKING_MS)]
