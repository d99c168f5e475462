"""`python -m games.beacons --check`: what the process that follows the beacon would meet.

`feltro doctor` runs it and prints lines like those of `manage.py doctor`, which this process cannot run: it
has none of the house's settings, and its role reads nothing but values of beacons.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import psycopg

from games.beacons.__main__ import SettingError, follower_from_settings, secret
from games.beacons.relays import RefusedError, Relay, UnavailableError

ROLE = "house_beacon"
TIMEOUT = 5  # seconds
RIGHTS = """
SELECT session_user, rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls,
       to_regclass('games_beaconvalue')
FROM pg_roles WHERE rolname = session_user
"""
Finding = tuple[str, str]  # the problem, and its fix


def main() -> int:
    count, relays = 0, list[Relay]()
    settings: list[Finding] = []
    try:
        follower = follower_from_settings()
        relays = list(follower.relays) if follower else []
    except (SettingError, OSError, msgspec.DecodeError) as error:
        settings = [(str(error), "See docs/operating/settings.md, beacon.")]
    count += _tell("settings", settings)
    count += _tell("database", list(_database(secret("DATABASE_URL"))))
    if relays:
        count += _tell("relays", list(_relays(relays)))
    elif not settings:
        print(f"{'beacon':9} {'relays':11} unknown")
        print("    No beacon is followed: BEACON is not set, so the process only waits.")
        print("    → Set BEACON in /etc/feltro/house.env where a rule sheet draws with a beacon.")
        print("beacon: 1 unknown")
    print(f"beacon: {count} findings")
    return 1 if count else 0


def _tell(title: str, findings: list[Finding]) -> int:
    print(f"{'beacon':9} {title:11} {'' if findings else 'ok'}".rstrip())
    for problem, fix in findings:
        print(f"    {problem}\n    → {fix}")
    return len(findings)


def _database(address: str) -> Iterator[Finding]:
    if not address:
        yield "DATABASE_URL is not set.", "Write the address into the keys folder of beacon."
        return
    try:
        with psycopg.connect(address, connect_timeout=TIMEOUT) as connection:
            row = connection.execute(RIGHTS).fetchone()
    except psycopg.Error as error:
        first_line = str(error).strip().partition("\n")[0]
        yield f"The database does not answer: {first_line}", "Check database_url and the server."
        return
    assert row is not None
    role, has_more, values = row
    if role != ROLE or has_more:
        yield (
            f"This process signs in as {role}, not as {ROLE} with the rights of deploy/roles.sql.",
            f"Write the address with {ROLE} into its database_url.",
        )
    if values is None:
        yield "The tables of this release are not there.", "Run `feltro manage migrate`."


def _relays(relays: list[Relay]) -> Iterator[Finding]:
    """A relay that serves another beacon is a finding; one that is silent is none while another answers."""
    silent = []
    for relay in relays:
        try:
            relay.check_info()
        except RefusedError as error:
            yield (
                f"{relay.url} is refused: {error.code}.",
                "Remove it from BEACON_RELAYS; see docs/operating/alarms.md, beacon.",
            )
        except UnavailableError as error:
            silent.append(str(error))
    if len(silent) == len(relays):
        yield (
            f"No relay answers: {'; '.join(silent)}",
            "Let this machine reach one of BEACON_RELAYS over HTTPS.",
        )
