"""Creates the demonstration: rule sheets, tables, staff, and players with money. Idempotent."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid5

import msgspec
from django.conf import settings
from django.contrib.auth.hashers import ScryptPasswordHasher, get_hasher
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from casino.backoffice.roles import grant_role, write_roles
from casino.demo import sample_data
from casino.demo.demo_tables import seed_sheet, seed_table
from games.floor.table_sessions import announce_session, hours_of, tables_by_sessions
from games.models import Table
from players.audit.simulated_past import is_past_awaited
from players.identity.registration.demo_data import seed_identity
from players.identity.registration.terms import publish_terms
from players.models import Person, Player
from players.protection.models import NationalFeed
from players.protection.national_list import ListedDocument, apply_national_list
from players.shared import clock
from players.wallet.cashier.sandbox.state import INITIAL_ENTRIES
from players.wallet.ledger import Move, open_ledger_account, post

NAMESPACE = UUID("6b7d3c5e-2a14-4f0b-9d38-6c1f7a52e904")  # of the ids of the opening transfers


class Command(BaseCommand):
    help = "Fill a demonstration house: rule sheets, tables, staff and players with money."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.HOUSE_DEMO:
            raise CommandError("Only a demonstration house is seeded: set HOUSE_DEMO=1.")
        with transaction.atomic():
            write_roles()
            publish_terms()
            for system, rules in sample_data.rule_sheets().items():
                seed_sheet(system, rules)
            # The tables with a past open with it.
            is_awaited = is_past_awaited()
            tables = [table for table in sample_data.TABLES if not (is_awaited and table.has_past)]
            for table in tables:
                seed_table(table)
            seed_sessions()
            for staff in sample_data.STAFF:
                seed_staff(staff)
            for player in sample_data.PLAYERS:
                seed_player(player)
            seed_national_list()
        self.stdout.write(
            f"Seeded: {len(sample_data.SHEETS)} rule sheets, {len(tables)} tables, "
            f"{len(sample_data.PLAYERS)} players, {len(sample_data.STAFF)} staff."
        )


def seed_sessions() -> None:
    """Announce the next session at each table that runs by sessions: today or tomorrow at 21:00."""
    for table in Table.objects.filter(pk__in=tables_by_sessions()).select_related("setting"):
        if not table.sessions.filter(status__in=("announced", "open")).exists():
            today = timezone.localtime().replace(hour=21, minute=0, second=0, microsecond=0)
            starts = today if today > timezone.now() + timedelta(minutes=30) else today + timedelta(days=1)
            announce_session(table=table, starts=starts, hours=hours_of(table))


def seed_person(sample: sample_data.Staff | sample_data.DemoPlayer, **fields: Any) -> Person:
    """A person with a public password, whose hash is therefore cheap until the first sign-in."""
    hasher = get_hasher()
    cheap = {"n": 2} if isinstance(hasher, ScryptPasswordHasher) else {}
    return Person.objects.create(
        email=sample.email, password=hasher.encode(sample.password, hasher.salt(), **cheap), **fields
    )


def seed_staff(sample: sample_data.Staff) -> None:
    person = Person.objects.filter(email=sample.email).first()
    if person is None:
        # Backdated, because a new account may not approve changes of staff.
        person = seed_person(sample, is_staff=True, date_joined=timezone.now() - timedelta(days=60))
    if sample.role:
        grant_role(person, sample.role)


def seed_national_list() -> None:
    """Load the sandbox's initial list, so that play can start before the worker has fetched it."""
    if not NationalFeed.objects.filter(loaded__isnull=False).exists():
        entries = msgspec.convert(INITIAL_ENTRIES, type=list[ListedDocument])
        apply_national_list("demonstration", len(entries), entries, requested=clock.now())


def seed_player(sample: sample_data.DemoPlayer) -> None:
    """Opening balances come from the cash account of each currency, so that the sum stays zero."""
    person = Person.objects.filter(email=sample.email).first() or seed_person(sample)
    player, _ = Player.objects.get_or_create(person=person, defaults={"alias": sample.alias})
    seed_identity(player, sample_data.PLAYERS.index(sample))
    post(
        Move(
            id=uuid5(NAMESPACE, f"{sample.email} {currency}"),
            kind="opening",
            source=open_ledger_account(kind="cash", currency=currency),
            target=open_ledger_account(kind="wallet", currency=currency, player=player.pk),
            currency=currency,
            cents=cents,
        )
        for currency, cents in (("EUR", sample.cents), ("DEMO", sample_data.DEMO_CREDITS))
    )
