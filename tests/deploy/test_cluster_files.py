"""The files of a cluster's servers: what `make cluster` tests is what an operator gets."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from cryptography import x509
from cryptography.x509.oid import NameOID

from casino.services.folder import PROJECT
from deploy.cluster import files
from tests.proofs.cluster import programs

EXAMPLE = files.TEMPLATES / "cluster.example.toml"


def make(folder: Path) -> None:
    command = [sys.executable, str(files.TEMPLATES / "files.py"), str(EXAMPLE), str(folder)]
    subprocess.run(command, check=True, cwd="/")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cluster")
    make(folder)
    return folder


def patroni(made: Path) -> Any:
    return yaml.safe_load((made / "one" / "patroni.yaml").read_text())


def test_every_host_gets_every_file_without_an_open_value(made: Path) -> None:
    hosts = tomllib.loads(EXAMPLE.read_text())["hosts"]
    for host, address in hosts.items():
        for name in files.DATA:
            text = (made / host / name).read_text()
            assert "$" not in text and text.strip(), f"{host}/{name}"
        assert f"advertise-client-urls: https://{address}:2379" in (made / host / "etcd.yaml").read_text()
    assert (made / "two" / "valkey.conf").read_text().count("replicaof") == 0
    assert "replicaof 10.0.0.12 6379" in (made / "three" / "valkey.conf").read_text()


def test_keys_and_files_with_passwords_are_private_to_their_owner(made: Path) -> None:
    private = [file for file in made.rglob("*") if file.is_file() and file.suffix != ".crt"]
    assert len(private) > 60
    assert {stat.S_IMODE(file.stat().st_mode) for file in private} == {0o600}


def test_a_second_run_keeps_authority_certificates_and_passwords(tmp_path: Path) -> None:
    make(tmp_path)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    make(tmp_path)
    assert before == {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"site": ""}, "site is missing"),
        ({"valkey": "two"}, "valkey is missing, or is not as"),
        ({"web": ["four"]}, "web names four, which is no host"),
        ({"hosts": {"one": "10.0.0.11"}}, "Name three hosts at least"),
        ({"operator": "db.internal"}, "db.internal is no address"),
    ],
)
def test_a_plan_that_cannot_work_is_refused_in_a_sentence(wrong: dict[str, Any], sentence: str) -> None:
    plan = tomllib.loads(EXAMPLE.read_text())
    assert files.fault_of(plan) is None
    assert str(files.fault_of(plan | wrong)).startswith(sentence)


def certificate(made: Path, host: str, role: str) -> x509.Certificate:
    return x509.load_pem_x509_certificate((made / host / "tls" / f"{role}.crt").read_bytes())


def test_a_server_is_certified_for_its_name_and_address(made: Path) -> None:
    for role, loopback in (("postgres", ["127.0.0.1"]), ("valkey", []), ("web", [])):
        extension = certificate(made, "two", role).extensions.get_extension_for_class(
            x509.SubjectAlternativeName
        )
        assert extension.value.get_values_for_type(x509.DNSName) == ["two"]
        addresses = [str(address) for address in extension.value.get_values_for_type(x509.IPAddress)]
        assert addresses == ["10.0.0.12", *loopback]


def test_only_users_of_postgresql_have_a_common_name(made: Path) -> None:
    """etcd takes a common name for a user that has signed in."""
    named = {
        role: certificate(made, host, role).subject.get_attributes_for_oid(NameOID.COMMON_NAME)
        for host, roles in (("one", files.ROLES), ("operator", files.OPERATOR_ROLES))
        for role in roles
    }
    assert {role: names[0].value for role, names in named.items() if names} == {
        "replicator": "replicator",
        "rewinder": "rewinder",
        "administrator": "postgres",
        "owner": "house_owner",
    }


def test_a_client_certificate_does_not_serve(made: Path) -> None:
    for role in ("house", "replicator", "pgbouncer"):
        use = certificate(made, "one", role).extensions.get_extension_for_class(x509.ExtendedKeyUsage)
        assert list(use.value) == [files.CLIENT]


def test_postgresql_takes_nobody_over_the_network_without_tls_certificate_and_password(made: Path) -> None:
    lines = patroni(made)["postgresql"]["pg_hba"]
    over_network = [line for line in lines if not line.startswith("local ")]
    assert len(over_network) > 10
    for line in over_network:
        assert re.fullmatch(r"hostssl \S+ \S+ [\d.]+/32 scram-sha-256 clientcert=verify-(ca|full)", line), (
            line
        )
    assert patroni(made)["postgresql"]["parameters"]["ssl"] == "on"


def test_patroni_uses_tls_to_everybody(made: Path) -> None:
    settings = patroni(made)
    assert settings["restapi"]["verify_client"] == "required" and settings["etcd3"]["protocol"] == "https"
    for role in ("replication", "rewind"):
        assert settings["postgresql"]["authentication"][role]["sslmode"] == "verify-full"


def test_valkey_and_sentinel_have_no_port_without_tls(made: Path) -> None:
    for name in ("valkey.conf", "sentinel.conf"):
        lines = (made / "two" / name).read_text().splitlines()
        assert {"port 0", "tls-auth-clients yes", "tls-replication yes"} <= set(lines)


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A release whose uvicorn prints how it was started."""
    (tmp_path / "deploy").mkdir()
    shutil.copy(PROJECT / "deploy" / "run", tmp_path / "deploy" / "run")
    server = tmp_path / ".venv" / "bin" / "uvicorn"
    server.parent.mkdir(parents=True)
    server.write_text('#!/bin/sh\necho "$@"\n')
    server.chmod(0o755)
    return tmp_path


