"""Identities and their checks, registrations, documents, erasures, payment accounts, terms and sign-ins."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import Player
from players.record_names import moment_name
from players.shared.keeping import DILIGENCE, RECORD
from players.shared.name_digests import name_digests
from players.shared.person_keys import digest
from players.shared.personal_columns import (
    DerivedArrayField,
    DerivedCharField,
    DerivedDateField,
    PersonalCharField,
    PersonalDateField,
    PersonalNumberField,
    SealedField,
    SealedRow,
)
from players.wallet.account_owner import OwnerMatch


class IdentityState(models.TextChoices):
    """The state of an identity check. `verification.transitions` lists the permitted changes of state."""

    ASKED = "asked", _("being checked")
    CORRECT = "correct", _("data to correct")
    DOCUMENTS = "documents", _("documents requested")
    QUEUED = "queued", _("documents under review")
    VERIFIED = "verified", _("verified")
    REFUSED = "refused", _("refused")


class Document(models.TextChoices):
    CITIZEN_CARD = "citizen-card", _("citizen card")
    PASSPORT = "passport", _("passport")
    RESIDENCE = "residence", _("residence permit")


class Draft(models.Model):
    """An unfinished registration with the data of each completed step. It is not an account yet."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    begun = models.DateTimeField(_("begun"), db_default=Now())
    changed = models.DateTimeField(_("changed"), db_default=Now())
    step = models.CharField(_("step"), max_length=10, default="access")
    email = models.EmailField(_("e-mail"), blank=True)
    password = models.CharField(max_length=128, blank=True)  # its hash
    answers = models.JSONField(_("answers so far"), default=dict)
    code = models.CharField(max_length=128, blank=True)  # the hash of the code that was sent
    code_until = models.DateTimeField(null=True)
    code_tries = models.SmallIntegerField(default=0)
    confirmed = models.DateTimeField(_("e-mail confirmed"), null=True)
    player = models.OneToOneField(
        Player, models.PROTECT, null=True, related_name="draft", verbose_name=_("player")
    )

    class Meta:
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")
        indexes: ClassVar[list[models.Index]] = [models.Index("changed", name="draft_by_change")]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} · {moment_name(self.begun)}"


# No tax number begins with a zero, `parse_document_number` lets no document number begin like this, and no
# country is called XX.
SEALED_NIF, SEALED_DOCUMENT, SEALED_IBAN = "0", "SEALED", "XX00"


def nif_digest(nif: str) -> str:
    return digest("nif", nif)


def document_digest(kind: str, country: str, number: str) -> str:
    return digest("document", f"{kind}|{country}|{number}")


