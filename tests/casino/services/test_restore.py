"""What a backup may write, on every Python: that of Debian 12 (3.11.2) has no filters for archives."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from casino.services import restore


def archive(*members: tuple[tarfile.TarInfo, bytes]) -> tarfile.TarFile:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as tar:
        for member, content in members:
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    written.seek(0)
    return tarfile.open(fileobj=written, mode="r|")


def member(name: str, kind: bytes = tarfile.REGTYPE, *, mode: int = 0o644, link: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.mode, info.linkname = kind, mode, link
    return info


def test_files_and_folders_are_readable_for_their_owner_alone(tmp_path: Path) -> None:
    members = (
        (member("base", tarfile.DIRTYPE, mode=0o777), b""),
        (member("base/1", mode=0o6777), b"rows"),
        (member("global/pg_control"), b"control"),
    )
    restore.unpack(archive(*members), tmp_path)
    assert (tmp_path / "base/1").read_bytes() == b"rows"
    assert (tmp_path / "global/pg_control").read_bytes() == b"control"
    modes = {str(path.relative_to(tmp_path)): path.stat().st_mode & 0o7777 for path in tmp_path.rglob("*")}
    assert modes == {"base": 0o700, "base/1": 0o600, "global": 0o700, "global/pg_control": 0o600}


@pytest.mark.parametrize(
    "foreign",
    [
        member("../outside"),
        member("/outside"),
        member("base/../../outside"),
        member("outside", tarfile.SYMTYPE, link="/etc"),
        member("outside", tarfile.LNKTYPE, link="../secret"),
        member("outside", tarfile.FIFOTYPE),
        member("outside", tarfile.CHRTYPE),
    ],
    ids=["parent", "absolute", "through a folder", "symbolic link", "hard link", "pipe", "device"],
)
def test_nothing_else_is_written(tmp_path: Path, foreign: tarfile.TarInfo) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    with pytest.raises(tarfile.TarError):
        restore.unpack(archive((member("first"), b"1"), (foreign, b"")), folder)
    assert [path.name for path in tmp_path.rglob("*")] == ["data", "first"]
    assert not Path("/outside").exists()
