"""Keyed digests by which staff find a player. A value that changes, or is erased, takes its digest with it."""

import django.db.models.deletion
from django.db import migrations, models

FORGETS = """
CREATE FUNCTION search_marks_forget() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_TABLE_NAME = 'identity_identity' THEN
        IF NEW.nif <> OLD.nif THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'nif';
        END IF;
        IF NEW.document_number <> OLD.document_number THEN
            DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'document';
        END IF;
    ELSIF NEW.iban <> OLD.iban THEN
        DELETE FROM identity_searchmark WHERE player_id = OLD.player_id AND kind = 'iban';
    END IF;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION search_marks_forget() FROM PUBLIC;
CREATE TRIGGER identity_identity_search_marks AFTER UPDATE OF nif, document_number ON identity_identity
    FOR EACH ROW EXECUTE FUNCTION search_marks_forget();
CREATE TRIGGER identity_paymentaccount_search_marks AFTER UPDATE OF iban ON identity_paymentaccount
    FOR EACH ROW EXECUTE FUNCTION search_marks_forget();
REVOKE UPDATE ON identity_searchmark FROM house_app;
"""
UNDO = """
DROP TRIGGER identity_paymentaccount_search_marks ON identity_paymentaccount;
DROP TRIGGER identity_identity_search_marks ON identity_identity;
DROP FUNCTION search_marks_forget();
"""


class Migration(migrations.Migration):
    dependencies = [("identity", "0003_erasure"), ("casino", "0001_rights")]
    operations = [
        migrations.CreateModel(
            name="SearchMark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("nif", "tax number (NIF)"), ("document", "document number"), ("iban", "IBAN")], max_length=8, verbose_name="kind")),
                ("mark", models.CharField(max_length=48, verbose_name="digest")),
                ("player", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="players.player", verbose_name="player")),
            ],
            options={
                "verbose_name": "search digest",
                "verbose_name_plural": "search digests",
                "default_permissions": ("view",),
                "indexes": [models.Index(fields=["mark", "kind"], name="search_mark_by_mark")],
                "constraints": [models.UniqueConstraint(fields=("player", "kind", "mark"), name="one_search_mark_of_a_value")],
            },
        ),
        migrations.RunSQL(FORGETS, UNDO),
    ]
