"""The regulator's account at the safe: deploy/safe/vsftpd.conf in a vsftpd, in a namespace of its own with
its account and mounts.  [903-B 2.1.2]
"""

from __future__ import annotations

import ftplib
import io
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from casino.services.folder import PROJECT
from tests.sandbox_regulator.door import make_certificate

CONFIGURATION = PROJECT / "deploy" / "safe" / "vsftpd.conf"
MOUNTS = PROJECT / "deploy" / "safe" / "vsftpd.service.d-feltro.conf"
ACCOUNT, NUMBER, PASSWORD = "srij", 64321, "a-password-of-the-regulator"
PAM = "auth required pam_unix.so\naccount required pam_unix.so\nsession required pam_permit.so\n"
STARTED = 20.0
# What the unit and the machine of the safe have, in a mount namespace of this test.
NAMESPACE = """
set -e
mount --make-rprivate /
mount --bind {folder}/passwd /etc/passwd
mount --bind {folder}/shadow /etc/shadow
mount --bind {folder}/pam.d /etc/pam.d
mount --bind {outbox}/out {root}/out
mount -o remount,ro,bind {root}/out
mount --bind {outbox}/answers {root}/answers
exec {program} {configuration} -olisten_port={port} -olisten_address=127.0.0.1 -olocal_root={root} \
    -ouserlist_file={folder}/users -orsa_cert_file={pem} -orsa_private_key_file={pem} \
    -osecure_chroot_dir={folder}/empty -obackground=NO -osyslog_enable=NO -ovsftpd_log_file={folder}/log
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where the regulator's account can look: pytest's own folders are closed to all but their owner, the
    uppermost of them too when the tests run side by side."""
    with tempfile.TemporaryDirectory(prefix="safe-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def port(folder: Path) -> Iterator[int]:
    program = shutil.which("vsftpd")
    if program is None or os.geteuid() or shutil.which("unshare") is None:
        pytest.skip("NOT RUN: this needs root and vsftpd (apt install vsftpd)")
    outbox, root = folder / "outbox", folder / "root"
    for name in ("outbox/out", "outbox/answers", "root/out", "root/answers", "empty", "pam.d"):
        (folder / name).mkdir(parents=True)
    os.chown(outbox / "answers", NUMBER, NUMBER)
    (outbox / "out" / "2AA_20260302.zip").write_bytes(b"an envelope")
    (outbox / "RESF_20260302_2AA.xml").write_bytes(b"in clear")
    hashed = subprocess.run(["openssl", "passwd", "-6", PASSWORD], capture_output=True, text=True, check=True)
    passwd = Path("/etc/passwd").read_text()
    (folder / "passwd").write_text(f"{passwd}{ACCOUNT}:x:{NUMBER}:{NUMBER}::{root}:/usr/sbin/nologin\n")
    shadow = Path("/etc/shadow").read_text()
    (folder / "shadow").write_text(f"{shadow}{ACCOUNT}:{hashed.stdout.strip()}:20000:0:99999:7:::\n")
    (folder / "pam.d" / "vsftpd").write_text(PAM)
    (folder / "users").write_text(f"{ACCOUNT}\n")
    configuration = folder / "vsftpd.conf"
    configuration.write_text(CONFIGURATION.read_text())
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    script = NAMESPACE.format(
        folder=folder, outbox=outbox, root=root, program=program, port=port,
        configuration=configuration, pem=make_certificate(folder),
    )  # fmt: skip
    process = subprocess.Popen(["unshare", "--mount", "sh", "-c", script], stderr=subprocess.PIPE)
    try:
        end = time.monotonic() + STARTED
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                said = process.stderr.read() if process.poll() is not None and process.stderr else b""
                assert process.poll() is None and time.monotonic() < end, said
                time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait(20)


def signed_in(port: int, folder: Path, *, prot: bool = True) -> ftplib.FTP_TLS:
    context = ssl.create_default_context(cafile=str(folder / "door.pem"))
    ftp = ftplib.FTP_TLS(context=context, timeout=30)
    ftp.connect("localhost", port)
    ftp.login(ACCOUNT, PASSWORD)
    if prot:
        ftp.prot_p()
    return ftp


def test_the_regulator_fetches_envelopes_and_leaves_answers_and_sees_nothing_else(
    port: int, folder: Path
) -> None:
    with signed_in(port, folder) as ftp:
        assert sorted(ftp.nlst("/")) == ["/answers", "/out"]
        assert ftp.nlst("out") == ["out/2AA_20260302.zip"]
        fetched = io.BytesIO()
        ftp.retrbinary("RETR out/2AA_20260302.zip", fetched.write)
        assert fetched.getvalue() == b"an envelope"
        ftp.storbinary("STOR answers/answer.zip", io.BytesIO(b"an answer"))
        assert (folder / "outbox" / "answers" / "answer.zip").read_bytes() == b"an answer"
        for refused in ("STOR out/other.zip", "STOR other.zip"):
            with pytest.raises(ftplib.error_perm):
                ftp.storbinary(refused, io.BytesIO(b"x"))
        for command in ("DELE out/2AA_20260302.zip", "DELE answers/answer.zip", "RNFR answers/answer.zip",
                        "MKD answers/folder", "SITE CHMOD 777 answers/answer.zip"):  # fmt: skip
            with pytest.raises(ftplib.error_perm):
                ftp.sendcmd(command)
        ftp.cwd("/..")
        assert sorted(ftp.nlst()) == ["answers", "out"]
    assert (folder / "outbox" / "out" / "2AA_20260302.zip").read_bytes() == b"an envelope"


def test_nothing_goes_without_tls_and_nobody_else_signs_in(port: int, folder: Path) -> None:
    with ftplib.FTP(timeout=30) as plain:
        plain.connect("localhost", port)
        with pytest.raises(ftplib.error_perm):
            plain.login(ACCOUNT, PASSWORD)
    with signed_in(port, folder, prot=False) as ftp, pytest.raises(ftplib.error_perm):
        ftp.nlst("out")
    for name, password in ((ACCOUNT, "wrong"), ("root", PASSWORD), ("anonymous", "a@b.example")):
        context = ssl.create_default_context(cafile=str(folder / "door.pem"))
        with ftplib.FTP_TLS(context=context, timeout=30) as other:
            other.connect("localhost", port)
            with pytest.raises((ftplib.error_perm, EOFError)):
                other.login(name, password)
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.load_verify_locations(str(folder / "door.pem"))
    old.set_ciphers("DEFAULT:@SECLEVEL=0")
    old.minimum_version = ssl.TLSVersion.TLSv1
    old.maximum_version = ssl.TLSVersion.TLSv1_1
    with ftplib.FTP_TLS(context=old, timeout=30) as weak:
        weak.connect("localhost", port)
        with pytest.raises((ssl.SSLError, ftplib.error_perm, EOFError, OSError)):
            weak.login(ACCOUNT, PASSWORD)


def test_the_unit_mounts_the_two_folders_and_the_first_cannot_be_written() -> None:
    """Also where no vsftpd is installed."""
    lines = MOUNTS.read_text().splitlines()
    assert "BindReadOnlyPaths=/var/lib/feltro/regulator-outbox/out:/srv/feltro-safe/out" in lines
    assert "BindPaths=/var/lib/feltro/regulator-outbox/answers:/srv/feltro-safe/answers" in lines
    settings = [line for line in CONFIGURATION.read_text().splitlines() if "=" in line and line[0] != "#"]
    chosen = dict(line.split("=", 1) for line in settings)
    for name in ("ssl_enable", "force_local_logins_ssl", "force_local_data_ssl", "chroot_local_user"):
        assert chosen[name] == "YES"
    assert chosen["anonymous_enable"] == "NO" and chosen["local_root"] == "/srv/feltro-safe"
    assert not {"DELE", "RNFR", "RNTO", "MKD", "RMD", "SITE"} & set(chosen["cmds_allowed"].split(","))
