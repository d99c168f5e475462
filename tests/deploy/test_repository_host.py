"""Backups on another machine than the database: the two files of docs/operating/backup.md, with TLS between
two addresses of this machine. It needs root and Debian's postgresql and pgbackrest, and takes half a minute:

    .venv/bin/python -m pytest -m long tests/deploy/test_repository_host.py
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from casino.services.folder import PROJECT

pytestmark = pytest.mark.long
HOSTS = {"db.internal": "127.0.0.3", "backup.internal": "127.0.0.2"}
PORT = 5599


class Hosts:
    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder, self.programs = folder, programs

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = ["runuser", "-u", "postgres", "--", "env", "-C", str(self.folder), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def done(self, *words: str) -> str:
        result = self.run(*words)
        assert result.returncode == 0, f"{words}: {result.stdout}{result.stderr}"
        return result.stdout

    def pgbackrest(self, host: str, *words: str) -> subprocess.CompletedProcess[str]:
        return self.run("pgbackrest", f"--config={self.folder}/{host}.conf", "--stanza=feltro", *words)

    def server(self, verb: str) -> None:
        log = f"{self.folder}/postgresql.log"
        self.done(str(self.programs / "pg_ctl"), "-w", "-D", f"{self.folder}/pg", "-l", log, verb)

    def query(self, *statements: str) -> str:
        options = [word for statement in statements for word in ("-c", statement)]
        return self.done("psql", "-h", str(self.folder), "-p", str(PORT), "-d", "postgres", "-At", *options)

    def certify(self, name: str, address: str, authority: str = "ca") -> None:
        """A key and a certificate for an address, by an authority that is made with its first one."""
        keys = self.folder
        if not (keys / f"{authority}.crt").exists():
            openssl("req", "-x509", "-newkey", "ed25519", "-nodes", "-subj", f"/CN={authority}", "-days", "2",
                    "-keyout", f"{keys}/{authority}.key", "-out", f"{keys}/{authority}.crt")  # fmt: skip
        openssl("req", "-newkey", "ed25519", "-nodes", "-subj", f"/CN={address}",
                "-keyout", f"{keys}/{name}.key", "-out", f"{keys}/{name}.csr")  # fmt: skip
        openssl("x509", "-req", "-in", f"{keys}/{name}.csr", "-days", "2", "-CAcreateserial",
                "-CA", f"{keys}/{authority}.crt", "-CAkey", f"{keys}/{authority}.key",
                "-out", f"{keys}/{name}.crt")  # fmt: skip


def openssl(*words: str) -> None:
    subprocess.run(["openssl", *words], capture_output=True, check=True)


def configurations(folder: Path) -> Iterator[tuple[str, str]]:
    """The two files of the guide. The hosts are addresses, and both have their files in one folder."""
    page = (PROJECT / "docs/operating/backup.md").read_text()
    (example,) = re.findall(r"```ini\n(.*?)```", page, re.DOTALL)
    database, repository = example.split("# /etc/pgbackrest.conf of backup.internal")
    for host, other, text in (("db", "backup", database), ("backup", "db", repository)):
        lines = text.replace("=*", f"={HOSTS[f'{host}.internal']}").replace("…", "a passphrase")
        for name, address in HOSTS.items():
            lines = lines.replace(name, address)
        lines = lines.replace("/var/lib/postgresql/15/main", f"{folder}/pg").replace(
            "/etc/pgbackrest", str(folder)
        )
        lines = lines.replace("/var/lib/pgbackrest", f"{folder}/repository")
        named = "repo1-host" if host == "db" else "pg1-host"
        yield (
            host,
            (
                f"[global]\nlog-path={folder}\nlock-path={folder}/{host}.locks\n{lines}\n[feltro]\n"
                f"pg1-port={PORT}\npg1-socket-path={folder}\n"
                f"[{'global' if host == 'db' else 'feltro'}]\n{named}-config={folder}/{other}.conf\n"
            ),
        )


@contextmanager
def serving(hosts: Hosts, host: str) -> Iterator[None]:
    command = [
        "runuser",
        "-u",
        "postgres",
        "--",
        "pgbackrest",
        f"--config={hosts.folder}/{host}.conf",
        "server",
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
    try:
        yield
    finally:
        process.terminate()
        process.wait(10)


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[Hosts]:
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if os.geteuid() != 0 or not programs or shutil.which("pgbackrest") is None:
        pytest.skip("NOT RUN: this needs root, and Debian's postgresql and pgbackrest")
    for folder in (tmp_path, *tmp_path.parents[:-2]):
        folder.chmod(folder.stat().st_mode | 0o011)
    hosts = Hosts(tmp_path, programs[-1])
    for name, address in HOSTS.items():
        hosts.certify(name.partition(".")[0], address)
    for host, text in configurations(tmp_path):
        (tmp_path / f"{host}.conf").write_text(text)
    shutil.chown(tmp_path, "postgres", "postgres")
    for path in tmp_path.iterdir():
        path.chmod(0o600)
        shutil.chown(path, "postgres", "postgres")
    hosts.done(str(programs[-1] / "initdb"), "-D", f"{tmp_path}/pg")
    with (tmp_path / "pg" / "postgresql.conf").open("a") as settings:
        settings.write(
            f"port = {PORT}\nlisten_addresses = ''\nunix_socket_directories = '{tmp_path}'\n"
            "archive_mode = on\n"
            f"archive_command = 'pgbackrest --config={tmp_path}/db.conf --stanza=feltro archive-push %p'\n"
        )
    with ExitStack() as stack:
        for host in ("db", "backup"):
            stack.enter_context(serving(hosts, host))
        time.sleep(1)
        hosts.server("start")
        stack.callback(hosts.server, "stop")
        yield hosts


def test_a_database_is_backed_up_to_another_host_and_restored_from_there(hosts: Hosts) -> None:
    for step in ("stanza-create", "check", "backup"):
        done = hosts.pgbackrest("backup", step)
        assert done.returncode == 0, f"{step}: {done.stdout}{done.stderr}"
    hosts.query("CREATE TABLE kept AS SELECT 7 AS number", "SELECT pg_switch_wal()")
    hosts.server("stop")
    restored = hosts.pgbackrest("db", "--delta", "restore")
    assert restored.returncode == 0, restored.stdout + restored.stderr
    hosts.server("start")
    assert hosts.query("SELECT number FROM kept").strip() == "7"
    information = hosts.folder / "repository/backup/feltro/backup.info"
    assert information.read_bytes().startswith(b"Salted__"), "the repository is encrypted"


def test_a_stranger_is_refused(hosts: Hosts) -> None:
    """Who has a certificate for the same address by another authority."""
    assert hosts.pgbackrest("backup", "stanza-create").returncode == 0
    hosts.certify("stranger", HOSTS["db.internal"], authority="another")
    text = (hosts.folder / "db.conf").read_text()
    text = text.replace(f"{hosts.folder}/db.crt", f"{hosts.folder}/stranger.crt")
    (hosts.folder / "stranger.conf").write_text(text.replace("/db.key", "/stranger.key"))
    for path in hosts.folder.glob("stranger.*"):
        path.chmod(0o600)
        shutil.chown(path, "postgres", "postgres")
    refused = hosts.pgbackrest("stranger", "check")
    assert refused.returncode != 0 and "unknown ca" in refused.stdout + refused.stderr
