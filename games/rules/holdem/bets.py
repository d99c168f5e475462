"""The four turns of bets: what the player in turn may decide, and why a decision is refused."""

from __future__ import annotations

from msgspec import Struct

from games.rules.holdem.events import (
    BETTING,
    Call,
    Called,
    Check,
    Checked,
    Decision,
    Event,
    Folded,
    Raise,
    Raised,
    SeatState,
    State,
    Why,
)
from games.rules.holdem.sheet import LEAST_RAISE_RULE, LIMIT_RULES, SHORT_RAISE_RULE, BetMaximum, LeastRaise
from games.rules.shared.money import Cents, Seat
from games.rules.shared.refusals import Refusal, Refused

# As constants, like the phases.
HALF_POT, FIXED_RAISES, POT_LIMIT, NO_LIMIT = BetMaximum
LAST_RAISE = LeastRaise.LAST_RAISE


class RaiseRange(Struct, frozen=True, gc=False):
    """The figures to which a player may bring the own bet of this turn."""

    minimum: Cents
    maximum: Cents


def decide(state: State, seat: Seat, command: Decision) -> tuple[Event, ...]:
    """One of the four options of rule 34, in the player's turn.  [HE-34]"""
    turn, facing, actor = command.turn, command.facing, state.actor
    if (turn is not None and turn != state.turn) or (facing is not None and facing != state.to_match):
        # An answer to an earlier decision of the round.
        raise Refused(Refusal.STALE, "HE-34", facing=state.to_match)
    if state.phase is not BETTING or not actor:
        raise Refused(Refusal.NOT_NOW, "HE-34")
    if seat != actor:
        raise Refused(Refusal.NOT_YOUR_TURN, "HE-34", seat=actor)  # [HE-51] [HE-54] [HE-56] [HE-58]
    own = state.seats[seat]
    # `isinstance` and not `match`, which is several times slower for structs.
    if isinstance(command, Raise):
        return (_raise_to(state, seat, own, command.to),)
    owed = state.to_match - own.bet
    if isinstance(command, Call):
        if not owed:
            raise Refused(Refusal.NOT_OFFERED, "HE-34c")
        # Exactly the difference, or all the chips.  [HE-34c] [HE-39] [HE-52a] [HE-52b]
        return (Called(seat, owed) if owed < own.stack else Called(seat, own.stack, True),)
    if isinstance(command, Check):
        if owed:
            raise Refused(Refusal.NOT_OFFERED, "HE-34b", to_match=owed)  # [HE-34b]
        return (Checked(seat),)
    return (Folded(seat),)  # allowed in every turn  [HE-34a] [HE-35]


def default_decision(state: State, seat: Seat) -> tuple[Event, ...]:
    """The time is up: a check where possible, otherwise a fold.  [HE-45]"""
    if seat != state.actor or state.phase is not BETTING:
        return ()
    owes = state.to_match > state.seats[seat].bet
    return (Folded(seat, Why.TIME) if owes else Checked(seat, Why.TIME),)


def _raise_to(state: State, seat: Seat, own: SeatState, to: Cents) -> Raised:
    allowed = raise_range(state, own)
    if allowed is None:
        raise Refused(Refusal.NOT_OFFERED, rule_against_raise(state, own), raises=state.raises)
    if to < allowed.minimum:
        raise Refused(Refusal.BELOW_MINIMUM, _rule_against_low_raise(state, to), least=allowed.minimum)
    if to > allowed.maximum:
        is_limit = allowed.maximum < own.bet + own.stack or state.setting.limit is NO_LIMIT
        rule = LIMIT_RULES[state.setting.limit] if is_limit else "HE-37"
        # [HE-24a-i] [HE-24b] [HE-24c] [HE-37]
        raise Refused(Refusal.ABOVE_MAXIMUM, rule, limit=allowed.maximum)
    return Raised(seat, to - own.bet, to, to == own.bet + own.stack)


def _rule_against_low_raise(state: State, to: Cents) -> str:
    """The rule that a raise falls short of: the regulation comes first, then the specific rule."""
    if to <= state.to_match:
        return "HE-34d"  # it raises nothing  [HE-34d]
    if to < state.to_match + state.setting.minimum:
        return "HE-23"  # less than the minimum bet (A59)  [HE-23]
    return LEAST_RAISE_RULE


def raise_range(state: State, own: SeatState) -> RaiseRange | None:
    """The range of a raise; None where no raise is allowed.  [HE-2a] [HE-37]"""
    if rule_against_raise(state, own):
        return None
    to_match, limit, minimum = state.to_match, state.setting.limit, state.setting.minimum
    step = state.last_raise if state.sheet.least_raise is LAST_RAISE else minimum
    most = own.bet + own.stack  # [HE-24c]
    if limit is POT_LIMIT or limit is HALF_POT:
        pot = state.pot + to_match - own.bet  # all chips, those of this turn and of the call included (A24)
        pot_limit = pot if limit is POT_LIMIT else pot // 2  # [HE-24b] [HE-24a-i]
        # The minimum is allowed even if the limit is lower (A24).  [HE-23]
        most = min(most, to_match + max(pot_limit, minimum))
    least = to_match + step
    # All-in is allowed even below the minimum (A54).  [HE-37]
    return RaiseRange(least if least < most else most, most)


def rule_against_raise(state: State, own: SeatState) -> str:
    """The rule that forbids this player a raise; empty where it is allowed."""
    to_match, setting = state.to_match, state.setting
    if own.stack + own.bet <= to_match:
        return "HE-39"  # chips for a call at most
    no_raises_left = setting.limit is FIXED_RAISES and state.raises >= setting.raises
    if no_raises_left and (to_match or state.sheet.opening_counts):
        return "HE-24a-ii"  # [HE-38]
    if own.acted and to_match - own.bet < state.last_raise and not state.sheet.short_raise_reopens:
        return SHORT_RAISE_RULE  # no full raise since this player acted (A60)
    seats = state.seats
    for seat in state.players:
        other = seats[seat]
        if other.stack + other.bet > to_match and not other.folded and other is not own:
            return ""
    return "HE-40"  # nobody could match any of it (A61)
