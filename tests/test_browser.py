"""The browser of the journeys: a machine without one gets a sentence, as root too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import browser


def test_a_machine_without_a_browser_gets_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As root it tries apt-get first, which fails here; the run goes on."""
    apt_get = tmp_path / "apt-get"
    apt_get.write_text("#!/bin/sh\nexit 100\n")
    apt_get.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.setattr("os.geteuid", lambda: 0)

    assert browser.main() == 0
    assert "there is no Chromium here" in capsys.readouterr().err
