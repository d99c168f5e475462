import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("inbox", "0003_push"),
        ("players", "0004_role_ends"),
    ]

    operations = [
        migrations.CreateModel(
            name="BulkNotice",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "purpose",
                    models.CharField(
                        choices=[("service", "service"), ("marketing", "marketing")], max_length=9, verbose_name="purpose"
                    ),
                ),
                ("texts", models.JSONField(verbose_name="texts")),
                ("recipients", models.JSONField(verbose_name="group")),
                ("expected", models.IntegerField(verbose_name="expected recipients")),
                ("reason", models.CharField(max_length=200, verbose_name="reason")),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="proposed")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("proposed", "waits for a second person"),
                            ("approved", "approved, begins shortly"),
                            ("sending", "on its way"),
                            ("sent", "sent to all"),
                            ("stopped", "sending stopped"),
                            ("refused", "refused"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="proposed",
                        max_length=9,
                        verbose_name="state",
                    ),
                ),
                ("decided", models.DateTimeField(null=True, verbose_name="decided")),
                ("answer", models.CharField(blank=True, max_length=200, verbose_name="why it was refused")),
                ("stopped", models.DateTimeField(null=True, verbose_name="stopped at")),
                ("cursor", models.BigIntegerField(default=0, verbose_name="last player reached")),
                ("sent", models.IntegerField(default=0, verbose_name="messages sent")),
                ("left_out", models.JSONField(default=dict, verbose_name="left out")),
                ("ended", models.DateTimeField(null=True, verbose_name="sent to all at")),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="written by",
                    ),
                ),
                (
                    "decider",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="decided by",
                    ),
                ),
                (
                    "stopper",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="stopped by",
                    ),
                ),
            ],
            options={
                "verbose_name": "notice to players",
                "verbose_name_plural": "notices to players",
                "permissions": [("approve_bulknotice", "Can approve notices to players")],
                "default_permissions": ("view", "add"),
                "indexes": [
                    models.Index(models.OrderBy(models.F("at"), descending=True), name="notice_by_time"),
                    models.Index(
                        models.F("decided"),
                        condition=models.Q(("state__in", ["approved", "sending"])),
                        name="notice_to_send",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("decider", None), models.Q(("decider", models.F("author")), _negated=True), _connector="OR"
                        ),
                        name="a_notice_needs_two_people",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["proposed", "withdrawn"]), ("decider__isnull", False), _connector="OR"
                        ),
                        name="a_notice_is_decided_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "stopped"), ("stopped__isnull", False), ("stopper__isnull", False)),
                            models.Q(
                                models.Q(("state", "stopped"), _negated=True), ("stopped", None), ("stopper", None)
                            ),
                            _connector="OR",
                        ),
                        name="a_notice_is_stopped_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="a_notice_says_why"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MarketingConsent",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="players.player",
                        verbose_name="player",
                    ),
                ),
                ("agreed", models.BooleanField(verbose_name="agreed")),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="at")),
            ],
            options={
                "verbose_name": "consent to marketing",
                "verbose_name_plural": "consents to marketing",
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="NoticeReceipt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "message",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="inbox.message",
                        verbose_name="message",
                    ),
                ),
                (
                    "notice",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="inbox.bulknotice",
                        verbose_name="notice",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="players.player",
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "notice received",
                "verbose_name_plural": "notices received",
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(models.F("notice"), models.F("player"), name="one_receipt_of_a_notice")
                ],
            },
        ),
    ]
