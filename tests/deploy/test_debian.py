"""The installation guide for Debian with systemd, followed on a machine of its own: installed, opened,
upgraded, rolled back.

The machine boots real systemd with the real units (tests/deploy/machine.py). Where that is impossible, the
tests are skipped and say why. They take six minutes, so every run has only what stands beside them: the
rights of each unit, the settings of production in the files of a release, and the order of the steps. Run
this file after a change in deploy/, as a job of its own does at each push:

    .venv/bin/python -m pytest -m long tests/deploy/test_debian.py
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from casino.services.folder import PROJECT
from tests.deploy.machine import PACKAGES, Machine, missing

pytestmark = [pytest.mark.house, pytest.mark.long]
SITE = "casino.example"
CURL = f"curl --silent --insecure --max-time 10 --resolve {SITE}:443:127.0.0.1"
CHECKOUT = "/srv/checkout"
APT = "DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends"


@pytest.fixture(scope="module")
def machine() -> Iterator[Machine]:
    if reason := missing():
        pytest.skip(f"NOT RUN: the Debian installation cannot be tried here: {reason}")
    with Machine(PROJECT) as machine:
        try:
            machine.prepare(f"apt-get update --quiet; {APT} {' '.join(PACKAGES)}")
        except AssertionError as error:
            pytest.skip(f"NOT RUN: Debian's packages cannot be installed here: {error}")
        machine.prepare(_checkout())
        # The Python that a caller's `make` was started with is not the one that the services can run.
        machine.prepare(f"MAKEFLAGS=' -- PYTHON=/root/none' {CHECKOUT}/deploy/debian/feltro build")
        machine.boot()
        machine.run(f"{CHECKOUT}/deploy/debian/feltro install --site {SITE} --certificate internal")
        yield machine


def _checkout() -> str:
    """What git knows or would take, committed: the test tries the files as they are here, also before a
    commit.
    """
    return f"""
        mkdir -p {CHECKOUT} && cd /source
        git -c safe.directory=/source ls-files -co --exclude-standard -z |
            tar --null --files-from - --ignore-failed-read -c | tar -x -C {CHECKOUT}
        cd {CHECKOUT} && git init --quiet &&
            git config user.email test@casino.example && git config user.name Test
        git add --all && git commit --quiet --message "Release one"
    """


def test_every_process_runs_and_the_system_is_ready(machine: Machine) -> None:
    units = machine.run(
        "systemctl list-units --type=service --plain --no-legend --state=running 'feltro*' 'valkey-feltro*' "
        "| cut -d' ' -f1"
    )
    assert set(units.split()) == {
        "feltro-web@1.service", "feltro-web@2.service", "feltro-croupier@1.service",
        "feltro-croupier@2.service", "feltro-worker.service", "feltro-beat.service", "feltro-beacon.service",
        "valkey-feltro.service",
    }  # fmt: skip
    machine.wait(f"{CURL} --fail http://127.0.0.1:9464/readyz", 30)


def test_pages_static_files_and_metrics_answer_through_the_proxy(machine: Machine) -> None:
    page = machine.run(f"{CURL} --fail https://{SITE}/")
    path = page.partition('href="/static/')[2].partition('"')[0]
    assert "immutable" in machine.run(f"{CURL} --fail --head https://{SITE}/static/{path}")
    for private in ("healthz", "readyz", "metrics"):
        assert machine.run(f"{CURL} -o /dev/null -w '%{{http_code}}' https://{SITE}/{private}") == "404"
    assert machine.run(f"{CURL} -o /dev/null -w '%{{http_code}}' http://127.0.0.1:9464/metrics") == "403"
    token = "$(cat /etc/feltro/keys/web/metrics_token)"
    assert "house_ready" in machine.run(
        f'{CURL} --fail -H "Authorization: Bearer {token}" http://127.0.0.1:9464/metrics'
    )


def test_the_doctor_finds_nothing_but_the_missing_mail_server(machine: Machine) -> None:
    """And says of four things that it does not know them: no beacon, no backup, no test of one yet, and no
    encrypted disk.
    """
    report = machine.run("feltro doctor || true")
    problems = [line.strip() for line in report.splitlines() if line.startswith("    ") and "→" not in line]
    (missing, *unknown) = sorted(problems, key=lambda problem: not problem.startswith("No mail server"))
    assert missing == "No mail server: no password can be reset.", report
    assert [problem.split()[:4] for problem in unknown] == [
        ["No", "beacon", "is", "followed:"],
        ["Backups", "cannot", "be", "seen"],
        ["No", "test", "of", "a"],
        ["No", "encryption", "is", "seen"],
    ], report


def test_no_process_reads_the_keys_of_another_or_writes_the_program(machine: Machine) -> None:
    for user in ("feltro-web", "feltro-worker", "feltro-beat", "caddy"):
        machine.run(f"! runuser -u {user} -- cat /etc/feltro/keys/croupier/seal_key")
        machine.run(f"! runuser -u {user} -- touch /opt/feltro/current/manage.py")
    for unit in ("feltro-web@1", "feltro-croupier@1", "feltro-worker", "feltro-beat"):
        pid = machine.run(f"systemctl show --property MainPID --value {unit}").strip()
        credentials = machine.run(
            f"nsenter --target {pid} --mount ls /run/credentials/{unit}.service"
        ).split()
        assert ("own_seal_key" in credentials) == (unit == "feltro-croupier@1")
        machine.run(
            f"! nsenter --target {pid} --mount touch /opt/feltro/current/manage.py /etc/feltro/house.env"
        )


def test_the_first_house_opens_and_a_guest_watches_a_table(machine: Machine) -> None:
    machine.run("printf '%%PDF-1.7 the decision' > /root/decision.pdf")
    plan = f"{CHECKOUT}/deploy/first-house.example.toml"
    machine.run(
        f"install -D -m 0644 {plan} /srv/first-house.toml && install -m 0644 /root/decision.pdf "
        "/srv/decision.pdf"
    )
    today = datetime.now(ZoneInfo("Europe/Lisbon")).date()
    signed = f"--reference SRIJ-1/2026 --dated {today} --document /srv/decision.pdf"
    assert "Everything is set up." in machine.run(f"feltro manage first_house /srv/first-house.toml {signed}")
    frame = json.loads(machine.run(f"/opt/feltro/current/.venv/bin/python - <<'END'\n{WATCH}\nEND"))
    assert frame["t"]


WATCH = f"""
import socket
import ssl
from websockets.sync.client import connect
context = ssl.create_default_context()
context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
proxy = socket.create_connection(("127.0.0.1", 443))
with connect("wss://{SITE}/ws/table/1/", sock=proxy, ssl=context, origin="https://{SITE}") as connection:
    print(connection.recv(timeout=15))
