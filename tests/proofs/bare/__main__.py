"""`make bare`: an empty Debian, a clone of HEAD in it, and both commands of the README there.

debootstrap makes the root from the package sources of this machine. Its proxies and certificates are taken
over; nothing else is. A visitor (`visitor.py`) then runs the commands, as root or as an ordinary user. The
ordinary user also has a path with a space, a home that cannot be written, a strict umask and another time
zone; root has none of these.

    make bare                                       # Debian 12, an ordinary user
    make bare ARGS="--user root --suite trixie"     # Debian 13, root
    make bare ARGS="--commit HEAD~5"                # an older commit, with the visitor of this one
    make bare ARGS="--only run"                     # the first command alone, for its seconds

It needs root and debootstrap, and no other program of this machine. All mounts belong to a namespace that
ends with this program, however it ends; its folder in TMPDIR is removed.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
WITHIN = "FELTRO_BARE_ROOT"  # names the folder to the process in the namespace
PACKAGES = "ca-certificates,git,make,python3,python3-venv"
USERS = ("ordinary", "root")
VISITOR = "visitor"
BIN = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# Not chroot: in one, PostgreSQL of root could not have a user namespace, which it has on a machine.
ENTER = """
mount --rbind "$0" "$0" && cd "$0" && pivot_root . mnt && cd / && umount --lazy /mnt && exec "$@"
"""
DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
# What tells programs how to reach package registries from here.
KEPT = re.compile(
    r"(?i:https?_proxy|no_proxy|all_proxy)|PIP_(?:INDEX_URL|EXTRA_INDEX_URL|CERT|PROXY|TRUSTED_HOST)"
    r"|UV_(?:INDEX_URL|DEFAULT_INDEX)|NPM_CONFIG_REGISTRY|SSL_CERT_FILE"
)
UNAVAILABLE = os.EX_UNAVAILABLE


class BareError(Exception):
    """Ends the command with one sentence."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="make bare", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--user", choices=USERS, default="ordinary", help="who runs the commands")
    parser.add_argument("--suite", default="bookworm", help="the release of Debian (default: bookworm)")
    parser.add_argument("--commit", default="HEAD", help="what is cloned (default: HEAD)")
    parser.add_argument("--only", choices=("run", "test"), default="", help="one of the two commands")
    parser.add_argument("--tests", default="", help="another selection for `make test`")
    return parser.parse_args()


def main() -> int:
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        if folder := os.environ.pop(WITHIN, ""):
            return visit(Path(folder), options)
        check_requirements()
        return enter_namespace()
    except BareError as error:
        print(f"make bare: {error}", file=sys.stderr)
        return UNAVAILABLE
    except KeyboardInterrupt:
        return 130


def check_requirements() -> None:
    if os.geteuid() != 0:
        raise BareError("only root can make another root; run it as root.")
    for program, package in (("debootstrap", "debootstrap"), ("unshare", "util-linux"), ("git", "git")):
        if shutil.which(program) is None:
            raise BareError(f"{program} is missing; on Debian: apt install {package}")


def enter_namespace() -> int:
    """Run this program again with mounts and processes of its own, which end with it."""
    folder = tempfile.mkdtemp(prefix="feltro-bare-")
    os.chmod(folder, 0o755)  # an ordinary user passes through it
    namespace = ["unshare", "--mount", "--pid", "--ipc", "--fork", "--kill-child"]
    program = [sys.executable, "-m", "tests.proofs.bare", *sys.argv[1:]]
    try:
        return subprocess.run(
            ["setpriv", "--pdeathsig", "KILL", *namespace, *program],
            cwd=PROJECT,
            env=os.environ | {WITHIN: folder},
            check=False,
        ).returncode
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def visit(folder: Path, options: argparse.Namespace) -> int:
    commit = output(["git", "rev-parse", "--verify", f"{options.commit}^{{commit}}"])
    if options.commit == "HEAD" and output(["git", "status", "--porcelain", "--untracked-files=no"]):
        print("Changes that are not committed are not part of the clone.", flush=True)
    root = folder / "root"
    make_root(root, options.suite)
    # The paths of a developer are longer and stranger than ours.
    home = Path("/root" if options.user == "root" else f"/home/{VISITOR}")
    place = home / ("feltro" if options.user == "root" else "my work/feltro")
    add_user(root)
    clone(commit, root, place)
    tools = root / "opt" / "visitor"
    tools.mkdir()
    for name in ("visitor.py", "journey.py"):
        shutil.copy(Path(__file__).with_name(name), tools)
    if options.user == "ordinary":
        give_to_visitor(root, home)
    person = "root" if options.user == "root" else "an ordinary user"
    print(f"{commit[:8]} in an empty {options.suite}, as {person}", flush=True)
    command = ["python3", "/opt/visitor/visitor.py", str(place), "--port", str(free_port())]
    command += [f"--only={options.only}"] if options.only else []
    command += [f"--tests={options.tests}"] if options.tests else []
    who = VISITOR if options.user == "ordinary" else "root"
    person = ["setpriv", f"--reuid={who}", f"--regid={who}", "--init-groups"]
    return subprocess.run(
        ["unshare", "--mount", "sh", "-c", ENTER, str(root), *person, *command],
        env=environment(root, home, who),
        check=False,
    ).returncode


