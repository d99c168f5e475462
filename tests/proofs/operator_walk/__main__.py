"""The operating guide on a booted Debian, command by command: install, open, keys, upgrade, backups, restore.

    python -m tests.proofs.operator_walk                      # Debian 12
    python -m tests.proofs.operator_walk --suite trixie       # Debian 13

Every block of docs/operating that is marked `walked` runs as it is written there, as root, on an empty Debian
with systemd as process 1 (machine.py). A guest plays free meanwhile (guest.py). After each part the walk
looks at what the guide promises. It takes about half an hour; the last line says what was tried, or what
failed.

Real: Debian and its packages, systemd with the units, timers and credentials, PostgreSQL, Caddy, pgBackRest,
the release built from HEAD. Not real: the certificate is Caddy's own, the repository is a copy on the
machine, and the mail server only greets.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from casino.services.folder import PROJECT
from tests.proofs.operator_walk.guide import Block, blocks
from tests.proofs.operator_walk.machine import Machine, MachineError, check_requirements, make_root

SITE = "https://casino.example"
# What the walk runs instead of what is written, and why; each must occur.
INSTEAD = {
    "--mail-host mail.internal": (
        "--mail-host mail.internal --certificate internal",
        "no public authority reaches this machine; the guide names the option for a trial",
    ),
    "--dated 2026-11-23": (
        f"--dated {datetime.now(ZoneInfo('Europe/Lisbon')).date()}",
        "a decision is not older than the request, which the block before made today",
    ),
}
WRITTEN_SECOND = "2026-11-22 05:30:00+00"  # in the guide; the walk restores to one of its own play
PROCESSES = {
    *("feltro-web@1", "feltro-web@2", "feltro-croupier@1", "feltro-croupier@2"),
    *("feltro-worker", "feltro-beat", "feltro-beacon", "valkey-feltro"),
}
FAULTS = "UnknownSealKeyError|turn failed|Traceback"


class Wrong(Exception):
    """What the guide promises and the machine does not show."""


def expect(holds: object, sentence: str) -> None:
    if not holds:
        raise Wrong(sentence)
    print(f"    ✓ {sentence}", flush=True)


class Walk:
    def __init__(self, machine: Machine) -> None:
        self.machine, self.run = machine, machine.run
        self.blocks = [block for block in blocks() if block.part]  # as they are now, whatever is edited
        self.instead = dict(INSTEAD)
        self.walked: list[str] = []
        self.before = ""

    def follow(self, part: str) -> None:
        """Run the blocks of a part, in the order of their page."""
        found = [block for block in self.blocks if block.part == part]
        if not found:
            raise Wrong(f"no block of the guide is marked «walked: {part}»")
        for block in found:
            self.follow_block(block)

    def follow_block(self, block: Block) -> None:
        print(f"\n--- docs/operating/{block.place} ({block.part})", flush=True)
        text, started = block.text, time.monotonic()
        for written, (instead, why) in self.instead.items():
            if written in text:
                text = text.replace(written, instead)
                print(f"    (with «{instead}»: {why})")
        for line in self.machine.lines(text):
            if not line.startswith("Updating files: "):
                print(f"    {line}", flush=True)
        self.walked.append(block.place)
        print(f"    [{time.monotonic() - started:.0f} s]", flush=True)

    def status(self, path: str, *arguments: str) -> str:
        return self.machine.curl("-o", "/dev/null", "-w", "%{http_code}", *arguments, f"{SITE}{path}")

    def until_ready(self) -> None:
        end = time.monotonic() + 120
        while (
            self.machine.curl("-o", "/dev/null", "-w", "%{http_code}", "http://127.0.0.1:9464/readyz")
            != "200"
        ):
            if time.monotonic() > end:
                raise Wrong(f"not ready: {self.machine.curl('http://127.0.0.1:9464/readyz')}")
            time.sleep(1)

    def metrics(self) -> dict[str, float]:
        token = self.run("cat /etc/feltro/keys/web/metrics_token").strip()
        text = self.machine.curl("-H", f"Authorization: Bearer {token}", "http://127.0.0.1:9464/metrics")
        pairs = (line.rpartition(" ") for line in text.splitlines() if line.startswith("house_"))
        return {name: float(value) for name, _space, value in pairs}

    def current(self) -> str:
        return self.run("readlink /opt/feltro/current").strip()

    def sql(self, statement: str) -> str:
        return self.run(f'cd / && runuser -u postgres -- psql -Atd feltro -c "{statement}"').strip()

    def wait_for_sql(self, statement: str, seconds: float) -> None:
        end = time.monotonic() + seconds
        while self.sql(statement) != "t":
            if time.monotonic() > end:
                raise Wrong(f"not within {seconds:.0f} s: {statement}")
            time.sleep(1)

    # --- the parts

    def prepare(self) -> None:
        root = self.machine.root
        origin = root / "srv/origin.git"
        git = ["git", "-c", f"safe.directory={PROJECT}"]
        subprocess.run([*git, "clone", "--quiet", "--bare", "--no-hardlinks", "--single-branch",
                        str(PROJECT), str(origin)], check=True)  # fmt: skip
        tools = root / "opt/walk"
        tools.mkdir()
        for name in ("guest.py", "mail.py"):
            shutil.copy(Path(__file__).with_name(name), tools)
        (root / "srv/decision.pdf").write_bytes(b"%PDF-1.7 the decision")
        with (root / "etc/hosts").open("a") as hosts:
            hosts.write("127.0.0.1 localhost casino.example mail.internal\n")
        (root / "etc/gitconfig").write_text(
            '[url "/srv/origin.git"]\n\tinsteadOf = https://git.example/feltro.git\n[safe]\n\tdirectory = *\n'
        )
        self.machine.boot()
        self.run("apt-get update")

    def install(self) -> None:
        # The first package that the guide installs brings the Python that the mail server needs.
        self.run("apt-get install python3 && systemd-run --quiet --unit=mail python3 /opt/walk/mail.py")
        self.follow("install")
        self.until_ready()
        running = self.run(
            "systemctl list-units --type=service --plain --no-legend --state=running "
            "'feltro*' 'valkey-feltro*' | cut -d' ' -f1"
        )
        names = {unit.removesuffix(".service") for unit in running.split()}
        expect(names == PROCESSES, f"{len(PROCESSES)} processes run: {' '.join(sorted(PROCESSES))}")
        expect(self.status("/") == "200", "the home page answers through the proxy")
        expect(self.status("/metrics") == "404", "metrics do not answer from outside")
        expect(self.metrics().get("house_tables_held") == 0, "metrics answer with their token, inside")
        facts = (
            "sha256sum /etc/feltro/house.env /etc/feltro/Caddyfile /etc/feltro/keys/*/*; "
            "readlink /opt/feltro/current"
        )
        self.run("echo '# changed by the operator' >> /etc/feltro/Caddyfile")
        before = self.run(facts)
        printed = self.run("/srv/feltro/deploy/debian/feltro install --site other.example")
        expect(
            self.run(facts) == before, "a second installation changes no setting, key, release or Caddyfile"
        )
        expect("Caddyfile stays as it is" in printed, "and says that the Caddyfile stays")
        pid = self.run("systemctl show --property MainPID --value feltro-web@1").strip()
        seen = self.run(f"nsenter --target {pid} --mount ls /run/credentials/feltro-web@1.service")
        expect("own_file_keys" in seen and "seal_key" not in seen, "web has its keys, and not the croupier's")

    def more(self) -> None:
        self.follow("more")
        self.machine.wait("test -S /run/feltro/web-3.sock", 60)
        self.run("systemctl stop feltro-web@1.socket feltro-web@2.socket")
        end = time.monotonic() + 60
        while self.status("/") != "200" and time.monotonic() < end:
            time.sleep(1)
        expect(self.status("/") == "200", "the third web process serves alone")
        self.run("systemctl start feltro-web@1 feltro-web@2")
        self.run("systemctl disable --now feltro-web@3.service && systemctl stop feltro-web@3.socket")

    def first_house(self) -> None:
        self.follow("first-house")
        report = self.run("feltro manage check_record")
        expect("no fault" in report, "the record of the new house checks")
        self.until_ready()

    def play(self, name: str) -> None:
        """A guest sits down at the demonstration table, and bets until the house is told to stop."""
        table = self.sql("SELECT id FROM games_table WHERE currency = 'DEMO'")
        python = "/opt/feltro/current/.venv/bin/python"
        trust = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
        # Without the systemctl of the house: it is no unit of the product.
        self.run(
            f"systemd-run --quiet --collect --unit=guest-{name} --setenv=SSL_CERT_FILE={trust} "
            f"{python} /opt/walk/guest.py {SITE} {table} 7200 /root/{name}.json"
        )
        try:
            self.machine.wait(f"test -e /root/{name}.json", 120)
        except MachineError as late:
            said = self.run(f"journalctl --no-pager --output=cat --lines=30 --unit=guest-{name}")
            raise Wrong(f"the guest does not play:\n{said}") from late
        self.until_played(name, 0, 3)

    def guest(self, name: str) -> dict[str, Any]:
        return dict(json.loads(self.run(f"cat /root/{name}.json")))

    def until_played(self, name: str, accepted: float, more: int) -> dict[str, Any]:
        end = time.monotonic() + 240
        while (state := self.guest(name))["accepted"] < accepted + more:
            if time.monotonic() > end:
                raise Wrong(f"the guest no longer plays: {state}")
            time.sleep(1)
        return state

    def end_play(self, name: str) -> None:
        self.run(f"systemctl stop guest-{name}")
        state = self.guest(name)
        expect(
            state["forms"] and not state["lost"],
            f"each of {state['forms']} forms arrived {state['lost'] or ''}".rstrip(),
        )

    def keys(self) -> None:
        self.play("keys")
        before = self.guest("keys")
        self.follow("keys")
        after = self.until_played("keys", self.guest("keys")["accepted"], 3)
        ended, bets = (after[name] - before[name] for name in ("rounds", "accepted"))
        expect(
            ended > 0,
            f"play went on: {ended} rounds, {bets} bets accepted, slowest answer {after['slowest']} s",
        )
        self.expect_no_fault()
        for unit in ("feltro-croupier@1", "feltro-croupier@2"):
            pid = self.run(f"systemctl show --property MainPID --value {unit}").strip()
            lines = self.run(
                f"nsenter --target {pid} --mount wc -l /run/credentials/{unit}.service/own_seal_key"
            )
            expect(lines.split()[0] == "2", f"{unit} has both keys")
        self.end_play("keys")
        self.follow("secret-key")
        self.until_ready()
        self.play("passwords")
        before = self.guest("passwords")
        self.follow("passwords")
        self.until_played("passwords", before["accepted"], 3)
        self.end_play("passwords")
        self.expect_no_fault()

    def expect_no_fault(self) -> None:
        held = self.sql("SELECT count(*) FROM games_table WHERE status = 'held'")
        expect(held == "0", "no table is on hold")
        void = self.sql("SELECT count(*) FROM games_round WHERE status = 'void'")
        expect(void == "0", "no round is void")
        said = self.run(
            f"journalctl --no-pager -u 'feltro-croupier@*' | grep -E '{FAULTS}' | tail -3 || true"
        )
        expect(not said.strip(), f"no croupier met a fault{': ' + said if said.strip() else ''}")

    def upgrade(self) -> None:
        self.before = self.current()
        self.run(
            "git clone --quiet /srv/origin.git /root/change && cd /root/change "
            "&& git config user.email walk@casino.example && git config user.name Walk "
            "&& echo 'Another release.' >> CHANGELOG.md "
            "&& git commit --quiet --all --message 'Another release' && git push --quiet"
        )
        self.play("upgrade")
        before = self.guest("upgrade")
        self.follow("upgrade")
        after = self.until_played("upgrade", self.guest("upgrade")["accepted"], 3)
        expect(self.current() != self.before, f"{Path(self.current()).name} runs")
        ended = after["rounds"] - before["rounds"]
        expect(
            after["sockets"] > before["sockets"] and ended > 0,
            f"a player reconnects and plays on: {ended} rounds, slowest answer {after['slowest']} s",
        )
        self.follow("rollback")
        self.until_ready()
        expect(self.current() == self.before, f"{Path(self.before).name} runs again")
        self.until_played("upgrade", self.guest("upgrade")["accepted"], 3)
        self.end_play("upgrade")
        self.expect_no_fault()

    def maintenance(self) -> None:
        self.run("feltro maintenance on")
        page = self.machine.curl("-i", "-H", "Accept-Language: pt-PT", f"{SITE}/")
        expect(page.startswith("HTTP/2 503") and "retry-after: 60" in page.lower() and "Voltamos já" in page,
               "visitors see the maintenance page in Portuguese, with 503 and Retry-After")  # fmt: skip
        style = re.search(r'href="(/static/[^"]+\.css)"', page)
        expect(style and self.status(style[1]) == "200", "with its styles")
        running = self.run("systemctl list-units --plain --no-legend --state=active 'feltro-*@*.service'")
        expect(not running.strip(), "no process of the house runs")
        self.run("feltro maintenance off")
        expect(self.status("/") == "200", "the house is open again")
        self.follow("maintenance")
        self.until_ready()

    def backup(self) -> None:
        self.follow("backup")
        for job in ("backup", "restore-test"):
            result = json.loads(self.run(f"cat /var/lib/feltro/backup/{job}.json"))
            expect(result["succeeded"] and not result["error"], f"{job}: {json.dumps(result)}")
        timers = self.run("systemctl list-timers --no-pager --plain --no-legend 'feltro-*'")
        expect(len(timers.splitlines()) == 2, "two timers wait for their time")
        report = self.run("feltro doctor || true")
        expect("operator  backups     ok" in report, "doctor says that the backups are fine")
        expect(self.metrics().get("house_restore_test_age_seconds", -1) >= 0, "metrics give their age")

    def restore(self) -> None:
        self.play("restore")
        at = self.sql("SELECT date_trunc('second', now() AT TIME ZONE 'UTC') || '+00'")
        self.instead[WRITTEN_SECOND] = (at, "a second of the guest's play")
        self.until_played("restore", self.guest("restore")["accepted"], 3)
        # Seals and an anchor of after that second, as a house has them.
        self.wait_for_sql(f"SELECT count(*) > 0 FROM audit_seal WHERE until > '{at}'", 300)
        anchor = "from casino.record_checks.anchors import write_anchor; write_anchor()"
        self.run(f"feltro manage --as worker shell -c '{anchor}'")
        self.end_play("restore")
        # A transaction is over so soon after the time that its events carry.
        early = f"SELECT count(*) FROM games_event WHERE at < timestamptz '{at}' - interval '3 s'"
        late = f"SELECT count(*) FROM games_event WHERE at > '{at}' AND at < '{self.sql('SELECT now()')}'"
        before, after = int(self.sql(early)), int(self.sql(late))
        self.refused_restores()
        self.follow("restore")
        self.until_ready()
        expect(
            int(self.sql(early)) == before > 0 and int(self.sql(late)) == 0 < after,
            f"{before} events from before {at} are there, and {after} of after it are not",
        )
        self.wait_for_sql(
            f"SELECT count(*) = 0 FROM games_round WHERE status = 'open' AND opened <= '{at}'", 300
        )
        timeline = self.sql("SELECT timeline_id FROM pg_control_checkpoint()")
        expect(int(timeline) > 1, f"PostgreSQL goes on in timeline {timeline}")
        self.play("restored")
        self.end_play("restored")
        expect("no fault" in self.run("feltro manage check_record"), "a guest plays, and the record checks")

    def refused_restores(self) -> None:
        """Times that no backup reaches. Only the last one is known too late to change nothing."""
        tomorrow = self.run("date --utc --iso-8601=seconds --date=tomorrow").strip()
        said = self.run(f"! feltro restore --at '{tomorrow}' 2>&1")
        expect("still to come" in said and self.status("/") == "200", "a time to come changes nothing")
        said = self.run("! feltro restore --at '2020-01-01 00:00:00+00' 2>&1")
        expect("oldest backup" in said and self.status("/") == "200", "nor does one before the backups")
        self.run("feltro maintenance on && sleep 3")
        late = self.run("date --utc --iso-8601=seconds").strip()
        said = self.run(f"sleep 2; ! feltro restore --at '{late}' 2>&1")
        said = said.splitlines()[-1]
        expect("The last archived transaction is of" in said, f"after the last commit: {said}")

    PARTS: tuple[Callable[[Walk], None], ...] = (
        prepare, install, more, first_house, keys, upgrade, maintenance, backup, restore,
    )  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.proofs.operator_walk", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--suite", default="bookworm", help="the release of Debian (default: bookworm)")
    options = parser.parse_args()
    started = time.monotonic()
    folder = Path(tempfile.mkdtemp(prefix="feltro-walk-"))
    folder.chmod(0o755)
    machine = Machine(folder / "root")
    try:
        check_requirements()
        print(f"an empty {options.suite}, by debootstrap", flush=True)
        make_root(machine.root, options.suite)
        walk = Walk(machine)
        for part in Walk.PARTS:
            begun = time.monotonic()
            part(walk)
            print(f"    == {part.__name__}: {time.monotonic() - begun:.0f} s", flush=True)
        untried = {block.place for block in walk.blocks} - set(walk.walked)
        if untried:
            raise Wrong(f"marked as walked, and in no part of the walk: {', '.join(sorted(untried))}")
    except (MachineError, Wrong, subprocess.SubprocessError) as failure:
        print(f"\nFAILED: {failure}", flush=True)
        return os.EX_UNAVAILABLE if machine.init == 0 else 1
    finally:
        machine.shut_down()
        shutil.rmtree(folder, ignore_errors=True)
    print(
        f"\nThe operating guide works on a booted {options.suite}: {len(walk.walked)} blocks in "
        f"{time.monotonic() - started:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
