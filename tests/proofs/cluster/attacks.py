"""What somebody on the network of the hosts gets without the keys of the cluster: nothing.

Each attempt is made three times: in plain text, by TLS without a certificate, and by TLS with a certificate
of another authority. Passwords are the right ones, so that only the certificate is missing. Then the reverse:
a certificate of the cluster without the password. `ss` on each host says what listens there: every port that
other hosts reach must show a certificate of the cluster.

A control shows with each server that the same attempt succeeds with certificate and password.
"""

from __future__ import annotations

import base64
import http.client
import json
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg

from casino.services import valkey
from deploy.cluster import files
from tests.proofs.cluster import configuration, network
from tests.proofs.cluster.network import Host
from tests.proofs.cluster.programs import path_of
from tests.proofs.cluster.servers import PLACES, ClusterError, Servers

TIMEOUT = 10.0
SSL_REQUEST = bytes((0, 0, 0, 8, 4, 210, 22, 47))  # of PostgreSQL's protocol: may TLS begin?
HOUSE_KEY = base64.b64encode(b"/service/feltro/stranger").decode()
REFUSALS = (http.client.BAD_REQUEST, http.client.UNAUTHORIZED, http.client.FORBIDDEN)
Dial = Callable[[], socket.socket]


@dataclass(frozen=True)
class Attempt:
    what: str
    succeeds: Callable[[], bool]
    is_control: bool = False  # must succeed


@dataclass(frozen=True)
class Identity:
    """As whom a stranger comes: in plain text, or with this TLS."""

    name: str
    tls: ssl.SSLContext | None
    cert: Path | None = None  # with the key beside it; for libpq


def check(servers: Servers) -> int:
    """How many attempts were refused. Raises when one was not, or a control was."""
    made = list(attempts(servers))
    problems = [problem for attempt in made if (problem := problem_of(attempt))]
    problems += [problem for host in servers.hosts for problem in plain_listeners(servers, host)]
    if problems:
        raise ClusterError("; ".join(problems))
    return sum(not attempt.is_control for attempt in made)


def problem_of(attempt: Attempt) -> str | None:
    """What is wrong with the end of an attempt. Silence is no refusal."""
    try:
        succeeded = attempt.succeeds()
    except TimeoutError:
        return f"{attempt.what}: no answer, neither a refusal"
    except (OSError, http.client.HTTPException, psycopg.Error) as error:
        return f"{attempt.what}: refused: {error}" if attempt.is_control else None
    if succeeded == attempt.is_control:
        return None
    return f"{attempt.what}: {'succeeded' if succeeded else 'refused'}"


def attempts(servers: Servers) -> Iterator[Attempt]:
    stranger = servers.network.stranger
    foreign = servers.place / "foreign"
    authority = files.Authority(foreign / "authority")
    if not (foreign / "operator.crt").exists():
        authority.issue(foreign, files.Member("stranger", stranger.address), files.OPERATOR_ROLES)
    own = servers.tls(servers.network.switch)
    strangers = (
        Identity("in plain text", None),
        Identity("without a certificate", trusting(None)),
        Identity("with a foreign certificate", trusting(foreign / "operator.crt"), foreign / "operator.crt"),
    )
    certified = Identity("with a certificate", trusting(own / "operator.crt"), own / "operator.crt")
    for host in servers.hosts:
        for identity in (*strangers, certified):
            yield from requests(servers, stranger, host, identity, certified=identity is certified)
    yield from database_attempts(servers, foreign)


