"""Tables with their settings, rule sheets, and the record of every round."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

# These models have modules of their own. Django finds them through these imports.
from games.beacons.records import BeaconChain as BeaconChain
from games.beacons.records import BeaconValue as BeaconValue
from games.beacons.records import BeaconWatch as BeaconWatch
from games.catalogue import game_choices
from games.catalogue.labels import fault_label
from games.tables.attendance import Attendance as Attendance
from games.tables.chat_records import ChatLine as ChatLine
from games.tables.chat_records import ChatMute as ChatMute
from games.tables.house_keys import HouseKey as HouseKey
from games.tables.process_keys import ProcessKey as ProcessKey
from games.tables.proven_states import ProvenState as ProvenState
from games.tables.session_lease import SessionLease as SessionLease

# Command lists; each table always uses the same one. Many more than croupiers, which share them evenly.
SHARDS = 64


class RuleSheet(models.Model):
    """The operator's specific rules of one game: immutable, versioned, one in force.

    [AR-P2] [AR-P3] [FR-P2] [FR-P3] [HE-P3]
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        IN_FORCE = "in-force", _("in force")
        SUPERSEDED = "superseded", _("superseded")

    system = models.CharField(_("game"), max_length=20, choices=game_choices)
    version = models.IntegerField(_("version"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.DRAFT)
    data = models.TextField(_("rules"))
    digest = models.CharField(_("digest"), max_length=64)
    reference = models.CharField(_("regulator's reference"), max_length=60, blank=True)
    since = models.DateTimeField(_("in force since"), null=True)

    class Meta:
        verbose_name = _("rule sheet")
        verbose_name_plural = _("rule sheets")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("system", "version", name="one_sheet_of_a_version"),
            models.UniqueConstraint(
                "system", condition=models.Q(status="in-force"), name="one_sheet_in_force"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_system_display()} · {self.version}"


class Table(models.Model):
    """A live table.

    Only the croupier writes the fields from `version` on, and only while it holds the row lock.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        DRAINING = "draining", _("closing after this round")
        CLOSED = "closed", _("closed")
        HELD = "held", _("on hold")

    name = models.CharField(_("name"), max_length=40, unique=True)
    system = models.CharField(_("game"), max_length=20, choices=game_choices)
    currency = models.CharField(
        _("currency"), max_length=4, choices=[("EUR", _("euro")), ("DEMO", _("demonstration credits"))]
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    setting = models.ForeignKey(
        "TableSetting", models.PROTECT, null=True, related_name="+", verbose_name=_("setting")
    )

    version = models.BigIntegerField(_("last event"), default=0, editable=False)
    chain = models.BinaryField(default=b"", editable=False)
    round = models.IntegerField(_("round"), default=0, editable=False)
    seated = models.IntegerField(_("seated"), default=0, editable=False)
    partners = models.IntegerField(_("of which house players"), default=0, db_default=0, editable=False)
    waiting = models.IntegerField(_("waiting for a seat"), default=0, editable=False)
    due = models.DateTimeField(_("next step due"), null=True, editable=False)
    nudge = models.DateTimeField(_("next look at inactivity"), null=True, editable=False)
    phase = models.CharField(_("phase"), max_length=10, default="", db_default="", blank=True, editable=False)
    recent = models.CharField(_("last results"), max_length=400, blank=True, editable=False)
    snapshot = models.BinaryField(default=b"", editable=False)
    snapshot_version = models.BigIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes: ClassVar[list[models.Index]] = [
            models.Index("due", name="table_by_due", condition=models.Q(due__isnull=False)),
            models.Index("nudge", name="table_by_nudge", condition=models.Q(nudge__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def people(self) -> int:
        """How many people sit here: house players are programs."""
        return self.seated - self.partners

    @property
    def shard(self) -> int:
        return int(self.pk) % SHARDS


class TableSetting(models.Model):
    """The operator's setting of one table: limits, times, seats.

    A setting is immutable. A change is a new version, which starts at a round boundary.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="settings", verbose_name=_("table"))
    version = models.IntegerField(_("version"))
    data = models.TextField(_("setting"))
    digest = models.CharField(_("digest"), max_length=64)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("author")
    )

    class Meta:
        verbose_name = _("table setting")
        verbose_name_plural = _("table settings")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("table", "version", name="one_setting_of_a_version"),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.version}"


