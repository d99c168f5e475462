"""Limits, pauses, exclusions, reality checks, messages about play, and the national list."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.record_names import moment_name, span_name
from players.shared.money import format_money


class Limit(models.Model):
    """A limit that a player set, in force from `starts`. A higher limit starts a day after it was requested.

    The limit in force is the one that started last. It follows from the time alone: no task has to run.
    """

    class Kind(models.TextChoices):
        DEPOSIT = "deposit", _("deposits")
        STAKE = "stake", _("bets")
        LOSS = "loss", _("losses")
        TIME = "time", _("time at the tables")

    class Period(models.TextChoices):
        DAY = "day", _("day")
        WEEK = "week", _("week")
        MONTH = "month", _("month")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="limits", verbose_name=_("player"), db_index=False
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    period = models.CharField(_("period"), max_length=6, choices=Period)
    # Cents, or minutes at the tables. Null means no limit.
    value = models.BigIntegerField(_("value"), null=True)
    requested_at = models.DateTimeField(_("requested"))
    starts = models.DateTimeField(_("counts from"))
    cancelled = models.DateTimeField(_("cancelled"), null=True)
    # Whether the player has been informed that a higher limit is in force.
    notified = models.BooleanField(default=True)

    class Meta:
        verbose_name = _("limit")
        verbose_name_plural = _("limits")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(value__isnull=True) | models.Q(value__gte=0),
                name="a_limit_is_not_negative",
            ),
            models.CheckConstraint(
                condition=models.Q(starts__gte=models.F("requested_at")),
                name="a_limit_counts_from_when_it_is_asked",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", "kind", "period", models.F("starts").desc(), name="limit_by_player"),
            models.Index("starts", name="limit_to_tell", condition=models.Q(notified=False)),
        ]

    def __str__(self) -> str:
        amount = "–" if self.value is None else format_money(self.value, "EUR")
        if self.kind == self.Kind.TIME and self.value is not None:
            amount = gettext("%(minutes)s min") % {"minutes": self.value}
        return f"{self.get_kind_display()} · {self.get_period_display()} · {amount}"


class Pause(models.Model):
    """A time without play, from one day to six weeks. It cannot be shortened."""

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="pauses", verbose_name=_("player")
    )
    starts = models.DateTimeField(_("from"))
    ends = models.DateTimeField(_("until"))
    notified = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("pause")
        verbose_name_plural = _("pauses")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=models.Q(ends__gt=models.F("starts")), name="a_pause_lasts"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("ends", name="pause_to_tell", condition=models.Q(notified=False))
        ]

    def __str__(self) -> str:
        return f"{self.player} · {span_name(self.starts, self.ends)}"


class Exclusion(models.Model):
    """An exclusion from play: by the player for at least three months, or by the national list."""

    class Source(models.TextChoices):
        OWN = "own", _("own request")
        NATIONAL = "national", _("national list")

    class Reason(models.TextChoices):
        """What a player may say of an own exclusion. The regulator's file of exclusions has it."""

        MONEY = "money", _("I spend more than I want")
        TIME = "time", _("I play longer than I want")
        WELLBEING = "wellbeing", _("Playing does me no good")
        ADVICE = "advice", _("Somebody advised me to")
        NO_INTEREST = "no-interest", _("I no longer want to play")
        OTHER = "other", _("Another reason")

    class Occupation(models.TextChoices):
        """The professional status, by the list that the regulator prints.  [903-B Anexo 1, V.6]"""

        EMPLOYEE = "employee", _("Employed")
        SELF_EMPLOYED = "self-employed", _("Self-employed")
        LIBERAL = "liberal", _("Freelance professional")
        STUDENT = "student", _("Student")
        TRAINEE = "trainee", _("Trainee")
        RETIRED = "retired", _("Retired")
        UNEMPLOYED = "unemployed", _("Unemployed")
        INACTIVE = "inactive", _("No occupation")
        OTHER = "other", _("Other")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="exclusions", verbose_name=_("player")
    )
    source = models.CharField(_("source"), max_length=8, choices=Source, default=Source.OWN)
    reference = models.CharField(_("reference in the national list"), max_length=60, blank=True)
    starts = models.DateTimeField(_("from"))
    # Null means without end.
    ends = models.DateTimeField(_("until"), null=True)
    # The end as first requested, before an early end was requested.
    requested_until = models.DateTimeField(_("requested until"), null=True)
    noticed = models.DateTimeField(_("early end requested"), null=True)
    notified = models.BooleanField(default=False)
    paid_out = models.DateTimeField(_("balance paid out and account closed"), null=True)
    # Asked for the regulator, who wants both. Nobody has to say them.
    reason = models.CharField(_("reason"), max_length=12, choices=Reason, blank=True, db_default="")
    occupation = models.CharField(
        _("employment status"), max_length=14, choices=Occupation, blank=True, db_default=""
    )

    class Meta:
        verbose_name = _("exclusion")
        verbose_name_plural = _("exclusions")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(ends=None) | models.Q(ends__gt=models.F("starts")),
                name="an_exclusion_lasts",
            ),
            models.UniqueConstraint(
                "player",
                "reference",
                condition=models.Q(source="national"),
                name="one_exclusion_of_a_reference",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("ends", name="exclusion_to_tell", condition=models.Q(notified=False))
        ]

    def __str__(self) -> str:
        return f"{self.player} · {span_name(self.starts, self.ends)}"


