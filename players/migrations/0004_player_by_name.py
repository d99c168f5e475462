"""The list of players in the back office is sorted by name in Portuguese order (`players.shared.collation.Alphabetical`)."""

from django.db import migrations

INDEX = r"""
CREATE INDEX player_by_name ON players_player (
    btrim(regexp_replace(regexp_replace(lower(normalize(alias, NFKD)), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+', ' ', 'g')), alias
)
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0003_credential_epoch")]
    operations = [migrations.RunSQL(INDEX, "DROP INDEX player_by_name")]
