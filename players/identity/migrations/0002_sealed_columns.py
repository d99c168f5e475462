from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('identity', '0001_initial'),
        ('players', '0002_person_keys'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='identity',
            name='sealed',
            field=models.BinaryField(null=True),
        ),
        migrations.AddField(
            model_name='uploadeddocument',
            name='sealed',
            field=models.BinaryField(null=True),
        ),
    ]
