"""Finds what exceeds chance. Pure functions: statistics in, findings out.

What one player does against another is compared with what the first does against everyone else, and with what
everyone else does against the second. The variance is measured over all pairs, and the threshold accounts for
the number of comparisons (Benjamini and Hochberg). `chip_flows` finds flows of money.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

import numpy as np
from msgspec import Struct

from casino.compliance.collusion.chip_flows import flow_findings
from casino.compliance.collusion.findings import FLOW, PACE, SPARE, Finding, Pair, Thresholds, tail
from casino.compliance.collusion.hand_statistics import STEPS_PER_UNIT, HandStatistics
from casino.compliance.collusion.hands import JOIN, STEPS, Player

# The watched choices: their kinds of decisions, and whether more (1) or less (-1) than usual is suspicious.
WATCHED: Final[Mapping[str, tuple[tuple[str, ...], int]]] = {
    "soft": (("lead-1", "lead-2", "lead-3", "press-1", "press-2", "press-3"), -1),
    "yield": (("yield-pre-1", "yield-pre-2", "yield-post", "yield-alone"), 1),
    "squeeze": (("squeeze-pre-1", "squeeze-pre-2", "squeeze-post"), 1),
    "apart": ((JOIN,), -1),
}
# Ways to spare each other; each may be small, all together large.
PARTS: Final = ("soft", "yield", "apart")
KINDS: Final = len(WATCHED) + 2
PRIOR = 20  # decisions at the average rate that are added to each player's own


class AnalysisResult(Struct, frozen=True):
    hands: int
    pairs: int
    players: int
    findings: list[Finding]
    widths: dict[str, float]


def analyse(statistics: HandStatistics, limits: Thresholds) -> AnalysisResult:
    pairs = {pair for pair, hands in shared_hand_counts(statistics).items() if hands >= limits.hands}
    flows = flow_findings(statistics, pairs, limits)
    # Play with a partner would distort the usual rates: find the clearest pairs first, and exclude them.
    first, _widths = _decision_findings(statistics, pairs, set())
    clear = discoveries([*first, *flows], KINDS * len(pairs), limits.sure)
    excluded = {(finding.one, finding.two) for finding in clear if is_large(finding, limits)}
    second, widths = _decision_findings(statistics, pairs, excluded)
    findings = discoveries([*second, *flows], KINDS * len(pairs), limits.false)
    # The combined finding adds nothing for a pair with a finding of one of its parts.
    with_part = {
        (finding.one, finding.two)
        for finding in findings
        if finding.kind in PARTS and is_large(finding, limits)
    }
    findings = [
        finding
        for finding in findings
        if finding.kind != SPARE or (finding.one, finding.two) not in with_part
    ]
    time_findings, players = find_even_decision_times(statistics, limits)
    findings = [finding for finding in findings if is_large(finding, limits)] + time_findings
    return AnalysisResult(len(statistics.hands), len(pairs), players, findings, widths)


def _decision_findings(
    statistics: HandStatistics, pairs: set[Pair], excluded: set[Pair]
) -> tuple[list[Finding], dict[str, float]]:
    """The findings of every kind of watched choice, and the width of chance for each kind."""
    by_kind: dict[str, list[Finding]] = {}
    widths: dict[str, float] = {}
    for kind, (moments, sign) in WATCHED.items():
        by_kind[kind], widths[kind] = _compare_pairs(statistics, kind, moments, sign, pairs, excluded)
    by_kind[SPARE], widths[SPARE] = _combine_parts(by_kind)
    return [finding for findings in by_kind.values() for finding in findings], widths


def is_large(finding: Finding, limits: Thresholds) -> bool:
    """Whether the effect is large enough to matter, besides being unlikely."""
    figures = finding.figures
    if finding.kind == FLOW:
        return bool(figures["beyond"] >= limits.flow)
    parts = figures["parts"].values() if finding.kind == SPARE else [figures]
    return any(abs(part["rate"] - part["expected"]) >= limits.gap for part in parts)


def shared_hand_counts(statistics: HandStatistics) -> dict[Pair, int]:
    counts: Counter[Pair] = Counter()
    for hand in statistics.hands:
        counts.update(combinations(sorted(hand.players), 2))
    return counts


def discoveries(candidates: Sequence[Finding], tests: int, false: float) -> list[Finding]:
    """The candidates that pass a false discovery rate, given the number of tests."""
    ranked = sorted(candidates, key=lambda finding: finding.chance)
    last = 0
    for rank, finding in enumerate(ranked, 1):
        if finding.chance <= false * rank / max(tests, 1):
            last = rank
    return ranked[:last]


# --- decisions against one player compared with those against others


def _compare_pairs(
    statistics: HandStatistics,
    kind: str,
    moments: Sequence[str],
    sign: int,
    pairs: set[Pair],
    excluded: set[Pair],
) -> tuple[list[Finding], float]:
    """The deviation of every pair, and the width of chance over all pairs."""
    sums: dict[Pair, list[float]] = {}
    for moment in moments:
        _add_moment(statistics, moment, sums, excluded)
    scores = {
        pair: sign * deviation(done, came, expected, variance)
        for pair, (done, came, expected, variance) in sums.items()
        if pair in pairs and variance > 0
    }
    width = _width(list(scores.values()))
    findings = []
    for pair, score in scores.items():
        done, came, expected, _variance = sums[pair]
        figures = {
            "done": int(done),
            "came": int(came),
            "rate": done / came,
            "expected": expected / came,
            "score": score / width,
        }
        findings.append(Finding(*pair, kind, tail(score / width), figures))
    return findings, width


def _combine_parts(by_kind: Mapping[str, Sequence[Finding]]) -> tuple[list[Finding], float]:
    """All ways to spare each other together, for every pair that has figures for each of them."""
    parts_by_pair: dict[Pair, dict[str, Any]] = {}
    for kind in PARTS:
        for finding in by_kind[kind]:
            parts_by_pair.setdefault((finding.one, finding.two), {})[kind] = finding.figures
    sums = {
        pair: sum(part["score"] for part in parts.values())
        for pair, parts in parts_by_pair.items()
        if len(parts) == len(PARTS)
    }
    root = math.sqrt(len(PARTS))
    width = max(root, root * _width([score / root for score in sums.values()]))
    return [
        Finding(*pair, SPARE, tail(score / width), {"score": score / width, "parts": parts_by_pair[pair]})
        for pair, score in sums.items()
    ], width


def deviation(done: float, came: float, expected: float, variance: float) -> float:
    """How many standard deviations a count is off: the signed root of its log-likelihood ratio.

    If the expected rate itself is based on few decisions, the count weighs less.
    """
    rate, difference = expected / came, done - expected
    weight = came / max(1.0, variance / (came * rate * (1 - rate)))
    observed = (done - math.copysign(min(0.5, abs(difference)), difference)) / came
    divergence = sum(
        part * math.log(part / usual)
        for part, usual in ((observed, rate), (1 - observed, 1 - rate))
        if part > 0
    )
    return math.copysign(math.sqrt(max(0.0, 2 * weight * divergence)), difference)


def _add_moment(
    statistics: HandStatistics, moment: str, sums: dict[Pair, list[float]], excluded: set[Pair]
) -> None:
    """Add each pair's observed count, decisions, expected count and variance for one kind of decision."""
    by_player: dict[Player, list[int]] = {}
    by_opponent: dict[Player, list[int]] = {}
    counts = [(one, two, n, k) for (one, two, kind), (n, k) in statistics.decisions.items() if kind == moment]
    for one, two, n, k in counts:
        is_included = (min(one, two), max(one, two)) not in excluded
        for totals, player in ((by_player, one), (by_opponent, two)):
            count = totals.setdefault(player, [0, 0])
            count[0] += n * is_included
            count[1] += k * is_included
    came, done = sum(count[0] for count in by_player.values()), sum(count[1] for count in by_player.values())
    if not came:
        return
    usual = (done + 0.5) / (came + 1)
    for one, two, n, k in counts:
        pair = (min(one, two), max(one, two))
        own_n, own_k = (0, 0) if pair in excluded else (n, k)
        player_rate = _other_rate(by_player[one], own_n, own_k, usual)
        opponent_rate = _other_rate(by_opponent[two], own_n, own_k, usual)
        odds = _odds(player_rate) * _odds(opponent_rate) / _odds(usual)
        rate = odds / (1 + odds)
        # The two rates themselves are estimates.
        uncertainty = 1 + n / (by_player[one][0] - own_n + PRIOR) + n / (by_opponent[two][0] - own_n + PRIOR)
        if moment == JOIN:
            uncertainty *= 2  # a hand that both entered counts once for each player
        total = sums.setdefault(pair, [0.0, 0.0, 0.0, 0.0])
        for index, value in enumerate((k, n, n * rate, n * rate * (1 - rate) * uncertainty)):
            total[index] += value


