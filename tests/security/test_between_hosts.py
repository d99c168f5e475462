"""The servers of three hosts, on their network, to somebody without the keys of the cluster.

They run in network namespaces, with the configuration of deploy/cluster. `make cluster` makes the same
attempts with the processes of the house too, and again while people play.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.proofs.cluster import attacks, programs
from tests.proofs.cluster.network import Network
from tests.proofs.cluster.programs import stop_all
from tests.proofs.cluster.servers import HOSTS, Servers, wait_for


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    if reason := programs.missing():
        pytest.skip(f"NOT TESTED: {reason}")
    place = Path(tempfile.mkdtemp(prefix="feltro-hosts-"))  # where PostgreSQL, which is not root, reaches it
    place.chmod(0o711)
    with Network(HOSTS) as network:
        running = Servers(network, place, 0)
        try:
            running.start_servers()
            yield running
        finally:
            stop_all(list(running.programs.values()))
            running.close_disks()
            shutil.rmtree(place, ignore_errors=True)


def test_a_stranger_on_the_network_gets_nothing(servers: Servers) -> None:
    assert attacks.check(servers) > 60


def test_every_port_between_hosts_shows_a_certificate_of_the_cluster(servers: Servers) -> None:
    for host in servers.hosts:
        assert len(attacks.listeners(host)) >= 5
        assert list(attacks.plain_listeners(servers, host)) == []


def test_a_listener_without_tls_is_noticed(servers: Servers) -> None:
    """A server of somebody's own, started at one of the hosts."""
    host = servers.hosts[0]
    with attacks.network.listen(host, 6379) as listener:
        listener.settimeout(1)
        problems = list(attacks.plain_listeners(servers, host))
    assert [problem for problem in problems if "6379" in problem and "open" in problem]
    assert "port 6379 of a shows no certificate of the cluster" in problems


def test_the_sentinels_move_the_master_with_the_rights_that_they_have(servers: Servers) -> None:
    """They took the order and could not carry it out: their user may do what they ask of Valkey, by name."""
    wait_for(
        lambda: "connected_slaves:1" in servers.ask_valkey(servers.hosts[1], "INFO replication"),
        60,
        "a replica",
    )
    before = servers.valkey_master()
    servers.hand_valkey_over()
    assert before == servers.hosts[1]
