"""Releases: each in a folder of its own, and `current` names the one that processes start from."""

from __future__ import annotations

import re
import shutil
import sys
import time
from pathlib import Path

from steps.shell import CURRENT, ORDER, RELEASES, SETTINGS, STATE, Failure, as_process, run, say, write

# What a release consists of, beside what is built from it.
PARTS = (
    *("casino", "games", "players", "templates", "static", "locks", "deploy", "docs"),
    *("manage.py", "Makefile", "requirements.txt", "pyproject.toml", "LICENSE", "README.md", "CHANGELOG.md"),
)
# Not the jobs of timers: a backup goes on during maintenance. A socket would start its web process again.
PROCESS_UNITS = (
    *("feltro-web@*.socket", "feltro-web@*.service", "feltro-croupier@*.service"),
    *("feltro-worker.service", "feltro-beat.service", "feltro-beacon.service"),
)
KEPT = 3  # releases: the running one, the one to roll back to, and one more


def build(source: Path) -> Path:
    """Copy what is committed and build its environment, once per commit."""
    name = name_of(source)
    release = RELEASES / name
    if (release / ".complete").exists():
        say(f"Release {name} is built already.")
        add_extras(release)
        return release
    say(f"Building release {name}")
    shutil.rmtree(release, ignore_errors=True)
    release.mkdir(parents=True)
    archive = release / "source.tar"
    if is_clone(source):
        run(*git(source), "archive", "--format=tar", f"--output={archive}", "HEAD", *PARTS)
    else:
        run("tar", "--create", f"--file={archive}", f"--directory={source}", *PARTS)
    run("tar", "--extract", f"--file={archive}", f"--directory={release}")
    archive.unlink()
    _set_up(release)
    (release / ".complete").touch()
    return release


def add_extras(release: Path) -> None:
    """Install what settings ask for that were written after the release was built."""
    missing = [name for name in _extras().split() if not (release / f".venv/{name}.extra").exists()]
    if missing:
        say(f"Adding to release {release.name}: {', '.join(missing)}")
        _set_up(release)


def _set_up(release: Path) -> None:
    # As an argument: a `PYTHON` in MAKEFLAGS would win over the environment, and the services could perhaps
    # not run it.
    run("make", "-C", release, "setup", f"PYTHON={sys.executable}", f"EXTRAS={_extras()}")
    _write_bill_of_materials(release)
    run("chmod", "-R", "u=rwX,go=rX", release)


def name_of(source: Path) -> str:
    """The time of the commit and its short digest."""
    if is_clone(source):
        return run(*git(source), "log", "-1", "--format=%cd-%h", "--date=format:%Y%m%d-%H%M%S").strip()
    # Written by `git archive` (.gitattributes): 2026-12-31 10:20:30 +0000 0123abc
    commit = re.fullmatch(
        r"(\d+)-(\d+)-(\d+) (\d+):(\d+):(\d+) \S+ (\w+)", (source / "deploy" / "commit").read_text().strip()
    )
    if commit is None:
        raise Failure(f"{source} is neither a clone nor the source of a release.")
    *moment, digest = commit.groups()
    return f"{''.join(moment[:3])}-{''.join(moment[3:])}-{digest}"


def is_clone(source: Path) -> bool:
    return (source / ".git").exists()


def git(source: Path) -> tuple[str | Path, ...]:
    return "git", "-c", f"safe.directory={source}", "-C", source


def _write_bill_of_materials(release: Path) -> None:
    """What the release was built from, beside the files that the manifest records."""
    locks = [release / "requirements.txt", release / "locks/npm.txt"]
    locks += [release / "locks" / f"{extra}.txt" for extra in _extras().split()]
    run(sys.executable, release / "locks/bill_of_materials.py", release / "sbom.cdx.json", *locks)


def _extras() -> str:
    """The libraries that the settings ask for beside the usual ones."""
    lines = (SETTINGS / "house.env").read_text().splitlines() if (SETTINGS / "house.env").exists() else []
    marks = {"s3": "FILE_STORE=s3:", "traces": "TRACES_URL=http", "warehouse": "WAREHOUSE_DIR=/"}
    return " ".join(
        extra for extra, setting in marks.items() if any(line.startswith(setting) for line in lines)
    )


def current() -> Path | None:
    return CURRENT.resolve() if CURRENT.exists() else None


def first(release: Path) -> None:
    if not CURRENT.exists():
        _switch(release)


