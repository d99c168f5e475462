"""Reads the environment for the settings: flags, lists, keys in files, and addresses."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from players.shared.valkey_addresses import sentinel_address, tls_files

KEY_BYTES = 32


def flag(name: str) -> bool:
    return os.environ.get(name, "").lower() in ("1", "true", "yes", "on")


def text(name: str) -> str:
    return os.environ.get(name, "")


def choice(name: str, choices: Sequence[str]) -> str:
    """One of these words; the first is the default."""
    value = os.environ.get(name, "") or choices[0]
    if value not in choices:
        raise ImproperlyConfigured(f"{name} should be one of {', '.join(choices)}, and is {value!r}.")
    return value


def words(name: str) -> list[str]:
    """A list separated by commas or spaces."""
    return os.environ.get(name, "").replace(",", " ").split()


def pairs(name: str) -> dict[str, str]:
    """Names with their values, such as "one=/first two=/second"."""
    found = dict(word.partition("=")[::2] for word in words(name))
    if missing := [key for key, value in found.items() if not key or not value]:
        raise ImproperlyConfigured(f"{name} should be pairs such as one=value, and has {missing[0]!r} alone.")
    return found


def extras(name: str, known: Mapping[str, str]) -> list[str]:
    """The optional apps that are on: all of them, those that the variable names, or with `none` no one."""
    chosen = words(name)
    if chosen == ["none"]:
        return []
    if unknown := sorted(set(chosen) - known.keys()):
        raise ImproperlyConfigured(
            f"{name} should be `none` or some of {', '.join(known)}, and names {', '.join(unknown)}."
        )
    return [app for extra, app in known.items() if extra in chosen or not chosen]


def number(name: str, default: int, *, most: int | None = None) -> int:
    value = os.environ.get(name, "")
    try:
        chosen = int(value) if value else default
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} should be a whole number, and is {value!r}.") from error
    if most is not None and chosen > most:
        raise ImproperlyConfigured(f"{name} should be {most} at most, and is {chosen}.")
    return chosen


# The two names of this machine in a browser.
LOCAL = ("127.0.0.1", "localhost")
PORTS = {"http": 80, "https": 443}


def origins(url: str, *, both_names: bool) -> tuple[str, ...]:
    """HOUSE_URL as an origin; with `both_names`, also the other name of this machine."""
    try:
        parts = urlsplit(url)
        own_port = parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"HOUSE_URL should be an origin, and is {url!r}: {error}.") from error
    if (
        parts.scheme not in PORTS
        or not parts.hostname
        or parts.username
        or parts.path not in ("", "/")
        or parts.query
        or parts.fragment
    ):
        raise ImproperlyConfigured(
            f"HOUSE_URL should be an origin such as https://casino.example, and is {url!r}."
        )
    names: tuple[str, ...] = (parts.hostname,)
    if both_names and parts.hostname in LOCAL:
        names = (parts.hostname, *(name for name in LOCAL if name != parts.hostname))
    port = "" if own_port in (None, PORTS[parts.scheme]) else f":{own_port}"
    return tuple(f"{parts.scheme}://{f'[{name}]' if ':' in name else name}{port}" for name in names)


HOST_NAME = re.compile(
    r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+"
)


def other_names(name: str, own: Sequence[str]) -> frozenset[str]:
    """Host names of the house beside that of its origin, such as "casino.com www.casino.pt"."""
    found = frozenset(word.lower() for word in words(name))
    for host in sorted(found):
        if not HOST_NAME.fullmatch(host):
            raise ImproperlyConfigured(f"{name} should be host names such as casino.com, and has {host!r}.")
        if host in {urlsplit(origin).hostname for origin in own}:
            raise ImproperlyConfigured(f"{name} has {host}, which is the name in HOUSE_URL.")
    return found


def secret(name: str) -> str:
    """The secret from the file that NAME_FILE names, or from NAME. There is no default secret."""
    path = os.environ.get(f"{name}_FILE", "")
    if not path:
        return os.environ.get(name, "")
    try:
        return Path(path).read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name}_FILE names {path}, which cannot be read: {error.strerror}."
        ) from error


def key(name: str) -> bytes:
    """A key of 32 bytes, written as 64 hexadecimal digits."""
    return read_key(name, digits) if (digits := secret(name)) else b""


def keys(name: str) -> list[bytes]:
    """Keys of 32 bytes, one per line."""
    return [read_key(name, digits) for digits in secret(name).split()]


def read_key(name: str, digits: str) -> bytes:
    try:
        value = bytes.fromhex(digits)
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name} should be 64 hexadecimal digits (`openssl rand -hex 32`)."
        ) from error
    if len(value) != KEY_BYTES:
        raise ImproperlyConfigured(f"{name} should be {KEY_BYTES} bytes and is {len(value)}.")
    return value


# The supported parameters of libpq. Not `options`, because a pooler in transaction mode drops it.
LIBPQ = frozenset(
    (
        "host",
        "hostaddr",
        "connect_timeout",
        "tcp_user_timeout",
        "keepalives",
        "keepalives_idle",
        "keepalives_interval",
        "keepalives_count",
        "target_session_attrs",
        "load_balance_hosts",
        "application_name",
        "channel_binding",
        "require_auth",
        "gssencmode",
        "passfile",
        "sslmode",
        "sslrootcert",
        "sslcert",
        "sslkey",
        "sslcrl",
        "sslcrldir",
        "sslnegotiation",
        "sslpassword",
        "sslsni",
        "ssl_min_protocol_version",
        "ssl_max_protocol_version",
    )
)
# Give up on a silent server after these times instead of the operating system's two hours.
TIMEOUTS = {
    "connect_timeout": "5",
    "tcp_user_timeout": "10000",
    "keepalives_idle": "10",
    "keepalives_interval": "3",
}


def database(url: str, *, pool: int, pooler: bool = False) -> dict[str, Any]:
    """Django's settings for `postgresql://user:password@host:port,host:port/name?parameter=value`.

    Behind a pooler in transaction mode, no cursor of the server outlives its transaction.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured("DATABASE_URL should begin with postgresql:// .")
    parameters = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    if unknown := sorted(parameters.keys() - LIBPQ):
        raise ImproperlyConfigured(
            f"DATABASE_URL has parameters that are not supported: {', '.join(unknown)}. "
            f"Supported: {', '.join(sorted(LIBPQ))}."
        )
    user, hosts, ports = _servers(parts.netloc)
    hosts = parameters.pop("host", hosts)
    options: dict[str, Any] = {**TIMEOUTS, **parameters}
    if pool:
        # After a failed attempt the pool waits twice as long each time, for up to five minutes: after an
        # outage of half a minute it would stay without a connection for half a minute more. Give up an
        # attempt soon; the next request begins a new one.
        options["pool"] = {"min_size": 1, "max_size": pool, "timeout": 5, "reconnect_timeout": 1}
    name, _, password = user.partition(":")
    return {
        "ENGINE": "casino.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(name),
        "PASSWORD": unquote(password),
        "HOST": hosts,
        "PORT": ports,
        "OPTIONS": options,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": pooler,
        # With a pool, connections return to it; without one, each process keeps its own.
        "CONN_MAX_AGE": 0 if pool else 60,
    }


