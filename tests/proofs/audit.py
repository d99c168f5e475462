"""`make audit`: known weaknesses in our code and in what we install, secrets in the tree, and a bill of
materials.

    python -m tests.proofs.audit [--offline] [--only bandit,secrets] [--sbom FILE]

Findings are mended, or accepted with a reason in audit_accepted.toml. An accepted finding that no longer
exists is a finding too. The vulnerability data comes from the network: where it cannot be had, the answer is
"not checked", and that is red. `--offline` leaves that part out.

It ends with `N checks, F findings, M not checked`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ACCEPTED = Path(__file__).with_name("audit_accepted.toml")
SBOM = ROOT / ".house" / "audit" / "sbom.cdx.json"
LOCK = "requirements.txt"
PRODUCT = ("casino", "games", "players", "manage.py")


@dataclass(frozen=True, order=True)
class Finding:
    rule: str
    file: str
    line: int
    text: str  # the line of the source

    @property
    def name(self) -> str:
        """What an accepted finding is known by: it keeps its name when its file moves to another folder."""
        return f"{Path(self.file).name}: {self.text}"

    def __str__(self) -> str:
        return f"{self.rule} {self.file}:{self.line}: {self.text}"


@dataclass
class Result:
    findings: list[str] = field(default_factory=list)
    accepted: int = 0
    not_checked: str = ""
    note: str = ""


@dataclass
class Acceptance:
    """Known and accepted findings, with a reason for every group."""

    rules: list[str]
    reason: str
    lines: list[str] = field(default_factory=list)  # empty: the rule wherever it applies
    files: list[str] = field(default_factory=list)  # everything in these files and folders

    def accepts(self, finding: Finding) -> str | None:
        """By which entry it accepts a finding; an empty name where the rule is accepted wherever it
        applies.
        """
        if finding.rule not in self.rules:
            return None
        if not self.lines and not self.files:
            return ""
        if finding.name in self.lines:
            return finding.name
        return next((file for file in self.files if finding.file == file or inside(finding.file, file)), None)


def inside(file: str, folder: str) -> bool:
    return folder.endswith("/") and file.startswith(folder)


def acceptances(tool: str, path: Path = ACCEPTED) -> list[Acceptance]:
    return [Acceptance(**entry) for entry in tomllib.loads(path.read_text()).get(tool, [])]


def judge(findings: Iterable[Finding], accepted: list[Acceptance]) -> Result:
    """The findings that are not accepted, and the acceptances without a finding."""
    result, used = Result(), set()
    for finding in sorted(findings):
        by = next(
            ((n, name) for n, entry in enumerate(accepted) if (name := entry.accepts(finding)) is not None),
            None,
        )
        if by is None:
            result.findings.append(str(finding))
        else:
            used.add(by)
            result.accepted += 1
    for number, entry in enumerate(accepted):
        for name in (*entry.lines, *entry.files) or ("",):
            if (number, name) not in used:
                result.findings.append(f"accepted and no longer found: {' '.join(entry.rules)} {name}")
    return result


def run(*command: str, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def python(*command: str, root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, *command, root=root)


def source_line(file: str, line: int, root: Path = ROOT) -> str:
    lines = (root / file).read_text(errors="replace").splitlines()
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""


# --- the checks


def bandit(paths: tuple[str, ...] = PRODUCT) -> list[Finding]:
    """Weaknesses in the product's own code."""
    answer = json.loads(python("-m", "bandit", "--quiet", "--format", "json", "-r", *paths).stdout)
    if answer["errors"]:
        raise RuntimeError(f"bandit could not read {answer['errors']}")
    return [
        Finding(
            entry["test_id"],
            entry["filename"].removeprefix("./"),
            entry["line_number"],
            source_line(entry["filename"], entry["line_number"]),
        )
        for entry in answer["results"]
    ]


def secrets(root: Path = ROOT, files: tuple[str, ...] = ()) -> list[Finding]:
    """Keys and passwords in files that are under version control."""
    files = files or tuple(run("git", "ls-files", root=root).stdout.splitlines())
    # Nothing that looks like a key is tried out at the service that it seems to belong to.
    answer = json.loads(python("-m", "detect_secrets", "scan", "--no-verify", *files, root=root).stdout)
    return [
        Finding(entry["type"], file, entry["line_number"], source_line(file, entry["line_number"], root))
        for file, entries in answer["results"].items()
        for entry in entries
    ]


