"""The life of a change to a table: proposed by one person, confirmed by another, in force from the next round on.

Here it is done in order and told on the record; that it cannot be done otherwise is the database's business (migration 0002).
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Now

from games.catalogue import GAMES
from games.floor.models import ALONE, TableChange
from games.models import Table, TableSetting
from games.rulebook.selectors import setting_of, sheet_of, sheets_in_force
from games.rules.shared.money import TransferKind
from games.rules.shared.refusals import Breach
from players.audit import note
from players.models import Person
from players.shared.form_versions import form_version
from players.wallet.models import Account, Transfer

State = TableChange.State
OPEN = (State.PROPOSED, State.DEFERRED)
# What players paid into a jackpot for: it changes only where the pot begins anew.
ANNOUNCED = ("bet", "contribution", "minimum")


class NotYours(Exception):
    """Whoever proposed cannot confirm, and nobody but him withdraws."""


class Decided(Exception):
    """Somebody has decided it meanwhile."""


class Moved(Exception):
    """The table has another setting by now than the one that the proposal was made from."""


class AlreadyOpen(Exception):
    """A change of this table waits already."""


class Unlawful(Exception):
    """It breaks a rule, perhaps of a sheet that came in force since."""

    def __init__(self, breaches: list[Breach]) -> None:
        super().__init__(breaches)
        self.breaches = breaches


def encoded(setting: Any) -> tuple[str, str]:
    data = msgspec.json.encode(setting).decode()
    return data, hashlib.sha256(data.encode()).hexdigest()


def alone(before: Any, after: Any) -> bool:
    """Whether only what one person may set is different."""
    was, now = msgspec.to_builtins(before), msgspec.to_builtins(after)
    return all(was.get(name) == now.get(name) for name in now if name not in ALONE)


def breaches(table: Table, before: Any, after: Any) -> list[Breach]:
    """Every way in which the setting contradicts the sheet in force, the regulation, or what players have paid into the jackpot."""
    sheet = sheets_in_force().get(table.system)
    if sheet is None:
        return [Breach("", "", "no-sheet")]
    found = list(GAMES[table.system].engine.check_setting(sheet_of(sheet), after))
    if (jackpot := getattr(before, "jackpot", None)) is not None:
        found += _jackpot_kept(table, jackpot, after.jackpot)
    return found


def _jackpot_kept(table: Table, before: Any, after: Any) -> list[Breach]:
    """What players have paid in was paid for what was announced: the pot is not taken away, and no announced sum goes down."""
    if not pot_holds(table, before):
        return []
    if after is None:
        return [Breach("", "jackpot", "pot-holds")]
    return [
        Breach("MS-10.3", f"jackpot.fixed.{name}", "only-upward", {"least": was})
        for name in before.fixed.__struct_fields__
        if getattr(after.fixed, name) < (was := getattr(before.fixed, name))
    ]


def pot_holds(table: Table, jackpot: Any) -> bool:
    """Whether players have paid in since the pot began."""
    return Account.objects.filter(
        kind=Account.Kind.JACKPOT, table=table.pk, balance__gt=jackpot.minimum
    ).exists()


def defers(table: Table, before: Any, after: Any) -> bool:
    """Whether it touches what players have paid for already: then it counts from the next win on."""
    was, will = getattr(before, "jackpot", None), getattr(after, "jackpot", None)
    if was is None or will is None or all(getattr(was, name) == getattr(will, name) for name in ANNOUNCED):
        return False
    return pot_holds(table, was)


def begun_anew(table: Table, since: datetime) -> bool:
    """Whether the pot was won, and the house has begun it anew, since that moment.  [MS-10.8b]"""
    return Transfer.objects.filter(
        target__kind=Account.Kind.JACKPOT,
        target__table=table.pk,
        kind=TransferKind.JACKPOT_FILL,
        at__gt=since,
    ).exists()


def change_propose(
    *, table: Table, setting: Any, author: Person, reason: str, edition: str = ""
) -> TableChange:
    """Proposed; where only the pace or the languages change, it is in force at once, from the next round on."""
    with transaction.atomic():
        # Without a join: a setting that was replaced meanwhile would seem to be none.
        table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        before = setting_of(table.system, table.setting) if table.setting else None
        if found := breaches(table, before, setting):
            raise Unlawful(found)
        if TableChange.objects.filter(table=table, state__in=OPEN).exists():
            raise AlreadyOpen
        if edition and edition != form_version(table.setting_id):
            raise Moved
        data, digest = encoded(setting)
        single = before is not None and alone(before, setting)
        change = TableChange.objects.create(
            table=table,
            base=table.setting,
            data=data,
            digest=digest,
            alone=single,
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
        if single:
            _take(change, table, State.APPLIED, None)
            note(
                "tables.setting-changed",
                person=author,
                about=f"table:{table.pk}",
                change=change.pk,
                digest=digest,
            )
    return change


def change_confirm(*, change: int, person: Person) -> TableChange:
    """The second person: the content that he saw is in force from the next round on, or from the next win of the jackpot."""
    with transaction.atomic():
        found, table = _locked(change)
        if found.state != State.PROPOSED:
            raise Decided
        if found.author_id == person.pk:
            raise NotYours
        if found.base_id != table.setting_id:
            raise Moved
        before, after = setting_of(table.system, table.setting) if table.setting else None, read(found)
        if wrong := breaches(table, before, after):
            raise Unlawful(wrong)
        if defers(table, before, after):
            _close(found, State.DEFERRED, person)
            note(
                "tables.change-deferred",
                person=person,
                about=f"table:{table.pk}",
                change=found.pk,
                digest=found.digest,
            )
            return found
        _take(found, table, State.CONFIRMED, person)
        note(
            "tables.setting-changed",
            person=person,
            about=f"table:{table.pk}",
            change=found.pk,
            digest=found.digest,
        )
    return found


def deferred_take() -> int:
    """What waited for a win, at the tables whose pot was won or has begun anew: it counts from the next round on. Safe to run twice."""
    done = 0
    for pk in list(TableChange.objects.filter(state=State.DEFERRED).values_list("pk", flat=True)):
        with transaction.atomic():
            try:
                found, table = _locked(pk)
            except Decided:
                continue
            done += _take_deferred(found, table)
    return done


def _take_deferred(change: TableChange, table: Table) -> bool:
    assert table.setting is not None and change.decided is not None
    before, after = setting_of(table.system, table.setting), read(change)
    if change.state != State.DEFERRED or change.base_id != table.setting_id:
        return False  # it was made from a setting that is no more; staff withdraw it
    if pot_holds(table, before.jackpot) and not begun_anew(table, change.decided):
        return False
    if GAMES[table.system].engine.check_setting(sheet_of(sheets_in_force()[table.system]), after):
        return False
    made = _version(change, table)
    TableChange.objects.filter(pk=change.pk).update(state=State.CONFIRMED, setting=made)
    Table.objects.filter(pk=table.pk).update(setting=made)
    note("tables.setting-changed", about=f"table:{table.pk}", change=change.pk, digest=change.digest)
    return True


def change_refuse(*, change: int, person: Person, reason: str) -> None:
    """A second person says no, and why; the proposer himself withdraws."""
    with transaction.atomic():
        found, table = _locked(change)
        own = found.author_id == person.pk
        state = State.WITHDRAWN if own else State.REFUSED
        _close(found, state, None if own else person, answer=reason)
        note(
            f"tables.change-{state}", person=person, about=f"table:{table.pk}", change=found.pk, reason=reason
        )


def read(change: TableChange) -> Any:
    return msgspec.json.decode(change.data, type=GAMES[change.table.system].engine.setting_type)


def _version(change: TableChange, table: Table) -> TableSetting:
    last = TableSetting.objects.filter(table=table).aggregate(last=Max("version"))["last"] or 0
    return TableSetting.objects.create(
        table=table, version=last + 1, data=change.data, digest=change.digest, author_id=change.author_id
    )


def _take(change: TableChange, table: Table, state: str, person: Person | None) -> None:
    made = _version(change, table)
    _close(change, state, person, setting=made)
    Table.objects.filter(pk=table.pk).update(setting=made)


def _close(change: TableChange, state: str, person: Person | None, **more: Any) -> None:
    TableChange.objects.filter(pk=change.pk).update(state=state, confirmer=person, decided=Now(), **more)
    change.state = state


def _locked(change: int) -> tuple[TableChange, Table]:
    """The table's row first, as everywhere: who confirms and who deals wait for each other at one place."""
    asked = TableChange.objects.filter(pk=change).values_list("table_id", flat=True).first()
    table = Table.objects.select_for_update(no_key=True).filter(pk=asked or 0).first()
    if table is None:
        raise Decided
    found = TableChange.objects.select_for_update(of=("self",)).select_related("table").get(pk=change)
    if found.state not in OPEN:
        raise Decided
    return found, table
