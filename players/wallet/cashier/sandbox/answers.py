"""What the sandbox answers to the house, in the shapes of SIBS' API."""

from __future__ import annotations

from typing import Any

from players.wallet.cashier.sandbox.state import ACCOUNT, ENTITY, Row
from players.wallet.methods import wire

WORDS = {"pending": "Pending", "paid": "Success", "failed": "Declined"}
# What a bank answers about the owner of an account, by the branch in its IBAN: about the name, about the tax
# number, and the name that the bank has. It is sent with "no match" too, as no bank should: the house must
# not show it.
OWNERS = {
    "9901": ("CMTC", "NOAP", "{name}"),
    "9902": ("NMTC", "NOAP", "RUI SEM NOME"),
    "9903": ("NOAP", "NOAP", ""),
    "9904": ("MTCH", "NMTC", ""),
}
HOLDER = "Feltro, conta de jogadores"


def _head(row: Row) -> Row:
    return {
        "returnStatus": wire.return_status(row.get("reason", "")),
        "merchant": {"merchantTransactionId": row["id"]},
        "transactionID": row.get("reference", "SBX-0"),
        "amount": wire.amount(row["cents"]),
    }


def opened(row: Row) -> Row:
    """To the first request: the transaction's number. The signature of the exchange is in its header."""
    return {**_head(row), "paymentStatus": "Pending"}


def token(row: Row) -> str:
    """What stands for the card in every payment; empty for other methods, and until a card was given."""
    return f"tok-{row['card']}" if row.get("card") else ""


def started(row: Row, address: str) -> Row:
    """To the request that starts a method: what the payer needs. `address` is the service's own."""
    method: dict[str, Any] = {}
    number = row["number"]
    if row["method"] == "REFERENCE":
        method["paymentReference"] = {
            "entity": ENTITY,
            "reference": number,
            "amount": wire.amount(row["cents"]),
            "status": "UNPAID",
        }
    elif row["method"] == "XPAY":
        method["creditorAccount"] = {"iban": ACCOUNT, "name": HOLDER, "remittanceInformation": f"FT {number}"}
    elif row["method"] == "CARD":
        method["fieldsUrl"] = f"{address}/fields/{row['reference']}"
    word = "Declined" if row["status"] == "failed" else "Pending"
    page = f"{address}/pay/{row['reference']}"
    return {**_head(row), "paymentStatus": word, "redirectUrl": page, **method}


def status(row: Row | None, number: str) -> Row:
    """To a question about a payment; without a status if the service does not know it."""
    if row is None:
        return {"merchant": {"merchantTransactionId": number}, "returnStatus": {"statusCode": "E0404"}}
    word = "Partial" if row["status"] == "pending" and row.get("asks_for_proof") else row["status"]
    answer = {
        **_head(row),
        "paymentStatus": WORDS.get(word, word),
        "paymentType": wire.PAYOUT if row["kind"] == "payout" else wire.PURCHASE,
        "paymentMethod": row.get("method", ""),
        "takenBack": row.get("taken_back", ""),
        "payer": {"name": row.get("payer", ""), "iban": row.get("account", "")},
    }
    if card := row.get("card"):
        answer["token"] = {
            "value": token(row),
            "tokenType": "Card",
            "maskedPAN": f"********{card}",
        }
    return answer


def owner(data: Row) -> Row:
    """To the question whose an account is. Every account is the named person's, but for four branches."""
    name = data["party"]["name"]
    by_name, by_number, matched = OWNERS.get(data["partyAccount"]["iban"][8:12], ("MTCH", "MTCH", ""))
    first, _, rest = name.partition(" ")
    return {
        "merchant": data["merchant"],
        "partyNameMatch": by_name,
        "partyIdMatch": by_number,
        "matchedName": matched.format(name=f"{first} Maria {rest}".upper()),
    }
