from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('returns', '0002_laws'),
    ]

    operations = [
        migrations.AddField(
            model_name='returnsfoldeduntil',
            name='reached',
            field=models.JSONField(db_default={}, default=dict, editable=False),
        ),
    ]
