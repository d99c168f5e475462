"""Checks an installation as one process sees it: settings, servers, folders, keys, mail, clock and release.

Each check returns findings: the problem and its fix. `manage.py doctor` prints them.
"""

from __future__ import annotations

import os
import shutil
import smtplib
import stat
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import redis
from django.conf import settings
from django.core import checks
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection
from django.db.backends.utils import CursorWrapper
from django.db.migrations.executor import MigrationExecutor
from django.utils import translation
from redis.exceptions import NoPermissionError

from casino.archive.record_months import months_ahead
from casino.compliance.regulator import keys as regulator_keys
from casino.compliance.regulator import overdue, regions
from casino.compliance.standby import reader_problem
from casino.generator.manifests import differences, installed_files
from casino.generator.models import Manifest
from casino.operation.backups import check_backups
from casino.operation.encrypted_storage import check_storage
from casino.operation.extra_checks import Check, extra_checks
from casino.operation.problems import Problem
from casino.operation.publications import undeclared_columns
from casino.operation.same_extras import check_extras
from casino.tasks import task_runs
from casino.tasks.check_states import Verdict
from players.shared import clock, laws, valkey_clients
from players.shared.file_store import ARCHIVES, DOCUMENTS, REGULATOR_FILES, read_file, store_of, write_file

ROLES = {
    "web": "house_web",
    "croupier": "house_croupier",
    "worker": "house_worker",
    "beat": "house_worker",
    "operator": "house_owner",
}
MIN_POSTGRESQL = 150000
MIN_VALKEY = (9, 0)
MAX_CLOCK_DIFFERENCE = 1.0  # seconds
MIN_FREE_SHARE = 0.1
# Seconds for which a process may pause in a transaction (deploy/roles.sql).
LONGEST_PAUSES = {"web": 10, "croupier": 2, "worker": 10, "beat": 10}
MAIL_TIMEOUT = 5
MIN_MONTHS_AHEAD = 2


def diagnose(process: str) -> Iterator[tuple[str, list[Problem]]]:
    """Run every check. A check whose server does not answer reports only that it could not look."""
    for title, check in CHECKS.items():
        try:
            problems = list(check(process))
        except DatabaseError as error:
            first_line = str(error).strip().partition("\n")[0]
            problems = [Problem(f"Not looked at: {first_line}", "Check the database first.")]
        yield title, problems


def check_settings(process: str) -> Iterator[Problem]:
    """Old names of settings, and Django's own deployment checks. Only web serves pages."""
    yield from settings.FORMER_SETTINGS_IN_USE
    if process != "web":
        return
    for message in checks.run_checks(include_deployment_checks=True):
        if message.level >= checks.WARNING:
            yield Problem(f"{message.id}: {message.msg}", message.hint or "See docs/operating/settings.md.")


def check_postgresql(process: str) -> Iterator[Problem]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('server_version_num')::int, session_user")
            version, role = cursor.fetchone()
            if version < MIN_POSTGRESQL:
                yield Problem(f"PostgreSQL {version // 10000} is too old.", "Use PostgreSQL 15 or newer.")
            if role != ROLES[process]:
                yield Problem(
                    f"This process signs in as {role}, not as {ROLES[process]}.",
                    f"Write the address with {ROLES[process]} into its database_url.",
                )
            yield from _role_privileges(cursor, process)
            yield from _role_pause(cursor, process)
            yield from _durability(cursor)
            cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
            difference = abs(float(cursor.fetchone()[0]) - time.time())
            if difference > MAX_CLOCK_DIFFERENCE:
                yield Problem(
                    f"This machine's clock differs from the database's by {difference:.1f} seconds.",
                    "Keep both on time with chrony or systemd-timesyncd.",
                )
    except DatabaseError as error:
        first_line = str(error).strip().partition("\n")[0]
        yield Problem(f"The database does not answer: {first_line}", "Check database_url and the server.")


