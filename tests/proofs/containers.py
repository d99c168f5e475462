"""`make containers`: the image is built, and the guide for containers is followed command by command.

    make containers                    # everything; about ten minutes
    make containers ARGS="--only lint"

1. Lint: hadolint reads the Dockerfile, yamllint the manifests, and the rendering of deploy/kubernetes is held
   against the schemas of Kubernetes.
2. Image: deploy/Dockerfile is built from a copy of the checkout in which keys and data lie about. None of
   them may be in it.
3. Walk: the commands of docs/operating/install.md, under «With containers», are executed word by word, and
   what runs then is looked at: pages, figures, keys, rights, memory, maintenance, and how it ends.

The image, its processes and their limits are real: Podman runs them with the rights that compose.yaml names,
in network and mount namespaces that end with this program. Three things stand in, because no registry of
images is reachable from everywhere: Debian's packages for the images of Python, PostgreSQL and Caddy, and the
Valkey of this checkout; `compose` below for Docker Compose, which refuses a field of compose.yaml that it
does not know; and `localhost` for the host name, for which Caddy signs a certificate itself.

It needs root and Debian's packages buildah podman runc debootstrap kubectl (or kubernetes-client).
The last line is `N checks, M failed`. What cannot run here counts as failed.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import yaml

from casino.services.folder import PROJECT
from casino.services.valkey import binary
from tests.proofs.bare.__main__ import apt_proxies, debian_mirror

WITHIN = "FELTRO_CONTAINERS"  # names the folder to the process in the namespaces, and to `docker` there
BIN = Path(sys.executable).parent
SITE = "localhost"
PARTS = ("lint", "image", "walk")
PACKAGES = {"curl": "curl", "buildah": "buildah",
            "podman": "podman", "runc": "runc", "debootstrap": "debootstrap",
            "unshare": "util-linux", "kubectl": "kubernetes-client"}  # fmt: skip
SUITE = "trixie"  # PostgreSQL 17, which knows the locale of POSTGRES_INITDB_ARGS
IMAGES = {
    "PYTHON": "docker.io/library/python", "POSTGRES": "docker.io/library/postgres",
    "VALKEY": "docker.io/valkey/valkey", "CADDY": "docker.io/library/caddy",
}  # fmt: skip
# What must not be sent to the builder, and the word in it that is looked for in the image.
PLANTED = (
    "deploy/keys/croupier/seal_key",
    "deploy/house.env",
    ".house/keys/secret_key",
    "casino/__pycache__/x.pyc",
)
SECRET = "planted-secret-7f3a"
YAMLLINT = "{extends: default, rules: {line-length: disable, document-start: disable, braces: disable}}"
HEALTH_SECONDS = 240
# The sections of the guide whose commands for containers are followed.
INSTALLATION = ("install.md", "## With containers")
MAINTENANCE = ("upgrade.md", "## Maintenance")
# As the official image of PostgreSQL starts.
POSTGRES_ENTRY = r"""#!/bin/sh
set -eu
export PGDATA=/var/lib/postgresql/data
bin=$(ls -d /usr/lib/postgresql/*/bin)
as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }
mkdir -p "$PGDATA" /var/run/postgresql
chown -R postgres:postgres /var/lib/postgresql /var/run/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    printf '%s\n' "$POSTGRES_PASSWORD" >/tmp/password && chown postgres /tmp/password
    as_postgres "$bin/initdb" --pgdata="$PGDATA" --username=postgres --pwfile=/tmp/password \
        --auth-local=trust --auth-host=scram-sha-256 $POSTGRES_INITDB_ARGS
    rm /tmp/password
    echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
    as_postgres "$bin/pg_ctl" --wait --options="-c listen_addresses=''" start
    for file in /docker-entrypoint-initdb.d/*; do
        case $file in
        *.sh) as_postgres sh -c ". '$file'" ;;
        *.sql) as_postgres psql --set ON_ERROR_STOP=1 --no-psqlrc --username postgres --file "$file" ;;
        esac
    done
    as_postgres "$bin/pg_ctl" --wait --mode=fast stop
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups "$bin/postgres" -c listen_addresses='*'
"""


class CannotRunError(Exception):
    """A part cannot run here; the sentence says why."""


class Results:
    def __init__(self) -> None:
        self.count = self.failed = 0

    def check(self, name: str, problem: str) -> None:
        """One check, with its problem or an empty text."""
        self.count += 1
        self.failed += bool(problem)
        print(f"FAILED {name}: {problem}" if problem else f"{name}: fine", flush=True)


def run(*command: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    words = [str(word) for word in command]
    return subprocess.run(words, check=False, text=True, capture_output=True, **options)


def output(*command: str | Path, **options: Any) -> str:
    done = run(*command, **options)
    if done.returncode:
        last = "\n  ".join((done.stderr or done.stdout).strip().splitlines()[-12:])
        raise CannotRunError(
            f"`{shlex.join(str(word) for word in command)}` ended with {done.returncode}:\n  {last}"
        )
    return done.stdout.strip()


def main() -> int:
    if os.environ.get(WITHIN) and sys.argv[1:2] == ["compose"]:
        return Compose(Path(os.environ[WITHIN])).main(sys.argv[2:])
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=PARTS, help="one part; walk needs image, and makes it")
    only = parser.parse_args().only
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    if folder := os.environ.get(WITHIN):
        return report(walk, Path(folder))
    results = Results()
    if only in (None, "lint"):
        results.failed += attempt(results, lint, results)
    if only in (None, "image", "walk"):
        with tempfile.TemporaryDirectory(prefix="feltro-containers-") as place:
            results.failed += attempt(results, containers, results, Path(place), only)
    print(f"{results.count} checks, {results.failed} failed")
    return 1 if results.failed else 0


def attempt(results: Results, part: Callable[..., None], *arguments: Any) -> int:
    """1 if a part cannot run here, which counts as a failed check."""
    try:
        part(*arguments)
    except CannotRunError as error:
        results.count += 1
        print(f"{part.__name__}: not run: {error}", flush=True)
        return 1
    return 0


def report(part: Callable[[Results, Path], None], folder: Path) -> int:
    """In the namespaces: a part, and its counts for the process outside."""
    results = Results()
    results.failed += attempt(results, part, results, folder)
    (folder / "results").write_text(f"{results.count} {results.failed}")
    return 0


# --- lint


def lint(results: Results) -> None:
    for program in ("hadolint", "yamllint", "kubernetes-validate"):
        if not (BIN / program).exists():
            raise CannotRunError(f"{program} is not installed: run it as `make containers`.")
    deploy = PROJECT / "deploy"
    results.check("hadolint", run(BIN / "hadolint", "--no-color", deploy / "Dockerfile").stdout.strip())
    manifests = [deploy / "compose.yaml", deploy / "kubernetes", deploy / "monitoring"]
    results.check("yamllint", run(BIN / "yamllint", "--strict", "-d", YAMLLINT, *manifests).stdout.strip())
    rendered = output("kubectl", "kustomize", deploy / "kubernetes")
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(rendered)
        file.flush()
        validated = run(BIN / "kubernetes-validate", "--strict", "--no-warn", file.name)
    lines = (validated.stdout + validated.stderr).splitlines()
    wrong = [line for line in lines if " passed for resource " not in line]
    count, read = len(list(yaml.safe_load_all(rendered))), len(lines) - len(wrong)
    problem = "\n".join(wrong) or ("" if read == count else f"{read} of {count} were read")
    results.check(f"{count} manifests by the schemas of Kubernetes", problem)


# --- the image


def containers(results: Results, place: Path, only: str | None) -> None:
    if os.geteuid() != 0:
        raise CannotRunError("only root can make the root of an image.")
    if absent := [package for program, package in PACKAGES.items() if shutil.which(program) is None]:
        raise CannotRunError(f"missing are Debian's packages {' '.join(absent)}.")
    os.environ |= container_settings(place)
    copy_checkout(place / "checkout")
    make_standins(place)
    build(results, place)
    if only == "image":
        return
    # Ports, mounts and processes of their own, which end with this program; also the server of names, which
    # Podman would look for in /run/containers from an earlier walk.
    namespaces = ["unshare", "--net", "--mount", "--pid", "--mount-proc", "--fork", "--kill-child"]
    command = ["setpriv", "--pdeathsig", "KILL", *namespaces, sys.executable, "-m", "tests.proofs.containers"]
    subprocess.run(command, cwd=PROJECT, env=os.environ | {WITHIN: str(place)}, check=False)
    if not (place / "results").exists():
        raise CannotRunError("the walk ended early.")
    count, failed = map(int, (place / "results").read_text().split())
    results.count, results.failed = results.count + count, results.failed + failed


def container_settings(place: Path) -> dict[str, str]:
    """Images and containers lie in our folder, and nothing of this machine's is used or changed."""
    (place / "storage.conf").write_text(
        f'[storage]\ndriver = "overlay"\ngraphroot = "{place}/images"\nrunroot = "{place}/run"\n'
    )
    (place / "containers.conf").write_text(
        '[containers]\nlog_driver = "k8s-file"\n'
        '[engine]\ncgroup_manager = "cgroupfs"\nruntime = "runc"\n'
        f'[network]\nnetwork_config_dir = "{place}/networks"\n'
    )
    return {
        "CONTAINERS_STORAGE_CONF": str(place / "storage.conf"),
        "CONTAINERS_CONF": str(place / "containers.conf"),
    }


def copy_checkout(checkout: Path) -> None:
    """What git has or would take, also before a commit, and what lies about in a house."""
    checkout.mkdir()
    listed = output("git", "ls-files", "-co", "--exclude-standard", cwd=PROJECT).splitlines()
    for name in listed:
        if (PROJECT / name).is_file():
            (checkout / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(PROJECT / name, checkout / name)
    for name in PLANTED:
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / name).write_text(SECRET)


def make_standins(place: Path) -> None:
    """The images of others, from Debian's packages; images.lock of the copy names their digests."""
    print(f"making images of Debian {SUITE} with debootstrap", flush=True)
    include = "--include=python3,python3-venv,ca-certificates"
    mirror = [source] if (source := debian_mirror()) else []
    output("debootstrap", "--variant=minbase", include, SUITE, place / "root", *mirror, env=apt_proxies())
    (place / "root" / "usr" / "bin" / "python").symlink_to("python3")
    base = output("buildah", "from", "scratch")
    output("buildah", "add", base, place / "root", "/")
    output("buildah", "config", "--env", "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", base)
    output("buildah", "commit", "--rm", base, IMAGES["PYTHON"])
    (place / "entry").write_text(POSTGRES_ENTRY)
    made = output("buildah", "from", IMAGES["PYTHON"])
    install = (
        "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends"
    )
    reached = ["--isolation", "chroot", "--network", "host"]
    output("buildah", "run", *reached, made, "sh", "-c", f"{install} postgresql valkey-tools caddy")
    output("buildah", "copy", "--chmod", "755", made, place / "entry", "/usr/local/bin/docker-entrypoint.sh")
    output("buildah", "copy", "--chmod", "755", made, binary(), "/usr/local/bin/valkey-server")
    caddy = '["caddy","run","--config","/etc/caddy/Caddyfile","--adapter","caddyfile"]'
    for name, settings in (
        ("POSTGRES", ["--entrypoint", '["docker-entrypoint.sh"]', "--stop-signal", "SIGINT"]),
        ("VALKEY", ["--entrypoint", "[]", "--stop-signal", "SIGTERM"]),
        ("CADDY", ["--cmd", caddy]),
    ):
        output("buildah", "config", *settings, made)
        output("buildah", "commit", made, IMAGES[name])
    output("buildah", "rm", made)
    lock = place / "checkout" / "deploy" / "images.lock"
    text = lock.read_text()
    for name, image in IMAGES.items():
        digest = output("buildah", "images", "--format", "{{.Digest}}", image)
        text = re.sub(rf"^{name}_DIGEST=.*", f"{name}_DIGEST={digest}", text, flags=re.MULTILINE)
    lock.write_text(text)


def build(results: Results, place: Path) -> None:
    checkout = place / "checkout"
    lock = (checkout / "deploy" / "images.lock").read_text()
    digest = re.search(r"^PYTHON_DIGEST=.+", lock, re.MULTILINE)
    assert digest
    # How registries of packages are reached from here.
    trusted = [
        f"--volume={path}:{path}:ro"
        for path in ("/etc/ssl/certs", "/etc/pip.conf", "/opt/pypi")
        if Path(path).exists()
    ]
    begun = time.monotonic()
    how = ["--isolation", "chroot", "--network", "host", "--pull-never", *trusted, "--build-arg", digest[0]]
    what = ["--file", "deploy/Dockerfile", "--tag", "localhost/feltro", "."]
    output("buildah", "bud", *how, *what, cwd=checkout)
    size = int(output("podman", "image", "inspect", "--format", "{{.Size}}", "localhost/feltro")) / 1e6
    print(f"the image was built in {time.monotonic() - begun:.0f} s and has {size:.0f} MB", flush=True)
    container = output("buildah", "from", "localhost/feltro")
    root = Path(output("buildah", "mount", container))
    release = root / "opt" / "feltro"
    found = run("grep", "--recursive", "--files-with-matches", SECRET, release).stdout.split()
    found += [
        str(path) for path in (release / ".git", release / ".house", release / "tests") if path.exists()
    ]
    results.check("nothing but the program is in the image", ", ".join(found))
    hidden = output("find", release, "!", "-perm", "-o=r", "!", "-type", "l").splitlines()
    results.check("every process can read the program", ", ".join(hidden[:5]))
    user = output("podman", "image", "inspect", "--format", "{{.User}}", "localhost/feltro")
    results.check("the image runs as a user without rights", "" if user == "10001:10001" else f"as {user}")
    bill = release / "sbom.cdx.json"
    results.check("the bill of materials is in the image", "" if bill.exists() else "no sbom.cdx.json")
    output("buildah", "rm", container)


# --- docker compose, as far as deploy/compose.yaml uses it


class Compose:
    """`docker compose` for one file, by Podman. What it does not know it refuses."""

    KNOWN = {
        *("image", "build", "command", "environment", "env_file", "volumes", "networks", "ports", "tmpfs"),
        *("read_only", "cap_drop", "security_opt", "ulimits", "restart", "stop_grace_period", "shm_size"),
        *("healthcheck", "depends_on", "deploy", "logging"),
    }

    def __init__(self, folder: Path) -> None:
        self.deploy = folder / "checkout" / "deploy"
        self.variables: dict[str, str] = {}

    def main(self, words: list[str]) -> int:
        while words[:1] == ["--env-file"]:
            lines = (Path.cwd() / words[1]).read_text().splitlines()
            self.variables |= dict(line.split("=", 1) for line in lines if "=" in line and line[0] != "#")
            words = words[2:]
        self.services: dict[str, dict[str, Any]] = yaml.safe_load(self._filled())["services"]
        for name, service in self.services.items():
            if unknown := service.keys() - self.KNOWN:
                raise CannotRunError(
                    f"compose.yaml: {name} has {', '.join(unknown)}, which this walk does not know."
                )
        match words:
            case ["up", "-d", "--build"] | ["up", "-d"]:
                return self._up()
            case ["stop" | "start" as verb, *names]:
                return self._turn(verb, names)
            case ["run", "--rm", name, *command]:
                words = [
                    "--rm",
                    *self._options(name),
                    self._image(name),
                    *(command or self.services[name]["command"]),
                ]
                return subprocess.run(["podman", "run", *words], check=False).returncode
        raise CannotRunError(f"docker compose {' '.join(words)}: not known here.")

    def _filled(self) -> str:
        """${NAME}, ${NAME:-default} and ${NAME:?sentence}."""

        def value(match: re.Match[str]) -> str:
            found = self.variables.get(match["name"], "")
            if not found and match["how"] == ":?":
                raise CannotRunError(f"{match['name']} is missing: {match['word']}")
            return found or (match["word"] or "" if match["how"] == ":-" else "")

        text = (self.deploy / "compose.yaml").read_text()
        pattern = r"(?<!\$)\$\{(?P<name>\w+)(?:(?P<how>:[-?])(?P<word>[^}]*))?\}"
        return re.sub(pattern, value, text).replace("$$", "$")

    def _image(self, name: str) -> str:
        image = str(self.services[name]["image"])
        return (
            "localhost/feltro"
            if image == "feltro"
            else f"docker.io/{image if '/' in image.partition('@')[0] else f'library/{image}'}"
        )

    def _options(self, name: str) -> list[str]:
        service = self.services[name]
        options = [f"--volume={self._volume(volume)}" for volume in service.get("volumes", [])]
        options += [f"--tmpfs={path}" for path in service.get("tmpfs", [])]
        options += [f"--env-file={self.deploy / file}" for file in service.get("env_file", [])]
        variables = service.get("environment", {})
        options += [f"--env={key}={'' if value is None else value}" for key, value in variables.items()]
        options += [f"--network={network}" for network in [",".join(service["networks"])]]
        options += [f"--publish={port}" for port in service.get("ports", [])]
        options += [f"--cap-drop={capability}" for capability in service.get("cap_drop", [])]
        options += [
            f"--security-opt={option.replace(':true', '')}" for option in service.get("security_opt", [])
        ]
        options += ["--read-only", "--read-only-tmpfs=false"] if service.get("read_only") else []
        options += [f"--shm-size={service['shm_size']}"] if "shm_size" in service else []
        # Podman's own are higher than a machine that is a container itself may set.
        options += [
            "--ulimit=nofile=4096:4096",
            "--ulimit=nproc=4096:4096",
            *(f"--ulimit={key}={value}" for key, value in service.get("ulimits", {}).items()),
        ]
        return options

    def _volume(self, volume: str) -> str:
        return str(self.deploy / volume[2:]) if volume.startswith("./") else f"feltro_{volume}"

    def _up(self) -> int:
        for network in yaml.safe_load((self.deploy / "compose.yaml").read_text())["networks"]:
            # Nothing leads out of the namespace, so that every network is an internal one.
            output("podman", "network", "create", network)
        started: set[str] = set()
        while waiting := [name for name in self.services if name not in started]:
            for name in waiting:
                needs = self.services[name].get("depends_on", {})
                if set(needs) <= started:
                    for need, how in needs.items():
                        self._wait(need, how["condition"])
                    self._start(name)
                    started.add(name)
        return 0

    def _start(self, name: str) -> None:
        service = self.services[name]
        for number in range(1, service.get("deploy", {}).get("replicas", 1) + 1):
            options = [
                "--detach",
                f"--name=feltro_{name}_{number}",
                f"--network-alias={name}",
                *self._options(name),
            ]
            output("podman", "run", *options, self._image(name), *service.get("command", []))
            print(f"started {name}", flush=True)

    def _turn(self, verb: str, names: Sequence[str]) -> int:
        listed = output("podman", "ps", "--all", "--format", "{{.Names}}").splitlines()
        wanted = [one for name in names for one in listed if one.startswith(f"feltro_{name}_")]
        assert len(wanted) >= len(names), listed
        graces = [str(self.services[name].get("stop_grace_period", "10s")) for name in names]
        time = [f"--time={max(map(seconds_of, graces))}"] if verb == "stop" else []
        return subprocess.run(["podman", verb, *time, *wanted], check=False).returncode

    def _wait(self, name: str, condition: str) -> None:
        container = f"feltro_{name}_1"
        if condition == "service_completed_successfully":
            if code := output("podman", "wait", container).strip("0"):
                last = run("podman", "logs", "--tail", "8", container)
                raise CannotRunError(f"{name} ended with {code}:\n{last.stdout}{last.stderr}")
            return
        assert condition == "service_healthy"
        if problem := wait_until_healthy(container, self.services[name]["healthcheck"]["test"]):
            raise CannotRunError(problem)


def seconds_of(period: str) -> int:
    return int(period[:-1]) * {"s": 1, "m": 60}[period[-1]]


def wait_until_healthy(container: str, test: Sequence[str]) -> str:
    """Asks as Docker does; the problem that is left after some minutes, or an empty text."""
    words = ["sh", "-c", test[1]] if test[0] == "CMD-SHELL" else list(test[1:])
    end = time.monotonic() + HEALTH_SECONDS
    while (asked := run("podman", "exec", container, *words)).returncode:
        state = run("podman", "inspect", "--format", "{{.State.Status}}", container).stdout.strip()
        if state != "running" or time.monotonic() > end:
            last = run("podman", "logs", "--tail", "8", container)
            return (
                f"{container} is {state}, and not healthy: {asked.stderr.strip()}\n{last.stdout}{last.stderr}"
            )
        time.sleep(1)
    return ""


# --- the walk


def walk(results: Results, place: Path) -> None:
    output("ip", "link", "set", "lo", "up")
    Path("/run/containers").mkdir(exist_ok=True)
    output("mount", "-t", "tmpfs", "tmpfs", "/run/containers")
    deploy = place / "checkout" / "deploy"
    for name in PLANTED[:2]:
        (place / "checkout" / name).unlink()
    (deploy / "keys" / "croupier").rmdir()
    (deploy / "keys").rmdir()
    try:
        follow_the_guide(results, place, guide(*INSTALLATION))
        look_at(results, deploy)
        maintenance(results, place)
        ends(results)
    finally:
        run("podman", "rm", "--force", "--all", "--time", "1")


def guide(page: str, title: str) -> list[str]:
    """The commands for containers of a section of the guide."""
    text = (PROJECT / "docs" / "operating" / page).read_text()
    section = text.partition(title)[2].partition("\n## ")[0]
    blocks = re.findall(r"<!-- not walked: containers; [^\n]*\n```sh\n(.*?)```", section, re.DOTALL)
    return commands_of("\n".join(blocks))


def commands_of(text: str) -> list[str]:
    """Without what is said of them, and for the host name of this walk."""
    lines = (line.partition("  #")[0].strip().replace("casino.example", SITE) for line in text.splitlines())
    return [line for line in lines if line and line[0] != "#"]


def follow_the_guide(results: Results, place: Path, commands: Sequence[str], folder: str = "") -> None:
    programs = place / "programs"
    programs.mkdir(exist_ok=True)
    (programs / "docker").write_text(
        f'#!/bin/sh\nexport PYTHONPATH={PROJECT}\nexec {sys.executable} -m tests.proofs.containers "$@"\n'
    )
    (programs / "docker").chmod(0o755)
    where = place / "checkout" / folder
    for command in commands:
        if command.startswith("cd "):
            where /= command.removeprefix("cd ")
            continue
        begun = time.monotonic()
        done = run(
            "sh",
            "-c",
            command,
            cwd=where,
            env=os.environ | {"PATH": f"{programs}:{os.environ['PATH']}", WITHIN: str(place)},
        )
        print(f"$ {command}\n  {time.monotonic() - begun:.0f} s, ended with {done.returncode}", flush=True)
        said = [line for line in (done.stdout + done.stderr).strip().splitlines() if not line.endswith(" ok")]
        last = "\n".join(said[-12:])
        words = command.partition(" --env-file")
        name = words[0] + (command.rpartition("house.env")[2] if words[1] else "")
        results.check(name, last if done.returncode else "")
        if done.returncode and " up " in command:
            raise CannotRunError("the house did not start.")


def maintenance(results: Results, place: Path) -> None:
    """Visitors see the page with its styles while the work goes on; then the house is open again."""
    commands = guide(*MAINTENANCE)
    middle = next(number for number, command in enumerate(commands) if " start " in command)
    follow_the_guide(results, place, commands[:middle], "deploy")
    address = f"https://{SITE}/"
    page = output("curl", "--silent", "--insecure", "--include", "--header", "Accept-Language: pt", address)
    style = re.search(r'href="(/static/[^"]+\.css)"', page)
    problem = "" if page.startswith("HTTP/2 503") and "Voltamos já" in page and style else page[:200]
    results.check("visitors see the maintenance page", problem)
    status = status_of(f"https://{SITE}{style[1] if style else ''}", {}, 200)
    results.check("with its styles", "" if style and status == 200 else f"they answered {status}")
    follow_the_guide(results, place, commands[middle:], "deploy")
    # All start at once, and one that still starts, as number 1 of its container, does not hear that it
    # should end.
    are_healthy(results, place / "checkout" / "deploy")
    status = status_of(address, {}, 200)
    results.check("the house is open again", "" if status == 200 else f"it answers {status}")


def are_healthy(results: Results, deploy: Path) -> None:
    services = yaml.safe_load((deploy / "compose.yaml").read_text())["services"]
    for name, service in services.items():
        if "healthcheck" in service:
            test = [word.replace("$$", "$") for word in service["healthcheck"]["test"]]
            results.check(f"{name} is healthy", wait_until_healthy(f"feltro_{name}_1", test))


def look_at(results: Results, deploy: Path) -> None:
    are_healthy(results, deploy)
    token = (deploy / "keys" / "web" / "metrics_token").read_text().strip()
    inside = "http://127.0.0.1:9464"
    bearer = {"Authorization": f"Bearer {token}"}
    for address, headers, expected in (
        (f"https://{SITE}/", {}, 200),
        (f"https://{SITE}/metrics", bearer, 404),
        (f"{inside}/metrics", bearer, 200),
        (f"{inside}/metrics", {}, 403),
        (f"{inside}/readyz", {}, 200),
    ):
        status = status_of(address, headers, expected)
        results.check(f"{address} answers {expected}", "" if status == expected else f"it answered {status}")
    for name in ("web", "croupier", "worker", "beat", "beacon"):
        results.check(f"the rights of {name}", "; ".join(too_much(name, deploy)))
    results.check(
        "the croupier may write its archive",
        run("podman", "exec", "feltro_croupier_1", "touch", "/var/lib/feltro/archive/x").stderr,
    )
    promised(results)


def status_of(address: str, headers: dict[str, str], expected: int) -> int:
    trusting = ssl._create_unverified_context()  # Caddy signed the certificate itself
    status, end = 0, time.monotonic() + 60
    while status != expected and time.monotonic() < end:
        try:
            with urllib.request.urlopen(
                urllib.request.Request(address, headers=headers), context=trusting, timeout=20
            ) as answer:
                status = answer.status
        except urllib.error.HTTPError as error:
            status = error.code
        except OSError:
            status = 0
        time.sleep(0 if status == expected else 1)
    return status


def too_much(name: str, deploy: Path) -> list[str]:
    """What a process may that it should not."""
    script = r"""
    grep -q '^CapEff:[[:space:]]*0*$' /proc/1/status || echo 'it has capabilities'
    grep -q '^NoNewPrivs:[[:space:]]*1' /proc/1/status || echo 'it could get privileges'
    [ "$(id -u)" = 10001 ] || echo 'it is another user'
    touch /opt/feltro/x /etc/x /run/secrets/x 2>/dev/null && echo 'it may write the program or its keys'
    ls /run/secrets
    """
    lines = output("podman", "exec", f"feltro_{name}_1", "sh", "-c", f"{script}\ntrue").splitlines()
    own = {path.name for path in (deploy / "keys" / name).iterdir()}
    return [line for line in lines if line not in own]


def promised(results: Results) -> None:
    """The memory of each process, against what Kubernetes is told to promise it."""
    for name in ("web", "croupier", "worker", "beat", "beacon"):
        manifest = next(yaml.safe_load_all((PROJECT / "deploy" / "kubernetes" / f"{name}.yaml").read_text()))
        limits = manifest["spec"]["template"]["spec"]["containers"][0]["resources"]
        used = sum(
            int(line.split()[1])
            for pid in output("podman", "top", f"feltro_{name}_1", "hpid").splitlines()[1:]
            for line in smaps(pid)
        ) / 1024  # fmt: skip
        requested = int(limits["requests"]["memory"].removesuffix("Mi"))
        problem = "" if 0 < used <= requested else f"more than the {requested} MiB that it is promised"
        results.check(f"{name} uses {used:.0f} MiB after its start", problem)


def smaps(pid: str) -> list[str]:
    try:
        text = Path("/proc", pid.strip(), "smaps_rollup").read_text()
    except OSError:
        return []
    return [line for line in text.splitlines() if line.startswith("Pss:")]


def ends(results: Results) -> None:
    """Each process ends when it is told to, in the time that it has."""
    services = yaml.safe_load((PROJECT / "deploy" / "compose.yaml").read_text())
    for name in ("web", "croupier", "worker", "beat", "beacon", "valkey", "postgres"):
        container = f"feltro_{name}_1"
        seconds = seconds_of(services["services"][name].get("stop_grace_period", "10s"))
        begun = time.monotonic()
        run("podman", "stop", "--time", str(seconds), container)
        code = output("podman", "inspect", "--format", "{{.State.ExitCode}}", container)
        problem = "it was killed" if code == "137" else ""
        results.check(f"{name} ended after {time.monotonic() - begun:.1f} s with {code}", problem)


if __name__ == "__main__":
    sys.exit(main())