def make_root(root: Path, suite: str) -> None:
    print(f"making an empty {suite} with debootstrap", flush=True)
    log = root.with_name("debootstrap.log")
    command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", suite, str(root)]
    command += [mirror] if (mirror := debian_mirror()) else []
    with log.open("wb") as file:
        made = subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, env=apt_proxies(), check=False)
    if made.returncode:
        last = "\n  ".join(log.read_text(errors="replace").splitlines()[-8:])
        raise BareError(f"debootstrap failed ({made.returncode}):\n  {last}")
    mount("proc", root / "proc", "-t", "proc")
    mount("tmpfs", root / "dev", "-t", "tmpfs", "-o", "mode=755")
    for device in DEVICES:
        (root / "dev" / device).touch()
        mount(f"/dev/{device}", root / "dev" / device, "--bind")
    (root / "dev" / "fd").symlink_to("/proc/self/fd")
    (root / "dev" / "shm").mkdir()
    mount("tmpfs", root / "dev" / "shm", "-t", "tmpfs", "-o", "mode=1777")
    trust_what_this_machine_trusts(root)


def mount(source: str, target: Path, *options: str) -> None:
    done = subprocess.run(
        ["mount", *options, source, str(target)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BareError(f"this machine does not let root mount {target.name}: {done.stderr.strip()}")


def debian_mirror() -> str:
    """The first package source of this machine, if it is a Debian; else debootstrap's own choice."""
    if "ID=debian" not in Path("/etc/os-release").read_text().splitlines():
        return ""
    sources = Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*.*"))
    for path in sources:
        if not path.is_file() or path.suffix not in (".list", ".sources"):
            continue
        for line in path.read_text().splitlines():
            source = re.match(r"(?:URIs:|deb (?:\[[^]]*\] )?)\s*(https?://\S+/debian/?)(?:\s|$)", line)
            if source:
                return source[1]
    return ""


def apt_proxies() -> dict[str, str]:
    """The environment for debootstrap, which does not read the configuration of apt."""
    configured = subprocess.run(
        ["apt-config", "shell", "http_proxy", "Acquire::http::Proxy", "https_proxy", "Acquire::https::Proxy"],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    proxies = dict(re.findall(r"^(https?_proxy)='([^']+)'", configured, re.MULTILINE))
    return os.environ | {name: value for name, value in proxies.items() if value != "DIRECT"}


def trust_what_this_machine_trusts(root: Path) -> None:
    """Its certificates, names and package indexes; the certificates become those of the system there."""
    own = Path("/usr/local/share/ca-certificates")
    if own.is_dir():
        shutil.copytree(own, root / own.relative_to("/"), dirs_exist_ok=True)
        run_in(root, "update-ca-certificates")
    for path in map(Path, ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf")):
        if path.exists():
            shutil.copy(path, root / path.relative_to("/"))


def add_user(root: Path) -> None:
    run_in(root, "useradd", "--create-home", VISITOR)


def give_to_visitor(root: Path, home: Path) -> None:
    """The clone and nothing else: the home itself stays root's, and cannot be written."""
    inside = root / home.relative_to("/")
    run_in(root, "chown", "-R", f"{VISITOR}:{VISITOR}", str(home / "my work"))
    os.chown(inside, 0, 0)
    inside.chmod(0o555)


def clone(commit: str, root: Path, place: Path) -> None:
    target = root / place.relative_to("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    output(["git", "clone", "--quiet", "--no-hardlinks", "--no-checkout", str(PROJECT), str(target)])
    output(["git", "-C", str(target), "checkout", "--quiet", "--detach", commit])


def run_in(root: Path, *command: str) -> None:
    # The folder for temporary files of this machine need not be there.
    output(["chroot", str(root), *command], {"PATH": BIN, "LC_ALL": "C", "TMPDIR": "/tmp"})


def output(command: list[str], variables: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command,
        cwd=PROJECT,
        env=None if variables is None else os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BareError(f"{' '.join(command)} failed: {(done.stderr or done.stdout).strip()}")
    return done.stdout.strip()


def free_port() -> int:
    """The port of the README if it is free: the namespace shares the network of this machine."""
    for port in (8000, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise BareError("no port is free.")


def environment(root: Path, home: Path, who: str) -> dict[str, str]:
    """Nothing of this session but the way to the registries."""
    ways = {name: value for name, value in os.environ.items() if KEPT.fullmatch(name)}
    ways = {
        name: value
        for name, value in ways.items()
        if not value.startswith("/") or (root / value.lstrip("/")).exists()
    }
    strange = {"TZ": "Pacific/Kiritimati"} if who == VISITOR else {}
    return ways | strange | {"PATH": BIN, "HOME": str(home), "USER": who, "PYTHONDONTWRITEBYTECODE": "1"}


if __name__ == "__main__":
    sys.exit(main())
