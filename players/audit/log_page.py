"""The address of the audit log's page and the names of its kinds, registered by the package that shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.functional import Promise

Address = Callable[[Mapping[str, str]], str]
_addresses: list[Address] = []
_names: dict[str, str | Promise] = {}


def register(address: Address, names: Mapping[str, str | Promise]) -> None:
    _addresses[:] = [address]
    _names.update(names)


def log_address(query: Mapping[str, str]) -> str:
    """The address with these filters."""
    return _addresses[0](query)


def kind_label(kind: str) -> str:
    """What happened in words, or the code of a kind without a name."""
    return str(_names.get(kind, kind))
