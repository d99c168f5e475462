"""What people did, read from the record: rounds, transfers, sessions at tables, lines of the audit log.

Every source is append-only and dated by the database's clock, so a stretch of time that is settled
(`database/settled.sql`) never changes. Money that is no euro and test accounts are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from django.db import connection

from casino.compliance.monitoring.fold import Event
from casino.compliance.monitoring.rules import KINDS, MICROSECONDS
from casino.compliance.reading import reading
from games.catalogue import games_between_players

if TYPE_CHECKING:
    from casino.compliance.monitoring.columns import Column, Happened

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# An array as PostgreSQL sends it: a head, then each element after its length. Its time begins in 2000.
ARRAY_HEAD = 20
NUMBERS = [("length", ">i4"), ("value", ">i8")]
IDENTIFIERS = [("length", ">i4"), ("high", ">u8"), ("low", ">u8")]
EPOCH_OF_POSTGRES = 946_684_800 * MICROSECONDS
# By kind of an audit line; the amount is `cents` of its details.
LINES = {
    "access.signed-in": "signed-in",
    "account.activated": "account-activated",
    "account.opened": "account-opened",
    "deposits.asked": "deposit-asked",
    "deposits.failed": "deposit-failed",
    "deposits.refused": "deposit-refused",
    "identity.payment-account-changed": "payment-account-changed",
    "limits.loss-reached": "bet-over-limit",
    "limits.stake-reached": "bet-over-limit",
    "limits.time-reached": "limit-reached",
    "tables.device-shared": "device-shared",
    "withdrawals.cancelled": "withdrawal-cancelled",
    "withdrawals.refused": "withdrawal-refused",
} | {
    f"limits.{kind}-{action}": f"limit-{action}"
    for kind in ("deposit", "stake", "loss", "time")
    for action in ("set", "lowered", "raise-asked", "raised")
}
# A withdrawal that the house sent back because the account changed was not cancelled by the player.
LINE_EVENT = """
CASE WHEN l.kind = 'deposits.refused' AND l.details ->> 'reason' LIKE 'limit-%%'
     THEN 'deposit-over-limit'
     WHEN l.kind = 'withdrawals.cancelled' AND coalesce(l.details ->> 'reason', '') <> ''
     THEN 'withdrawal-refused' ELSE n.event END
