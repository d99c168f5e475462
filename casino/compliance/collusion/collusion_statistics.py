"""What stands out beyond chance. Nothing here knows of a database, of cases or of people: figures go in, findings come out.

Two players are compared with themselves: what one of them does against the other, beside what he does against everybody else and what
everybody else does against that other one. Money is compared with a permutation: were the winner of each lost pot drawn among all who
were dealt in, each as often as he wins from others, so much would go one way once in so many houses. Its tail is found without a single
draw, from the cumulants of that permutation (Lugannani and Rice). How wide chance really is, is measured on all pairs of the house
together, and the number of pairs that are looked at is paid for (Benjamini and Hochberg).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from msgspec import Struct

from casino.compliance.collusion.hand_statistics import FINE, Book
from casino.compliance.collusion.hands import JOIN, STEPS, Player

Pair = tuple[Player, Player]
# What is watched: the moments of it, and whether more of it than with others is remarkable, or less.
WATCHED: Final[Mapping[str, tuple[tuple[str, ...], int]]] = {
    "soft": (("lead-1", "lead-2", "lead-3", "press-1", "press-2", "press-3"), -1),
    "yield": (("yield-pre-1", "yield-pre-2", "yield-post", "yield-alone"), 1),
    "squeeze": (("squeeze-pre-1", "squeeze-pre-2", "squeeze-post"), 1),
    "apart": ((JOIN,), -1),
}
FLOW, PACE, SPARE = "flow", "pace", "spare"
# Ways to spare each other that are small each, and large together.
PARTS: Final = ("soft", "yield", "apart")
KINDS: Final = len(WATCHED) + 2
UNREMARKABLE = 2.0  # deviations of a sum that nobody need look at more closely
PRIOR = 20  # decisions' worth of the house's habit that everybody's own habit begins with


class Limits(Struct, frozen=True):
    """From where on something is a finding: tuned on seeds of their own, and published with what they find."""

    hands: int = 100  # that two must have been dealt together
    false: float = 0.02  # how many of the findings may be chance
    sure: float = 0.0001  # the same, of those whose partner is left out of their habits
    flow: float = 40.0  # minimum bets beyond what chance explains
    gap: float = 0.08  # between what is done against one and what was to be expected
    decisions: int = 300  # before anything is said about somebody's pace
    even: float = 3.3  # robust deviations by which a pace must be more even than people's


class Finding(Struct, frozen=True):
    """One thing that stands out: of a pair, or of one player (then `two` is 0)."""

    one: Player
    two: Player
    kind: str
    chance: float  # how likely chance alone is, as a share
    said: dict[str, Any]


class Weighed(Struct, frozen=True):
    hands: int
    pairs: int
    people: int
    findings: list[Finding]
    widths: dict[str, float]


def weigh(book: Book, limits: Limits) -> Weighed:
    shared = dealt_together(book)
    looked = {pair for pair, hands in shared.items() if hands >= limits.hands}
    money = flows(book, looked, limits)
    # What somebody does with a partner is no habit: whoever stands out most is left out of what the others are compared with.
    first, _widths = _asked(book, looked, set())
    sure = discoveries([*first, *money], KINDS * len(looked), limits.sure)
    known = {(each.one, each.two) for each in sure if large(each, limits)}
    again, widths = _asked(book, looked, known)
    kept = discoveries([*again, *money], KINDS * len(looked), limits.false)
    # What one of its parts says by itself is not said twice.
    told = {(each.one, each.two) for each in kept if each.kind in PARTS and large(each, limits)}
    kept = [each for each in kept if each.kind != SPARE or (each.one, each.two) not in told]
    even, watched = paces(book, limits)
    findings = [each for each in kept if large(each, limits)] + even
    return Weighed(len(book.hands), len(looked), watched, findings, widths)


def _asked(book: Book, looked: set[Pair], known: set[Pair]) -> tuple[list[Finding], dict[str, float]]:
    """Whatever is asked of every pair's decisions, and how wide chance is in each."""
    by_kind: dict[str, list[Finding]] = {}
    widths: dict[str, float] = {}
    for kind, (moments, sign) in WATCHED.items():
        by_kind[kind], widths[kind] = compared(book, kind, moments, sign, looked, known)
    by_kind[SPARE], widths[SPARE] = spared(by_kind)
    return [each for found in by_kind.values() for each in found], widths


def large(finding: Finding, limits: Limits) -> bool:
    """Whether it matters besides being unlikely."""
    if finding.kind == FLOW:
        return bool(finding.said["beyond"] >= limits.flow)
    if finding.kind == SPARE:
        return any(
            abs(part["rate"] - part["expected"]) >= limits.gap for part in finding.said["parts"].values()
        )
    return bool(abs(finding.said["rate"] - finding.said["expected"]) >= limits.gap)


def dealt_together(book: Book) -> dict[Pair, int]:
    found: dict[Pair, int] = {}
    for hand in book.hands:
        players = sorted(hand.players)
        for place, one in enumerate(players):
            for two in players[place + 1 :]:
                found[one, two] = found.get((one, two), 0) + 1
    return found