def prepare(release: Path) -> None:
    """What both the old and the new release need before a process of the new one starts."""
    for step, command in (
        ("migrate", ("migrate", "--no-input", "--verbosity", "0")),
        ("record the files of the release", ("manifest", "--record", f"release {release.name}")),
    ):
        say(step.capitalize())
        if as_process("operator", "manage", *command, release=release):
            raise Failure(f"Could not {step}. The processes still run the release before.")
    _write_what_the_proxy_shows(release)


def _write_what_the_proxy_shows(release: Path) -> None:
    """Static files, whose names contain a hash of the content, so pages of the release before keep working;
    and the pages for the time in which no web process answers.
    """
    static, pages = STATE / "static", STATE / "maintenance"
    python, program = release / ".venv/bin/python", release / "manage.py"
    # The brand is a setting of the house.
    environment = _house_settings() | {"HOUSE_PURE": "1", "STATIC_ROOT": str(static)}
    say("Collect static files")
    run(python, program, "collectstatic", "--no-input", "--verbosity", "0", environment=environment)
    run(python, program, "maintenance_pages", pages, environment=environment)
    run("chmod", "-R", "u=rwX,go=rX", static, pages)


def _house_settings() -> dict[str, str]:
    lines = map(str.strip, (SETTINGS / "house.env").read_text().splitlines())
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


def start() -> None:
    run("systemctl", "enable", "--now", "feltro.target")
    # The target does not fail with a process: this tells of a web process that does not answer.
    if web := _instances("feltro-web@*.service"):
        run("systemctl", "start", *web)


def begin_maintenance() -> None:
    """The proxy shows its page at once, and then no process touches the record until it is over."""
    planned = STATE / "maintenance" / "planned"
    running = _instances(*PROCESS_UNITS)
    if not planned.exists():
        write(planned, "".join(f"{unit}\n" for unit in running), 0o644)
    say("Visitors see the maintenance page. Stopping the processes")
    if running:
        run("systemctl", "stop", *running)
    say("Everything of the house has stopped. `feltro maintenance off` starts it again.")


def end_maintenance() -> None:
    planned = STATE / "maintenance" / "planned"
    if not planned.exists():
        raise Failure("No maintenance is on.")
    run("systemctl", "start", "feltro.target", *planned.read_text().split())
    planned.unlink()
    say("The house is open again.")


def change_over(release: Path) -> None:
    """Restart one process after the other: the others carry on, and no table closes."""
    say(f"Change over to {release.name}")
    _switch(release)
    restart_each("croupier")
    restart_each("web")
    run("systemctl", "restart", "feltro-worker.service", "feltro-beat.service", "feltro-beacon.service")


def restart_each(process: str) -> None:
    """Restart the croupiers or the web processes one after the other, so that the others carry on."""
    for unit in _instances(f"feltro-{process}@*.service"):
        run("systemctl", "restart", unit)  # that of web returns when it answers
        if process == "croupier":
            # Its tables go to the others when it stops; it takes its share back before the next one stops.
            time.sleep(3)


def _order() -> list[str]:
    """The releases in the order in which they came to run. One that was rolled back does not count."""
    return ORDER.read_text().split() if ORDER.exists() else []


def previous() -> Path:
    """The release that ran before this one, whatever their names say."""
    running, order = CURRENT.resolve().name, _order()
    before = order[: order.index(running)] if running in order else order
    for name in reversed(before):
        if (RELEASES / name / ".complete").exists():
            return RELEASES / name
    raise Failure("There is no release before this one.")


def prune() -> None:
    """Delete old releases: each takes half a gigabyte. The newest that ran stay, and what was built since."""
    running = CURRENT.resolve()
    kept = _order()[-KEPT:]
    for path in sorted(path for path in RELEASES.iterdir() if path.is_dir() and path != running):
        if path.name not in kept and path.stat().st_mtime < running.stat().st_mtime:
            say(f"Deleting release {path.name}")
            shutil.rmtree(path)


def _switch(release: Path) -> None:
    order = _order()
    if release.name in order:  # back to one that ran: those after it no longer count
        order = order[: order.index(release.name)]
    write(ORDER, "".join(f"{name}\n" for name in [*order, release.name]), 0o644)
    new = CURRENT.with_name(".current.new")
    new.unlink(missing_ok=True)
    new.symlink_to(release)
    new.replace(CURRENT)


def _instances(*units: str) -> list[str]:
    """The units with these names that run, or that systemd is about to start again."""
    lines = run(
        *("systemctl", "list-units", "--plain", "--no-legend", "--state=active,activating"),
        *units,
    )
    return [word for word in lines.split() if word.endswith((".service", ".socket"))]
