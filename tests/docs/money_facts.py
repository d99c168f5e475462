"""Accounts and transfers as the code defines them."""

from __future__ import annotations

import re
from collections import defaultdict

from games.rules.shared.money import TRANSFER_ACCOUNTS
from players.wallet.models import Account
from players.wallet.transfer_kinds import TRANSFER_KIND_NAMES as NAMES
from tests.docs.generate import ROOT
from tests.docs.markdown import code, mermaid, table

CASHIER_LAW = ROOT / "players" / "wallet" / "cashier" / "database" / "payments.sql"
# In the database's own function: WHEN 'deposit' THEN … source := cashier_account('cash', …); target :=
# cashier_account('wallet', …)
CASHIER_KIND = re.compile(
    r"WHEN '([a-z-]+)' THEN(?:(?!WHEN).)*?source := cashier_account\('(\w+)'.*?target := "
    r"cashier_account\('(\w+)'",
    re.DOTALL,
)
# Demonstration credits of a new wallet. They are posted in three places, all from the same account.
OPENING = ("opening", "cash", "wallet")
# A correction goes either way between these two.
ADJUSTMENTS = (("adjustment", "adjustment", "wallet"), ("adjustment", "wallet", "adjustment"))

# The database's functions read them from the row (players/wallet/bank/database/chargebacks.sql).
CHARGEBACKS = (
    ("chargeback", "adjustment", "cash"),
    ("chargeback-won", "cash", "adjustment"),
    ("chargeback-recovered", "wallet", "adjustment"),
)


def routes() -> list[tuple[str, str, str]]:
    """Every kind of transfer with the kinds of its source and target accounts."""
    table_transfers = [
        (kind.value, source.value, target.value) for kind, (source, target) in TRANSFER_ACCOUNTS.items()
    ]
    payments = CASHIER_KIND.findall(CASHIER_LAW.read_text("utf-8"))
    return [*table_transfers, *payments, *ADJUSTMENTS, *CHARGEBACKS, OPENING]


def account_kinds() -> str:
    rows = [
        (code(kind.value), kind.label, "no" if kind.value in Account.NEVER_BELOW_ZERO else "yes")
        for kind in Account.Kind
    ]
    return table(("kind", "what it holds", "may be negative"), rows)


def transfer_kinds() -> str:
    rows = [(code(kind), NAMES[kind], code(source), code(target)) for kind, source, target in routes()]
    return table(("kind", "name on statements", "from", "to"), rows)


def account_diagram() -> str:
    """One diagram for each kind of business, because all arrows together cannot be read."""
    parts: dict[str, list[tuple[str, str, str]]] = {
        "Games against the bank": [],
        "Hold'em": [],
        "Jackpot": [],
        "Cashier": [],
    }
    table_kinds = {kind.value for kind in TRANSFER_ACCOUNTS}
    for route in routes():
        parts[_business(route, table_kinds)].append(route)
    return "\n\n".join(f"**{title}**\n\n{_flowchart(group)}" for title, group in parts.items())


def _business(route: tuple[str, str, str], table_kinds: set[str]) -> str:
    kind, source, target = route
    if kind not in table_kinds:
        return "Cashier"
    if "jackpot" in kind:
        return "Jackpot"
    poker = "stack" in (source, target) or kind in ("rake", "buy-in-commission")
    return "Hold'em" if poker else "Games against the bank"


def _flowchart(group: list[tuple[str, str, str]]) -> str:
    kinds: dict[tuple[str, str], list[str]] = defaultdict(list)
    for kind, source, target in group:
        kinds[source, target].append(kind)
    arrows = [
        f'    {source} -->|"{"<br>".join(names)}"| {target}' for (source, target), names in kinds.items()
    ]
    return mermaid("flowchart LR", *arrows)