def discoveries(asked: Sequence[Finding], tests: int, false: float) -> list[Finding]:
    """Those of which no more than that share is chance, however many were looked at."""
    ranked = sorted(asked, key=lambda each: each.chance)
    last = 0
    for rank, each in enumerate(ranked, 1):
        if each.chance <= false * rank / max(tests, 1):
            last = rank
    return ranked[:last]


# --- what is decided against one and not against others


def compared(
    book: Book, kind: str, moments: Sequence[str], sign: int, looked: set[Pair], known: set[Pair]
) -> tuple[list[Finding], float]:
    """Every pair that was looked at with its deviation, and how wide chance is among all of them."""
    sums: dict[Pair, list[float]] = {}
    for moment in moments:
        _add_moment(book, moment, sums, known)
    scored = {
        pair: sign * deviation(done, came, expected, variance)
        for pair, (done, came, expected, variance) in sums.items()
        if pair in looked and variance > 0
    }
    width = _width(list(scored.values()))
    found = []
    for pair, score in scored.items():
        done, came, expected, _variance = sums[pair]
        said = {
            "done": int(done),
            "came": int(came),
            "rate": done / came,
            "expected": expected / came,
            "score": score / width,
        }
        found.append(Finding(*pair, kind, tail(score / width), said))
    return found, width


def spared(by_kind: Mapping[str, Sequence[Finding]]) -> tuple[list[Finding], float]:
    """All ways to spare each other taken together, for every pair for which each of them came about."""
    parts: dict[Pair, dict[str, Any]] = {}
    for kind in PARTS:
        for each in by_kind[kind]:
            parts.setdefault((each.one, each.two), {})[kind] = each.said
    sums = {
        pair: sum(part["score"] for part in found.values())
        for pair, found in parts.items()
        if len(found) == len(PARTS)
    }
    width = max(
        math.sqrt(len(PARTS)),
        math.sqrt(len(PARTS)) * _width([score / math.sqrt(len(PARTS)) for score in sums.values()]),
    )
    return [
        Finding(*pair, SPARE, tail(score / width), {"score": score / width, "parts": parts[pair]})
        for pair, score in sums.items()
    ], width


def deviation(done: float, came: float, expected: float, variance: float) -> float:
    """How many deviations a count is off: the signed root of what it says against the share that was to be expected.

    Where the share itself is known from few decisions only, the count weighs as if there had been fewer.
    """
    share, off = expected / came, done - expected
    weight = came / max(1.0, variance / (came * share * (1 - share)))
    reached = (done - math.copysign(min(0.5, abs(off)), off)) / came
    said = sum(
        part * math.log(part / usual)
        for part, usual in ((reached, share), (1 - reached, 1 - share))
        if part > 0
    )
    return math.copysign(math.sqrt(max(0.0, 2 * weight * said)), off)


def _add_moment(book: Book, moment: str, sums: dict[Pair, list[float]], known: set[Pair]) -> None:
    mine: dict[Player, list[int]] = {}
    against: dict[Player, list[int]] = {}
    here = [(one, two, n, k) for (one, two, which), (n, k) in book.decisions.items() if which == moment]
    for one, two, n, k in here:
        counts = (min(one, two), max(one, two)) not in known
        for side, who in ((mine, one), (against, two)):
            count = side.setdefault(who, [0, 0])
            count[0] += n * counts
            count[1] += k * counts
    came, done = sum(count[0] for count in mine.values()), sum(count[1] for count in mine.values())
    if not came:
        return
    usual = (done + 0.5) / (came + 1)
    for one, two, n, k in here:
        within = (min(one, two), max(one, two)) not in known
        own = _habit(mine[one], n * within, k * within, usual)
        met = _habit(against[two], n * within, k * within, usual)
        odds = _odds(own) * _odds(met) / _odds(usual)
        rate = odds / (1 + odds)
        # The habits themselves are known from so many decisions only.
        unsure = 1 + n / (mine[one][0] - n * within + PRIOR) + n / (against[two][0] - n * within + PRIOR)
        if moment == JOIN:
            unsure *= 2  # that both entered is counted from either side
        total = sums.setdefault((min(one, two), max(one, two)), [0.0, 0.0, 0.0, 0.0])
        for place, more in enumerate((k, n, n * rate, n * rate * (1 - rate) * unsure)):
            total[place] += more


def _habit(count: Sequence[int], n: int, k: int, usual: float) -> float:
    """How often it is done in all other cases, beginning with how often everybody does it."""
    return (count[1] - k + PRIOR * usual) / (count[0] - n + PRIOR)


def _odds(share: float) -> float:
    return share / (1 - share)


