"""Statements, advices and settlement files for tests, small enough to read."""

from __future__ import annotations

from xml.sax.saxutils import escape

IBAN = "PT50000201231234567890154"
HEADER = "transaction;day;reference;kind;currency;amount;fee;batch"


def amount(cents: int, currency: str = "EUR") -> str:
    figure = f"{abs(cents) // 100}.{abs(cents) % 100:02d}"
    return f'<Amt Ccy="{currency}">{figure}</Amt><CdtDbtInd>{"DBIT" if cents < 0 else "CRDT"}</CdtDbtInd>'


def balance(kind: str, cents: int, day: str) -> str:
    return f"<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp>{amount(cents)}<Dt><Dt>{day}</Dt></Dt></Bal>"


def entry(
    cents: int,
    reference: str = "",
    *,
    day: str = "2026-11-24",
    number: str = "",
    status: str = "BOOK",
    details: str = "",
) -> str:
    one = f"<TxDtls><Refs><EndToEndId>{escape(reference)}</EndToEndId></Refs></TxDtls>" if reference else ""
    return (
        f"<Ntry>{amount(cents)}<Sts><Cd>{status}</Cd></Sts><BookgDt><Dt>{day}</Dt></BookgDt>"
        f"<ValDt><Dt>{day}</Dt></ValDt><AcctSvcrRef>{number or 'E-' + reference}</AcctSvcrRef>"
        f"<NtryDtls>{details or one}</NtryDtls></Ntry>"
    )


def part(cents: int, reference: str) -> str:
    """A payment inside of an entry."""
    return f"<TxDtls><Refs><EndToEndId>{reference}</EndToEndId></Refs>{amount(cents)}</TxDtls>"


def statement(
    *entries: str,
    opening: int = 100_000,
    closing: int | None = None,
    day: str = "2026-11-24",
    number: str = "S1",
    iban: str = IBAN,
    cents: int = 0,
    balances: str | None = None,
) -> bytes:
    """`cents` is what the entries add up to."""
    last = opening + cents if closing is None else closing
    shown = balance("OPBD", opening, day) + balance("CLBD", last, day) if balances is None else balances
    return _document(
        "053",
        "BkToCstmrStmt",
        f"<Stmt><Id>{number}</Id><CreDtTm>{day}T23:00:00</CreDtTm>"
        f"<FrToDt><FrDtTm>{day}T00:00:00</FrDtTm><ToDtTm>{day}T23:59:59</ToDtTm></FrToDt>"
        f"<Acct><Id><IBAN>{iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>{shown}{''.join(entries)}</Stmt>",
    )


def advice(*entries: str, day: str = "2026-11-24", number: str = "A1", iban: str = IBAN) -> bytes:
    return _document(
        "054",
        "BkToCstmrDbtCdtNtfctn",
        f"<Ntfctn><Id>{number}</Id><CreDtTm>{day}T23:00:00</CreDtTm>"
        f"<Acct><Id><IBAN>{iban}</IBAN></Id></Acct>{''.join(entries)}</Ntfctn>",
    )


def _document(message: str, root: str, content: str) -> bytes:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.{message}.001.08">'
        f"<{root}><GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-24T23:00:00</CreDtTm></GrpHdr>{content}</{root}></Document>"
    ).encode()


def settlement(*rows: str, cents: int, fee: int = 0) -> bytes:
    figures = (
        f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d};{fee // 100}.{fee % 100:02d}"
    )
    return "\n".join([HEADER, *rows, f"total;{len(rows)};;;EUR;{figures};"]).encode()