class Identity(SealedRow):
    """A player's legal identity. One person has one account: tax numbers and documents are unique.

    Who somebody is (`papers`) is sealed apart from where they live and what they do: the former changes when
    a correction was asked for, the latter at any time.
    """

    PERSONAL: ClassVar = (
        "name", "birth", "document_number", "nif", "profession", "address", "postcode", "town",
        "telephone",
    )  # fmt: skip
    KEEPING: ClassVar = RECORD
    # Left out of the player's copy of their data, which has what they were made of.
    STAFF_COLUMNS: ClassVar = ("nif_digest", "document_digest", "name_digests", "birth_month", "postal_area")

    player = models.OneToOneField(Player, models.PROTECT, related_name="identity", verbose_name=_("player"))
    name = PersonalCharField(_("full name"), max_length=200, sealed_in="papers")
    birth = PersonalDateField(_("date of birth"), sealed_in="papers")
    nationality = models.CharField(_("nationality"), max_length=2)
    profession = PersonalCharField(_("profession"), max_length=80)
    address = PersonalCharField(_("address"), max_length=200)
    postcode = PersonalCharField(_("postal code"), max_length=12)
    town = PersonalCharField(_("town"), max_length=80)
    country = models.CharField(_("country of residence"), max_length=2)
    # In clear, because figures of a quarter are counted by it. Empty abroad; like the telephone, also of an
    # account that was opened before release 1.1.
    district = models.CharField(_("district"), max_length=30, blank=True, db_default="")
    telephone = PersonalCharField(_("telephone"), max_length=16, blank=True, default="", db_default="")
    document_kind = models.CharField(_("document"), max_length=14, choices=Document)
    document_country = models.CharField(_("issued by"), max_length=2)
    document_number = PersonalNumberField(
        _("document number"), max_length=20, sealed_in="papers", prefix=SEALED_DOCUMENT
    )
    nif = PersonalNumberField(
        _("tax number (NIF)"),
        max_length=9,
        validators=[RegexValidator(r"^\d{9}$")],
        sealed_in="papers",
        prefix=SEALED_NIF,
    )
    state = models.CharField(_("state"), max_length=10, choices=IdentityState, default=IdentityState.ASKED)
    # The answer of the verifier, or the action, that led to this state.
    reason = models.CharField(_("reason"), max_length=20, blank=True)
    # How often the service was queried since the data last changed.
    attempts = models.SmallIntegerField(_("times asked"), default=0)
    corrected = models.SmallIntegerField(_("times corrected"), default=0)
    due = models.DateTimeField(_("asked again at"), null=True)
    changed = models.DateTimeField(_("changed"), db_default=Now())
    verified = models.DateTimeField(_("verified at"), null=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("decided by")
    )
    reference = models.CharField(_("reference of the service"), max_length=60, blank=True)
    papers = SealedField(null=True)
    # What stays to compare and to count: one account for a person, a name that staff search, and the figures
    # of a quarter by age and place.
    nif_digest = DerivedCharField(
        max_length=40, null=True, sealed_in="papers", derive=lambda row: nif_digest(row.nif)
    )
    document_digest = DerivedCharField(
        max_length=40,
        null=True,
        sealed_in="papers",
        derive=lambda row: document_digest(row.document_kind, row.document_country, row.document_number),
        also_of=("document_kind", "document_country"),
    )
    name_digests = DerivedArrayField(
        models.BigIntegerField(), null=True, sealed_in="papers", derive=lambda row: name_digests(row.name)
    )
    birth_month = DerivedDateField(null=True, sealed_in="papers", derive=lambda row: row.birth.replace(day=1))
    postal_area = DerivedCharField(max_length=2, null=True, derive=lambda row: row.postcode[:2])

    class Meta:
        verbose_name = _("identity")
        verbose_name_plural = _("identities")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("nif", name="one_account_for_a_tax_number"),
            models.UniqueConstraint(
                "document_kind", "document_country", "document_number", name="one_account_for_a_document"
            ),
            models.UniqueConstraint("nif_digest", name="one_account_for_a_sealed_tax_number"),
            models.UniqueConstraint("document_digest", name="one_account_for_a_sealed_document"),
            models.CheckConstraint(
                condition=models.Q(nif__regex=r"^[0-9]{9}$"), name="a_tax_number_has_nine_digits"
            ),
            models.CheckConstraint(
                condition=models.Q(document_number__regex=r"^[0-9A-Z]+$"), name="a_document_is_normalised"
            ),
            models.CheckConstraint(
                condition=~models.Q(state="verified") | models.Q(verified__isnull=False),
                name="verified_has_its_hour",
            ),
            models.CheckConstraint(
                condition=models.Q(papers=None)
                | models.Q(nif_digest__isnull=False, document_digest__isnull=False),
                name="what_is_sealed_is_compared",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("due", name="identity_by_due", condition=models.Q(due__isnull=False)),
            GinIndex(fields=["name_digests"], name="identity_by_name_digest"),
            models.Index("state", "changed", name="identity_by_state"),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.get_state_display()}"


class IdentityCheck(models.Model):
    """One query to the identity service or one decision by staff, with the answer. Append-only."""

    identity = models.ForeignKey(Identity, models.PROTECT, related_name="checks", verbose_name=_("identity"))
    at = models.DateTimeField(_("at"), db_default=Now())
    verifier = models.CharField(_("checked with"), max_length=40)
    answer = models.CharField(_("answer"), max_length=20)
    reference = models.CharField(_("reference"), max_length=60, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("by")
    )

    class Meta:
        db_table = "identity_check"
        verbose_name = _("identity check")
        verbose_name_plural = _("identity checks")
        indexes: ClassVar[list[models.Index]] = [models.Index("identity", "id", name="check_by_identity")]

    def __str__(self) -> str:
        return f"{self.verifier}: {self.answer}"


class UploadedDocument(SealedRow):
    """A document uploaded by a player, in the private store under a name that cannot be guessed."""

    PERSONAL: ClassVar = ("name",)
    KEEPING: ClassVar = DILIGENCE

    class Kind(models.TextChoices):
        IDENTITY = "identity", _("identity document")
        ADDRESS = "address", _("proof of address")
        PAYMENT = "payment", _("proof of the payment account")
        CHANGE = "change", _("proof of a change of data")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, models.PROTECT, related_name="documents", verbose_name=_("player"))
    kind = models.CharField(_("what it is"), max_length=10, choices=Kind)
    at = models.DateTimeField(pgettext_lazy("document", "sent"), db_default=Now())
    name = PersonalCharField(_("file"), max_length=120)
    type = models.CharField(_("type"), max_length=20)
    size = models.IntegerField(_("size"))
    digest = models.CharField(max_length=64)
    scanned = models.BooleanField(_("scanned for malware"), default=False)

    class Meta:
        verbose_name = _("document sent")
        verbose_name_plural = _("documents sent")
        indexes: ClassVar[list[models.Index]] = [models.Index("player", "at", name="document_by_player")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.name}"

    @property
    def is_image(self) -> bool:
        return self.type.startswith("image/")


