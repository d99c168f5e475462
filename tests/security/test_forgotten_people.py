"""When the law lets go, no byte of what is sealed is left: not in the database or an older copy of it, the
audit log, the player's copy or log lines. What is chained stays whole.
"""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.backends.utils import CursorWrapper

from casino.compliance.player_risk.models import Contact
from casino.compliance.returning.models import Resemblance
from casino.web.errors import is_unreachable
from games.models import OpponentNote, RoundNote
from players.administration.models import PlayerNote
from players.audit.models import Line
from players.history.data_copies import archive
from players.history.models import Copy
from players.identity.models import Identity, PaymentAccount, SearchMark, UploadedDocument
from players.identity.registration.demo_data import iban_from_account
from players.identity.staff.keeping import destroy_keys, end_keeping
from players.identity.staff.sealing_rows import (
    clear_names,
    link_accounts,
    seal_names_in_messages,
    seal_rows,
    sealed_models,
    unsealed_rows,
)
from players.identity.verification.account_status import close_player
from players.identity.verification.changes import change_identity
from players.identity.verification.search_marks import complete_search_marks, identities_with
from players.inbox.complaints import open_complaint
from players.inbox.messaging import subject_and_text
from players.inbox.models import ComplaintMessage, Message
from players.models import Person, PersonKey, Player
from players.protection.models import DocumentMark
from players.shared import clock, keeping, person_keys
from players.shared.keeping import DILIGENCE, RECORD, keeping_ends
from players.shared.person_keys import ForgedError, KeyDestroyed, digest
from players.shared.personal_columns import (
    DETAIL,
    ERASED,
    NO_DAY,
    SEALED,
    open_details,
    purpose_of,
    seal_detail,
)
from players.wallet.cashier.models import Payment
from tests.sandbox_cashier import identified

pytestmark = pytest.mark.django_db
PEOPLE = 100
CANARY = "CANARIO"
CHANGED = ("address", "postcode", "profession", "telephone", "town")  # at any time, by the player
# Rows of an older release: what is not a text.
OLDER = {
    "birth": "1990-02-03", "document_number": "PORTO1", "nif": "123456789",
    "iban": "PT50000201231234567890154",
}  # fmt: skip
MADE_OF_SEALED = ("nif_digest", "document_digest", "name_digests", "birth_month", "postal_area")
MADE_OF_ACCOUNTS = ("iban_digest", "ending")


