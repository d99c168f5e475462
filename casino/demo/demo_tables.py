"""Rule sheets and tables of the demonstration, made where they are missing."""

from __future__ import annotations

import hashlib
from datetime import timedelta

import msgspec
from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from casino.demo.sample_data import DemoTable
from games.catalogue import GAMES
from games.models import RuleSheet, Table, TableSetting
from games.tables.journal_reading import ACCOUNTS
from players.wallet.ledger import open_ledger_account

# A lively demonstration has a past, which was played under the same sheets.
SHEETS_SINCE_DAYS = 60


def seed_sheet(system: str, rules: dict[str, object]) -> None:
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
            "since": timezone.now() - timedelta(days=SHEETS_SINCE_DAYS if settings.HOUSE_LIVELY else 0),
        },
    )


def seed_table(sample: DemoTable) -> None:
    engine = GAMES[sample.system].engine
    setting = msgspec.convert(
        {**sample.setting, "currency": sample.currency}, type=engine.setting_type, strict=False
    )
    sheet = RuleSheet.objects.get(system=sample.system, version=1)
    if breaches := engine.check_setting(msgspec.json.decode(sheet.data, type=engine.sheet_type), setting):
        raise CommandError(f"The demonstration's table {sample.name} is unlawful: {breaches}")
    table, is_new = Table.objects.get_or_create(
        name=sample.name, defaults={"system": sample.system, "currency": sample.currency}
    )
    if is_new:
        data = msgspec.json.encode(setting).decode()
        digest = hashlib.sha256(data.encode()).hexdigest()
        table.setting = TableSetting.objects.create(table=table, version=1, data=data, digest=digest)
        if sample.setting.get("regime") == "session":
            table.status = Table.Status.CLOSED  # until its first session begins  [HE-6b]
        table.save(update_fields=["setting", "status"])
    for kind in ACCOUNTS:
        open_ledger_account(kind=kind, currency=sample.currency, table=table.pk)
