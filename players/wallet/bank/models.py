"""Files of bank and provider, their lines, the match of each day, chargebacks and payout batches."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.record_names import day_name, moment_name
from players.shared.money import MINUS, format_money
from players.shared.number_formats import format_decimal
from players.wallet.bank.refusals import refusal_sentence


class BankFile(models.Model):
    """A file as it came. The worker reads it; a refused one keeps the reason and not its content."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting to be read")
        IMPORTED = "imported", _("imported")
        REFUSED = "refused", _("refused")

    name = models.CharField(_("name"), max_length=120)
    digest = models.CharField(_("digest"), max_length=64)
    size = models.IntegerField(_("size, in bytes"))
    content = models.BinaryField(null=True)
    received = models.DateTimeField(pgettext_lazy("file", "received"), db_default=Now())
    # Nobody, if it came from the folder.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("sent by")
    )
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    kind = models.CharField(_("kind"), max_length=10, blank=True)
    refusal = models.CharField(_("refused because"), max_length=20, blank=True)
    detail = models.CharField(_("detail"), max_length=200, blank=True)
    read = models.DateTimeField(pgettext_lazy("file", "read"), null=True)

    class Meta:
        verbose_name = _("file of the bank")
        verbose_name_plural = _("files of the bank")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "digest", condition=Q(state="imported"), name="a_bank_file_is_imported_once"
            ),
            models.CheckConstraint(
                condition=Q(state="refused") & ~Q(refusal="") | ~Q(state="refused") & Q(refusal=""),
                name="a_refused_bank_file_says_why",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} · {moment_name(self.received)}"

    @property
    def sentence(self) -> str:
        return refusal_sentence(self.refusal, self.detail) if self.refusal else ""


