"""Accounts that share a device, a network address or an IBAN with a player.

A shared value is a reason to look, not a proof: a household shares an address, and many people have the same
browser. A value that many accounts share is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.db import connection
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from players.administration.player_page import (
    Panel,
    PanelCell,
    PanelTable,
    register_panels,
)
from players.identity.models import SearchMark
from players.identity.sign_in.masking import mask_value
from players.identity.sign_in.sign_ins import device_name
from players.identity.verification.identifiers import format_iban
from players.models import Player
from players.shared.exports.list_document import Column

MAX_SIGN_INS = 200  # the latest, from which the addresses and devices come
MAX_SHARED = 10  # accounts; a value shared by more accounts is no link

# For each value of the player's latest sign-ins, the people who share it, one index probe for each.
SHARED = """
WITH RECURSIVE recent AS (
    SELECT DISTINCT value FROM (
        SELECT {column} AS value FROM identity_signin WHERE person_id = %(person)s
        ORDER BY id DESC LIMIT %(sign_ins)s
    ) AS latest WHERE value IS NOT NULL AND value::text <> ''
), shared AS (
    SELECT recent.value, first.person_id, 1 AS number FROM recent CROSS JOIN LATERAL (
        SELECT person_id FROM identity_signin WHERE {column} = recent.value ORDER BY person_id LIMIT 1
    ) AS first
    UNION ALL
    SELECT shared.value, following.person_id, shared.number + 1 FROM shared CROSS JOIN LATERAL (
        SELECT person_id FROM identity_signin
        WHERE {column} = shared.value AND person_id > shared.person_id ORDER BY person_id LIMIT 1
    ) AS following WHERE shared.number <= %(accounts)s + 1
)
SELECT {shown} AS value, player.id, player.alias, player.status,
       max(shared.number) OVER (PARTITION BY shared.value) AS people
FROM shared JOIN players_player AS player ON player.person_id = shared.person_id
WHERE shared.person_id <> %(person)s ORDER BY player.alias, value
"""
ADDRESSES = SHARED.format(column="address", shown="host(shared.value)")
DEVICES = SHARED.format(column="device", shown="shared.value")


def _shared_values(sql: str, player: Player) -> list[tuple[str, int, str, str]]:
    """The values that few accounts share: value, and the other account's number, name and status."""
    parameters = {"person": player.person_id, "sign_ins": MAX_SIGN_INS, "accounts": MAX_SHARED}
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return [row[:4] for row in cursor.fetchall() if row[4] <= MAX_SHARED + 1]


def _shared_ibans(player: Player) -> list[tuple[str, int, str, str]]:
    own = SearchMark.objects.filter(player=player, kind=SearchMark.Kind.IBAN).values("mark")
    others = SearchMark.objects.filter(mark__in=own, kind=SearchMark.Kind.IBAN).exclude(player=player)
    # The account number itself is masked, as everywhere.
    account = player.payment_accounts.order_by("-id").first()
    shown = mask_value(format_iban(account.iban)) if account else "–"
    rows = others.select_related("player").order_by("player__alias")[: MAX_SHARED * 2]
    return [(shown, row.player_id, row.player.alias, row.player.status) for row in rows]


def _links_table(column: str, links: list[tuple[str, int, str, str]]) -> Mapping[str, Any]:
    """One row for each account, with the values it shares."""
    values: dict[tuple[int, str, str], list[str]] = defaultdict(list)
    for value, number, alias, status in links:
        values[number, alias, status].append(value)
    rows = [
        [
            PanelCell(alias, reverse("admin:players_player_change", args=[number])),
            PanelCell(Player.Status(status).label, state="danger" if status == "closed" else ""),
            PanelCell(", ".join(dict.fromkeys(shared))),
        ]
        for (number, alias, status), shared in values.items()
    ]
    columns = [Column(_("account")), Column(_("status")), Column(column)]
    text = ngettext(
        "Values shared by more than %(most)s account are left out.",
        "Values shared by more than %(most)s accounts are left out.",
        MAX_SHARED,
    )
    return {"table": PanelTable(columns, rows, text % {"most": MAX_SHARED})}


def _ibans(request: HttpRequest, player: Player) -> Mapping[str, Any]:
    return _links_table("IBAN", _shared_ibans(player))


def _addresses(request: HttpRequest, player: Player) -> Mapping[str, Any]:
    return _links_table(_("network address"), _shared_values(ADDRESSES, player))


def _devices(request: HttpRequest, player: Player) -> Mapping[str, Any]:
    links = [(device_name(row[0]), *row[1:]) for row in _shared_values(DEVICES, player)]
    return _links_table(_("device"), links)


register_panels(
    Panel("links-iban", "links", gettext_lazy("Same IBAN"), "identity.view_identity", 10, _ibans),
    Panel(
        "links-address",
        "links",
        gettext_lazy("Same network address"),
        "identity.view_signin",
        20,
        _addresses,
    ),
    Panel("links-device", "links", gettext_lazy("Same device"), "identity.view_signin", 30, _devices),
)
