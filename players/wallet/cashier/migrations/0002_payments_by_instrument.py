from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('cashier', '0001_initial'),
        ('players', '0002_person_keys'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='payment',
            index=models.Index(models.F('instrument'), models.F('player'), models.F('credited'), condition=models.Q(('direction', 'deposit'), ('status', 'paid')), name='payment_by_instrument'),
        ),
    ]