"""
SPLIT = {"deposit-refused": ("deposit-over-limit",), "withdrawal-cancelled": ("withdrawal-refused",)}
# By source: the events that it has; its rows as moment, player, event, cents, lost, and a number or an id.
SOURCES: dict[str, tuple[frozenset[str], str]] = {
    "round": (
        frozenset({"round"}),
        """
        SELECT s.at, s.player_id AS player, 'round' AS event, s.staked - settled.cents AS cents,
               s.staked - s.back - s.prize + s.commission AS lost,
               s.id AS number, NULL::uuid AS id, 0::bigint AS other
        FROM games_stake AS s JOIN games_round AS r ON r.id = s.round_id
        JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR'
        CROSS JOIN LATERAL (
            SELECT CASE r.status WHEN 'void' THEN least(s.staked, s.back + s.prize - s.commission)
                   ELSE 0 END AS cents
        ) AS settled
        WHERE s.at >= %(since)s AND s.at < %(until)s
        """,
    ),
    "transfer": (
        frozenset({"deposit", "withdrawal", "withdrawal-back"}),
        """
        SELECT m.at, w.player_id, m.kind, m.cents, 0, NULL::bigint, m.id, 0 FROM wallet_transfer AS m
        JOIN wallet_account AS w ON w.id = CASE m.kind WHEN 'withdrawal' THEN m.source_id ELSE m.target_id END
        WHERE m.at >= %(since)s AND m.at < %(until)s AND m.currency = 'EUR'
          AND m.kind IN ('deposit', 'withdrawal', 'withdrawal-back') AND m.kind = ANY(%(events)s)
        """,
    ),
    "begun": (
        frozenset({"session-begun"}),
        """
        SELECT started, player_id, 'session-begun', 0, 0, id, NULL::uuid, 0 FROM players_playsession
        WHERE currency = 'EUR' AND started >= %(since)s AND started < %(until)s
        """,
    ),
    "ended": (
        frozenset({"session-ended"}),
        """
        SELECT ended, player_id, 'session-ended', 0, 0, id, NULL::uuid, 0 FROM players_playsession
        WHERE currency = 'EUR' AND ended >= %(since)s AND ended < %(until)s
        """,
    ),
    "bot": (
        frozenset({"bot-suspected"}),
        """
        SELECT at, player_id, 'bot-suspected', 0, 0, id, NULL::uuid, 0 FROM bots_finding
        WHERE at >= %(since)s AND at < %(until)s
        """,
    ),
    "line": (
        frozenset(LINES.values()) | {"deposit-over-limit"},
        f"""
        SELECT l.at, l.player_id, {LINE_EVENT}, coalesce((l.details ->> 'cents')::bigint, 0), 0,
               l.id, NULL::uuid, 0
        FROM audit_line AS l
        JOIN unnest(%(line_kinds)s::text[], %(line_events)s::text[]) AS n (kind, event) USING (kind)
        WHERE l.at >= %(since)s AND l.at < %(until)s AND l.player_id IS NOT NULL
        """,
    ),
    # A round whose result is within a tenth of what was staked, whatever fell: both sides were covered, or
    # nothing was decided.
    "even": (
        frozenset({"round-even"}),
        """
        SELECT s.at, s.player_id, 'round-even', s.staked, 0, s.id, NULL::uuid, 0
        FROM games_stake AS s JOIN games_round AS r ON r.id = s.round_id AND r.status <> 'void'
        JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR' AND t.system <> ALL(%(between)s)
        WHERE s.at >= %(since)s AND s.at < %(until)s
          AND s.staked > 0 AND abs(s.staked - s.back - s.prize + s.commission) * 10 <= s.staked
        """,
    ),
    # What a winner of a hand has from the one who lost most, and the same for that one.
    "pot": (
        frozenset({"pot-won", "pot-lost"}),
        """
        SELECT s.at, side.player, side.event, least(-won.lost, lost.lost), 0, s.id, NULL::uuid, side.other
        FROM games_stake AS s JOIN games_round AS r ON r.id = s.round_id AND r.status <> 'void'
        JOIN games_table AS t ON t.id = r.table_id AND t.currency = 'EUR' AND t.system = ANY(%(between)s)
        CROSS JOIN LATERAL (SELECT s.staked - s.back - s.prize + s.commission AS lost) AS won
        CROSS JOIN LATERAL (
            SELECT o.player_id, o.staked - o.back - o.prize + o.commission AS lost
            FROM games_stake AS o WHERE o.round_id = s.round_id ORDER BY 2 DESC, 1 LIMIT 1
        ) AS lost
        CROSS JOIN LATERAL (
            VALUES ('pot-won', s.player_id, lost.player_id), ('pot-lost', lost.player_id, s.player_id)
        ) AS side (event, player, other)
        WHERE s.at >= %(since)s AND s.at < %(until)s AND won.lost < 0 AND lost.lost > 0
        """,
    ),
    # Each learns of it when the later one comes: the account is shared from then on.
    "account": (
        frozenset({"account-shared"}),
        """
        SELECT a.since, side.player, 'account-shared', 0, 0, a.id, NULL::uuid, side.other
        FROM identity_paymentaccount AS a JOIN identity_paymentaccount AS o
             ON (o.iban_digest = a.iban_digest OR o.iban = a.iban)
             AND o.player_id <> a.player_id AND o.since < a.since
        CROSS JOIN LATERAL (
            VALUES (a.player_id, o.player_id), (o.player_id, a.player_id)
        ) AS side (player, other)
        WHERE a.since >= %(since)s AND a.since < %(until)s
        """,
    ),
    # The first deposit with an instrument by somebody who had another one, or whose instrument another has.
    # The last digits of a card are many people's: without its payer nobody knows whose else it is.
    "instrument": (
        frozenset({"instrument-new", "account-shared"}),
        """
        SELECT y.credited, side.player, side.event, y.cents, 0, NULL::bigint, y.id, side.other
        FROM cashier_payment AS y
        CROSS JOIN LATERAL (
            SELECT 'instrument-new', y.player_id, 0::bigint
            WHERE EXISTS (
                SELECT FROM cashier_payment AS e WHERE e.player_id = y.player_id AND e.status = 'paid'
                  AND e.credited < y.credited AND e.direction = 'deposit'
            )
            UNION ALL
            SELECT 'account-shared', pair.player, pair.other
            FROM (
                SELECT DISTINCT o.player_id FROM cashier_payment AS o
                WHERE o.instrument = y.instrument AND o.method = y.method
                  AND coalesce(o.payer_digest, o.payer) = coalesce(y.payer_digest, y.payer)
                  AND o.status = 'paid' AND o.direction = 'deposit'
                  AND o.player_id <> y.player_id AND o.credited < y.credited
                  AND (y.method <> 'card' OR y.payer <> '')
            ) AS o
            CROSS JOIN LATERAL (
                VALUES (y.player_id, o.player_id), (o.player_id, y.player_id)
            ) AS pair (player, other)
        ) AS side (event, player, other)
        WHERE y.credited >= %(since)s AND y.credited < %(until)s AND y.status = 'paid'
          AND y.direction = 'deposit' AND y.instrument <> ''
          AND NOT EXISTS (
            SELECT FROM cashier_payment AS e
            WHERE e.instrument = y.instrument AND e.player_id = y.player_id AND e.method = y.method
              AND e.status = 'paid' AND e.direction = 'deposit' AND e.credited < y.credited
          )
        """,
    ),
    # Sign-ins of two players within a week from one address and a device of one description.
    "sign-in": (
        frozenset({"sign-in-shared"}),
        """
        SELECT s.began, side.player, 'sign-in-shared', 0, 0, s.id, NULL::uuid, side.other
        FROM identity_signin AS s JOIN players_player AS p ON p.person_id = s.person_id
        CROSS JOIN LATERAL (
            SELECT DISTINCT q.id
            FROM identity_signin AS o JOIN players_player AS q ON q.person_id = o.person_id
            WHERE o.address = s.address AND o.device = s.device AND o.person_id <> s.person_id
              AND o.began < s.began AND o.began > s.began - interval '7 days'
            ORDER BY q.id LIMIT 20
        ) AS o
        CROSS JOIN LATERAL (VALUES (p.id, o.id), (o.id, p.id)) AS side (player, other)
        WHERE s.began >= %(since)s AND s.began < %(until)s AND s.device <> ''
        """,
    ),
}
# One row with an array of each column, in PostgreSQL's own form: no event becomes an object before a rule
# needs it. The order is made here, which costs less than in the database.
COLUMNS = """
SELECT array_send(array_agg(player)), array_send(array_agg(at)), array_send(array_agg(kind)),
       array_send(array_agg(cents)), array_send(array_agg(lost)), array_send(array_agg(other)),
       array_send(array_agg(source)), array_send(array_agg(number)), array_send(array_agg(id))