def started(release: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(release / "deploy" / "run"), "web"],
        env={"PATH": os.environ["PATH"], **settings}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_web_process_with_a_certificate_speaks_tls_to_who_shows_one(release: Path) -> None:
    files_of_tls = {"WEB_CERT_FILE": "/t/web.crt", "WEB_KEY_FILE": "/t/web.key", "WEB_CA_FILE": "/t/ca.crt"}
    words = started(release, WEB_ADDRESS="10.0.0.11", **files_of_tls).stdout
    assert "--host 10.0.0.11 --port 8000" in words
    assert (
        "--ssl-certfile /t/web.crt --ssl-keyfile /t/web.key --ssl-ca-certs /t/ca.crt --ssl-cert-reqs 2"
        in words
    )
    assert "--ssl" not in started(release).stdout
    # It does not start half protected.
    assert started(release, WEB_CERT_FILE="/t/web.crt", WEB_KEY_FILE="/t/web.key").returncode != 0


# The units that speak to Valkey. The beacon's process does not.
SPEAKERS = ("web@", "croupier@", "worker", "beat")


def installed(made: Path, root: Path) -> None:
    """The units and the drop-ins of host one, as docs/operating/cluster.md installs them."""
    units = root / "etc/systemd/system"
    shutil.copytree(PROJECT / "deploy" / "systemd", units)
    document = (PROJECT / "docs" / "operating" / "cluster.md").read_text()
    script = next(text for text in document.split("```sh\n") if text.startswith("groupadd")).split("```")[0]
    assert "for name in web@ croupier@ worker beat; do" in script
    (root / "etc/feltro/keys").mkdir(parents=True)
    lines = [line for line in script.splitlines() if not line.startswith(("groupadd", "systemctl"))]
    # The group of this test stands for `feltro-tls`, which only an administrator can make.
    commands = (
        "\n".join(lines).replace(" /etc/", f" {root}/etc/").replace("-g feltro-tls", f"-g {os.getgid()}")
    )
    subprocess.run(["sh", "-ec", commands], check=True, cwd=made / "one")


def lines_of(root: Path, unit: str) -> list[str]:
    """The lines of a unit and of its drop-ins."""
    places = root / "etc/systemd/system"
    drop_ins = [*places.glob(f"{unit}.service.d/*.conf")]
    if "@" in unit and not unit.endswith("@"):  # those of every instance
        drop_ins += places.glob(f"{unit.split('@', maxsplit=1)[0]}@.service.d/*.conf")
    return [line for file in drop_ins for line in file.read_text().splitlines()]