@contextmanager
def erasing() -> Iterator[CursorWrapper]:
    """As the owner changes rows that stay."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('feltro.erasing', 'yes', true)")
        yield cursor
        cursor.execute("SELECT set_config('feltro.erasing', '', true)")


def phone(number: int) -> str:
    return f"351#91{number:07}"


def planted(number: int) -> Player:
    """Somebody whose every sealed column of text holds the canary. The tax number, the account and the phone
    are ones of their own.
    """
    person = Person.objects.create_user(f"p{number}@casa.example", None)
    player = Player.objects.create(person=person, alias=f"Pessoa {number}", status="active")
    identity = Identity.objects.get(player=identified(player))
    identity.name, identity.document_number = f"{CANARY} {number}", f"{CANARY}{number:05}"
    identity.save(update_fields=["name", "document_number"])
    change_identity(identity=identity, by=person, **dict.fromkeys(CHANGED, f"{CANARY} {number}"[:12]))
    UploadedDocument.objects.create(
        player=player,
        kind="identity",
        name=f"{CANARY} {number}.pdf",
        type="application/pdf",
        size=1,
        digest="0" * 64,
    )
    open_complaint(player=player, category="other", text=f"{CANARY} {number}: a minha conta")
    account = PaymentAccount.objects.get(player=player)
    account.holder, account.owner, account.owner_name = f"{CANARY} {number}", "close-match", CANARY
    account.iban = iban_from_account(f"00350001{number:013}")
    with erasing():
        account.save()
    Payment.objects.create(
        id=uuid4(), player=player, direction="deposit", cents=1_000, status="returned", method="mb-way",
        instrument=phone(number), payer=f"{CANARY} {number}",
    )  # fmt: skip
    owned = {"player": player, "text": f"{CANARY} {number}"}
    PlayerNote.objects.create(by=person, **owned)
    OpponentNote.objects.create(about=player, **owned)
    RoundNote.objects.create(round_id=number, **owned)
    Contact.objects.create(player=player, person=person, method="call", notes=f"{CANARY} {number}")
    name = seal_detail(player.pk, RECORD, f"{CANARY} {number}")
    Message.objects.create(
        player=player, kind="account-owner", details={"ending": "0", "owner": "close-match", "name": name}
    )
    Resemblance.objects.create(
        player=player, blocked=player, cause="closed", player_digest="0", blocked_digest="1",
        likeness=f"{CANARY} {number}",
    )  # fmt: skip
    return player


def close_before(players: list[Player], years: float) -> None:
    for player in players:
        close_player(player, "pedido")
    with connection.cursor() as cursor:  # the audit line is append-only otherwise
        cursor.execute("ALTER TABLE audit_line DISABLE TRIGGER USER")
        cursor.execute(
            "UPDATE audit_line SET at = at - %s WHERE kind = 'account.closed'",
            [timedelta(days=365.25 * years)],
        )
        cursor.execute("ALTER TABLE audit_line ENABLE TRIGGER USER")


def rows() -> Iterator[str]:
    """Every row of every table as text, binary columns as what they hold."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname, array_agg(CASE WHEN a.atttypid = 'bytea'::regtype THEN "
            "format('encode(%I, ''escape'')', a.attname) ELSE format('%I::text', a.attname) END) "
            "FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 "
            "AND NOT a.attisdropped "
            "WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') GROUP BY 1"
        )
        for table, columns in cursor.fetchall():
            cursor.execute(f'SELECT concat_ws(chr(10), {", ".join(columns)}) FROM "{table}"')
            for (text,) in cursor.fetchall():
                yield f"{table}: {text}"


def sealed_in_the_record() -> list[tuple[str, bytes]]:
    """What somebody finds who kept a copy of the database: every sealed value, and for what it was sealed."""
    found = [
        (purpose_of(model, column), bytes(getattr(row, column)))
        for model in sealed_models()
        for column in model.sealed_columns()
        for row in model._default_manager.exclude(**{column: None})
    ]
    for line in Line.objects.filter(kind="identity.changed"):
        found += [
            (DETAIL, base64.b64decode(value.removeprefix("sealed:")))
            for part in ("before", "after")
            for value in line.details[part].values()
        ]
    return found


def found_in_clear(numbers: list[str]) -> list[str]:
    return [row for row in rows() if CANARY in row or any(number in row for number in numbers)]


def copy_of(player: Player) -> list[str]:
    """The parts of the player's copy in which something sealed is shown."""
    with zipfile.ZipFile(io.BytesIO(archive(player))) as copy:
        parts = json.loads(copy.read("data.json"))["parts"]
    shown = [model for model in sealed_models() if not getattr(model, "INTERNAL", False)]
    sealed = [model._meta.label_lower for model in shown]
    changes = [line for line in parts["audit.line"] if line["kind"] == "identity.changed"]
    told = [message for message in parts["inbox.message"] if message["kind"] == "account-owner"]
    return [*(str(parts[name]) for name in sealed), *map(str, changes), *map(str, told)]


