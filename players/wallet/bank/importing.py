"""Takes files of bank and provider in: they are stored as they came, and the worker reads each once.

A file counts as a whole or not at all. What is refused stays in the list with its reason.
"""

from __future__ import annotations

from datetime import date
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import structlog
from django.conf import settings
from django.db import connection, transaction

from players.audit import note
from players.models import Person
from players.shared import clock
from players.shared.background import enqueue_after_commit
from players.wallet.bank import payouts
from players.wallet.bank.camt import ADVICE, STATEMENT, read_statements
from players.wallet.bank.camt import Statement as ReadStatement
from players.wallet.bank.documents import MAX_BYTES, read_document
from players.wallet.bank.models import BankFile, ReconciliationDay, SettlementLine, Statement, StatementLine
from players.wallet.bank.pain import ANSWER, read_answer
from players.wallet.bank.refusals import Refusal, RefusedFile
from players.wallet.bank.settlement import SettlementRow, read_settlement

log = structlog.get_logger(__name__)
SETTLEMENT = "settlement"
LOCK = 0xBA2C  # files are imported and days are closed one after another
ROWS_AT_ONCE = 2_000


def kind_of(content: bytes) -> str:
    """What a file is, by its content: its name is the sender's."""
    return (
        read_document(content).message if content.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] == b"<" else SETTLEMENT
    )


def receive_file(*, name: str, content: bytes, person: Person | None = None) -> BankFile:
    """Stores a file for the worker. One that cannot be read at all is refused at once."""
    fields = {
        "name": Path(name.replace("\\", "/")).name[:120] or "–",
        "digest": sha256(content).hexdigest(),
        "size": len(content),
        "person": person,
    }
    with transaction.atomic():
        try:
            _read(content)
        except RefusedFile as error:
            file = BankFile.objects.create(
                state=BankFile.State.REFUSED, refusal=error.refusal, detail=error.detail, **fields
            )
        else:
            file = BankFile.objects.create(state=BankFile.State.WAITING, content=content, **fields)
            enqueue_after_commit("players.wallet.bank.tasks.read_bank_files")
        if person is not None:
            note("bank.file-sent", person=person, about=f"bankfile:{file.pk}", digest=file.digest)
    return file


def _read(content: bytes) -> None:
    match kind_of(content):
        case kind if kind in (STATEMENT, ADVICE):
            read_statements(content)
        case kind if kind == ANSWER:
            read_answer(content)
        case kind if kind == SETTLEMENT:
            read_settlement(content)
        case other:
            raise RefusedFile(Refusal.UNKNOWN_FORMAT, other)


def receive_folder(folder: Path) -> list[BankFile]:
    """Takes every file of a folder whose content is new. It moves and deletes nothing."""
    received = []
    for path in sorted(path for path in folder.iterdir() if path.is_file() and not path.is_symlink()):
        with path.open("rb") as opened:
            content = opened.read(MAX_BYTES + 1)
        if not BankFile.objects.filter(digest=sha256(content).hexdigest()).exists():
            received.append(receive_file(name=path.name, content=content))
    return received


def read_waiting_files() -> int:
    """Reads the files that wait, in the order in which they came. Returns how many were imported."""
    waiting = (
        BankFile.objects.filter(state=BankFile.State.WAITING).order_by("pk").values_list("pk", flat=True)
    )
    return sum(import_file(pk) for pk in list(waiting))


def import_file(pk: int) -> bool:
    """Imports a waiting file as a whole, or refuses it and says why. Returns whether it was imported."""
    with transaction.atomic():
        lock_books()
        file = BankFile.objects.select_for_update(no_key=True).get(pk=pk)
        if file.state != BankFile.State.WAITING or file.content is None:
            return False
        try:
            with transaction.atomic():
                file.kind = _import(file, bytes(file.content))
            file.state = BankFile.State.IMPORTED
        except RefusedFile as error:
            file.state, file.content = BankFile.State.REFUSED, None
            file.refusal, file.detail = error.refusal, error.detail
            log.warning("bank file refused", file=pk, refusal=error.refusal)
        file.read = clock.now()
        file.save(update_fields=["state", "content", "kind", "refusal", "detail", "read"])
    return file.state == BankFile.State.IMPORTED


