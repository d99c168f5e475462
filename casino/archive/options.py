"""What optional apps do with the archived months: options of `manage.py archive`."""

from __future__ import annotations

from collections.abc import Callable

from django.core.files.storage import Storage
from msgspec import Struct


class ArchiveOption(Struct, frozen=True):
    """`--NAME` of the command. `run` returns the lines to print, or raises CommandError."""

    name: str
    help: str
    run: Callable[[Storage], list[str]]


_registered: dict[str, ArchiveOption] = {}


def register_archive_option(option: ArchiveOption) -> None:
    _registered[option.name] = option


def archive_options() -> list[ArchiveOption]:
    return list(_registered.values())
