"""Reading a table's record: rules of a round, decoders of commands and events, sealed seeds, accounts."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, cast

import msgspec
from django.conf import settings
from django.db import connection
from msgspec import Struct

import games.rules
from games.catalogue import GAMES
from games.tables.domain.events import TableEvent
from games.tables.domain.state import DEMO, HOUSE_PLAYERS, Rules
from games.tables.domain.stored_events import EventDecoder
from games.tables.sheet_selectors import ContentOfTerms, content_of_terms
from games.tables.transport.view_types import TableTerms
from players.shared.bulk_copy import array_literal
from players.shared.decoding import prepare
from players.wallet.ledger import open_ledger_account

prepare(TableEvent)
ACCOUNTS = ("stakes", "held", "bank", "commission", "jackpot")
OWN_ACCOUNTS = """
SELECT "table", currency, kind, id FROM wallet_account WHERE "table" = ANY(%s::bigint[]) AND player_id IS NULL
"""
SEALED_SEEDS = "SELECT id, sealed FROM games_round WHERE id = ANY(%s::bigint[])"


@cache
def engines_digest() -> str:
    """The digest of the engines' source code, which every round stores."""
    digest = hashlib.sha256()
    folder = Path(games.rules.__file__).parent
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def rule_texts(sheet: int, setting: int) -> tuple[str, str]:
    """A rule sheet and a table setting as they are stored."""
    return sheet_text(sheet), setting_text(setting)


@lru_cache(maxsize=4096)
def sheet_text(sheet: int) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT data FROM games_rulesheet WHERE id = %s", [sheet])
        return str(cursor.fetchone()[0])


@lru_cache(maxsize=4096)
def setting_text(setting: int) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT data FROM games_tablesetting WHERE id = %s", [setting])
        return str(cursor.fetchone()[0])


@lru_cache(maxsize=4096)
def read_sheet(system: str, sheet: int) -> Any:
    return msgspec.json.decode(sheet_text(sheet), type=GAMES[system].engine.sheet_type)


class SettingRead(Struct, frozen=True):
    """A table setting under a rule sheet. Tables whose settings say the same share it."""

    setting: Any
    terms: ContentOfTerms


@lru_cache(maxsize=4096)
def read_setting(system: str, sheet: int, text: str) -> SettingRead:
    setting = msgspec.json.decode(text, type=GAMES[system].engine.setting_type)
    return SettingRead(setting, content_of_terms(system, read_sheet(system, sheet), setting))


@lru_cache(maxsize=4096)
def rules_of(system: str, sheet: int, setting: int) -> Rules:
    """A rule sheet and a table setting never change once written, so that they are cached."""
    read = read_setting(system, sheet, setting_text(setting))
    is_lively = settings.HOUSE_LIVELY and read.setting.currency == DEMO
    return Rules(
        system=system,
        engine=GAMES[system].engine,
        read=command_decoder(system).decode,
        sheet=read_sheet(system, sheet),
        setting=read.setting,
        sheet_id=sheet,
        setting_id=setting,
        build=engines_digest(),
        terms=cast(TableTerms, {"sheet": sheet, "setting": setting, **read.terms}),
        house_players=HOUSE_PLAYERS if is_lively else 0,
    )


@lru_cache(maxsize=4096)
def is_setting_allowed(system: str, sheet: int, setting: int) -> bool:
    """Whether the rule sheet allows the table's setting. Neither changes, so that the result is cached."""
    current = rules_of(system, sheet, setting)
    return not current.engine.check_setting(current.sheet, current.setting)


@cache
def command_decoder(system: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(GAMES[system].engine.command_type)


@cache
def event_decoder(system: str) -> EventDecoder:
    return EventDecoder(TableEvent | GAMES[system].engine.event_type)


def open_table_accounts(table: int, currency: str) -> dict[str, int]:
    """The table's own accounts, by kind. Those that are missing are opened."""
    return open_accounts_of({table: currency})[table]


def open_accounts_of(currencies: Mapping[int, str]) -> dict[int, dict[str, int]]:
    """The own accounts of these tables, each in the currency of its table. Those that are missing are
    opened.
    """
    accounts: dict[int, dict[str, int]] = {table: {} for table in currencies}
    with connection.cursor() as cursor:
        cursor.execute(OWN_ACCOUNTS, [array_literal(currencies)])
        for table, currency, kind, account in cursor.fetchall():
            if currency == currencies[table]:
                accounts[table][kind] = account
    for table, own in accounts.items():
        for kind in ACCOUNTS:
            if kind not in own:
                own[kind] = open_ledger_account(kind=kind, currency=currencies[table], table=table)
    return accounts


def sealed_seed(round_id: int) -> bytes:
    return sealed_seeds([round_id])[round_id]


def sealed_seeds(round_ids: Collection[int]) -> dict[int, bytes]:
    """By round."""
    if not round_ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(SEALED_SEEDS, [array_literal(round_ids)])
        return {round_id: bytes(sealed) for round_id, sealed in cursor.fetchall()}
