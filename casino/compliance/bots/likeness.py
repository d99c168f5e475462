"""Accounts that play as one: how far two are apart, measured by how far each is from itself.

A program that imitates a person well has no sign of its own. Where it plays under several accounts, they are
as alike as two parts of the play of one account, in times, decisions and amounts at once, and they begin to
play at the same times, because one hand starts them. Friends begin together and play differently; among
thousands some strangers play alike and begin at other times. So both are asked for.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from casino.compliance.bots import play
from casino.compliance.bots.packed import Decisions
from casino.compliance.bots.signs import AHEAD, LEAST_PLAYERS, excess

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
PARTS: Final = 8  # of one account's play, to see how much it changes by itself
ROWS: Final = 64  # accounts that are compared with all others at a time
QUANTILES: Final = (0.1, 0.25, 0.5, 0.75, 0.9)
OTHERS: Final = 0.4  # the weight of what is usual in how much a player changes
LEAST_CHANGE: Final = 0.01
APART: Final = 3600 * 100  # hundredths of a second after which play begins anew
NEAR: Final = 5 * 60 * 100  # within which two begin together
# Tuned on other seeds than those of `python -m tests.proofs.bots`, which draws fresh ones.
LEAST_EVIDENCE: Final = 6.0
MOST_EVIDENCE: Final = 12.0  # beyond it the figures of strangers say no more
LEAST_TOGETHER: Final = 2
LEAST_SUM: Final = 19.0  # of the evidence and of how unlikely it is that they began together by chance
NEEDED: Final = 0.85  # of the figures that must be known of a player


class Profile(Struct, frozen=True):
    """The figures of a player's play, and how those of each part of it differ from them."""

    values: Floats
    changes: Floats
    begins: NDArray[np.int64]  # when stretches of play begin, in hundredths of a second


class Pair(Struct, frozen=True):
    one: int
    two: int
    evidence: float  # the logarithm of how many times as likely it is that one played both
    together: int  # how often both began within minutes
    begins: int  # how often the one began who began less often

    def other(self, player: int) -> int:
        return self.two if player == self.one else self.one


def profile(decisions: Decisions, at: NDArray[np.int64]) -> Profile:
    """The decisions are in the order of time."""
    logs = excess(decisions["took"].astype(np.float64))
    pieces = zip(np.array_split(decisions, PARTS), np.array_split(logs, PARTS), strict=True)
    parts = np.array([_figures(part, times) for part, times in pieces])
    begins = at[np.concatenate(([True], np.diff(at) >= APART))]
    return Profile(_figures(decisions, logs), parts - _mean_known(parts), begins)


def begun_together(one: Profile, two: Profile) -> tuple[int, int]:
    """How often the player who began less often did so within minutes of the other, and how often at all."""
    few, many = sorted((one.begins, two.begins), key=len)
    places = np.searchsorted(many, few)
    before = few - many[np.maximum(places - 1, 0)]
    after = many[np.minimum(places, len(many) - 1)] - few
    nearest = np.minimum(np.where(before >= 0, before, NEAR + 1), np.where(after >= 0, after, NEAR + 1))
    return int((nearest <= NEAR).sum()), len(few)


def _mean_known(parts: Floats) -> Floats:
    known = ~np.isnan(parts)
    result: Floats = np.where(known, parts, 0.0).sum(axis=0) / np.maximum(known.sum(axis=0), 1)
    return result


def _figures(decisions: Decisions, logs: Floats) -> Floats:
    situation, choice = decisions["situation"], decisions["choice"]
    street, facing = situation & 3, situation >> 2 & 3
    later, owes = street > 0, facing > play.NOTHING
    thought = decisions["took"] > AHEAD
    folded, raised = choice == play.FOLD, choice >= play.ALL_IN
    chosen = raised & (choice != play.ALL_IN)
    quick = np.quantile(decisions["took"][thought], [0.02, 0.1]) if thought.sum() > 50 else [np.nan] * 2
    figures = [_share(~thought, folded), *np.log(quick)]
    for kind in (~later & folded, ~later & ~folded, later & ~owes, later & owes):
        figures += _quantiles(logs, thought & kind)
    for faced in (play.BET, play.RAISE):
        figures += [_share(folded, ~later & (facing == faced)), _share(raised, ~later & (facing == faced))]
    figures += [_share(raised, later & ~owes), _share(folded, later & owes), _share(raised, later & owes)]
    figures += [_share(choice == play.OFFERED, chosen), _share(choice == play.ODD, chosen)]
    sizes = np.log(np.maximum(decisions["share"], 50).astype(np.float64))[chosen & later]
    figures += [sizes.mean() if len(sizes) >= 4 else np.nan]
    return np.array(figures)