def test_systemd_hands_web_its_certificate_and_deploy_run_uses_it(
    made: Path, tmp_path: Path, release: Path
) -> None:
    """Red before: there was no drop-in, and croupier and beat were not in the group that read their key."""
    installed(made, tmp_path / "root")
    tls, credentials = tmp_path / "root/etc/feltro/tls", tmp_path / "credentials"
    credentials.mkdir()
    loaded = [
        line for line in lines_of(tmp_path / "root", "feltro-web@1") if line.startswith("LoadCredential=")
    ]
    for line in loaded:
        name, source = line.removeprefix("LoadCredential=").split(":")
        assert source.startswith("/etc/feltro/tls/") and name.startswith("tls_")
        shutil.copy(tls / Path(source).name, credentials / name)  # what systemd does, as root
    assert len(loaded) == 3
    words = started(
        release, CREDENTIALS_DIRECTORY=str(credentials), WEB_SOCKET="", WEB_ADDRESS="10.0.0.11"
    ).stdout.split()
    assert words[words.index("--host") + 1] == "10.0.0.11"
    given = {
        option: Path(words[words.index(option) + 1])
        for option in words
        if option.startswith("--ssl-c") or option == "--ssl-keyfile"
    }
    for option, file in (
        ("--ssl-certfile", "web.crt"),
        ("--ssl-keyfile", "web.key"),
        ("--ssl-ca-certs", "ca.crt"),
    ):
        assert given[option].read_bytes() == (made / "one" / "tls" / file).read_bytes()
    assert "Environment=WEB_SOCKET= WEB_ADDRESS=10.0.0.11" in lines_of(tmp_path / "root", "feltro-web@1")


def test_whoever_speaks_to_valkey_can_read_the_key_and_nobody_else(made: Path, tmp_path: Path) -> None:
    installed(made, tmp_path)
    tls = tmp_path / "etc/feltro/tls"
    modes = {file.name: oct(file.stat().st_mode & 0o777) for file in tls.iterdir()}
    assert modes == {
        "ca.crt": "0o644", "house.crt": "0o644", "web.crt": "0o644", "web.key": "0o600", "house.key": "0o640",
    }  # fmt: skip
    in_group = {
        path.stem.removeprefix("feltro-")
        for path in (tmp_path / "etc/systemd/system").glob("feltro-*.service")
        if "SupplementaryGroups=feltro-tls" in lines_of(tmp_path, path.stem)
    }
    assert in_group == set(SPEAKERS)
    document = (PROJECT / "docs" / "operating" / "cluster.md").read_text()
    assert "ssl_keyfile=/etc/feltro/tls/house.key" in document


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed here")
def test_systemd_reads_the_units_with_their_drop_ins(made: Path, tmp_path: Path) -> None:
    installed(made, tmp_path)
    program = tmp_path / "opt/feltro/current/deploy/run"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    units = [
        f"feltro-{name}1.service" if name.endswith("@") else f"feltro-{name}.service" for name in SPEAKERS
    ]
    for name in ("sysinit", "basic", "shutdown", "network-online"):
        (tmp_path / f"etc/systemd/system/{name}.target").write_text(f"[Unit]\nDescription={name}\n")

    def complaints() -> list[str]:
        checked = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", f"--root={tmp_path}", *units],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        return [line for line in checked.stderr.splitlines() if "tls.conf" in line]

    assert complaints() == []
    broken = tmp_path / "etc/systemd/system/feltro-web@1.service.d/tls.conf"
    broken.write_text(broken.read_text().replace("LoadCredential=", "LoadCredentials="))
    assert len(complaints()) == 3, "it does read them"


DOCUMENT = (PROJECT / "docs" / "operating" / "cluster.md").read_text()