def _role_privileges(cursor: CursorWrapper, process: str) -> Iterator[Problem]:
    cursor.execute(
        "SELECT rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, pg_has_role(session_user, "
        "'house_owner', 'MEMBER'), pg_has_role(session_user, 'house_reader', 'MEMBER')"
        " FROM pg_roles WHERE rolname = session_user"
    )
    superuser, create_role, create_database, bypass, owner, reader = cursor.fetchone()
    too_many = [
        name
        for name, is_granted in (
            ("SUPERUSER", superuser),
            ("CREATEROLE", create_role),
            ("CREATEDB", create_database),
            ("BYPASSRLS", bypass),
        )
        if is_granted
    ]
    if owner and process != "operator":
        too_many.append("membership in house_owner")
    if reader and process == "croupier":
        too_many.append("membership in house_reader")
    if too_many:
        yield Problem(
            f"The database role has more rights than it needs: {', '.join(too_many)}.",
            "Revoke them; deploy/roles.sql creates the correct roles.",
        )


def _role_pause(cursor: CursorWrapper, process: str) -> Iterator[Problem]:
    """A process that stops in the middle of a transaction keeps its locks for this time."""
    longest = LONGEST_PAUSES.get(process)
    cursor.execute(
        "SELECT extract(epoch FROM current_setting('idle_in_transaction_session_timeout')::interval)"
    )
    seconds = float(cursor.fetchone()[0])
    if longest is not None and not 0 < seconds <= longest:
        duration = f"for {seconds:g} seconds" if seconds else "for any time"
        role = ROLES[process]
        yield Problem(
            f"A process that stops in a transaction keeps its locks {duration}.",
            f"As the administrator of the database: ALTER ROLE {role} SET "
            f"idle_in_transaction_session_timeout = '{longest}s';",
        )


def _durability(cursor: CursorWrapper) -> Iterator[Problem]:
    required = {"fsync": "on", "full_page_writes": "on", "data_checksums": "on"}
    for name, value in required.items():
        cursor.execute("SELECT current_setting(%s)", [name])
        if (actual := cursor.fetchone()[0]) != value:
            fix = (
                "Stop the server and run pg_checksums --enable."
                if name == "data_checksums"
                else f"Set {name} = {value} in postgresql.conf."
            )
            yield Problem(f"PostgreSQL runs with {name} = {actual}.", fix)
    cursor.execute("SELECT current_setting('synchronous_commit')")
    if cursor.fetchone()[0] == "off":
        yield Problem(
            "An acknowledged bet may be lost: synchronous_commit is off.", "Set synchronous_commit = on."
        )


def check_migrations(process: str) -> Iterator[Problem]:
    if process != "operator":
        return
    executor = MigrationExecutor(connection)
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if pending:
        yield Problem(f"{len(pending)} migrations are not applied.", "Run `feltro manage migrate`.")
        return
    with connection.cursor() as cursor:
        for difference in laws.differences(cursor):
            yield Problem(str(difference), "Find out who changed it. The file has the right text.")


def check_valkey(process: str) -> Iterator[Problem]:
    addresses = {
        "redis_url": settings.REDIS_URL,
        "cache_url": settings.CACHE_URL if process in ("web", "worker", "operator") else "",
    }
    for name, address in addresses.items():
        if not address:
            continue
        client = valkey_clients.connect(
            address, socket_timeout=3, socket_connect_timeout=3, decode_responses=True
        )
        try:
            client.ping()
            yield from _valkey_version(client)
            yield from _valkey_permissions(client, name)
        except redis.RedisError as error:
            yield Problem(
                f"Valkey does not answer ({name}): {error}", f"Check {name}, the server and its users."
            )
        finally:
            client.close()


def _valkey_version(client: redis.Redis) -> Iterator[Problem]:
    reply = iter(_execute(client, "HELLO"))  # name, value, name, value …
    version = dict(zip(reply, reply, strict=True))["version"]
    if tuple(int(part) for part in version.split(".")[:2]) < MIN_VALKEY:
        oldest = ".".join(map(str, MIN_VALKEY))
        yield Problem(f"Valkey {version} is too old.", f"Use Valkey {oldest} or newer.")


def _execute(client: redis.Redis, *command: str) -> Any:
    return client.execute_command(*command)


def _valkey_permissions(client: redis.Redis, name: str) -> Iterator[Problem]:
    """No Valkey user of the system may read the server's configuration or another user's keys."""
    for command in (("CONFIG", "GET", "aclfile"), ("KEYS", "*")):
        try:
            _execute(client, *command)
        except NoPermissionError:
            continue
        yield Problem(
            f"The user in {name} may run {command[0]}: it has more rights than it needs.",
            "Create the users of deploy/valkey-users.acl and use them.",
        )


