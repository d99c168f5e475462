"""Personal columns of a row, sealed together under the key of the player whom the row is about.

A model that inherits `SealedRow` names its personal columns, which are `PersonalCharField` or
`PersonalTextField`, and the law that says how long they are kept. They are read and assigned like others.
What is stored is `SEALED` in each of them, and all their values in the column `sealed`. A row that an older
release wrote has its values in their columns and nothing in `sealed`; it is read as it is, and sealed when it
is saved.

`.values()`, SQL and `.update()` reach no sealed value: `unsealed_values` opens what they read.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django.db import models
from django.db.models.query_utils import DeferredAttribute

from players.shared import person_keys
from players.shared.person_keys import KeyDestroyed

SEALED = "‹sealed›"  # what the column says to somebody who reads it by SQL
ERASED = "–"  # what is shown of a value whose key is destroyed, and stands for one that was erased
MARK, DETAIL = "sealed:", "details of a line"


class PersonalAttribute(DeferredAttribute):
    """Opens the row when one of its personal values is asked for, not when it is loaded: most pages that
    read a row show none of them.
    """

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        value = super().__get__(instance, cls)
        if instance is None or value != SEALED:
            return value
        opened = instance.open_sealed()
        for name in instance.PERSONAL:
            if instance.__dict__.get(name) == SEALED:
                instance.__dict__[name] = opened.get(name, ERASED)
        return instance.__dict__[self.field.attname]

    def __set__(self, instance: Any, value: Any) -> None:
        """With it the attribute is asked before the row's own values are."""
        instance.__dict__[self.field.attname] = value


class _PersonalField:
    """What is stored in a personal column: that its value is sealed."""

    descriptor_class = PersonalAttribute
    plain_kind = "CharField"

    def pre_save(self, instance: Any, add: bool) -> str:
        return SEALED

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        if value != SEALED:
            raise TypeError("A personal column is written by saving its row, which seals it.")
        return super().get_db_prep_save(value, connection)  # type: ignore[misc]

    def deconstruct(self) -> Any:
        """For the database it is a column like others: sealing is no migration."""
        name, _path, arguments, options = super().deconstruct()  # type: ignore[misc]
        return name, f"django.db.models.{self.plain_kind}", arguments, options


class PersonalCharField(_PersonalField, models.CharField):  # type: ignore[misc,type-arg]
    pass


class PersonalTextField(_PersonalField, models.TextField):  # type: ignore[misc,type-arg]
    plain_kind = "TextField"


class SealedField(models.BinaryField):  # type: ignore[type-arg]
    """The personal values of a row, sealed anew with each save of one of them."""

    def pre_save(self, instance: Any, add: bool) -> bytes | None:
        instance.sealed = instance.seal_personal()
        return instance.sealed  # type: ignore[no-any-return]

    def deconstruct(self) -> Any:
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.BinaryField", arguments, options


class SealedRow(models.Model):
    PERSONAL: ClassVar[tuple[str, ...]]
    KEEPING: ClassVar[str]

    sealed = SealedField(null=True)

    class Meta:
        abstract = True

    def save(self, *arguments: Any, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        if update_fields is not None and not {"sealed", *self.PERSONAL}.isdisjoint(update_fields):
            # All of them: the sealed column is written as a whole.
            update_fields = {*update_fields, *self.PERSONAL, "sealed"}
        super().save(*arguments, update_fields=update_fields, **options)

    def key_owner(self) -> int:
        """The player whose key seals the row."""
        return self.player_id  # type: ignore[attr-defined,no-any-return]

    def seal_personal(self) -> bytes:
        values = {name: getattr(self, name) for name in self.PERSONAL}
        content = json.dumps(values, ensure_ascii=False).encode()
        return person_keys.seal(self.key_owner(), self.KEEPING, self._meta.db_table, content)

    def open_sealed(self) -> dict[str, str]:
        return opened_values(type(self), self.sealed)


def opened_values(model: type[SealedRow], sealed: bytes | memoryview | None) -> dict[str, str]:
    """The personal values of a row; none if their key is destroyed."""
    if sealed is None:
        return {}
    try:
        content = person_keys.unseal(model._meta.db_table, bytes(sealed))
    except KeyDestroyed:
        return {}
    values: dict[str, str] = json.loads(content)
    return values


def seal_detail(player: int, keeping: str, value: str) -> str:
    """A personal value for a line of the audit log, whose chain stays whole when its key is destroyed."""
    sealed = person_keys.seal(player, keeping, DETAIL, value.encode())
    return MARK + base64.b64encode(sealed).decode()


def open_details(details: Any) -> Any:
    """The details of an audit line with their personal values."""
    match details:
        case dict():
            return {name: open_details(value) for name, value in details.items()}
        case str() if details.startswith(MARK):
            try:
                return person_keys.unseal(DETAIL, base64.b64decode(details.removeprefix(MARK))).decode()
            except KeyDestroyed:
                return ERASED
        case _:
            return details


def unsealed_values(model: type[SealedRow], row: Mapping[str, Any]) -> dict[str, Any]:
    """A row that was read as plain columns, `sealed` among them, with its personal values."""
    opened = opened_values(model, row["sealed"])
    return {
        name: opened.get(name, ERASED) if name in model.PERSONAL and value == SEALED else value
        for name, value in row.items()
        if name != "sealed"
    }