class AbsenceAfterHand(models.Model):
    """A pause or an exclusion that a player asked for during a hand (A85).

    It begins when the hands in play are over. Until then the player finishes them and begins nothing new.
    """

    class Kind(models.TextChoices):
        PAUSE = "pause", _("pause")
        EXCLUSION = "exclusion", _("exclusion")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="+", verbose_name=_("player"), db_index=False
    )
    kind = models.CharField(_("kind"), max_length=9, choices=Kind)
    # Days of a pause, months of an exclusion. Null means without end.
    length = models.IntegerField(_("length"), null=True)
    requested_at = models.DateTimeField(_("requested"))
    begun = models.DateTimeField(_("begun"), null=True)
    # Of an exclusion, as the player said it.
    reason = models.CharField(_("reason"), max_length=12, choices=Exclusion.Reason, blank=True, db_default="")
    occupation = models.CharField(
        _("employment status"), max_length=14, choices=Exclusion.Occupation, blank=True, db_default=""
    )

    class Meta:
        verbose_name = _("absence after the hand")
        verbose_name_plural = _("absences after the hand")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(kind="exclusion") | models.Q(length__isnull=False),
                name="a_pause_asked_has_a_length",
            ),
            models.UniqueConstraint(
                "player", "kind", condition=models.Q(begun=None), name="one_requested_absence_of_a_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.get_kind_display()}"


class Habits(models.Model):
    """The interval of reality checks, and when the player answered the question about limits."""

    player = models.OneToOneField(
        "players.Player", models.PROTECT, primary_key=True, related_name="habits", verbose_name=_("player")
    )
    reality_minutes = models.IntegerField(_("reality check, in minutes"), default=60)
    limits_answered = models.DateTimeField(_("limits asked about and answered"), null=True)

    class Meta:
        verbose_name = _("player's settings")
        verbose_name_plural = _("player's settings")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(reality_minutes__range=(5, 240)), name="a_reality_check_comes_in_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}"


class LimitsQuestion(models.Model):
    """The question to a player in the first year who has no limit: whether to set one.

    It waits on the player's pages until it is answered, and comes again after six months.
    """

    class Answer(models.TextChoices):
        SET = "set", _("set a limit")
        NONE = "none", _("wants no limits")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, db_index=False, related_name="+", verbose_name=_("player")
    )
    # When it was to be asked, however late the worker came to it: the next one counts from here.
    due = models.DateTimeField(_("due"))
    at = models.DateTimeField(_("at"), db_default=Now())
    answered = models.DateTimeField(_("answered"), null=True)
    answer = models.CharField(_("answer"), max_length=4, choices=Answer, blank=True)

    class Meta:
        verbose_name = _("question about limits")
        verbose_name_plural = _("questions about limits")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("player", "due", name="one_question_about_limits_of_a_time"),
            models.UniqueConstraint(
                "player", condition=models.Q(answered=None), name="one_question_about_limits_waits"
            ),
            models.CheckConstraint(
                condition=models.Q(answered=None, answer="")
                | (models.Q(answered__isnull=False) & ~models.Q(answer="")),
                name="an_answer_about_limits_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {moment_name(self.at)}"


class RealityCheck(models.Model):
    """An acknowledged reality check. Append-only."""

    class Answer(models.TextChoices):
        CONTINUE = "continue", _("continued")
        HISTORY = "history", _("looked at the history")
        END = "end", _("ended the session")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, related_name="reality_checks", verbose_name=_("player")
    )
    session = models.BigIntegerField(_("play session"))
    at = models.DateTimeField(_("at"), db_default=Now())
    minutes = models.IntegerField(_("minutes at the table"))
    net = models.BigIntegerField(_("net, in cents"))
    answer = models.CharField(_("answer"), max_length=8, choices=Answer)

    class Meta:
        verbose_name = _("reality check")
        verbose_name_plural = _("reality checks")
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", models.F("at").desc(), name="reality_check_by_time")
        ]

    def __str__(self) -> str:
        return f"{self.player} · {moment_name(self.at)}"


