"""No row was sealed before the check was there."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("identity", "0003_digests")]

    operations = [ValidateConstraint("identity", "what_is_sealed_is_compared")]