-- What follows is no condition of the sources: no statistics say how many rows it leaves.
FROM ({sources} OFFSET 0) AS e
WHERE player %% %(of)s = ANY(%(shards)s) AND kind = ANY(%(kinds)s)
  AND (%(players)s::bigint[] IS NULL OR player = ANY(%(players)s))
  AND player NOT IN (SELECT id FROM players_player WHERE testing)
"""
SOURCE = """
SELECT player::bigint, at::timestamptz, array_position(%(names)s::text[], event::text)::bigint AS kind,
       cents::bigint, lost::bigint, other::bigint, {place}::bigint AS source,
       coalesce(number, %(none)s)::bigint AS number,
       coalesce(id, '00000000-0000-0000-0000-000000000000'::uuid) AS id
FROM ({sql}) AS rows_of_source (at, player, event, cents, lost, number, id, other)
"""
# How much players may have done, so that the whole past is read in parts that fit into memory.
MOVES = """
SELECT coalesce(sum(moves), 0)::bigint FROM wallet_account WHERE kind = 'wallet' AND currency = 'EUR'
"""
MOVES_OF_A_PART = 1_000_000
# Where the record begins.
FIRST = """
SELECT least(
    (SELECT min(at) FROM audit_line), (SELECT min(at) FROM wallet_transfer),
    (SELECT min(at) FROM games_stake), (SELECT min(started) FROM players_playsession),
    (SELECT min(since) FROM identity_paymentaccount), (SELECT min(began) FROM identity_signin)
)
"""


def settled_until() -> datetime | None:
    """Up to when the record is complete; None where the database does not say."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT monitoring_settled_until()")
        moment: datetime | None = cursor.fetchone()[0]
    return moment


