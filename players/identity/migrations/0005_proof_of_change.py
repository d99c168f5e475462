from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('identity', '0004_validate_digests'),
    ]

    operations = [
        # Only the words change: the column stays as it is.
        migrations.SeparateDatabaseAndState(state_operations=[migrations.AlterField(
            model_name='uploadeddocument',
            name='kind',
            field=models.CharField(choices=[('identity', 'identity document'), ('address', 'proof of address'), ('payment', 'proof of the payment account'), ('change', 'proof of a change of data')], max_length=10, verbose_name='what it is'),
        )]),
    ]
