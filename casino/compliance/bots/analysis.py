"""The comparison of everybody's play at hold'em, and the findings that it adds."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

import structlog
from django.db import connection, transaction
from msgspec import to_builtins

from casino.compliance.bots import store
from casino.compliance.bots.likeness import Profile, profile
from casino.compliance.bots.models import Finding
from casino.compliance.bots.searching import Found, search
from casino.compliance.bots.signs import LEAST_DECISIONS, Figures, measure, total
from players.models import Player
from players.shared import clock

log = structlog.get_logger(__name__)
LOCK = 0x1D7F
AGAIN_AFTER = timedelta(days=30)  # until the same is found again of a player


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
            {"player": pair.other(player), "together": pair.together, "begins": pair.begins} for pair in pairs
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
