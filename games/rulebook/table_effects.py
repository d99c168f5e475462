"""The effect of new rules on tables: a setting that they no longer allow is adapted where that is possible.

The people who sign a change see the list first. So the new setting is theirs: the author proposes it and the
endorser confirms it. A table without an adapted setting stays closed: no round uses a setting that the rules
do not allow.
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
from games.rules.engine import AnyEngine
from games.rules.shared.refusals import Breach
from games.tables.sheet_selectors import setting_of
from players.audit import note

# The choices of a table that can be adapted, and the lists of the sheet that they come from. The wheel, the
# mode and the hours are never chosen automatically.
CHOSEN_FROM: Mapping[str, str] = {"commission": "commissions", "dealing": "dealings", "limit": "limits"}
REMOVED: Mapping[str, Any] = {
    "pairs": False,
    "cap": None,
    "prize_cap": None,
    "house_maximum": None,
    "extra_seconds": 0,
}
LOWERED = ("maximum", "places_per_player")
MAX_STEPS = 20


class TableEffect(Struct, frozen=True):
    """One table under other rules: the breaches of its setting, and the adapted setting.

    `after` is None if staff must set the table.
    """

    table: Table
    breaches: tuple[Breach, ...]
    before: Any
    after: Any | None


def adapt_setting(engine: AnyEngine, sheet: Any, setting: Any) -> Any | None:
    """The nearest lawful setting, if the sheet leaves one way to it."""
    for _ in range(MAX_STEPS):
        breaches = engine.check_setting(sheet, setting)
        if not breaches:
            return setting
        changed = _resolve(sheet, setting, breaches[0])
        if changed is None or changed == setting:
            return None
        setting = changed
    return None


def _resolve(sheet: Any, setting: Any, breach: Breach) -> Any | None:
    head, _dot, tail = breach.field.partition(".")
    if head in CHOSEN_FROM and breach.code == "not-in-sheet":
        allowed = getattr(sheet, CHOSEN_FROM[head], ())
        return structs.replace(setting, **{head: allowed[0]}) if allowed else None
    if head in REMOVED:
        return structs.replace(setting, **{head: REMOVED[head]})
    most = breach.details.get("most")
    if head in LOWERED and isinstance(most, int) and getattr(setting, head) > most:
        return structs.replace(setting, **{head: most})
    if head == "max_times" and tail and isinstance(most, int):
        return structs.replace(setting, max_times=structs.replace(setting.max_times, **{tail: most}))
    return None


def affected_tables(system: str, sheet: Any) -> list[TableEffect]:
    """Every table whose setting these rules do not allow. Always one query."""
    engine = GAMES[system].engine
    tables = (
        Table.objects.filter(system=system, setting__isnull=False)
        .exclude(status=Table.Status.CLOSED)
        .select_related("setting")
    )
    effects = []
    for table in tables.order_by("id"):
        assert table.setting is not None
        setting = setting_of(system, table.setting)
        if breaches := engine.check_setting(sheet, setting):
            adapted = adapt_setting(engine, sheet, setting)
            effects.append(TableEffect(table, tuple(breaches), setting, adapted))
    return effects


def update_tables(change: RuleChange) -> list[str]:
    """Adapts the settings of tables when the rules come into force, in the same transaction.

    Returns their names.
    """
    sheet = msgspec.json.decode(change.content.data, type=GAMES[change.system].engine.sheet_type)
    names = []
    for effect in affected_tables(change.system, sheet):
        if effect.after is not None:
            _update_setting(change, effect)
            names.append(effect.table.name)
    return names


def _update_setting(change: RuleChange, effect: TableEffect) -> None:
    table = Table.objects.select_for_update(of=("self",), no_key=True).get(pk=effect.table.pk)
    if table.setting_id != effect.table.setting_id:
        return  # The table has a new setting. If it is not lawful, no round opens.
    endorser = change.steps.filter(verb="endorse").order_by("-id").values_list("person", flat=True).first()
    reason = f"{change.get_system_display()} · {change.title}"[:200]
    TableChange.objects.filter(table=table, state__in=("proposed", "deferred")).update(
        state="withdrawn", decided=Now(), answer=reason
    )
    data = msgspec.json.encode(effect.after).decode()
    digest = hashlib.sha256(data.encode()).hexdigest()
    table_change = TableChange.objects.create(
        table=table,
        base_id=table.setting_id,
        data=data,
        digest=digest,
        author_id=change.author_id,
        reason=reason,
    )
    last = TableSetting.objects.filter(table=table).aggregate(last=Max("version"))["last"] or 0
    setting = TableSetting.objects.create(
        table=table, version=last + 1, data=data, digest=digest, author_id=change.author_id
    )
    TableChange.objects.filter(pk=table_change.pk).update(
        state="confirmed", confirmer=endorser, decided=Now(), setting=setting
    )
    Table.objects.filter(pk=table.pk).update(setting=setting)
    note("tables.setting-followed", about=f"table:{table.pk}", rulechange=change.pk, digest=digest)
