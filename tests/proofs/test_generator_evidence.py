"""The logs of evidence: what was tested, with which bytes, and how it ended."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import structs

from tests.proofs import generator_evidence
from tests.proofs.generator_evidence import EVIDENCE, EvidenceLog


def piped(script: str) -> EvidenceLog:
    return EvidenceLog("reader", "reader.txt", ("sh", "-c", script), is_piped=True, failures=("FAILED",))


def test_a_log_names_the_code_the_bytes_and_the_end(tmp_path: Path) -> None:
    assert generator_evidence.write_log(piped("head -c 300000 | wc -c"), tmp_path)
    first, *digests, command, _, result, _, last = (tmp_path / "reader.txt").read_text().splitlines()
    assert "commit " in first and any(line.endswith("  games/draw/generator.py") for line in digests)
    assert command.startswith("# python -m tests.proofs.generator_bytes | sh -c") and result == "300000"
    read = int(last.split()[1].replace(",", ""))
    assert 300_000 <= read < 1_000_000 and last.endswith("s; ended with 0")


def test_a_run_that_is_cut_off_leaves_the_last_whole_log_and_says_so(tmp_path: Path) -> None:
    """Red before: it left a log that looked like any other but for its last line."""
    assert generator_evidence.write_log(piped("echo whole; head -c 9 >/dev/null"), tmp_path)
    program = (
        "import sys; from pathlib import Path; from tests.proofs import generator_evidence as e; "
        "from tests.proofs.test_generator_evidence import piped; "
        "e.write_log(piped('echo half; kill -9 $PPID'), Path(sys.argv[1]))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], cwd=generator_evidence.ROOT, check=False
    )
    assert ended.returncode == -signal.SIGKILL
    assert "\nwhole\n" in (tmp_path / "reader.txt").read_text()
    cut_off = (tmp_path / "reader.unfinished").read_text()
    assert "half" in cut_off and "ended with" not in cut_off


def test_every_kept_log_is_of_a_run_that_ended() -> None:
    logs = [path for path in generator_evidence.FOLDER.iterdir() if path.suffix != ".md"]
    assert logs and [path.name for path in logs if path.suffix != ".txt"] == []
    for path in logs:
        assert path.read_text("utf-8").splitlines()[-1].endswith("; ended with 0"), path.name


@pytest.mark.parametrize("script", ["head -c 9 >/dev/null; echo rank FAILED", "exit 3"])
def test_a_failure_is_not_good(tmp_path: Path, script: str) -> None:
    assert not generator_evidence.write_log(piped(script), tmp_path)


def test_what_is_not_installed_is_named_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = [structs.replace(evidence, program="no-such-program") for evidence in EVIDENCE]
    monkeypatch.setattr(generator_evidence, "EVIDENCE", missing)
    assert generator_evidence.main(["--only", "dieharder,practrand", "--folder", str(tmp_path)]) == 0
    assert capsys.readouterr().out.count("is not installed") == 2 and not list(tmp_path.iterdir())


def test_every_log_is_explained() -> None:
    page = (generator_evidence.FOLDER / "index.md").read_text("utf-8")
    assert [evidence.log for evidence in EVIDENCE if f"`{evidence.log}`" not in page] == []
    logs = {path.name for path in generator_evidence.FOLDER.iterdir()} - {"index.md"}
    assert [log for log in logs if f"`{log}`" not in page] == []