def trusting(certificate: Path | None) -> ssl.SSLContext:
    """A client that takes any server, and shows this certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if certificate is not None:
        context.load_cert_chain(certificate, certificate.with_suffix(".key"))
    return context


# --- servers that speak HTTP or Valkey's protocol


def requests(
    servers: Servers, origin: Host, host: Host, identity: Identity, *, certified: bool
) -> Iterator[Attempt]:
    """Of one identity at one host. With a certificate and no password only public answers are given."""

    def dial(port: int) -> Dial:
        return lambda: network.connect(origin, (host.address, port), TIMEOUT)

    def attempt(what: str, succeeds: Callable[[], bool], *, is_control: bool = False) -> Attempt:
        return Attempt(f"{what} on {host.name}, {identity.name}", succeeds, is_control)

    read, write = {"key": HOUSE_KEY}, {"key": HOUSE_KEY, "value": HOUSE_KEY}
    password = base64.b64encode(f"patroni:{servers.passwords['patroni_api']}".encode()).decode()
    known = {} if certified else {"Authorization": f"Basic {password}"}
    etcd, patroni = dial(configuration.ETCD), dial(configuration.PATRONI)
    yield attempt("etcd get", lambda: answers(etcd, identity, "/v3/kv/range", read))
    yield attempt("etcd put", lambda: answers(etcd, identity, "/v3/kv/put", write))
    switchover = {"leader": "a", "candidate": "b"}
    yield attempt("Patroni switchover", lambda: answers(patroni, identity, "/switchover", switchover, known))
    for name, port, user in (
        ("Valkey", configuration.VALKEY, ("admin", valkey.user_password(servers.folder, valkey.ADMIN))),
        ("Sentinel", configuration.SENTINEL, ("operator", servers.passwords["sentinel_operator"])),
    ):
        if f"{name.lower()}-{host.name}" not in servers.programs:
            continue
        sign_in = "" if certified else f"AUTH {user[0]} {user[1]}\r\n"
        yield attempt(f"{name} ping", lambda port=port, line=sign_in: pongs(dial(port), identity, line))  # type: ignore[misc]
        if certified:
            line = f"AUTH {user[0]} {user[1]}\r\n"
            yield attempt(
                f"{name} ping with the password",
                lambda port=port, line=line: pongs(dial(port), identity, line),  # type: ignore[misc]
                is_control=True,
            )
    if certified:
        yield attempt("Patroni", lambda: answers(patroni, identity, "/health"), is_control=True)
        person = {"name": "patroni", "password": servers.passwords["etcd_patroni"]}
        yield attempt(
            "etcd with the password",
            lambda: answers(etcd, identity, "/v3/auth/authenticate", person),
            is_control=True,
        )
        return
    peer = dial(configuration.ETCD_PEER)
    yield attempt("etcd of a peer", lambda: answers(peer, identity, "/members"))
    yield attempt("Patroni", lambda: answers(patroni, identity, "/patroni"))
    if "web" in PLACES[host.name] and f"web-{host.name}" in servers.programs:
        yield attempt("web", lambda: answers(dial(configuration.WEB), identity, "/healthz"))


def answers(
    dial: Dial,
    identity: Identity,
    path: str,
    body: dict[str, str] | None = None,
    headers: dict[str, str] | None = None,
) -> bool:
    """Whether a request is answered with anything but a refusal. To have no such page is none."""
    client = http.client.HTTPConnection("house", timeout=TIMEOUT)
    client.sock = dial()
    try:
        if identity.tls is not None:
            client.sock = identity.tls.wrap_socket(client.sock)
        client.request(
            "POST" if body is not None else "GET",
            path,
            None if body is None else json.dumps(body),
            {"Content-Type": "application/json", **(headers or {})},
        )
        return client.getresponse().status not in REFUSALS
    finally:
        client.close()


def pongs(dial: Dial, identity: Identity, sign_in: str) -> bool:
    """Whether a server of Valkey's protocol answers PING."""
    client = dial()
    try:
        if identity.tls is not None:
            client = identity.tls.wrap_socket(client)
        client.sendall(f"{sign_in}PING\r\n".encode())
        replies = client.makefile("rb")
        if sign_in:
            replies.readline()
        return replies.readline() == b"+PONG\r\n"
    finally:
        client.close()


# --- PostgreSQL


