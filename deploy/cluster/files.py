"""Makes the configuration, the certificates and the passwords of the servers of a cluster.

    .venv/bin/python deploy/cluster/files.py cluster.toml FOLDER

writes FOLDER/HOST/… for each host: what belongs into /etc/feltro/cluster and /etc/feltro/tls there. What
FOLDER holds already, such as the authority and passwords, is kept, so that it can be run again with a host
more. docs/operating/cluster.md says which file is for which server. Keep FOLDER where the keys are.

The templates beside this file are the configuration that `make cluster` tests. `${name}` is a value; a line
with `${peer}` or `${web}` is repeated for each host, or for each host with web processes.
"""

from __future__ import annotations

import ipaddress
import os
import secrets
import string
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

TEMPLATES = Path(__file__).resolve().parent
# The folder of each server in which its template finds its data and lists, `${data}`.
DATA = {
    "etcd.yaml": "/var/lib/etcd/feltro",
    "patroni.yaml": "/var/lib/postgresql/feltro",
    "patroni.env": "",
    "haproxy.cfg": "",
    "entrance.cfg": "/run/haproxy",
    "pgbouncer.ini": "/etc/pgbouncer",
    "pgbouncer-users.txt": "",
    "valkey.conf": "/var/lib/valkey",
    "valkey-users.acl": "",
    "sentinel.conf": "/var/lib/valkey-sentinel",
    "web-tls.conf": "",
    "house-tls.conf": "",
}
PASSWORDS = (
    "postgres", "replicator", "rewinder", "house_web", "house_croupier", "house_worker", "house_beacon",
    "patroni_api", "etcd_root", "etcd_patroni",
    "valkey_replica", "valkey_sentinel", "sentinel_house", "sentinel_peer", "sentinel_operator",
)  # fmt: skip
SERVER, CLIENT = ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH
BOTH = (SERVER, CLIENT)
LOOPBACK = "127.0.0.1"
LIFE = timedelta(days=397)
AUTHORITY_LIFE = timedelta(days=3650)


# --- templates


@dataclass(frozen=True)
class Member:
    """A host of the cluster."""

    name: str
    address: str


def render(
    name: str, values: Mapping[str, object], peers: Sequence[Member], webs: Sequence[Member] = ()
) -> str:
    """A template with its values. A value that is missing is a KeyError."""
    lines: list[str] = []
    for line in (TEMPLATES / name).read_text().splitlines():
        for word, members in (("peer", peers), ("web", webs)):
            if f"${{{word}}}" in line or f"${{{word}_address}}" in line:
                lines += [
                    string.Template(line).substitute(
                        values, **{word: member.name, f"{word}_address": member.address}
                    )
                    for member in members
                ]
                break
        else:
            lines.append(string.Template(line).substitute(values))
    return "\n".join(lines) + "\n"


def etcd_members(peers: Sequence[Member]) -> str:
    return ",".join(f"{peer.name}=https://{peer.address}:2380" for peer in peers)


# --- certificates


@dataclass(frozen=True)
class Role:
    """What a certificate is for. `user` is its common name: a role of PostgreSQL, or none."""

    purposes: tuple[x509.ObjectIdentifier, ...]
    user: str = ""
    loopback: bool = False  # whether the server is reached through its own host too


# An etcd takes a common name for a user that needs no password, so nobody who reaches etcd has one.
ROLES = {
    "etcd": Role(BOTH, loopback=True),
    "patroni": Role(BOTH),
    "postgres": Role((SERVER,), loopback=True),
    "replicator": Role((CLIENT,), user="replicator"),
    "rewinder": Role((CLIENT,), user="rewinder"),
    "pgbouncer": Role((CLIENT,)),
    "haproxy": Role((CLIENT,)),
    "valkey": Role(BOTH),
    "sentinel": Role(BOTH),
    "web": Role((SERVER,)),
    "house": Role((CLIENT,)),  # the processes, at Valkey and Sentinel
}
OPERATOR_ROLES = {
    "administrator": Role((CLIENT,), user="postgres"),
    "owner": Role((CLIENT,), user="house_owner"),
    "operator": Role((CLIENT,)),  # etcdctl, patronictl, valkey-cli
    "haproxy": ROLES["haproxy"],
    "house": ROLES["house"],
}


