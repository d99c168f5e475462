"""The two host names of a running demonstration house are accepted at its own port only."""

from __future__ import annotations

import http.client

import pytest

from tests.running import RunningHouse


def status_for_host(house: RunningHouse, path: str, host: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", house.state["port"], timeout=20)
    try:
        connection.request("GET", path, headers={"Host": host})
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.mark.house
def test_a_demonstration_house_answers_to_two_names_at_its_port(house: RunningHouse) -> None:
    port = house.state["port"]
    for name in ("127.0.0.1", "localhost", "LOCALHOST"):
        assert status_for_host(house, "/", f"{name}:{port}") == 200
        assert status_for_host(house, "/", f"{name}:{port + 1}") == 400
        assert status_for_host(house, "/", name) == 400
    for foreign in ("casino.invalid", f"casino.invalid:{port}", f"[::1]:{port}", f"127.0.0.1.:{port}"):
        assert status_for_host(house, "/", foreign) == 400
        assert status_for_host(house, "/healthz", foreign) == 200
        assert status_for_host(house, "/readyz", foreign) == 200
        assert status_for_host(house, "/metrics", foreign) == 200
