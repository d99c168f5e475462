from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("history", "0002_laws")]
    operations = [migrations.AddField("copy", "data", models.BinaryField(null=True))]