def lock_books() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def _import(file: BankFile, content: bytes) -> str:
    if BankFile.objects.filter(digest=file.digest, state=BankFile.State.IMPORTED).exists():
        raise RefusedFile(Refusal.KNOWN)
    kind = kind_of(content)
    match kind:
        case _ if kind in (STATEMENT, ADVICE):
            for statement in read_statements(content):
                _import_statement(file, statement)
        case _ if kind == ANSWER:
            payouts.apply_answer(read_answer(content))
        case _:
            _import_settlement(file, read_settlement(content))
    return kind


def last_closed_day() -> date | None:
    closed = ReconciliationDay.objects.filter(closed__isnull=False).order_by("-day")
    return closed.values_list("day", flat=True).first()


def _check_days(first: date, last: date) -> None:
    if last > clock.day_of(clock.now()):
        raise RefusedFile(Refusal.FUTURE, str(last))
    closed = last_closed_day()
    if closed is not None and first <= closed:
        raise RefusedFile(Refusal.CLOSED_DAY, str(first))


def _import_statement(file: BankFile, read: ReadStatement) -> None:
    if read.iban not in settings.BANK_ACCOUNTS:
        raise RefusedFile(Refusal.WRONG_ACCOUNT, read.iban)
    _check_days(read.since, read.until)
    same = Statement.objects.filter(iban=read.iban, kind=read.kind)
    if same.filter(number=read.number).exists():
        raise RefusedFile(Refusal.CHANGED, read.number)
    if read.kind == STATEMENT and same.filter(since__lte=read.until, until__gte=read.since).exists():
        raise RefusedFile(Refusal.OVERLAP, f"{read.since} – {read.until}")
    statement = Statement.objects.create(
        file=file,
        kind=read.kind,
        iban=read.iban,
        number=read.number[:60],
        since=read.since,
        until=read.until,
        opening=read.opening,
        closing=read.closing,
    )
    StatementLine.objects.bulk_create(
        [
            StatementLine(
                statement=statement,
                position=line.position,
                booked=line.booked,
                cents=line.cents,
                reference=line.reference,
                entry=line.entry[:60],
                text=line.text,
            )
            for line in read.lines
        ],
        batch_size=ROWS_AT_ONCE,
    )
    if read.kind == STATEMENT:
        _compare_balances(read.iban)


def _compare_balances(iban: str) -> None:
    """Writes beside each statement what its opening balance differs from the closing one before it."""
    statements = list(Statement.objects.filter(iban=iban, kind=STATEMENT).order_by("since"))
    changed = []
    for before, after in pairwise(statements):
        gap = (after.opening or 0) - (before.closing or 0)
        if after.gap != gap:
            after.gap = gap
            changed.append(after)
    Statement.objects.bulk_update(changed, ["gap"])


def reported_until(iban: str) -> date | None:
    """Up to which day the statements of an account follow each other without a break."""
    last: date | None = None
    for statement in Statement.objects.filter(iban=iban, kind=STATEMENT).order_by("since"):
        if last is not None and statement.gap != 0:
            return last
        last = statement.until
    return last


def _import_settlement(file: BankFile, rows: tuple[SettlementRow, ...]) -> None:
    if rows:
        _check_days(min(row.day for row in rows), max(row.day for row in rows))
    known = SettlementLine.objects.filter(transaction__in=[row.transaction for row in rows])
    if twice := known.values_list("transaction", flat=True).first():
        raise RefusedFile(Refusal.OVERLAP, twice)
    SettlementLine.objects.bulk_create(
        [
            SettlementLine(
                file=file,
                transaction=row.transaction,
                day=row.day,
                reference=row.reference,
                kind=row.kind,
                currency=row.currency,
                cents=row.cents,
                fee=row.fee,
                batch=row.batch,
            )
            for row in rows
        ],
        batch_size=ROWS_AT_ONCE,
    )