def first_moment() -> datetime | None:
    with reading() as cursor:
        cursor.execute(FIRST)
        moment: datetime | None = cursor.fetchone()[0]
    return moment


def read_events(
    since: datetime,
    until: datetime,
    *,
    events: Collection[str],
    shards: Sequence[int] = (0,),
    of: int = 1,
    players: Sequence[int] | None = None,
) -> Happened:
    """What players did in a stretch of time, in columns."""
    import numpy as np

    from casino.compliance.monitoring.columns import NO_NUMBER, Happened

    wanted = [
        SOURCE.format(sql=sql, place=place)
        for place, (has, sql) in enumerate(SOURCES.values())
        if has & set(events)
    ]
    if not wanted:
        return Happened.nothing()
    lines = {kind: event for kind, event in LINES.items() if {event, *SPLIT.get(event, ())} & set(events)}
    parameters = {
        "since": since, "until": until, "shards": list(shards), "of": of, "none": NO_NUMBER,
        "names": list(KINDS), "kinds": [KINDS.index(event) + 1 for event in events],
        "events": sorted(events), "players": None if players is None else list(players),
        "line_kinds": list(lines), "line_events": list(lines.values()),
        "between": games_between_players(),
    }  # fmt: skip
    with reading() as cursor:
        cursor.execute("SET LOCAL work_mem = '64MB'; SET LOCAL statement_timeout = 0")
        cursor.execute(COLUMNS.format(sources=" UNION ALL ".join(wanted)), parameters)
        columns = cursor.fetchone()
    if columns[0] is None:
        return Happened.nothing()
    player, at, kind, cents, lost, other, source, number = map(_numbers, columns[:-1])
    identifiers = np.frombuffer(columns[-1], IDENTIFIERS, offset=ARRAY_HEAD)
    high, low = (identifiers[half].astype(np.uint64) for half in ("high", "low"))
    return Happened(
        player,
        at + EPOCH_OF_POSTGRES,
        kind - 1,
        cents,
        lost,
        other,
        source,
        number,
        high,
        low,
        tuple(SOURCES),
    ).in_order()


def _numbers(array: bytes) -> Column:
    import numpy as np

    return np.frombuffer(array, NUMBERS, offset=ARRAY_HEAD)["value"].astype(np.int64)


def read_past(
    since: datetime, until: datetime, *, events: Collection[str], shards: Sequence[int] = (0,), of: int = 1
) -> Iterator[Happened]:
    """The same of a whole past: some of the players at a time, so that it fits into memory."""
    with connection.cursor() as cursor:
        cursor.execute(MOVES)
        parts = 1 + cursor.fetchone()[0] // MOVES_OF_A_PART
    for part in range(parts):
        of_part = [shard + of * part for shard in shards]
        yield read_events(since, until, events=events, shards=of_part, of=of * parts)


def events_by_player(
    since: datetime,
    until: datetime,
    *,
    events: Collection[str],
    shards: Sequence[int] = (0,),
    of: int = 1,
    players: Sequence[int] | None = None,
) -> Iterator[tuple[int, list[Event]]]:
    """Each player's events of a stretch of time, in their order."""
    happened = read_events(since, until, events=events, shards=shards, of=of, players=players)
    for player in happened.players:
        yield player, happened.events_of(player)


def microseconds(moment: datetime) -> int:
    return (moment - EPOCH) // timedelta(microseconds=1)


def moment_of(at: int) -> datetime:
    return EPOCH + timedelta(microseconds=at)
