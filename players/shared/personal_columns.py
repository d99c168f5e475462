"""Personal columns of a row, sealed together under the key of the player whom the row is about.

A model that inherits `SealedRow` names its personal columns, whose fields are `Personal…Field`, and the law
that says how long they are kept. They are read and assigned like others. What is stored is a value that
stands for the sealed one (`SEALED` for a text) in each of them, and all their values in the column `sealed`.
Columns that a law of the database lets change apart from the others are sealed apart, in another
`SealedField`. What is counted or compared without opening anything is a column that follows from sealed ones
(`Derived…Field`).

A row that an older release wrote has its values in their columns and nothing in `sealed`; it is read as it
is, and sealed when it is saved. An empty text stays empty: laws and look-ups ask whether there is one.

`.values()`, SQL and `.update()` reach no sealed value: `unsealed_values` opens what they read.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from itertools import islice
from typing import Any, ClassVar, Final

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.query_utils import DeferredAttribute

from players.shared import person_keys
from players.shared.person_keys import ForgedError, KeyDestroyed

SEALED = "‹sealed›"  # what the column says to somebody who reads it by SQL
ERASED = "–"  # what is shown of a value whose key is destroyed, and stands for one that was erased
NO_DAY: Final = date(1900, 1, 1)  # stands for a day that is sealed or erased
MARK, DETAIL = "sealed:", "details of a line"
BATCH_ROWS = 1000


class PersonalAttribute(DeferredAttribute):
    """Opens the row when one of its personal values is asked for, not when it is loaded: most pages that
    read a row show none of them.
    """

    field: Any

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        value = super().__get__(instance, cls)
        if instance is None or not self.field.stands_in(value):
            return value
        opened = instance.open_sealed(self.field.sealed_in)
        for field in instance.personal_fields(self.field.sealed_in):
            if field.stands_in(instance.__dict__.get(field.attname)):
                instance.__dict__[field.attname] = field.opened(opened, instance.__dict__[field.attname])
        return instance.__dict__[self.field.attname]

    def __set__(self, instance: Any, value: Any) -> None:
        """With it the attribute is asked before the row's own values are."""
        instance.__dict__[self.field.attname] = value


class PersonalField:
    """What is stored in a personal column: a value that stands for the sealed one."""

    descriptor_class = PersonalAttribute
    plain_kind = "CharField"

    def __init__(self, *arguments: Any, sealed_in: str = "sealed", **options: Any) -> None:
        self.sealed_in = sealed_in
        super().__init__(*arguments, **options)

    def get_default(self) -> Any:
        """What is sealed is known before a row is written: a default of the database would come too late."""
        default = self.db_default  # type: ignore[attr-defined]
        return default if isinstance(default, str) else super().get_default()  # type: ignore[misc]

    def stand_in(self, owner: int) -> Any:
        """What the column of this player's row holds."""
        return SEALED

    def stands_in(self, value: Any) -> bool:
        return bool(value == SEALED)

    def opened(self, values: Mapping[str, Any], stored: Any) -> Any:
        """The column's value: what is stored, if that stands for nothing sealed, and if it was erased."""
        if self.stands_in(stored) and self.name in values:  # type: ignore[attr-defined]
            return self.to_python(values[self.name])  # type: ignore[attr-defined]
        return ERASED if stored == SEALED else stored

    def pre_save(self, instance: Any, add: bool) -> Any:
        is_empty = getattr(instance, self.attname) == ""  # type: ignore[attr-defined]
        return "" if is_empty else self.stand_in(instance.key_owner())

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        if value != "" and not self.stands_in(value):
            raise TypeError("A personal column is written by saving its row, which seals it.")
        return super().get_db_prep_save(value, connection)  # type: ignore[misc]

    def deconstruct(self) -> Any:
        """For the database it is a column like others: sealing is no migration."""
        name, _path, arguments, options = super().deconstruct()  # type: ignore[misc]
        return name, f"django.db.models.{self.plain_kind}", arguments, options


