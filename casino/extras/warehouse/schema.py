"""Every column that a warehouse receives, and every column of the same tables that it does not.

A test fails when a table has a column that is in neither list. The reading role must be able to read each
exported column (`casino/compliance/reading.toml`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

# Rises when a column changes its name, type or meaning, or is removed. A new column raises it too.
SCHEMA_VERSION = 2

ColumnType = Literal["bool", "int32", "int64", "string", "timestamp"]


class ExportColumn(Struct, frozen=True):
    name: str
    type: ColumnType
    origin: str  # the column of the record, after the table or its alias
    meaning: str


class DayTable(Struct, frozen=True):
    """One folder of files. `moment` assigns a row to a day of Lisbon, `order` is unique."""

    name: str
    table: str
    columns: tuple[ExportColumn, ...]
    moment: str
    order: str
    joins: str = ""
    condition: str = "true"
    meaning: str = ""


_GAME = (
    ExportColumn("game", "string", "games_table.system", "code of the game"),
    ExportColumn("currency", "string", "games_table.currency", "EUR, or DEMO for demonstration credits"),
)
_TESTING = ExportColumn("testing", "bool", "players_player.testing", "a test account, as of the export")
_JOIN_TABLE = "JOIN games_table ON games_table.id = games_round.table_id"

ROUNDS = DayTable(
    name="rounds",
    table="games_round",
    joins=_JOIN_TABLE,
    condition="games_round.status IN ('ended', 'void')",
    moment="games_round.ended",
    order="games_round.id",
    meaning="rounds that ended or became void on the day",
    columns=(
        ExportColumn("round", "int64", "games_round.id", "number of the round in the house"),
        ExportColumn("table", "int64", "games_round.table_id", "table"),
        ExportColumn("number", "int32", "games_round.number", "number of the round at its table"),
        *_GAME,
        ExportColumn("status", "string", "games_round.status", "ended or void"),
        ExportColumn("sheet", "int64", "games_round.sheet_id", "rule sheet"),
        ExportColumn("setting", "int64", "games_round.setting_id", "setting of the table"),
        ExportColumn("engine", "string", "games_round.engine", "version of the engine"),
        ExportColumn("opened", "timestamp", "games_round.opened", "when bets opened"),
        ExportColumn("ended", "timestamp", "games_round.ended", "when the round ended"),
        ExportColumn("outcome", "string", "games_round.outcome", "outcome, as a code"),
        ExportColumn("cause", "string", "games_round.cause", "why it became void, as a code"),
        ExportColumn("staked", "int64", "games_round.staked", "staked in all, in cents"),
        ExportColumn("returned", "int64", "games_round.returned", "returned in all, in cents"),
    ),
)
STAKES = DayTable(
    name="stakes",
    table="games_stake",
    joins="JOIN games_round ON games_round.id = games_stake.round_id "
    f"{_JOIN_TABLE} JOIN players_player ON players_player.id = games_stake.player_id",
    moment="games_stake.at",
    order="games_stake.id",
    meaning="result of one player in one round, written when the round ends",
    columns=(
        ExportColumn("stake", "int64", "games_stake.id", "number of the row"),
        ExportColumn("round", "int64", "games_stake.round_id", "round"),
        *_GAME,
        ExportColumn("player", "int64", "games_stake.player_id", "number of the player's account"),
        _TESTING,
        ExportColumn("session", "int64", "games_stake.session", "play session"),
        ExportColumn("seat", "int32", "games_stake.seat", "seat"),
        ExportColumn("staked", "int64", "games_stake.staked", "staked, in cents"),
        ExportColumn("lost", "int64", "games_stake.lost", "lost, in cents"),
        ExportColumn("back", "int64", "games_stake.back", "stakes back, in cents"),
        ExportColumn("prize", "int64", "games_stake.prize", "prizes, in cents"),
        ExportColumn("held", "int64", "games_stake.held", "carried to the next round, in cents"),
        ExportColumn("commission", "int64", "games_stake.commission", "commission, in cents"),
        ExportColumn("at", "timestamp", "games_stake.at", "when it was written"),
    ),
)
TRANSFERS = DayTable(
    name="transfers",
    table="wallet_transfer",
    joins="JOIN wallet_account AS source ON source.id = wallet_transfer.source_id "
    "JOIN wallet_account AS target ON target.id = wallet_transfer.target_id "
    "LEFT JOIN players_player AS payer ON payer.id = source.player_id "
    "LEFT JOIN players_player AS receiver ON receiver.id = target.player_id",
    moment="wallet_transfer.at",
    order="wallet_transfer.at, wallet_transfer.id",
    meaning="amounts that moved from one account to another",
    columns=(
        ExportColumn("transfer", "string", "wallet_transfer.id", "id of the transfer (UUID)"),
        ExportColumn("kind", "string", "wallet_transfer.kind", "kind of transfer"),
        ExportColumn("source", "int64", "wallet_transfer.source_id", "account that paid"),
        ExportColumn("source_kind", "string", "source.kind", "its kind"),
        ExportColumn("source_player", "int64", "source.player_id", "its player, if it has one"),
        ExportColumn(
            "source_testing", "bool", "payer.testing", "whether it is a test account's, if it has a player"
        ),
        ExportColumn("source_table", "int64", 'source."table"', "its table, if it has one"),
        ExportColumn("target", "int64", "wallet_transfer.target_id", "account that received"),
        ExportColumn("target_kind", "string", "target.kind", "its kind"),
        ExportColumn("target_player", "int64", "target.player_id", "its player, if it has one"),
        ExportColumn(
            "target_testing", "bool", "receiver.testing", "whether it is a test account's, if it has a player"
        ),
        ExportColumn("target_table", "int64", 'target."table"', "its table, if it has one"),
        ExportColumn("currency", "string", "wallet_transfer.currency", "EUR or DEMO"),
        ExportColumn("cents", "int64", "wallet_transfer.cents", "amount, in cents"),
        ExportColumn("round", "int64", "wallet_transfer.round", "round, if it belongs to one"),
        ExportColumn("seat", "int32", "wallet_transfer.seat", "seat, if it belongs to one"),
        ExportColumn("at", "timestamp", "wallet_transfer.at", "when its transaction began"),
    ),
)
PAYMENTS = DayTable(
    name="payments",
    table="cashier_payment",
    joins="JOIN players_player ON players_player.id = cashier_payment.player_id",
    condition="cashier_payment.status IN ('refused', 'paid', 'failed', 'cancelled', 'declined', 'returned')",
    moment="cashier_payment.changed",
    order="cashier_payment.id",
    meaning="deposits and withdrawals that ended on the day, refused ones too",
    columns=(
        ExportColumn("payment", "string", "cashier_payment.id", "id of the payment (UUID)"),
        ExportColumn("player", "int64", "cashier_payment.player_id", "number of the player's account"),
        _TESTING,
        ExportColumn("direction", "string", "cashier_payment.direction", "deposit or withdrawal"),
        ExportColumn("method", "string", "cashier_payment.method", "payment method, as a code"),
        ExportColumn("cents", "int64", "cashier_payment.cents", "amount, in cents"),
        ExportColumn("status", "string", "cashier_payment.status", "how it ended"),
        ExportColumn("cause", "string", "cashier_payment.cause", "who or what caused it, as a code"),
        ExportColumn("reason", "string", "cashier_payment.reason", "why it was refused or failed, as a code"),
        ExportColumn("held", "string", "cashier_payment.held", "why staff had to release it, as a code"),
        ExportColumn("made", "timestamp", "cashier_payment.made", "when it was requested"),
        ExportColumn("changed", "timestamp", "cashier_payment.changed", "when it ended"),
        ExportColumn("credited", "timestamp", "cashier_payment.credited", "when the money was settled"),
        ExportColumn("before", "int64", "cashier_payment.before", "balance before, in cents"),
        ExportColumn("after", "int64", "cashier_payment.after", "balance after, in cents"),
    ),
)
SESSIONS = DayTable(
    name="sessions",
    table="players_playsession",
    joins="JOIN players_player ON players_player.id = players_playsession.player_id",
    moment="players_playsession.ended",
    order="players_playsession.id",
    meaning="play sessions that ended on the day",
    columns=(
        ExportColumn("session", "int64", "players_playsession.id", "play session"),
        ExportColumn("player", "int64", "players_playsession.player_id", "number of the player's account"),
        _TESTING,
        ExportColumn("table", "int64", 'players_playsession."table"', "table"),
        ExportColumn("table_name", "string", "players_playsession.table_name", "its name at that time"),
        ExportColumn("game", "string", "players_playsession.system", "code of the game"),
        ExportColumn("currency", "string", "players_playsession.currency", "EUR or DEMO"),
        ExportColumn("started", "timestamp", "players_playsession.started", "when it began"),
        ExportColumn("ended", "timestamp", "players_playsession.ended", "when it ended"),
        ExportColumn("cause", "string", "players_playsession.cause", "how it ended, as a code"),
        ExportColumn(
            "invited", "timestamp", "players_playsession.invited", "when the player was asked to end"
        ),
        ExportColumn("warned", "timestamp", "players_playsession.warned", "when the player was warned"),
        ExportColumn("rounds", "int32", "players_playsession.rounds", "rounds played"),
        ExportColumn("staked", "int64", "players_playsession.staked", "staked, in cents"),
        ExportColumn("returned", "int64", "players_playsession.returned", "returned, in cents"),
    ),
)
DAY_TABLES = (ROUNDS, STAKES, TRANSFERS, PAYMENTS, SESSIONS)
ALIASES = {
    "source": "wallet_account",
    "target": "wallet_account",
    "payer": "players_player",
    "receiver": "players_player",
}

# The columns of the same tables that never leave the house, by the reason.
NOT_EXPORTED: Mapping[str, Mapping[str, str]] = {
    "games_round": {
        "secrets of the draw, and the proofs that players check": (
            "sealed seed nonces shares start commitment shoe root"
        ),
    },
    "games_table": {
        "the live state of a table": (
            "name status reason setting_id version chain round seated partners waiting due "
            "inactivity_due recent "
            "phase snapshot snapshot_version"
        ),
    },
    "games_stake": {},
    "players_player": {"personal data": "person_id alias status since"},
    "wallet_account": {"the live balance": "currency balance moves latch"},
    "wallet_transfer": {},
    "cashier_payment": {
        "personal data, and what leads to a person at the gateway": (
            "iban holder account_id url reference instrument payer payer_digest sealed token instructions"
        ),
        "work that is still to be done": "next_query expires promised",
    },
    "players_playsession": {},
}

# What a publication sends. A row of the first is never changed as far as its published columns go, so only
# its insertion is sent: the balances of accounts and the state of tables change with every bet.
PUBLICATIONS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "warehouse_added": ("insert", ("games_stake", "games_table", "wallet_account", "wallet_transfer")),
    "warehouse_changed": (
        "insert, update",
        ("cashier_payment", "games_round", "players_player", "players_playsession"),
    ),
}


def exported_columns() -> dict[str, list[str]]:
    """The exported columns of each table of the record, and its primary key, which joins need."""
    columns: dict[str, set[str]] = {table: {"id"} for table in NOT_EXPORTED}
    for day_table in DAY_TABLES:
        for column in day_table.columns:
            table, _, name = column.origin.partition(".")
            columns[ALIASES.get(table, table)].add(name.strip('"'))
    return {table: sorted(names, key=lambda name: (name != "id", name)) for table, names in columns.items()}
