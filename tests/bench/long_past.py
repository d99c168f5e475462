"""A past of millions of rounds for the pages of the back office, written by the database itself.

Rows are copies of one real row each, with other keys, players, times and amounts. Every reference exists, the
balances are those of the transfers, and no wallet is below zero. What no page of the back office reads is not
there: a round has one event instead of about a dozen, events are not chained, and there are no seals. So the
checks of the record (`prove`, the seals) would find faults in this past.

The triggers are off while the rows are written, and the indexes of the large tables are built afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from msgspec import Struct

from tests.bench.past_rows import DAYS, HEAVY_ALIAS, HEAVY_EMAIL, TABLES, PastWriter

HEAVY_NAME = "Quitéria Falcão Nogueira"
LARGE = (
    "games_round",
    "games_event",
    "games_stake",
    "wallet_transfer",
    "players_playsession",
    "identity_signin",
    "audit_line",
)
# Orphans: rows whose reference leads nowhere. The database checks none of them while triggers are off.
REFERENCES = (
    ("games_stake", "round_id", "games_round"),
    ("games_stake", "player_id", "players_player"),
    ("games_event", "round_id", "games_round"),
    ("games_round", "table_id", "games_table"),
    ("players_playsession", "player_id", "players_player"),
    ("wallet_transfer", "source_id", "wallet_account"),
    ("wallet_transfer", "target_id", "wallet_account"),
    ("cashier_payment", "player_id", "players_player"),
    ("identity_signin", "person_id", "players_person"),
    ("audit_line", "player_id", "players_player"),
)
BALANCES = """
UPDATE wallet_account AS a SET balance = sums.balance, moves = sums.moves FROM (
    SELECT account, sum(cents)::bigint AS balance, count(*) AS moves FROM (
        SELECT target_id AS account, cents FROM wallet_transfer
        UNION ALL SELECT source_id, -cents FROM wallet_transfer
    ) AS side GROUP BY account
) AS sums WHERE sums.account = a.id
"""
INDEXES = """
-- An index of a table by months is made on each month too.
SELECT format('%%I', i.relname), replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON '),
       c.conname, pg_get_constraintdef(c.oid)