def test_a_hundred_people_are_forgotten_and_the_record_stays_whole(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    players = [planted(number) for number in range(PEOPLE)]
    assert {
        model for model in sealed_models() if model._default_manager.exclude(sealed=None).exists()
    } == set(sealed_models()), "every model with sealed columns is planted"
    numbers = [identity.nif for identity in Identity.objects.all()]
    assert len(set(numbers)) == PEOPLE and min(map(len, numbers)) == 9
    numbers += [account.iban for account in PaymentAccount.objects.all()]
    assert len(set(numbers)) == 2 * PEOPLE
    assert not found_in_clear(numbers), "even while it is kept, the database has it sealed"
    older_copy = sealed_in_the_record()
    assert len(older_copy) == PEOPLE * 22
    opened = [person_keys.unseal(*entry).decode() for entry in older_copy]
    assert sum(CANARY in text for text in opened) == PEOPLE * 17
    assert sum(number in text for text in opened for number in numbers) >= PEOPLE
    assert all(CANARY in text for text in copy_of(players[0])), "the player's own copy has all of it"
    (message,) = Message.objects.filter(player=players[0], kind="account-owner")
    assert f"{CANARY} 0" in subject_and_text(message)[1], "and so has the message"
    lines = list(Line.objects.order_by("id").values_list("id", "details", "at"))

    close_before(players, 10.1)
    assert end_keeping() == 2 * PEOPLE and destroy_keys() == 2 * PEOPLE
    assert end_keeping() == destroy_keys() == 0

    for purpose, sealed in older_copy:
        with pytest.raises(KeyDestroyed):
            person_keys.unseal(purpose, sealed)
    for player in players:
        identity = Identity.objects.get(player=player)
        assert {getattr(identity, name) for name in ("name", *CHANGED)} == {ERASED}
        assert identity.birth == NO_DAY and identity.nif[0] == "0"
        assert identity.document_number.startswith("SEALED")
        assert {getattr(identity, name) for name in MADE_OF_SEALED} == {None}
        assert not DocumentMark.objects.filter(player=player).exists()
        assert ComplaintMessage.objects.get(complaint__player=player).text == ERASED
        assert UploadedDocument.objects.get(player=player).name == ERASED
        for model in (PlayerNote, OpponentNote, RoundNote):
            assert model._default_manager.get(player=player).text == ERASED
        assert Contact.objects.get(player=player).notes == ERASED
        message = Message.objects.get(player=player, kind="account-owner")
        assert CANARY not in "".join(subject_and_text(message))
        account = PaymentAccount.objects.get(player=player)
        assert (account.holder, account.owner_name, account.iban[:4]) == (ERASED, ERASED, "XX00")
        assert {getattr(account, name) for name in MADE_OF_ACCOUNTS} == {None}
        payment = Payment.objects.get(player=player)
        assert (payment.payer, payment.payer_digest, payment.instrument) == ("", None, "")
    complete_search_marks()
    assert not SearchMark.objects.exists(), "and none is made of what is forgotten"
    assert not found_in_clear([*numbers, *map(phone, range(PEOPLE))])
    assert CANARY not in str([open_details(line.details) for line in Line.objects.all()])
    told = capsys.readouterr()
    assert CANARY not in caplog.text + told.out + told.err
    assert not [text for text in copy_of(players[0]) if CANARY in text]
    assert list(Line.objects.order_by("id").values_list("id", "details", "at"))[: len(lines)] == lines
    call_command("person_keys")
    assert f"{2 * PEOPLE} are destroyed" in capsys.readouterr().out


def test_the_scan_finds_what_is_not_sealed() -> None:
    player = planted(1)
    Copy.objects.create(player=player)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE players_person SET first_name = %s WHERE id = %s", [CANARY, player.person_id])
        cursor.execute("UPDATE history_copy SET data = %s", [CANARY.encode()])
    assert sorted(row.split(":")[0] for row in rows() if CANARY in row) == [
        "history_copy", "players_person",
    ]  # fmt: skip


def test_nothing_ends_before_its_law_lets_go() -> None:
    player = planted(1)
    assert end_keeping() == 0, "the account is open"
    close_before([player], 7.1)
    assert end_keeping() == 1 and destroy_keys() == 1, "documents are kept for seven years"
    assert UploadedDocument.objects.get(player=player).name == ERASED
    assert Identity.objects.get(player=player).town.startswith(CANARY), "the record is kept for ten"
    with (
        pytest.raises(DatabaseError, match="have to be kept"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("SELECT end_keeping(%s, 'record')", [player.pk])


@pytest.mark.parametrize("kind", [RECORD, DILIGENCE])
@pytest.mark.parametrize(
    "closed", ["2016-02-29T12:00", "2026-11-30T23:59", "2027-07-09T23:59", "2027-07-10T00:00"]
)
def test_the_database_and_the_page_know_the_same_end(kind: str, closed: str) -> None:
    moment = datetime.fromisoformat(closed).replace(tzinfo=clock.LISBON)
    with connection.cursor() as cursor:
        cursor.execute("SELECT keeping_ends(%s, %s)", [kind, moment])
        assert cursor.fetchone() == (keeping_ends(kind, moment),)


def test_each_rule_of_keeping_is_tried_above() -> None:
    days = sorted({rule.since.isoformat() for rule in keeping.RULES})
    assert days == ["2015-01-01", "2027-07-10"], "try a new rule's day, and the day before it"


def test_rows_of_an_older_release_are_read_and_then_sealed() -> None:
    player = planted(1)
    of_older_releases = [model for model in sealed_models() if model is not Resemblance]
    with erasing() as cursor:
        for model in of_older_releases:
            values = [*(f"{name} = '{OLDER.get(name, 'Porto')}'" for name in model.PERSONAL)]
            values += [f"{name} = NULL" for name in model.sealed_columns()]
            cursor.execute(f"UPDATE {model._meta.db_table} SET {', '.join(values)}")
        cursor.execute("UPDATE players_person SET first_name = 'Porto' WHERE id = %s", [player.person_id])
        PaymentAccount.objects.update(**dict.fromkeys(MADE_OF_ACCOUNTS))
    Identity.objects.update(**dict.fromkeys(MADE_OF_SEALED))
    Payment.objects.update(payer_digest=None)
    assert Identity.objects.get(player=player).town == "Porto"
    asked = {"document_kind": "passport", "document_country": "FR", "document_number": "X1"}
    assert Identity.objects.filter(identities_with(nif=OLDER["nif"], **asked)).exists(), "nobody comes twice"
    for model in of_older_releases:
        count = unsealed_rows(model).count()
        assert seal_rows(model) == count > 0 and seal_rows(model) == 0
        for row in model._default_manager.all():
            for name in model.PERSONAL:
                assert str(getattr(row, name)) == OLDER.get(name, "Porto")
        for values in model._default_manager.values(*model.PERSONAL):
            assert all(model._meta.get_field(name).stands_in(value) for name, value in values.items())
    assert clear_names() == 1 and clear_names() == 0
    assert Identity.objects.filter(identities_with(nif=OLDER["nif"], **asked)).exists()
    kept = Identity.objects.values_list(*MADE_OF_SEALED).get(player=player)
    assert None not in kept and kept[-2:] == (date(1990, 2, 1), "Po")
    account = PaymentAccount.objects.get()
    assert account.ending == OLDER["iban"][-4:] and account.iban_digest == digest("iban", OLDER["iban"])
    assert Payment.objects.get().payer_digest == digest("payer", "Porto")
    assert SearchMark.objects.filter(kind="iban").count() == 1, "it is found as before"


def test_withdrawals_of_an_older_release_name_their_account_instead_of_a_copy() -> None:
    player, other = planted(1), planted(2)
    account = PaymentAccount.objects.get(player=player)
    number, name = account.iban, account.holder
    with erasing() as cursor:
        cursor.execute(
            "UPDATE identity_paymentaccount SET iban = %s, holder = %s, sealed = NULL WHERE id = %s",
            [number, name, account.pk],
        )

    def withdrawal(owner: Player, iban: str, instrument: str = "", method: str = "sepa-instant") -> Payment:
        return Payment.objects.create(
            id=uuid4(), player=owner, direction="withdrawal", cents=1_000, status="paid", method=method,
            iban=iban, holder=name, instrument=instrument,
        )  # fmt: skip

    elsewhere = iban_from_account(f"00350001{9:013}")
    linked = [
        withdrawal(player, number),
        withdrawal(player, elsewhere, elsewhere),
        withdrawal(player, "", "···· 4321", "card"),
    ]
    kept = [withdrawal(player, elsewhere), withdrawal(other, number)]
    payees = {payment.pk: payment.payee for payment in (*linked, *kept)}
    assert link_accounts() == len(linked) and link_accounts() == 0
    seal_rows(PaymentAccount)
    found = {payment.pk: payment for payment in Payment.objects.filter(pk__in=payees)}
    assert {pk: payment.payee for pk, payment in found.items()} == payees, "no page shows another account"
    for payment in linked:
        row = found[payment.pk]
        assert (row.account_id, row.iban, row.holder) == (account.pk, "", "")
    assert {found[payment.pk].account_id for payment in kept} == {None}, "nobody guesses"


def test_a_message_of_an_older_release_is_read_and_then_sealed() -> None:
    player = planted(1)
    details = {"ending": "0154", "owner": "close-match", "name": "RUI SOUSA"}
    older = Message.objects.create(player=player, kind="account-owner", details=details)
    other = Message.objects.create(player=player, kind="account-owner", details={**details, "name": ""})
    text = subject_and_text(older)
    assert "RUI SOUSA" in text[1] and seal_names_in_messages() == 1 and seal_names_in_messages() == 0
    older.refresh_from_db()
    assert "RUI" not in str(older.details) and subject_and_text(older) == text
    other.refresh_from_db()
    assert other.details["name"] == ""


def test_what_somebody_typed_is_shown_though_it_begins_like_a_sealed_value() -> None:
    """Red before: an error page, for good."""
    for typed in ("sealed: yes", "sealed:", "sealed:AAAA"):
        assert open_details({"reason": typed}) == {"reason": typed}


def test_what_is_empty_stays_empty_and_needs_no_key() -> None:
    person = Person.objects.create_user("novo@casa.example", None)
    player = Player.objects.create(person=person, alias="Novo", status="active")
    deposit = Payment.objects.create(
        id=uuid4(), player=player, direction="deposit", cents=1_000, status="pending"
    )
    stored = Payment.objects.values_list("payer", "payer_digest", "sealed").get(pk=deposit.pk)
    assert stored == ("", None, None) and not PersonKey.objects.filter(player=player).exists()
    deposit.payer = "Rui Sousa"
    deposit.save(update_fields=["payer"])
    assert Payment.objects.values_list("payer", flat=True).get(pk=deposit.pk) == SEALED
    assert Payment.objects.get(pk=deposit.pk).payer == "Rui Sousa"


def test_a_personal_column_is_not_written_past_its_seal() -> None:
    player = planted(1)
    for name, value in (("town", "Porto"), ("nif", "123456789"), ("birth", date(1990, 1, 1))):
        with pytest.raises(TypeError, match="seals it"), transaction.atomic():
            Identity.objects.filter(player=player).update(**{name: value})
    identity = Identity.objects.get(player=player)
    identity.town = "Porto"
    identity.save(update_fields=["town"])
    again = Identity.objects.get(player=player)
    assert again.town == "Porto" and again.address.startswith(CANARY)


def test_who_somebody_is_is_sealed_apart_from_where_they_live() -> None:
    """So that the law by which an address changes lets nobody change a name."""
    player = planted(1)
    before = Identity.objects.values("papers", "sealed").get(player=player)
    identity = Identity.objects.get(player=player)
    change_identity(identity=identity, by=player.person, town="Porto")
    after = Identity.objects.values("papers", "sealed").get(player=player)
    assert after["papers"] == before["papers"] and after["sealed"] != before["sealed"]
    Identity.objects.filter(player=player).update(papers=after["sealed"])
    with pytest.raises(ForgedError):
        _ = Identity.objects.get(player=player).name


def test_one_document_of_another_country_is_another() -> None:
    """The digest follows what is not sealed too."""
    identity = Identity.objects.get(player=planted(1).pk)
    before = identity.document_digest
    identity.document_country = "FR"
    identity.save(update_fields=["document_country"])
    assert Identity.objects.get(pk=identity.pk).document_digest != before


def test_without_its_keys_the_house_says_to_try_again_and_changes_nothing(settings: Any) -> None:
    """Red before: an error page that says something is broken."""
    player = planted(1)
    settings.PERSON_KEYS_FILE = "/nowhere"
    person_keys._opened.clear()
    with pytest.raises(OSError, match="cannot be read") as raised, transaction.atomic():
        open_complaint(player=player, category="other", text="Outra")
    assert is_unreachable(raised.value) and ComplaintMessage.objects.count() == 1
    assert PersonKey.objects.filter(player=player, destroyed=None).count() == 2