"""


def test_a_database_outage_is_survived(machine: Machine) -> None:
    machine.run("systemctl stop postgresql")
    machine.wait("test $(curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:9464/readyz) = 503", 20)
    machine.run("systemctl start postgresql")
    machine.wait(f"{CURL} --fail http://127.0.0.1:9464/readyz", 30)


def test_installing_again_changes_nothing(machine: Machine) -> None:
    installed = "readlink /opt/feltro/current && sha256sum /etc/feltro/house.env /etc/feltro/keys/*/*"
    before = machine.run(installed)
    machine.run(f"cd {CHECKOUT} && git commit --quiet --allow-empty --message 'A newer commit'")
    machine.run(f"{CHECKOUT}/deploy/debian/feltro install --site {SITE} --certificate internal")
    assert machine.run(installed) == before
    machine.wait(f"{CURL} --fail http://127.0.0.1:9464/readyz", 30)


def test_an_upgrade_and_a_rollback_are_not_noticed(machine: Machine) -> None:
    machine.run(
        f"cd {CHECKOUT} && echo 'Release two.' >> CHANGELOG.md "
        "&& git commit --quiet --all --message 'Release two'"
    )
    before = machine.run("readlink /opt/feltro/current").strip()
    machine.prepare(f"{CHECKOUT}/deploy/debian/feltro build")
    machine.run(f"""
        (while [ ! -e /tmp/stop ]; do
            {CURL} -o /dev/null -w '%{{http_code}}\\n' https://{SITE}/ >> /tmp/answers; sleep 0.1
        done) &
        {CHECKOUT}/deploy/debian/feltro upgrade
        touch /tmp/stop; wait
    """)
    answers = machine.run("sort /tmp/answers | uniq -c").split()
    assert answers[1::2] == ["200"], answers
    after = machine.run("readlink /opt/feltro/current").strip()
    assert after != before
    machine.run("feltro rollback")
    assert machine.run("readlink /opt/feltro/current").strip() == before
    machine.wait(f"{CURL} --fail http://127.0.0.1:9464/readyz", 30)
    # The unit is started with the shell of deploy/run, which becomes the worker.
    command = "tr '\\0' ' ' < /proc/$(systemctl show --property MainPID --value feltro-worker)/cmdline"
    machine.wait(f"{command} | grep --quiet {before}", 60)
