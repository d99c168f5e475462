"""The unit tests of the browser modules, in JavaScript: every `*.test.js` below this folder, run by Deno.

They mirror `static/js`. What needs a page is tested in `tests/pages`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from casino.services.folder import PROJECT

FOLDER = Path(__file__).parent
MODULES = sorted(FOLDER.rglob("*.test.js"))
DENO = Path(sys.executable).with_name("deno")


def deno(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    command = [str(DENO), *arguments]
    return subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_module(module: Path) -> None:
    done = deno("test", "--quiet", "--no-check", "--no-remote", "--no-lock", str(module))
    assert done.returncode == 0, f"{done.stdout[-4000:]}\n{done.stderr[-2000:]}"
    assert re.search(r"ok \| [1-9]\d* passed", done.stdout), "no test ran"


def test_every_test_module_mirrors_a_module() -> None:
    scripts = PROJECT / "static" / "js"
    names = {path: path.relative_to(FOLDER).as_posix().replace(".test.js", ".js") for path in MODULES}
    assert [str(path) for path, name in names.items() if not (scripts / name).is_file()] == []
