"""Payments have an index for their list, for those of some days, and for what the overview adds up of two weeks."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('cashier', '0005_role_ends'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='payment',
            index=models.Index(models.F('made'), models.F('id'), name='payment_by_time'),
        ),
        AddIndexConcurrently(
            model_name='payment',
            index=models.Index(models.Case(models.When(status='held', then=0), default=1), models.Case(models.When(status='held', then='made')), models.OrderBy(models.F('made'), descending=True), name='payment_queue'),
        ),
        AddIndexConcurrently(
            model_name='payment',
            index=models.Index(models.F('credited'), condition=models.Q(('status', 'paid')), name='payment_by_credit'),
        ),
    ]
