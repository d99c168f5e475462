"""What the house offers for money, and what theory says of it before a single day is counted.

Of each game and table: the returns that its bets are expected to have, and after how many rounds of one bet a
deviation of one percentage point would be found. Both follow from the rules and the setting alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from casino.compliance.reading import rows
from casino.compliance.rtp_monitoring.sequential_analysis import expected_rounds_to_detect
from casino.compliance.rtp_monitoring.theory import BetTheory, is_between_players
from games.catalogue import GAMES
from games.rulebook.house_edges import case_digest, case_of

LEAN = 0.01  # one percentage point
# Each table that may be played at, with its rules in force and the theory of its bets, if it was computed.
OFFERED = """
SELECT t.id, t.system, s.data AS setting, r.id AS sheet, r.digest, r.data AS rules
FROM games_table AS t JOIN games_tablesetting AS s ON s.id = t.setting_id
JOIN games_rulesheet AS r ON r.system = t.system AND r.status = 'in-force'
WHERE t.currency = 'EUR' AND t.status <> 'closed' ORDER BY t.id
"""
THEORIES = 'SELECT system, digest, "case", data FROM rtp_monitoring_theory'
# What ended today is counted tomorrow. Test accounts are left out here too.
TODAY = """
SELECT t.system, count(DISTINCT r.id) AS rounds, sum(s.staked)::bigint AS staked,
       sum(s.back + s.prize - s.commission)::bigint AS returned
FROM games_stake AS s JOIN games_round AS r ON r.id = s.round_id AND r.status = 'ended'
JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR'
JOIN players_player AS p ON p.id = s.player_id AND NOT p.testing
WHERE s.at >= %(since)s GROUP BY t.system ORDER BY t.system
"""


class Offer(Struct, frozen=True):
    """The bets of a game or table: the lowest and the highest expected return, the fewest and the most rounds
    until a deviation is found. Without figures, theory has not been computed, or there is none.
    """

    system: str
    returns: tuple[float, float] | None = None
    rounds: tuple[int, int] | None = None

    @property
    def has_theory(self) -> bool:
        return not is_between_players(self.system)


def offers() -> dict[str, Offer]:
    """By scope: of each game and each table that the house offers for money."""
    theories = {(row["system"], row["digest"], row["case"]): row["data"] for row in rows(THEORIES)}
    by_scope: dict[str, list[Offer]] = defaultdict(list)
    for row in rows(OFFERED):
        offer = _offer(row, theories)
        by_scope[f"game:{row['system']}"].append(offer)
        by_scope[f"table:{row['id']}"].append(offer)
    return {scope: _together(found) for scope, found in by_scope.items()}


def _offer(row: dict[str, Any], theories: dict[tuple[str, str, str], str]) -> Offer:
    system = row["system"]
    odds = GAMES[system].odds
    if odds.outcomes is not None:
        return _offer_of_outcomes(system, row["rules"], row["setting"])
    if odds.decided is None:
        return Offer(system)
    setting = msgspec.json.decode(row["setting"], type=GAMES[system].engine.setting_type)
    data = theories.get((system, row["digest"], case_digest(case_of(system, setting))))
    if data is None:  # it may take minutes: the worker computes it with the first round
        return Offer(system)
    bets = msgspec.json.decode(data, type=tuple[BetTheory, ...])
    return _of_moments(system, [(bet.returned, bet.variance) for bet in bets if bet.bet == odds.decided.main])


@lru_cache(maxsize=128)
def _offer_of_outcomes(system: str, rules: str, setting: str) -> Offer:
    engine, odds = GAMES[system].engine, GAMES[system].odds
    spreads = odds.spreads(
        msgspec.json.decode(rules, type=engine.sheet_type),
        msgspec.json.decode(setting, type=engine.setting_type),
    )
    return _of_moments(system, [(float(bet.returned), float(bet.variance)) for bet in spreads])


def _of_moments(system: str, moments: list[tuple[float, float]]) -> Offer:
    if not moments:
        return Offer(system)
    returns = [returned for returned, _variance in moments]
    rounds = [expected_rounds_to_detect(LEAN, variance) for _returned, variance in moments]
    return Offer(system, (min(returns), max(returns)), (min(rounds), max(rounds)))


def _together(found: Iterable[Offer]) -> Offer:
    """The offers of several tables as one."""
    several = list(found)
    returns = [share for offer in several for share in offer.returns or ()]
    rounds = [count for offer in several for count in offer.rounds or ()]
    return Offer(
        several[0].system,
        (min(returns), max(returns)) if returns else None,
        (min(rounds), max(rounds)) if rounds else None,
    )
