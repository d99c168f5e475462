"""The comparison of everybody's play at hold'em, and the findings that it adds."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

import structlog
from django.db import connection, transaction
from msgspec import Struct, to_builtins

from casino.compliance.bots import store
from casino.compliance.bots.likeness import Pair, Profile, alike, profile
from casino.compliance.bots.models import Finding
from casino.compliance.bots.signs import LEAST_DECISIONS, Figures, Sign, compare, measure, total
from players.models import Player
from players.shared import clock

log = structlog.get_logger(__name__)
LOCK = 0x1D7F
AGAIN_AFTER = timedelta(days=30)  # until the same is found again of a player
# Tuned on other seeds than those of `python -m tests.proofs.bots`, which draws fresh ones.
LEAST_TOTAL = 6.2  # usual deviations, all signs together


class Found(Struct, frozen=True):
    """What a comparison found, by player."""

    alone: dict[int, dict[str, Sign]]
    alike: dict[int, list[Pair]]

    @property
    def players(self) -> set[int]:
        return {*self.alone, *self.alike}


def search(figures: Mapping[int, Figures], profiles: Mapping[int, Profile]) -> Found:
    alone = {player: signs for player, signs in compare(figures).items() if total(signs) >= LEAST_TOTAL}
    pairs: dict[int, list[Pair]] = {}
    for pair in alike(profiles):
        for player in (pair.one, pair.two):
            pairs.setdefault(player, []).append(pair)
    return Found(alone, pairs)


def run_search() -> int | None:
    """Compares everybody and adds what is new. None if another run is at it."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        if not cursor.fetchone()[0]:
            return None
        store.forget_old_days()
        figures: dict[int, Figures] = {}
        profiles: dict[int, Profile] = {}
        for player, decisions, at in store.decisions_by_player():
            if len(decisions) >= LEAST_DECISIONS:
                figures[player] = measure(decisions, at)
                profiles[player] = profile(decisions, at)
        added = add_findings(search(figures, profiles), figures)
    log.info("search for bots finished", players=len(figures), findings=added)
    return added


def add_findings(found: Found, figures: Mapping[int, Figures]) -> int:
    """Adds each that was not found of the same player a short while ago."""
    recent = set(Finding.objects.filter(at__gte=clock.now() - AGAIN_AFTER).values_list("player_id", "kind"))
    real = set(Player.objects.filter(pk__in=found.players, testing=False).values_list("pk", flat=True))
    findings = [
        Finding(
            player_id=player,
            kind=Finding.Kind.ALONE,
            figures={
                "decisions": figures[player].decisions,
                "players": len(figures),
                "total": total(signs),
                "signs": to_builtins(signs),
            },
        )
        for player, signs in found.alone.items()
    ]
    for player, pairs in found.alike.items():
        others = [
            {
                "player": pair.two if pair.one == player else pair.one,
                "together": pair.together,
                "begins": pair.begins,
            }
            for pair in pairs
        ]
        findings.append(
            Finding(
                player_id=player,
                kind=Finding.Kind.ALIKE,
                figures={
                    "decisions": figures[player].decisions,
                    "players": len(figures),
                    "others": others,
                },
            )
        )
    new = [one for one in findings if one.player_id in real and (one.player_id, one.kind) not in recent]
    Finding.objects.bulk_create(new)
    return len(new)