def _quantiles(values: Floats, where: Mask) -> list[float]:
    if where.sum() < 5:
        return [np.nan] * len(QUANTILES)
    return [float(one) for one in np.quantile(values[where], QUANTILES)]


def _share(done: Mask, where: Mask) -> float:
    """As an angle, so that a share changes as much by chance when it is small as when it is large."""
    came = where.sum()
    return float(np.arcsin(np.sqrt(done[where].sum() / came))) if came >= 4 else np.nan


def unlikely(one: Profile, two: Profile, together: int) -> float:
    """How unlikely so many common beginnings are if each begins at any time: a logarithm (Poisson)."""
    since = min(one.begins[0], two.begins[0])
    span = max(one.begins[-1], two.begins[-1]) - since + APART
    expected = len(one.begins) * len(two.begins) * 2 * NEAR / span
    fewer = math.fsum(expected**number / math.factorial(number) for number in range(together))
    chance = max(1e-12, 1 - math.exp(-expected) * fewer)
    return -math.log(chance)


def alike(profiles: Mapping[int, Profile]) -> Iterator[Pair]:
    """The pairs that play alike and begin together. None while too few have played."""
    known = {player: one for player, one in profiles.items() if np.isfinite(one.values).mean() >= NEEDED}
    if len(known) < LEAST_PLAYERS:
        return
    players = np.array(sorted(known))
    points, errors = measured_by_change([known[player] for player in players])
    people = np.maximum(points.var(axis=0) - errors.mean(axis=0), 1e-3)
    for first in range(0, len(players), ROWS):
        some = slice(first, first + ROWS)
        shared = (errors[some, None] + errors[None]) / 2
        apart = points[some, None] - points[None]
        evidence = (_log_density(apart, 2 * shared) - _log_density(apart, 2 * (people + shared))).sum(axis=2)
        for row, column in np.argwhere(evidence >= LEAST_EVIDENCE):
            if first + row < column:
                one, two = int(players[first + row]), int(players[column])
                together, begins = begun_together(known[one], known[two])
                strength = min(MOST_EVIDENCE, float(evidence[row, column]))
                strength += unlikely(known[one], known[two], together)
                if together >= LEAST_TOGETHER and strength >= LEAST_SUM:
                    yield Pair(one, two, float(evidence[row, column]), together, begins)


def _log_density(values: Floats, variances: Floats) -> Floats:
    result: Floats = -0.5 * (values**2 / variances + np.log(variances))
    return result


def measured_by_change(profiles: Sequence[Profile]) -> tuple[Floats, Floats]:
    """The figures along axes on which changes are independent, and how much those of each player change.

    Figures that change together count together. A player's own changes are few, so everybody's count as well.
    """
    values = np.array([one.values for one in profiles])
    changes = np.nan_to_num(np.array([one.changes for one in profiles]))
    every = changes.reshape(-1, values.shape[1])
    sizes = np.sqrt((every**2).mean(axis=0)) + 1e-4
    _, axes = np.linalg.eigh(every.T @ every / len(every) / np.outer(sizes, sizes))
    turned = (changes / sizes) @ axes
    # Of the mean of all parts, from how the parts differ.
    own = (turned**2).sum(axis=1) / (PARTS - 1) / PARTS
    usual = np.median(own, axis=0)
    scaled = np.nan_to_num((values - np.nanmedian(values, axis=0)) / sizes)
    return scaled @ axes, (1 - OTHERS) * own + OTHERS * usual + LEAST_CHANGE
