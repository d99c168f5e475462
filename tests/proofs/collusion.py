"""Measure the collusion analysis: how many planted rings and programs it detects among honest players.

    python -m tests.proofs.collusion --ponds 16 --seed kept-apart

prints the detections and the false reports. A pair counts if both were dealt into at least as many hands
together as the analysis requires.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable

from msgspec import Struct

from casino.compliance.collusion.collusion_statistics import AnalysisResult, analyse, shared_hand_counts
from casino.compliance.collusion.findings import PACE, Finding, Thresholds
from casino.compliance.collusion.hand_statistics import HandStatistics, empty_statistics
from tests.proofs.colluders import HANDS, KINDS, Played, pond

RECALL, FALSE = 0.95, 0.005


class Score(Struct):
    """The truth about all players, and what was detected."""

    seen: AnalysisResult
    rings: dict[tuple[int, int], str]
    bots: set[int]
    honest: int
    people: int

    @property
    def pairs(self) -> dict[tuple[int, int], list[Finding]]:
        by_pair: dict[tuple[int, int], list[Finding]] = {}
        for finding in self.seen.findings:
            if finding.kind != PACE:
                by_pair.setdefault((finding.one, finding.two), []).append(finding)
        return by_pair

    @property
    def programs(self) -> set[int]:
        return {finding.one for finding in self.seen.findings if finding.kind == PACE}

    def recall(self, kind: str = "") -> tuple[int, int]:
        wanted = [pair for pair, which in self.rings.items() if not kind or which == kind]
        return sum(pair in self.pairs for pair in wanted), len(wanted)

    def false(self) -> tuple[int, int]:
        return len(set(self.pairs) - set(self.rings)), self.honest

    def report_lines(self) -> Iterable[str]:
        yield f"{self.seen.hands} hands, {self.seen.pairs} pairs looked at, {self.people} players"
        for kind in KINDS:
            yield line(kind, *self.recall(kind))
        yield line("rings' pairs found (recall)", *self.recall())
        yield line("honest pairs flagged", *self.false())
        right, flagged = self.recall()[0], len(self.pairs)
        yield line("flagged pairs that are rings (precision)", right, flagged)
        yield line("programs found", len(self.programs & self.bots), len(self.bots))
        yield line("people taken for programs", len(self.programs - self.bots), self.people - len(self.bots))


def line(what: str, part: int, whole: int) -> str:
    return f"{what:42} {part:6} of {whole:6}  {100 * part / max(1, whole):6.2f} %"


def scored(ponds: Iterable[Played], limits: Thresholds | None = None) -> Score:
    limits = limits or Thresholds()
    statistics: HandStatistics = empty_statistics()
    rings: dict[tuple[int, int], str] = {}
    bots: set[int] = set()
    for number, played in enumerate(ponds):
        for day, table, hand in played.hands:
            statistics.add_hand(100 * number + day, table, hand)
        rings |= played.rings
        bots |= played.bots
    return judged(statistics, rings, bots, limits)


def judged(
    statistics: HandStatistics, rings: dict[tuple[int, int], str], bots: set[int], limits: Thresholds
) -> Score:
    shared = shared_hand_counts(statistics)
    looked = {pair for pair, hands in shared.items() if hands >= limits.hands}
    people = {player for hand in statistics.hands for player in hand.players}
    rings = {pair: kind for pair, kind in rings.items() if pair in looked}
    return Score(analyse(statistics, limits), rings, bots, len(looked - set(rings)), len(people))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ponds", type=int, default=16, help="of 36 players each")
    parser.add_argument("--hands", type=int, default=HANDS, help="that everybody plays")
    parser.add_argument("--seed", default="kept-apart")
    options = parser.parse_args()
    began = time.monotonic()
    score = scored(
        pond(f"{options.seed}-{number}", hands=options.hands, first=1000 * number)
        for number in range(options.ponds)
    )
    print(
        f"seed {options.seed}, {options.ponds} ponds, {options.hands} hands for everybody, "
        f"{time.monotonic() - began:.0f} s"
    )
    print("\n".join(score.report_lines()))
    (detected, rings), (wrong, honest) = score.recall(), score.false()
    return 0 if detected >= RECALL * rings and wrong <= FALSE * honest else 1


if __name__ == "__main__":
    sys.exit(main())