class Authority:
    """The authority of one cluster, in a folder of its own; made on first use."""

    def __init__(self, folder: Path) -> None:
        self.certificate_file = folder / "ca.crt"
        key_file = folder / "ca.key"
        if not key_file.exists():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            key = ec.generate_private_key(ec.SECP256R1())
            _write_private(key_file, _pem(key))
            name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Feltro cluster")])
            limits = x509.BasicConstraints(ca=True, path_length=0)
            built = _builder(name, name, key, AUTHORITY_LIFE).add_extension(limits, critical=True)
            built = built.add_extension(_key_usage(signs=True), critical=True)
            self.certificate_file.write_bytes(_pem(built.sign(key, hashes.SHA256())))
        loaded = serialization.load_pem_private_key(key_file.read_bytes(), None)
        assert isinstance(loaded, ec.EllipticCurvePrivateKey)
        self.key = loaded
        self.certificate = x509.load_pem_x509_certificate(self.certificate_file.read_bytes())

    def issue(self, folder: Path, member: Member, roles: Mapping[str, Role]) -> None:
        """A certificate and a key for each role of a host, beside the certificate of the authority."""
        folder.mkdir(mode=0o711, parents=True, exist_ok=True)
        (folder / "ca.crt").write_bytes(_pem(self.certificate))
        for name, role in roles.items():
            key = ec.generate_private_key(ec.SECP256R1())
            certificate = _pem(self._certificate(member, name, role, key))
            (folder / f"{name}.crt").write_bytes(certificate)
            _write_private(folder / f"{name}.key", _pem(key))
            if name == "haproxy":  # reads both from one file
                _write_private(folder / f"{name}.pem", certificate + _pem(key))

    def _certificate(
        self, member: Member, name: str, role: Role, key: ec.EllipticCurvePrivateKey
    ) -> x509.Certificate:
        words = [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Feltro"),
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, name),
        ]
        if role.user:
            words.append(x509.NameAttribute(NameOID.COMMON_NAME, role.user))
        builder = _builder(x509.Name(words), self.certificate.subject, key, LIFE)
        builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        builder = builder.add_extension(_key_usage(signs=False), critical=True)
        issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key())
        builder = builder.add_extension(issuer, critical=False)
        builder = builder.add_extension(x509.ExtendedKeyUsage(role.purposes), critical=False)
        if SERVER in role.purposes:
            addresses = [member.address, *([LOOPBACK] if role.loopback else [])]
            names: list[x509.GeneralName] = [x509.DNSName(member.name)]
            names += [x509.IPAddress(ipaddress.ip_address(address)) for address in addresses]
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        return builder.sign(self.key, hashes.SHA256())


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, life: timedelta
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer)
    builder = builder.public_key(key.public_key()).serial_number(x509.random_serial_number())
    identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    builder = builder.add_extension(identifier, critical=False)
    # Clocks of hosts differ a little.
    return builder.not_valid_before(now - timedelta(hours=2)).not_valid_after(now + life)


def _key_usage(*, signs: bool) -> x509.KeyUsage:
    """Of an authority, which signs certificates, or of a server or client."""
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _pem(part: x509.Certificate | ec.EllipticCurvePrivateKey) -> bytes:
    if isinstance(part, x509.Certificate):
        return part.public_bytes(serialization.Encoding.PEM)
    return part.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _write_private(file: Path, content: bytes) -> None:
    file.unlink(missing_ok=True)
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as private:
        private.write(content)


# --- the files of each host


def kept_password(folder: Path, name: str) -> str:
    file = folder / name
    if not file.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write_private(file, secrets.token_hex(24).encode())
    return file.read_text()


def fault_of(plan: Mapping[str, Any]) -> str | None:
    """What is wrong with a plan, or None."""
    hosts, kinds = plan.get("hosts"), {"site": str, "operator": str, "web": list, "valkey": list}
    for name, kind in kinds.items():
        if not isinstance(plan.get(name), kind) or not plan[name]:
            return f"{name} is missing, or is not as in cluster.example.toml."
    if not isinstance(hosts, dict) or len(hosts) < 3:
        return "Name three hosts at least: a majority of two is lost with one of them."
    for place in ("web", "valkey"):
        if unknown := [str(name) for name in plan[place] if name not in hosts]:
            return f"{place} names {', '.join(unknown)}, which is no host."
    for address in (*hosts.values(), plan["operator"]):
        try:
            ipaddress.ip_address(str(address))
        except ValueError:
            return f"{address} is no address: PostgreSQL's rules and the certificates need one."
    return None


def write_hosts(plan: Mapping[str, Any], folder: Path) -> None:
    hosts, webs, valkeys = plan["hosts"], plan["web"], plan["valkey"]
    peers = [Member(name, address) for name, address in hosts.items()]
    common: dict[str, object] = {name: kept_password(folder / "passwords", name) for name in PASSWORDS}
    common |= {
        "tls": "/etc/feltro/tls",
        "release": "/opt/feltro/current",
        "postgres_bin": "/usr/lib/postgresql/VERSION/bin",
        "shared_buffers": "1GB",
        "watchdog": "automatic",
        "database": "feltro",
        "operator": plan["operator"],
        "etcd_members": etcd_members(peers),
        "valkey_master": hosts[valkeys[0]],
        "site": plan["site"],
        "site_scheme": "https",
        "site_bind": "unix@/run/haproxy/site mode 666",  # where Caddy, which ends TLS, leads to
        "primary_bind": "127.0.0.1:5000",
        "web_port": 8000,
    }
    authority = Authority(folder / "authority")
    for peer in peers:
        place = folder / peer.name
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not (place / "tls").exists():
            authority.issue(place / "tls", peer, ROLES)
        master = "" if peer.name == valkeys[0] else f"replicaof {hosts[valkeys[0]]} 6379"
        own = {"host": peer.name, "address": peer.address, "replicaof": master}
        for name, data in DATA.items():
            text = render(name, common | own | {"data": data}, peers, [p for p in peers if p.name in webs])
            _write_private(place / name, text.encode())
    operator = folder / "operator" / "tls"
    if not operator.exists():
        authority.issue(operator, Member("operator", str(plan["operator"])), OPERATOR_ROLES)


def main(words: Sequence[str]) -> int:
    if len(words) != 2:
        print(__doc__)
        return 64
    plan = tomllib.loads(Path(words[0]).read_text())
    if fault := fault_of(plan):
        print(f"{words[0]}: {fault} Nothing was written.", file=sys.stderr)
        return 1
    write_hosts(plan, Path(words[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
