"""Stakes and results of a hold'em round, and why each stake was paid as it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.rules.engine import ExplanationLine, Result
from games.rules.holdem.events import (
    Phase,
    State,
)
from games.rules.holdem.settlement import best_hand, commission_rate
from games.rules.holdem.sheet import (
    Commission,
)
from games.rules.shared.cards import names
from games.rules.shared.money import Cents, Seat

OVER = (Phase.PAID, Phase.VOID)


def stakes(state: State) -> dict[Seat, Cents]:
    """What each seat has in the pots, regardless of who may win them.  [HE-72]"""
    if state.phase in OVER:
        return {}
    return {seat: own.committed for seat, own in state.dealt_in() if own.committed}


def results(state: State) -> Mapping[Seat, Result]:
    return {seat: result for seat in state.players if (result := result_of(state, seat)) is not None}


def result_of(state: State, seat: Seat) -> Result | None:
    """What a seat bet, got back unmatched, lost and won; None for a seat that neither bet nor won.

    [HE-65] [HE-67]
    """
    own = state.seats[seat]
    staked = own.committed + own.returned
    # The last player left wins the pot even if he put nothing in it.
    if state.phase not in OVER or not own.dealt or not (staked or own.gross):
        return None
    if state.phase is Phase.VOID:
        return Result(staked, 0, staked, 0)
    return Result(staked, own.committed, own.returned, own.gross, commission=own.commission)


def outcome(state: State) -> str | None:
    """The best hand that was turned, or that none was, and the pot, for the display of last results."""
    if state.phase is not Phase.PAID:
        return None
    turned = [
        best for seat in state.not_folded() if state.seats[seat].shown and (best := best_hand(state, seat))
    ]
    kind = max(turned, key=lambda best: best.strength).kind if turned else "last-in"
    return f"{kind} {sum(pot.amount for pot in state.paid)}"


def explain(state: State, seat: Seat) -> tuple[ExplanationLine, ...]:
    result = result_of(state, seat) if seat in state.seats else None
    if result is None:
        return ()
    if state.phase is Phase.VOID:
        return (ExplanationLine("void", "HE-72", {"cause": state.cause, "back": result.back}),)
    lines = [*_explain_hand(state, seat), *_explain_pots(state, seat)]
    if result.prize and state.sheet.commission is Commission.POT:
        rate = commission_rate(state)
        code, rule = ("commission", "HE-17a") if rate else ("no-commission", "HE-18")
        lines.append(ExplanationLine(code, rule, {"rate": rate}))
    figures = result.figures("staked", "back", "lost", "prize", "commission", "net")
    return (*lines, ExplanationLine("total", "HE-65", figures))


def _explain_hand(state: State, seat: Seat) -> Iterator[ExplanationLine]:
    own = state.seats[seat]
    if own.folded:
        yield ExplanationLine("folded", "HE-35", {"lost": own.committed})
    elif len(state.not_folded()) == 1:
        yield ExplanationLine("last-in", "HE-36", {})
    elif (best := best_hand(state, seat)) is not None:
        yield ExplanationLine("hand", "HE-60", {"kind": str(best.kind), "cards": names(best.cards)})
    if own.returned:
        yield ExplanationLine("unmatched", "HE-40", {"back": own.returned})


def _explain_pots(state: State, seat: Seat) -> Iterator[ExplanationLine]:
    for pot in state.paid:
        winners = len(pot.shares)
        for share in pot.shares:
            if share.name == seat:
                details = {
                    "amount": pot.amount,
                    "winners": winners,
                    "gross": share.gross,
                    "commission": share.commission,
                    "net": share.net,
                }
                yield ExplanationLine("pot-won", "HE-33" if winners > 1 else "HE-27", details)
