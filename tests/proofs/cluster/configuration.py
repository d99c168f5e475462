"""The configuration of the servers on each host. `docs/operating/cluster.md` explains the choices."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from casino.services import postgres
from casino.services.folder import PROJECT
from tests.proofs.cluster.network import Host

DATABASE = postgres.DATABASE
ETCD, ETCD_PEER, PATRONI, POSTGRES = 2379, 2380, 8008, 5432
PRIMARY, POOL, VALKEY, SENTINEL, WEB = 5000, 6432, 6379, 26379, 8000
MASTER = "house"  # the name by which Sentinels know the master
# A leader that is silent for this long loses its lease. The smallest that Patroni accepts.
LEADER_LEASE = 20
ETCD_LEADER_ELSEWHERE = PROJECT / "deploy" / "patroni" / "etcd-leader-elsewhere"
POSTGRES_PARAMETERS = {
    "max_connections": 100,
    "shared_buffers": "64MB",
    "jit": "off",
    "io_method": "sync",
    "max_parallel_workers_per_gather": 0,
    "timezone": "UTC",
    "wal_keep_size": "128MB",
    "max_wal_size": "256MB",
    # A standby that is silent is given up, so that no commit waits for it.
    "wal_sender_timeout": "3s",
    "wal_receiver_timeout": "5s",
    # A server ends the sessions of clients that it cannot reach: what they have locked is free then.
    "tcp_user_timeout": "2500ms",
    "tcp_keepalives_idle": 1,
    "tcp_keepalives_interval": 1,
    "tcp_keepalives_count": 2,
}


def etcd(host: Host, hosts: Sequence[Host], data: Path, program: str) -> list[str]:
    members = ",".join(f"{other.name}=http://{other.address}:{ETCD_PEER}" for other in hosts)
    options = {
        "name": host.name,
        "data-dir": str(data),
        "listen-peer-urls": f"http://{host.address}:{ETCD_PEER}",
        "initial-advertise-peer-urls": f"http://{host.address}:{ETCD_PEER}",
        "listen-client-urls": f"http://{host.address}:{ETCD},http://127.0.0.1:{ETCD}",
        "advertise-client-urls": f"http://{host.address}:{ETCD}",
        "initial-cluster": members,
        "initial-cluster-state": "new",
        "heartbeat-interval": "100",
        "election-timeout": "1000",
        "logger": "zap",
        "log-level": "warn",
    }
    return [program, *(f"--{name}={value}" for name, value in options.items())]


def patroni(host: Host, hosts: Sequence[Host], folder: Path, passwords: Mapping[str, str]) -> dict[str, Any]:
    """Commits wait for one of the two standbys, so a leader may be lost with every acknowledged bet kept."""
    people = {name: {"username": name, "password": password} for name, password in passwords.items()}
    return {
        "scope": "feltro",
        "name": host.name,
        "restapi": {"listen": f"{host.address}:{PATRONI}", "connect_address": f"{host.address}:{PATRONI}"},
        "etcd3": {"hosts": [f"{other.address}:{ETCD}" for other in hosts]},
        "bootstrap": {
            "dcs": {
                "ttl": LEADER_LEASE,
                "loop_wait": 5,
                "retry_timeout": 5,
                # A primary that does not come up again, for want of disk, gives its place to a standby.
                "primary_start_timeout": 5,
                "synchronous_mode": "quorum",
                "failsafe_mode": True,
                "postgresql": {"use_pg_rewind": True, "parameters": POSTGRES_PARAMETERS},
            },
            "initdb": [
                {"encoding": "UTF8"},
                {"locale": "C"},
                {"locale-provider": "builtin"},
                {"builtin-locale": "C.UTF-8"},
            ],
        },
        "postgresql": {
            "listen": f"{host.address}:{POSTGRES}",
            "connect_address": f"{host.address}:{POSTGRES}",
            "data_dir": str(folder / "postgres"),
            "bin_dir": str(postgres.binaries()),
            "pgpass": str(folder / "pgpass"),
            "authentication": {
                "superuser": people["postgres"],
                "replication": people["replicator"],
                "rewind": people["rewinder"],
            },
            "parameters": {"unix_socket_directories": str(folder)},
            "callbacks": dict.fromkeys(("on_start", "on_role_change"), str(ETCD_LEADER_ELSEWHERE)),
            # A new standby does not wait for the next checkpoint.
            "basebackup": [{"checkpoint": "fast"}],
            "pg_hba": [
                "local all all scram-sha-256",
                "host all all 10.77.0.0/24 scram-sha-256",
                "host replication replicator 10.77.0.0/24 scram-sha-256",
            ],
        },
        "watchdog": {"mode": "off"},
        "log": {"level": "INFO"},
    }


def patroni_command(file: Path) -> list[str]:
    return [str(Path(sys.executable).parent / "patroni"), str(file)]


DEFAULTS = """global
    maxconn 2000
defaults
    timeout connect 2s
    timeout check 1s
    timeout client 1h
    timeout server 1h
