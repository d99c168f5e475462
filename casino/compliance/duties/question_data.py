"""What a question of the regulator can be composed of: sets of data, and the columns of each.  [903-B 3.2.3]

A question names columns and conditions; nobody writes SQL. The texts here are the only ones that are run, as
the read-only role, and what a person chooses or types is a key of this table or a parameter.

A column that tells who somebody is, or nearly, is personal: a question with it needs a second person.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from msgspec import Struct

from casino.compliance.reports.quarterly import AGE_BANDS, BIRTH, POSTAL_AREA, age_band
from games.catalogue import GAME_NAMES
from games.models import Round
from players.models import Player, PlaySession
from players.protection.models import Exclusion, Limit
from players.shared.exports.list_document import Column
from players.wallet.cashier.models import Payment
from players.wallet.methods.descriptions import METHODS

BlockKind = Literal["word", "text", "number", "day", "money", "count"]
FIGURES: Final = ("money", "count")


class Block(Struct, frozen=True):
    """One column: the SQL that reads it from the set, or that adds it up if it is a figure."""

    key: str
    label: str | Promise
    kind: BlockKind
    sql: str
    words: Mapping[str, str | Promise] = {}
    is_personal: bool = False
    # The column in which the value is sealed, under the key of the block: a key of `questions.SEALED`.
    sealed_in: str = ""

    @property
    def is_figure(self) -> bool:
        return self.kind in FIGURES

    @property
    def column(self) -> Column:
        return Column(self.label, self.kind, key=self.key, words=self.words)


class DataSet(Struct, frozen=True):
    """Rows of the record. `source` bounds them by %(from)s and %(to)s, test accounts apart."""

    code: str
    title: str | Promise
    about: str | Promise
    source: str
    blocks: tuple[Block, ...]

    def block(self, key: str) -> Block:
        return next(block for block in self.blocks if block.key == key)


def _day(time: str) -> str:
    return f"({time} AT TIME ZONE 'Europe/Lisbon')::date"


def _time_blocks(time: str) -> tuple[Block, ...]:
    return (
        Block("day", _("Day"), "day", _day(time)),
        Block("month", _("Month, by its first day"), "day", f"date_trunc('month', {_day(time)})::date"),
    )


PERSON_BLOCKS: Final = (
    Block("player", _("Player"), "number", "p.id", is_personal=True),
    Block("alias", _("Name at the tables"), "text", "p.alias", is_personal=True),
    Block("name", _("Name"), "text", "coalesce(i.name, '')", is_personal=True, sealed_in="i.papers"),
    Block("nif", _("Tax number"), "text", "coalesce(i.nif, '')", is_personal=True, sealed_in="i.papers"),
    Block("birth", _("Date of birth"), "day", "i.birth", is_personal=True, sealed_in="i.papers"),
    Block(
        "postcode",
        _("Postal code"),
        "text",
        "coalesce(i.postcode, '')",
        is_personal=True,
        sealed_in="i.sealed",
    ),
    Block("area", _("Postal area"), "text", POSTAL_AREA),
    Block("nationality", _("Nationality"), "text", "coalesce(i.nationality, '')"),
    Block("state", _("State of the account"), "word", "p.status", dict(Player.Status.choices)),
)
IDENTITY_OF: Final = "LEFT JOIN identity_identity AS i ON i.player_id = p.id"
PEOPLE_OF: Final = f"JOIN players_player AS p ON p.id = x.player_id {IDENTITY_OF}"
PLAYERS_COUNTED: Final = Block("players", _("Players"), "count", "count(DISTINCT p.id)")
# Where a withdrawal goes, as `Payment.payee` has it.
ACCOUNT_OF: Final = "LEFT JOIN identity_paymentaccount AS a ON a.id = x.account_id"
PAID_TO: Final = (
    "CASE WHEN a.id IS NULL THEN x.iban WHEN x.instrument = '' THEN a.iban WHEN x.method = 'card' THEN ''"
    " ELSE x.instrument END"
)


def _age(time: str) -> Block:
    return Block("age", _("Age"), "word", age_band(BIRTH, _day(time)), AGE_BANDS)


DATA_SETS: Final = {
    data.code: data
    for data in (
        DataSet(
            "payments",
            _("Deposits and withdrawals"),
            _("Every deposit and withdrawal asked for in these days, by payment method and status."),
            f"cashier_payment AS x {PEOPLE_OF} {ACCOUNT_OF} WHERE x.made >= %(from)s AND x.made < %(to)s"
            " AND p.testing = %(testing)s",
            (
                *_time_blocks("x.made"),
                Block("direction", _("What"), "word", "x.direction", dict(Payment.Direction.choices)),
                Block(
                    "method", _("Payment method"), "word", "x.method", {row.code: row.name for row in METHODS}
                ),
                Block("status", _("Status"), "word", "x.status", dict(Payment.Status.choices)),
                *PERSON_BLOCKS,
                _age("x.made"),
                Block("instrument", _("Instrument"), "text", "x.instrument", is_personal=True),
                Block("iban", "IBAN", "text", PAID_TO, is_personal=True, sealed_in="a.sealed"),
                PLAYERS_COUNTED,
                Block("times", _("Number of times"), "count", "count(*)"),
                Block("amount", _("Amount"), "money", "sum(x.cents)::bigint"),
            ),
        ),
        DataSet(
            "sessions",
            _("Play sessions"),
            _("Every stay at a table for money that began in these days."),
            f"players_playsession AS x {PEOPLE_OF} WHERE x.started >= %(from)s AND x.started < %(to)s"
            " AND x.currency = 'EUR' AND p.testing = %(testing)s",
            (
                *_time_blocks("x.started"),
                Block("game", _("Game"), "word", "x.system", GAME_NAMES),
                Block("table", _("Table"), "text", "x.table_name"),
                Block("cause", _("How it ended"), "word", "x.cause", dict(PlaySession.Cause.choices)),
                *PERSON_BLOCKS,
                _age("x.started"),
                PLAYERS_COUNTED,
                Block("sessions", _("Sessions"), "count", "count(*)"),
                Block("rounds", _("Rounds"), "count", "sum(x.rounds)::bigint"),
                Block("staked", _("Staked"), "money", "sum(x.staked)::bigint"),
                Block("returned", _("Returned"), "money", "sum(x.returned)::bigint"),
            ),
        ),
        DataSet(
            "stakes",
            pgettext_lazy("group of pages", "Play"),
            _("Every stake for money of the rounds that ended in these days, by game and table."),
            "games_stake AS x JOIN games_round AS r ON r.id = x.round_id"
            f" JOIN games_table AS t ON t.id = r.table_id {PEOPLE_OF} WHERE r.ended >= %(from)s"
            " AND r.ended < %(to)s AND t.currency = 'EUR' AND p.testing = %(testing)s",
            (
                *_time_blocks("r.ended"),
                Block("game", _("Game"), "word", "t.system", GAME_NAMES),
                Block("table", _("Table"), "text", "t.name"),
                Block("round", _("Round"), "number", "r.id"),
                Block("result", _("Status of the round"), "word", "r.status", dict(Round.Status.choices)),
                *PERSON_BLOCKS,
                _age("r.ended"),
                PLAYERS_COUNTED,
                Block("stakes", _("Bets of a player in a round"), "count", "count(*)"),
                Block("staked", _("Staked"), "money", "sum(x.staked)::bigint"),
                Block("back", _("Stakes returned"), "money", "sum(x.back)::bigint"),
                Block("prize", _("Prizes"), "money", "sum(x.prize)::bigint"),
            ),
        ),
        DataSet(
            "accounts",
            _("Accounts opened"),
            _("Every account that was opened in these days, as it is now."),
            f"players_player AS p {IDENTITY_OF} WHERE p.since >= %(from)s AND p.since < %(to)s"
            " AND p.testing = %(testing)s",
            (
                *_time_blocks("p.since"),
                *PERSON_BLOCKS,
                _age("p.since"),
                Block("accounts", _("Accounts"), "count", "count(*)"),
            ),
        ),
        DataSet(
            "exclusions",
            _("Exclusions"),
            _("Every exclusion that began in these days, by its source."),
            f"protection_exclusion AS x {PEOPLE_OF} WHERE x.starts >= %(from)s AND x.starts < %(to)s"
            " AND p.testing = %(testing)s",
            (
                *_time_blocks("x.starts"),
                Block("source", _("Source"), "word", "x.source", dict(Exclusion.Source.choices)),
                Block("until", _("Until"), "day", _day("x.ends")),
                *PERSON_BLOCKS,
                _age("x.starts"),
                PLAYERS_COUNTED,
                Block("exclusions", _("Exclusions"), "count", "count(*)"),
            ),
        ),
        DataSet(
            "limits",
            _("Limits"),
            _("Every limit that players asked for in these days."),
            f"protection_limit AS x {PEOPLE_OF} WHERE x.requested_at >= %(from)s"
            " AND x.requested_at < %(to)s AND p.testing = %(testing)s",
            (
                *_time_blocks("x.requested_at"),
                Block("kind", _("Kind"), "word", "x.kind", dict(Limit.Kind.choices)),
                Block("period", _("Period"), "word", "x.period", dict(Limit.Period.choices)),
                *PERSON_BLOCKS,
                _age("x.requested_at"),
                PLAYERS_COUNTED,
                Block("times", _("Number of times"), "count", "count(*)"),
            ),
        ),
    )
}