class Round(models.Model):
    """One round of a table, with the rule sheet, the setting and the engine it is played under.

    [AR-3d] [FR-3d]
    """

    class Status(models.TextChoices):
        PREPARED = "prepared", _("prepared")
        OPEN = "open", _("open")
        ENDED = "ended", _("ended")
        VOID = "void", _("void")

    table = models.ForeignKey(Table, models.PROTECT, related_name="rounds", verbose_name=_("table"))
    number = models.IntegerField(_("number"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.PREPARED)
    sheet = models.ForeignKey(
        RuleSheet, models.PROTECT, null=True, related_name="+", verbose_name=_("rule sheet")
    )
    setting = models.ForeignKey(
        TableSetting, models.PROTECT, null=True, related_name="+", verbose_name=_("setting")
    )
    engine = models.CharField(_("engine"), max_length=64, blank=True)
    commitment = models.CharField(_("commitment"), max_length=64)
    sealed = models.BinaryField(editable=False)
    seed = models.CharField(_("seed"), max_length=64, blank=True)
    nonces = models.TextField(_("browsers' shares"), default="{}")
    shares = models.JSONField(
        _("browsers' shares before bets opened, by player"), default=dict, db_default={}, editable=False
    )
    shoe = models.IntegerField(_("round in which the shoe began"), default=0)
    root = models.CharField(_("promise of the pack, card by card"), max_length=64, blank=True)
    # The engine's state when the round opened. With the events it gives the whole round.
    start = models.BinaryField(default=b"", editable=False)
    opened = models.DateTimeField(_("bets opened"), null=True)
    ended = models.DateTimeField(_("ended"), null=True)
    outcome = models.CharField(_("outcome"), max_length=60, blank=True)
    cause = models.CharField(_("cause"), max_length=60, blank=True)
    staked = models.BigIntegerField(_("staked, in cents"), default=0)
    returned = models.BigIntegerField(_("returned, in cents"), default=0)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("table", "number", name="one_round_of_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.number}"


class TableSession(models.Model):
    """A session of a table that does not run continuously: its start, and the time after which it ends.

    [HE-2m] [HE-2s] [HE-6b]
    """

    class Status(models.TextChoices):
        ANNOUNCED = "announced", _("announced")
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")
        CANCELLED = "cancelled", _("cancelled")

    table = models.ForeignKey(Table, models.PROTECT, related_name="sessions", verbose_name=_("table"))
    starts = models.DateTimeField(_("starts"))
    ends = models.DateTimeField(_("ends, once everybody has had the hand"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.ANNOUNCED)

    class Meta:
        verbose_name = _("table session")
        verbose_name_plural = _("table sessions")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(ends__gt=models.F("starts")), name="a_session_ends_after_it_starts"
            ),
            models.UniqueConstraint("table", "starts", name="one_session_of_an_hour"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("starts", name="session_to_come", condition=models.Q(status="announced"))
        ]

    def __str__(self) -> str:
        return f"{self.table} · {date_format(localtime(self.starts), 'SHORT_DATETIME_FORMAT')}"


class Registration(models.Model):
    """A player for whom a seat is kept when a session begins.  [HE-6b]"""

    session = models.ForeignKey(
        TableSession, models.CASCADE, related_name="registrations", verbose_name=_("table session")
    )
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="+", verbose_name=_("player"))
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("session", "player", name="one_registration")
        ]

    def __str__(self) -> str:
        return f"{self.session} · {self.player}"


class Favourite(models.Model):
    """A table that a player wants to see first in the lobby."""

    player = models.ForeignKey(
        "players.Player", models.PROTECT, db_index=False, related_name="+", verbose_name=_("player")
    )
    table = models.ForeignKey(
        Table, models.PROTECT, db_index=False, related_name="+", verbose_name=_("table")
    )
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("favourite table")
        verbose_name_plural = _("favourite tables")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("player", "table", name="a_favourite_once")
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.table}"