"""


# A web process that stops may close a connection that it has not accepted yet. Its page is asked for again,
# at another host; a form is not, because somebody may have read it.
RETRIES = """    retries 3
    option redispatch 1
    retry-on conn-failure empty-response
    http-request disable-l7-retry unless METH_GET
"""


def primary(name: str, bind: str, hosts: Sequence[Host]) -> str:
    """Leads to the server that Patroni calls the primary. Sessions to one that no longer is are ended."""
    servers = "".join(
        f"    server {host.name} {host.address}:{POSTGRES} check port {PATRONI} tcp-ut 3s\n" for host in hosts
    )
    return f"""listen {name}
    mode tcp
    bind {bind}
    option httpchk GET /primary
    http-check expect status 200
    default-server inter 500ms fall 3 rise 1 on-marked-down shutdown-sessions
{servers}"""


def haproxy(hosts: Sequence[Host]) -> str:
    """On each host: the way to the primary."""
    return DEFAULTS + primary("primary", f"127.0.0.1:{PRIMARY}", hosts)


def entrance(webs: Sequence[Host], hosts: Sequence[Host], listener: int, site: str, sockets: Path) -> str:
    """Access from outside: the site, and the primary for the check of the record.

    A host that fails its checks loses its sockets at once, so that browsers reconnect to another one. Pages
    that it is answering are not cut: it may only be busy. If it is silent, they end after four seconds. Where
    no host is ready, each that is alive serves what it can. Where none has passed a check, each is tried: a
    host that has just started, or is busy, may serve all the same.
    """
    sockets_of = "".join(
        f"    server {host.name} {host.address}:{WEB} track ready/{host.name} tcp-ut 3s "
        "on-marked-down shutdown-sessions\n"
        for host in webs
    )
    untested = "".join(f"    server {host.name} {host.address}:{WEB} tcp-ut 3s\n" for host in webs)

    def servers(check: str, path: str) -> str:
        lines = "".join(f"    server {host.name} {host.address}:{WEB} check tcp-ut 3s\n" for host in webs)
        return f"""backend {check}
    mode http
    balance leastconn
    option httpchk
    http-check send meth GET uri {path} hdr Host {site}
    http-check expect status 200
    default-server inter 1s fastinter 500ms fall 2 rise 1
{RETRIES}    option srvtcpka
    srvtcpka-idle 1s
    srvtcpka-intvl 1s
    srvtcpka-cnt 3
    option forwardfor
    timeout server 60s
    timeout tunnel 1h
{lines}"""

    return (
        DEFAULTS.replace("global\n", f"global\n    stats socket {sockets / 'haproxy'} mode 600\n")
        + f"""frontend site
    mode http
    bind fd@{listener}
    http-request set-header X-Forwarded-Proto http
    use_backend sockets if {{ path_beg /ws/ }} {{ nbsrv(ready) gt 0 }}
    use_backend ready if {{ nbsrv(ready) gt 0 }}
    use_backend alive if {{ nbsrv(alive) gt 0 }}
    default_backend untested
backend sockets
    mode http
    balance leastconn
    retries 2
    option redispatch
    option forwardfor
    timeout server 60s
    timeout tunnel 1h
{sockets_of}backend untested
    mode http
{RETRIES}    option forwardfor
    timeout server 60s
    timeout tunnel 1h
{untested}"""
        + servers("ready", "/readyz")
        + servers("alive", "/healthz")
        + primary("primary", f"unix@{sockets / '.s.PGSQL.5432'} mode 600", hosts)
    )


def pgbouncer(folder: Path, passwords: Mapping[str, str]) -> str:
    users = "".join(f'"{name}" "{password}"\n' for name, password in passwords.items())
    (folder / "users").write_text(users)
    return f"""[databases]
{DATABASE} = host=127.0.0.1 port={PRIMARY}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {POOL}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {folder / "users"}
pool_mode = transaction
default_pool_size = 20
server_connect_timeout = 3
server_login_retry = 0.5
query_wait_timeout = 5
tcp_user_timeout = 5000
tcp_keepidle = 5
tcp_keepintvl = 2
tcp_keepcnt = 3
"""


def valkey(host: Host, folder: Path, users: Path, master: Host, password: str) -> str:
    replica = f"replicaof {master.address} {VALKEY}\n" if host != master else ""
    return f"""bind {host.address} 127.0.0.1
port {VALKEY}
dir {folder}
aclfile {users}
masteruser admin
masterauth {password}
save ""
appendonly no
repl-ping-replica-period 1
repl-timeout 5
{replica}loglevel warning
"""


def sentinel(host: Host, folder: Path, master: Host, password: str) -> str:
    return f"""bind {host.address} 127.0.0.1
port {SENTINEL}
dir {folder}
protected-mode no
sentinel monitor {MASTER} {master.address} {VALKEY} 2
sentinel auth-user {MASTER} admin
sentinel auth-pass {MASTER} {password}
sentinel down-after-milliseconds {MASTER} 1500
sentinel failover-timeout {MASTER} 5000
loglevel warning
"""