def _width(scores: Sequence[float]) -> float:
    """How far honest scores reach: measured in the middle half of all pairs, and on the side on which nobody cheats."""
    if len(scores) < 20:
        return 1.0
    far, low, middle, high = np.percentile(np.array(scores), [5, 25, 50, 75])
    return max(1.0, float(high - low) / 1.349, float(middle - far) / 1.645)


def tail(score: float) -> float:
    return 0.5 * math.erfc(score / math.sqrt(2))


# --- who loses to whom


def flows(book: Book, looked: set[Pair], limits: Limits) -> list[Finding]:
    """Money that went from one to the other beyond what a permutation of the winners would bring about."""
    lost = _losses(book)
    if lost is None:
        return []
    order, low, sign, chips, won, share = lost
    found = []
    starts = np.flatnonzero(np.r_[True, np.any(order[1:] != order[:-1], axis=1)])
    ends = np.r_[starts[1:], len(order)]
    for start, end in zip(starts, ends, strict=True):
        pair = (int(order[start, 0]), int(order[start, 1]))
        if pair not in looked:
            continue
        here = slice(start, end)
        c, q, s = chips[here], share[here], sign[here]
        went, usual = float(np.sum(s * won[here])), float(np.sum(s * q * c))
        way = 1 if went >= usual else -1
        wide = math.sqrt(float(np.sum(q * (1 - q) * c * c)))
        if way * (went - usual) < max(limits.flow, UNREMARKABLE * wide):
            continue
        chance = tail_of_permutation(way * s * c, q, way * went)
        giver, taker = pair if way > 0 else pair[::-1]
        said = {
            "giver": giver,
            "taker": taker,
            "beyond": way * (went - usual),
            "went": way * went,
            "hands": int(np.sum(won[here] > 0)),
        }
        found.append(Finding(*pair, FLOW, min(1.0, 2 * chance), said))
    return found


def _losses(book: Book) -> Any:
    """Every loss beside everybody who might have won it: the pair, the way, the chips, what that one won of it, and how likely."""
    rows: list[tuple[int, int, int, float, float]] = []
    for number, hand in enumerate(book.hands):
        wins = sum(net for net in hand.nets if net > 0)
        if len(hand.players) < 3 or not wins:
            continue  # of two, one always wins from the other
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
    weight = _takes(loser_id, winner_id, won)
    group = _together(hand_number, loser_id)
    share = weight / np.bincount(group, weights=weight)[group]
    low, high = np.minimum(loser_id, winner_id), np.maximum(loser_id, winner_id)
    by_pair = np.lexsort((high, low))
    order = np.stack([low, high], axis=1)[by_pair]
    sign = np.where(loser_id == low, 1.0, -1.0)[by_pair]
    return order, low, sign, chips[by_pair], won[by_pair], share[by_pair]


def _takes(loser: Any, other: Any, won: Any) -> Any:
    """How much each usually wins of a loss that he is present at, this loser's losses left out."""
    who, both = np.unique(other, return_inverse=True)[1], _together(loser, other)
    taken, present = np.bincount(who, weights=won), np.bincount(who)
    from_one, beside = np.bincount(both, weights=won), np.bincount(both)
    usual = won.sum() / len(won)
    return (taken[who] - from_one[both] + 200 * usual) / (present[who] - beside[both] + 200)


def _together(first: Any, second: Any) -> Any:
    """A number for each two that stand beside each other, the same for the same two."""
    one, two = np.unique(first, return_inverse=True)[1], np.unique(second, return_inverse=True)[1]
    return np.unique(one * (int(two.max()) + 1) + two, return_inverse=True)[1]


def tail_of_permutation(chips: Any, share: Any, reached: float) -> float:
    """How likely a sum of that many chips or more is, where each comes with its share of likelihood and else not at all."""
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


# --- how evenly somebody decides


def paces(book: Book, limits: Limits) -> tuple[list[Finding], int]:
    """Whose decisions take so evenly long that no other person's do; beside all who decided often enough."""
    evenness = {
        player: (math.log(max(0.02, (quantile(steps, 0.95) - quantile(steps, 0.5)) / FINE)), sum(steps))
        for player, steps in book.paces.items()
        if sum(steps) >= limits.decisions
    }
    if len(evenness) < 10:
        return [], len(evenness)
    values = np.array([value for value, _count in evenness.values()])
    middle = float(np.median(values))
    width = max(0.12, float(np.median(np.abs(values - middle))) * 1.4826)
    found = []
    for player, (value, count) in evenness.items():
        score = (middle - value) / width
        if score >= limits.even:
            said = {"decisions": count, "even": math.exp(value), "usual": math.exp(middle), "score": score}
            found.append(Finding(player, 0, PACE, tail(score), said))
    return found, len(evenness)


def quantile(steps: Sequence[int], part: float) -> float:
    """Where that part of the decisions is over, in steps."""
    wanted, passed = part * sum(steps), 0
    for step in range(STEPS):
        if passed + steps[step] >= wanted and steps[step]:
            return step + (wanted - passed) / steps[step]
        passed += steps[step]
    return float(STEPS)
