"""Delivers files through the class that REGULATOR_DELIVERY names. The class here writes to a folder."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Protocol

from django.conf import settings
from django.utils.module_loading import import_string


class Delivery(Protocol):
    def deliver(self, name: str, data: bytes) -> str:
        """Deliver a file under its name and return the receipt. Repeating it has no effect; every failure
        is an OSError.
        """

    def size(self, name: str) -> int | None:
        """How many bytes lie in the safe under that name; None if there is nothing."""


class FolderDelivery:
    """Writes files into a folder: for the demonstration, or for another program to collect them."""

    def __init__(self) -> None:
        self.folder = Path(settings.REGULATOR_OUTBOX)

    def deliver(self, name: str, data: bytes) -> str:
        path = self.folder / name
        if not path.exists():
            write_file(path, data)
        elif path.read_bytes() != data:
            raise OSError(f"a different file named {name} was already delivered")
        return hashlib.sha256(data).hexdigest()[:16]

    def size(self, name: str) -> int | None:
        try:
            return (self.folder / name).stat().st_size
        except FileNotFoundError:
            if not self.folder.is_dir():
                raise OSError(f"{self.folder} is not there") from None
            return None


def write_file(path: Path, data: bytes) -> None:
    """Write a file atomically and durably: no reader sees a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".new")
    with unfinished.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    unfinished.rename(path)


def configured() -> bool:
    return bool(settings.REGULATOR_DELIVERY)


def delivery() -> Delivery:
    configured_delivery: Delivery = import_string(settings.REGULATOR_DELIVERY)()
    return configured_delivery
