"""The signs of a program, each a figure that an officer can read. Pure functions over decisions.

Each sign is compared with everybody else's: how many usual deviations it lies on the side of a program. A
screen reader, a keyboard or typed words change how long each decision takes, so no sign looks at that, only
at how the times differ from each other. What counts is the sum.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from casino.compliance.bots import play
from casino.compliance.bots.packed import Decisions

Floats = NDArray[np.float64]
LEAST_DECISIONS: Final = 500
LEAST_PLAYERS: Final = 30  # with fewer nobody knows what is usual
AHEAD: Final = 25  # hundredths of a second: an answer that was chosen before the turn
REST: Final = 4 * 60 * 100  # hundredths of a second without a decision
BLOCK: Final = 20  # decisions whose times are averaged to see slow changes
STAY: Final = 75  # decisions over which the readiness to play is counted


class Figures(Struct, frozen=True):
    """What was measured of one player. None is unknown: too little of it was seen."""

    decisions: int
    skew: float | None  # how much longer the slow times reach than the quick ones
    drift: float | None  # variance of averages of twenty times, over that of independent ones
    weighing: float | None  # how many times longer a raise takes to answer than a free check
    surprise: float | None  # how many times longer a rare situation takes than the others of its kind
    rest: float  # the longest stretch without a rest, in hours
    mood: float | None  # variance of the readiness to play from stay to stay, over that of chance


# By sign: on which side of the usual a program lies, and how much it counts.
SIGNS: Final[Mapping[str, float]] = {
    "drift": -2.0, "surprise": -1.0, "skew": -0.25, "weighing": -0.25, "rest": 0.25, "mood": -0.25
}  # fmt: skip
MOST = 5.0  # that one sign may say


def measure(decisions: Decisions, at: NDArray[np.int64]) -> Figures:
    """`at` are the moments of the decisions, in hundredths of a second."""
    order = np.argsort(at, kind="stable")
    decisions, at = decisions[order], at[order]
    thought = decisions["took"] > AHEAD
    own, when = decisions[thought], at[thought]
    logs = excess(own["took"].astype(np.float64))
    street, facing = own["situation"] & 3, own["situation"] >> 2 & 3
    raised = (own["choice"] >= play.ALL_IN) * 16  # an amount has to be chosen, and may have to be typed
    residuals = logs - usual_times(logs, street | facing << 2 | raised)
    without_size = logs - usual_times(logs, street | (facing > play.NOTHING) << 2 | raised)
    return Figures(
        len(decisions),
        skew(own["took"].astype(np.float64)),
        drift(residuals, when),
        weighing(logs, own),
        surprise(without_size, own),
        longest_stretch(at),
        mood(decisions, at),
    )


def excess(took: Floats) -> Floats:
    """Logarithms of the times beyond the player's own quickest: what a screen reader or typing adds to each
    decision falls out.
    """
    if not len(took):
        return took
    thought = took[took > AHEAD]
    quickest, middle = np.quantile(thought if len(thought) else took, [0.02, 0.5])
    result: Floats = np.log(np.maximum(took - quickest, max(2.0, 0.1 * (middle - quickest))))
    return result


def usual_times(logs: Floats, kinds: NDArray[np.int64]) -> Floats:
    """Of this player, for each kind of situation."""
    usual = np.full(32, np.median(logs) if len(logs) else 0.0)
    for kind in np.unique(kinds):
        mine = logs[kinds == kind]
        if len(mine) >= 8:
            usual[kind] = np.median(mine)
    result: Floats = usual[kinds]
    return result


def skew(took: Floats) -> float | None:
    if len(took) < LEAST_DECISIONS // 2:
        return None
    low, middle, high = np.quantile(took, [0.05, 0.5, 0.95])
    return math.log((high - middle + 1) / (middle - low + 1))


def drift(residuals: Floats, at: NDArray[np.int64]) -> float | None:
    """The logarithm: 0 where each time is drawn for itself."""
    if len(residuals) < 10 * BLOCK:
        return None
    ranks = np.argsort(np.argsort(residuals)) / len(residuals)  # so that single long pauses weigh little
    blocks = len(ranks) // BLOCK
    means = ranks[: blocks * BLOCK].reshape(blocks, BLOCK).mean(axis=1)
    return math.log(max(0.2, float(means.var(ddof=1)) * BLOCK / float(ranks.var(ddof=1))))


def weighing(logs: Floats, own: Decisions) -> float | None:
    facing = own["situation"] >> 2 & 3
    street = own["situation"] & 3
    hard = logs[(street > 0) & (facing >= play.BET)]
    easy = logs[(street > 0) & (facing == play.NOTHING)]
    if min(len(hard), len(easy)) < 30:
        return None
    return float(np.median(hard) - np.median(easy))


def surprise(residuals: Floats, own: Decisions) -> float | None:
    rare = (own["situation"] & play.RARE) > 0
    if rare.sum() < 12:
        return None
    return float(residuals[rare].mean() - residuals[~rare].mean())


def longest_stretch(at: NDArray[np.int64]) -> float:
    """Hours in which no rest was as long as `REST`."""
    if len(at) < 2:
        return 0.0
    ends = np.flatnonzero(np.diff(at) >= REST)
    starts = np.concatenate(([0], ends + 1))
    stops = np.concatenate((ends, [len(at) - 1]))
    return float((at[stops] - at[starts]).max()) / 360_000


def mood(decisions: Decisions, at: NDArray[np.int64]) -> float | None:
    """The logarithm: 0 where each stay has the same readiness to bet and raise, as far as chance allows."""
    stays = len(decisions) // STAY
    if stays < 8:
        return None
    ratio = 0.0
    for done in (decisions["choice"] == play.FOLD, decisions["choice"] >= play.ALL_IN):
        counts = done[: stays * STAY].reshape(stays, STAY).sum(axis=1)
        rate = counts.mean() / STAY
        usual = STAY * rate * (1 - rate)
        ratio += float(counts.var(ddof=1)) / usual if usual > 0.5 else 1.0
    return math.log(max(0.2, ratio / 2))


class Sign(Struct, frozen=True):
    value: float
    usual: float  # the middle of everybody
    score: float  # usual deviations on the side of a program; below 0 on the other side


def compare(figures: Mapping[int, Figures]) -> dict[int, dict[str, Sign]]:
    """Each player's signs. Empty while too few have played."""
    if len(figures) < LEAST_PLAYERS:
        return {}
    found: dict[int, dict[str, Sign]] = {player: {} for player in figures}
    for name, weight in SIGNS.items():
        known = {
            player: value for player, one in figures.items() if (value := getattr(one, name)) is not None
        }
        if len(known) < LEAST_PLAYERS:
            continue
        values = np.array(list(known.values()))
        middle = float(np.median(values))
        width = max(1e-3, 1.4826 * float(np.median(np.abs(values - middle))))
        for player, value in known.items():
            score = max(-MOST, min(MOST, math.copysign(1, weight) * (value - middle) / width))
            found[player][name] = Sign(value, middle, score)
    return found


def total(signs: Mapping[str, Sign]) -> float:
    return sum(abs(SIGNS[name]) * sign.score for name, sign in signs.items())