class Statement(models.Model):
    """A statement of an account, or an advice, which has no balances."""

    file = models.ForeignKey(BankFile, models.PROTECT, related_name="statements", verbose_name=_("file"))
    kind = models.CharField(
        _("kind"), max_length=10, choices=[("camt.053", _("statement")), ("camt.054", _("advice"))]
    )
    iban = models.CharField("IBAN", max_length=34)
    number = models.CharField(_("number"), max_length=60)
    since = models.DateField(pgettext_lazy("period", "from"))
    until = models.DateField(pgettext_lazy("period", "to"))
    opening = models.BigIntegerField(_("opening balance, in cents"), null=True)
    closing = models.BigIntegerField(_("closing balance, in cents"), null=True)
    # What the opening balance differs from the closing balance before it. Unknown for the first statement.
    gap = models.BigIntegerField(_("break, in cents"), null=True)

    class Meta:
        verbose_name = _("bank statement")
        verbose_name_plural = _("bank statements")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("iban", "kind", "number", name="a_bank_statement_is_imported_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number} · {day_name(self.until)}"


class StatementLine(models.Model):
    """An entry of a statement, or the part of it that is one payment."""

    statement = models.ForeignKey(Statement, models.PROTECT, related_name="lines")
    position = models.IntegerField()
    booked = models.DateField(db_index=True)
    cents = models.BigIntegerField()
    reference = models.CharField(max_length=140, blank=True)
    entry = models.CharField(max_length=60, blank=True)
    text = models.CharField(max_length=140, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("statement", "position", name="a_statement_line_has_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.statement_id}/{self.position}"


class SettlementLine(models.Model):
    """A line of the provider's settlement file."""

    file = models.ForeignKey(BankFile, models.PROTECT, related_name="settlement_lines")
    transaction = models.CharField(max_length=60, unique=True)
    day = models.DateField(db_index=True)
    reference = models.CharField(max_length=60)
    kind = models.CharField(max_length=16)
    currency = models.CharField(max_length=3)
    cents = models.BigIntegerField()
    fee = models.BigIntegerField()
    batch = models.CharField(max_length=60, blank=True)

    def __str__(self) -> str:
        return self.transaction

    @property
    def amount(self) -> str:
        if self.currency == "EUR":
            return format_money(self.cents, "EUR", signed=True)
        return f"{MINUS if self.cents < 0 else '+'}{format_decimal(abs(self.cents))} {self.currency}"


class ReconciliationDay(models.Model):
    """A day of the match. It closes by itself when everything of it is decided, and is sealed then."""

    day = models.DateField(_("day"), primary_key=True)
    waiting = models.IntegerField(_("still awaited"), default=0)
    closed = models.DateTimeField(pgettext_lazy("day", "closed"), null=True)
    # Over the day before it and all matches of the day: whoever keeps one seal can prove all days before it.
    seal = models.CharField(_("seal"), max_length=64, blank=True)

    class Meta:
        verbose_name = _("reconciled day")
        verbose_name_plural = _("reconciled days")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(closed=None, seal="") | Q(closed__isnull=False) & ~Q(seal=""),
                name="a_closed_day_is_sealed",
            ),
        ]

    def __str__(self) -> str:
        return day_name(self.day)


class Match(models.Model):
    """Lines of bank, provider and ledger that belong together, and the reason why they agree or not."""

    class State(models.TextChoices):
        MATCHED = "matched", _("agrees")
        OPEN = "open", _("to be decided")
        DECIDED = "decided", pgettext_lazy("match", "decided")
        SUPERSEDED = "superseded", _("superseded")

    class Reason(models.TextChoices):
        AGREES = "agrees", _("All agree.")
        MIDNIGHT = "midnight", _("The provider has it on the next day or the day before: about midnight.")
        MONTH_END = "month-end", _("The two days lie in different months.")
        LATE = "late", _("It came later than it should.")
        FEE_NETTED = "fee-netted", _("The bank has the amount less the provider's fee.")
        SPLIT = "split", _("The bank booked it in parts that add up.")
        MERGED = "merged", _("The bank booked several as one, and they add up.")
        WRONG_REFERENCE = "wrong-reference", _("Amount and day agree, the reference does not.")
        MISSING_AT_BANK = "missing-at-bank", _("The bank has not booked it in time.")
        MISSING_AT_PROVIDER = "missing-at-provider", _("The provider does not know it.")
        MISSING_IN_LEDGER = "missing-in-ledger", _("The ledger does not have it.")
        UNKNOWN_TO_PROVIDER = "unknown-to-provider", _("Only the bank has it.")
        DOUBLED = "doubled", _("It is there twice.")
        AMOUNT = "amount", _("The amounts differ.")
        SIGN = "sign", _("Money went the other way.")
        CURRENCY = "currency", _("It is not in euros.")
        CHARGEBACK = "chargeback", _("A chargeback of a payment that the house does not know.")

    day = models.ForeignKey(ReconciliationDay, models.PROTECT, related_name="matches", verbose_name=_("day"))
    # Of its reason and lines: the same lines make no second match.
    key = models.CharField(max_length=40)
    reason = models.CharField(_("reason"), max_length=20, choices=Reason)
    proposed = models.BooleanField(_("explained"), default=False)
    cents = models.BigIntegerField(_("amount, in cents"))
    bank = ArrayField(models.BigIntegerField(), verbose_name=_("lines of the bank"))
    provider = ArrayField(models.BigIntegerField(), verbose_name=_("lines of the provider"))
    ledger = ArrayField(models.CharField(max_length=60), verbose_name=_("lines of the ledger"))
    state = models.CharField(_("state"), max_length=10, choices=State)
    made = models.DateTimeField(_("found"), db_default=Now())

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes: ClassVar[list[models.Index]] = [
            models.Index("made", name="match_to_decide", condition=Q(state="open")),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("day", "key", name="a_match_is_found_once"),
            models.CheckConstraint(
                condition=Q(state="matched", reason="agrees")
                | Q(state="superseded")
                | Q(state__in=["open", "decided"]) & ~Q(reason="agrees"),
                name="only_what_agrees_is_matched",
            ),
        ]

    def __str__(self) -> str:
        return f"{day_name(self.day_id)} · {self.amount} · {self.get_reason_display()}"

    @property
    def amount(self) -> str:
        """Of what is not in euros the provider's line names the currency."""
        is_foreign = self.reason == Match.Reason.CURRENCY
        return format_decimal(abs(self.cents)) if is_foreign else format_money(self.cents, "EUR")


class MatchDecision(models.Model):
    """What people decide about an open match. One is enough below an amount, two decide from there."""

    class State(models.TextChoices):
        PROPOSED = "proposed", _("waiting for a second person")
        SETTLED = "settled", _("decided by one person")
        ACCEPTED = "accepted", _("decided by two people")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    class Outcome(models.TextChoices):
        CONFIRMED = "confirmed", _("The lines belong together")
        CLAIMED = "claimed", _("Claimed from the bank or the provider")
        CORRECTED = "corrected", _("Corrected in the ledger by a correction")
        LOSS = "loss", _("The house bears the difference")
        OTHER = "other", _("Not about a payment of a player")

    match = models.ForeignKey(Match, models.PROTECT, related_name="decisions", verbose_name=_("match"))
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome)
    reason = models.CharField(_("reason"), max_length=200)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("proposed by")
    )
    at = models.DateTimeField(_("proposed"), db_default=Now())
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PROPOSED)
    decider = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("decided by")
    )
    decided = models.DateTimeField(_("decided"), null=True)
    answer = models.CharField(_("answer"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("decision about a match")
        verbose_name_plural = _("decisions about matches")
        permissions: ClassVar[Any] = [("approve_matchdecision", "Can decide about a match as second person")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "match",
                condition=Q(state__in=["proposed", "settled", "accepted"]),
                name="a_match_is_decided_once",
            ),
            models.CheckConstraint(
                condition=~Q(state="accepted") | Q(decider__isnull=False) & ~Q(decider=models.F("author")),
                name="nobody_confirms_their_own_match",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_outcome_display()} · {moment_name(self.at)}"


class Chargeback(models.Model):
    """The bank of a player took a deposit back. The house bears the loss unless people decide otherwise."""

    class State(models.TextChoices):
        LOSS = "loss", _("the house's loss")
        RECOVERED = "recovered", _("taken from the balance")
        WON = "won", _("won back from the bank")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="chargebacks", verbose_name=_("player")
    )
    payment = models.ForeignKey(
        "cashier.Payment", models.PROTECT, related_name="chargebacks", verbose_name=_("deposit")
    )
    line = models.OneToOneField(SettlementLine, models.PROTECT, related_name="+", verbose_name=_("line"))
    cents = models.BigIntegerField(_("amount, in cents"))
    opened = models.DateTimeField(_("opened"), db_default=Now())
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.LOSS)
    won_line = models.OneToOneField(
        SettlementLine, models.PROTECT, null=True, related_name="+", verbose_name=_("line that won it back")
    )

    class Meta:
        verbose_name = _("chargeback")
        verbose_name_plural = _("chargebacks")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(cents__gt=0), name="a_chargeback_takes_something"),
        ]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} · {format_money(self.cents, 'EUR')}"