def _other_rate(count: Sequence[int], n: int, k: int, usual: float) -> float:
    """The rate of the choice in all other decisions, with the average rate as a prior."""
    return (count[1] - k + PRIOR * usual) / (count[0] - n + PRIOR)


def _odds(share: float) -> float:
    return share / (1 - share)


def _width(scores: Sequence[float]) -> float:
    """The spread of honest scores: of the middle half of all pairs, and of the side without cheating."""
    if len(scores) < 20:
        return 1.0
    lowest, low, middle, high = np.percentile(np.array(scores), [5, 25, 50, 75])
    return max(1.0, float(high - low) / 1.349, float(middle - lowest) / 1.645)


# --- how even decision times are


def find_even_decision_times(statistics: HandStatistics, limits: Thresholds) -> tuple[list[Finding], int]:
    """Players whose decision times are too even for a person, and how many players were compared."""
    evenness = {
        player: (
            math.log(max(0.02, (quantile(steps, 0.95) - quantile(steps, 0.5)) / STEPS_PER_UNIT)),
            sum(steps),
        )
        for player, steps in statistics.decision_times.items()
        if sum(steps) >= limits.decisions
    }
    if len(evenness) < 10:
        return [], len(evenness)
    values = np.array([value for value, _count in evenness.values()])
    middle = float(np.median(values))
    width = max(0.12, float(np.median(np.abs(values - middle))) * 1.4826)
    findings = []
    for player, (value, count) in evenness.items():
        score = (middle - value) / width
        if score >= limits.even:
            figures = {"decisions": count, "even": math.exp(value), "usual": math.exp(middle), "score": score}
            findings.append(Finding(player, 0, PACE, tail(score), figures))
    return findings, len(evenness)


def quantile(steps: Sequence[int], part: float) -> float:
    """The quantile of a distribution of decision times, in steps."""
    target, passed = part * sum(steps), 0
    for step in range(STEPS):
        if passed + steps[step] >= target and steps[step]:
            return step + (target - passed) / steps[step]
        passed += steps[step]
    return float(STEPS)