class CareMessage(models.Model):
    """What the house says to a player about their play, because a rule of player protection was met.

    It is shown between rounds at every open table and on the player's pages until it is answered.
    """

    STAFF_COLUMNS: ClassVar = ("alert",)  # left out of the player's copy of their data

    class Kind(models.TextChoices):
        MESSAGE = "message", _("message")
        QUESTION = "question", _("question")
        PAUSE_OFFERED = "pause-offered", _("offer of a pause")

    class Answer(models.TextChoices):
        READ = "read", _("read")
        PAUSE = "pause", _("went on to the pauses")
        LIMITS = "limits", _("went on to the limits")

    player = models.ForeignKey(
        "players.Player", models.PROTECT, db_index=False, related_name="+", verbose_name=_("player")
    )
    # The number of the alert that it followed. Players know nothing of monitoring.
    alert = models.BigIntegerField(_("alert"))
    kind = models.CharField(_("kind"), max_length=13, choices=Kind)
    # By language: title, text and the answers of a question, as they are shown.
    texts = models.JSONField(_("texts"))
    # Whether no bet is accepted before it is answered.
    required = models.BooleanField(_("must be answered before the next bet"), default=False)
    at = models.DateTimeField(_("at"), db_default=Now())
    answered = models.DateTimeField(_("answered"), null=True)
    # A code of `Answer`, or the place of the chosen answer of a question, from 1.
    answer = models.CharField(_("answer"), max_length=6, blank=True)

    class Meta:
        verbose_name = _("message about play")
        verbose_name_plural = _("messages about play")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("alert", "kind", name="one_care_message_of_an_alert"),
            models.CheckConstraint(
                condition=models.Q(answered=None, answer="")
                | (models.Q(answered__isnull=False) & ~models.Q(answer="")),
                name="an_answer_has_its_time",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", models.F("id").desc(), name="care_message_by_player"),
            models.Index("player", name="care_message_unanswered", condition=models.Q(answered=None)),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {moment_name(self.at)}"


class DepositHold(models.Model):
    """Further deposits of a player wait until a person has looked. It takes no money and ends no play."""

    STAFF_COLUMNS: ClassVar = ("alert", "releaser", "reason")  # left out of the player's copy of their data

    player = models.ForeignKey(
        "players.Player", models.PROTECT, db_index=False, related_name="+", verbose_name=_("player")
    )
    alert = models.BigIntegerField(_("alert"), unique=True)
    at = models.DateTimeField(_("at"), db_default=Now())
    released = models.DateTimeField(_("released"), null=True)
    releaser = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("released by")
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("hold of deposits")
        verbose_name_plural = _("holds of deposits")
        default_permissions = ()
        permissions: ClassVar = [("release_deposithold", "Can release holds of deposits")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "player", condition=models.Q(released=None), name="one_hold_of_deposits_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {moment_name(self.at)}"


class Staked(models.Model):
    """The stakes and the loss of a player on one day in Lisbon, in finished rounds.

    A trigger writes it for each set of new stakes.
    """

    pk = models.CompositePrimaryKey("player_id", "currency", "day")
    player = models.ForeignKey(
        "players.Player", models.PROTECT, db_constraint=False, db_index=False, related_name="+"
    )
    currency = models.CharField(max_length=4)
    day = models.DateField()
    cents = models.BigIntegerField()
    # What of the stakes did not come back, less what was won: below zero on a day of winnings.
    lost = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = _("staked on a day")
        verbose_name_plural = _("staked on a day")

    def __str__(self) -> str:
        return f"{self.player_id} {self.day} {self.cents}"


class Report(models.Model):
    """A report of a self-exclusion to the national list, due within a day and retried until it is sent."""

    class Kind(models.TextChoices):
        BEGUN = "begun", _("exclusion started")
        CHANGED = "changed", _("end brought forward")

    exclusion = models.ForeignKey(
        Exclusion, models.PROTECT, related_name="reports", verbose_name=_("exclusion")
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    made = models.DateTimeField(_("made"), db_default=Now())
    due = models.DateTimeField(_("due"))
    sent = models.DateTimeField(_("sent"), null=True)
    tries = models.IntegerField(_("tries"), default=0)
    next_try = models.DateTimeField(_("next try"), db_default=Now())
    trouble = models.CharField(_("last problem"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("notice to the national list")
        verbose_name_plural = _("notices to the national list")
        indexes: ClassVar[list[models.Index]] = [
            models.Index("next_try", name="report_to_send", condition=models.Q(sent=None))
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.exclusion.player}"


class NationalEntry(models.Model):
    """An entry of the national list.

    Most entries are not players, so only a keyed mark of the document is stored.
    """

    reference = models.CharField(_("reference"), max_length=60, unique=True)
    mark = models.CharField(_("mark of the document"), max_length=64, db_index=True)
    starts = models.DateTimeField(_("from"))
    ends = models.DateTimeField(_("until"), null=True)
    removed = models.DateTimeField(_("removed from the list"), null=True)
    # A list requested before this time does not contain the change.
    changed = models.DateTimeField(_("changed"), db_default=Now())

    class Meta:
        verbose_name = _("entry of the national list")
        verbose_name_plural = _("entries of the national list")

    def __str__(self) -> str:
        return self.reference


class DocumentMark(models.Model):
    """A mark by which the national list may name a player. Replaced when the player's documents change."""

    player = models.ForeignKey("players.Player", models.PROTECT, related_name="+", db_index=False)
    mark = models.CharField(max_length=64, db_index=True)

    class Meta:
        verbose_name = _("mark of a document")
        verbose_name_plural = _("marks of documents")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("player", "mark", name="one_mark_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}"


class NationalFeed(models.Model):
    """The state of the national list: one row. Until a list is loaded, play for money is closed."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    loaded = models.DateTimeField(_("last good list"), null=True)
    tried = models.DateTimeField(_("last requested"), null=True)
    entries = models.IntegerField(_("entries"), default=0)
    trouble = models.CharField(_("problem"), max_length=200, blank=True)
    key = models.CharField(max_length=16, blank=True)  # the id of the key of the marks

    class Meta:
        verbose_name = _("state of the national list")
        verbose_name_plural = _("state of the national list")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=models.Q(id=1), name="one_national_list"),
        ]

    def __str__(self) -> str:
        return f"{self.loaded}"


class NationalList(models.Model):
    """A national list that was downloaded, or a change that was pushed."""

    key = models.CharField(_("number of the list or of the change"), max_length=60, unique=True)
    at = models.DateTimeField(_("at"), db_default=Now())
    pushed = models.BooleanField(_("pushed"), default=False)
    entries = models.IntegerField(_("entries"))
    applied = models.IntegerField(_("players concerned"))
    digest = models.CharField(_("digest"), max_length=64)

    class Meta:
        verbose_name = _("national list received")
        verbose_name_plural = _("national lists received")

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} · {moment_name(self.at)}"


class NationalPush(models.Model):
    """A change of the list as it arrived. The worker looks at it and erases it."""

    class Outcome(models.TextChoices):
        WAITING = "", _("waiting")
        APPLIED = "applied", _("applied")
        FORGED = "forged", _("wrong signature")
        UNREADABLE = "unreadable", _("cannot be read")

    at = models.DateTimeField(_("at"), db_default=Now())
    signature = models.CharField(max_length=100)
    body = models.BinaryField()
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True)
    changed = models.IntegerField(_("players concerned"), default=0)

    class Meta:
        verbose_name = _("push of the national list")
        verbose_name_plural = _("pushes of the national list")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} · {moment_name(self.at)}"