class Erasure(models.Model):
    """A request to erase a player's data.

    One person requests it, another decides, and it ends after the retention period.
    """

    STAFF_COLUMNS: ClassVar = ("reason",)  # not part of the player's copy of their data

    class Status(models.TextChoices):
        ASKED = "asked", pgettext_lazy("erasure", "requested")
        REFUSED = "refused", _("refused")
        APPROVED = "approved", _("approved")
        DONE = "done", _("erased")

    player = models.ForeignKey(Player, models.PROTECT, related_name="erasures", verbose_name=_("player"))
    reason = models.CharField(_("reason"), max_length=200)
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.ASKED)
    requested_at = models.DateTimeField(_("requested"))
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("requested by")
    )
    decided = models.DateTimeField(_("decided"), null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("decided by")
    )
    done = models.DateTimeField(_("erased at"), null=True)
    done_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("by")
    )

    class Meta:
        verbose_name = _("erasure of personal data")
        verbose_name_plural = _("erasures of personal data")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(decided_by=None) | ~models.Q(decided_by=models.F("requested_by")),
                name="an_erasure_takes_two_people",
            ),
            models.CheckConstraint(
                condition=models.Q(status="asked") | models.Q(decided_by__isnull=False),
                name="a_decided_erasure_names_who",
            ),
            models.UniqueConstraint(
                "player", condition=~models.Q(status="refused"), name="one_erasure_of_a_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.status}"


class PaymentAccount(SealedRow):
    """The account in the player's own name to which withdrawals are paid.

    Only one is current; earlier ones are kept. The name that the bank has is sealed apart: the worker alone
    writes it.
    """

    PERSONAL: ClassVar = ("holder", "iban", "owner_name")
    KEEPING: ClassVar = RECORD
    # Left out of the player's copy of their data.
    STAFF_COLUMNS: ClassVar = ("owner_due", "iban_digest", "ending")

    player = models.ForeignKey(
        Player, models.PROTECT, related_name="payment_accounts", verbose_name=_("player")
    )
    iban = PersonalNumberField("IBAN", max_length=34, prefix=SEALED_IBAN)
    holder = PersonalCharField(_("holder"), max_length=200)
    since = models.DateTimeField(_("since"), db_default=Now())
    until = models.DateTimeField(_("until"), null=True)
    # Withdrawals use the account from this time on. The account from registration is usable at once.
    usable = models.DateTimeField(_("receives withdrawals from"), null=True)
    # Whether it is the player's, as the bank answered and when; empty until it has been asked. The worker
    # alone writes the answer, and the database dates it (`players.wallet.cashier.account_owners`).
    owner = models.CharField(
        _("owner, as the bank says"), max_length=12, choices=OwnerMatch, blank=True, db_default=""
    )
    # The name that the bank has, which it tells for a close match alone.
    owner_name = PersonalCharField(
        _("name at the bank"), max_length=140, blank=True, db_default="", sealed_in="owner_sealed"
    )
    owner_answered = models.DateTimeField(_("the bank answered"), null=True)
    # When the bank is asked next, until it has an answer that stays.
    owner_due = models.DateTimeField(null=True, db_default=Now())
    owner_sealed = SealedField(null=True)
    # What stays to compare and to tell: who shares an account, and the digits by which the database tells its
    # player that it was named.
    iban_digest = DerivedCharField(max_length=40, null=True, derive=lambda row: digest("iban", row.iban))
    ending = DerivedCharField(max_length=4, null=True, derive=lambda row: row.iban[-4:])

    class Meta:
        verbose_name = _("payment account")
        verbose_name_plural = _("payment accounts")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "player", condition=models.Q(until=None), name="one_payment_account_at_a_time"
            ),
            models.CheckConstraint(
                condition=models.Q(iban__regex=r"^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$"),
                name="an_iban_is_normalised",
            ),
            models.CheckConstraint(
                condition=models.Q(owner="", owner_answered=None)
                | ~models.Q(owner="") & models.Q(owner_answered__isnull=False),
                name="an_owner_was_answered",
            ),
            models.CheckConstraint(
                condition=models.Q(owner_name="") | models.Q(owner="close-match"),
                name="a_bank_names_a_close_match_alone",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                "owner_due",
                name="payment_account_to_ask",
                condition=models.Q(until=None, owner_due__isnull=False),
            ),
            # Who shares an account, and what is new since a moment.
            models.Index(fields=["iban", "player"], name="payment_account_by_iban"),
            models.Index(fields=["iban_digest", "player"], name="payment_account_by_digest"),
            models.Index("since", name="payment_account_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.iban[:4]}…{self.iban[-4:]}"


class SearchMark(models.Model):
    """A keyed digest of a tax number, document number or IBAN, by which staff find the player."""

    INTERNAL: ClassVar = True  # left out of the player's copy of their data

    class Kind(models.TextChoices):
        NIF = "nif", _("tax number (NIF)")
        DOCUMENT = "document", _("document number")
        IBAN = "iban", "IBAN"

    player = models.ForeignKey(
        Player, models.PROTECT, related_name="+", db_index=False, verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    mark = models.CharField(_("digest"), max_length=48)

    class Meta:
        verbose_name = _("search digest")
        verbose_name_plural = _("search digests")
        # Who has it finds players by name, tax number, document or IBAN.
        default_permissions = ("view",)
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("player", "kind", "mark"), name="one_search_mark_of_a_value")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["mark", "kind"], name="search_mark_by_mark")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind}"