class PersonalCharField(PersonalField, models.CharField):  # type: ignore[misc,type-arg]
    pass


class PersonalTextField(PersonalField, models.TextField):  # type: ignore[misc,type-arg]
    plain_kind = "TextField"


class PersonalDateField(PersonalField, models.DateField):  # type: ignore[misc,type-arg]
    plain_kind = "DateField"

    def stand_in(self, owner: int) -> date:
        return NO_DAY

    def stands_in(self, value: Any) -> bool:
        return bool(value == NO_DAY)


class PersonalNumberField(PersonalCharField):
    """A number that no two rows share. What stands for it is made of `prefix`, with which no true number
    begins, and the number of the player.
    """

    def __init__(self, *arguments: Any, prefix: str = "", **options: Any) -> None:
        self.prefix = prefix
        super().__init__(*arguments, **options)

    def stand_in(self, owner: int) -> str:
        digits = self.max_length - len(self.prefix)  # type: ignore[operator]
        return f"{self.prefix}{owner % 10**digits:0{digits}}"

    def stands_in(self, value: Any) -> bool:
        return isinstance(value, str) and value.startswith(self.prefix)


class SealedField(models.BinaryField):  # type: ignore[type-arg]
    """Personal values of a row, sealed anew with each save of one of them."""

    def pre_save(self, instance: Any, add: bool) -> bytes | None:
        sealed = instance.seal_personal(self.attname)
        setattr(instance, self.attname, sealed)
        return sealed  # type: ignore[no-any-return]

    def deconstruct(self) -> Any:
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.BinaryField", arguments, options


class _DerivedField:
    """Follows from sealed values, and is written whenever they are. It stands after their `SealedField`."""

    plain_path = "django.db.models.CharField"

    def __init__(
        self,
        *arguments: Any,
        sealed_in: str = "sealed",
        derive: Callable[[Any], Any] | None = None,
        also_of: tuple[str, ...] = (),
        **options: Any,
    ) -> None:
        """`also_of`: columns that are not sealed, from which it follows too."""
        self.sealed_in, self.derive, self.also_of = sealed_in, derive, also_of
        super().__init__(*arguments, **options)

    def pre_save(self, instance: Any, add: bool) -> Any:
        assert self.derive is not None
        value = self.derive(instance)
        setattr(instance, self.attname, value)  # type: ignore[attr-defined]
        return value

    def deconstruct(self) -> Any:
        name, _path, arguments, options = super().deconstruct()  # type: ignore[misc]
        return name, self.plain_path, arguments, options


class DerivedCharField(_DerivedField, models.CharField):  # type: ignore[type-arg]
    pass


class DerivedDateField(_DerivedField, models.DateField):  # type: ignore[type-arg]
    plain_path = "django.db.models.DateField"


class DerivedArrayField(_DerivedField, ArrayField):  # type: ignore[type-arg]
    plain_path = "django.contrib.postgres.fields.ArrayField"


