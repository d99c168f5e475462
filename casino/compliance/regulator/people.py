"""JGDR and EXCL: the changes of the players' register in an hour, and the exclusions and pauses of a day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from casino.compliance.regulator.document import Contents, XmlRecord
from casino.compliance.regulator.due_files import Span
from casino.compliance.regulator.money import query_parameters
from players.wallet.methods.descriptions import regulator_word

# The kinds of audit lines that change the register.
ACTS = ["account.", "identity.", "terms.", "access.email-changed"]
CHANGES = """
SELECT l.player_id, json_agg(json_build_array(l.id, l.kind, l.at,
           l.person_id IS DISTINCT FROM p.person_id AND l.person_id IS NOT NULL)
       ORDER BY l.at, l.id)
FROM audit_line AS l JOIN players_player AS p ON p.id = l.player_id AND NOT p.testing
  AND p.status NOT IN ('visitor', 'partner')
WHERE l.at >= %(since)s AND l.at < %(until)s
  AND EXISTS (SELECT FROM unnest(%(acts)s::text[]) AS act WHERE starts_with(l.kind, act))
GROUP BY l.player_id
"""
PLAYERS = """
SELECT p.id, p.alias, p.status, p.since, h.email, i.name, i.birth, i.nationality, i.profession, i.address,
       i.postcode, i.town, i.country,
       i.document_kind, i.document_country, i.document_number, i.nif, i.state, i.verified, a.iban,
       y.method
FROM players_player AS p JOIN players_person AS h ON h.id = p.person_id
LEFT JOIN identity_identity AS i ON i.player_id = p.id
LEFT JOIN identity_paymentaccount AS a ON a.player_id = p.id AND a.until IS NULL
LEFT JOIN LATERAL (
    SELECT method FROM cashier_payment WHERE player_id = p.id AND status = 'paid' AND direction = 'deposit'
    ORDER BY credited DESC LIMIT 1
) AS y ON true
WHERE p.id = ANY(%(ids)s) ORDER BY p.id
"""
NAMES = (
    "id", "alias", "status", "since", "email", "name", "birth", "nationality", "profession", "address",
    "postcode", "town", "country",
    "document_kind", "document_country", "document_number", "nif", "state", "verified", "iban", "payment",
)  # fmt: skip
# In force at some moment of the day: exclusions of both kinds, and pauses.
ABSENCES = """
SELECT * FROM (
    SELECT 'exclusion' AS kind, x.id, x.player_id, x.source, x.reference, x.starts, x.ends, x.requested_until,
           x.noticed, x.paid_out
    FROM protection_exclusion AS x
    UNION ALL
    SELECT 'pause', y.id, y.player_id, 'own', '', y.starts, y.ends, NULL, NULL, NULL
    FROM protection_pause AS y
) AS z JOIN players_player AS p ON p.id = z.player_id AND NOT p.testing
WHERE z.starts < %(until)s AND (z.ends IS NULL OR z.ends > %(since)s) ORDER BY z.kind, z.id
"""


def register(cursor: Any, span: Span, contents: Contents) -> Iterator[XmlRecord]:
    """Each player with a change: the changes, and the current entry in the register."""
    cursor.execute(CHANGES, {**query_parameters(span), "acts": ACTS})
    changes = dict(cursor.fetchall())
    cursor.execute(PLAYERS, {"ids": sorted(changes)})
    for row in cursor.fetchall():
        known = dict(zip(NAMES, row, strict=True))
        # By what the player paid in last: the type of payment of the account.  [903-B JGDR tipo_pag]
        known["payment"] = regulator_word(known["payment"] or "")
        acts = []
        for line, kind, at, by_staff in changes[known["id"]]:
            contents.count(f"change.{kind}")
            acts.append(
                XmlRecord(
                    "change",
                    {"line": line, "kind": kind, "at": datetime.fromisoformat(at), "staff": by_staff},
                )
            )
        contents.count(f"player.{known['status']}")
        yield XmlRecord("player", known, tuple(acts))


def absences(cursor: Any, span: Span, contents: Contents) -> Iterator[XmlRecord]:
    cursor.execute(ABSENCES, query_parameters(span))
    for row in cursor.fetchall():
        kind, absence, player, source, reference, starts, ends, requested_until, noticed, paid_out = row[:10]
        contents.count(f"{kind}.{source}")
        began, ended = starts >= span.since, ends is not None and ends <= span.until
        for event, occurred in (("began", began), ("ended", ended)):
            if occurred:
                contents.count(f"{kind}.{source}.{event}")
        known = {"requested_until": requested_until, "noticed": noticed, "paid_out": paid_out}
        yield XmlRecord(
            "absence",
            {
                "id": absence, "kind": kind, "player": player, "source": source, "reference": reference,
                "from": starts, "to": ends,
                **{event: at for event, at in known.items() if at is not None},
                "began": began, "ended": ended,
            },
        )  # fmt: skip
