"""Changes to the setting of a table: one person proposes, another confirms, and the next round uses it.

This module takes the steps in order and writes the audit log. The database forbids any other order
(`database/table_changes.sql`).
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection, transaction
from django.db.models import Max
from django.db.models.functions import Now

from games.catalogue import GAMES
from games.floor.models import ONE_PERSON_FIELDS, TableChange
from games.floor.staff_actions import wake_croupier
from games.models import Table, TableSetting
from games.rules.shared.money import TransferKind
from games.rules.shared.refusals import Breach
from games.tables.sheet_selectors import setting_of, sheet_of, sheets_in_force
from players.audit import note
from players.models import Person
from players.shared.form_versions import form_version
from players.shared.staff_errors import SecondPersonRequired
from players.wallet.models import Account, Transfer

State = TableChange.State
OPEN = (State.PROPOSED, State.DEFERRED)
# The figures that players paid contributions for. They change only when the pot starts again.
ANNOUNCED = ("bet", "contribution", "minimum")


class AlreadyDecided(Exception):
    """Another person has already decided this change."""


class BaseChanged(Exception):
    """The table no longer has the setting that the proposal was based on."""


class AlreadyOpen(Exception):
    """Another change of this table is open."""


class Unlawful(Exception):
    """The setting breaks a rule, perhaps one of a sheet that came into force after the proposal."""

    def __init__(self, breaches: list[Breach]) -> None:
        super().__init__(breaches)
        self.breaches = breaches


def encode_setting(setting: object) -> tuple[str, str]:
    """A setting as JSON, and the digest of that text."""
    data = msgspec.json.encode(setting).decode()
    return data, hashlib.sha256(data.encode()).hexdigest()


def needs_one_person(before: object, after: object) -> bool:
    """Whether the two settings differ only in what one person may change alone."""
    old, new = msgspec.to_builtins(before), msgspec.to_builtins(after)
    return all(old.get(name) == new.get(name) for name in new if name not in ONE_PERSON_FIELDS)


def find_breaches(table: Table, before: Any, after: Any) -> list[Breach]:
    """Every conflict of the setting with the sheet in force, the regulation or paid contributions."""
    sheet = sheets_in_force().get(table.system)
    if sheet is None:
        return [Breach("", "", "no-sheet")]
    breaches = list(GAMES[table.system].engine.check_setting(sheet_of(sheet), after))
    if (jackpot := getattr(before, "jackpot", None)) is not None:
        breaches += _jackpot_breaches(table, jackpot, after.jackpot)
    return breaches


def _jackpot_breaches(table: Table, before: Any, after: Any) -> list[Breach]:
    """While a pot holds contributions, it cannot be removed and no announced prize can be lowered."""
    if not has_contributions(table):
        return []
    if after is None:
        return [Breach("", "jackpot", "pot-holds")]
    return [
        Breach("MS-10.3", f"jackpot.fixed.{name}", "only-upward", {"least": old})
        for name in before.fixed.__struct_fields__
        if getattr(after.fixed, name) < (old := getattr(before.fixed, name))
    ]


def has_contributions(table: Table) -> bool:
    """Whether players have paid into the pot since it last started, whatever prizes have left of it.

    The law of the database (`database/table_changes.sql`) says what counts; it also refuses
    what passes this module by.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT floor_pot_has_contributions(%s)", [table.pk])
        return bool(cursor.fetchone()[0])


def must_wait_for_win(table: Table, before: Any, after: Any) -> bool:
    """Whether the change affects what players have already paid for. If so, it applies after the next win."""
    old, new = getattr(before, "jackpot", None), getattr(after, "jackpot", None)
    if old is None or new is None or all(getattr(old, name) == getattr(new, name) for name in ANNOUNCED):
        return False
    return has_contributions(table)


def was_refilled(table: Table, since: datetime) -> bool:
    """Whether the pot was won after that moment and the house has started it again.  [MS-10.8b]"""
    return Transfer.objects.filter(
        target__kind=Account.Kind.JACKPOT,
        target__table=table.pk,
        kind=TransferKind.JACKPOT_FILL,
        at__gt=since,
    ).exists()


def propose_change(
    *, table: Table, setting: object, author: Person, reason: str, edition: str = ""
) -> TableChange:
    """Proposes a setting. A change that needs one person only applies from the next round."""
    with transaction.atomic():
        # Without a join: a joined setting that was replaced in the meantime would be read as missing.
        table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        before = setting_of(table.system, table.setting) if table.setting else None
        if breaches := find_breaches(table, before, setting):
            raise Unlawful(breaches)
        if TableChange.objects.filter(table=table, state__in=OPEN).exists():
            raise AlreadyOpen
        if edition and edition != form_version(table.setting_id):
            raise BaseChanged
        data, digest = encode_setting(setting)
        alone = before is not None and needs_one_person(before, setting)
        change = TableChange.objects.create(
            table=table,
            base=table.setting,
            data=data,
            digest=digest,
            alone=alone,
            author=author,
            reason=reason,
        )
        note(
            "tables.change-proposed",
            person=author,
            about=f"table:{table.pk}",
            change=change.pk,
            digest=digest,
            reason=reason,
        )
        if alone:
            _apply(change, table, State.APPLIED, None)
            note(
                "tables.setting-changed",
                person=author,
                about=f"table:{table.pk}",
                change=change.pk,
                digest=digest,
            )
    return change


