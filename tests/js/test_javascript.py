"""The unit tests of the browser modules, in JavaScript: every `*.test.js` below this folder, run by Deno.

They mirror `static/js`. What needs a page is tested in `tests/pages`. One Deno runs all modules, each in an
isolate of its own, and its report says what became of each.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

from casino.services.folder import PROJECT

FOLDER = Path(__file__).parent
MODULES = sorted(FOLDER.rglob("*.test.js"))
DENO = Path(sys.executable).with_name("deno")


def deno(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    command = [str(DENO), *arguments]
    return subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)


@dataclass(frozen=True)
class Results:
    suites: dict[Path, ElementTree.Element]
    done: subprocess.CompletedProcess[str]

    @property
    def output(self) -> str:
        return f"{self.done.stdout[-4000:]}\n{self.done.stderr[-2000:]}"


@pytest.fixture(scope="module")
def results(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Results:
    """The report of Deno on the modules whose tests are wanted."""
    calls = [getattr(item, "callspec", None) for item in request.session.items if item.path == Path(__file__)]
    modules = sorted({str(call.params["module"]) for call in calls if call and "module" in call.params})
    report = tmp_path_factory.mktemp("deno") / "report.xml"
    done = deno(
        "test", "--quiet", "--no-check", "--no-remote", "--no-lock", f"--junit-path={report}", *modules
    )
    suites = ElementTree.parse(report).getroot() if report.exists() else ()
    return Results({(PROJECT / suite.attrib["name"]).resolve(): suite for suite in suites}, done)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_module(module: Path, results: Results) -> None:
    suite = results.suites.get(module)
    assert suite is not None, f"the module did not run:\n{results.output}"
    cases = suite.findall("testcase")
    failures = [
        f"{case.get('name')}: {fault.get('message', '')}\n{fault.text or ''}"
        for case in cases
        for fault in (*case.findall("failure"), *case.findall("error"))
    ]
    assert not failures, "\n".join(failures)
    assert [case for case in cases if case.find("skipped") is None], "no test ran"
    if len(results.suites) == 1:
        assert results.done.returncode == 0, results.output


def test_no_module_fails_outside_its_tests(results: Results) -> None:
    """Deno ends with an error, too, where a module breaks between two tests or leaves something running."""
    assert results.done.returncode == 0, results.output


def test_every_test_module_mirrors_a_module() -> None:
    scripts = PROJECT / "static" / "js"
    names = {path: path.relative_to(FOLDER).as_posix().replace(".test.js", ".js") for path in MODULES}
    assert [str(path) for path, name in names.items() if not (scripts / name).is_file()] == []
