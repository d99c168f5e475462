"""People who sign in, players, and their play sessions at tables."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.contrib.postgres.indexes import OpClass
from django.db import models
from django.db.models.functions import Lower, Now
from django.utils.translation import gettext_lazy as _

from players.languages import LANGUAGE_CODE, language_choices
from players.password_hashers import prove
from players.record_names import moment_name


class PersonManager(BaseUserManager["Person"]):
    """Creates people. They sign in with their e-mail address; there is no user name."""

    use_in_migrations = True

    def create_user(self, email: str, password: str | None = None, **extra: Any) -> Person:
        person = self.model(email=self.normalize_email(email), **extra)
        person.set_password(password)
        person.save(using=self._db)
        return person

    def create_superuser(self, email: str, password: str | None = None, **extra: Any) -> Person:
        raise ValueError(
            "There are no superusers. Two people give roles in the back office; "
            "the command first_staff creates the first two."
        )


class Person(AbstractUser):
    """A person who signs in: a player or a member of staff."""

    username = None  # type: ignore[assignment]  # so Django removes an inherited field
    email = models.EmailField(_("e-mail"), unique=True)
    # Incremented by every change of password, second factor, role or active status, by a trigger.
    # Sessions and sockets carry it.
    credential_epoch = models.IntegerField(default=0, db_default=0, editable=False)
    language = models.CharField(_("language"), max_length=5, choices=language_choices, default=LANGUAGE_CODE)

    # Of the password that was given last, if it is right: password_hashers.prove.
    password_proof, is_password_outdated = "", False

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects: ClassVar[PersonManager] = PersonManager()  # type: ignore[assignment]  # the stubs expect a UserManager

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(Lower("email"), name="one_address_for_a_person")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("email", condition=models.Q(is_staff=True), name="staff_by_email")
        ]

    def __str__(self) -> str:
        return self.email

    def check_password(self, raw_password: str | None) -> bool:
        self.password_proof, self.is_password_outdated = prove(raw_password, self.password)
        return bool(self.password_proof)


class RoleEnd(models.Model):
    """The last day of a role that two people gave for a time. Without a row, a role has no end.

    From the next day on the database shows the role to no process of the casino (`database/people.sql`).
    """

    person = models.ForeignKey(Person, models.CASCADE, related_name="role_ends", verbose_name=_("person"))
    role = models.ForeignKey("auth.Group", models.CASCADE, related_name="+", verbose_name=_("role"))
    last_day = models.DateField(_("last day"))

    class Meta:
        verbose_name = _("end of a role")
        verbose_name_plural = _("ends of roles")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint("person", "role", name="one_end_of_a_role_of_a_person")
        ]

    def __str__(self) -> str:
        return f"{self.person} · {self.role} · {self.last_day}"


class Player(models.Model):
    """The one account of a person.  [AR-1]"""

    class Status(models.TextChoices):
        # Registered, but the identity is not verified: demonstration tables only.
        PENDING = "pending", _("not verified yet")
        # Without an account, identified by the browser's session: demonstration tables only.
        VISITOR = "visitor", _("visitor")
        # A bot at demonstration poker tables: `players.identity.sign_in.practice_partners`.
        PARTNER = "partner", _("house player")
        ACTIVE = "active", _("active")
        SUSPENDED = "suspended", _("suspended")
        CLOSED = "closed", _("closed")

    person = models.OneToOneField(Person, models.PROTECT, related_name="player", verbose_name=_("person"))
    alias = models.CharField(_("name at the tables"), max_length=20, unique=True)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.ACTIVE)
    since = models.DateTimeField(_("since"), auto_now_add=True)
    # An authorised test account of the operator (`identity.TestAccount`). Reports leave it out.
    testing = models.BooleanField(_("test account"), default=False)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(Lower("alias"), name="one_alias_for_a_player")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(OpClass(Lower("alias"), "text_pattern_ops"), name="player_by_alias_beginning")
        ]

    def __str__(self) -> str:
        return self.alias


class PlaySession(models.Model):
    """One player's session at one table, from sitting down to leaving.  [AR-3e] [FR-3e]

    The croupier opens and closes it in the transaction in which the seat is taken or left. The table is a
    plain number, because `players` does not depend on `games`.
    """

    class Cause(models.TextChoices):
        PLAYER = "player", _("ended by the player")
        INACTIVITY = "inactivity", _("ended for inactivity")
        EXCLUDED = "excluded", _("ended by an exclusion")
        TIME = "time", _("ended by the player's own time limit")
        HOUSE = "house", _("ended by the house")

    player = models.ForeignKey(Player, models.PROTECT, related_name="play_sessions", verbose_name=_("player"))
    table = models.BigIntegerField(_("table"))
    table_name = models.CharField(_("table name"), max_length=40)
    system = models.CharField(_("game"), max_length=20)
    currency = models.CharField(_("currency"), max_length=4)
    started = models.DateTimeField(_("started"))
    ended = models.DateTimeField(_("ended"), null=True)
    cause = models.CharField(_("how it ended"), max_length=10, choices=Cause, blank=True)
    invited = models.DateTimeField(_("invited to end"), null=True)
    warned = models.DateTimeField(_("warned"), null=True)
    rounds = models.IntegerField(_("rounds"), default=0)
    staked = models.BigIntegerField(_("staked, in cents"), default=0)
    returned = models.BigIntegerField(_("returned, in cents"), default=0)

    class Meta:
        verbose_name = _("play session")
        verbose_name_plural = _("play sessions")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                "player", "table", condition=models.Q(ended=None), name="one_open_session_per_table"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index("player", models.F("id").desc(), name="session_by_player"),
            models.Index("player", models.F("started").desc(), name="session_by_start"),
            models.Index("ended", "id", name="session_by_end"),
            models.Index("started", name="session_by_beginning"),
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.table_name} · {moment_name(self.started)}"

    @property
    def net(self) -> int:
        """Profit or loss of the session.  [AR-26] [FR-R27]"""
        return self.returned - self.staked


class PersonKey(models.Model):
    """Which key seals a player's data of one law, never the key itself (`players.shared.person_keys`)."""

    INTERNAL: ClassVar = True  # left out of the player's copy of their data

    class Keeping(models.TextChoices):
        RECORD = "record", _("record of the house")
        DILIGENCE = "diligence", _("due diligence")

    id = models.UUIDField(primary_key=True, editable=False)
    player = models.ForeignKey(
        Player, models.PROTECT, db_index=False, related_name="person_keys", verbose_name=_("player")
    )
    keeping = models.CharField(_("kept as"), max_length=10, choices=Keeping)
    made = models.DateTimeField(_("made"), db_default=Now())
    destroyed = models.DateTimeField(_("destroyed"), null=True)
    # When the store confirmed it; until then the worker tries again.
    gone = models.DateTimeField(_("gone from the store"), null=True)

    class Meta:
        verbose_name = _("key of a player")
        verbose_name_plural = _("keys of players")
        default_permissions = ()
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("player", "keeping"), name="one_key_of_a_player_and_a_law"),
            models.CheckConstraint(
                condition=models.Q(gone=None) | models.Q(destroyed__isnull=False),
                name="a_key_is_destroyed_before_it_is_gone",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                "destroyed",
                name="person_key_to_destroy",
                condition=models.Q(destroyed__isnull=False, gone=None),
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.keeping}"


class ExclusiveWork(models.Model):
    """Work that one process is at, and until when its claim holds (`players.shared.exclusive_work`)."""

    name = models.CharField(_("name"), max_length=60, primary_key=True)
    holder = models.UUIDField(_("process"))
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("exclusive work")
        verbose_name_plural = _("exclusive work")
        default_permissions = ()

    def __str__(self) -> str:
        return self.name