FROM pg_index AS x JOIN pg_class AS i ON i.oid = x.indexrelid
LEFT JOIN pg_constraint AS c ON c.conindid = i.oid AND c.contype IN ('p', 'u')
WHERE x.indrelid = %s::regclass
"""


class Past(Struct):
    """What was written: how much of each, and the keys with which each way of searching begins."""

    rounds: int
    players: int
    heavy: int
    counts: dict[str, int]
    known: dict[str, Any]


@contextmanager
def without_indexes(cursor: Any) -> Iterator[None]:
    """Indexes that follow no key are dropped, and made again at the end; so is the key of transfers, which
    has no order.
    """
    dropped: list[str] = []
    for table in LARGE:
        cursor.execute(INDEXES, [table])
        for index, definition, constraint, constraint_definition in cursor.fetchall():
            if constraint is None:
                cursor.execute(f"DROP INDEX {index}")
                dropped.append(definition)
            elif table == "wallet_transfer":
                cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {constraint}")
                dropped.append(f"ALTER TABLE {table} ADD CONSTRAINT {constraint} {constraint_definition}")
    yield
    for statement in dropped:
        cursor.execute(statement)


def make_templates() -> None:
    """One row of each kind that no round and no seed has made."""
    from players.audit.models import Line
    from players.identity.models import PaymentAccount, SignIn
    from players.inbox.models import Complaint, Message
    from players.models import Person, Player
    from players.protection.models import Limit, RealityCheck
    from players.shared import clock
    from players.wallet.cashier.models import Payment

    ana, staff = Player.objects.get(alias="Ana"), Person.objects.get(email="apoio@feltro.example")
    now = clock.now()
    Payment.objects.create(
        id=uuid4(), player=ana, direction="deposit", cents=10_000, status="paid", credited=now
    )
    SignIn.objects.create(person=ana.person, address="10.0.0.1", method="password")
    Line.objects.create(kind="access.signed-in", person=staff, player=ana, address="10.0.0.1")
    Message.objects.create(player=ana, kind="pause-ended", mail="sent", due=None)
    Limit.objects.create(
        player=ana, kind="stake", period="month", value=10_000_000, requested_at=now, starts=now
    )
    RealityCheck.objects.create(player=ana, session=1, minutes=60, net=0, answer="continue")
    if not PaymentAccount.objects.filter(until=None).exists():
        PaymentAccount.objects.create(player=ana, iban="PT50000201231234567890154", holder="Ana")
    Complaint.objects.create(number="PAST", player=ana, category="other", due=now)


def name_heavy(player: int, nif: str, document: str, iban: str) -> None:
    """Saved one by one, so that the product makes the digests by which staff find the player."""
    from players.identity.models import Identity, PaymentAccount, SearchMark

    SearchMark.objects.filter(player=player).delete()
    identity = Identity.objects.get(player=player)
    identity.name, identity.nif, identity.document_number = HEAVY_NAME, nif, document
    identity.save()
    account = PaymentAccount.objects.get(player=player)
    account.iban = iban
    account.save()


def write_past(rounds: int, days: int = DAYS) -> Past:
    """Writes a past of so many days. The demonstration is seeded, and one round was played."""
    from django.db import connection

    from players.identity.registration.demo_data import iban_from_account
    from players.identity.verification.identifiers import nif_from_digits
    from players.shared import clock

    nif, document, iban = nif_from_digits("28765432"), "XQ987654", iban_from_account("003507650001234567891")
    with connection.cursor() as cursor:
        for setting, value in {
            "session_replication_role": "replica",
            "synchronous_commit": "off",
            "statement_timeout": "0",
            "maintenance_work_mem": "1GB",
            "work_mem": "256MB",
        }.items():
            cursor.execute(f"SET {setting} = '{value}'")
        make_templates()
        writer = PastWriter(cursor, rounds, clock.now(), days)
        with without_indexes(cursor):
            writer.write_people()
            writer.write_tables()
            writer.write_rounds()
            writer.write_sessions()
            writer.write_transfers()
            writer.write_other_records()
            cursor.execute(BALANCES)
        heavy = writer.first["players_player"]
        name_heavy(heavy, nif, document, iban)
        writer.advance_sequences()
        for setting in ("session_replication_role", "synchronous_commit", "statement_timeout", "work_mem"):
            cursor.execute(f"RESET {setting}")
        check(cursor)
        last_round = writer.first["games_round"] + (rounds - 1) // (20 * TABLES) * 20
        known = {
            "tax number": nif,
            "document": document,
            "IBAN": iban,
            "alias": HEAVY_ALIAS,
            "e-mail": HEAVY_EMAIL,
            "name": HEAVY_NAME,
            "round": last_round,
            "transfer": writer.one(
                "SELECT id FROM wallet_transfer WHERE source_id = %s ORDER BY at DESC LIMIT 1",
                [writer.first["wallet_account"]],
            ),
            "payment": writer.one(
                "SELECT id FROM cashier_payment WHERE player_id = %s ORDER BY made DESC LIMIT 1", [heavy]
            ),
            "receipt": writer.one(
                "SELECT table_id || '-' || seq FROM games_event WHERE player = %s ORDER BY at DESC LIMIT 1",
                [heavy],
            ),
            "complaint": writer.one(
                "SELECT number FROM inbox_complaint WHERE player_id = %s LIMIT 1", [heavy]
            ),
        }
    return Past(rounds, writer.players, heavy, writer.counts, known)


def check(cursor: Any) -> None:
    """The rules that triggers would have kept: every reference exists, and the money adds up."""
    for table, column, other in REFERENCES:
        cursor.execute(
            f"SELECT count(*) FROM {table} AS a LEFT JOIN {other} AS b ON b.id = a.{column} "
            f"WHERE a.{column} IS NOT NULL AND b.id IS NULL"
        )
        assert cursor.fetchone()[0] == 0, f"{table}.{column} leads nowhere"
    cursor.execute(
        "SELECT currency, sum(balance) FROM wallet_account GROUP BY currency HAVING sum(balance) <> 0"
    )
    assert cursor.fetchall() == [], "the books do not add up to zero"
    cursor.execute("SELECT count(*) FROM wallet_account WHERE balance < 0 AND player_id IS NOT NULL")
    assert cursor.fetchone()[0] == 0, "a player owes money"
