"""Changes to the setting of a table: one person proposes, another confirms, and the next round uses it.

This module takes the steps in order and writes the audit log. The database forbids any other order
(`database/table_changes.sql`).
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import msgspec
from django.db import connection, transaction
from django.db.models import Max
from django.db.models.functions import Now
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.catalogue import GAMES
from games.floor.models import ONE_PERSON_FIELDS, TableChange
from games.floor.staff_actions import wake_croupier
from games.models import Table, TableSetting
from games.rules.shared.money import TransferKind
from games.rules.shared.refusals import Breach
from games.tables.sheet_selectors import setting_of, sheet_of, sheets_in_force
from players.audit import note
from players.decisions.deciding import BaseChanged, Decision, StepRefused, lock_row, propose
from players.decisions.kinds import By, Kind, Step, closing_steps
from players.identity.sign_in.reauthentication import step_up_required
from players.models import Person
from players.shared.form_versions import form_version
from players.wallet.models import Account, Transfer

State = TableChange.State
OPEN = (State.PROPOSED, State.DEFERRED)
RIGHT = "games.change_table"
CHANGE_TARGET = timedelta(hours=24)  # the operator's own; no regulation sets it
# The figures that players paid contributions for. They change only when the pot starts again.
ANNOUNCED = ("bet", "contribution", "minimum")


class AlreadyOpen(Exception):
    """Another change of this table is open."""


class Unlawful(StepRefused):
    """The setting breaks a rule, perhaps one of a sheet that came into force after the proposal."""

    def __init__(self, breaches: list[Breach]) -> None:
        super().__init__(breaches)
        self.breaches = breaches

    def sentences(self, kind: Kind[Any]) -> list[str]:
        from games.floor.forms import describe_breach  # the forms ask this module for breaches

        return [describe_breach(breach, "EUR") for breach in self.breaches]


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

    The law of the database (`database/table_changes.sql`) says what counts; it also refuses what passes this
    module by.
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
        change = propose(
            TABLE_CHANGE,
            person=author,
            details={"digest": digest, "reason": reason},
            table=table,
            base=table.setting,
            data=data,
            digest=digest,
            alone=alone,
            reason=reason,
        )
        if alone:
            _set_alone(change)
    return change


def apply_deferred_changes() -> int:
    """Applies changes that waited for a jackpot win, where the pot was won or has started again.

    Safe to run twice. Returns how many were applied.
    """
    applied = 0
    for pk in list(TableChange.objects.filter(state=State.DEFERRED).values_list("pk", flat=True)):
        with transaction.atomic():
            change = _lock(pk)
            applied += change is not None and _apply_deferred(change)
    return applied


def _apply_deferred(change: TableChange) -> bool:
    table, after = change.table, proposed_setting(change)
    if change.state != State.DEFERRED or change.base_id != table.setting_id:
        return False  # The setting it was based on has been replaced. Staff withdraw the change.
    assert change.decided is not None
    if has_contributions(table) and not was_refilled(table, change.decided):
        return False
    if GAMES[table.system].engine.check_setting(sheet_of(sheets_in_force()[table.system]), after):
        return False
    setting = _create_version(change)
    TableChange.objects.filter(pk=change.pk).update(state=State.CONFIRMED, setting=setting)
    _play(change, setting)
    note("tables.setting-changed", about=TABLE_CHANGE.about(change), change=change.pk, digest=change.digest)
    return True


def proposed_setting(change: TableChange) -> Any:
    """The setting that a change proposes, as the engine of its game reads it."""
    return msgspec.json.decode(change.data, type=GAMES[change.table.system].engine.setting_type)


def _create_version(change: TableChange) -> TableSetting:
    last = TableSetting.objects.filter(table=change.table).aggregate(last=Max("version"))["last"] or 0
    return TableSetting.objects.create(
        table=change.table,
        version=last + 1,
        data=change.data,
        digest=change.digest,
        author_id=change.author_id,
    )


def _play(change: TableChange, setting: TableSetting) -> None:
    table = change.table_id
    Table.objects.filter(pk=table).update(setting=setting)
    transaction.on_commit(lambda: wake_croupier(table))  # the pages of an empty table hear at once


def _set_alone(change: TableChange) -> None:
    """What one person may change alone applies at once."""
    setting = _create_version(change)
    TableChange.objects.filter(pk=change.pk).update(state=State.APPLIED, decided=Now(), setting=setting)
    _play(change, setting)
    note(
        "tables.setting-changed",
        person=change.author,
        about=TABLE_CHANGE.about(change),
        change=change.pk,
        digest=change.digest,
    )
    change.state = State.APPLIED


def _confirm(decision: Decision[TableChange]) -> None:
    """It applies from the next round, or from the next jackpot win."""
    change, table = decision.row, decision.row.table
    before = setting_of(table.system, table.setting) if table.setting else None
    after = proposed_setting(change)
    if breaches := find_breaches(table, before, after):
        raise Unlawful(breaches)
    if must_wait_for_win(table, before, after):
        decision.write(State.DEFERRED)
        return
    setting = _create_version(change)
    decision.write(setting=setting)
    _play(change, setting)


def _lock(pk: Any) -> TableChange | None:
    """Locks the row of the table first, as everywhere, so that staff and croupier take locks in one order."""
    table_id = TableChange.objects.filter(pk=pk).values_list("table_id", flat=True).first()
    table = Table.objects.select_for_update(no_key=True).filter(pk=table_id or 0).first()
    change = lock_row(TABLE_CHANGE, pk)
    if table is not None and change is not None:
        change.table = table
    return change


_confirms = partial(
    Step,
    start=State.PROPOSED,
    verb="confirm",
    label=_("Confirm: it applies from the next round on"),
    rights=(RIGHT,),
    carry_out=_confirm,
)
_closes = partial(closing_steps, rights=(RIGHT,), audit="tables.change-", withdraw=_("Take it back"))
_follows = partial(Step, by=By.WORKER)  # from the jackpot's win, or from other rules
TABLE_CHANGE = Kind(
    name="table-change",
    model=TableChange,
    proposes=RIGHT,
    steps=(
        _confirms(
            end=State.CONFIRMED,
            audit="tables.setting-changed",
            done=_("Confirmed: it applies from the next round on."),
            columns=("setting",),
        ),
        _confirms(
            end=State.DEFERRED,
            audit="tables.change-deferred",
            done=_("Confirmed: it applies from the jackpot's next win on."),
        ),
        *_closes(State.PROPOSED),
        *_closes(State.DEFERRED),
        Step(State.PROPOSED, State.APPLIED, rights=(RIGHT,), by=By.AUTHOR, columns=("setting",)),
        _follows(State.DEFERRED, State.CONFIRMED, columns=("setting",)),
        _follows(State.PROPOSED, State.CONFIRMED, columns=("confirmer", "decided", "setting")),
        _follows(State.PROPOSED, State.WITHDRAWN, columns=("answer", "decided")),
        _follows(State.DEFERRED, State.WITHDRAWN, columns=("answer", "decided")),
    ),
    proposed="tables.change-proposed",
    about=lambda change: f"table:{change.table_id}",
    details=lambda decision: {
        "change": decision.row.pk,
        **({"reason": decision.reason} if decision.reason else {"digest": decision.row.digest}),
    },
    confirmed_by=step_up_required,
    base_changed=lambda change: change.base_id != change.table.setting_id,
    lock=_lock,
    title=_("Table changes"),
    record=lambda change: gettext("Change of table %(table)s") % {"table": change.table.name},
    item=lambda change: (change.table.name, change.reason),
    page="admin:floor_tablechange_change",
    changed=_(
        "The setting of the table has changed since this was proposed. Refuse it and propose it again."
    ),
    waits=_("You proposed it: a second person must confirm it."),
    related=("table", "author", "confirmer"),
    target=CHANGE_TARGET,
    decider="confirmer",
)
