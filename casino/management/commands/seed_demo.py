"""Fills a demonstration house: rule sheets in force, tables, staff, players with money. Asked again, it changes nothing."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid5

import msgspec
from django.conf import settings
from django.contrib.auth.hashers import ScryptPasswordHasher, get_hasher
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from casino.backoffice.roles import grant_role, roles_write
from casino.demo import sample_data
from games.catalogue import GAMES
from games.floor.table_sessions import hours_of, session_announce, tables_by_sessions
from games.models import RuleSheet, Table, TableSetting
from games.tables.croupier.journal import ACCOUNTS
from players.identity.demo_data import identity_seed
from players.identity.terms import terms_publish
from players.models import Person, Player
from players.protection.models import NationalFeed
from players.protection.national_list import Entry, list_apply
from players.shared import clock
from players.wallet.cashier.sandbox.state import INITIAL_ENTRIES
from players.wallet.ledger import Move, account_open, post

SPACE = UUID("6b7d3c5e-2a14-4f0b-9d38-6c1f7a52e904")  # names of the demonstration's own transfers


class Command(BaseCommand):
    help = "Fill a demonstration house: rule sheets, tables, staff and players with money."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.HOUSE_DEMO:
            raise CommandError("Only a demonstration house is seeded: set HOUSE_DEMO=1.")
        with transaction.atomic():
            roles_write()
            terms_publish()
            for system, rules in sample_data.SHEETS.items():
                sheet_seed(system, rules)
            for table in sample_data.TABLES:
                table_seed(table)
            sessions_seed()
            for staff in sample_data.STAFF:
                staff_seed(staff)
            for player in sample_data.PLAYERS:
                player_seed(player)
            national_list_seed()
        self.stdout.write(
            f"Seeded: {len(sample_data.SHEETS)} rule sheets, {len(sample_data.TABLES)} tables, "
            f"{len(sample_data.PLAYERS)} players, {len(sample_data.STAFF)} staff."
        )


def sheet_seed(system: str, rules: dict[str, object]) -> None:
    engine = GAMES[system].engine
    sheet = msgspec.convert(rules, type=engine.sheet_type, strict=False)
    if breaches := engine.check_sheet(sheet):
        raise CommandError(f"The demonstration's rules of {system} are unlawful: {breaches}")
    data = msgspec.json.encode(sheet).decode()
    RuleSheet.objects.get_or_create(
        system=system,
        version=1,
        defaults={
            "status": RuleSheet.Status.IN_FORCE,
            "data": data,
            "digest": hashlib.sha256(data.encode()).hexdigest(),
            "reference": "DEMO-1",
            "since": timezone.now(),
        },
    )


def table_seed(wanted: sample_data.DemoTable) -> None:
    engine = GAMES[wanted.system].engine
    setting = msgspec.convert(
        {**wanted.setting, "currency": wanted.currency}, type=engine.setting_type, strict=False
    )
    sheet = RuleSheet.objects.get(system=wanted.system, version=1)
    if breaches := engine.check_setting(msgspec.json.decode(sheet.data, type=engine.sheet_type), setting):
        raise CommandError(f"The demonstration's table {wanted.name} is unlawful: {breaches}")
    table, new = Table.objects.get_or_create(
        name=wanted.name, defaults={"system": wanted.system, "currency": wanted.currency}
    )
    if new:
        data = msgspec.json.encode(setting).decode()
        digest = hashlib.sha256(data.encode()).hexdigest()
        table.setting = TableSetting.objects.create(table=table, version=1, data=data, digest=digest)
        if wanted.setting.get("regime") == "session":
            table.status = Table.Status.CLOSED  # until its first session begins  [HE-6b]
        table.save(update_fields=["setting", "status"])
    for kind in ACCOUNTS:
        account_open(kind=kind, currency=wanted.currency, table=table.pk)


def sessions_seed() -> None:
    """One session is always to come at each table that runs by sessions: this evening's at nine, or tomorrow's."""
    for table in Table.objects.filter(pk__in=tables_by_sessions()).select_related("setting"):
        if not table.sessions.filter(status__in=("announced", "open")).exists():
            today = timezone.localtime().replace(hour=21, minute=0, second=0, microsecond=0)
            starts = today if today > timezone.now() + timedelta(minutes=30) else today + timedelta(days=1)
            session_announce(table=table, starts=starts, hours=hours_of(table))


def person_seed(wanted: sample_data.Staff | sample_data.DemoPlayer, **told: Any) -> Person:
    """With the password that stands on the screen: what everybody knows gains nothing from a costly hash until its owner signs in."""
    hasher = get_hasher()
    cheap = {"n": 2} if isinstance(hasher, ScryptPasswordHasher) else {}
    return Person.objects.create(
        email=wanted.email, password=hasher.encode(wanted.password, hasher.salt(), **cheap), **told
    )


def staff_seed(wanted: sample_data.Staff) -> None:
    person = Person.objects.filter(email=wanted.email).first()
    if person is None:
        # Invented people who have worked here for a while: a new account approves no change of staff.
        person = person_seed(wanted, is_staff=True, date_joined=timezone.now() - timedelta(days=60))
    if wanted.role:
        grant_role(person, wanted.role)


def national_list_seed() -> None:
    """The sandbox's list as it begins, so that the house opens before its worker has fetched one."""
    if not NationalFeed.objects.filter(loaded__isnull=False).exists():
        entries = msgspec.convert(INITIAL_ENTRIES, type=list[Entry])
        list_apply("demonstration", len(entries), entries, asked=clock.now())


def player_seed(wanted: sample_data.DemoPlayer) -> None:
    """Money comes from the account that stands for money outside the house, credits from its twin: the sum stays zero."""
    person = Person.objects.filter(email=wanted.email).first() or person_seed(wanted)
    player, _ = Player.objects.get_or_create(person=person, defaults={"alias": wanted.alias})
    identity_seed(player, sample_data.PLAYERS.index(wanted))
    post(
        Move(
            id=uuid5(SPACE, f"{wanted.email} {currency}"),
            kind="opening",
            source=account_open(kind="cash", currency=currency),
            target=account_open(kind="wallet", currency=currency, player=player.pk),
            currency=currency,
            cents=cents,
        )
        for currency, cents in (("EUR", wanted.cents), ("DEMO", sample_data.DEMO_CREDITS))
    )
