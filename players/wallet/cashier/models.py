"""Deposits and withdrawals, the gateway's notifications, requests still to be sent, staff corrections."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from django.conf import settings
from django.db import models
from django.db.models import Case, When
from django.db.models.functions import Now
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from players.identity.models import PaymentAccount
from players.record_names import moment_name
from players.shared.keeping import RECORD
from players.shared.money import format_money
from players.shared.person_keys import digest
from players.shared.personal_columns import DerivedCharField, PersonalCharField, SealedRow
from players.wallet.methods.descriptions import CARD, method_name

# Withdrawals on hold, the oldest first; then all other payments, the latest first.
QUEUE_ORDER = (
    Case(When(status="held", then=0), default=1),
    Case(When(status="held", then="made")),
    models.F("made").desc(),
)


class Payee(NamedTuple):
    iban: str  # empty if it goes to a card
    holder: str


class Payment(SealedRow):
    """One deposit or withdrawal, from the request to its end. Refused requests are stored too."""

    PERSONAL: ClassVar = ("payer",)
    KEEPING: ClassVar = RECORD
    # Left out of the player's copy of their data.
    STAFF_COLUMNS: ClassVar = ("held", "next_query", "token", "payer_digest")

    class Direction(models.TextChoices):
        DEPOSIT = "deposit", _("deposit")
        WITHDRAWAL = "withdrawal", _("withdrawal")

    class Status(models.TextChoices):
        REFUSED = "refused", _("refused")
        ASKED = "asked", _("being prepared")
        PENDING = "pending", _("waiting for the payment")
        HELD = "held", _("under review")
        RELEASED = "released", _("released")
        SENT = "sent", _("on its way")
        PAID = "paid", _("paid")
        FAILED = "failed", _("not paid")
        CANCELLED = "cancelled", _("cancelled")
        DECLINED = "declined", _("refused by the house")
        RETURNED = "returned", _("sent back")

    class Cause(models.TextChoices):
        PLAYER = "player", _("requested by the player")
        EXCLUSION = "exclusion", _("exclusion without end")
        CLOSED = "closed", _("account closed")

    # Chosen by the client, so a repeated request makes no second payment.
    id = models.UUIDField(primary_key=True)
    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="payments", verbose_name=_("player"), db_index=False
    )
    direction = models.CharField(_("what"), max_length=10, choices=Direction)
    cents = models.BigIntegerField(_("amount, in cents"))
    status = models.CharField(_("status"), max_length=10, choices=Status)
    cause = models.CharField(_("reason for the request"), max_length=10, choices=Cause, default=Cause.PLAYER)
    # Why it was refused, held or failed: a code of `payment_reasons`.
    reason = models.CharField(_("reason"), max_length=40, blank=True)
    # Why staff had to release it; kept when the payment continues.
    held = models.CharField(_("held because"), max_length=40, blank=True, db_default="")
    # A code of `methods.descriptions`.
    method = models.CharField(_("payment method"), max_length=16, blank=True, db_default="")
    # With what it is paid: the phone, the last four digits of the card, the account. Never a card's number.
    instrument = models.CharField(_("paid with"), max_length=60, blank=True, db_default="")
    # What the provider keeps in place of the card's number, so that money can go back to the card.
    token = models.CharField(max_length=60, blank=True, db_default="")
    # Who paid, as the provider names them.
    payer = PersonalCharField(_("payer"), max_length=200, blank=True, db_default="")
    payer_digest = DerivedCharField(
        max_length=40, null=True, derive=lambda row: digest("payer", row.payer) if row.payer else None
    )
    # What the payer has to know to pay: entity and reference, or an account.
    instructions = models.JSONField(_("instructions to the payer"), default=dict, db_default={})
    # Until when it can be paid.
    expires = models.DateTimeField(_("to be paid until"), null=True)
    reference = models.CharField(_("gateway's reference"), max_length=60, blank=True)
    url = models.CharField(max_length=300, blank=True)
    # The registered account when a withdrawal was requested. Nothing of it is copied; accounts are never
    # deleted, and this is checked where money leaves (`cashier_goes_to`).
    account = models.ForeignKey(
        PaymentAccount,
        models.PROTECT,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
        verbose_name=_("payment account"),
    )
    # A withdrawal of an older release has a copy of both instead.
    iban = models.CharField("IBAN", max_length=34, blank=True)
    holder = models.CharField(_("holder"), max_length=200, blank=True)
    made = models.DateTimeField(_("requested"), db_default=Now())
    changed = models.DateTimeField(_("changed"), db_default=Now())
    # When the money reached the wallet, or left it finally.
    credited = models.DateTimeField(_("settled"), null=True)
    before = models.BigIntegerField(_("balance before, in cents"), null=True)
    after = models.BigIntegerField(_("balance after, in cents"), null=True)
    # When the gateway is queried next, until it reports a final status.
    next_query = models.DateTimeField(_("next query to the gateway"), null=True)
    # A withdrawal that waits: until when the player was promised its present step (`payout_clock`).
    promised = models.DateTimeField(_("promised until"), null=True)

    class Meta:
        verbose_name = _("payment")
        verbose_name_plural = _("payments")
        permissions: ClassVar[Any] = [
            ("release_payment", "Can release or refuse a withdrawal"),
            ("review_payer", "Can review a deposit from another person's account"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=models.Q(cents__gt=0), name="a_payment_moves_something"),
            models.CheckConstraint(
                condition=models.Q(before=None, after=None)
                | models.Q(direction="deposit", after=models.F("before") + models.F("cents"))
                | models.Q(direction="withdrawal", after=models.F("before") - models.F("cents")),
                name="before_movement_after",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", models.F("made").desc(), name="payment_by_player"),
            models.Index("player", "status", "credited", name="payment_of_periods"),
            models.Index("next_query", name="payment_to_query", condition=models.Q(next_query__isnull=False)),
            models.Index("made", name="payment_held", condition=models.Q(status="held")),
            models.Index("changed", name="payment_by_change"),
            models.Index("made", "id", name="payment_by_time"),
            models.Index(*QUEUE_ORDER, name="payment_queue"),
            models.Index("changed", name="payment_of_other_payer", condition=models.Q(reason="other-payer")),
            models.Index("credited", name="payment_by_credit", condition=models.Q(status="paid")),
            # Who else paid with it.
            models.Index(
                "instrument",
                "player",
                "credited",
                name="payment_by_instrument",
                condition=models.Q(status="paid", direction="deposit"),
            ),
            models.Index(
                "promised",
                name="payment_by_promise",
                condition=models.Q(status__in=("held", "released", "sent"), promised__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_direction_display()} · {format_money(self.cents, 'EUR')}"

    @property
    def method_name(self) -> str:
        """The name of the payment method; empty for payments that carry none."""
        return method_name(self.method) if self.method else ""

    @property
    def incoming(self) -> bool:
        return self.direction == self.Direction.DEPOSIT

    @property
    def payee(self) -> Payee:
        """Where a withdrawal goes: back to what the player paid with, or to the registered account."""
        if self.account is None:
            return Payee(self.iban, self.holder)
        if not self.instrument:
            return Payee(self.account.iban, self.account.holder)
        return Payee("" if self.method == CARD else self.instrument, self.account.holder)

    def goes_to(self, account: PaymentAccount | None) -> bool:
        """As the database compares it (`cashier_goes_to`)."""
        if account is None or self.account_id is not None:
            return account is not None and self.account_id == account.pk
        return account.sealed is None and (self.iban, self.holder) == (account.iban, account.holder)


class GatewayRequest(models.Model):
    """A request to the gateway, stored with the change that requires it and repeated until it succeeds."""

    class Kind(models.TextChoices):
        OPEN = "open", _("open a deposit")
        CANCEL = "cancel", _("cancel a deposit")
        REFUND = "refund", _("send a deposit back")
        PAY_OUT = "pay-out", _("pay out")

    payment = models.ForeignKey(
        Payment, models.PROTECT, related_name="gateway_requests", verbose_name=_("payment")
    )
    kind = models.CharField(_("what"), max_length=10, choices=Kind)
    made = models.DateTimeField(_("made"), db_default=Now())
    done = models.DateTimeField(_("done"), null=True)
    tries = models.IntegerField(_("tries"), default=0)
    next_try = models.DateTimeField(_("next try"), db_default=Now())
    trouble = models.CharField(_("last problem"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("instruction to the gateway")
        verbose_name_plural = _("instructions to the gateway")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("payment", "kind", name="a_gateway_request_once")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("next_try", name="gateway_request_to_send", condition=models.Q(done=None))
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {moment_name(self.made)}"


class Notification(models.Model):
    """A notification of the gateway as received, and its outcome. Append-only; each is processed once."""

    class Outcome(models.TextChoices):
        CHECKING = "checking", _("checked with the gateway")
        KNOWN = "known", _("already known")
        STALE = "stale", _("out of date")
        UNKNOWN = "unknown", _("not one of our payments")
        MISMATCH = "mismatch", _("different amount")
        CONTRADICTION = "contradiction", _("contradicts a final status")
        CHARGEBACK = "chargeback", _("the payer's bank takes it back")

    id = models.CharField(_("gateway's number"), max_length=60, primary_key=True)
    payment = models.UUIDField(_("payment"), null=True, db_index=True)
    status = models.CharField(_("status reported"), max_length=10)
    received = models.DateTimeField(_("received"), db_default=Now())
    outcome = models.CharField(_("outcome"), max_length=14, choices=Outcome)
    body = models.TextField(_("original text"))

    class Meta:
        verbose_name = _("notification of the gateway")
        verbose_name_plural = _("notifications of the gateway")

    def __str__(self) -> str:
        return f"{self.get_outcome_display()} · {moment_name(self.received)}"

    @property
    def reported(self) -> str:
        """The status that the gateway reported, in words."""
        return str(dict(Payment.Status.choices).get(self.status, self.status))


class PayoutStep(models.Model):
    """When a withdrawal entered a step, and until when the player was promised its end.

    The database writes it with the status, at its own time. A review has one code, whatever caused it: it
    tells nobody why.
    """

    class Code(models.TextChoices):
        ACCOUNT = "account", _("waits for the new payment account")
        REVIEW = "review", _("under review")
        QUEUE = "queue", _("released, about to be sent")
        BANK = "bank", _("at the payment service")
        PAID = "paid", _("paid")
        BACK = "back", _("back in the balance")

    payment = models.ForeignKey(Payment, models.PROTECT, related_name="steps", verbose_name=_("payment"))
    code = models.CharField(_("step"), max_length=10, choices=Code)
    at = models.DateTimeField(_("since"))
    promised = models.DateTimeField(_("promised until"), null=True)

    class Meta:
        verbose_name = _("step of a withdrawal")
        verbose_name_plural = _("steps of withdrawals")
        indexes: ClassVar[list[models.Index]] = [models.Index("at", name="payout_step_by_time")]

    def __str__(self) -> str:
        return f"{self.get_code_display()} · {moment_name(self.at)}"


class ProtectionConfirmation(models.Model):
    """A player has read how their money is protected if the house fails, in these words. Append-only."""

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="protection_confirmations", verbose_name=_("player")
    )
    # Of the words: it changes with the protection and with its text.
    version = models.CharField(_("version"), max_length=24)
    words = models.TextField(_("words"))
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("confirmation of the protection of funds")
        verbose_name_plural = _("confirmations of the protection of funds")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("player", "version", name="a_protection_is_confirmed_once")
        ]

    def __str__(self) -> str:
        return f"{self.version} · {moment_name(self.at)}"


class WithdrawalDecision(models.Model):
    """One member of staff's decision about a withdrawal on hold.

    Append-only; one decision for each person and withdrawal.
    """

    class Verb(models.TextChoices):
        RELEASE = "release", _("released")
        REFUSE = "refuse", _("refused")

    payment = models.ForeignKey(Payment, models.PROTECT, related_name="decisions", verbose_name=_("payment"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("decided by")
    )
    verb = models.CharField(pgettext_lazy("what a person decided", "decided"), max_length=8, choices=Verb)
    reason = models.CharField(_("reason"), max_length=200)
    at = models.DateTimeField(_("at"), db_default=Now())
    # Whether this release needs no second one: the database writes it, by the ceilings of that moment.
    suffices = models.BooleanField(_("needs no second person"), default=False)

    class Meta:
        db_table = "cashier_decision"
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("payment", "person", name="nobody_decides_twice"),
            models.CheckConstraint(condition=~models.Q(reason=""), name="a_decision_says_why"),
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.payment_id}"


class Ceiling(models.Model):
    """An amount by which the house decides who looks at money, as it is or was in force.

    Its values never change: a new one takes the place of an earlier one for the same role and method.
    """

    class What(models.TextChoices):
        REVIEW = "review", _("withdrawal: a person looks at it from")
        TWO = "two", _("withdrawal: two people release it from")
        CORRECTION = "correction", _("correction: at most")
        CORRECTION_DAY = "correction-day", _("corrections of one player in 24 hours: at most")
        MATCH = "match", _("difference with the bank: two people decide from")

    class State(models.TextChoices):
        PROPOSED = "proposed", _("waiting for a second person")
        IN_FORCE = "in-force", _("approved")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    OF_ROLES: ClassVar = (What.TWO, What.CORRECTION, What.MATCH)
    OF_METHODS: ClassVar = (What.REVIEW, What.TWO)

    what = models.CharField(_("ceiling"), max_length=16, choices=What)
    # Of the person who decides; nobody's in particular if empty.
    role = models.ForeignKey(
        "auth.Group", models.PROTECT, null=True, related_name="+", verbose_name=_("role")
    )
    # A code of `methods.descriptions`; any method if empty.
    method = models.CharField(_("payment method"), max_length=16, blank=True)
    # Without an amount of its own it follows what is more general.
    cents = models.BigIntegerField(_("amount, in cents"), null=True)
    # Not before this moment; at once when it is decided, if empty.
    begins = models.DateTimeField(_("in force from"), null=True)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PROPOSED)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("proposed by")
    )
    reason = models.CharField(_("reason"), max_length=200)
    at = models.DateTimeField(_("proposed"), db_default=Now())
    decider = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("decided by")
    )
    decided = models.DateTimeField(_("decided"), null=True)
    answer = models.CharField(_("answer"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("ceiling")
        verbose_name_plural = _("ceilings")
        default_permissions = ("add", "view")
        permissions: ClassVar[Any] = [("approve_ceiling", "Can decide about ceilings")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=models.Q(cents__gt=0), name="a_ceiling_is_an_amount"),
            models.CheckConstraint(
                condition=models.Q(role=None) | models.Q(what__in=("two", "correction", "match")),
                name="a_ceiling_of_roles",
            ),
            models.CheckConstraint(
                condition=models.Q(method="") | models.Q(what__in=("review", "two")),
                name="a_ceiling_of_methods",
            ),
            # So what a proposal changes never changes meanwhile.
            models.UniqueConstraint(
                fields=("what", "role", "method"),
                condition=models.Q(state="proposed"),
                nulls_distinct=False,
                name="one_proposal_of_a_ceiling",
            ),
        ]

    def __str__(self) -> str:
        return ceiling_name(self)


def ceiling_name(row: Ceiling) -> str:
    """Such as «withdrawal: two people release it from · cashier · payment card · 500,00 €»."""
    amount = _("no amount of its own") if row.cents is None else format_money(row.cents, "EUR")
    role = gettext(row.role.name) if row.role else ""
    method = method_name(row.method) if row.method else ""
    return " · ".join(str(part) for part in (row.get_what_display(), role, method, amount) if part)


class Adjustment(models.Model):
    """A correction of a player's balance by staff, with a ticket, a reason and a second person who
    approves it.
    """

    STAFF_COLUMNS: ClassVar = ("ticket", "reason")  # left out of the player's copy of their data

    class Status(models.TextChoices):
        ASKED = "asked", _("waiting for a second person")
        DONE = "done", _("done")
        REFUSED = "refused", _("refused")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="adjustments", verbose_name=_("player")
    )
    cents = models.BigIntegerField(_("amount, in cents"))
    ticket = models.CharField(_("ticket"), max_length=40)
    reason = models.CharField(_("reason"), max_length=200)
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.ASKED)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("requested by")
    )
    requested_at = models.DateTimeField(_("requested"), db_default=Now())
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("decided by")
    )
    decided = models.DateTimeField(_("decided"), null=True)
    before = models.BigIntegerField(_("balance before, in cents"), null=True)
    after = models.BigIntegerField(_("balance after, in cents"), null=True)

    class Meta:
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        permissions: ClassVar[Any] = [("approve_adjustment", "Can approve or refuse a correction")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=~models.Q(cents=0), name="a_correction_moves_something"),
            models.CheckConstraint(
                condition=~models.Q(ticket="") & ~models.Q(reason=""), name="a_correction_says_why"
            ),
            models.CheckConstraint(
                condition=models.Q(decided_by=None) | ~models.Q(decided_by=models.F("requested_by")),
                name="nobody_approves_their_own_correction",
            ),
            models.CheckConstraint(
                condition=models.Q(status="asked", decided_by=None)
                | ~models.Q(status="asked") & models.Q(decided_by__isnull=False),
                name="a_decided_correction_has_a_second_person",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ticket} · {format_money(self.cents, 'EUR', signed=True)}"
