from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ('identity', '0002_sealed_columns'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='paymentaccount',
            index=models.Index(fields=['iban', 'player'], name='payment_account_by_iban'),
        ),
        AddIndexConcurrently(
            model_name='paymentaccount',
            index=models.Index(models.F('since'), name='payment_account_by_time'),
        ),
        AddIndexConcurrently(
            model_name='signin',
            index=models.Index(fields=['address', 'began'], name='sign_in_by_address_time'),
        ),
    ]