class Recovery(models.Model):
    """A proposal to take a chargeback from the player's balance, as far as there is one."""

    STAFF_COLUMNS: ClassVar = ("reason", "answer")  # left out of the player's copy of their data

    class State(models.TextChoices):
        PROPOSED = "proposed", _("waiting for a second person")
        DONE = "done", _("done")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    chargeback = models.ForeignKey(
        Chargeback, models.PROTECT, related_name="recoveries", verbose_name=_("chargeback")
    )
    reason = models.CharField(_("reason"), max_length=200)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("proposed by")
    )
    at = models.DateTimeField(_("proposed"), db_default=Now())
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PROPOSED)
    decider = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("decided by")
    )
    decided = models.DateTimeField(_("decided"), null=True)
    answer = models.CharField(_("answer"), max_length=200, blank=True)
    # What the balance had when it was decided, at most the amount.
    taken = models.BigIntegerField(_("taken, in cents"), null=True)

    class Meta:
        verbose_name = _("recovery of a chargeback")
        verbose_name_plural = _("recoveries of chargebacks")
        permissions: ClassVar[Any] = [("approve_recovery", "Can decide about a recovery")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "chargeback",
                condition=Q(state__in=["proposed", "done"]),
                name="a_chargeback_is_recovered_once",
            ),
            models.CheckConstraint(
                condition=~Q(state="done") | Q(decider__isnull=False) & ~Q(decider=models.F("author")),
                name="nobody_decides_their_own_recovery",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_state_display()} · {moment_name(self.at)}"


class PayoutBatch(models.Model):
    """A file of payouts for the bank, pain.001."""

    number = models.CharField(_("number"), max_length=35, unique=True)
    made = models.DateTimeField(_("made"), db_default=Now())
    cents = models.BigIntegerField(_("amount, in cents"))
    payments = models.IntegerField(_("payouts"))
    content = models.TextField(_("file"))
    instant = models.BooleanField(_("instant"), default=False)

    class Meta:
        verbose_name = _("payout batch")
        verbose_name_plural = _("payout batches")

    def __str__(self) -> str:
        return f"{self.number} · {format_money(self.cents, 'EUR')}"


class PayoutOrder(models.Model):
    """A payout in a batch, and the bank's answer (pain.002)."""

    class Answer(models.TextChoices):
        NONE = "", _("not answered")
        ACCEPTED = "accepted", _("accepted")
        PAID = "paid", _("paid")
        REJECTED = "rejected", _("rejected")

    batch = models.ForeignKey(PayoutBatch, models.PROTECT, related_name="orders", verbose_name=_("batch"))
    payment = models.OneToOneField(
        "cashier.Payment", models.PROTECT, related_name="+", verbose_name=_("withdrawal")
    )
    answer = models.CharField(_("answer"), max_length=10, choices=Answer, blank=True)
    answer_reason = models.CharField(_("reason"), max_length=100, blank=True)
    answered = models.DateTimeField(_("answered"), null=True)

    class Meta:
        verbose_name = _("payout order")
        verbose_name_plural = _("payout orders")

    def __str__(self) -> str:
        return f"{self.payment_id}"


class FundsDay(models.Model):
    """What the house owed its players at the end of a day, and what lay on the accounts for it."""

    day = models.DateField(_("day"), primary_key=True)
    owed = models.BigIntegerField(_("owed to players, in cents"))
    # Unknown while an account has no statement up to that day.
    held = models.BigIntegerField(_("held for players, in cents"), null=True)
    compared = models.DateTimeField(_("compared"), db_default=Now())

    class Meta:
        verbose_name = _("comparison of players' funds")
        verbose_name_plural = _("comparisons of players' funds")

    def __str__(self) -> str:
        return day_name(self.day)

    @property
    def difference(self) -> int | None:
        return None if self.held is None else self.held - self.owed