def confirm_change(*, change: int, person: Person) -> TableChange:
    """Confirms a change as the second person. It applies from the next round or the next jackpot win."""
    with transaction.atomic():
        row, table = _lock_change(change)
        if row.state != State.PROPOSED:
            raise AlreadyDecided
        if row.author_id == person.pk:
            raise SecondPersonRequired
        if row.base_id != table.setting_id:
            raise BaseChanged
        before = setting_of(table.system, table.setting) if table.setting else None
        after = proposed_setting(row)
        if breaches := find_breaches(table, before, after):
            raise Unlawful(breaches)
        deferred = must_wait_for_win(table, before, after)
        if deferred:
            _decide(row, State.DEFERRED, person)
        else:
            _apply(row, table, State.CONFIRMED, person)
        note(
            "tables.change-deferred" if deferred else "tables.setting-changed",
            person=person,
            about=f"table:{table.pk}",
            change=row.pk,
            digest=row.digest,
        )
    return row


def apply_deferred_changes() -> int:
    """Applies changes that waited for a jackpot win, where the pot was won or has started again.

    Safe to run twice. Returns how many were applied.
    """
    applied = 0
    for pk in list(TableChange.objects.filter(state=State.DEFERRED).values_list("pk", flat=True)):
        with transaction.atomic():
            try:
                change, table = _lock_change(pk)
            except AlreadyDecided:
                continue
            applied += _apply_deferred(change, table)
    return applied


def _apply_deferred(change: TableChange, table: Table) -> bool:
    assert table.setting is not None and change.decided is not None
    after = proposed_setting(change)
    if change.state != State.DEFERRED or change.base_id != table.setting_id:
        return False  # The setting it was based on has been replaced. Staff withdraw the change.
    if has_contributions(table) and not was_refilled(table, change.decided):
        return False
    if GAMES[table.system].engine.check_setting(sheet_of(sheets_in_force()[table.system]), after):
        return False
    setting = _create_version(change, table)
    TableChange.objects.filter(pk=change.pk).update(state=State.CONFIRMED, setting=setting)
    Table.objects.filter(pk=table.pk).update(setting=setting)
    transaction.on_commit(lambda: wake_croupier(table.pk))
    note("tables.setting-changed", about=f"table:{table.pk}", change=change.pk, digest=change.digest)
    return True


def refuse_change(*, change: int, person: Person, reason: str) -> None:
    """Refuses a change. If the person is its author, it is withdrawn instead."""
    with transaction.atomic():
        row, table = _lock_change(change)
        own = row.author_id == person.pk
        state = State.WITHDRAWN if own else State.REFUSED
        _decide(row, state, None if own else person, answer=reason)
        note(f"tables.change-{state}", person=person, about=f"table:{table.pk}", change=row.pk, reason=reason)


def proposed_setting(change: TableChange) -> Any:
    """The setting that a change proposes, as the engine of its game reads it."""
    return msgspec.json.decode(change.data, type=GAMES[change.table.system].engine.setting_type)


def _create_version(change: TableChange, table: Table) -> TableSetting:
    last = TableSetting.objects.filter(table=table).aggregate(last=Max("version"))["last"] or 0
    return TableSetting.objects.create(
        table=table, version=last + 1, data=change.data, digest=change.digest, author_id=change.author_id
    )


def _apply(change: TableChange, table: Table, state: str, person: Person | None) -> None:
    setting = _create_version(change, table)
    _decide(change, state, person, setting=setting)
    Table.objects.filter(pk=table.pk).update(setting=setting)
    transaction.on_commit(lambda: wake_croupier(table.pk))  # the pages of an empty table hear at once


def _decide(change: TableChange, state: str, person: Person | None, **fields: Any) -> None:
    TableChange.objects.filter(pk=change.pk).update(state=state, confirmer=person, decided=Now(), **fields)
    change.state = state


def _lock_change(change: int) -> tuple[TableChange, Table]:
    """Locks the row of the table first, as everywhere, so that staff and croupier take locks in one order."""
    table_id = TableChange.objects.filter(pk=change).values_list("table_id", flat=True).first()
    table = Table.objects.select_for_update(no_key=True).filter(pk=table_id or 0).first()
    if table is None:
        raise AlreadyDecided
    row = TableChange.objects.select_for_update(of=("self",)).select_related("table").get(pk=change)
    if row.state not in OPEN:
        raise AlreadyDecided
    return row, table
