"""The audit finds what is planted, forgets no acceptance, and never calls green what it could not check."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.proofs import audit
from tests.proofs.audit import Acceptance, Finding

ROOT = audit.ROOT
SQL = Finding("B608", "casino/reports/money.py", 7, 'TAX = f"""')


def answer(stdout: str, stderr: str = "") -> CompletedProcess[str]:
    return CompletedProcess([], 1, stdout, stderr)


WEAK = [
    ("import pickle; pickle.loads(open('x', 'rb').read())", "B301"),
    ("import subprocess; subprocess.run('ls ' + name, shell=True)", "B602"),
    ("import random; token = random.random()", "B311"),
    ("eval(said)", "B307"),
    ("import yaml; yaml.load(said, Loader=yaml.Loader)", "B506"),
    ("import urllib.request; urllib.request.urlopen(address)", "B310"),
    ("import hashlib; hashlib.md5(b'x')", "B324"),
]


@pytest.fixture(scope="module")
def weaknesses(tmp_path_factory: pytest.TempPathFactory) -> list[Finding]:
    """What the program says of a file for each: it reads all of them at once."""
    folder = tmp_path_factory.mktemp("weak")
    for line, rule in WEAK:
        (folder / f"{rule.lower()}.py").write_text(line + "\n")
    return audit.bandit((str(folder),))


@pytest.mark.parametrize("rule", [rule for _, rule in WEAK])
def test_a_weakness_in_the_code_is_found_and_not_accepted(weaknesses: list[Finding], rule: str) -> None:
    own = [finding for finding in weaknesses if Path(finding.file).stem == rule.lower()]
    findings = [finding for finding in own if finding.rule == rule]
    assert findings
    assert audit.judge(findings, audit.acceptances("bandit")).findings[0] == str(findings[0])


PLANTED_KEYS = [
    "AKIA" + "IOSFODNN7" + "ABCDEFG",
    "-----BEGIN " + "RSA PRIVATE KEY-----",
    "ghp_" + "0123456789abcdefghijklmnopqrstuvwxyz",
    "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    'DATABASE_PASSWORD = "' + 'h8Jq2-vN4x-Zt71Lm"',
]


@pytest.fixture(scope="module")
def planted_keys(tmp_path_factory: pytest.TempPathFactory) -> list[Finding]:
    folder = tmp_path_factory.mktemp("keys")
    names = [f"notes_{number}.py" for number in range(len(PLANTED_KEYS))]
    for name, secret in zip(names, PLANTED_KEYS, strict=True):
        (folder / name).write_text(f"value = '{secret}'\n" if "=" not in secret else f"{secret}\n")
    return audit.secrets(folder, tuple(names))


@pytest.mark.parametrize("number", range(len(PLANTED_KEYS)))
def test_a_key_in_the_tree_is_found_and_not_accepted(planted_keys: list[Finding], number: int) -> None:
    findings = [finding for finding in planted_keys if finding.file == f"notes_{number}.py"]
    assert findings
    assert len(audit.judge(findings, audit.acceptances("secrets")).findings) >= len(findings)


def test_an_accepted_line_stays_accepted_in_another_folder_and_not_when_it_changes() -> None:
    accepted = [Acceptance(["B608"], "constants", lines=['money.py: TAX = f"""'])]
    moved = Finding("B608", "casino/elsewhere/money.py", 70, SQL.text)
    assert audit.judge([SQL], accepted).findings == audit.judge([moved], accepted).findings == []
    changed = Finding("B608", SQL.file, SQL.line, 'TAX = f"SELECT {said}"')
    other = Finding("B307", SQL.file, SQL.line, SQL.text)
    for finding in (changed, other):
        assert str(finding) in audit.judge([SQL, finding], accepted).findings


def test_what_is_accepted_and_no_longer_found_is_a_finding() -> None:
    accepted = [Acceptance(["B608"], "constants", lines=[SQL.name, "gone.py: x"], files=["tests/"])]
    assert audit.judge([SQL], accepted).findings == [
        "accepted and no longer found: B608 gone.py: x",
        "accepted and no longer found: B608 tests/",
    ]
    assert len(audit.judge([], [Acceptance(["B101"], "everywhere")]).findings) == 1


@pytest.mark.parametrize("tool", ["bandit", "secrets"])
def test_every_acceptance_has_a_reason_and_no_key_of_a_service_is_accepted(tool: str) -> None:
    entries = audit.acceptances(tool)
    assert entries
    for entry in entries:
        assert len(entry.reason.split()) >= 5
        if tool == "bandit":
            assert entry.lines or set(entry.rules) <= {"B101", "B404"}
        else:
            assert entry.lines or entry.files
            assert set(entry.rules) <= {
                "Secret Keyword",
                "Basic Auth Credentials",
                "Hex High Entropy String",
                "Base64 High Entropy String",
            }


@pytest.mark.parametrize(
    ("stdout", "stderr", "words"),
    [
        ("", "ConnectionError: Failed to establish a connection", "Failed to establish"),
        ("", "", "no answer"),
        ('{"dependencies": []}', "", "no vulnerability data"),
        (
            json.dumps({"dependencies": [{"name": "django", "skip_reason": "not found on PyPI"}]}),
            "",
            "1 packages: django",
        ),
    ],
)
def test_what_pip_audit_could_not_check_is_not_green(stdout: str, stderr: str, words: str) -> None:
    assert words in audit.read_dependencies(answer(stdout, stderr)).not_checked


def test_a_published_vulnerability_is_a_finding() -> None:
    vulnerable = {"name": "django", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
    checked = {"name": "redis", "version": "7.4.1", "vulns": []}
    result = audit.read_dependencies(answer(json.dumps({"dependencies": [vulnerable, checked]})))
    assert result.findings == ["django 1.0: PYSEC-1, mended in 1.1"] and not result.not_checked


@pytest.mark.long
def test_the_bill_of_materials_names_every_locked_package(tmp_path: Path) -> None:
    result = audit.check_sbom(tmp_path / "sbom.cdx.json")
    assert result.findings == []
    bill = json.loads((tmp_path / "sbom.cdx.json").read_text())
    assert bill["bomFormat"] == "CycloneDX"
    django = next(component for component in bill["components"] if component["name"] == "django")
    assert django["purl"].startswith("pkg:pypi/django@") and django["externalReferences"][0]["hashes"]


def test_without_assertions_nothing_starts() -> None:
    environment = os.environ | {"HOUSE_PURE": "1", "PYTHONOPTIMIZE": "1"}
    completed = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode != 0 and "python -O" in completed.stderr
