"""The region of a network address is that of the operator's table, or unknown.  [903-B Anexo 1, V.4]"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from casino.compliance.regulator.regions import Regions, region_of
from casino.operation.doctor import check_transport

TABLE = """# networks of the house's provider
192.0.2.0/24;Lisboa
192.0.2.128/25 ; Porto

198.51.100.7/32;Região Autónoma da Madeira
2001:db8::/32;Faro
2001:db8:1::/48;Évora
"""


pytestmark = pytest.mark.django_db


@pytest.fixture
def table(tmp_path: Path, settings: Any) -> Path:
    path = tmp_path / "regions"
    path.write_text(TABLE, "utf-8")
    settings.REGULATOR_REGIONS = str(path)
    return path


@pytest.mark.parametrize(
    ("address", "region"),
    [
        ("192.0.2.1", "Lisboa"), ("192.0.2.200", "Porto"), ("198.51.100.7", "Região Autónoma da Madeira"),
        ("198.51.100.8", ""), ("2001:db8::1", "Faro"), ("2001:db8:1::1", "Évora"), ("2001:db9::1", ""),
        ("", ""), ("no address", ""),
    ],
)  # fmt: skip
def test_the_narrowest_network_counts(table: Path, address: str, region: str) -> None:
    assert region_of(address) == region


def test_without_a_table_every_region_is_unknown(settings: Any) -> None:
    settings.REGULATOR_REGIONS = ""
    assert region_of("192.0.2.1") == ""


def test_a_new_table_counts_at_once(table: Path) -> None:
    assert region_of("192.0.2.1") == "Lisboa"
    table.write_text("192.0.2.0/24;Braga\n", "utf-8")
    os.utime(table, ns=(1, 1))
    assert region_of("192.0.2.1") == "Braga"


@pytest.mark.parametrize(
    "line", ["192.0.2.1/24;Lisboa", "192.0.2.0/24", "192.0.2.0/24;", "192.0.2.0/24;\x07", "x;Lisboa"]
)
def test_a_line_that_is_none_is_left_out_and_the_doctor_names_it(table: Path, line: str) -> None:
    assert Regions([line, "198.51.100.0/24;Beja"]).faults == [1]
    table.write_text(f"198.51.100.0/24;Beja\n{line}\n", "utf-8")
    os.utime(table, ns=(2, hash(line) % 10**9))
    assert region_of("198.51.100.1") == "Beja"
    assert any("line 2 " in problem.problem for problem in check_transport("worker"))


def test_a_table_that_cannot_be_read_delays_nothing_and_the_doctor_says_so(table: Path) -> None:
    table.write_bytes(b"192.0.2.0/24;\xff\xfe")
    os.utime(table, ns=(3, 3))
    assert region_of("192.0.2.1") == ""
    assert any("cannot be read" in problem.problem for problem in check_transport("worker"))
    table.unlink()
    assert region_of("192.0.2.1") == ""
    assert any("cannot be read" in problem.problem for problem in check_transport("worker"))
    assert not any("regions" in problem.problem for problem in check_transport("web"))