class SignIn(models.Model):
    """One sign-in: its network address, device and method, when it was last seen and how it ended."""

    class Cause(models.TextChoices):
        SIGNED_OUT = "signed-out", _("signed out")
        ELSEWHERE = "elsewhere", _("ended from another device")
        IDLE = "idle", _("ended for inactivity")
        EXPIRED = "expired", _("expired")
        HOUSE = "house", _("ended by the house")
        CREDENTIALS = "changed", _("ended because the credentials changed")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="sign_ins", verbose_name=_("person")
    )
    session = models.CharField(max_length=40, blank=True)  # the digest of the session's key while it is open
    began = models.DateTimeField(_("signed in"), db_default=Now())
    seen = models.DateTimeField(_("last seen"), db_default=Now())
    ended = models.DateTimeField(_("ended"), null=True)
    cause = models.CharField(_("how it ended"), max_length=10, choices=Cause, blank=True)
    address = models.GenericIPAddressField(_("network address"), null=True)
    device = models.CharField(_("device"), max_length=200, blank=True)
    method = models.CharField(_("with"), max_length=40, blank=True)
    epoch = models.IntegerField(db_default=0, editable=False)  # of the credentials; a trigger sets it
    confirmed = models.DateTimeField(null=True, editable=False)  # with a second factor, if there is one

    class Meta:
        verbose_name = _("sign-in")
        verbose_name_plural = _("sign-ins")
        indexes: ClassVar[list[models.Index]] = [
            models.Index("person", models.F("id").desc(), name="sign_in_by_person"),
            models.Index("person", models.F("began").desc(), name="sign_in_by_time"),
            # Whom an address or a device links.
            models.Index(fields=["address", "person"], name="sign_in_by_address"),
            models.Index(fields=["device", "person"], name="sign_in_by_device"),
            # Who else was there a short while before.
            models.Index(fields=["address", "began"], name="sign_in_by_address_time"),
            # The visits of an hour, for the regulator.
            models.Index("began", name="sign_in_by_begin"),
            models.Index("ended", name="sign_in_by_end", condition=models.Q(ended__isnull=False)),
            models.Index("session", name="sign_in_by_session", condition=models.Q(ended=None)),
        ]

    def __str__(self) -> str:
        # Without the person, whose address is masked.
        return f"{self._meta.verbose_name} · {moment_name(self.began)}"


class TestAccount(models.Model):
    """The authorisation of an operator's test account. Reports exclude such accounts. Append-only."""

    STAFF_COLUMNS: ClassVar = ("reason",)  # not part of the player's copy of their data

    player = models.OneToOneField(
        Player, models.PROTECT, related_name="test_account", verbose_name=_("player")
    )
    reason = models.CharField(_("reason"), max_length=200)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("authorised by")
    )
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("test account")
        verbose_name_plural = _("test accounts")

    def __str__(self) -> str:
        return str(self.player)


class AddressChange(models.Model):
    """A player's request to change the e-mail address, with the hash of the code sent to the new address."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="address_changes", verbose_name=_("person")
    )
    before = models.EmailField(_("address before"))
    after = models.EmailField(_("new address"))
    requested_at = models.DateTimeField(_("requested"))
    code = models.CharField(max_length=128, blank=True)  # the hash of the code that was sent
    code_until = models.DateTimeField()
    code_tries = models.SmallIntegerField(default=0)
    confirmed = models.DateTimeField(_("confirmed"), null=True)
    withdrawn = models.BooleanField(_("cancelled by the player"), default=False)

    class Meta:
        verbose_name = _("change of address")
        verbose_name_plural = _("changes of address")

    def __str__(self) -> str:
        return f"{self.person_id} {self.requested_at:%Y-%m-%d}"