def check_folders(process: str) -> Iterator[Problem]:
    """The folders that this process writes, and those that it only reads."""
    writes = {
        "web": [settings.MEDIA_ROOT, str(settings.HOUSE_DIR)],
        "croupier": [str(settings.HOUSE_DIR)],
        "worker": [
            settings.REGULATOR_FILES,
            settings.REGULATOR_OUTBOX,
            settings.ANCHOR_DIR,
            str(settings.HOUSE_DIR),
        ],
        "beat": [str(settings.HOUSE_DIR)],
        "operator": [],
    }
    reads = {"web": [settings.STATIC_ROOT, settings.REGULATOR_FILES, settings.ANCHOR_DIR]}
    unused = {settings.MEDIA_ROOT, settings.REGULATOR_FILES} if settings.FILE_STORE else set()
    for path in writes[process]:
        if path in unused:
            continue
        if not os.access(path, os.W_OK | os.X_OK):
            yield Problem(
                f"{path} cannot be written.", "Name it in StateDirectory of the unit, or correct the setting."
            )
            continue
        usage = shutil.disk_usage(path)
        if usage.free < usage.total * MIN_FREE_SHARE:
            yield Problem(f"{path} is on a disk that is nearly full.", "Make room, or move the folder.")
    for path in reads.get(process, []):
        if path not in unused and not os.access(path, os.R_OK | os.X_OK):
            yield Problem(
                f"{path} cannot be read.",
                "Collect static files, start the worker once, and check the group feltro.",
            )
    if process == "web" and not any(Path(settings.STATIC_ROOT).glob("staticfiles*.json")):
        yield Problem(
            "The static files are not collected.", "Run `feltro upgrade`, or manage.py collectstatic."
        )


# The stores that a process writes to.
WRITTEN_STORES = {"web": DOCUMENTS, "worker": REGULATOR_FILES, "croupier": ARCHIVES}


def check_file_stores(process: str) -> Iterator[Problem]:
    """The bucket, where FILE_STORE names one: a file is written and read again."""
    kind = WRITTEN_STORES.get(process)
    if not settings.FILE_STORE or kind is None:
        return
    try:
        store = store_of(kind)
        write_file(store, f"doctor/{process}", process.encode())
        is_same = read_file(store, f"doctor/{process}") == process.encode()
    except (ImproperlyConfigured, OSError) as error:
        yield Problem(
            f"The store of {kind} cannot be written and read: {error}",
            "Check FILE_STORE, its keys and the policy of the bucket, and install locks/s3.txt.",
        )
    else:
        if not is_same:
            yield Problem(
                f"The store of {kind} returns another file than was written.",
                "Check that nothing else writes below the prefix of FILE_STORE.",
            )


def check_publications(process: str) -> Iterator[Problem]:
    if process != "operator":
        return
    for line in undeclared_columns():
        yield Problem(f"A publication sends undeclared columns, {line}.", "See docs/operating/warehouse.md.")


def check_standby(process: str) -> Iterator[Problem]:
    """The standby that reports and exports read, where DATABASE_READER_URL names one."""
    if problem := reader_problem():
        yield Problem(
            f"Reports read the primary instead of the standby: {problem}.", "See docs/operating/scale.md."
        )


