"""What rules would have said over the whole past, before it counts: whom, how often, by which figures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

from django.db import connection
from django.utils.translation import gettext as _
from msgspec import Struct

from casino.compliance.monitoring import record
from casino.compliance.monitoring.ages import births_of, speaks_of
from casino.compliance.monitoring.expressions import RuleFault
from casino.compliance.monitoring.fold import Finding, Machine
from casino.compliance.monitoring.record import microseconds, read_past
from casino.compliance.monitoring.rules import Rule

if TYPE_CHECKING:
    from casino.compliance.monitoring.columns import Happened

EXAMPLES = 20
# From so many players on a rule that flags more than this share of them flags what is ordinary.
PLAYERS_FOR_A_SHARE = 200
LARGEST_SHARE = 10  # one in so many
# Who has ever moved money, test accounts left out.
PLAYERS = """
SELECT count(*) FROM wallet_account AS w JOIN players_player AS p ON p.id = w.player_id AND NOT p.testing
WHERE w.kind = 'wallet' AND w.currency = 'EUR' AND w.moves > 0
"""


class Example(Struct, frozen=True):
    player: int
    finding: Finding


class Replay(Struct, frozen=True):
    players: int  # who have moved money
    flagged: int
    alerts: int
    examples: list[Example]

    @property
    def refusal(self) -> str:
        """Why the rule cannot be in force; empty if it can."""
        if self.players < PLAYERS_FOR_A_SHARE or self.flagged * LARGEST_SHARE <= self.players:
            return ""
        return _(
            "It would have flagged %(flagged)s of %(players)s players, more than one in %(share)s: "
            "it flags what is ordinary."
        ) % {"flagged": self.flagged, "players": self.players, "share": LARGEST_SHARE}


def players_of_money() -> int:
    with connection.cursor() as cursor:
        cursor.execute(PLAYERS)
        players: int = cursor.fetchone()[0]
    return players


def replay(rule: Rule, until: datetime | None = None) -> Replay:
    """Folds the settled record for this rule alone."""
    return replay_rules({0: rule}, until)[0]


def replay_rules(
    rules: Mapping[int, Rule],
    until: datetime | None = None,
    *,
    still_wanted: Callable[[int], Collection[int]] | None = None,
) -> dict[int, Replay]:
    """Folds the settled record for some rules, and reads it once for all of them. Nothing is written.

    `still_wanted` is told how many players are folded, and says of which rules the result is awaited.
    """
    since, until = record.first_moment(), until or record.settled_until()
    if until is None:
        raise RuleFault(_("The database does not say how far the record is settled."))
    players = players_of_money()
    if since is None or since >= until:
        return {key: Replay(players, 0, 0, []) for key in rules}
    machines = {key: Machine(rule) for key, rule in rules.items()}
    found: dict[int, dict[int, list[Finding]]] = {key: {} for key in rules}
    done = 0
    for happened in read_past(
        since, until, events={event for rule in rules.values() for event in rule.events}
    ):
        for place, (key, machine) in enumerate(list(machines.items())):
            wanted = (
                still_wanted(done + len(happened.players) * place // len(machines))
                if still_wanted
                else machines
            )
            if key in wanted:
                found[key] |= _fold_part(machine, happened, microseconds(until))
            else:
                del machines[key]
        done += len(happened.players)
    return {key: _replay_of(rules[key], players, dict(sorted(found[key].items()))) for key in machines}


def _fold_part(machine: Machine, happened: Happened, until: int) -> dict[int, list[Finding]]:
    from casino.compliance.monitoring.columns import Crowd

    met = Crowd(machine, happened, {}).met()
    found = {
        player: machine.fold(machine.new_state(), happened.events_of(player, machine.kinds), until)
        for player in met
    }
    return {player: findings for player, findings in found.items() if findings}


def _replay_of(rule: Rule, players: int, found: dict[int, list[Finding]]) -> Replay:
    found = _spoken_of(rule, found)
    examples = [Example(player, findings[0]) for player, findings in islice(found.items(), EXAMPLES)]
    return Replay(players, len(found), sum(map(len, found.values())), examples)


def _spoken_of(rule: Rule, found: dict[int, list[Finding]]) -> dict[int, list[Finding]]:
    """Without what was found of players for whose age the rule is not."""
    if rule.ages is None:
        return found
    births = births_of(found)
    spoken = {
        player: [one for one in findings if speaks_of(rule, births.get(player), one.at)]
        for player, findings in found.items()
    }
    return {player: findings for player, findings in spoken.items() if findings}
