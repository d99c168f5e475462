from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('floor', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='bulkchange',
            name='value',
            field=models.JSONField(null=True, verbose_name='value'),
        ),
        # Only the words change: the column stays as it is.
        migrations.SeparateDatabaseAndState(state_operations=[migrations.AlterField(
            model_name='bulkchange',
            name='kind',
            field=models.CharField(choices=[('open', 'open tables'), ('drain', 'close tables after their round'), ('suspend', 'suspend new rounds'), ('release', 'lift the suspension'), ('minimum', 'set the minimum bet'), ('hours', 'copy the opening hours of a table'), ('setting', 'copy the setting of a table')], max_length=7, verbose_name='step'),
        )]),
    ]