def check_keys(process: str) -> Iterator[Problem]:
    """Key files that others can read, and keys that this process needs or must not have."""
    needed = {
        "web": ["FILE_KEYS_FILE", "PERSON_KEYS_FILE"],
        "croupier": ["SEAL_KEY_FILE"],
        "worker": ["PERSON_KEYS_FILE"],
    }
    if settings.GATEWAY_URL:
        needed["web"] = [*needed["web"], "GATEWAY_KEY_FILE"]
        needed["worker"] = [*needed["worker"], "GATEWAY_KEY_FILE", "PAYOUT_KEY_FILE"]
    for name in needed.get(process, []):
        if not os.environ.get(name):
            yield Problem(
                f"{name} is not set.",
                f"Put the key into the keys folder of {process}; see docs/operating/keys.md.",
            )
    if process not in ("croupier", "operator") and os.environ.get("SEAL_KEY_FILE"):
        yield Problem("This process can read the seal key.", "Only the croupier's folder contains seal_key.")
    if process in ("croupier", "beat") and os.environ.get("PERSON_KEYS_FILE"):
        yield Problem(
            "This process can read the key of personal data.",
            "Only the folders of web, worker and operator contain person_keys.",
        )
    if process != "worker" and os.environ.get("PAYOUT_KEY_FILE"):
        yield Problem(
            "This process can read the key that orders payouts.",
            "Only the worker's folder contains payout_key.",
        )
    if process != "worker" and os.environ.get("PUBLIC_LOG_KEY_FILE"):
        yield Problem(
            "This process can read the key that signs the public log.",
            "Only the worker's folder contains public_log_key.",
        )
    if process not in ("worker", "operator") and os.environ.get("REGISTER_KEY_FILE"):
        yield Problem(
            "This process can read the key of the national list.",
            "Only the folders of worker and operator contain register_key.",
        )
    if process == "croupier" and os.environ.get("COMMAND_KEY_FILE"):
        yield Problem(
            "This process can read the key of tasks, and sends none.",
            "Remove command_key from the common folder once no older release is used; the other processes "
            "have it in their own folders.",
        )
    for name, path in sorted(os.environ.items()):
        if (
            name.endswith("_FILE")
            and os.path.isfile(path)
            and os.stat(path).st_mode & (stat.S_IRWXO | stat.S_IWGRP)
        ):
            yield Problem(
                f"{name}: everybody on this machine can read or change {path}.", f"chmod 0600 {path}"
            )


def check_mail(process: str) -> Iterator[Problem]:
    if process != "worker":
        return
    if not settings.EMAIL_HOST:
        yield Problem("No mail server: no password can be reset.", "Set EMAIL_HOST in /etc/feltro/house.env.")
        return
    try:
        with smtplib.SMTP(settings.EMAIL_HOST, settings.EMAIL_PORT, timeout=MAIL_TIMEOUT) as server:
            server.ehlo()
            if settings.EMAIL_USE_TLS and not server.has_extn("starttls"):
                yield Problem(
                    "The mail server offers no STARTTLS.", "Use a server that does, or another EMAIL_PORT."
                )
    except OSError as error:
        yield Problem(f"The mail server does not answer: {error}", "Check EMAIL_HOST and EMAIL_PORT.")


def check_release(process: str) -> Iterator[Problem]:
    if process not in ("worker", "operator"):
        return
    last = Manifest.objects.order_by("-pk").first()
    if last is None:
        yield Problem("No manifest is recorded.", 'Run `feltro manage manifest --record "release …"`.')
    elif changed := differences(last.files, installed_files()):
        names = ", ".join(row["path"] for row in changed[:3])
        yield Problem(
            f"{len(changed)} files of this release are not the recorded ones: {names}.",
            "Install the release again, or record it with `feltro manage manifest --record REASON`.",
        )


def check_reporting(process: str) -> Iterator[Problem]:
    """The files for the regulator: when they are late, and what follows for play.  [903-B 2.3.3] (A71)"""
    if process not in ("worker", "operator"):
        return
    status, now = overdue.standing(), clock.now()
    if not status.is_reporting:
        return  # no reporting chain is configured, which the pages say
    with translation.override("en"):
        cause = status.cause_label
    if status.stops is None:
        yield Problem(
            "Nobody has looked yet whether reporting works, so nothing stops bets if it does not.",
            "Start the worker and beat: the task regulator-lease looks each minute.",
        )
    elif status.stopped:
        yield Problem(
            f"Reporting is down: {cause}. For {_age(now - status.stops)} nobody bets for money, buys chips "
            "or sits down; rounds are played to their end.",
            "See docs/operating/alarms.md, regulator-files. Play goes on by itself after the repair.",
        )
    elif status.late or status.failed:
        oldest = f", the oldest for {_age(now - status.oldest)}" if status.oldest else ""
        yield Problem(
            f"Files for the regulator: {status.late} late, {status.failed} failed{oldest}. Bets for money "
            f"stop in {_age(status.stops - now)} unless that changes: {cause}.",
            "See docs/operating/alarms.md, regulator-files.",
        )