def databases(addresses: dict[str, str], *, pool: int, pooler: bool) -> dict[str, Any]:
    """Django's DATABASES of those addresses that are set."""
    return {name: database(url, pool=pool, pooler=pooler) for name, url in addresses.items() if url}


# Of tests, which need no collected files, and otherwise.
STATIC_FILES = {
    True: "django.contrib.staticfiles.storage.StaticFilesStorage",
    False: "casino.web.static.HashedFiles",
}
FILE_STORES = (
    "documents",
    "regulator-files",
    "archives",
    "person-keys",
    "public-log",
)  # as players.shared.file_store names them
BUCKET_PARAMETERS = ("endpoint_url", "region_name")


def file_stores(url: str, access_key: str, secret_key: str) -> dict[str, dict[str, Any]]:
    """Django's storages of the files that several hosts need: parts of the bucket of
    `s3://bucket/prefix?endpoint_url=https://host&region_name=name`. Without an address they are in folders.
    """
    if not url:
        return {}
    parts = urlsplit(url)
    parameters = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    if parts.scheme != "s3" or not parts.netloc or "@" in parts.netloc:
        raise ImproperlyConfigured("FILE_STORE should be s3://bucket/prefix, without keys.")
    if unknown := sorted(parameters.keys() - set(BUCKET_PARAMETERS)):
        raise ImproperlyConfigured(
            f"FILE_STORE has parameters that are not supported: {', '.join(unknown)}. "
            f"Supported: {', '.join(BUCKET_PARAMETERS)}."
        )
    if not access_key or not secret_key:
        raise ImproperlyConfigured("FILE_STORE requires FILE_STORE_ACCESS_KEY and FILE_STORE_SECRET_KEY.")
    bucket = {
        "bucket_name": parts.netloc,
        "access_key": access_key,
        "secret_key": secret_key,
        **parameters,
    }
    prefix = parts.path.strip("/")
    return {
        name: {
            "BACKEND": "players.shared.s3_store.Bucket",
            "OPTIONS": bucket | {"location": f"{prefix}/{name}" if prefix else name},
        }
        for name in FILE_STORES
    }


def _servers(netloc: str) -> tuple[str, str, str]:
    """The user, hosts and ports of an address, the latter two as comma-separated lists."""
    user, _, servers = netloc.rpartition("@")
    hosts, ports = [], []
    for server in servers.split(","):
        host, port = (server, "")
        if not server.endswith("]") and ":" in server:
            host, _, port = server.rpartition(":")
        hosts.append(unquote(host.strip("[]")))
        ports.append(port)
    if any(port and not port.isdecimal() for port in ports):
        raise ImproperlyConfigured(
            "DATABASE_URL should name ports as numbers: postgresql://user:password@host:5432/name ."
        )
    return user, ",".join(hosts), ",".join(ports) if any(ports) else ""


def broker(url: str) -> tuple[str, dict[str, Any], dict[str, Any] | None]:
    """Celery's form of an address, the options of its transport, and those of TLS.

    `unix:///path?db=1` is `redis+socket:///path?virtual_host=1`; each Sentinel has an address of its own.
    Without options of TLS, Celery would check no certificate (`rediss`), or not use TLS (Sentinels).
    """
    parts = urlsplit(url)
    user = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
    files = tls_files(url)
    tls = None if files is None else {"ssl_cert_reqs": "required", "ssl_check_hostname": True, **files}
    if (address := sentinel_address(url)) is not None:
        hosts = [f"[{host}]" if ":" in host else host for host, _ in address.sentinels]
        ports = [port for _, port in address.sentinels]
        servers = zip(hosts, ports, strict=True)
        database = address.connection["db"]
        addresses = ";".join(f"sentinel://{user}{host}:{port}/{database}" for host, port in servers)
        options = {"master_name": address.master, "sentinel_kwargs": address.sentinel_connection}
        return addresses, options, tls
    if parts.scheme == "rediss":
        return parts._replace(query="").geturl(), {}, tls
    if parts.scheme != "unix":
        return url, {}, None
    db = parse_qs(parts.query).get("db", ["0"])[-1]
    return f"redis+socket://{user}{parts.path}?virtual_host={db}", {}, None
