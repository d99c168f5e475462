"""`manage.py doctor` finds backups of pgBackRest that are not encrypted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from casino import backup_configuration
from casino.backup_configuration import check_backups, open_repositories
from casino.services.folder import PROJECT


@pytest.mark.parametrize(
    ("options", "repositories"),
    [
        ("repo1-host=backup", ["repo1"]),
        ("repo1-path=/backup\nrepo1-cipher-type=none", ["repo1"]),
        ("repo1-host=backup\nrepo1-cipher-type=aes-256-cbc", ["repo1"]),  # without its passphrase
        ("repo1-host=backup\nrepo1-cipher-type=aes-256-cbc\nrepo1-cipher-pass=50%/x", []),
        ("repo1-cipher-type=aes-256-cbc\nrepo1-cipher-pass=x\nrepo2-path=/second", ["repo2"]),
        ("log-level-console=info", []),
    ],
)
def test_a_repository_in_clear_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: str, repositories: list[str]
) -> None:
    path = tmp_path / "pgbackrest.conf"
    path.write_text(f"[global]\n{options}\n[feltro]\npg1-path=/var/lib/postgresql\n")
    assert list(open_repositories(path)) == repositories
    monkeypatch.setattr(backup_configuration, "CONFIGURATIONS", (path, tmp_path / "none"))
    assert [problem.problem.split()[5] for problem in check_backups("operator")] == repositories
    assert list(check_backups("web")) == []


def test_the_example_of_the_manual_is_encrypted(tmp_path: Path) -> None:
    """Red before: it named a cipher and no passphrase."""
    page = (PROJECT / "docs/operating/backup.md").read_text()
    (example,) = re.findall(r"```ini\n(.*?)```", page, re.DOTALL)
    path = tmp_path / "pgbackrest.conf"
    path.write_text(example)
    assert list(open_repositories(path)) == []
    assert "openssl rand" in example, "how the passphrase is made"