def check_transport(process: str) -> Iterator[Problem]:
    """What files for the regulator leave with: keys, certificates before they expire, and both folders."""
    if process not in ("web", "worker"):
        return
    answers = settings.REGULATOR_ANSWERS
    if answers and not os.access(answers, os.R_OK | os.X_OK | (os.W_OK if process == "worker" else 0)):
        yield Problem(
            f"The answers of the regulator in {answers} cannot be read and put aside.",
            "Create the folder for the FTPS service and the worker, or correct REGULATOR_ANSWERS.",
        )
    if process == "worker":
        yield from _check_regions()
    named = {
        name: bool(getattr(settings, name))
        for name in ("REGULATOR_SIGNING_CERTIFICATE", "REGULATOR_CERTIFICATES", "REGULATOR_SIGNING_KEY")
        if process == "worker" or name != "REGULATOR_SIGNING_KEY"
    }
    if any(named.values()) and not all(named.values()):
        missing = ", ".join(name for name, is_set in named.items() if not is_set)
        yield Problem(
            f"Files for the regulator are not signed and encrypted: {missing} is not set.",
            "See docs/operating/keys.md.",
        )
        return
    try:
        if process == "worker" and regulator_keys.are_configured():
            regulator_keys.load_keys()
        ends = regulator_keys.expiring(clock.now())
    except OSError as error:
        yield Problem(f"No file for the regulator can be signed: {error}.", "See docs/operating/keys.md.")
        return
    for role, end in ends.items():
        yield Problem(
            f"The certificate of the {role} for the regulator's files ends on {end:%Y-%m-%d}.",
            "Agree on the next one with the regulator now; see docs/operating/keys.md.",
        )


def _check_regions() -> Iterator[Problem]:
    if not (path := settings.REGULATOR_REGIONS):
        return
    advice = "Correct the file or REGULATOR_REGIONS; what it lacks is unknown in the regulator's files."
    try:
        faults = regions.table().faults
    except (OSError, UnicodeDecodeError) as error:
        yield Problem(f"The regions of addresses in {path} cannot be read: {error}.", advice)
        return
    if faults:
        yield Problem(
            f"In the regions of addresses in {path} line {faults[0]} is no network with its region; so are "
            f"{len(faults) - 1} more.",
            advice,
        )


def _age(span: timedelta) -> str:
    minutes = max(0, int(span.total_seconds() // 60))
    return f"{minutes} minutes" if minutes < 120 else f"{minutes // 60} hours"


TROUBLES = {Verdict.LATE: "is late", Verdict.ERROR: "failed"}


def check_tasks(process: str) -> Iterator[Problem]:
    """The runs of the worker's tasks. What has not run yet is no problem before its time."""
    if process not in ("worker", "operator"):
        return
    failing_tasks = task_runs.failing_tasks()
    for name, standing in failing_tasks.items():
        with translation.override("en"):
            reason = f": {standing.reason}" if standing.error else ""
        yield Problem(
            f"The task {name} {TROUBLES[standing.verdict]}{reason}.",
            "See docs/operating/alarms.md, schedule.",
        )


def check_months(process: str) -> Iterator[Problem]:
    """Whether the months to come have their partitions. Rows without one go to the default partition."""
    if process != "operator":
        return
    ahead = months_ahead()
    if ahead.is_beyond:
        yield Problem(
            "Transfers or events are dated after the last month that is ready.",
            "Look at the clock of the database server, then see docs/operating/records.md.",
        )
    elif ahead.months < MIN_MONTHS_AHEAD:
        yield Problem(
            f"Only {ahead.months} months of the record are ready.",
            "Look why the worker's task record-months fails; SELECT record_add_months() adds them at once.",
        )


CHECKS: dict[str, Check] = {
    "settings": check_settings,
    "database": check_postgresql,
    "migrations": check_migrations,
    "extras": check_extras,
    "Valkey": check_valkey,
    "folders": check_folders,
    "file store": check_file_stores,
    "publications": check_publications,
    "months": check_months,
    "standby": check_standby,
    "keys": check_keys,
    "mail": check_mail,
    "backups": check_backups,
    "storage": check_storage,
    "release": check_release,
    "reporting": check_reporting,
    "transport": check_transport,
    "tasks": check_tasks,
    **extra_checks(),
}
