"""Finds money that passes between two players beyond chance.

The flow between two players is compared with a permutation in which the winner of each lost pot is drawn
among all who were dealt in, each weighted by how much they usually win. The tail of the permutation follows
from its cumulants (Lugannani and Rice).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from casino.compliance.collusion.findings import FLOW, Finding, Pair, Thresholds, tail
from casino.compliance.collusion.hand_statistics import HandStatistics

MIN_DEVIATIONS = 2.0  # below this, a flow is not tested


def flow_findings(statistics: HandStatistics, pairs: set[Pair], limits: Thresholds) -> list[Finding]:
    """Money that went from one player to the other beyond what a permutation of the winners explains."""
    losses = _losses(statistics)
    if losses is None:
        return []
    order, sign, chips, won, share = losses
    findings = []
    starts = np.flatnonzero(np.r_[True, np.any(order[1:] != order[:-1], axis=1)])
    ends = np.r_[starts[1:], len(order)]
    for start, end in zip(starts, ends, strict=True):
        pair = (int(order[start, 0]), int(order[start, 1]))
        if pair not in pairs:
            continue
        of_pair = slice(start, end)
        c, q, s = chips[of_pair], share[of_pair], sign[of_pair]
        flow, expected = float(np.sum(s * won[of_pair])), float(np.sum(s * q * c))
        direction = 1 if flow >= expected else -1
        excess = direction * (flow - expected)
        spread = math.sqrt(float(np.sum(q * (1 - q) * c * c)))
        if excess < max(limits.flow, MIN_DEVIATIONS * spread):
            continue
        chance = tail_of_permutation(direction * s * c, q, direction * flow)
        giver, taker = pair if direction > 0 else pair[::-1]
        figures = {
            "giver": giver,
            "taker": taker,
            "beyond": excess,
            "went": direction * flow,
            "hands": int(np.sum(won[of_pair] > 0)),
        }
        findings.append(Finding(*pair, FLOW, min(1.0, 2 * chance), figures))
    return findings


def _losses(statistics: HandStatistics) -> Any:
    """A row per loss and possible winner: pair, direction, chips lost, chips won, expected share."""
    rows: list[tuple[int, int, int, float, float]] = []
    for number, hand in enumerate(statistics.hands):
        wins = sum(net for net in hand.nets if net > 0)
        if len(hand.players) < 3 or not wins:
            continue  # with two players, the winner is always the other one
        for loser, net in zip(hand.players, hand.nets, strict=True):
            if net < 0:
                c = -net / hand.minimum
                rows += [
                    (number, loser, other, c, c * max(0, gain) / wins)
                    for other, gain in zip(hand.players, hand.nets, strict=True)
                    if other != loser
                ]
    if not rows:
        return None
    table = np.array(rows)
    hand_number, loser_id, winner_id = (table[:, column].astype(np.int64) for column in range(3))
    chips, won = table[:, 3], table[:, 4]
    weight = _usual_winnings(loser_id, winner_id, won)
    group = _pair_numbers(hand_number, loser_id)
    share = weight / np.bincount(group, weights=weight)[group]
    low, high = np.minimum(loser_id, winner_id), np.maximum(loser_id, winner_id)
    by_pair = np.lexsort((high, low))
    order = np.stack([low, high], axis=1)[by_pair]
    sign = np.where(loser_id == low, 1.0, -1.0)[by_pair]
    return order, sign, chips[by_pair], won[by_pair], share[by_pair]


def _usual_winnings(loser: Any, other: Any, won: Any) -> Any:
    """What each player wins on average of a loss of anyone but this loser."""
    player, pair = np.unique(other, return_inverse=True)[1], _pair_numbers(loser, other)
    won_by_player, losses_seen = np.bincount(player, weights=won), np.bincount(player)
    won_by_pair, losses_of_pair = np.bincount(pair, weights=won), np.bincount(pair)
    usual = won.sum() / len(won)
    other_winnings = won_by_player[player] - won_by_pair[pair] + 200 * usual
    return other_winnings / (losses_seen[player] - losses_of_pair[pair] + 200)


def _pair_numbers(first: Any, second: Any) -> Any:
    """A number for each pair of elements, equal for equal pairs."""
    one, two = np.unique(first, return_inverse=True)[1], np.unique(second, return_inverse=True)[1]
    return np.unique(one * (int(two.max()) + 1) + two, return_inverse=True)[1]


def tail_of_permutation(chips: Any, share: Any, reached: float) -> float:
    """The probability of at least this sum, if each amount is won with its probability `share`."""
    low, high = 0.0, 1.0 / max(1e-9, float(np.max(np.abs(chips))))
    if reached <= float(np.sum(share * chips)) + 1e-9:
        return 0.5
    if reached >= float(np.sum(np.maximum(chips, 0))) - 1e-9:
        return float(np.exp(np.sum(np.log(np.where(chips > 0, share, 1 - share)))))
    while _tilted(chips, share, high)[0] < reached:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _tilted(chips, share, middle)[0] < reached else (low, middle)
    t = (low + high) / 2
    _mean, spread = _tilted(chips, share, t)
    powers = np.log1p(-share + share * np.exp(np.clip(t * chips, -700, 700)))
    w = math.sqrt(max(0.0, 2 * (t * reached - float(np.sum(powers)))))
    u = t * math.sqrt(spread)
    if w < 1e-4 or u < 1e-9:
        return 0.5
    return min(0.5, max(0.0, tail(w) + math.exp(-w * w / 2) / math.sqrt(2 * math.pi) * (1 / u - 1 / w)))


def _tilted(chips: Any, share: Any, t: float) -> tuple[float, float]:
    grown = share * np.exp(np.clip(t * chips, -700, 700))
    likely = grown / (1 - share + grown)
    return float(np.sum(likely * chips)), float(np.sum(likely * (1 - likely) * chips * chips))