class SealedRow(models.Model):
    PERSONAL: ClassVar[tuple[str, ...]]
    KEEPING: ClassVar[str]

    sealed = SealedField(null=True)

    class Meta:
        abstract = True

    def save(self, *arguments: Any, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        if update_fields is not None:
            update_fields = set(update_fields)
            for column in self.sealed_columns():
                personal = {field.name for field in self.personal_fields(column)}
                derived = self._derived_from(column)
                causes = {name for field in derived for name in field.also_of}
                if not {column, *personal, *causes}.isdisjoint(update_fields):
                    # All of them: a sealed column is written as a whole.
                    update_fields |= {column, *personal, *(field.name for field in derived)}
        super().save(*arguments, update_fields=update_fields, **options)

    @classmethod
    def sealed_columns(cls) -> list[str]:
        return [field.attname for field in cls._meta.concrete_fields if isinstance(field, SealedField)]

    @classmethod
    def personal_fields(cls, column: str) -> list[Any]:
        """The fields that are sealed in this column."""
        fields = (cls._meta.get_field(name) for name in cls.PERSONAL)
        return [field for field in fields if isinstance(field, PersonalField) and field.sealed_in == column]

    @classmethod
    def _derived_from(cls, column: str) -> list[Any]:
        fields = cls._meta.concrete_fields
        return [field for field in fields if isinstance(field, _DerivedField) and field.sealed_in == column]

    def key_owner(self) -> int:
        """The player whose key seals the row."""
        return self.player_id  # type: ignore[attr-defined,no-any-return]

    def seal_personal(self, column: str) -> bytes | None:
        """Nothing for a row that has nothing to seal: most payments name nobody, and need no key."""
        values = {}
        for field in self.personal_fields(column):
            value = field.to_python(getattr(self, field.attname))
            setattr(self, field.attname, value)
            values[field.name] = value
        if all(value == "" for value in values.values()):
            return None
        content = json.dumps(values, ensure_ascii=False, default=date.isoformat).encode()
        return person_keys.seal(self.key_owner(), self.KEEPING, purpose_of(type(self), column), content)

    def open_sealed(self, column: str) -> dict[str, Any]:
        return opened_values(type(self), getattr(self, column), column)


def purpose_of(model: type[SealedRow], column: str) -> str:
    """What was sealed for one column is refused in another."""
    table = model._meta.db_table
    return table if column == "sealed" else f"{table}.{column}"


def opened_values(
    model: type[SealedRow], sealed: bytes | memoryview | None, column: str = "sealed"
) -> dict[str, Any]:
    """The personal values that one sealed column of a row has; none if their key is destroyed."""
    if sealed is None:
        return {}
    try:
        content = person_keys.unseal(purpose_of(model, column), bytes(sealed))
    except KeyDestroyed:
        return {}
    values: dict[str, Any] = json.loads(content)
    return values


def fetch_keys(rows: Iterable[object]) -> None:
    """The keys of rows that a page will open one by one, fetched together. Others need none."""
    sealed = [row for row in rows if isinstance(row, SealedRow)]
    person_keys.fetch(getattr(row, column) for row in sealed for column in row.sealed_columns())


def seal_detail(player: int, keeping: str, value: str) -> str:
    """A personal value among the details of a row that stays: a line of the audit log, whose chain stays
    whole when the key is destroyed, or a message of the house.
    """
    sealed = person_keys.seal(player, keeping, DETAIL, value.encode())
    return MARK + base64.b64encode(sealed).decode()


def open_details(details: Any) -> Any:
    """Such details with their personal values. What somebody typed may begin like a sealed one."""
    match details:
        case dict():
            return {name: open_details(value) for name, value in details.items()}
        case str() if details.startswith(MARK):
            try:
                return person_keys.unseal(DETAIL, base64.b64decode(details.removeprefix(MARK))).decode()
            except KeyDestroyed:
                return ERASED
            except (ForgedError, ValueError):
                return details
        case _:
            return details


def unsealed_values(model: type[SealedRow], row: Mapping[str, Any]) -> dict[str, Any]:
    """A row that was read as plain columns, the sealed ones among them, with its personal values."""
    values = dict(row)
    for column in model.sealed_columns():
        if column not in values:
            continue
        opened = opened_values(model, values.pop(column), column)
        for field in model.personal_fields(column):
            if field.attname in values:
                values[field.attname] = field.opened(opened, values[field.attname])
    return values


def opened_rows(model: type[SealedRow], rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Many such rows, their keys fetched together."""
    columns, remaining = model.sealed_columns(), iter(rows)
    while batch := list(islice(remaining, BATCH_ROWS)):
        person_keys.fetch(row[column] for row in batch for column in columns if column in row)
        for row in batch:
            yield unsealed_values(model, row)