class Incident(models.Model):
    """A table on hold after a fault that staff must examine.

    Two people release it; the system decides what follows.

    The croupier opens the incident in the transaction that holds the table. A stopped round resumes if the
    time lost is within what the rule sheet allows; otherwise it is void.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="incidents", verbose_name=_("table"))
    round = models.IntegerField(_("round"), null=True)
    reason = models.CharField(_("reason"), max_length=200)
    opened = models.DateTimeField(_("opened"))
    proposal = models.CharField(_("proposal"), max_length=10, blank=True)
    proposer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("proposed by")
    )
    proposed = models.DateTimeField(_("proposed"), null=True)
    confirmer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("confirmed by")
    )
    closed = models.DateTimeField(_("closed"), null=True)
    note = models.TextField(_("note"), blank=True)

    class Meta:
        verbose_name = _("incident")
        verbose_name_plural = _("incidents")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # No person confirms their own proposal.
            models.CheckConstraint(
                condition=models.Q(confirmer=None) | ~models.Q(confirmer=models.F("proposer")),
                name="an_incident_needs_two_people",
            ),
            models.CheckConstraint(
                condition=models.Q(closed=None) | models.Q(confirmer__isnull=False, proposer__isnull=False),
                name="an_incident_is_closed_by_two",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("table", name="incident_open", condition=models.Q(closed=None))
        ]

    def __str__(self) -> str:
        return f"{self.table} · {fault_label(self.reason)}"


class Event(models.Model):
    """An event of a table. Append-only; each has the digest of all events before it at its table."""

    pk = models.CompositePrimaryKey("table_id", "seq")
    table = models.ForeignKey(
        Table,
        models.PROTECT,
        db_constraint=False,
        db_index=False,
        related_name="events",
        verbose_name=_("table"),
    )
    seq = models.BigIntegerField(_("number"))
    round = models.ForeignKey(
        Round,
        models.PROTECT,
        db_constraint=False,
        db_index=False,
        null=True,
        related_name="events",
        verbose_name=_("round"),
    )
    at = models.DateTimeField(_("at"))
    kind = models.CharField(_("kind"), max_length=24)
    data = models.TextField(_("what happened"))
    player = models.BigIntegerField(_("player"), null=True)
    command = models.UUIDField(_("command"), null=True)
    digest = models.BigIntegerField(_("digest of the command"), null=True)
    chain = models.BinaryField(_("chain"))

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # The id of an accepted command is unique for its player, so a retry has no second effect.
            models.UniqueConstraint(
                "player", "command", condition=models.Q(command__isnull=False), name="a_command_once"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index("round", "seq", name="event_by_round")]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class Stake(models.Model):
    """The result of one player in one round, written when the round ends.  [AR-24] [FR-R25]"""

    round = models.ForeignKey(
        Round, models.PROTECT, db_constraint=False, related_name="stakes", verbose_name=_("round")
    )
    player = models.ForeignKey(
        "players.Player",
        models.PROTECT,
        db_constraint=False,
        related_name="+",
        verbose_name=_("player"),
        db_index=False,
    )
    session = models.BigIntegerField(_("play session"))
    seat = models.IntegerField(_("seat"))
    staked = models.BigIntegerField(_("staked, in cents"))
    lost = models.BigIntegerField(_("lost, in cents"))
    back = models.BigIntegerField(_("stakes back, in cents"))
    prize = models.BigIntegerField(_("prizes, in cents"))
    held = models.BigIntegerField(_("carried on, in cents"))
    commission = models.BigIntegerField(_("commission, in cents"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("stake")
        verbose_name_plural = _("stakes")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("round", "player", name="one_stake_per_round")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", models.F("at").desc(), name="stake_by_player"),
            models.Index("session", name="stake_by_session"),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.player}"

    @property
    def returned(self) -> int:
        return self.back + self.prize - self.commission

    @property
    def net(self) -> int:
        """As in the totals: a stake held for the next round counts as lost until it returns."""
        return self.returned - self.staked
