"""The peer of our ledger: one call of an SQL function for each transfer (`ledger.sql`), from twenty clients.

pgledger has this shape. Its author publishes more than 10,000 transfers a second and 743 bytes for each, on
a laptop (Apple M3, PostgreSQL 17.5 as it comes, twenty clients):
https://www.pgrs.net/2025/05/16/pgledger-in-postgresql-is-fast

pgbench asks for the transfers with prepared statements, so that no Python slows this side.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict

from casino.services.postgres import binaries
from tests.bench import environment

CLIENTS = 20
# Between two accounts by chance, where few clients wait for each other: the best case of this side.
ANY_TWO = """
\\set source random(1, :accounts)
\\set target 1 + (:source + random(0, :accounts - 2)) % :accounts
SELECT peer.post(:source, :target, 50);
"""
# Into one account, as the stakes of a table.
INTO_ONE = """
\\set source random(2, :accounts)
SELECT peer.post(:source, 1, 50);
"""
SET = 200
# A set of transfers in one transaction, which its author has too. Two clients would wait for each other.
IN_SETS = f"""
SELECT count(peer.post(2 + n * 7 % (:accounts - 1), 1, 50)) FROM generate_series(1, {SET}) AS n;
"""
RATE = re.compile(r"^tps = ([\d.]+)", re.MULTILINE)
ODD = """
SELECT count(*) FROM peer.account AS a
LEFT JOIN (SELECT account, sum(cents) AS cents, count(*) AS moves FROM peer.entry GROUP BY account) AS e
ON e.account = a.id
WHERE a.balance <> coalesce(e.cents, 0) OR a.version <> coalesce(e.moves, 0)
"""


def create(accounts: int) -> None:
    environment.execute(Path(__file__).with_name("ledger.sql").read_text())
    environment.execute(
        "INSERT INTO peer.account (name, currency, may_owe) "
        f"SELECT 'account ' || n, 'EUR', true FROM generate_series(1, {accounts}) AS n"
    )


def posted_a_second(script: str, accounts: int, seconds: float, *, clients: int = CLIENTS) -> float:
    """Calls of that script, each in a transaction of its own."""
    address = conninfo_to_dict(os.environ["DATABASE_URL"])
    names = {"PGHOST": "host", "PGUSER": "user", "PGPASSWORD": "password", "PGDATABASE": "dbname"}
    words = ["--no-vacuum", "--protocol", "prepared", "--jobs", str(min(2, clients)), "--file", "-"]
    words += [
        "--client",
        str(clients),
        "--time",
        str(max(1, round(seconds))),
        "--define",
        f"accounts={accounts}",
    ]
    result = subprocess.run(
        [str(binaries() / "pgbench"), *words],
        env=os.environ | {name: str(address[key]) for name, key in names.items()},
        input=script,
        capture_output=True,
        text=True,
        check=True,
    )
    found = RATE.search(result.stdout)
    assert found is not None, result.stdout
    return float(found[1])


def reconcile() -> None:
    """Balances and versions are those of the entries."""
    ((odd,),) = environment.query(ODD)
    ((total,),) = environment.query("SELECT sum(balance) FROM peer.account")
    assert odd == 0 and total == 0, "the money of the peer does not add up"
