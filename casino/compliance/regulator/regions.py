"""The region of a network address, by the operator's own table: the file `REGULATOR_REGIONS`.

It has a line for each network, such as `192.0.2.0/24;Lisboa`; empty lines and lines that begin with # are
left out. The narrowest network counts. What no line has is unknown. No table comes with the product: who has
one sells it. A table that cannot be read delays no file: all regions are unknown then, and `manage.py doctor`
says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address, ip_network
from pathlib import Path
from sys import intern

import structlog
from django.conf import settings

log = structlog.get_logger(__name__)
BITS = {4: 32, 6: 128}
MAX_REGION = 60


class Regions:
    """The networks of a table, by version and length, and the numbers of the lines that are none."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.faults: list[int] = []
        self._networks: dict[tuple[int, int], dict[int, str]] = {}
        for number, line in enumerate(lines, start=1):
            if line.strip() and not line.startswith("#") and not self._take(line):
                self.faults.append(number)
        self._narrowest_first = sorted(self._networks, key=lambda key: -key[1])

    def _take(self, line: str) -> bool:
        written, semicolon, region = line.partition(";")
        region = region.strip()
        try:
            network = ip_network(written.strip())
        except ValueError:
            return False
        if not semicolon or not region or len(region) > MAX_REGION or not region.isprintable():
            return False
        shift = BITS[network.version] - network.prefixlen
        of_length = self._networks.setdefault((network.version, network.prefixlen), {})
        of_length[int(network.network_address) >> shift] = intern(region)
        return True

    def of(self, address: str) -> str:
        try:
            parsed = ip_address(address)
        except ValueError:
            return ""
        number = int(parsed)
        for version, length in self._narrowest_first:
            if version == parsed.version:
                region = self._networks[version, length].get(number >> (BITS[version] - length))
                if region is not None:
                    return region
        return ""


@lru_cache(maxsize=1)
def _table(path: str, _changed: int) -> Regions:
    with Path(path).open(encoding="utf-8") as lines:
        return Regions(lines)


def table() -> Regions:
    """OSError or UnicodeDecodeError if it cannot be read."""
    path = str(settings.REGULATOR_REGIONS)
    return _table(path, Path(path).stat().st_mtime_ns)


def region_of(address: str) -> str:
    """Empty if it is unknown."""
    if not settings.REGULATOR_REGIONS or not address:
        return ""
    try:
        return table().of(address)
    except (OSError, UnicodeDecodeError) as error:
        _say_unreadable(settings.REGULATOR_REGIONS, str(error))
        return ""


@lru_cache(maxsize=8)
def _say_unreadable(path: str, error: str) -> None:
    """Once, and not for each operation of a file."""
    log.error("regions cannot be read", path=path, error=error)
