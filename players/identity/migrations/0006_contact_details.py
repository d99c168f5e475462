from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('identity', '0005_proof_of_change'),
    ]

    operations = [
        migrations.AddField(
            model_name='identity',
            name='district',
            field=models.CharField(blank=True, db_default='', max_length=30, verbose_name='district'),
        ),
        migrations.AddField(
            model_name='identity',
            name='telephone',
            field=models.CharField(blank=True, db_default='', default='', max_length=16, verbose_name='telephone'),
        ),
    ]
