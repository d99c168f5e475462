"""Who somebody is, sealed, and what stays to compare and to count. Rows are sealed by `person_keys --seal`."""

import django.contrib.postgres.fields
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

SEALED_ARE_COMPARED = models.Q(
    ("papers", None),
    models.Q(("document_digest__isnull", False), ("nif_digest__isnull", False)),
    _connector="OR",
)


class Migration(migrations.Migration):
    dependencies = [("identity", "0001_initial")]

    operations = [
        migrations.AddField("identity", "papers", models.BinaryField(null=True)),
        migrations.AddField("identity", "nif_digest", models.CharField(max_length=40, null=True)),
        migrations.AddField("identity", "document_digest", models.CharField(max_length=40, null=True)),
        migrations.AddField(
            "identity",
            "name_digests",
            django.contrib.postgres.fields.ArrayField(models.BigIntegerField(), null=True, size=None),
        ),
        migrations.AddField("identity", "birth_month", models.DateField(null=True)),
        migrations.AddField("identity", "postal_area", models.CharField(max_length=2, null=True)),
        AddConstraintNotValid(
            "identity",
            models.CheckConstraint(condition=SEALED_ARE_COMPARED, name="what_is_sealed_is_compared"),
        ),
    ]