def database_attempts(servers: Servers, foreign: Path) -> Iterator[Attempt]:
    """From the network, and from the address of a host: a machine that pretends to be one has no keys."""
    primary, address = servers.the_primary(), servers.the_primary().address
    member = servers.hosts[0]
    own = servers.tls(member)

    def attempt(
        what: str, origin: Host, role: str, *, is_control: bool = False, **parameters: str | Path
    ) -> Attempt:
        fields = {
            "host": address,
            "port": str(configuration.POSTGRES),
            "user": role,
            "password": servers.passwords[role],
            "dbname": configuration.DATABASE if role.startswith("house") else "postgres",
            "connect_timeout": str(int(TIMEOUT)),
            **{name: str(value) for name, value in parameters.items()},
        }

        def succeeds() -> bool:
            network.inside(origin, lambda: psycopg.connect(**fields)).close()  # type: ignore[arg-type]
            return True

        return Attempt(
            f"PostgreSQL on {primary.name} as {role} from {origin.name}, {what}", succeeds, is_control
        )

    def certificate(folder: Path, name: str) -> dict[str, str | Path]:
        return {"sslcert": folder / f"{name}.crt", "sslkey": folder / f"{name}.key"}

    none: dict[str, str | Path] = {"sslcert": "", "sslkey": ""}
    trusted: dict[str, str | Path] = {"sslmode": "verify-full", "sslrootcert": own / "ca.crt"}
    for origin in (servers.network.stranger, member):
        for role in ("house_web", "rewinder", "postgres"):
            yield attempt("in plain text", origin, role, sslmode="disable")
            yield attempt("without a certificate", origin, role, sslmode="require", **none)
            yield attempt(
                "with a foreign certificate", origin, role, sslmode="require",
                **certificate(foreign, "operator"),
            )  # fmt: skip
            yield attempt(
                "with a certificate of the processes", origin, role,
                **trusted, **certificate(own, "house"),
                is_control=(role == "house_web" and origin is member),
            )  # fmt: skip
    yield attempt(
        "with its certificate", member, "rewinder", **trusted, **certificate(own, "rewinder"), is_control=True
    )
    yield attempt(
        "which is another server", member, "rewinder", sslmode="verify-full",
        sslrootcert=foreign / "ca.crt", **certificate(own, "rewinder"),
    )  # fmt: skip


# --- what listens


def listeners(host: Host) -> set[int]:
    """The ports of a host that other hosts reach."""
    shown = subprocess.run(
        host.inside([path_of("ss"), "-Hltn"]), capture_output=True, text=True, check=True
    ).stdout
    addresses = [line.split()[3].rpartition(":") for line in shown.splitlines()]
    return {int(port) for address, _, port in addresses if not address.startswith(("127.", "[::1]"))}


def plain_listeners(servers: Servers, host: Host) -> Iterator[str]:
    """The ports of a host that do not show a certificate of the cluster, and those that are missing."""
    found = listeners(host)
    expected = {configuration.ETCD, configuration.ETCD_PEER, configuration.SENTINEL}
    if f"patroni-{host.name}" in servers.programs:
        expected |= {configuration.PATRONI, configuration.POSTGRES}
    for name, port in (("valkey", configuration.VALKEY), ("web", configuration.WEB)):
        if f"{name}-{host.name}" in servers.programs:
            expected.add(port)
    if found != expected:
        yield f"on {host.name} ports {sorted(found)} are open, and {sorted(expected)} should be"
    for port in sorted(found):
        begins = SSL_REQUEST if port == configuration.POSTGRES else b""
        client = network.connect(servers.network.stranger, (host.address, port), TIMEOUT)
        if not shows_certificate(client, servers.tls(host) / "ca.crt", host.address, begins):
            yield f"port {port} of {host.name} shows no certificate of the cluster"


def shows_certificate(client: socket.socket, authority: Path, address: str, begins: bytes) -> bool:
    """Whether a server speaks TLS, with a certificate of this authority for this address."""
    context = ssl.create_default_context(cafile=authority)
    with client, suppress(OSError):
        if begins:
            client.sendall(begins)
            if client.recv(1) != b"S":
                return False
        with context.wrap_socket(client, server_hostname=address) as tls:
            return bool(tls.getpeercert())
    return False