def check_bandit() -> Result:
    return judge(bandit(), acceptances("bandit"))


def check_secrets() -> Result:
    return judge(secrets(), acceptances("secrets"))


def check_dependencies() -> Result:
    """Published vulnerabilities of what a house installs, as the lock names it."""
    command = ["--requirement", LOCK, "--require-hashes", "--disable-pip", "--no-deps", "--format", "json"]
    return read_dependencies(python("-m", "pip_audit", *command, "--progress-spinner", "off"))


def read_dependencies(answer: subprocess.CompletedProcess[str]) -> Result:
    """Whatever pip-audit did not check counts as not checked, although it calls that a success."""
    try:
        packages = json.loads(answer.stdout)["dependencies"]
    except (ValueError, KeyError):
        words = answer.stderr.strip().splitlines() or ["no answer"]
        return Result(not_checked=f"vulnerability data: {words[-1][:200]}")
    result = Result()
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    if skipped or not packages:
        result.not_checked = f"no vulnerability data for {len(skipped)} packages: {', '.join(skipped[:5])} …"
    for package in packages:
        for entry in package.get("vulns", ()):
            fixed_in = ", ".join(entry.get("fix_versions", ())) or "no version"
            result.findings.append(
                f"{package['name']} {package['version']}: {entry['id']}, mended in {fixed_in}"
            )
    return result


def check_sbom(path: Path) -> Result:
    """A bill of materials in CycloneDX: every package of the lock with its version and hashes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    made = python(
        "-m", "cyclonedx_py", "requirements", LOCK, "--output-reproducible", "--output-file", str(path)
    )
    if made.returncode != 0:
        return Result(findings=[f"no bill of materials: {made.stderr.strip()[-300:]}"])
    listed = {(entry["name"], entry["version"]) for entry in json.loads(path.read_text())["components"]}
    locked = {
        tuple(line.split(";")[0].rstrip("\\ ").split("=="))
        for line in (ROOT / LOCK).read_text().splitlines()
        if "==" in line and not line.startswith((" ", "#"))
    }
    return Result(
        findings=[f"not in the bill of materials: {package}" for package in sorted(locked - listed)],
        note=f"{len(listed)} packages in {path}",
    )


def check_rules() -> Result:
    """Our own rules: no unpickling, no SQL from text, no money outside the ledger, no unsealed message; safe
    settings.
    """
    tests = ("tests/security/test_source_rules.py", "tests/deploy/test_production_settings.py")
    ran = python("-m", "pytest", "-q", "--no-header", *tests)
    failed = [line for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    if ran.returncode != 0 and not failed:
        failed = [ran.stdout.strip()[-300:] or ran.stderr.strip()[-300:]]
    return Result(findings=failed, note=(ran.stdout.strip().splitlines() or [""])[-1])


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.audit", description=__doc__)
    parser.add_argument("--offline", action="store_true", help="leave out what needs the network")
    parser.add_argument("--only", default="", help="comma-separated names of checks")
    parser.add_argument("--sbom", type=Path, default=SBOM, help="the output file of the bill of materials")
    options = parser.parse_args(words)
    checks: dict[str, Callable[[], Result]] = {
        "bandit": check_bandit,
        "secrets": check_secrets,
        "rules": check_rules,
        "sbom": lambda: check_sbom(options.sbom),
        "dependencies": check_dependencies,
    }
    if options.offline:
        del checks["dependencies"]
    if options.only:
        checks = {name: checks[name] for name in options.only.split(",")}
    findings = not_checked = 0
    for name, check in checks.items():
        started = time.monotonic()
        result = check()
        for line in result.findings:
            print(f"  {line}")
        if result.not_checked:
            print(f"  not checked: {result.not_checked}")
        took = f"{time.monotonic() - started:.1f} s"
        accepted = f", {result.accepted} accepted" if result.accepted else ""
        print(f"{name:13} {len(result.findings)} findings{accepted}  {took}  {result.note}", flush=True)
        findings += len(result.findings)
        not_checked += bool(result.not_checked)
    print(f"{len(checks)} checks, {findings} findings, {not_checked} not checked")
    return 1 if findings or not_checked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
