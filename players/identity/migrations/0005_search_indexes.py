"""Indexes of the search for a player by name, of the timeline, and of accounts that share an address or a device."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

# The words of a name without accents, in any order (`players.administration.player_search`).
NAME_WORDS = """
CREATE INDEX CONCURRENTLY identity_by_name_words ON identity_identity USING gin (
    to_tsvector('simple', regexp_replace(lower(normalize(name, NFKD)), '[\\u0300-\\u036f]', '', 'g'))
)
"""


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("identity", "0004_searchmark")]
    operations = [
        AddIndexConcurrently(
            "signin", models.Index(models.F("person"), models.OrderBy(models.F("began"), descending=True), name="sign_in_by_time")
        ),
        AddIndexConcurrently("signin", models.Index(fields=["address", "person"], name="sign_in_by_address")),
        AddIndexConcurrently("signin", models.Index(fields=["device", "person"], name="sign_in_by_device")),
        migrations.RunSQL(NAME_WORDS, "DROP INDEX CONCURRENTLY identity_by_name_words"),
    ]
