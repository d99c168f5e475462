"""The rows of a long past of the back office, as SQL: people, tables, rounds, money and other records."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

TABLES = 100
SITTING = 10  # rounds of one player at one table in one session
DAYS = 365
HEAVY_ALIAS, HEAVY_EMAIL = "Quitéria", "quiteria@feltro.example"
NAMES = "ARRAY['Maria','Rui','Inês','Duarte','Beatriz','Tiago','Leonor','Nuno','Matilde','Gil']"
SURNAMES = "ARRAY['Silva','Moura','Pinto','Rocha','Antunes','Sousa','Barros','Prata','Vieira','Lobo']"
DEVICES = (
    "ARRAY['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0','Mozilla/5.0 (iPhone) Safari/18.2',"
    "'Mozilla/5.0 (Android 15) Chrome/141.0']"
)
LINE_KINDS = "ARRAY['access.signed-in','access.signed-out','account.note-written','limits.asked']"


class PastWriter:
    """Writes the rows. The first player of the past, `heavy`, has a twentieth of all sittings."""

    def __init__(self, cursor: Any, rounds: int, now: datetime, days: int) -> None:
        self.cursor, self.rounds, self.now = cursor, rounds, now
        self.players = max(200, rounds // 100)
        self.step = timedelta(days=days) / rounds
        self.counts: dict[str, int] = {}
        self.first = {
            table: self.one(f"SELECT coalesce(max(id), 0) + 1 FROM {table}")
            for table in (
                "games_table",
                "games_round",
                "games_stake",
                "players_person",
                "players_player",
                "players_playsession",
                "wallet_account",
            )
        }

    def one(self, statement: str, values: Any = None) -> Any:
        self.cursor.execute(statement, values)
        return self.cursor.fetchone()[0]

    def copy(self, table: str, source: str, where: str = "true", /, **changed: str) -> None:
        """Inserts a copy of one row for each row of the source `n`, with the changed columns."""
        self.cursor.execute(
            "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 "
            "AND NOT attisdropped AND attgenerated = ''",
            [table],
        )
        columns = [name for (name,) in self.cursor.fetchall()]
        unknown = changed.keys() - set(columns)
        assert not unknown, f"{table} has no {unknown}"
        keys = {} if "id" in changed or "id" not in columns else {"id": self.next_key(table)}
        chosen = [(keys | changed).get(name, f'one."{name}"') for name in columns]
        names = ", ".join(f'"{name}"' for name in columns)
        self.cursor.execute(
            f"INSERT INTO {table} ({names}) SELECT {', '.join(chosen)} "
            f"FROM (SELECT * FROM {table} WHERE {where} LIMIT 1) AS one, ({source}) AS n"
        )
        assert self.cursor.rowcount > 0, f"{table} has no row to copy where {where}"
        self.counts[table] = self.counts.get(table, 0) + self.cursor.rowcount

    def next_key(self, table: str) -> str:
        sequence = self.one("SELECT pg_get_serial_sequence(%s, 'id')", [table])
        return f"nextval('{sequence}')" if sequence else "gen_random_uuid()"

    # --- numbers of the past, as SQL

    def moment(self, index: str) -> str:
        """When the round of this index ended."""
        return (
            f"('{self.now.isoformat()}'::timestamptz - ({self.rounds - 1} - ({index})) "
            f"* interval '{self.step.total_seconds():.6f} s')"
        )

    def player(self, index: str) -> str:
        return f"({self.first['players_player']} + {index})"

    def wallet(self, index: str) -> str:
        return f"({self.first['wallet_account']} + {index})"

    def account_of_table(self, index: str, kind: int) -> str:
        return f"({self.first['wallet_account'] + self.players} + 2 * {index} + {kind})"

    def session(self, sitting: str, seat: str) -> str:
        return f"({self.first['players_playsession']} + 2 * {sitting} + {seat})"

    def who(self, sitting: str, seat: str) -> str:
        """The index of the player. At a sitting of two, the second is never the first."""
        others = self.players - 1
        return (
            f"CASE WHEN {seat} = 0 AND {sitting} % 20 = 0 THEN 0 WHEN {seat} = 0 "
            f"THEN 1 + ({sitting} * 7919) % {others} "
            f"ELSE 1 + (({sitting} * 7919) % {others} + 1 + {sitting} % {others - 1}) % {others} END"
        )

    def play(self) -> str:
        """Every stake: the index of its round and table, its place in the sitting, seat and player."""
        return (
            f"SELECT p.*, {self.who('p.sitting', 'p.seat')} AS who, {self.moment('p.r')} AS ended, "
            "p.part % 3 = 0 AS is_won FROM ("
            f"SELECT r, r % {TABLES} AS t, r / {TABLES} % {SITTING} AS part, seat, "
            f"r / {TABLES * SITTING} * {TABLES} + r % {TABLES} AS sitting "
            f"FROM generate_series(0::bigint, {self.rounds - 1}) AS r, generate_series(0, 1) AS seat"
            ") AS p WHERE p.seat = 0 OR p.sitting % 2 = 0"
        )

    # --- the rows

    def write_people(self) -> None:
        people = f"SELECT i FROM generate_series(0, {self.players - 1}) AS i"
        person = f"{self.first['players_person']} + n.i"
        self.copy(
            "players_person",
            people,
            "email = 'ana@feltro.example'",
            id=person,
            email=f"CASE n.i WHEN 0 THEN '{HEAVY_EMAIL}' ELSE 'past-' || n.i || '@feltro.example' END",
        )
        self.copy(
            "players_player",
            people,
            "alias = 'Ana'",
            id=self.player("n.i"),
            person_id=person,
            alias=f"CASE n.i WHEN 0 THEN '{HEAVY_ALIAS}' ELSE 'Past ' || n.i END",
            since=self.moment("-1"),
        )
        self.copy(
            "wallet_account",
            people,
            "kind = 'wallet' AND currency = 'EUR'",
            id=self.wallet("n.i"),
            player_id=self.player("n.i"),
        )
        # Unsealed, as rows of before are: what is sealed opens for one player only.
        unsealed = dict.fromkeys(("papers", "nif_digest", "document_digest", "name_digests"), "NULL")
        self.copy(
            "identity_identity",
            people,
            **unsealed,
            birth="'1990-01-01'::date",
            player_id=self.player("n.i"),
            name=f"({NAMES})[1 + n.i % 10] || ' ' || ({SURNAMES})[1 + n.i / 10 % 10] || ' ' || "
            f"({SURNAMES})[1 + n.i / 100 % 10]",
            nif="(400000000 + n.i)::text",
            document_number="'P' || lpad(n.i::text, 8, '0')",
        )
        account = {"player_id": self.player("n.i"), "iban": "'PT5000' || lpad(n.i::text, 19, '0')"}
        account |= dict.fromkeys(("sealed", "iban_digest", "ending"), "NULL") | {"holder": "'Ana'"}
        self.copy("identity_paymentaccount", people, "until IS NULL", **account)
        for kind in ("nif", "document", "iban"):
            self.copy(
                "identity_searchmark",
                people,
                player_id=self.player("n.i"),
                kind=f"'{kind}'",
                mark="substr(one.mark, 1, 8) || substr(md5(n.i || '-' || random()) || md5(n.i::text), 1, 40)",
            )

    def write_tables(self) -> None:
        tables = f"SELECT t FROM generate_series(0, {TABLES - 1}) AS t"
        self.copy(
            "games_table",
            tables,
            "name = 'Lisboa'",
            id=f"{self.first['games_table']} + n.t",
            name="'Past table ' || n.t",
            version=f"{self.rounds // TABLES}",
            round=f"{self.rounds // TABLES}",
            seated="0",
            waiting="0",
            due="NULL",
            inactivity_due="NULL",
            phase="''",
        )
        for number, kind in enumerate(("stakes", "bank")):
            self.copy(
                "wallet_account",
                tables,
                f"kind = '{kind}' AND currency = 'EUR'",
                id=self.account_of_table("n.t", number),
                table=f"{self.first['games_table']} + n.t",
            )

    def write_rounds(self) -> None:
        rounds = (
            f"SELECT q.*, {self.moment('q.r')} AS ended, 2 - q.sitting % 2 AS seats "
            f"FROM (SELECT r, r / {TABLES * SITTING} * {TABLES} + r % {TABLES} AS sitting, "
            f"r / {TABLES} % {SITTING} AS part FROM generate_series(0::bigint, {self.rounds - 1}) AS r) AS q"
        )
        key = f"{self.first['games_round']} + n.r"
        table = f"{self.first['games_table']} + n.r % {TABLES}"
        self.copy(
            "games_round",
            rounds,
            "status = 'ended'",
            id=key,
            table_id=table,
            number=f"n.r / {TABLES} + 1",
            opened="n.ended - interval '30 s'",
            ended="n.ended",
            staked="100 * n.seats",
            returned="CASE WHEN n.part % 3 = 0 THEN 200 * n.seats ELSE 0 END",
        )
        self.copy(
            "games_event",
            rounds,
            "kind = 'bet-placed'",
            table_id=table,
            seq=f"n.r / {TABLES} + 1",
            round_id=key,
            at="n.ended - interval '20 s'",
            player=self.player(f"({self.who('n.sitting', '0')})"),
            command="NULL",
            digest="NULL",
            chain="NULL",
        )
        self.copy(
            "games_stake",
            self.play(),
            id=f"{self.first['games_stake']} + 2 * n.r + n.seat",
            round_id=key,
            player_id=self.player("n.who"),
            session=self.session("n.sitting", "n.seat"),
            seat="n.seat + 1",
            staked="100",
            lost="CASE WHEN n.is_won THEN 0 ELSE 100 END",
            back="CASE WHEN n.is_won THEN 100 ELSE 0 END",
            prize="CASE WHEN n.is_won THEN 100 ELSE 0 END",
            held="0",
            commission="0",
            at="n.ended",
        )

    def write_sessions(self) -> None:
        """One for each sitting that is over. Its last round is the tenth."""
        complete = self.rounds // (TABLES * SITTING) * TABLES
        first = f"s.sitting / {TABLES} * {TABLES * SITTING} + s.sitting % {TABLES}"
        sittings = (
            f"SELECT s.*, {self.who('s.sitting', 's.seat')} AS who, {self.moment(first)} AS began, "
            f"{self.moment(f'{first} + {TABLES * (SITTING - 1)}')} AS last "
            f"FROM (SELECT sitting, seat FROM generate_series(0::bigint, {complete - 1}) AS sitting, "
            "generate_series(0, 1) AS seat WHERE seat = 0 OR sitting % 2 = 0) AS s"
        )
        self.copy(
            "players_playsession",
            sittings,
            id=self.session("n.sitting", "n.seat"),
            player_id=self.player("n.who"),
            table=f"{self.first['games_table']} + n.sitting % {TABLES}",
            table_name=f"'Past table ' || n.sitting % {TABLES}",
            started="n.began - interval '1 minute'",
            ended="n.last",
            cause="'player'",
            rounds=f"{SITTING}",
            staked=f"{SITTING * 100}",
            returned="800",
        )

    def write_transfers(self) -> None:
        """The stake; then the stake back and the prize, or the stake that was lost."""
        wallet, stakes, bank = (
            self.wallet("n.who"),
            self.account_of_table("n.t", 0),
            self.account_of_table("n.t", 1),
        )
        self.copy(
            "wallet_transfer",
            f"SELECT play.*, leg FROM ({self.play()}) AS play, generate_series(0, 2) AS leg "
            "WHERE leg < 2 OR play.is_won",
            kind="CASE WHEN n.leg = 0 THEN 'stake' WHEN n.leg = 2 THEN 'prize' "
            "WHEN n.is_won THEN 'stake-back' ELSE 'stake-lost' END",
            source_id=f"CASE n.leg WHEN 0 THEN {wallet} WHEN 1 THEN {stakes} ELSE {bank} END",
            target_id=f"CASE WHEN n.leg = 0 THEN {stakes} WHEN n.is_won THEN {wallet} ELSE {bank} END",
            currency="'EUR'",
            cents="100",
            round=f"{self.first['games_round']} + n.r",
            seat="n.seat + 1",
            at="CASE n.leg WHEN 0 THEN n.ended - interval '20 s' ELSE n.ended END",
        )

    def spread(self, usual: int, heavy: int) -> str:
        """So many rows of each player and of the heavy one, spread over the whole past."""
        many, last = self.players * usual, self.rounds - 1
        usual_moment, heavy_moment = (self.moment(f"i::float8 / {count} * {last}") for count in (many, heavy))
        return (
            f"SELECT i % {self.players} AS who, i AS number, {usual_moment} AS at "
            f"FROM generate_series(0::bigint, {many - 1}) AS i "
            f"UNION ALL SELECT 0, {many} + i, {heavy_moment} "
            f"FROM generate_series(0::bigint, {heavy - 1}) AS i"
        )

    def write_other_records(self) -> None:
        player, person = self.player("n.who"), f"({self.first['players_person']} + n.who)"
        self.copy(
            "cashier_payment",
            self.spread(10, 1_000),
            "direction = 'deposit' AND status = 'paid'",
            player_id=player,
            cents="10000",
            made="n.at",
            changed="n.at",
            credited="n.at + interval '5 s'",
            before="NULL",
            after="NULL",
        )
        cash = self.one("SELECT id FROM wallet_account WHERE kind = 'cash' AND currency = 'EUR'")
        payments = (
            f"SELECT player_id - {self.first['players_player']} AS who, id AS payment, credited FROM "
            f"cashier_payment WHERE player_id >= {self.first['players_player']}"
        )
        self.copy(
            "wallet_transfer",
            payments,
            id="n.payment",
            kind="'deposit'",
            source_id=f"{cash}",
            target_id=self.wallet("n.who"),
            currency="'EUR'",
            cents="10000",
            round="NULL",
            seat="NULL",
            at="n.credited",
        )
        self.copy(
            "identity_signin",
            self.spread(20, 2_000),
            person_id=person,
            session="''",
            began="n.at",
            seen="n.at + interval '40 minutes'",
            ended="n.at + interval '1 hour'",
            cause="'signed-out'",
            address="('10.' || n.who / 3 / 256 / 256 || '.' || n.who / 3 / 256 % 256 || '.' || "
            "n.who / 3 % 256)::inet",
            device=f"({DEVICES})[1 + n.number % 3]",
        )
        self.copy(
            "audit_line",
            self.spread(50, 20_000),
            at="n.at",
            kind=f"({LINE_KINDS})[1 + n.number % 4]",
            person_id=f"CASE WHEN n.number % 4 = 2 THEN one.person_id ELSE {person} END",
            player_id=player,
            about="'player:' || n.who",
        )
        self.copy(
            "inbox_message", self.spread(10, 1_000), player_id=player, at="n.at", mail="'sent'", due="NULL"
        )
        self.copy(
            "protection_limit", self.spread(3, 30), player_id=player, requested_at="n.at", starts="n.at"
        )
        self.copy("protection_realitycheck", self.spread(5, 1_000), player_id=player, at="n.at")
        self.copy(
            "inbox_complaint",
            self.spread(1, 50),
            number="'PAST-' || n.number",
            player_id=player,
            state="'decided'",
            opened="n.at",
            due="n.at + interval '10 days'",
            decided="n.at + interval '1 day'",
            outcome="'rejected'",
        )

    def advance_sequences(self) -> None:
        for table in self.counts:
            if "id" in self.columns(table) and self.one("SELECT pg_get_serial_sequence(%s, 'id')", [table]):
                self.cursor.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))"
                )

    def columns(self, table: str) -> set[str]:
        self.cursor.execute("SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass", [table])
        return {name for (name,) in self.cursor.fetchall()}
