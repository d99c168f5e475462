"""What new rules make of the tables: a setting that they no longer allow follows them, where there is one way to; else its table waits.

The people who sign a change see this list first, so the new setting of a table is theirs: proposed by the author, confirmed by
whoever endorsed. Nothing is played under a setting that the rules in force do not allow.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
from django.db.models import Max
from django.db.models.functions import Now
from msgspec import Struct, structs

from games.catalogue import GAMES
from games.floor.models import TableChange
from games.models import Table, TableSetting
from games.rulebook.models import RuleChange
from games.rulebook.selectors import setting_of
from games.rules.shared.refusals import Breach
from players.audit import note

# A choice of a table, and the list in the sheet that it is taken from. Its wheel, its mode and its hours nobody chooses for it.
CHOSEN_FROM: Mapping[str, str] = {"commission": "commissions", "dealing": "dealings", "limit": "limits"}
GIVEN_UP: Mapping[str, Any] = {
    "pairs": False,
    "cap": None,
    "prize_cap": None,
    "house_maximum": None,
    "extra_seconds": 0,
}
LOWERED = ("maximum", "places_per_player")
MOST_STEPS = 20


class Followed(Struct, frozen=True):
    """One table under other rules: what is wrong with its setting there, and what it becomes; None where staff must set it anew."""

    table: Table
    breaches: tuple[Breach, ...]
    before: Any
    after: Any | None


def conformed(engine: Any, sheet: Any, setting: Any) -> Any | None:
    """The nearest lawful setting, where the sheet leaves one way to it."""
    for _ in range(MOST_STEPS):
        breaches = engine.check_setting(sheet, setting)
        if not breaches:
            return setting
        changed = _mended(sheet, setting, breaches[0])
        if changed is None or changed == setting:
            return None
        setting = changed
    return None


def _mended(sheet: Any, setting: Any, breach: Breach) -> Any | None:
    head, _dot, tail = breach.field.partition(".")
    if head in CHOSEN_FROM and breach.code == "not-in-sheet":
        allowed = getattr(sheet, CHOSEN_FROM[head], ())
        return structs.replace(setting, **{head: allowed[0]}) if allowed else None
    if head in GIVEN_UP:
        return structs.replace(setting, **{head: GIVEN_UP[head]})
    most = breach.details.get("most")
    if head in LOWERED and isinstance(most, int) and getattr(setting, head) > most:
        return structs.replace(setting, **{head: most})
    if head == "max_times" and tail and isinstance(most, int):
        return structs.replace(setting, max_times=structs.replace(setting.max_times, **{tail: most}))
    return None


def followed(system: str, sheet: Any) -> list[Followed]:
    """Every table that these rules would not leave as it is; one query whatever their number."""
    engine = GAMES[system].engine
    tables = (
        Table.objects.filter(system=system, setting__isnull=False)
        .exclude(status=Table.Status.CLOSED)
        .select_related("setting")
    )
    found = []
    for table in tables.order_by("id"):
        assert table.setting is not None
        setting = setting_of(system, table.setting)
        if breaches := engine.check_setting(sheet, setting):
            found.append(Followed(table, tuple(breaches), setting, conformed(engine, sheet, setting)))
    return found


def tables_follow(change: RuleChange) -> list[str]:
    """In the transaction in which the rules come in force: the tables that can follow do. Their names, for the record."""
    sheet = msgspec.json.decode(change.content.data, type=GAMES[change.system].engine.sheet_type)
    done = []
    for each in followed(change.system, sheet):
        if each.after is not None:
            _set(change, each)
            done.append(each.table.name)
    return done


def _set(change: RuleChange, each: Followed) -> None:
    table = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=each.table.pk)
    if table.setting_id != each.table.setting_id:
        return  # somebody has set it meanwhile; what is not lawful is not played
    endorser = change.steps.filter(verb="endorse").order_by("-id").values_list("person", flat=True).first()
    reason = f"{change.get_system_display()} · {change.title}"[:200]
    TableChange.objects.filter(table=table, state__in=("proposed", "deferred")).update(
        state="withdrawn", decided=Now(), answer=reason
    )
    data = msgspec.json.encode(each.after).decode()
    digest = hashlib.sha256(data.encode()).hexdigest()
    proposed = TableChange.objects.create(
        table=table,
        base_id=table.setting_id,
        data=data,
        digest=digest,
        author_id=change.author_id,
        reason=reason,
    )
    last = TableSetting.objects.filter(table=table).aggregate(last=Max("version"))["last"] or 0
    made = TableSetting.objects.create(
        table=table, version=last + 1, data=data, digest=digest, author_id=change.author_id
    )
    TableChange.objects.filter(pk=proposed.pk).update(
        state="confirmed", confirmer=endorser, decided=Now(), setting=made
    )
    Table.objects.filter(pk=table.pk).update(setting=made)
    note("tables.setting-followed", about=f"table:{table.pk}", rulechange=change.pk, digest=digest)