def table(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading of the document, without its own heading."""
    section = DOCUMENT.partition(f"## {heading}\n")[2]
    rows = re.search(r"(?:^\|.*\n)+", section, re.MULTILINE)
    assert rows is not None, heading
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows[0].splitlines()[2:]]


def test_the_documents_say_where_each_file_goes() -> None:
    assert [name for name in files.DATA if f"`{name}`" not in DOCUMENT] == []


def test_the_settings_that_the_document_explains_are_those_of_the_files(made: Path) -> None:
    """Each name with a value in the table of what matters stands so in a file that is installed."""
    installed = "\n".join((made / "one" / name).read_text() for name in files.DATA)
    installed += (PROJECT / "deploy" / "roles.sql").read_text()
    same = re.sub(r"[\s'\";:=]+", " ", installed)
    explained = {
        re.sub(r"[\s:=]+", " ", named)
        for setting, _ in table("Try it")
        for named in re.findall(r"`([\w-]+(?:[ :=] ?[\w./-]+)+)`", setting)
    }
    assert len(explained) > 12
    assert {words for words in explained if words not in same} == set()


def test_the_ports_of_the_document_are_those_of_the_files(made: Path) -> None:
    """And there is no other one that another host reaches."""
    documented = {int(row[0]) for row in table("TLS and passwords between the hosts")}
    listening: set[int] = {8000}  # of web: deploy/run
    own = tomllib.loads(EXAMPLE.read_text())["hosts"]["one"]
    for name in files.DATA:
        text = (made / "one" / name).read_text()
        bound = re.findall(rf"^.*(?:listen|bind).*?{re.escape(own)}:(\d+)", text, re.MULTILINE)
        listening |= {int(port) for port in (*bound, *re.findall(r"^tls-port (\d+)", text, re.MULTILINE))}
        assert not re.search(r"(?:listen|bind)\S*[ =:]+(?:\*|0\.0\.0\.0|::)", text), name
    assert documented == listening


def test_each_documented_place_is_where_the_server_looks(made: Path) -> None:
    """A row of the table of files names the folder in which the server of that file finds it."""
    rows = [line for line in DOCUMENT.splitlines() if line.startswith("| `") and line.count(" | ") == 2]
    places = {name: row for row in rows for name in files.DATA if f"`{name}`" in row.partition(" | ")[0]}
    assert places.keys() == files.DATA.keys()
    for name in ("valkey.conf", "sentinel.conf", "pgbouncer.ini"):
        assert f"`{files.DATA[name]}`" in places[name], name
    assert "aclfile /var/lib/valkey/valkey-users.acl" in (made / "two" / "valkey.conf").read_text()
    assert "auth_file = /etc/pgbouncer/pgbouncer-users.txt" in (made / "one" / "pgbouncer.ini").read_text()
    text = "".join((made / "one" / name).read_text() for name in files.DATA)
    named = set(re.findall(r"/etc/feltro/tls/([\w.]+)", text))
    assert named and named <= {path.name for path in (made / "one" / "tls").iterdir()}


def test_the_addresses_of_the_document_lead_to_the_servers(made: Path) -> None:
    pool = (made / "one" / "pgbouncer.ini").read_text()
    assert "listen_addr = 127.0.0.1\nlisten_port = 6432\n" in pool and "@127.0.0.1:6432/feltro" in DOCUMENT
    assert "bind 127.0.0.1:5000\n" in (made / "one" / "haproxy.cfg").read_text()
    assert "@127.0.0.1:5000/feltro?" in DOCUMENT
    assert "sentinel monitor house " in (made / "one" / "sentinel.conf").read_text()
    assert ":26379/house/0?" in DOCUMENT
    plan = tomllib.loads(EXAMPLE.read_text())
    (sentinels,) = re.findall(r"rediss\+sentinel://web:…@(\S+)/house/0", DOCUMENT)
    assert sentinels == ",".join(f"{address}:26379" for address in plan["hosts"].values())


def test_the_packages_that_the_document_installs_bring_the_programs() -> None:
    (installed,) = re.findall(r"^apt-get install --no-install-recommends (.+)$", DOCUMENT, re.MULTILINE)
    assert {*programs.PACKAGES.values(), "postgresql"} - {"iproute2"} <= set(installed.split())
